//! Tiling before the search for a verdict: segments, tiles, conditions with the values that violate them,
//! and pictures.

use super::{Choices, ChosenAbstraction, Driver, Input, Settings, Status};
use hornbook_base::{Diagnostic, Int, LineIndex, Span};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{Program, Stmt, StmtKind};
use hornbook_lang::interp::Trace;
use hornbook_lang::rewrite::names::Names;
use hornbook_lang::{parse, print, typed};
use hornbook_records::tiled::{
    CandidateInvariant, CandidateStatus, ClaimRecord, ConditionRecord, ConditionState,
    ConditionViolation, LoopRecord, SegmentRecord, TileRecord, TilingRecord, ViolationCell,
    ViolationStrip,
};
use hornbook_records::{Outcome, Run, UnknownReason, Verdict};
use hornbook_tasks::tiling::form::{expr, value};
use hornbook_tasks::tiling::loops::{Loop, Segment, all_loops, segments, writes_below};
use hornbook_tasks::tiling::named_tiles::{index_name, written};
use hornbook_tasks::tiling::slices::{Slice, declared};
use hornbook_tasks::tiling::theorem::{Condition, ConditionTiles, Proof, proof_with};
use hornbook_tasks::tiling::tiles::Tile;
use hornbook_tiling::candidate_facts::{CandidateFact, learn_facts};
use hornbook_tiling::fact_filter::filter_facts;
use hornbook_tiling::picture::{draw_tiling, run_with_size};
use hornbook_tiling::tiles::{find_tiles, tiles_or_chosen};
use std::collections::{BTreeMap, BTreeSet};

/// Sizes for which there are pictures, if there are runs.
const SIZES: std::ops::RangeInclusive<i64> = 1..=12;

/// The most conditions of learned facts that are asked.
const QUESTIONS: usize = 200;

/// Steps and slices of the engine for a condition.
const STEPS: u64 = 10_000;
const SLICES: u64 = 20;

/// The most cells of a strip.
const CELLS: usize = 24;

/// Warnings about tiles that fit no loop.
pub(super) fn diagnose(
    text: &str,
    lines: &LineIndex,
    settings: &Settings,
    found: &mut Vec<Diagnostic>,
) {
    if let Err(why) = settings.tiles.resolve(&parse(text).0, lines) {
        found.push(Diagnostic::warning(Span::default(), why).hint("name other tiles, or none"));
    }
}

/// The tiling of a program. `None` if the text has errors or is no program.
pub fn record_tiling(input: &Input) -> Option<TilingRecord> {
    let program = input.program.as_ref()?;
    let (tree, _) = parse(&input.text);
    let resolved = input.settings.tiles.resolve(&tree, &input.lines);
    let wrong = resolved.as_ref().err().cloned();
    let by_hand = resolved.unwrap_or_default();
    let work = TilingRecords { input, tree: &tree, by_hand };
    let claims = work.claims();
    let proofs: Vec<&Proof> = claims.iter().filter_map(|(_, proof)| proof.as_ref().ok()).collect();
    let behind: Vec<(Span, Slice)> = proofs.iter().flat_map(|proof| proof.behind.clone()).collect();
    let loops = all_loops(&tree);
    let mut pictures = vec![];
    for size in SIZES {
        let trace = run_with_size(program, size);
        pictures.extend(loops.iter().filter_map(|l| {
            let wanted: Vec<Slice> =
                behind.iter().filter(|(at, _)| *at == l.span).map(|(_, s)| s.clone()).collect();
            draw_tiling(program, &trace, size, l, &work.tiles_of(l), &wanted)
        }));
    }
    Some(TilingRecord {
        segments: work.segments(&loops, &proofs),
        loops: loops.iter().map(|l| work.one_loop(l, &loops, &behind)).collect(),
        claims: claims.iter().map(|(at, proof)| work.claim(*at, proof)).collect(),
        by_hand: input.settings.tiles.clone(),
        wrong,
        pictures,
        learned: work.learned(program),
    })
}

