//! The control-flow graph as a drawing: which point is where on a grid, and which way each step
//! goes.
//!
//! Whoever draws it multiplies columns and rows by a size, and computes nothing else.

mod layers;

use crate::base::{LineIndex, Span};
use crate::horn::cfg::{self, NodeKind};
use crate::horn::{Clause, ClauseId, Goal, Instruction, System};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A graph on a grid. No two nodes, and no way and node, have the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// How many columns there are.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
    /// The points of the program, in the order of the predicates, then one node for each assertion.
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
}

/// A point of the program, or the claim of an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnNode {
    /// The predicate's name, such as `L5`; `assert` for a claim.
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
    /// Whether the step closes a loop: it leads up, or back to the node that it leaves.
    pub back: bool,
    /// The places that the line goes through, from its beginning to its end; at least one. The label
    /// has room in the middle of them.
    pub way: Vec<Place>,
}

/// Draws the graph of a system.
///
/// `steps` are the clauses of single steps that those of `system` were merged from, if they
/// were. `text` is what the spans are about.
pub fn drawing(system: &System, steps: Option<&System>, text: &str, lines: &LineIndex) -> Drawing {
    let graph = cfg::graph(system);
    let words = Words { steps, text };
    let by_number: BTreeMap<ClauseId, &Clause> = system.clauses.iter().map(|c| (c.id, c)).collect();
    let mut nodes: Vec<DrawnNode> =
        graph.nodes.iter().map(|node| point(system, node, lines)).collect();
    for clause in &system.clauses {
        if let (None, Goal::Instance(goal)) = (clause.instances().next(), &clause.goal) {
            nodes[goal.pred.0 as usize].starts.push(clause.id);
        }
    }
    let mut claims: BTreeMap<ClauseId, usize> = BTreeMap::new();
    let mut edges: Vec<DrawnEdge> = vec![];
    for edge in &graph.edges {
        let Some(clause) = by_number.get(&edge.clause) else { continue };
        let (span, line) = (clause.origin.span, lines.line(clause.origin.span));
        let to = match edge.to {
            Some(pred) => pred.0 as usize,
            None => *claims.entry(clause.id).or_insert_with(|| {
                nodes.push(claim(edge, span, line));
                nodes.len() - 1
            }),
        };
        let (from, label) = (edge.from.0 as usize, words.label(clause, edge));
        let clauses = vec![clause.id];
        let new = DrawnEdge { from, to, label, span, line, clauses, back: false, way: vec![] };
        match edges.iter_mut().rev().take(NEAR).find(|known| known.says_the_same(&new)) {
            Some(known) if known.clauses.contains(&clause.id) => {}
            Some(known) => known.clauses.push(clause.id),
            None => edges.push(new),
        }
    }
    placed(nodes, edges)
}

impl DrawnEdge {
    fn says_the_same(&self, other: &DrawnEdge) -> bool {
        let key = |edge: &DrawnEdge| (edge.from, edge.to, edge.span);
        key(self) == key(other) && self.label == other.label
    }
}

/// How many edges back one that says the same is looked for.
const NEAR: usize = 16;

/// Gives everything its place.
fn placed(mut nodes: Vec<DrawnNode>, mut edges: Vec<DrawnEdge>) -> Drawing {
    let pairs: Vec<(usize, usize)> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let roots: Vec<usize> = (0..nodes.len()).filter(|n| !nodes[*n].starts.is_empty()).collect();
    let layout = layers::layout(nodes.len(), &pairs, &roots);
    for (node, place) in nodes.iter_mut().zip(layout.nodes) {
        node.place = place;
    }
    for ((edge, way), back) in edges.iter_mut().zip(layout.ways).zip(layout.back) {
        (edge.way, edge.back) = (way, back);
    }
    let places = || nodes.iter().map(|n| n.place).chain(edges.iter().flat_map(|e| e.way.clone()));
    let columns = places().map(|place| place.column + 1).max().unwrap_or(0);
    let rows = places().map(|place| place.row + 1).max().unwrap_or(0);
    Drawing { columns, rows, nodes, edges }
}

fn point(system: &System, node: &cfg::Node, lines: &LineIndex) -> DrawnNode {
    DrawnNode {
        name: node.name.clone(),
        title: node.title.clone(),
        kind: DrawnKind::Point(node.kind),
        loop_head: system.pred(node.pred).loop_head,
        span: node.span,
        line: lines.line(node.span),
        starts: vec![],
        place: Place { column: 0, row: 0 },
    }
}

fn claim(edge: &cfg::Edge, span: Span, line: u32) -> DrawnNode {
    DrawnNode {
        name: "assert".to_owned(),
        title: edge.label.clone(),
        kind: DrawnKind::Claim,
        loop_head: false,
        span,
        line,
        starts: vec![],
        place: Place { column: 0, row: 0 },
    }
}

/// What steps are called.
struct Words<'a> {
    steps: Option<&'a System>,
    text: &'a str,
}

impl Words<'_> {
    fn label(&self, clause: &Clause, edge: &cfg::Edge) -> String {
        match clause.origin.instruction {
            Instruction::Block => self.merged(clause).unwrap_or_else(|| edge.label.clone()),
            Instruction::Loop | Instruction::Given => edge.label.clone(),
            _ => self.step(clause),
        }
    }

    /// The steps of a merged clause, one after the other.
    fn merged(&self, clause: &Clause) -> Option<String> {
        let steps = self.steps?;
        let parts = clause.origin.parts.iter().map(|id| steps.clause(*id));
        let words: Option<Vec<String>> = parts.map(|part| part.map(|p| self.step(p))).collect();
        let mut words = words?;
        words.retain(|words| !words.is_empty());
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The piece of text that a clause comes from, on one line.
    fn step(&self, clause: &Clause) -> String {
        let piece = clause.origin.span.slice(self.text).trim().trim_end_matches(';');
        let words = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        match clause.origin.instruction {
            Instruction::Start | Instruction::Skip => String::new(),
            Instruction::BranchFalse => format!("!({})", without_parentheses(&words)),
            Instruction::BranchTrue => without_parentheses(&words).to_owned(),
            _ => words,
        }
    }
}

/// A condition without the parentheses around it, if these are one pair.
fn without_parentheses(words: &str) -> &str {
    let Some(inner) = words.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return words;
    };
    let mut open = 0i32;
    for c in inner.chars() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open < 0 {
            return words;
        }
    }
    inner.trim()
}
