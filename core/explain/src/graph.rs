//! The control-flow graph as drawings: which point is where on a grid, and which way each step
//! goes.
//!
//! The program has a drawing, and each function whose calls are not written out has one of its own. A
//! call is an arrow from the point before it to the point behind it, as for whoever calls.
//!
//! Whoever draws it multiplies columns and rows by a size, and computes nothing else.

use hornbook_records::graph::{Drawing, DrawnEdge, DrawnKind, DrawnNode, GridPosition};

mod calls;
mod layers;
mod words;
use calls::{Calls, Way};
use hornbook_base::{LineIndex, Span};
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{Clause, ClauseId, FunctionPart, Goal, PredId, System, cfg};
use hornbook_lang::typed::{FunctionId, TypedProgram};
use std::collections::{BTreeMap, BTreeSet};
use words::Words;

/// Draws the graph of a system: first that of the program, then one for each function of which calls
/// are not written out.
///
/// `steps` are the clauses of single steps that those of `system` were merged from, if they
/// were. `text` is what the spans are about, and `program` what it says, if it is one.
pub fn drawings(
    system: &System,
    steps: Option<&System>,
    program: Option<&TypedProgram>,
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
                Some(Way::FunctionPosition) => self.step(from, clause, edge),
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
        match self.edges.iter_mut().rev().take(NEAR).find(|known| says_the_same(known, &new)) {
            Some(known) if known.clauses.contains(&clause.id) => {}
            Some(known) => known.clauses.push(clause.id),
            None => self.edges.push(new),
        }
    }
}

fn says_the_same(one: &DrawnEdge, other: &DrawnEdge) -> bool {
    let key = |edge: &DrawnEdge| (edge.from, edge.to, edge.span);
    key(one) == key(other) && one.label == other.label
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

fn point(system: &System, node: &cfg::CfgNode, lines: &LineIndex) -> DrawnNode {
    let pred = system.pred(node.pred);
    // For a function its callers are far away.
    let kind = match pred.within.map(|within| within.part) {
        Some(FunctionPart::Beginning) => NodeKind::Start,
        Some(FunctionPart::End) => NodeKind::End,
        Some(FunctionPart::Body) | None => node.kind,
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
        place: GridPosition { column: 0, row: 0 },
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
    let place = GridPosition { column: 0, row: 0 };
    DrawnNode { pred, name, title, kind, loop_head, span, line, starts, place }
}
