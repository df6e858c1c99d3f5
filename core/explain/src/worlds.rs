//! A derivation that is no run, moment by moment, beside the real runs that come nearest to it.
//!
//! All instances in a clause of a program are of the one state before it. So what stands equally far
//! from the root of a derivation is about one moment. Where cells of different runs are taken for
//! those of one array, what is behind each cell belongs to one of these runs.
//!
//! **Invariant:** a run that stands here is one of the interpreter. If there is none that goes the way
//! of the derivation, that is said.

use hornbook_records::worlds::{Beside, Known, Mixing, Moment, Taken, World, Worlds};

mod along;
use super::run;
use along::{Along, Stop, agrees, along, place};
use hornbook_base::{Int, LineIndex, Span};
use hornbook_horn::{Op, Term};
use hornbook_lang::interp::{State, StepKind, StepRecord};
use hornbook_lang::typed::{Type, TypedProgram, VarId};
use hornbook_records::outcome::{Remark, TreeNode};
use std::collections::{BTreeMap, BTreeSet};

/// So many worlds are told apart.
const MOST_WORLDS: usize = 4;

/// Cells between those of the derivation are shown up to this index.
const FILLED: i64 = 16;

/// Puts real runs of a program beside a derivation in its abstract clauses. Without the program, as
/// for clauses from a file, the derivation stands alone.
pub fn worlds(
    program: Option<&TypedProgram>,
    lines: &LineIndex,
    text: &str,
    tree: &TreeNode,
) -> Worlds {
    let flat = Flat::of(tree);
    let blocks = program.is_some_and(|program| flat.takes_blocks(program));
    let found = flat.found(program.filter(|_| !blocks));
    let world_of = flat.worlds_of(found.iter().map(|one| one.roots.as_slice()));
    let mut moments = flat.moments(&world_of);
    // What belongs to one run is not mixed.
    let mixing = flat.mixing(&world_of).filter(|_| found.len() > 1);
    let mut parting = flat.parting(&world_of);
    let world = |(n, one): (usize, &Found<'_>)| World {
        name: name(n),
        differs: parting.as_ref().and_then(|parting| parting.in_words(n)),
        run: program.zip(one.along.as_ref()).map(|(program, along)| {
            let at = flat.steps_at(&one.stops, along);
            flat.compare(program, along, &at, n, &mut moments);
            flat.beside(program, lines, text, along, at)
        }),
    };
    let mut worlds: Vec<World> = found.iter().enumerate().map(world).collect();
    // What the derivation says of a run is said of the run only if it is true there.
    let known = || moments.iter().flat_map(|moment| &moment.known);
    let agree = known().all(|known| known.agrees != Some(false));
    let parts = |known: &&Known| known.remark == Some(Remark::Parts);
    if known().filter(parts).any(|known| known.agrees == Some(false)) {
        parting = None;
        worlds.iter_mut().for_each(|world| world.differs = None);
    }
    let said = match (program, &mixing) {
        (None, _) => "These are clauses without a program, so there is no run to put beside the \
                      derivation."
            .to_owned(),
        (_, Some(mixing)) => {
            let said = said_of_mixing(mixing, parting.as_ref(), &worlds, blocks);
            if agree { said } else { format!("{said} {DISAGREE}") }
        }
        (Some(_), None) => said_of_one(found.first(), lines, blocks),
    };
    // A world without a run has a name only beside another one.
    let worlds = if mixing.is_some() || found.iter().any(|one| one.along.is_some()) {
        worlds
    } else {
        moments.iter_mut().flat_map(|m| &mut m.known).for_each(|known| known.world = None);
        vec![]
    };
    Worlds { moments, worlds, mixing, said }
}

/// Said where the nearest run is not quite that of the derivation.
const DISAGREE: &str =
    "Where a value of the derivation is not that of the run beside it, it is marked.";

/// `A`, `B`, and so on.
fn name(world: usize) -> String {
    char::from(b'A' + (world % 26) as u8).to_string()
}

/// A world: what of the derivation belongs to it, and the run that goes along.
struct Found<'t> {
    roots: Vec<usize>,
    stops: Vec<Stop<'t>>,
    along: Option<Along>,
}

