//! A claim about cells that a loop writes: which round owns them, and what is known of earlier ones.

use super::backward::{is_true, simplified};
use super::form::{expr, form, names_in, put, var};
use super::loops::Loop;
use super::needs::value_at;
use super::rounds::{before_round, of_rounds};
use super::slices::{Range, Slice, accesses};
use super::tiles::Tile;
use crate::base::Int;
use crate::horn::linear::Linear;
use crate::lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Stmt};
use crate::lang::rewrite::build;
use crate::lang::rewrite::names::names;

/// A slice behind a loop that writes it.
pub struct Tiled<'l> {
    /// The loop.
    pub l: &'l Loop,
    /// The slice.
    pub slice: &'l Slice,
    /// What is claimed of cells before or behind all tiles.
    pub outside: &'l [Slice],
    /// The tiles of the arrays that the slice reads and the loop writes, with the indices that it reads.
    pub tiles: Vec<(&'l Tile, Linear)>,
    /// What the claim says of each cell of the first tile, in terms of the counter, if that can be said.
    pub claims: Vec<Option<Slice>>,
}

/// A claim about the cell at an index with the one at another index in its place.
fn claim_at(slice: &Slice, index: &Linear, read: &Linear) -> Option<Expr> {
    let (name, value) = value_at(slice, index, read)?;
    let (range, rest) = slice.at(&name, &value)?;
    let range = range.holds(&expr(&value));
    Some(simplified(&build::binary(BinaryOp::Implies, range, rest.instance())))
}

/// A slice without the cells that lie before or behind all tiles by a known number, and these. A claim about
/// them holds behind the loop if it does in front of it and no round spoils it.
pub fn apart(l: &Loop, slice: &Slice, tile: &Tile, cell: &Linear) -> (Slice, Vec<Slice>) {
    let (mut main, mut outside) = (slice.clone(), vec![]);
    let Some((n, before, behind)) = room(l, slice, tile, cell) else { return (main, outside) };
    let range = slice.ranges[n].clone();
    let mut part = |low: Linear, high: Linear, within: Expr| {
        let mut part = slice.under(Some(within));
        part.ranges[n] = Range { low, high, ..range.clone() };
        outside.push(part);
    };
    let name = build::name(&range.var);
    if before.is_positive() {
        let end = range.low.add(&Linear::constant(before));
        part(
            range.low.clone(),
            end.clone(),
            build::compare(name.clone(), CompareOp::Lt, expr(&range.high)),
        );
        main.ranges[n].low = end;
    }
    if behind.is_positive() {
        let end = range.high.sub(&Linear::constant(behind));
        part(
            end.clone(),
            range.high.clone(),
            build::compare(expr(&range.low), CompareOp::Le, name),
        );
        main.ranges[n].high = end;
    }
    (main, outside)
}

/// How many values of a range lie before all tiles, and how many behind them, where these are numbers.
fn room(l: &Loop, slice: &Slice, tile: &Tile, cell: &Linear) -> Option<(usize, Int, Int)> {
    let n = slice.ranges.iter().position(|range| cell.coeff(&var(&range.var)).is_one())?;
    let range = &slice.ranges[n];
    let shift = put(cell, &range.var, &Linear::default())?;
    let (low, high) = (tile.cells.first()?, tile.cells.last()?);
    let rounds = of_rounds(l, &range.var);
    let one = Linear::constant(1);
    let (first, last) = (rounds.low, rounds.high.sub(&one));
    let down = low.coeff(&var(&l.counter)).is_negative();
    let (first, last) = if down { (last, first) } else { (first, last) };
    // Where rounds go by larger steps the last one is not known.
    let is_known = |end: &Linear| l.step.abs() == 1 || *end == l.first;
    let number = |form: Linear| form.as_constant().cloned();
    let begin = put(low, &l.counter, &first)?.sub(&shift).sub(&range.low);
    let end = range.high.sub(&put(high, &l.counter, &last)?.add(&one).sub(&shift));
    let before = number(begin).filter(|_| is_known(&first)).unwrap_or_default();
    let behind = number(end).filter(|_| is_known(&last)).unwrap_or_default();
    (before.is_positive() || behind.is_positive()).then_some((n, before, behind))
}

