//! A model of a system of clauses, as it is handed to `check/`.

use crate::horn::{ClauseId, PredId, Term};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the predicates of a system mean.
///
/// Predicates without an entry mean the least that their clauses allow; their clauses must not
/// be recursive among themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// A formula over the formal parameters of each interpreted predicate.
    pub formulas: BTreeMap<PredId, Term>,
    /// Premises, by their places in clauses, that nothing needs: a model of the clauses without them is one of the
    /// clauses.
    #[serde(default)]
    pub unused: BTreeMap<ClauseId, BTreeSet<usize>>,
}
