//! The rounds of a counted loop, as conditions on the counter.

use super::form::{expr, var};
use super::loops::Loop;
use super::slices::{Range, Slice};
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind};
use hornbook_lang::rewrite::build;

/// The values of the counter as a range; with larger steps it has those between them as well.
pub fn of_rounds(l: &Loop, name: &str) -> Range {
    let one = Linear::constant(1);
    let (low, high) = match l.step > 0 {
        true => (l.first.clone(), l.bound.clone()),
        false => (l.bound.add(&one), l.first.add(&one)),
    };
    Range { var: name.to_owned(), low, high }
}

/// A claim about one round for all of them; `None` if the end of a range is no sum then.
pub fn in_all_rounds(l: &Loop, slice: &Slice, name: &str) -> Option<Slice> {
    let one =
        slice.under(in_step(l, &l.counter)).with_value(&l.counter, &Linear::var(&var(name)))?;
    let rounds = of_rounds(l, name);
    Some(Slice { ranges: [vec![rounds], one.ranges].concat(), body: one.body })
}

/// The condition that a number is the value of the counter in a round.
pub fn is_round(l: &Loop, name: &str) -> Expr {
    let (first, value, bound) = (expr(&l.first), build::name(name), expr(&l.bound));
    let (from, to) = match l.step > 0 {
        true => (CompareOp::Le, CompareOp::Lt),
        false => (CompareOp::Ge, CompareOp::Gt),
    };
    let range = vec![(from, value), (to, bound)];
    let range = build::expr(ExprKind::Compare(Box::new(first), range));
    match in_step(l, name) {
        Some(step) => build::and(Some(range), step),
        None => range,
    }
}

/// The condition that a number is the first value of the counter after some steps, where these are larger
/// than 1.
fn in_step(l: &Loop, name: &str) -> Option<Expr> {
    let step = Int::from(l.step.abs());
    let gone = Linear::var(&var(name)).sub(&l.first);
    let gone = if l.step > 0 { gone } else { gone.scale(&Int::MINUS_ONE) };
    let rest = build::binary(BinaryOp::Mod, expr(&gone), build::int(&step));
    let is_round = build::compare(rest, CompareOp::Eq, build::int(&Int::ZERO));
    (!step.is_one()).then_some(is_round)
}

/// The condition that the round of one value comes before that of another one.
pub fn before_round(l: &Loop, earlier: Expr, later: &str) -> Expr {
    let op = if l.step > 0 { CompareOp::Lt } else { CompareOp::Gt };
    build::compare(earlier, op, build::name(later))
}