impl Tiled<'_> {
    /// That the variables of the slice are in their ranges, and what the claim is limited to besides, as far as the
    /// loop leaves that alone.
    pub fn domain(&self) -> Option<Expr> {
        let ranges = self.slice.in_ranges();
        match &self.slice.body.kind {
            ExprKind::Binary(BinaryOp::Implies, cond, _)
                if names(cond).is_disjoint(&self.l.changes) && is_plain(cond) =>
            {
                Some(build::and(ranges, (**cond).clone()))
            }
            _ => ranges,
        }
    }

    /// That the round of the counter owns the cells that the slice reads.
    pub fn owns(&self) -> Expr {
        let one = |(tile, index): &(&Tile, Linear)| {
            let at = |cell| build::compare(expr(index), CompareOp::Eq, expr(cell));
            let any = tile.cells.iter().map(at);
            any.reduce(|a, b| build::binary(BinaryOp::Or, a, b))
        };
        all(self.tiles.iter().filter_map(one))
    }

    /// The round that owns the cells that the slice reads, as a term, and that it does.
    pub fn owner(&self) -> Option<(Expr, Expr)> {
        Some((self.round(&self.tiles.first()?.1)?, self.owns()))
    }

    /// The round that owns the cells of the first tile at an index.
    fn round(&self, index: &Linear) -> Option<Expr> {
        let (tile, _) = self.tiles.first()?;
        let (low, high) = (tile.cells.first()?, tile.cells.last()?);
        let moves = &low.coeff(&var(&self.l.counter)) * &Int::from(self.l.step);
        let begin = |cell: &Linear| put(cell, &self.l.counter, &self.l.first);
        let gone = match (moves.is_positive(), moves.is_negative()) {
            (true, _) => index.sub(&begin(low)?),
            (_, true) => begin(high)?.sub(index),
            _ => return None,
        };
        let step = Int::from(self.l.step);
        if moves.abs().is_one() {
            return Some(expr(&self.l.first.add(&gone.scale(&step))));
        }
        let rounds = build::binary(BinaryOp::Div, expr(&gone), build::int(&moves.abs()));
        let steps = match step.abs().is_one() {
            true => rounds,
            false => build::binary(BinaryOp::Mul, build::int(&step.abs()), rounds),
        };
        let at_zero = self.l.first == Linear::default();
        Some(match step.is_negative() {
            true => build::binary(BinaryOp::Sub, expr(&self.l.first), steps),
            false if at_zero => steps,
            false => build::binary(BinaryOp::Add, expr(&self.l.first), steps),
        })
    }

    /// That the claim holds for the cells of earlier tiles that a round reads (TI's `ζ`, with the tile that owns
    /// the cell in the place of any).
    pub fn read_before(&self) -> Vec<Expr> {
        let l = self.l;
        self.claimed_before(&|tile| reads(&l.body, tile, l))
    }

    /// What a round needs where the claim for earlier tiles does not give it already.
    pub fn unless_claimed(&self, need: Slice) -> Slice {
        let read = |tile: &Tile| need.cells(&tile.array, tile.dimension).unwrap_or_default();
        let known = self.claimed_before(&read);
        need.under(known.into_iter().reduce(|a, b| build::and(Some(a), b)))
    }

    /// The claim for the cells at some indices, as far as earlier rounds own them.
    fn claimed_before(&self, indices: &dyn Fn(&Tile) -> Vec<Linear>) -> Vec<Expr> {
        let mut found: Vec<Expr> = vec![];
        for (tile, index) in &self.tiles {
            for read in indices(tile) {
                let outside = self.outside.iter().filter_map(|slice| claim_at(slice, index, &read));
                for said in self.of_earlier(index, &read).into_iter().chain(outside) {
                    if !is_true(&said) && !found.iter().any(|known| build::same(known, &said)) {
                        found.push(said);
                    }
                }
            }
        }
        found
    }

    /// The claim with the cell at an index in the place of the one that it is about, if an earlier round owns that.
    fn of_earlier(&self, index: &Linear, read: &Linear) -> Option<Expr> {
        let Tiled { l, slice, tiles, .. } = self;
        let (name, value) = value_at(slice, index, read)?;
        let owned = put(&tiles.first()?.1, &name, &value)?;
        let earlier = before_round(l, self.round(&owned)?, &l.counter);
        let (range, rest) = slice.at(&name, &value)?;
        let known = build::and(Some(range.holds(&expr(&value))), earlier);
        Some(simplified(&build::binary(BinaryOp::Implies, known, rest.instance())))
    }
}

/// The indices at which a round reads an array along the dimension of its tile, in terms of the counter.
fn reads(body: &[Stmt], tile: &Tile, l: &Loop) -> Vec<Linear> {
    let stays = |name: &String| *name == l.counter || !l.changes.contains(name);
    let mut found: Vec<Linear> = vec![];
    let mut look = |array: &str, indices: &[&Expr]| {
        if array == tile.array
            && let Some(index) = indices.get(tile.dimension).and_then(|index| form(index))
            && names_in(&index).iter().all(stays)
            && !found.contains(&index)
        {
            found.push(index);
        }
    };
    for stmt in body {
        stmt.visit(&mut |s| s.exprs().into_iter().for_each(|e| accesses(e, &mut look)));
    }
    found
}

/// Whether a condition is about scalars only.
pub fn is_plain(cond: &Expr) -> bool {
    let mut other = false;
    cond.visit(&mut |e| {
        other |= matches!(
            e.kind,
            ExprKind::Index(..)
                | ExprKind::Nondet(_)
                | ExprKind::Call { .. }
                | ExprKind::Quant { .. }
        );
    });
    !other
}

fn all(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let all = parts.into_iter().fold(None, |all, part| Some(build::and(all, part)));
    all.unwrap_or_else(|| build::expr(ExprKind::Bool(true)))
}
