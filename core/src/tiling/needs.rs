//! What a round needs so that a claim holds of its tile.

use super::backward::{before, is_true, simplified};
use super::form::{expr, put, quotient, var};
use super::loops::Loop;
use super::rounds::of_rounds;
use super::slices::Slice;
use crate::horn::linear::Linear;
use crate::lang::ast::{BinaryOp, CompareOp, Expr};
use crate::lang::rewrite::build;

/// The weakest precondition of a round for the claim about one cell of its tile, in terms of the counter.
/// The claim is about the cell at an index with its variable, the round writes the one at `owned`. `None` if
/// nothing is needed, or it cannot be said.
pub fn need(l: &Loop, slice: &Slice, cell: &Linear, owned: &Linear) -> Option<Expr> {
    let rest = put(cell, &slice.var, &Linear::default())?;
    let at = quotient(&owned.sub(&rest), &cell.coeff(&var(&slice.var)))?;
    let claim = slice.body_with(&slice.var, &at);
    let body = before(&l.body, &simplified(&claim))?;
    if is_true(&body) {
        return None;
    }
    let one = Linear::constant(1);
    let rounds = of_rounds(l, &body, &slice.var);
    let (first, last) = (put(&at, &l.counter, &rounds.low), rounds.high.sub(&one));
    let last = put(&at, &l.counter, &last);
    // The least and the greatest cell of all rounds, if there are rounds.
    let down = at.coeff(&var(&l.counter)).is_negative();
    let (least, most) = if down { (last, first) } else { (first, last) };
    let enough = |room: Option<Linear>| {
        room.and_then(|room| room.as_constant().cloned()).is_some_and(|c| !c.is_negative())
    };
    // Rounds that take care of other cells need nothing.
    let mut range = None;
    if !enough(least.map(|least| least.sub(&slice.low))) {
        range = Some(build::compare(expr(&slice.low), CompareOp::Le, expr(&at)));
    }
    if !enough(most.map(|most| slice.high.sub(&one).sub(&most))) {
        let below = build::compare(expr(&at), CompareOp::Lt, expr(&slice.high));
        range = Some(build::and(range, below));
    }
    Some(match range {
        Some(range) => build::binary(BinaryOp::Implies, range, body),
        None => body,
    })
}
