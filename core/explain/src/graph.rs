//! The control-flow graph as drawings: which point is where on a grid, and which way each step
//! goes.
//!
//! The program has a drawing, and each function whose calls are not written out has one of its own. A
//! call is an arrow from the point before it to the point behind it, as for whoever calls.
//!
//! Whoever draws it multiplies columns and rows by a size, and computes nothing else.

mod calls;
mod layers;
mod words;

use calls::{Calls, Way};
use hornbook_base::{LineIndex, Span};
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{Clause, ClauseId, Goal, Part, PredId, System, cfg};
use hornbook_lang::typed::{FunctionId, Program};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use words::Words;

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

/// Draws the graph of a system: first that of the program, then one for each function of which calls
/// are not written out.
///
/// `steps` are the clauses of single steps that those of `system` were merged from, if they
/// were. `text` is what the spans are about, and `program` what it says, if it is one.
pub fn drawings(
    system: &System,
    steps: Option<&System>,
    program: Option<&Program>,
    text: &str,
    lines: &LineIndex,
) -> Vec<Drawing> {
    let calls = Calls::new(system, steps, program);
    let functions: BTreeSet<FunctionId> =
        system.pred_ids().filter_map(|pred| calls.within(pred)).collect();
    let words = Words { steps, program, text };
    let graph = cfg::graph(system);
    let rooms = [None].into_iter().chain(functions.into_iter().map(Some));
    rooms.map(|room| Picture::new(room, system, &calls, &words, lines).of(&graph)).collect()
}

/// The graph of the program or of one function, while it is put together.
struct Picture<'a> {
    /// The function.
    room: Option<FunctionId>,
    system: &'a System,
    calls: &'a Calls<'a>,
    words: &'a Words<'a>,
    lines: &'a LineIndex,
    nodes: Vec<DrawnNode>,
    edges: Vec<DrawnEdge>,
    /// The nodes of points, of claims, and of functions that begin there.
    points: BTreeMap<PredId, usize>,
    claims: BTreeMap<ClauseId, usize>,
    begun: BTreeMap<FunctionId, usize>,
}