struct TilingRecords<'i> {
    input: &'i Input,
    tree: &'i Program,
    by_hand: Vec<(Span, Tile)>,
}

impl TilingRecords<'_> {
    fn line(&self, at: Span) -> u32 {
        self.input.lines.line(at)
    }

    fn tiles_of(&self, l: &Loop) -> Vec<Tile> {
        tiles_or_chosen(l, &self.by_hand)
    }

    /// The claims outside of loops, each with its proof.
    fn claims(&self) -> Vec<(Span, Result<Proof, String>)> {
        let claim = |segment: Segment| match segment {
            Segment::Straight(Stmt { kind: StmtKind::Assert(_), span }) => Some(span),
            _ => None,
        };
        let proof = |at: Span| (at, proof_with(self.tree, at, &|l| self.tiles_of(l)));
        segments(self.tree).into_iter().filter_map(claim).map(proof).collect()
    }

    /// The facts that small runs suggest, and whether they can be proved.
    fn learned(&self, program: &typed::TypedProgram) -> Vec<CandidateInvariant> {
        let runs: Vec<(String, Trace)> =
            SIZES.map(|size| (format!("size {size}"), run_with_size(program, size))).collect();
        let index = index_name(&declared(self.tree));
        let tiles_of = |l: &Loop| self.tiles_of(l);
        let facts = learn_facts(self.tree, program, &tiles_of, &runs, &index);
        let left = filter_facts(
            self.tree,
            &facts,
            &index,
            &tiles_of,
            &mut ConditionCache::default().holds(),
        );
        let record = |(one, left): (CandidateFact, bool)| {
            let fate = match &one.killed {
                Some(run) => CandidateStatus::Killed(run.clone()),
                None if left => CandidateStatus::Proved,
                None => CandidateStatus::Open,
            };
            let text = print::expr(&one.slice.expr());
            let CandidateFact { at, cells, runs, .. } = one;
            CandidateInvariant { behind: at, line: self.line(at), text, cells, runs, fate }
        };
        facts.into_iter().zip(left).map(record).collect()
    }

    fn segments(&self, loops: &[Loop], proofs: &[&Proof]) -> Vec<SegmentRecord> {
        let mut found: Vec<SegmentRecord> = vec![];
        for (n, segment) in segments(self.tree).iter().enumerate() {
            let in_front = proofs.iter().flat_map(|proof| &proof.in_front);
            let wanted = texts(in_front.filter(|(m, _)| *m == n).map(|(_, slice)| slice));
            let (at, looped, misfit) = match segment {
                Segment::Straight(stmt) => (stmt.span, None, None),
                Segment::Loop(l) => (l.span, loops.iter().position(|o| o.span == l.span), None),
                Segment::Other(misfit, stmt) => {
                    (stmt.span, None, Some((misfit.why.clone(), misfit.hint.clone())))
                }
            };
            let is_straight = looped.is_none() && misfit.is_none();
            match found.last_mut() {
                // Statements without a loop are one segment.
                Some(last) if is_straight && last.looped.is_none() && last.misfit.is_none() => {
                    last.at = Span { start: last.at.start, end: at.end };
                }
                _ => found.push(SegmentRecord { at, line: self.line(at), looped, misfit, wanted }),
            }
        }
        found
    }

    fn one_loop(&self, l: &Loop, loops: &[Loop], behind: &[(Span, Slice)]) -> LoopRecord {
        let inside = |o: &Loop| o.span.start < l.span.start && l.span.end <= o.span.end;
        let place = self.input.lines.line_column(l.span.start);
        let first = loops.iter().find(|o| self.line(o.span) == place.line);
        let own = self.tiles_of(l);
        let record = |tile: &Tile| self.tile(l, tile);
        let mut written: Names = l.body.iter().flat_map(writes_below).collect();
        let arrays = arrays(self.tree);
        written.retain(|name| arrays.contains(name) && own.iter().all(|tile| tile.array != *name));
        LoopRecord {
            at: l.span,
            line: place.line,
            column: first.filter(|first| first.span != l.span).map(|_| place.column),
            inside: loops.iter().any(inside),
            counter: l.counter.clone(),
            rounds: rounds(l),
            tiles: own.iter().map(record).collect(),
            untiled: written.into_iter().collect(),
            behind: texts(behind.iter().filter(|(at, _)| *at == l.span).map(|(_, slice)| slice)),
        }
    }

    fn tile(&self, l: &Loop, tile: &Tile) -> TileRecord {
        let index = index_name(&declared(self.tree));
        let found = find_tiles(l).into_iter().find(|found| found.array == tile.array);
        let by_hand = |(at, named): &(Span, Tile)| *at == l.span && named == tile;
        TileRecord {
            array: tile.array.clone(),
            dimension: tile.dimension,
            cells: written(tile, &index),
            found: found.map_or_else(String::new, |found| written(&found, &index)),
            by_hand: self.by_hand.iter().any(by_hand),
        }
    }

    fn claim(&self, at: Span, proof: &Result<Proof, String>) -> ClaimRecord {
        let text = at.slice(&self.input.text).to_owned();
        let all = |proof: &Proof| proof.conditions.iter().map(|c| self.condition(c)).collect();
        ClaimRecord {
            at,
            line: self.line(at),
            text,
            conditions: proof.as_ref().map(all).map_err(Clone::clone),
        }
    }

    fn condition(&self, condition: &Condition) -> ConditionRecord {
        let Condition { name, title, at, why, text, about } = condition.clone();
        ConditionRecord {
            name: name.to_owned(),
            title,
            at,
            line: at.map(|at| self.line(at)),
            why,
            state: state(name, &text, &about),
            text,
        }
    }
}

