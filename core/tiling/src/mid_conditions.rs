//! Mid-conditions at the heads of loops: each claim holds of the cells of earlier rounds, and its needs hold
//! of the cells of later rounds (TI Sec. 4 and 5).
//!
//! The mid-conditions are found backwards from the claims. They need no trust: they are hints, and their
//! consequences are proved without any theorem about tiles.

use crate::tiles::find_tiles;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{CompareOp, Expr, ExprKind, Program, Stmt, StmtKind};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Fresh, Names};
use hornbook_lang::rewrite::{build, effects};
use hornbook_tasks::tiling::backward::before;
use hornbook_tasks::tiling::form::{put, quotient, var};
use hornbook_tasks::tiling::hints::LoopHint;
use hornbook_tasks::tiling::loops::{Loop, Segment, segments, segments_of, writes_below};
use hornbook_tasks::tiling::needs::{need, of_tile};
use hornbook_tasks::tiling::rounds::in_all_rounds;
use hornbook_tasks::tiling::slices::is_true;
use hornbook_tasks::tiling::slices::{Range, Slice, declared};
use hornbook_tasks::tiling::tiles::{EarlierCells, Tile};

/// The most claims that are followed at one time.
const MOST: usize = 24;

/// The mid-conditions at the heads of loops, those of the first loop first.
pub fn mid_conditions(program: &Program) -> Vec<LoopHint> {
    let (fresh, declared) = (Fresh::for_body(&program.body), declared(program));
    let mut work = BackwardAnalysis { fresh, declared, wanted: vec![], hints: vec![] };
    work.backwards(&segments(program));
    work.hints.reverse();
    work.hints
}

struct BackwardAnalysis {
    fresh: Fresh,
    declared: Names,
    /// The claims behind the next segment.
    wanted: Vec<Slice>,
    hints: Vec<LoopHint>,
}

impl BackwardAnalysis {
    fn want(&mut self, slice: Slice) {
        let text = |slice: &Slice| print::expr(&slice.expr());
        let known = self.wanted.iter().any(|known| text(known) == text(&slice));
        if !known && !is_true(&slice.body) && self.wanted.len() < MOST {
            self.wanted.push(slice);
        }
    }

    fn backwards(&mut self, segments: &[Segment]) {
        for segment in segments.iter().rev() {
            match segment {
                Segment::Straight(stmt) => self.straight(stmt),
                Segment::Loop(l) => self.counted(l),
                Segment::Other(_, stmt) => self.forget(stmt),
            }
        }
    }

    fn straight(&mut self, stmt: &Stmt) {
        let body = |slice: &Slice| before(std::slice::from_ref(stmt), &slice.body);
        let changed = writes_below(stmt);
        let slices = std::mem::take(&mut self.wanted);
        for slice in slices.into_iter().filter(|slice| slice.ends().is_disjoint(&changed)) {
            if let Some(body) = body(&slice) {
                self.want(Slice { body, ..slice });
            }
        }
        if let StmtKind::Assert(claim) = &stmt.kind {
            let slices = Slice::from_claim(claim, &self.declared, &mut self.fresh);
            slices.into_iter().for_each(|slice| self.want(slice));
        }
    }

    /// Keeps the claims that a loop does not change.
    fn forget(&mut self, stmt: &Stmt) {
        let changed = writes_below(stmt);
        self.wanted.retain(|slice| slice.names().is_disjoint(&changed));
        let at = stmt.span;
        self.hints.extend(self.wanted.iter().map(|slice| LoopHint { at, cond: slice.expr() }));
    }

    fn counted(&mut self, l: &Loop) {
        let tiles = find_tiles(l);
        // Behind the loop the counter is at its bound.
        let behind: Vec<Slice> = std::mem::take(&mut self.wanted)
            .into_iter()
            .filter_map(|slice| slice.with_value(&l.counter, &l.bound))
            .collect();
        let mut of_tiles = vec![];
        for slice in behind {
            let changed = &slice.names() & &l.changes;
            match changed.is_empty() {
                true => {
                    self.say(l, slice.expr(), slice.expr());
                    self.want(slice);
                }
                false => of_tiles.extend(self.tiled(l, &slice, &tiles)),
            }
        }
        match effects::any(&l.body, &Stmt::is_loop) {
            true => self.nested(l, of_tiles),
            false => {
                let needs = of_tiles.iter().filter_map(|claim| need(l, claim));
                needs.for_each(|needed| self.needs(l, &needed));
                self.claims_inside(l);
            }
        }
    }

