//! Strips: pictures of the facts of an invariant about the cells of an array.

use hornbook_horn::{Term, Var};
use serde::{Deserialize, Serialize};

/// The facts about the cells of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strip {
    /// The array.
    pub array: String,
    /// The ends of ranges, from left to right, in an order that the invariant allows.
    pub ticks: Vec<Tick>,
    /// The facts, in the order of the invariant's sentences.
    pub facts: Vec<StripFact>,
    /// How many lanes the facts take.
    pub lanes: usize,
    /// Pairs of ticks whose order the invariant does not say, by their places, the left one first;
    /// not the beginning and the end of one range, which is empty if they are the other way round.
    pub unordered: Vec<(usize, usize)>,
}

impl Strip {
    /// The strip of an array without facts.
    pub fn without_facts(array: &str) -> Strip {
        let array = array.to_owned();
        Strip { array, ticks: vec![], facts: vec![], lanes: 0, unordered: vec![] }
    }
}

/// A tick between two cells: the end of a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// The index of the cell behind it, as one or more equal terms.
    pub before: Vec<Term>,
}

/// A fact about the cells of a range, or about pairs of cells of two ranges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripFact {
    /// The bound indices, if the fact is about all cells of ranges.
    pub indices: Vec<Var>,
    /// One range, or two.
    pub ranges: Vec<IndexRange>,
    /// Further conditions on the indices, such as `k % 2 == 0` or `k < j`.
    pub when: Vec<Term>,
    /// The claim about these cells.
    pub claim: Term,
    /// The lane, from 0.
    pub lane: usize,
}

/// A range of indices between two ticks, given by their positions; an end may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexRange {
    /// The tick before its first cell.
    pub from: Option<usize>,
    /// The tick behind its last one.
    pub to: Option<usize>,
}