/// The conditions of facts that were asked, each with whether it is certified.
#[derive(Default)]
struct ConditionCache(BTreeMap<String, bool>);

impl ConditionCache {
    /// Whether a condition is certified, of at most [`QUESTIONS`].
    fn holds(mut self) -> impl FnMut(&Condition) -> bool {
        move |condition| {
            if let Some(known) = self.0.get(&condition.text) {
                return *known;
            }
            let ask = self.0.len() < QUESTIONS;
            let outcome = if ask { answer(&condition.text) } else { None };
            let holds = outcome.is_some_and(|outcome| outcome.verdict == Verdict::Certified);
            *self.0.entry(condition.text.clone()).or_insert(holds)
        }
    }
}

/// The state of the condition of this name, by the verdict on its program.
fn state(name: &str, text: &str, about: &ConditionTiles) -> ConditionState {
    let Some(outcome) = answer(text) else {
        return ConditionState::Open("its program has errors".into());
    };
    let run = outcome.assertions.iter().find_map(|a| match &a.verdict {
        Verdict::Buggy(run) => Some((**run).clone()),
        _ => None,
    });
    match (outcome.verdict, run) {
        (Verdict::Certified, _) => ConditionState::Holds,
        (_, Some(run)) => ConditionState::Broken(Box::new(broken(name, run, about))),
        (verdict, None) => ConditionState::Open(verdict.name().replace('-', " ")),
    }
}

/// The answer to the question about a program without loops.
pub(super) fn answer(text: &str) -> Option<Outcome> {
    let input = Input::program(text, &Choices::abstraction(ChosenAbstraction::Auto));
    let mut driver = Driver::new(&input)?;
    let done = (0..SLICES).find_map(|_| match driver.step(STEPS) {
        Status::Done(outcome) => Some(outcome),
        Status::Running(_) => None,
    });
    Some(done.unwrap_or_else(|| driver.so_far(&UnknownReason::Budget)))
}