/// How worlds differ, and after which line; without one they go different ways.
struct Parting {
    line: Option<u32>,
    differs: BTreeMap<usize, String>,
}

impl Parting {
    fn in_words(&self, world: usize) -> Option<String> {
        let how = self.differs.get(&world)?;
        Some(match self.line {
            Some(line) => format!("{how} after line {line}"),
            None => how.clone(),
        })
    }
}

/// A node with its place.
struct Placed<'t> {
    node: &'t TreeNode,
    depth: usize,
    parent: Option<usize>,
}

/// The nodes from the root on, the children of each in their order.
struct Flat<'t> {
    nodes: Vec<Placed<'t>>,
    deepest: usize,
}

impl<'t> Flat<'t> {
    fn of(tree: &'t TreeNode) -> Flat<'t> {
        let mut nodes: Vec<Placed<'t>> = vec![];
        let mut open = vec![(tree, 0, None)];
        while let Some((node, depth, parent)) = open.pop() {
            let number = nodes.len();
            open.extend(node.children.iter().rev().map(|c| (c, depth + 1, Some(number))));
            nodes.push(Placed { node, depth, parent });
        }
        let deepest = nodes.iter().map(|n| n.depth).max().unwrap_or(0);
        Flat { nodes, deepest }
    }

    fn remarked(&self, remark: Remark) -> Vec<usize> {
        let has = |n: &usize| self.nodes[*n].node.remark == Some(remark);
        (0..self.nodes.len()).filter(has).collect()
    }

    /// Whether a clause of it takes several steps.
    fn takes_blocks(&self, program: &TypedProgram) -> bool {
        let places = along::places(program);
        let several = |span: Span| {
            let inside = places.iter().filter(|p| span.start <= p.start && p.end <= span.end);
            !places.contains(&span) && inside.count() > 1
        };
        self.nodes.iter().any(|n| several(n.node.span))
    }

    /// The worlds: of a node that mixes each premise is in one, and as few as possible are told apart.
    fn found(&self, program: Option<&TypedProgram>) -> Vec<Found<'t>> {
        let Some(&mixes) = self.remarked(Remark::Mixes).first() else {
            return vec![self.nearest(program, vec![0])];
        };
        let mut found: Vec<Found<'t>> = vec![];
        for child in self.premises(mixes) {
            let with = |one: &Found<'t>| [one.roots.as_slice(), &[child]].concat();
            let joined = found.iter().enumerate().find_map(|(n, one)| {
                Some((n, self.in_one_run(program.filter(|_| one.along.is_some())?, with(one))?))
            });
            match joined {
                Some((n, one)) => found[n] = one,
                None if found.len() < MOST_WORLDS => {
                    found.push(self.nearest(program, vec![child]));
                }
                None => {}
            }
        }
        found
    }

    /// The premises of a node, those first that tell its worlds apart.
    fn premises(&self, of: usize) -> Vec<usize> {
        let children = (0..self.nodes.len()).filter(|n| self.nodes[*n].parent == Some(of));
        let above = |n: usize| std::iter::successors(Some(n), |n| self.nodes[*n].parent);
        let parts = self.remarked(Remark::Parts).into_iter();
        let first = parts.filter_map(|n| above(n).find(|n| self.nodes[*n].parent == Some(of)));
        let mut out: Vec<usize> = vec![];
        for n in first.chain(children) {
            if !out.contains(&n) {
                out.push(n);
            }
        }
        out
    }

