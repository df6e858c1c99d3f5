//! Other ways to write a comparison of numbers, also in chains.

use hornbook_lang::ast::CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
use hornbook_lang::ast::{CompareOp, Expr, ExprKind, Stmt};
use hornbook_lang::rewrite::build::{compare, expr, not, plus};
use hornbook_lang::rewrite::walk;

/// `x + 1 <= e` for `x < e`.
pub fn weak_left(body: &mut Vec<Stmt>) {
    each(body, |first, rest| {
        let Some((op, _)) = rest.first_mut() else { return };
        move_left(first, op);
    });
}

fn move_left(left: &mut Expr, op: &mut CompareOp) {
    let (weak, k) = match op {
        Lt => (Le, 1),
        Gt => (Ge, -1),
        _ => return,
    };
    *op = weak;
    *left = plus(left.clone(), k);
}

/// `x <= e - 1` for `x < e`.
pub fn weak_right(body: &mut Vec<Stmt>) {
    each(body, |_, rest| {
        let Some((op, right)) = rest.last_mut() else { return };
        let (weak, k) = match op {
            Lt => (Le, -1),
            Gt => (Ge, 1),
            _ => return,
        };
        *op = weak;
        *right = plus(right.clone(), k);
    });
}

/// `x < e + 1` for `x <= e`, and `x > e - 1` for `x >= e`.
pub fn strict(body: &mut Vec<Stmt>) {
    each(body, |_, rest| {
        let Some((op, right)) = rest.last_mut() else { return };
        let (strict, k) = match op {
            Le => (Lt, 1),
            Ge => (Gt, -1),
            _ => return,
        };
        *op = strict;
        *right = plus(right.clone(), k);
    });
}

/// `e > x` for `x < e`.
pub fn flip(body: &mut Vec<Stmt>) {
    each(body, |first, rest| {
        let mut ops: Vec<CompareOp> = rest.iter().map(|(op, _)| mirrored(*op)).collect();
        let mut sides: Vec<Expr> = std::iter::once(first.clone())
            .chain(rest.iter().map(|(_, side)| side.clone()))
            .rev()
            .collect();
        ops.reverse();
        *first = sides.remove(0);
        *rest = ops.into_iter().zip(sides).collect();
    });
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        Lt => Gt,
        Le => Ge,
        Gt => Lt,
        Ge => Le,
        Eq | Ne => op,
    }
}

/// `!(x >= e)` for `x < e`, for comparisons that are no chains.
pub fn negate(body: &mut Vec<Stmt>) {
    walk::exprs(body, &mut |e| {
        if let ExprKind::Compare(first, rest) = &e.kind
            && let [(op, right)] = rest.as_slice()
        {
            let positive = compare((**first).clone(), opposite(*op), right.clone());
            *e = not(positive);
        }
    });
}

fn opposite(op: CompareOp) -> CompareOp {
    match op {
        Lt => Ge,
        Le => Gt,
        Gt => Le,
        Ge => Lt,
        Eq => Ne,
        Ne => Eq,
    }
}

fn each(body: &mut [Stmt], f: impl Fn(&mut Expr, &mut Vec<(CompareOp, Expr)>)) {
    walk::exprs(body, &mut |e| {
        if let ExprKind::Compare(first, rest) = &mut e.kind {
            let mut left = std::mem::replace(&mut **first, expr(ExprKind::Error));
            f(&mut left, rest);
            **first = left;
        }
    });
}