/// The values of a run that violates a condition of this name, on its arrays.
fn broken(name: &str, run: Run, about: &ConditionTiles) -> ConditionViolation {
    let scalars: BTreeMap<String, Int> = run
        .steps
        .last()
        .into_iter()
        .flat_map(|s| &s.scalars)
        .filter_map(|(name, value)| Some((name.clone(), value.parse().ok()?)))
        .collect();
    let of = |name: &str| scalars.get(name).cloned();
    let other = if name == "T3*" { "the earlier round" } else { "the later round" };
    let rounds = [("this round", &about.round), (other, &about.other)];
    let round = |(role, name): (&str, &Option<String>)| {
        let name = name.as_ref()?;
        Some((role.to_owned(), format!("{name} = {}", of(name)?)))
    };
    let mut strips: Vec<ViolationStrip> = vec![];
    for (tile, _) in &about.tiles {
        if strips.iter().all(|strip| strip.array != tile.array) {
            strips.push(strip(&run, about, tile, &of));
        }
    }
    ConditionViolation { rounds: rounds.into_iter().filter_map(round).collect(), strips, run }
}

fn strip(
    run: &Run,
    about: &ConditionTiles,
    tile: &Tile,
    of: &dyn Fn(&str) -> Option<Int>,
) -> ViolationStrip {
    let number = |form: &Linear| value(form, of)?.to_i64();
    let this: BTreeSet<i64> = tile.cells.iter().filter_map(number).collect();
    let at_other = |cell: &Linear| {
        let (round, other) = (about.round.as_deref()?, about.other.as_deref()?);
        value(cell, &|name| of(if name == round { other } else { name }))?.to_i64()
    };
    let other: BTreeSet<i64> = tile.cells.iter().filter_map(at_other).collect();
    let claims = about.tiles.iter().filter(|(claimed, _)| claimed.array == tile.array);
    let claimed: BTreeSet<i64> = claims.filter_map(|(_, index)| number(index)).collect();
    let along = |index: &[Int]| index.get(tile.dimension)?.to_i64();
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    for step in &run.steps {
        let here = step.arrays.iter().filter(|array| array.name == tile.array);
        for (index, value) in here.flat_map(|array| &array.cells) {
            let Some(n) = along(index) else { continue };
            let is_written = |c: &&hornbook_records::ChangedVariable| {
                c.name == tile.array && c.indices == *index
            };
            match step.changed.iter().find(is_written) {
                Some(_) => drop(after.insert(n, value.clone())),
                None => drop(before.entry(n).or_insert_with(|| value.clone())),
            }
        }
    }
    let known = before.keys().chain(after.keys()).copied();
    let all: BTreeSet<i64> =
        this.iter().chain(&other).chain(&claimed).copied().chain(known).collect();
    let cell = |index: i64| ViolationCell {
        index,
        this: this.contains(&index),
        other: other.contains(&index),
        claimed: claimed.contains(&index),
        before: before.get(&index).cloned(),
        after: after.get(&index).cloned(),
    };
    ViolationStrip {
        array: tile.array.clone(),
        cells: all.into_iter().take(CELLS).map(cell).collect(),
    }
}

/// The rounds of a loop, in words.
fn rounds(l: &Loop) -> String {
    let text = |form: &Linear| print::expr(&expr(form));
    let next = l.first.add(&Linear::constant(l.step));
    let op = if l.step > 0 { "<" } else { ">" };
    let c = &l.counter;
    format!("{c} = {}, {}, .. while {c} {op} {}", text(&l.first), text(&next), text(&l.bound))
}

fn texts<'s>(slices: impl Iterator<Item = &'s Slice>) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    for text in slices.map(|slice| print::expr(&slice.expr())) {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The arrays that a program declares.
fn arrays(program: &Program) -> Names {
    let mut found = Names::new();
    for stmt in &program.body {
        stmt.visit(&mut |s| {
            if let StmtKind::Declare { declarators, .. } = &s.kind {
                let arrays = declarators.iter().filter(|d| !d.dimensions.is_empty());
                found.extend(arrays.map(|d| d.name.text.clone()));
            }
        });
    }
    found
}