    /// The needs of a round with inner loops for the claims of its tile, with mid-conditions inside.
    fn nested(&mut self, l: &Loop, of_tiles: Vec<Slice>) {
        let outside = std::mem::replace(&mut self.wanted, of_tiles);
        self.backwards(&segments_of(&l.body));
        let needed = std::mem::replace(&mut self.wanted, outside);
        needed.iter().for_each(|needed| self.needs(l, needed));
    }

    /// Adds a condition at the head of a loop, and one at the heads of its inner loops.
    fn say(&mut self, l: &Loop, cond: Expr, inside: Expr) {
        let mut all = vec![LoopHint { at: l.span, cond }];
        for stmt in &l.body {
            stmt.visit(&mut |s| {
                let is_inner = s.is_loop();
                all.extend(is_inner.then(|| LoopHint { at: s.span, cond: inside.clone() }));
            });
        }
        for hint in all {
            if !self.hints.contains(&hint) {
                self.hints.push(hint);
            }
        }
    }

    /// Adds a claim about cells that the loop writes; the result are its parts about the tile of a round.
    fn tiled(&mut self, l: &Loop, slice: &Slice, tiles: &[Tile]) -> Vec<Slice> {
        let mut done: Vec<EarlierCells> = vec![];
        let mut owners = None;
        for name in &(&slice.names() & &l.changes) {
            let Some(tile) = tiles.iter().find(|tile| tile.array == *name) else { return vec![] };
            for cell in slice.cells(name, tile.dimension).unwrap_or_default() {
                let Some(part) = tile.earlier_cells(&cell, l) else { return vec![] };
                if !done.contains(&part) {
                    done.push(part);
                }
                owners.get_or_insert((tile, cell));
            }
        }
        let Some((tile, cell)) = owners else { return vec![] };
        let earlier = of_earlier_rounds(slice, &done, l).expr();
        self.say(l, earlier.clone(), earlier);
        tile.cells.iter().filter_map(|own| of_tile(l, slice, &cell, own)).collect()
    }

    /// Adds the needs of later rounds at the head of a loop and in front of it.
    fn needs(&mut self, l: &Loop, need: &Slice) {
        if is_true(&need.body) {
            return;
        }
        let Some(slice) = in_all_rounds(l, need, &self.fresh.name("k")) else { return };
        let touched = !slice.names().is_disjoint(&l.changes);
        let to_come = |with_this: bool| {
            let now = Linear::var(&var(&l.counter));
            let next = now.add(&Linear::constant(1));
            let mut left = slice.clone();
            match (left.ranges.first_mut().filter(|_| touched), l.step > 0) {
                (Some(rounds), true) => rounds.low = if with_this { now } else { next },
                (Some(rounds), false) => rounds.high = if with_this { next } else { now },
                (None, _) => {}
            }
            left.expr()
        };
        self.say(l, to_come(true), to_come(false));
        self.want(slice);
    }

    /// Adds the needs of the claims in each round.
    fn claims_inside(&mut self, l: &Loop) {
        for (n, stmt) in l.body.iter().enumerate() {
            let StmtKind::Assert(claim) = &stmt.kind else { continue };
            let plain = |e: &Expr| !matches!(e.kind, ExprKind::Quant { .. });
            let needed = before(&l.body[..n], claim).filter(plain);
            if let Some(body) = needed {
                self.needs(l, &Slice { ranges: vec![], body });
            }
        }
    }
}

/// A claim of the cells of earlier rounds: a range ends where their tiles do, if behind the loop it is the
/// whole range.
fn of_earlier_rounds(slice: &Slice, done: &[EarlierCells], l: &Loop) -> Slice {
    let mut slice = slice.clone();
    let mut rest = None;
    for part in done {
        let mut ranges = slice.ranges.iter_mut();
        match ranges.find_map(|range| Some((ends_with(range, part, l)?, range))) {
            Some((shorter, range)) => *range = shorter,
            None => rest = Some(build::and(rest, part.expr())),
        }
    }
    slice.under(rest)
}

/// A range that ends where earlier tiles do, if a range can express it.
fn ends_with(range: &Range, part: &EarlierCells, l: &Loop) -> Option<Range> {
    let one = Linear::constant(1);
    let times = part.index.coeff(&var(&range.var));
    let index = put(&part.index, &range.var, &Linear::default())?;
    let end = quotient(&part.end.sub(&index), &times)?;
    let op = if times.is_negative() { part.op.mirrored() } else { part.op };
    let behind = put(&end, &l.counter, &l.bound)?;
    match op {
        CompareOp::Lt if behind == range.high => Some(Range { high: end, ..range.clone() }),
        CompareOp::Gt if behind.add(&one) == range.low => {
            Some(Range { low: end.add(&one), ..range.clone() })
        }
        _ => None,
    }
}
