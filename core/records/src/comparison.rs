//! One clause under several abstractions and heuristics, side by side.

use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::insts;
use hornbook_abstraction::sigma::{Abstraction, Choice};
use hornbook_abstraction::witness::reason::Reason;
use hornbook_horn::{Clause, ClauseId, Pred};
use serde::{Deserialize, Serialize};

/// The compared options: an abstraction and a heuristic.
pub type ComparedOptions = (Choice, Heuristic);

/// The rows of the comparison of one clause.
#[derive(Clone, Serialize, Deserialize)]
pub struct Comparison {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The clause before `abstract`.
    pub concrete: Clause,
    /// The rows, one for each pair of options.
    pub rows: Vec<ComparisonRow>,
}

/// The clause that results from one abstraction with one heuristic.
#[derive(Clone, Serialize, Deserialize)]
pub struct ComparisonRow {
    /// The abstraction that is in force in this clause: the one that was chosen, with one cell for
    /// each array that it does not fit.
    pub abstraction: String,
    /// The abstraction as it was chosen.
    pub chosen: String,
    /// For each array that it does not fit, the reason.
    pub misfits: Vec<String>,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// For each call to `insts` the abstract values that premises are instantiated with.
    pub sets: Vec<Vec<insts::Instantiation>>,
    /// The completeness of all calls together.
    pub completeness: Completeness,
    /// Whether a rule of the simplification left something of a condition out.
    pub simplification_may_lose: bool,
    /// The calls for which a witness of incompleteness was found and checked.
    pub incomplete: Vec<usize>,
    /// The calls of unknown completeness, each with the reason.
    pub open: Vec<(usize, Reason)>,
    /// The clause at the end.
    pub clause: Clause,
    /// The abstract predicates that it speaks of.
    pub preds: Vec<Pred>,
    /// The abstraction of each predicate.
    pub fitted: Abstraction,
}

impl Comparison {
    /// The clause's number.
    pub fn id(&self) -> ClauseId {
        self.concrete.id
    }
}
