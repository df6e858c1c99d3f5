//! Values of an array on many runs, for pictures of what an abstraction keeps of them.

use serde::{Deserialize, Serialize};

mod dots;

pub use dots::{Answer, Dot, Dots, Kept};

/// Arrays of runs at one place of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cloud {
    /// One entry for each array that was met, in the order of declaration.
    pub arrays: Vec<Gathered>,
}

/// What one variable was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gathered {
    /// The name of the array, as clauses have it.
    pub name: String,
    /// Whether its cells are truth values; `true` is 1.
    pub truth: bool,
    /// What the variables are that are no arrays, the same in all rows.
    pub fixed: Vec<(String, String)>,
    /// Different rows; at least one.
    pub rows: Vec<Row>,
}

/// The first cells of an array at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The index of the first cell.
    pub first: i64,
    /// The cells.
    pub cells: Vec<i64>,
    /// The run, from 1.
    pub run: usize,
    /// The rounds of the loops around the place that were done, the outermost first.
    pub rounds: Vec<usize>,
}

impl Row {
    /// The cells with their indices.
    pub fn numbered(&self) -> impl Iterator<Item = (i64, i64)> {
        (self.first..).zip(self.cells.iter().copied())
    }
}
