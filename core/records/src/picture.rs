//! The picture of a tiling: which round owns which cell, on a run.

use hornbook_base::Span;
use serde::{Deserialize, Serialize};

/// The rounds of a loop on a run, and the cells that they own and write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The loop.
    pub at: Span,
    /// The number that the run chooses wherever it can.
    pub size: i64,
    /// The arrays that have a tile, each with the cells that matter.
    pub arrays: Vec<Owned>,
    /// The rounds, in their order.
    pub rounds: Vec<Round>,
}

/// An array, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// Its name.
    pub array: String,
    /// The cells by their indices, one or two each, without gaps, row by row.
    pub cells: Vec<Cell>,
    /// Whether something was left out, as it is large.
    pub cut: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its indices.
    pub index: Vec<i64>,
    /// The rounds that have it in their tile.
    pub owners: Vec<usize>,
    /// Whether something is wanted of it behind the loop.
    pub wanted: bool,
    /// Its value in front of the loop.
    pub before: String,
    /// Whether what is wanted of it holds in front of the loop, and after each of its rounds.
    pub held: Vec<Option<bool>>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The value of the counter.
    pub counter: i64,
    /// What it writes, in order: the array, the indices and the value.
    pub writes: Vec<(String, Vec<i64>, String)>,
}
