//! Control-flow graphs as drawings: which point is where on a grid, and which way each step goes.
//!
//! Whoever draws it multiplies columns and rows by a size, and computes nothing else.

use hornbook_base::Span;
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{ClauseId, PredId};
use serde::{Deserialize, Serialize};

/// A graph on a grid. No two nodes, and no way and node, have the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The function that it is of; `None` for the program itself.
    #[serde(default)]
    pub function: Option<String>,
    /// How many columns there are.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
    /// Its points, in the order of the predicates, then the claims and the functions that begin there.
    pub nodes: Vec<DrawnNode>,
    /// The steps, in the order of the clauses.
    pub edges: Vec<DrawnEdge>,
}

/// A place on the grid, both numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// From left to right.
    pub column: u32,
    /// From top to bottom. Nodes are in even rows.
    pub row: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawnKind {
    /// A point of the program.
    Point(NodeKind),
    /// The claim of an assertion. An edge leads here, and none on.
    Claim,
    /// A function begins here that has a drawing of its own. An edge leads here, and none on.
    Function,
}

/// A point of the program, or the claim of an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnNode {
    /// The predicate, for a point of the program.
    #[serde(default)]
    pub pred: Option<PredId>,
    /// The predicate's name, such as `L5`; `assert` for a claim, the function's own for a function.
    pub name: String,
    /// What it is, in words; the claim itself.
    pub title: String,
    /// What it is for the flow of control.
    pub kind: DrawnKind,
    /// Whether a loop comes back to it.
    pub loop_head: bool,
    /// The place in the text.
    pub span: Span,
    /// The line on which that starts, from 1.
    pub line: u32,
    /// The clauses without premises that say that it can be reached.
    pub starts: Vec<ClauseId>,
    /// Where it is.
    pub place: Place,
}

/// A step from one node to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnEdge {
    /// The number of the node that it leaves.
    pub from: usize,
    /// The number of the node that it leads to.
    pub to: usize,
    /// The statement or condition in the words of the program; may be empty.
    pub label: String,
    /// The place in the text.
    pub span: Span,
    /// The line on which that starts, from 1.
    pub line: u32,
    /// The clauses that say so: more than one if they say the same of the same piece of text.
    pub clauses: Vec<ClauseId>,
    /// The functions that it calls and that have drawings of their own.
    #[serde(default)]
    pub calls: Vec<String>,
    /// Whether the step closes a loop: it leads up, or back to the node that it leaves.
    pub back: bool,
    /// The places that the line goes through, from its beginning to its end; at least one. The label
    /// has room in the middle of them.
    pub way: Vec<Place>,
}
