//! Layouts of control-flow graphs: the position of each point on a grid, and the route of each edge.
//!
//! A viewer multiplies columns and rows by a size, and computes nothing else.

use hornbook_base::Span;
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{ClauseId, PredId};
use serde::{Deserialize, Serialize};

/// The layout of a graph on a grid. No two nodes, and no node and edge, share a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The function; `None` for the program itself.
    #[serde(default)]
    pub function: Option<String>,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// Its points, in the order of the predicates, then the claims and the functions that begin there.
    pub nodes: Vec<DrawnNode>,
    /// The steps, in the order of the clauses.
    pub edges: Vec<DrawnEdge>,
}

/// A position on the grid, both numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GridPosition {
    /// From left to right.
    pub column: u32,
    /// From top to bottom. Nodes are in even rows.
    pub row: u32,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawnKind {
    /// A point of the program.
    Point(NodeKind),
    /// The claim of an assertion. An edge leads here, and none on.
    Claim,
    /// The start of a function that has a drawing of its own. An edge leads here, and none on.
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
    /// The point in words, or the claim itself.
    pub title: String,
    /// Its kind.
    pub kind: DrawnKind,
    /// Whether a loop comes back to it.
    pub loop_head: bool,
    /// The place in the text.
    pub span: Span,
    /// The line on which that starts, from 1.
    pub line: u32,
    /// The clauses without premises for this point.
    pub starts: Vec<ClauseId>,
    /// Its position.
    pub place: GridPosition,
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
    /// The clauses of the step: several if they are equal for one piece of text.
    pub clauses: Vec<ClauseId>,
    /// The functions that it calls and that have drawings of their own.
    #[serde(default)]
    pub calls: Vec<String>,
    /// Whether the step closes a loop: it leads up, or back to the node that it leaves.
    pub back: bool,
    /// The positions along the edge, at least one. The label has room in the middle of them.
    pub way: Vec<GridPosition>,
}