    /// A run that agrees with all that is below some nodes.
    fn in_one_run(&self, program: &TypedProgram, roots: Vec<usize>) -> Option<Found<'t>> {
        let stops = self.stops(&roots);
        let facts = stops.iter().filter(|stop| !stop.facts.is_empty()).count();
        let one_way = |stop: &Stop<'_>| stop.facts.iter().all(|fact| fact.span == stop.span);
        let along = stops.iter().all(one_way).then(|| along(program, &stops, true))?;
        let agrees = along.passed.len() >= facts;
        agrees.then_some(Found { roots, stops, along: Some(along) })
    }

    /// The same, or else the run that goes the way of the derivation for longest: if it comes to where
    /// the worlds part, or, where nothing parts, past one line.
    fn nearest(&self, program: Option<&TypedProgram>, roots: Vec<usize>) -> Found<'t> {
        if let Some(found) = program.and_then(|program| self.in_one_run(program, roots.clone())) {
            return found;
        }
        let stops = self.stops(&roots);
        let parts = self.remarked(Remark::Parts).into_iter().map(|n| self.nodes[n].depth).max();
        let enough = parts.map_or(1, |depth| stops.len().saturating_sub(depth));
        let along = program.map(|program| along(program, &stops, false));
        let along = along.filter(|a| a.passed.len() >= enough && !a.trace.steps.is_empty());
        Found { roots, stops, along }
    }

    /// The way through all that is below some nodes, which stand equally far from the root, and from
    /// them to the root.
    fn stops(&self, roots: &[usize]) -> Vec<Stop<'t>> {
        let own = self.worlds_of([roots].into_iter());
        let chain = |n: usize| std::iter::successors(Some(n), |n| self.nodes[*n].parent);
        let above: Vec<usize> = roots.first().into_iter().flat_map(|n| chain(*n)).collect();
        let stop = |depth: usize| {
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
            Some(Stop { span: first.span, facts })
        };
        (0..=self.deepest).rev().filter_map(stop).collect()
    }

    /// For each node which of some worlds it belongs to.
    fn worlds_of<'r>(&self, worlds: impl Iterator<Item = &'r [usize]>) -> Vec<Option<usize>> {
        let mut root_of = BTreeMap::new();
        for (world, roots) in worlds.enumerate() {
            root_of.extend(roots.iter().map(|root| (*root, world)));
        }
        let mut out: Vec<Option<usize>> = vec![];
        for (n, placed) in self.nodes.iter().enumerate() {
            let inherited = placed.parent.and_then(|parent| out[parent]);
            out.push(root_of.get(&n).copied().or(inherited));
        }
        out
    }

    fn moments(&self, world_of: &[Option<usize>]) -> Vec<Moment> {
        let mut moments = vec![Moment { known: vec![] }; self.deepest + 1];
        for (n, placed) in self.nodes.iter().enumerate() {
            let TreeNode { fact, state, span, line, remark, .. } = placed.node;
            let known = &mut moments[self.deepest - placed.depth].known;
            let same = |known: &&mut Known| {
                known.world == world_of[n] && known.fact == *fact && known.span == *span
            };
            match known.iter_mut().find(same) {
                Some(known) => {
                    known.nodes.push(n);
                    known.remark = known.remark.or(*remark);
                }
                None => known.push(Known {
                    nodes: vec![n],
                    fact: fact.clone(),
                    state: state.clone(),
                    span: *span,
                    line: *line,
                    remark: *remark,
                    world: world_of[n],
                    agrees: None,
                }),
            }
        }
        moments
    }

    fn mixing(&self, world_of: &[Option<usize>]) -> Option<Mixing> {
        let mixes = *self.remarked(Remark::Mixes).first()?;
        let mut cells: Vec<Taken> = vec![];
        for child in self.premises(mixes) {
            let Some(world) = world_of[child] else { continue };
            let state = self.nodes[child].node.state.iter();
            for cell in state.filter(|(what, _)| what.as_app(Op::Select).is_some()) {
                let taken = Taken { world, cell: cell.clone() };
                if !cells.contains(&taken) {
                    cells.push(taken);
                }
            }
        }
        let Placed { node, depth, .. } = &self.nodes[mixes];
        Some(Mixing { moment: self.deepest - depth, line: node.line, cells })
    }

    fn parting(&self, world_of: &[Option<usize>]) -> Option<Parting> {
        let [one, other] = self.remarked(Remark::Parts)[..] else { return None };
        let worlds = [world_of[one]?, world_of[other]?];
        if worlds[0] == worlds[1] {
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
        let differs = worlds.into_iter().zip(said).collect();
        Some(Parting { line: same_step.then_some(one.line), differs })
    }

    /// For each moment how many steps a run has made by then.
    fn steps_at(&self, stops: &[Stop<'_>], along: &Along) -> Vec<Option<usize>> {
        let at = |depth: usize| match stops.len().checked_sub(depth + 1) {
            Some(stop) => along.passed.get(stop).copied(),
            // Other runs have begun before.
            None => Some(0),
        };
        (0..=self.deepest).rev().map(at).collect()
    }

    /// Notes which facts agree with the run of their world.
    fn compare(
        &self,
        program: &TypedProgram,
        along: &Along,
        at: &[Option<usize>],
        world: usize,
        moments: &mut [Moment],
    ) {
        let (mut state, mut made) = (State::default(), 0);
        for (moment, at) in moments.iter_mut().zip(at) {
            let Some(at) = *at else { break };
            along.trace.steps[made.min(at)..at].iter().for_each(|step| state.apply(step));
            made = at;
            for known in moment.known.iter_mut().filter(|known| known.world == Some(world)) {
                known.agrees = Some(agrees(program, &state, self.nodes[known.nodes[0]].node));
            }
        }
    }

    fn beside(
        &self,
        program: &TypedProgram,
        lines: &LineIndex,
        text: &str,
        along: &Along,
        at: Vec<Option<usize>>,
    ) -> Beside {
        let (steps, choices) =
            run::passing(program, lines, text, &along.trace, &self.cells(program));
        Beside { steps, choices, chosen: along.chosen.clone(), at }
    }

    /// The cells that the derivation speaks of, and those between.
    fn cells(&self, program: &TypedProgram) -> BTreeMap<VarId, BTreeSet<Vec<Int>>> {
        let mut cells: BTreeMap<VarId, BTreeSet<Vec<Int>>> = BTreeMap::new();
        for (what, _) in self.nodes.iter().flat_map(|n| &n.node.state) {
            let Some((name, indices)) = place(what).filter(|(_, i)| !i.is_empty()) else {
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
            let last = last.max().unwrap_or(-1).min(FILLED);
            cells.extend((0..=last).map(|n| vec![Int::from(n)]));
        }
        cells
    }
}

/// Words with commas, and `and` before the last.
fn list(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

fn said_of_mixing(
    mixing: &Mixing,
    parting: Option<&Parting>,
    worlds: &[World],
    blocks: bool,
) -> String {
    let of = |(n, world): (usize, &World)| {
        let own = mixing.cells.iter().filter(|taken| taken.world == n);
        let own: Vec<String> = own.map(|Taken { cell: (a, v), .. }| format!("{a} = {v}")).collect();
        (!own.is_empty()).then(|| format!("{} of run {}", list(&own), world.name))
    };
    let taken: Vec<String> = worlds.iter().enumerate().filter_map(of).collect();
    let cells = if taken.is_empty() { "cells of different runs".to_owned() } else { list(&taken) };
    let mut said = vec![format!("Line {} takes {cells} for cells of one array.", mixing.line)];
    if let Some(Parting { line, differs }) = parting {
        let one = |(n, how): (&usize, &String)| format!("{how} in {}", name(*n));
        let differs: Vec<String> = differs.iter().map(one).collect();
        let parted = match line {
            Some(line) => format!("differ after line {line}"),
            None => "go different ways".to_owned(),
        };
        said.push(format!("These runs {parted}: {}.", list(&differs)));
    }
    let without = worlds.iter().filter(|w| w.run.is_none()).map(|w| w.name.clone());
    let without: Vec<String> = without.collect();
    match (blocks, without.is_empty()) {
        (true, _) => said.push(BLOCKS.to_owned()),
        (false, true) => {}
        (false, false) => {
            said.push(format!("No single run was found that goes the way of {}.", list(&without)));
        }
    }
    said.join(" ")
}

/// What is said where several steps are one clause.
const BLOCKS: &str =
    "Here one clause takes several steps, so no run can be put beside it step by step.";

fn said_of_one(found: Option<&Found<'_>>, lines: &LineIndex, blocks: bool) -> String {
    let Some(Found { stops, along: Some(along), .. }) = found else {
        let none = "No run was found that goes past the lines of the derivation.";
        return if blocks { BLOCKS } else { none }.to_owned();
    };
    let holds = |step: &StepRecord| matches!(step.kind, StepKind::Assert { value: Some(true), .. });
    let way = match stops.get(along.passed.len()) {
        None if along.trace.steps.last().is_some_and(holds) => {
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
