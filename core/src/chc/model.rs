//! A model of a system of clauses, as it is handed to `check/`.

use crate::horn::{PredId, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the predicates of a system mean.
///
/// Predicates without an entry mean the least that their clauses allow; their clauses must not
/// be recursive among themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// A formula over the formal parameters of each interpreted predicate.
    pub formulas: BTreeMap<PredId, Term>,
}
