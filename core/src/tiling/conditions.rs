//! What to say at the heads of loops: of each claim, that it holds of the cells of earlier rounds, and that what
//! it needs holds of those to come (TI Sec. 4 and 5).
//!
//! The mid-conditions are found backwards from the claims. Whoever knows them need not believe them: they
//! are hints, and what follows from them is proved without any theorem about tiles.

use super::backward::{before, is_true, simplified};
use super::form::{expr, names_in, put, quotient, var};
use super::loops::{Loop, Segment, mirrored, segments, writes_below};
use super::slices::Slice;
use super::tiles::{Done, Tile, tiles};
use crate::base::{Int, Span};
use crate::horn::linear::Linear;
use crate::lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Program, Stmt, StmtKind};
use crate::lang::print;
use crate::lang::rewrite::build;
use crate::lang::rewrite::names::Fresh;

/// Claims that are followed at one time, at most.
const MOST: usize = 24;

/// What is said at the head of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The loop.
    pub at: Span,
    /// What is said.
    pub cond: Expr,
}

/// What can be said at the heads of loops, those of the first loop first.
pub fn conditions(program: &Program) -> Vec<Said> {
    let mut work = Work { fresh: Fresh::of(&program.body), wanted: vec![], said: vec![] };
    for segment in segments(program).iter().rev() {
        match segment {
            Segment::Straight(stmt) => work.straight(stmt),
            Segment::Loop(l) => work.counted(l),
            Segment::Other(_, stmt) => work.forget(stmt),
        }
    }
    work.said.reverse();
    work.said
}

struct Work {
    fresh: Fresh,
    /// What is wanted behind the segment that comes next.
    wanted: Vec<Slice>,
    said: Vec<Said>,
}

impl Work {
    fn want(&mut self, slice: Slice) {
        let text = |slice: &Slice| print::expr(&slice.expr());
        let known = self.wanted.iter().any(|known| text(known) == text(&slice));
        if !known && !is_true(&slice.body) && self.wanted.len() < MOST {
            self.wanted.push(slice);
        }
    }

    fn straight(&mut self, stmt: &Stmt) {
        let body = |slice: &Slice| before(std::slice::from_ref(stmt), &slice.body);
        let changed = writes_below(stmt);
        let stay = |end: &Linear| names_in(end).is_disjoint(&changed);
        let ends = |slice: &Slice| stay(&slice.low) && stay(&slice.high);
        let slices = std::mem::take(&mut self.wanted);
        for slice in slices.into_iter().filter(ends) {
            if let Some(body) = body(&slice) {
                self.want(Slice { body, ..slice });
            }
        }
        if let StmtKind::Assert(claim) = &stmt.kind {
            Slice::of(claim).into_iter().for_each(|slice| self.want(slice));
        }
    }

    /// Nothing is known of what a loop does but what it leaves alone.
    fn forget(&mut self, stmt: &Stmt) {
        let changed = writes_below(stmt);
        self.wanted.retain(|slice| slice.names().is_disjoint(&changed));
        let at = stmt.span;
        self.said.extend(self.wanted.iter().map(|slice| Said { at, cond: slice.expr() }));
    }

    fn counted(&mut self, l: &Loop) {
        let tiles = tiles(l);
        // Behind the loop the counter has reached its bound.
        let behind: Vec<Slice> = std::mem::take(&mut self.wanted)
            .into_iter()
            .filter_map(|slice| slice.with(&l.counter, &l.bound))
            .collect();
        for slice in behind {
            let changed = &slice.names() & &l.changes;
            match changed.is_empty() {
                true => {
                    self.say(l, slice.expr());
                    self.want(slice);
                }
                false => self.tiled(l, &slice, &tiles),
            }
        }
        self.claims_inside(l);
    }

    fn say(&mut self, l: &Loop, cond: Expr) {
        let said = Said { at: l.span, cond };
        if !self.said.contains(&said) {
            self.said.push(said);
        }
    }

    /// A claim about cells that the loop writes.
    fn tiled(&mut self, l: &Loop, slice: &Slice, tiles: &[Tile]) {
        let mut done: Vec<Done> = vec![];
        let mut owners = None;
        for name in &(&slice.names() & &l.changes) {
            let tile = tiles.iter().find(|tile| tile.array == *name);
            let Some((tile, cells)) = tile.zip(slice.cells(name)) else { return };
            for cell in cells {
                let Some(part) = tile.done(&cell, l) else { return };
                if !done.contains(&part) {
                    done.push(part);
                }
                owners.get_or_insert((tile, cell));
            }
        }
        self.say(l, of_earlier_rounds(slice, &done, l).expr());
        for (owned, cell) in
            owners.iter().flat_map(|(t, cell)| t.cells.iter().map(move |o| (o, cell)))
        {
            if let Some(needed) = self.needed(l, slice, cell, owned) {
                self.needs(l, needed);
            }
        }
    }

