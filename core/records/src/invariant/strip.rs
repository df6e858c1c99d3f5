//! Strips: what an invariant says of the cells of an array, as a picture.

use hornbook_horn::{Term, Var};
use serde::{Deserialize, Serialize};

/// What is known of the cells of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strip {
    /// The array.
    pub array: String,
    /// The ends of ranges, from left to right, in an order that the invariant allows.
    pub ticks: Vec<Tick>,
    /// What is known, in the order of the invariant's sentences.
    pub facts: Vec<Fact>,
    /// How many lanes the facts take.
    pub lanes: usize,
    /// Pairs of ticks whose order the invariant does not say, by their places, the left one first;
    /// not the beginning and the end of one range, which is empty if they are the other way round.
    pub unordered: Vec<(usize, usize)>,
}

impl Strip {
    /// The strip of an array of which nothing is known.
    pub fn bare(array: &str) -> Strip {
        let array = array.to_owned();
        Strip { array, ticks: vec![], facts: vec![], lanes: 0, unordered: vec![] }
    }
}

/// The gap between two cells, before one with a certain index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// The index of the cell behind it, in one or more ways that are the same there.
    pub before: Vec<Term>,
}

/// Something known of the cells in a range, or of each cell in one with each in another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What the indices are called, if it is about all cells of ranges.
    pub indices: Vec<Var>,
    /// One range, or two.
    pub ranges: Vec<Extent>,
    /// Further conditions on the indices, such as `k % 2 == 0` or `k < j`.
    pub when: Vec<Term>,
    /// What is known.
    pub claim: Term,
    /// The lane, from 0.
    pub lane: usize,
}

/// A range of indices, by the places of the ticks at its ends. It has no end where none is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The tick before its first cell.
    pub from: Option<usize>,
    /// The tick behind its last one.
    pub to: Option<usize>,
}
