//! A spurious derivation, state by state, beside the concrete traces that are nearest to it.
//!
//! All premises of a clause are about the one state before it. So all nodes of one depth are about one state.
//! Where a step combines cells of different runs in one array, the subtree of each cell belongs to one of
//! these runs.
//!
//! **Invariant:** concrete traces are runs of the interpreter. If none follows the derivation, the record says so.

use hornbook_records::concrete_traces::{
    AbstractTrace, ConcreteTrace, ConflictCell, DerivationState, DerivedFact, SpuriousConflict,
    TraceComparison,
};

mod guided_run;
use super::run;
use guided_run::{GuidedRun, Waypoint, as_cell, find_guided_run, is_consistent};
use hornbook_base::{Int, LineIndex, Span};
use hornbook_horn::{Op, Term};
use hornbook_lang::interp::{State, StepKind, StepRecord};
use hornbook_lang::typed::{Type, TypedProgram, VarId};
use hornbook_records::outcome::{DerivationRemark, TreeNode};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of traces.
const MAX_TRACES: usize = 4;

/// The greatest index up to which cells between those of the derivation are shown.
const MAX_FILLED_INDEX: i64 = 16;

/// Compares a derivation in abstract clauses with concrete traces of the program. For clauses from a file
/// there is no program, and there are no traces.
pub fn compare_traces(
    program: Option<&TypedProgram>,
    lines: &LineIndex,
    text: &str,
    tree: &TreeNode,
) -> TraceComparison {
    let flat = FlatTree::from_tree(tree);
    let large_blocks = program.is_some_and(|program| flat.has_large_blocks(program));
    let found = flat.find_traces(program.filter(|_| !large_blocks));
    let trace_of = flat.traces_of(found.iter().map(|one| one.roots.as_slice()));
    let mut states = flat.group_by_state(&trace_of);
    // A single trace has no conflict.
    let conflict = flat.find_conflict(&trace_of).filter(|_| found.len() > 1);
    let mut divergence = flat.find_divergence(&trace_of);
    let trace = |(n, one): (usize, &FoundTrace<'_>)| AbstractTrace {
        name: trace_name(n),
        differs: divergence.as_ref().and_then(|divergence| divergence.describe(n)),
        run: program.zip(one.guided.as_ref()).map(|(program, guided)| {
            let at = flat.count_steps(&one.waypoints, guided);
            flat.mark_agreement(program, guided, &at, n, &mut states);
            flat.concrete_trace(program, lines, text, guided, at)
        }),
    };
    let mut traces: Vec<AbstractTrace> = found.iter().enumerate().map(trace).collect();
    // A divergence counts only if it is true of the concrete traces.
    let known = || states.iter().flat_map(|state| &state.known);
    let agree = known().all(|known| known.agrees != Some(false));
    let diverges = |known: &&DerivedFact| known.remark == Some(DerivationRemark::Divergence);
    if known().filter(diverges).any(|known| known.agrees == Some(false)) {
        divergence = None;
        traces.iter_mut().for_each(|trace| trace.differs = None);
    }
    let said = match (program, &conflict) {
        (None, _) => "These are clauses without a program, so there is no run to put beside the \
                      derivation."
            .to_owned(),
        (_, Some(conflict)) => {
            let said = describe_conflict(conflict, divergence.as_ref(), &traces, large_blocks);
            if agree { said } else { format!("{said} {DISAGREEMENT}") }
        }
        (Some(_), None) => describe_nearest(found.first(), lines, large_blocks),
    };
    // A single trace without a run needs no name.
    let traces = if conflict.is_some() || found.iter().any(|one| one.guided.is_some()) {
        traces
    } else {
        states.iter_mut().flat_map(|m| &mut m.known).for_each(|known| known.trace = None);
        vec![]
    };
    TraceComparison { moments: states, traces, conflict, said }
}

/// The note on values of the derivation that differ from those of the nearest run.
const DISAGREEMENT: &str =
    "Where a value of the derivation is not that of the run beside it, it is marked.";

