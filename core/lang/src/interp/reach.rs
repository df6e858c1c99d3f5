//! The distance from zero up to which values of unbounded variables have to be tried.
//!
//! Where variables are only compared with numbers and with each other, and are indices of arrays
//! with finitely many listed cells, the truth of a formula depends on comparisons `x ? m` and
//! `x - y ? d` only. Let no number `m` be further from zero than `M`, no `d` further than `D`. If some
//! values of `n` variables decide the formula, so do values that are not further from zero than
//! `M + n (D + 1)`: sort them; a gap of more than `D + 1` beyond `M` can be made as small as `D + 1`,
//! which changes no comparison.

use super::eval::Eval;
use super::{ArrayValue, Value};
use crate::typed::{Builtin, Type, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp, VarId};
use hornbook_base::Int;

/// The distance that suffices for `vars` in a formula; `None` if the formula uses them in other ways.
pub(super) fn reach(eval: &mut Eval<'_>, formula: &TypedExpr, vars: &[VarId]) -> Option<Int> {
    let mut numbers = ValueBounds { vars, bound: Int::ZERO, distance: Int::ZERO };
    numbers.collect(eval, formula)?;
    let count = Int::from(vars.len() as i64);
    Some(&numbers.bound + &(&count * &(&numbers.distance + &Int::ONE)))
}

struct ValueBounds<'v> {
    vars: &'v [VarId],
    /// The largest absolute value that a variable is compared with.
    bound: Int,
    /// The largest absolute value that a difference of variables is compared with.
    distance: Int,
}

impl ValueBounds<'_> {
    /// Collects the bounds; `None` if a part uses the variables in another way.
    fn collect(&mut self, eval: &mut Eval<'_>, expr: &TypedExpr) -> Option<()> {
        if !self.vars.iter().any(|v| mentions(expr, *v)) {
            return Some(());
        }
        match &expr.kind {
            TypedExprKind::Binary(op, left, right) => {
                let compares = matches!(
                    op,
                    TypedBinaryOp::Eq
                        | TypedBinaryOp::Ne
                        | TypedBinaryOp::Lt
                        | TypedBinaryOp::Le
                        | TypedBinaryOp::Gt
                        | TypedBinaryOp::Ge
                );
                let linear = compares && left.ty == Type::Int;
                if linear && self.difference(eval, left, right).is_some() {
                    return Some(());
                }
                self.collect(eval, left)?;
                self.collect(eval, right)
            }
            TypedExprKind::Unary(UnaryOp::Not | UnaryOp::Neg, inner) => self.collect(eval, inner),
            TypedExprKind::Ite(cond, then, els) => {
                [cond, then, els].into_iter().try_for_each(|part| self.collect(eval, part))
            }
            TypedExprKind::Read(array, index) => {
                let furthest = self.cells(eval, array)?;
                let zero = TypedExpr { kind: TypedExprKind::Int(Int::ZERO), ..(**index).clone() };
                self.at_most(&furthest);
                let (used, offset) = self.linear(eval, index, &zero)?;
                let reach = &furthest + &offset.abs();
                self.at_most(&reach);
                (used.len() <= 1).then_some(())
            }
            _ => None,
        }
    }

    fn at_most(&mut self, number: &Int) {
        if self.bound < *number {
            self.bound = number.clone();
        }
    }

    /// A comparison of the variables themselves.
    fn difference(
        &mut self,
        eval: &mut Eval<'_>,
        left: &TypedExpr,
        right: &TypedExpr,
    ) -> Option<()> {
        let (used, rest) = self.linear(eval, left, right)?;
        let rest = rest.abs() + Int::ONE;
        match used.as_slice() {
            [] => {}
            [_] => self.at_most(&rest),
            [a, b] if *a == -b => {
                if self.distance < rest {
                    self.distance = rest;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The factors of the variables in `left - right`, each 1 or -1, and the rest.
    fn linear(
        &self,
        eval: &mut Eval<'_>,
        left: &TypedExpr,
        right: &TypedExpr,
    ) -> Option<(Vec<Int>, Int)> {
        let mut used = vec![];
        for var in self.vars {
            let factor = factor(left, *var)? - factor(right, *var)?;
            if !factor.is_zero() {
                used.push(factor);
            }
        }
        let units = used.iter().all(|factor| factor.abs().is_one());
        let rest = at_zero(eval, left, right, self.vars)?;
        units.then_some((used, rest))
    }

    /// The largest distance of a listed cell of an array, or of its rows, from zero.
    fn cells(&mut self, eval: &mut Eval<'_>, array: &TypedExpr) -> Option<Int> {
        match &array.kind {
            TypedExprKind::Var(var) => match eval.values.get(var.0 as usize)? {
                Some(Value::Array(array)) => Some(furthest(array)),
                _ => None,
            },
            TypedExprKind::Read(rows, _) => {
                self.collect(eval, array)?;
                self.cells(eval, rows)
            }
            _ => None,
        }
    }
}

fn furthest(array: &ArrayValue) -> Int {
    let own = array.cells.keys().map(Int::abs);
    let rows = array.cells.values().chain([&*array.default]).map(|value| match value {
        Value::Array(row) => furthest(row),
        _ => Int::ZERO,
    });
    own.chain(rows).max().unwrap_or_default() + Int::ONE
}

/// `left - right` where all of `vars` are zero.
pub(super) fn at_zero(
    eval: &mut Eval<'_>,
    left: &TypedExpr,
    right: &TypedExpr,
    vars: &[VarId],
) -> Option<Int> {
    let reads = eval.track.reads.len();
    for var in vars {
        eval.values[var.0 as usize] = Some(Value::Int(Int::ZERO));
    }
    let values = (eval.int(left), eval.int(right));
    for var in vars {
        eval.values[var.0 as usize] = None;
    }
    eval.track.reads.truncate(reads);
    Some(values.0.ok()? - values.1.ok()?)
}

/// The factor of a variable in an expression that is linear in it.
pub(super) fn factor(expr: &TypedExpr, var: VarId) -> Option<Int> {
    match &expr.kind {
        TypedExprKind::Int(_) => Some(Int::ZERO),
        TypedExprKind::Var(other) => Some(if *other == var { Int::ONE } else { Int::ZERO }),
        TypedExprKind::Unary(UnaryOp::Neg, inner) => Some(-factor(inner, var)?),
        TypedExprKind::Binary(TypedBinaryOp::Add, left, right) => {
            Some(factor(left, var)? + factor(right, var)?)
        }
        TypedExprKind::Binary(TypedBinaryOp::Sub, left, right) => {
            Some(factor(left, var)? - factor(right, var)?)
        }
        TypedExprKind::Binary(TypedBinaryOp::Mul, left, right) => match (&left.kind, &right.kind) {
            (TypedExprKind::Int(n), _) => Some(n * &factor(right, var)?),
            (_, TypedExprKind::Int(n)) => Some(&factor(left, var)? * n),
            _ => unmentioned(expr, var),
        },
        _ => unmentioned(expr, var),
    }
}

/// Whether an expression depends on a variable, or could not be a bound anyway.
pub(super) fn mentions(expr: &TypedExpr, var: VarId) -> bool {
    expr.any(&|e| match &e.kind {
        TypedExprKind::Var(other) => *other == var,
        TypedExprKind::Nondet(_)
        | TypedExprKind::Call(Builtin::SubArray, _)
        | TypedExprKind::Quant(..) => true,
        _ => false,
    })
}

fn unmentioned(expr: &TypedExpr, var: VarId) -> Option<Int> {
    (!mentions(expr, var)).then_some(Int::ZERO)
}
