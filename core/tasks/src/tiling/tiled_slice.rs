//! Slices about cells that a loop writes: the owning rounds, and the known facts about earlier ones.

use super::backward::simplified;
use super::form::{expr, form, names_in, put, var};
use super::loops::Loop;
use super::needs::{of_tile, value_at};
use super::rounds::{before_round, of_rounds};
use super::slices::is_true;
use super::slices::{Range, Slice, accesses};
use super::tiles::Tile;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Stmt};
use hornbook_lang::rewrite::build;
use hornbook_lang::rewrite::effects::is_of_scalars;
use hornbook_lang::rewrite::names::names;

/// A slice behind a loop that writes it.
pub struct TiledSlice<'l> {
    /// The loop.
    pub l: &'l Loop,
    /// The slice, without cells before and behind all tiles.
    pub slice: Slice,
    /// The claims about cells before or behind all tiles.
    pub outside: Vec<Slice>,
    /// The tiles of the arrays that the slice reads and the loop writes, with the indices that it reads.
    pub tiles: Vec<(&'l Tile, Linear)>,
    /// The claim about each cell of the first tile, in terms of the counter, if it can be expressed.
    pub claims: Vec<Option<Slice>>,
}

/// A claim about the cell at an index as one about the cell at another index, under a condition on the
/// variable of the claim and its value there.
fn said_of(
    slice: &Slice,
    index: &Linear,
    read: &Linear,
    besides: impl FnOnce(&str, &Linear) -> Option<Option<Expr>>,
) -> Option<Expr> {
    let (name, value) = value_at(slice, index, read)?;
    let besides = besides(&name, &value)?;
    let (range, rest) = slice.instance_at(&name, &value)?;
    let range = range.holds(&expr(&value));
    let known = besides.into_iter().fold(range, |all, cond| build::and(Some(all), cond));
    Some(simplified(&build::binary(BinaryOp::Implies, known, rest.instance())))
}