/// The name of a trace: `A`, `B`, and so on.
fn trace_name(trace: usize) -> String {
    char::from(b'A' + (trace % 26) as u8).to_string()
}

/// A trace of the derivation: the roots of its subtrees, its waypoints, and a run along them.
struct FoundTrace<'t> {
    roots: Vec<usize>,
    waypoints: Vec<Waypoint<'t>>,
    guided: Option<GuidedRun>,
}

/// The divergence of traces: their differences after a line; without a line they take different branches.
struct Divergence {
    line: Option<u32>,
    differs: BTreeMap<usize, String>,
}

impl Divergence {
    fn describe(&self, trace: usize) -> Option<String> {
        let how = self.differs.get(&trace)?;
        Some(match self.line {
            Some(line) => format!("{how} after line {line}"),
            None => how.clone(),
        })
    }
}

/// A node with its depth and its parent.
struct PlacedNode<'t> {
    node: &'t TreeNode,
    depth: usize,
    parent: Option<usize>,
}

/// The nodes of a tree in preorder.
struct FlatTree<'t> {
    nodes: Vec<PlacedNode<'t>>,
    deepest: usize,
}

impl<'t> FlatTree<'t> {
    fn from_tree(tree: &'t TreeNode) -> FlatTree<'t> {
        let mut nodes: Vec<PlacedNode<'t>> = vec![];
        let mut open = vec![(tree, 0, None)];
        while let Some((node, depth, parent)) = open.pop() {
            let number = nodes.len();
            open.extend(node.children.iter().rev().map(|c| (c, depth + 1, Some(number))));
            nodes.push(PlacedNode { node, depth, parent });
        }
        let deepest = nodes.iter().map(|n| n.depth).max().unwrap_or(0);
        FlatTree { nodes, deepest }
    }

    fn nodes_with_remark(&self, remark: DerivationRemark) -> Vec<usize> {
        let has = |n: &usize| self.nodes[*n].node.remark == Some(remark);
        (0..self.nodes.len()).filter(has).collect()
    }

    /// Whether some clause is a large block: it takes several steps.
    fn has_large_blocks(&self, program: &TypedProgram) -> bool {
        let step_spans = guided_run::step_spans(program);
        let is_large = |span: Span| {
            let inside = step_spans.iter().filter(|p| span.start <= p.start && p.end <= span.end);
            !step_spans.contains(&span) && inside.count() > 1
        };
        self.nodes.iter().any(|n| is_large(n.node.span))
    }

    /// The traces: as few as possible, such that each premise of the spurious step is in one.
    fn find_traces(&self, program: Option<&TypedProgram>) -> Vec<FoundTrace<'t>> {
        let Some(&spurious) = self.nodes_with_remark(DerivationRemark::SpuriousStep).first() else {
            return vec![self.nearest_trace(program, vec![0])];
        };
        let mut found: Vec<FoundTrace<'t>> = vec![];
        for child in self.ordered_premises(spurious) {
            let with = |one: &FoundTrace<'t>| [one.roots.as_slice(), &[child]].concat();
            let joined = found.iter().enumerate().find_map(|(n, one)| {
                Some((n, self.find_concrete(program.filter(|_| one.guided.is_some())?, with(one))?))
            });
            match joined {
                Some((n, one)) => found[n] = one,
                None if found.len() < MAX_TRACES => {
                    found.push(self.nearest_trace(program, vec![child]));
                }
                None => {}
            }
        }
        found
    }

    /// The premises of a node, those first at which its traces diverge.
    fn ordered_premises(&self, node: usize) -> Vec<usize> {
        let children = (0..self.nodes.len()).filter(|n| self.nodes[*n].parent == Some(node));
        let above = |n: usize| std::iter::successors(Some(n), |n| self.nodes[*n].parent);
        let parts = self.nodes_with_remark(DerivationRemark::Divergence).into_iter();
        let first = parts.filter_map(|n| above(n).find(|n| self.nodes[*n].parent == Some(node)));
        let mut out: Vec<usize> = vec![];
        for n in first.chain(children) {
            if !out.contains(&n) {
                out.push(n);
            }
        }
        out
    }

