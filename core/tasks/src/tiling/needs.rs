//! The needs of a round: the conditions under which a claim holds of its tile.

use super::backward::{before, simplified};
use super::form::{expr, put, quotient, var};
use super::loops::Loop;
use super::rounds::of_rounds;
use super::slices::is_true;
use super::slices::{Range, Slice};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{CompareOp, Expr};
use hornbook_lang::rewrite::build;

/// The part of a claim about the tile of a round, in terms of the counter: the claim is about the cell at an
/// index with one of its variables, and the round owns the one at `owned`. `None` if it cannot be expressed.
pub fn of_tile(l: &Loop, slice: &Slice, cell: &Linear, owned: &Linear) -> Option<Slice> {
    let (var, at) = value_at(slice, cell, owned)?;
    let (range, rest) = slice.instance_at(&var, &at)?;
    Some(rest.under(beyond(l, &range, &at)))
}

/// The variable with which a claim is about the cell at `cell`, and its value for the one at `index`.
pub fn value_at(slice: &Slice, cell: &Linear, index: &Linear) -> Option<(String, Linear)> {
    slice.ranges.iter().find_map(|range| {
        let rest = put(cell, &range.var, &Linear::default())?;
        let value = quotient(&index.sub(&rest), &cell.coeff(&var(&range.var)))?;
        Some((range.var.clone(), value))
    })
}

/// Where rounds own other cells as well: the condition that a value is in a range.
fn beyond(l: &Loop, range: &Range, at: &Linear) -> Option<Expr> {
    let one = Linear::constant(1);
    let rounds = of_rounds(l, &range.var);
    let (first, last) = (put(at, &l.counter, &rounds.low), rounds.high.sub(&one));
    let last = put(at, &l.counter, &last);
    // The least and the greatest cell of all rounds, if there are rounds.
    let down = at.coeff(&var(&l.counter)).is_negative();
    let (least, most) = if down { (last, first) } else { (first, last) };
    let enough = |room: Option<Linear>| {
        room.and_then(|room| room.as_constant().cloned()).is_some_and(|c| !c.is_negative())
    };
    let at = expr(at);
    let mut beyond = None;
    if !enough(least.map(|least| least.sub(&range.low))) {
        let low = expr(&range.low);
        beyond = Some(build::compare(low, CompareOp::Le, at.clone()));
    }
    if !enough(most.map(|most| range.high.sub(&one).sub(&most))) {
        let below = build::compare(at, CompareOp::Lt, expr(&range.high));
        beyond = Some(build::and(beyond, below));
    }
    beyond
}

/// The weakest precondition of a round without loops for a claim about its tile. `None` if nothing is
/// needed, or it cannot be expressed.
pub fn need(l: &Loop, claim: &Slice) -> Option<Slice> {
    let mut ends = claim.ends();
    ends.remove(&l.counter);
    if !ends.is_disjoint(&l.changes) {
        return None;
    }
    let body = before(&l.body, &simplified(&claim.body))?;
    (!is_true(&body)).then(|| Slice { body, ..claim.clone() })
}
