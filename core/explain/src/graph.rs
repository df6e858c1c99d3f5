//! Drawings of the control-flow graph: the position of each point on a grid, and the route of each edge.
//!
//! The program has a drawing, and each function whose calls are not written out has one of its own. A call is
//! an edge from the point before it to the point behind it.

use hornbook_records::graph::{Drawing, DrawnEdge, DrawnKind, DrawnNode, GridPosition};

mod calls;
mod layers;
mod words;
use calls::{Calls, StepTarget};
use hornbook_base::{LineIndex, Span};
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{Clause, ClauseId, FunctionPart, Goal, PredId, System, cfg};
use hornbook_lang::typed::{FunctionId, TypedProgram};
use std::collections::{BTreeMap, BTreeSet};
use words::EdgeLabels;

/// Draws the graph of a system: first that of the program, then one for each function whose calls are not
/// written out.
///
/// `steps` are the clauses of single steps that those of `system` were merged from, if they
/// were. `text` is what the spans are about, and `program` what it says, if it is one.
pub fn draw_graphs(
    system: &System,
    steps: Option<&System>,
    program: Option<&TypedProgram>,
    text: &str,
    lines: &LineIndex,
) -> Vec<Drawing> {
    let calls = Calls::new(system, steps, program);
    let functions: BTreeSet<FunctionId> =
        system.pred_ids().filter_map(|pred| calls.function_of(pred)).collect();
    let words = EdgeLabels { steps, program, text };
    let graph = cfg::graph(system);
    let rooms = [None].into_iter().chain(functions.into_iter().map(Some));
    rooms
        .map(|room| GraphBuilder::new(room, system, &calls, &words, lines).into_drawing(&graph))
        .collect()
}

/// The builder of the drawing of the program or of one function.
struct GraphBuilder<'a> {
    /// The function.
    room: Option<FunctionId>,
    system: &'a System,
    calls: &'a Calls<'a>,
    words: &'a EdgeLabels<'a>,
    lines: &'a LineIndex,
    nodes: Vec<DrawnNode>,
    edges: Vec<DrawnEdge>,
    /// The nodes of points, of claims, and of functions that begin there.
    points: BTreeMap<PredId, usize>,
    claims: BTreeMap<ClauseId, usize>,
    begun: BTreeMap<FunctionId, usize>,
}

impl<'a> GraphBuilder<'a> {
    fn new(
        room: Option<FunctionId>,
        system: &'a System,
        calls: &'a Calls<'a>,
        words: &'a EdgeLabels<'a>,
        lines: &'a LineIndex,
    ) -> GraphBuilder<'a> {
        let (nodes, edges) = (vec![], vec![]);
        let (points, claims, begun) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        GraphBuilder { room, system, calls, words, lines, nodes, edges, points, claims, begun }
    }

    fn into_drawing(mut self, graph: &cfg::Graph) -> Drawing {
        for node in graph.nodes.iter().filter(|node| self.calls.function_of(node.pred) == self.room)
        {
            self.points.insert(node.pred, self.nodes.len());
            self.nodes.push(point_node(self.system, node, self.lines));
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
            match self.calls.target_of(clause, edge.from) {
                Some(StepTarget::Into(function)) => entering.push((from, function, *clause)),
                Some(StepTarget::Within) => self.add_step(from, clause, edge),
                None => {}
            }
        }
        entering
            .into_iter()
            .for_each(|(from, function, clause)| self.add_call(from, function, clause));
        let name = self.room.map(|function| self.calls.name(function));
        Drawing { function: name, ..place_nodes(self.nodes, self.edges) }
    }

    /// Adds a step to another point of the drawing, or a claim.
    fn add_step(&mut self, from: usize, clause: &Clause, edge: &cfg::Edge) {
        let (span, line) = (clause.origin.span, self.lines.line(clause.origin.span));
        let to = match edge.to {
            Some(pred) => match self.points.get(&pred) {
                Some(to) => *to,
                None => return,
            },
            None => *self.claims.entry(clause.id).or_insert_with(|| {
                self.nodes.push(claim_node(edge, span, line));
                self.nodes.len() - 1
            }),
        };
        let label = self.words.label(clause, edge);
        let calls = self.calls.calls_in(clause).into_iter().map(|id| self.calls.name(id)).collect();
        self.add_edge(from, to, label, clause, calls);
    }

    /// Adds a step into a function. The edge on which the caller goes on stands for both; if there is none,
    /// the function is a node without successors.
    fn add_call(&mut self, from: usize, function: FunctionId, clause: &Clause) {
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
            self.nodes.push(function_node(&name, clause.origin.span, line));
            self.nodes.len() - 1
        });
        self.add_edge(from, to, String::new(), clause, vec![name]);
    }

    fn add_edge(
        &mut self,
        from: usize,
        to: usize,
        label: String,
        clause: &Clause,
        calls: Vec<String>,
    ) {
        let (span, line) = (clause.origin.span, self.lines.line(clause.origin.span));
        let clauses = vec![clause.id];
        let new =
            DrawnEdge { from, to, label, span, line, clauses, calls, back: false, way: vec![] };
        match self
            .edges
            .iter_mut()
            .rev()
            .take(MAX_LOOKBACK)
            .find(|known| has_same_label(known, &new))
        {
            Some(known) if known.clauses.contains(&clause.id) => {}
            Some(known) => known.clauses.push(clause.id),
            None => self.edges.push(new),
        }
    }
}

fn has_same_label(one: &DrawnEdge, other: &DrawnEdge) -> bool {
    let key = |edge: &DrawnEdge| (edge.from, edge.to, edge.span);
    key(one) == key(other) && one.label == other.label
}

/// The greatest number of preceding edges that are compared.
const MAX_LOOKBACK: usize = 16;

/// Places nodes and edges on the grid.
fn place_nodes(mut nodes: Vec<DrawnNode>, mut edges: Vec<DrawnEdge>) -> Drawing {
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

fn point_node(system: &System, node: &cfg::CfgNode, lines: &LineIndex) -> DrawnNode {
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

fn claim_node(edge: &cfg::Edge, span: Span, line: u32) -> DrawnNode {
    let (name, title) = ("assert".to_owned(), edge.label.clone());
    leaf_node(DrawnKind::Claim, name, title, span, line)
}

fn function_node(function: &str, span: Span, line: u32) -> DrawnNode {
    let title = format!("`{function}` begins");
    leaf_node(DrawnKind::Function, function.to_owned(), title, span, line)
}

/// A node that is no program point.
fn leaf_node(kind: DrawnKind, name: String, title: String, span: Span, line: u32) -> DrawnNode {
    let (pred, loop_head, starts) = (None, false, vec![]);
    let place = GridPosition { column: 0, row: 0 };
    DrawnNode { pred, name, title, kind, loop_head, span, line, starts, place }
}
