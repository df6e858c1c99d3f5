//! Sample runs, beside which invariants are drawn.

use serde::{Deserialize, Serialize};

/// A sample run with its visits to loop heads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleRun {
    /// The number that was chosen for unknown ones, where the program allows it.
    pub size: u32,
    /// For each invariant the visits to its loop, in order; none if it is not of a loop.
    pub visits: Vec<Vec<LoopVisit>>,
    /// Whether the run was cut off.
    pub cut: bool,
}

/// A visit of the run to a loop head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopVisit {
    /// The iterations of the loops around it and its own, from 0, the outermost first.
    pub rounds: Vec<usize>,
    /// The values of scalar variables.
    pub scalars: Vec<(String, String)>,
    /// The cells, for each strip of the invariant.
    pub rows: Vec<StripRow>,
}

/// The cells of an array, with the ticks and facts of its strip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripRow {
    /// The index of the first cell that is shown.
    pub first: i64,
    /// The cells.
    pub cells: Vec<String>,
    /// The ticks of the strip: the index of the cell behind each.
    pub ticks: Vec<i64>,
    /// For each fact of the strip whether it holds of the cells that are shown; `None` where it
    /// constrains none of them, or cannot be evaluated.
    pub holds: Vec<Option<bool>>,
}
