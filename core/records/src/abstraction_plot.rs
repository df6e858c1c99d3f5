//! Plots of abstractions: sampled arrays of many runs, and what an abstraction keeps of them.

use serde::{Deserialize, Serialize};

mod plot;

pub use plot::{AbstractionPlot, Dot, PlotKind, Realizability};

/// The arrays of sampled runs at one program point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampledArrays {
    /// The arrays, in the order of declaration.
    pub arrays: Vec<SampledArray>,
}

/// The samples of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampledArray {
    /// The name of the array, as clauses have it.
    pub name: String,
    /// Whether its cells are truth values; `true` is 1.
    pub truth: bool,
    /// The values of the scalar variables, equal in all rows.
    pub fixed: Vec<(String, String)>,
    /// Different rows; at least one.
    pub rows: Vec<SampledRow>,
}

/// The first cells of an array in a state of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampledRow {
    /// The index of the first cell.
    pub first: i64,
    /// The cells.
    pub cells: Vec<i64>,
    /// The run, from 1.
    pub run: usize,
    /// The iterations of the loops around the point, the outermost first.
    pub rounds: Vec<usize>,
}

impl SampledRow {
    /// The cells with their indices.
    pub fn numbered(&self) -> impl Iterator<Item = (i64, i64)> {
        (self.first..).zip(self.cells.iter().copied())
    }
}
