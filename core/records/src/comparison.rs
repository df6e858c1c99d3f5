//! One clause under several abstractions and heuristics, side by side.

use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::insts;
use hornbook_abstraction::sigma::{Abstraction, Choice};
use hornbook_abstraction::witness::reason::Reason;
use hornbook_horn::{Clause, ClauseId, Pred};
use serde::{Deserialize, Serialize};

/// A way to treat clauses: an abstraction and a heuristic.
pub type Way = (Choice, Heuristic);

/// The rows of the comparison of one clause.
#[derive(Clone, Serialize, Deserialize)]
pub struct Comparison {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The clause before `abstract`.
    pub concrete: Clause,
    /// One for each way.
    pub rows: Vec<ComparisonRow>,
}

/// What one abstraction with one heuristic makes of a clause.
#[derive(Clone, Serialize, Deserialize)]
pub struct ComparisonRow {
    /// The abstraction that is in force in this clause: the one that was chosen, with one cell for
    /// each array that it does not fit.
    pub abstraction: String,
    /// The abstraction as it was chosen.
    pub chosen: String,
    /// Why that is not in force, for each array that it does not fit.
    pub misfits: Vec<String>,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// For each call to `insts` the abstract values that premises are instantiated with.
    pub sets: Vec<Vec<insts::Instantiation>>,
    /// The completeness of all calls together.
    pub completeness: Completeness,
    /// Whether a rule of the simplification left something of a condition out.
    pub simplification_may_lose: bool,
    /// Whether a witness of incompleteness was found and checked: for which of the calls.
    pub incomplete: Vec<usize>,
    /// The calls of which nothing is known, and why not.
    pub open: Vec<(usize, Reason)>,
    /// The clause at the end.
    pub clause: Clause,
    /// The abstract predicates that it speaks of.
    pub preds: Vec<Pred>,
    /// What the abstraction means for each predicate.
    pub fitted: Abstraction,
}

impl Comparison {
    /// The clause's number.
    pub fn id(&self) -> ClauseId {
        self.concrete.id
    }
}
