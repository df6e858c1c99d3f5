//! `forall k in 0..n: c` and `forall k: 0 <= k && k < n ==> c`.

use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, Quantifier, Stmt};
use hornbook_lang::rewrite::build::{and, binary, compare, name};
use hornbook_lang::rewrite::names::names;
use hornbook_lang::rewrite::walk;

/// Writes ranges as conditions.
pub fn to_guards(body: &mut Vec<Stmt>) {
    walk::exprs(body, &mut |e| {
        let ExprKind::Quant { quantifier, vars, range, body } = &mut e.kind else { return };
        let within = |bounds: &(Expr, Expr)| {
            vars.iter().fold(None, |all, v| Some(and(all, inside(v, bounds))))
        };
        // Below the quantifier a bound that mentions its variable would mean another one.
        let captured = |(low, high): &mut (Expr, Expr)| {
            vars.iter().any(|v| names(low).contains(&v.text) || names(high).contains(&v.text))
        };
        let Some(bounds) = range.take_if(|bounds| !captured(bounds)) else { return };
        let op = match quantifier {
            Quantifier::Forall => BinaryOp::Implies,
            Quantifier::Exists => BinaryOp::And,
        };
        if let Some(within) = within(&bounds) {
            **body = binary(op, within, (**body).clone());
        }
    });
}

fn inside(var: &Name, (low, high): &(Expr, Expr)) -> Expr {
    let above = compare(low.clone(), CompareOp::Le, name(&var.text));
    and(Some(above), compare(name(&var.text), CompareOp::Lt, high.clone()))
}

/// Writes conditions that are ranges as such, for one variable.
pub fn to_ranges(body: &mut Vec<Stmt>) {
    walk::exprs(body, &mut |e| {
        let ExprKind::Quant { quantifier: Quantifier::Forall, vars, range, body } = &mut e.kind
        else {
            return;
        };
        let ([var], None) = (vars.as_slice(), &range) else { return };
        let Some((bounds, rest)) = guarded(&var.text, body) else { return };
        *range = Some(Box::new(bounds));
        **body = rest;
    });
}

/// The bounds in `low <= k && k < high ==> rest`.
fn guarded(var: &str, body: &Expr) -> Option<((Expr, Expr), Expr)> {
    let ExprKind::Binary(BinaryOp::Implies, guard, rest) = &body.kind else { return None };
    let ExprKind::Binary(BinaryOp::And, above, below) = &guard.kind else { return None };
    let is_var = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == var);
    let (low, k) = single(above, CompareOp::Le)?;
    let (l, high) = single(below, CompareOp::Lt)?;
    let bound = |e: &Expr| !names(e).contains(var);
    (is_var(k) && is_var(l) && bound(low) && bound(high))
        .then(|| ((low.clone(), high.clone()), (**rest).clone()))
}

fn single(e: &Expr, wanted: CompareOp) -> Option<(&Expr, &Expr)> {
    let ExprKind::Compare(first, rest) = &e.kind else { return None };
    match rest.as_slice() {
        [(op, second)] if *op == wanted => Some((first, second)),
        _ => None,
    }
}