    /// The trace with a concrete run that agrees with all facts of some subtrees, if one is found.
    fn find_concrete(&self, program: &TypedProgram, roots: Vec<usize>) -> Option<FoundTrace<'t>> {
        let waypoints = self.collect_waypoints(&roots);
        let facts = waypoints.iter().filter(|waypoint| !waypoint.facts.is_empty()).count();
        let one_way =
            |waypoint: &Waypoint<'_>| waypoint.facts.iter().all(|fact| fact.span == waypoint.span);
        let guided =
            waypoints.iter().all(one_way).then(|| find_guided_run(program, &waypoints, true))?;
        let agrees = guided.passed.len() >= facts;
        agrees.then_some(FoundTrace { roots, waypoints, guided: Some(guided) })
    }

    /// The trace with a concrete run, or with the run that follows it for longest, if it reaches the
    /// divergence or, without one, passes one line.
    fn nearest_trace(&self, program: Option<&TypedProgram>, roots: Vec<usize>) -> FoundTrace<'t> {
        if let Some(found) = program.and_then(|program| self.find_concrete(program, roots.clone()))
        {
            return found;
        }
        let waypoints = self.collect_waypoints(&roots);
        let divergence = self
            .nodes_with_remark(DerivationRemark::Divergence)
            .into_iter()
            .map(|n| self.nodes[n].depth)
            .max();
        let enough = divergence.map_or(1, |depth| waypoints.len().saturating_sub(depth));
        let guided = program.map(|program| find_guided_run(program, &waypoints, false));
        let guided = guided.filter(|a| a.passed.len() >= enough && !a.trace.steps.is_empty());
        FoundTrace { roots, waypoints, guided }
    }

    /// The waypoints through the subtrees of some nodes of one depth, and from these to the root.
    fn collect_waypoints(&self, roots: &[usize]) -> Vec<Waypoint<'t>> {
        let own = self.traces_of([roots].into_iter());
        let chain = |n: usize| std::iter::successors(Some(n), |n| self.nodes[*n].parent);
        let above: Vec<usize> = roots.first().into_iter().flat_map(|n| chain(*n)).collect();
        let waypoint = |depth: usize| {
            let here = self.nodes.iter().zip(&own);
            let here = here.filter(|(n, own)| n.depth == depth && own.is_some());
            let mut facts: Vec<&TreeNode> = vec![];
            for (n, _) in here {
                if !facts.iter().any(|f| f.fact == n.node.fact && f.span == n.node.span) {
                    facts.push(n.node);
                }
            }
            let leads = above.iter().map(|n| &self.nodes[*n]).find(|n| n.depth == depth);
            let first = facts.first().copied().or(leads.map(|n| n.node))?;
            Some(Waypoint { span: first.span, facts })
        };
        (0..=self.deepest).rev().filter_map(waypoint).collect()
    }

    /// For each node the trace that it belongs to, if any.
    fn traces_of<'r>(&self, traces: impl Iterator<Item = &'r [usize]>) -> Vec<Option<usize>> {
        let mut root_of = BTreeMap::new();
        for (trace, roots) in traces.enumerate() {
            root_of.extend(roots.iter().map(|root| (*root, trace)));
        }
        let mut out: Vec<Option<usize>> = vec![];
        for (n, placed) in self.nodes.iter().enumerate() {
            let inherited = placed.parent.and_then(|parent| out[parent]);
            out.push(root_of.get(&n).copied().or(inherited));
        }
        out
    }

    fn group_by_state(&self, trace_of: &[Option<usize>]) -> Vec<DerivationState> {
        let mut states = vec![DerivationState { known: vec![] }; self.deepest + 1];
        for (n, placed) in self.nodes.iter().enumerate() {
            let TreeNode { fact, state, span, line, remark, .. } = placed.node;
            let known = &mut states[self.deepest - placed.depth].known;
            let same = |known: &&mut DerivedFact| {
                known.trace == trace_of[n] && known.fact == *fact && known.span == *span
            };
            match known.iter_mut().find(same) {
                Some(known) => {
                    known.nodes.push(n);
                    known.remark = known.remark.or(*remark);
                }
                None => known.push(DerivedFact {
                    nodes: vec![n],
                    fact: fact.clone(),
                    state: state.clone(),
                    span: *span,
                    line: *line,
                    remark: *remark,
                    trace: trace_of[n],
                    agrees: None,
                }),
            }
        }
        states
    }

    fn find_conflict(&self, trace_of: &[Option<usize>]) -> Option<SpuriousConflict> {
        let spurious = *self.nodes_with_remark(DerivationRemark::SpuriousStep).first()?;
        let mut cells: Vec<ConflictCell> = vec![];
        for child in self.ordered_premises(spurious) {
            let Some(trace) = trace_of[child] else { continue };
            let state = self.nodes[child].node.state.iter();
            for cell in state.filter(|(what, _)| what.as_app(Op::Select).is_some()) {
                let taken = ConflictCell { trace, cell: cell.clone() };
                if !cells.contains(&taken) {
                    cells.push(taken);
                }
            }
        }
        let PlacedNode { node, depth, .. } = &self.nodes[spurious];
        Some(SpuriousConflict { moment: self.deepest - depth, line: node.line, cells })
    }

    fn find_divergence(&self, trace_of: &[Option<usize>]) -> Option<Divergence> {
        let [one, other] = self.nodes_with_remark(DerivationRemark::Divergence)[..] else {
            return None;
        };
        let traces = [trace_of[one]?, trace_of[other]?];
        if traces[0] == traces[1] {
            return None;
        }
        let [one, other] = [one, other].map(|n| self.nodes[n].node);
        let differ = |(what, value): &&(Term, Term)| {
            other.state.iter().any(|(there, is)| there == what && is != value)
        };
        let same_step = one.span == other.span;
        let said = match one.state.iter().find(differ).filter(|_| same_step) {
            Some((what, _)) => [one, other].map(|node| {
                let is = node.state.iter().find(|(there, _)| there == what);
                is.map(|(what, value)| format!("{what} = {value}")).unwrap_or_default()
            }),
            None => [one, other].map(|node| format!("by line {}", node.line)),
        };
        let differs = traces.into_iter().zip(said).collect();
        Some(Divergence { line: same_step.then_some(one.line), differs })
    }

    /// For each state of the derivation the number of steps that a run has made by then.
    fn count_steps(&self, waypoints: &[Waypoint<'_>], guided: &GuidedRun) -> Vec<Option<usize>> {
        let at = |depth: usize| match waypoints.len().checked_sub(depth + 1) {
            Some(waypoint) => guided.passed.get(waypoint).copied(),
            // Other traces begin earlier.
            None => Some(0),
        };
        (0..=self.deepest).rev().map(at).collect()
    }

    /// Records for each fact whether it agrees with the concrete run of its trace.
    fn mark_agreement(
        &self,
        program: &TypedProgram,
        guided: &GuidedRun,
        at: &[Option<usize>],
        trace: usize,
        states: &mut [DerivationState],
    ) {
        let (mut state, mut made) = (State::default(), 0);
        for (state_facts, at) in states.iter_mut().zip(at) {
            let Some(at) = *at else { break };
            guided.trace.steps[made.min(at)..at].iter().for_each(|step| state.apply(step));
            made = at;
            for known in state_facts.known.iter_mut().filter(|known| known.trace == Some(trace)) {
                known.agrees =
                    Some(is_consistent(program, &state, self.nodes[known.nodes[0]].node));
            }
        }
    }

    fn concrete_trace(
        &self,
        program: &TypedProgram,
        lines: &LineIndex,
        text: &str,
        guided: &GuidedRun,
        at: Vec<Option<usize>>,
    ) -> ConcreteTrace {
        let (steps, choices) = run::describe_passing(
            program,
            lines,
            text,
            &guided.trace,
            &self.collect_cells(program),
        );
        ConcreteTrace { steps, choices, chosen: guided.chosen.clone(), at }
    }

    /// The cells in the derivation, and those between.
    fn collect_cells(&self, program: &TypedProgram) -> BTreeMap<VarId, BTreeSet<Vec<Int>>> {
        let mut cells: BTreeMap<VarId, BTreeSet<Vec<Int>>> = BTreeMap::new();
        for (what, _) in self.nodes.iter().flat_map(|n| &n.node.state) {
            let Some((name, indices)) = as_cell(what).filter(|(_, i)| !i.is_empty()) else {
                continue;
            };
            let var = program.vars.iter().position(|v| v.name == name);
            let Some(var) = var.filter(|n| matches!(program.vars[*n].ty, Type::Array(_))) else {
                continue;
            };
            cells.entry(VarId(var as u32)).or_default().insert(indices);
        }
        for cells in cells.values_mut() {
            let last = cells.iter().filter_map(|i| <&[Int; 1]>::try_from(&i[..]).ok()?[0].to_i64());
            let last = last.max().unwrap_or(-1).min(MAX_FILLED_INDEX);
            cells.extend((0..=last).map(|n| vec![Int::from(n)]));
        }
        cells
    }
}

