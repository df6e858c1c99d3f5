//! The control-flow graph of a system of linear clauses, as a value that viewers draw.

use super::clause::{ClauseId, Goal, Instruction, PredId, System};
use hornbook_base::Span;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A control-flow graph. Non-linear clauses have an edge from each of their premises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The points, in the order of the system's predicates; `nodes[i].pred` is `i`.
    pub nodes: Vec<CfgNode>,
    /// The steps, in the order of the clauses.
    pub edges: Vec<Edge>,
}

/// A program point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CfgNode {
    /// Its predicate.
    pub pred: PredId,
    /// The predicate's name.
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The role of the point in the flow of control.
    pub kind: NodeKind,
    /// The place of the statement that follows it.
    pub span: Span,
    /// The row in a drawing from top to bottom: the length of the longest path from the start that goes
    /// round no loop. `None` for an unreachable point.
    pub row: Option<u32>,
}

/// The role of a point in the flow of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// A start clause leads here.
    Start,
    /// A loop comes back here.
    LoopHead,
    /// Nothing leaves it but assertions.
    End,
    /// Any other point.
    Plain,
}

/// A step from one point to another, or a claim about a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// From here.
    pub from: PredId,
    /// To there; nowhere for an assertion.
    pub to: Option<PredId>,
    /// The clause of the step.
    pub clause: ClauseId,
    /// The instruction of the step.
    #[serde(rename = "rule")]
    pub instruction: Instruction,
    /// The condition or the change, in the syntax of programs.
    pub label: String,
    /// Whether the step closes a loop.
    pub back: bool,
}

/// The graph of a system.
pub fn graph(system: &System) -> Graph {
    let mut edges = vec![];
    for clause in &system.clauses {
        let to = match &clause.goal {
            Goal::Instance(i) => Some(i.pred),
            Goal::Cond(_) => None,
        };
        for premise in clause.instances() {
            edges.push(Edge {
                from: premise.pred,
                to,
                clause: clause.id,
                instruction: clause.origin.instruction,
                label: label(system, clause),
                back: false,
            });
        }
    }
    let rows = rows(system, &mut edges);
    let nodes = system.pred_ids().map(|id| {
        let pred = system.pred(id);
        let starts = |c: &super::clause::Clause| {
            c.instances().next().is_none() && matches!(&c.goal, Goal::Instance(i) if i.pred == id)
        };
        let leaves = edges.iter().any(|e| e.from == id && e.to.is_some());
        let kind = match (pred.loop_head, leaves) {
            (true, _) => NodeKind::LoopHead,
            _ if system.clauses.iter().any(starts) => NodeKind::Start,
            (_, false) => NodeKind::End,
            _ => NodeKind::Plain,
        };
        let (name, title) = (pred.name.clone(), pred.title.clone());
        CfgNode { pred: id, name, title, kind, span: pred.span, row: rows[id.0 as usize] }
    });
    Graph { nodes: nodes.collect(), edges }
}

/// The label of a step: its conditions, and the arguments that change.
fn label(system: &System, clause: &super::clause::Clause) -> String {
    let mut parts: Vec<String> = clause.conditions().map(|c| c.to_string()).collect();
    match &clause.goal {
        Goal::Cond(c) => parts.push(format!("assert {c}")),
        Goal::Instance(goal) => {
            for (param, arg) in system.pred(goal.pred).params.iter().zip(&goal.args) {
                if arg.as_var() != Some(param) {
                    parts.push(format!("{} := {arg}", param.name));
                }
            }
        }
    }
    parts.join(", ")
}

/// The row of each point. Marks the edges that close loops on the way.
fn rows(system: &System, edges: &mut [Edge]) -> Vec<Option<u32>> {
    let starts = system.clauses.iter().filter(|c| c.instances().next().is_none());
    let starts: Vec<PredId> = starts
        .filter_map(|c| match &c.goal {
            Goal::Instance(i) => Some(i.pred),
            Goal::Cond(_) => None,
        })
        .collect();
    let order = postorder(system.preds.len(), &starts, edges);
    let mut rows = vec![None; system.preds.len()];
    starts.iter().for_each(|p| rows[p.0 as usize] = Some(0));
    for pred in order.into_iter().rev() {
        let Some(row) = rows[pred.0 as usize] else { continue };
        for edge in edges.iter().filter(|e| e.from == pred && !e.back) {
            if let Some(to) = edge.to {
                let below = &mut rows[to.0 as usize];
                *below = Some(below.map_or(row + 1, |old: u32| old.max(row + 1)));
            }
        }
    }
    rows
}

/// Depth-first search with a stack of its own: long programs have long ways.
fn postorder(points: usize, starts: &[PredId], edges: &mut [Edge]) -> Vec<PredId> {
    let mut leaving: Vec<Vec<usize>> = vec![vec![]; points];
    for (n, edge) in edges.iter().enumerate().filter(|(_, e)| e.to.is_some()) {
        leaving[edge.from.0 as usize].push(n);
    }
    // Unvisited, on the current path, done.
    let mut colour = vec![0u8; points];
    let mut order = vec![];
    for start in starts {
        if colour[start.0 as usize] != 0 {
            continue;
        }
        colour[start.0 as usize] = 1;
        let mut way = vec![(*start, 0)];
        while let Some((pred, next)) = way.last_mut() {
            let Some(&n) = leaving[pred.0 as usize].get(*next) else {
                colour[pred.0 as usize] = 2;
                order.push(*pred);
                way.pop();
                continue;
            };
            *next += 1;
            let Some(to) = edges[n].to else { continue };
            match colour[to.0 as usize] {
                0 => {
                    colour[to.0 as usize] = 1;
                    way.push((to, 0));
                }
                1 => edges[n].back = true,
                _ => {}
            }
        }
    }
    order
}

impl Graph {
    /// The graph in the DOT language of Graphviz.
    pub fn dot(&self) -> String {
        let quote = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = String::from("digraph program {\n  node [shape=box, style=rounded];\n");
        for node in &self.nodes {
            let shape = match node.kind {
                NodeKind::LoopHead => ", peripheries=2",
                NodeKind::Start | NodeKind::End => ", style=bold",
                NodeKind::Plain => "",
            };
            let (name, title) = (quote(&node.name), quote(&node.title));
            let _ =
                writeln!(out, "  n{} [label=\"{name}\", tooltip=\"{title}\"{shape}];", node.pred.0);
        }
        for (n, edge) in self.edges.iter().enumerate() {
            let label = quote(&edge.label);
            let _ = match edge.to {
                Some(to) => writeln!(out, "  n{} -> n{} [label=\"{label}\"];", edge.from.0, to.0),
                None => writeln!(
                    out,
                    "  a{n} [label=\"{label}\", shape=note];\n  n{} -> a{n} [style=dashed];",
                    edge.from.0
                ),
            };
        }
        out.push_str("}\n");
        out
    }
}