impl<'a> Picture<'a> {
    fn new(
        room: Option<FunctionId>,
        system: &'a System,
        calls: &'a Calls<'a>,
        words: &'a Words<'a>,
        lines: &'a LineIndex,
    ) -> Picture<'a> {
        let (nodes, edges) = (vec![], vec![]);
        let (points, claims, begun) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Picture { room, system, calls, words, lines, nodes, edges, points, claims, begun }
    }

    fn of(mut self, graph: &cfg::Graph) -> Drawing {
        for node in graph.nodes.iter().filter(|node| self.calls.within(node.pred) == self.room) {
            self.points.insert(node.pred, self.nodes.len());
            self.nodes.push(point(self.system, node, self.lines));
        }
        for clause in &self.system.clauses {
            if let (None, Goal::Instance(goal)) = (clause.instances().next(), &clause.goal)
                && let Some(start) = self.points.get(&goal.pred)
            {
                self.nodes[*start].starts.push(clause.id);
            }
        }
        let by_number: BTreeMap<ClauseId, &Clause> =
            self.system.clauses.iter().map(|c| (c.id, c)).collect();
        let mut entering = vec![];
        for edge in &graph.edges {
            let Some(clause) = by_number.get(&edge.clause) else { continue };
            let Some(from) = self.points.get(&edge.from).copied() else { continue };
            match self.calls.way(clause, edge.from) {
                Some(Way::Into(function)) => entering.push((from, function, *clause)),
                Some(Way::Within) => self.step(from, clause, edge),
                None => {}
            }
        }
        entering
            .into_iter()
            .for_each(|(from, function, clause)| self.enter(from, function, clause));
        let name = self.room.map(|function| self.calls.name(function));
        Drawing { function: name, ..placed(self.nodes, self.edges) }
    }

    /// A step to another point of the same picture, or a claim.
    fn step(&mut self, from: usize, clause: &Clause, edge: &cfg::Edge) {
        let (span, line) = (clause.origin.span, self.lines.line(clause.origin.span));
        let to = match edge.to {
            Some(pred) => match self.points.get(&pred) {
                Some(to) => *to,
                None => return,
            },
            None => *self.claims.entry(clause.id).or_insert_with(|| {
                self.nodes.push(claim(edge, span, line));
                self.nodes.len() - 1
            }),
        };
        let label = self.words.label(clause, edge);
        let calls = self.calls.of(clause).into_iter().map(|id| self.calls.name(id)).collect();
        self.edge(from, to, label, clause, calls);
    }

    /// A step into a function. Where the caller goes on there is an arrow for that, which stands for
    /// both; otherwise the function is a node that nothing leaves.
    fn enter(&mut self, from: usize, function: FunctionId, clause: &Clause) {
        let name = self.calls.name(function);
        let both = |edge: &&mut DrawnEdge| {
            edge.from == from && edge.span == clause.origin.span && edge.calls.contains(&name)
        };
        if let Some(edge) = self.edges.iter_mut().find(both) {
            if !edge.clauses.contains(&clause.id) {
                edge.clauses.push(clause.id);
            }
            return;
        }
        let line = self.lines.line(clause.origin.span);
        let to = *self.begun.entry(function).or_insert_with(|| {
            self.nodes.push(beginning(&name, clause.origin.span, line));
            self.nodes.len() - 1
        });
        self.edge(from, to, String::new(), clause, vec![name]);
    }

    fn edge(&mut self, from: usize, to: usize, label: String, clause: &Clause, calls: Vec<String>) {
        let (span, line) = (clause.origin.span, self.lines.line(clause.origin.span));
        let clauses = vec![clause.id];
        let new =
            DrawnEdge { from, to, label, span, line, clauses, calls, back: false, way: vec![] };
        match self.edges.iter_mut().rev().take(NEAR).find(|known| known.says_the_same(&new)) {
            Some(known) if known.clauses.contains(&clause.id) => {}
            Some(known) => known.clauses.push(clause.id),
            None => self.edges.push(new),
        }
    }
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
    let is_root = |node: &DrawnNode| {
        !node.starts.is_empty() || node.kind == DrawnKind::Point(NodeKind::Start)
    };
    let roots: Vec<usize> = (0..nodes.len()).filter(|n| is_root(&nodes[*n])).collect();
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
    Drawing { function: None, columns, rows, nodes, edges }
}

fn point(system: &System, node: &cfg::Node, lines: &LineIndex) -> DrawnNode {
    let pred = system.pred(node.pred);
    // For a function its callers are far away.
    let kind = match pred.within.map(|within| within.part) {
        Some(Part::Beginning) => NodeKind::Start,
        Some(Part::End) => NodeKind::End,
        Some(Part::Body) | None => node.kind,
    };
    DrawnNode {
        pred: Some(node.pred),
        name: node.name.clone(),
        title: node.title.clone(),
        kind: DrawnKind::Point(kind),
        loop_head: pred.loop_head,
        span: node.span,
        line: lines.line(node.span),
        starts: vec![],
        place: Place { column: 0, row: 0 },
    }
}

fn claim(edge: &cfg::Edge, span: Span, line: u32) -> DrawnNode {
    let (name, title) = ("assert".to_owned(), edge.label.clone());
    apart(DrawnKind::Claim, name, title, span, line)
}

fn beginning(function: &str, span: Span, line: u32) -> DrawnNode {
    let title = format!("`{function}` begins");
    apart(DrawnKind::Function, function.to_owned(), title, span, line)
}

/// A node that is no point of the program.
fn apart(kind: DrawnKind, name: String, title: String, span: Span, line: u32) -> DrawnNode {
    let (pred, loop_head, starts) = (None, false, vec![]);
    let place = Place { column: 0, row: 0 };
    DrawnNode { pred, name, title, kind, loop_head, span, line, starts, place }
}