/// A slice without the cells that lie before or behind all tiles by a known number, and slices of these. A
/// claim about them holds behind the loop if it does in front of it and no round changes it.
fn without_outer_cells(l: &Loop, slice: Slice, tile: &Tile, cell: &Linear) -> (Slice, Vec<Slice>) {
    let Some((n, before, behind)) = outer_cells(l, &slice, tile, cell) else {
        return (slice, vec![]);
    };
    let (mut main, mut outside) = (slice.clone(), vec![]);
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

/// The number of values of a range before all tiles, and behind them, if known.
fn outer_cells(l: &Loop, slice: &Slice, tile: &Tile, cell: &Linear) -> Option<(usize, Int, Int)> {
    let n = slice.ranges.iter().position(|range| cell.coeff(&var(&range.var)).is_one())?;
    let range = &slice.ranges[n];
    let shift = put(cell, &range.var, &Linear::default())?;
    let (low, high) = (tile.cells.first()?, tile.cells.last()?);
    let rounds = of_rounds(l, &range.var);
    let one = Linear::constant(1);
    let (first, last) = (rounds.low, rounds.high.sub(&one));
    let down = low.coeff(&var(&l.counter)).is_negative();
    let (first, last) = if down { (last, first) } else { (first, last) };
    // With larger steps the last round is unknown.
    let is_known = |end: &Linear| l.step.abs() == 1 || *end == l.first;
    let number = |form: Linear| form.as_constant().cloned();
    let begin = put(low, &l.counter, &first)?.sub(&shift).sub(&range.low);
    let end = range.high.sub(&put(high, &l.counter, &last)?.add(&one).sub(&shift));
    let before = number(begin).filter(|_| is_known(&first)).unwrap_or_default();
    let behind = number(end).filter(|_| is_known(&last)).unwrap_or_default();
    (before.is_positive() || behind.is_positive()).then_some((n, before, behind))
}

impl<'l> TiledSlice<'l> {
    /// A slice behind a loop that writes some of what it reads.
    ///
    /// # Errors
    /// The reason why the cells that it reads are in no tiles, as a sentence.
    pub fn at_loop(l: &'l Loop, slice: Slice, tiles: &'l [Tile]) -> Result<TiledSlice<'l>, String> {
        let mut owned: Vec<(&Tile, Linear)> = vec![];
        for name in &slice.names() & &l.changes {
            let tile = tiles.iter().find(|tile| tile.array == name);
            let tile = tile.ok_or_else(|| format!("no tile is known for `{name}`"))?;
            let cells = slice.cells(&name, tile.dimension).unwrap_or_default();
            if cells.is_empty() {
                return Err(format!("the cells of `{name}` in the claim are not at sums"));
            }
            owned.extend(cells.into_iter().map(|cell| (tile, cell)));
        }
        if !owned.iter().all(|one| owned.iter().all(|other| may_be_of_one_round(one, other))) {
            return Err("the claim compares cells of different rounds".into());
        }
        let (tile, cell) = owned.first().ok_or("the loop writes nothing of it")?;
        let (slice, outside) = without_outer_cells(l, slice, tile, cell);
        let claims = tile.cells.iter().map(|own| of_tile(l, &slice, cell, own)).collect();
        Ok(TiledSlice { l, slice, outside, tiles: owned, claims })
    }

    /// The condition that the variables of the slice are in their ranges, and of the claim's other
    /// conditions those that the loop does not change.
    pub fn domain(&self) -> Option<Expr> {
        let ranges = self.slice.in_ranges();
        match &self.slice.body.kind {
            ExprKind::Binary(BinaryOp::Implies, cond, _)
                if names(cond).is_disjoint(&self.l.changes) && is_of_scalars(cond) =>
            {
                Some(build::and(ranges, (**cond).clone()))
            }
            _ => ranges,
        }
    }

    /// The condition that the round of the counter owns the cells that the slice reads.
    pub fn owns(&self) -> Expr {
        let one = |(tile, index): &(&Tile, Linear)| {
            let at = |cell| build::compare(expr(index), CompareOp::Eq, expr(cell));
            let any = tile.cells.iter().map(at);
            any.reduce(|a, b| build::binary(BinaryOp::Or, a, b))
        };
        all(self.tiles.iter().filter_map(one))
    }

    /// The round that owns the cells that the slice reads, as a term, and the condition that it does.
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

    /// The claim for the cells of earlier tiles that a round reads (TI's `ζ`, with the tile that owns the
    /// cell in the place of any).
    pub fn read_before(&self) -> Vec<Expr> {
        let l = self.l;
        self.claimed_before(&|tile| reads(&l.body, tile, l))
    }

    /// The claim for the cells of earlier tiles that another slice reads.
    pub fn read_by(&self, reader: &Slice) -> Vec<Expr> {
        let read = |tile: &Tile| reader.cells(&tile.array, tile.dimension).unwrap_or_default();
        self.claimed_before(&read)
    }

    /// The claim for the cells at some indices, as far as earlier rounds own them.
    fn claimed_before(&self, indices: &dyn Fn(&Tile) -> Vec<Linear>) -> Vec<Expr> {
        let mut found: Vec<Expr> = vec![];
        for (tile, index) in &self.tiles {
            for read in indices(tile) {
                let of_outer = |slice| said_of(slice, index, &read, |_, _| Some(None));
                let outside = self.outside.iter().filter_map(of_outer);
                for said in self.of_earlier(index, &read).into_iter().chain(outside) {
                    if !is_true(&said) && !found.iter().any(|known| build::same(known, &said)) {
                        found.push(said);
                    }
                }
            }
        }
        found
    }

    /// The claim with the cell at another index, if an earlier round owns that.
    fn of_earlier(&self, index: &Linear, read: &Linear) -> Option<Expr> {
        let TiledSlice { l, slice, tiles, .. } = self;
        said_of(slice, index, read, |name, value| {
            let owned = put(&tiles.first()?.1, name, value)?;
            Some(Some(before_round(l, self.round(&owned)?, &l.counter)))
        })
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

/// Whether one round may own two cells: of different arrays, or at a distance within its tile.
fn may_be_of_one_round(one: &(&Tile, Linear), other: &(&Tile, Linear)) -> bool {
    let distance = one.1.sub(&other.1);
    let apart = |a: &Linear| one.0.cells.iter().any(|b| a.sub(b) == distance);
    one.0.array != other.0.array || one.0.cells.iter().any(apart)
}

fn all(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let all = parts.into_iter().fold(None, |all, part| Some(build::and(all, part)));
    all.unwrap_or_else(|| build::expr(ExprKind::Bool(true)))
}
