//! A run that is made up, beside which invariants are drawn.

use serde::{Deserialize, Serialize};

/// A run, as it comes to the loops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number that was chosen for unknown ones, where the program allows it.
    pub size: u32,
    /// For each invariant the times that the run was there, in order. Empty where it never was, or
    /// where the invariant is not of a loop.
    pub visits: Vec<Vec<Visit>>,
    /// Whether the run goes on beyond what was kept of it.
    pub cut: bool,
}

/// One time that control was at a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The rounds of the loops around it and its own, from 0, the outermost first.
    pub rounds: Vec<usize>,
    /// What the variables are.
    pub scalars: Vec<(String, String)>,
    /// The cells, for each strip of the invariant.
    pub rows: Vec<Row>,
}

/// The cells of an array, and where the parts of its strip are on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The index of the first cell that is shown.
    pub first: i64,
    /// The cells.
    pub cells: Vec<String>,
    /// Where the ticks of the strip are: the index of the cell behind each.
    pub ticks: Vec<i64>,
    /// For each fact of the strip whether it holds of the cells that are shown; `None` where it says
    /// nothing of any of them at that moment, or nothing that can be evaluated.
    pub holds: Vec<Option<bool>>,
}
