//! Derivations of `false`, as a checker gets them.

use hornbook_base::Int;
use hornbook_horn::{ClauseId, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
}

/// One application of a clause: the goals of the children are its instances among the premises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The clause.
    pub clause: ClauseId,
    /// The values of the clause's variables.
    pub values: BTreeMap<Var, Ground>,
    /// One derivation for each instance among the premises, in order.
    pub children: Vec<Derivation>,
}
