//! Pictures of tilings: the cells that each iteration owns and writes, on a run.

use hornbook_base::Span;
use serde::{Deserialize, Serialize};

/// The iterations of a loop on a run, and the cells that they own and write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TilingPicture {
    /// The loop.
    pub at: Span,
    /// The number that the run chooses for each unknown.
    pub size: i64,
    /// The arrays that have a tile, each with the cells that matter.
    pub arrays: Vec<TiledArray>,
    /// The rounds, in their order.
    pub rounds: Vec<LoopRound>,
}

/// An array, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TiledArray {
    /// Its name.
    pub array: String,
    /// The cells by their indices, one or two each, without gaps, row by row.
    pub cells: Vec<TiledCell>,
    /// Whether cells of a large array are omitted.
    pub cut: bool,
}

/// A cell of an array with a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TiledCell {
    /// Its indices.
    pub index: Vec<i64>,
    /// The iterations that have it in their tile.
    pub owners: Vec<usize>,
    /// Whether a claim behind the loop is about it.
    pub wanted: bool,
    /// Its value in front of the loop.
    pub before: String,
    /// Whether that claim holds of it in front of the loop, and after each iteration.
    pub held: Vec<Option<bool>>,
}

/// An iteration of the loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopRound {
    /// The value of the counter.
    pub counter: i64,
    /// Its writes in order: the array, the indices and the value.
    pub writes: Vec<(String, Vec<i64>, String)>,
}
