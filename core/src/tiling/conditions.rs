//! What to say at the heads of loops: of each claim, that it holds of the cells of earlier rounds, and that what
//! it needs holds of those to come (TI Sec. 4 and 5).
//!
//! The mid-conditions are found backwards from the claims. Whoever knows them need not believe them: they
//! are hints, and what follows from them is proved without any theorem about tiles.

use super::backward::{before, is_true};
use super::form::{names_in, put, quotient, var};
use super::loops::{Loop, Segment, mirrored, segments, writes_below};
use super::needs::need;
use super::rounds::of_rounds;
use super::slices::{Slice, declared};
use super::tiles::{Done, Tile, tiles};
use crate::base::Span;
use crate::horn::linear::Linear;
use crate::lang::ast::{CompareOp, Expr, ExprKind, Program, Stmt, StmtKind};
use crate::lang::print;
use crate::lang::rewrite::build;
use crate::lang::rewrite::names::{Fresh, Names};

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
    let (fresh, declared) = (Fresh::of(&program.body), declared(program));
    let mut work = Work { fresh, declared, wanted: vec![], said: vec![] };
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
    declared: Names,
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
            let slices = Slice::of(claim, &self.declared, &mut self.fresh);
            slices.into_iter().for_each(|slice| self.want(slice));
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
            if let Some(needed) = need(l, slice, cell, owned) {
                let slice = of_rounds(l, &needed, &self.fresh.name("k"));
                self.needs(l, slice);
            }
        }
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
                let slice = of_rounds(l, &body, &self.fresh.name("k"));
                self.needs(l, slice);
            }
        }
    }
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