/// Joins words with commas, and `and` before the last.
fn join_words(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn describe_conflict(
    conflict: &SpuriousConflict,
    divergence: Option<&Divergence>,
    traces: &[AbstractTrace],
    large_blocks: bool,
) -> String {
    let describe_cells = |(n, trace): (usize, &AbstractTrace)| {
        let own = conflict.cells.iter().filter(|taken| taken.trace == n);
        let own: Vec<String> =
            own.map(|ConflictCell { cell: (a, v), .. }| format!("{a} = {v}")).collect();
        (!own.is_empty()).then(|| format!("{} of run {}", join_words(&own), trace.name))
    };
    let taken: Vec<String> = traces.iter().enumerate().filter_map(describe_cells).collect();
    let cells =
        if taken.is_empty() { "cells of different runs".to_owned() } else { join_words(&taken) };
    let mut said = vec![format!("Line {} takes {cells} for cells of one array.", conflict.line)];
    if let Some(Divergence { line, differs }) = divergence {
        let one = |(n, how): (&usize, &String)| format!("{how} in {}", trace_name(*n));
        let differs: Vec<String> = differs.iter().map(one).collect();
        let parted = match line {
            Some(line) => format!("differ after line {line}"),
            None => "go different ways".to_owned(),
        };
        said.push(format!("These runs {parted}: {}.", join_words(&differs)));
    }
    let without = traces.iter().filter(|w| w.run.is_none()).map(|w| w.name.clone());
    let without: Vec<String> = without.collect();
    match (large_blocks, without.is_empty()) {
        (true, _) => said.push(LARGE_BLOCKS.to_owned()),
        (false, true) => {}
        (false, false) => {
            said.push(format!(
                "No single run was found that goes the way of {}.",
                join_words(&without)
            ));
        }
    }
    said.join(" ")
}

/// The note on clauses that are large blocks.
const LARGE_BLOCKS: &str =
    "Here one clause takes several steps, so no run can be put beside it step by step.";

fn describe_nearest(
    found: Option<&FoundTrace<'_>>,
    lines: &LineIndex,
    large_blocks: bool,
) -> String {
    let Some(FoundTrace { waypoints, guided: Some(guided), .. }) = found else {
        let none = "No run was found that goes past the lines of the derivation.";
        return if large_blocks { LARGE_BLOCKS } else { none }.to_owned();
    };
    let holds = |step: &StepRecord| matches!(step.kind, StepKind::Assert { value: Some(true), .. });
    let way = match waypoints.get(guided.passed.len()) {
        None if guided.trace.steps.last().is_some_and(holds) => {
            "and the assertion holds in it".to_owned()
        }
        None => "up to the assertion".to_owned(),
        Some(next) => {
            let line = lines.line(next.span);
            format!("but no run was found that goes on at line {line} like the derivation")
        }
    };
    format!(
        "The run beside it goes past the same lines, {way}. No place was found where cells of \
         different runs are mixed."
    )
}
