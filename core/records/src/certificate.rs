//! A model as text.

use serde::{Deserialize, Serialize};

/// A model of the final clauses as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelText {
    /// The lines of the assertions that it proves.
    pub lines: Vec<u32>,
    /// Whether it is a model of the large-block clauses, one for the steps between two loop heads.
    pub merged: bool,
    /// A `define-fun` of SMT-LIB for each predicate that has a formula; the others have the least
    /// interpretation that their clauses allow.
    pub definitions: Vec<String>,
}