    /// What a round needs so that the claim holds of one cell of its tile behind it, for all rounds. The
    /// claim is about the cell at an index with its variable, the round writes the one at `owned`.
    fn needed(&mut self, l: &Loop, slice: &Slice, cell: &Linear, owned: &Linear) -> Option<Slice> {
        let rest = put(cell, &slice.var, &Linear::default())?;
        let at = quotient(&owned.sub(&rest), &cell.coeff(&var(&slice.var)))?;
        let claim = slice.body_with(&slice.var, &at);
        let body = before(&l.body, &simplified(&claim))?;
        if is_true(&body) {
            return None;
        }
        let (low, high) = rounds(l);
        let one = Linear::constant(1);
        let ends = [&low, &high.sub(&one)].map(|end| put(&at, &l.counter, end));
        let fits = |room: &dyn Fn(&Linear) -> Linear| {
            let enough = |end: &Linear| room(end).as_constant().is_some_and(|c| !c.is_negative());
            ends.iter().all(|end| end.as_ref().is_some_and(enough))
        };
        // Rounds that take care of other cells need nothing.
        let mut range = None;
        if !fits(&|end| end.sub(&slice.low)) {
            range = Some(build::compare(expr(&slice.low), CompareOp::Le, expr(&at)));
        }
        if !fits(&|end| slice.high.sub(&one).sub(end)) {
            let below = build::compare(expr(&at), CompareOp::Lt, expr(&slice.high));
            range = Some(build::and(range, below));
        }
        let whole = Slice { var: self.fresh.name("k"), low, high, body };
        Some(named(&whole.under(range).under(in_step(l)), l))
    }

    /// What rounds need is there before the loop, and still is for those to come.
    fn needs(&mut self, l: &Loop, slice: Slice) {
        if is_true(&slice.body) {
            return;
        }
        let touched = !slice.names().is_disjoint(&l.changes);
        let now = Linear::var(&var(&l.counter));
        let to_come = match (touched, l.step > 0) {
            (false, _) => slice.clone(),
            (true, true) => Slice { low: now, ..slice.clone() },
            (true, false) => Slice { high: now.add(&Linear::constant(1)), ..slice.clone() },
        };
        self.say(l, to_come.expr());
        self.want(slice);
    }

    /// What is claimed in each round.
    fn claims_inside(&mut self, l: &Loop) {
        for (n, stmt) in l.body.iter().enumerate() {
            let StmtKind::Assert(claim) = &stmt.kind else { continue };
            let plain = |e: &Expr| !matches!(e.kind, ExprKind::Quant { .. });
            let needed = before(&l.body[..n], claim).filter(plain);
            if let Some(body) = needed {
                let (low, high) = rounds(l);
                let whole = Slice { var: self.fresh.name("k"), low, high, body };
                self.needs(l, named(&whole.under(in_step(l)), l));
            }
        }
    }
}

/// The values of the counter in all rounds: from the first number to one before the second.
fn rounds(l: &Loop) -> (Linear, Linear) {
    let one = Linear::constant(1);
    match l.step > 0 {
        true => (l.first.clone(), l.bound.clone()),
        false => (l.bound.add(&one), l.first.add(&one)),
    }
}

/// That the counter has a value of a round, for a loop that counts by more than 1.
fn in_step(l: &Loop) -> Option<Expr> {
    let step = Int::from(l.step.abs());
    let gone = Linear::var(&var(&l.counter)).sub(&l.first);
    let gone = if l.step > 0 { gone } else { gone.scale(&Int::MINUS_ONE) };
    let rest = build::binary(BinaryOp::Mod, expr(&gone), build::int(&step));
    let is_round = build::compare(rest, CompareOp::Eq, build::int(&Int::ZERO));
    (!step.is_one()).then_some(is_round)
}

/// A condition on the counter as one on the variable of the quantifier.
fn named(slice: &Slice, l: &Loop) -> Slice {
    let body = slice.body_with(&l.counter, &Linear::var(&var(&slice.var)));
    Slice { body, ..slice.clone() }
}

/// A claim of the cells of earlier rounds: its range ends where their tiles do, if behind the loop it is the
/// whole range.
fn of_earlier_rounds(slice: &Slice, done: &[Done], l: &Loop) -> Slice {
    let one = Linear::constant(1);
    let mut slice = slice.clone();
    let mut rest = None;
    for part in done {
        // `k op end`, if it can be said like that.
        let times = part.index.coeff(&var(&slice.var));
        let index = put(&part.index, &slice.var, &Linear::default());
        let end = index.and_then(|index| quotient(&part.end.sub(&index), &times));
        let op = if times.is_negative() { mirrored(part.op) } else { part.op };
        let behind = end.as_ref().and_then(|end| put(end, &l.counter, &l.bound));
        match (end, behind, op) {
            (Some(end), Some(behind), CompareOp::Lt) if behind == slice.high => slice.high = end,
            (Some(end), Some(behind), CompareOp::Gt) if behind.add(&one) == slice.low => {
                slice.low = end.add(&one);
            }
            _ => rest = Some(build::and(rest, part.expr())),
        }
    }
    slice.under(rest)
}
