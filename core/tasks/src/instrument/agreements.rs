//! Agreements of ghost variables by the invariants of their operators. They are assumed, and trusted, as
//! [`apply`](super::apply) is.

use super::apply::{Instrumenter, ghost_binding, nowhere};
use super::operator::{InvariantShape, conjuncts};
use hornbook_base::Span;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Stmt, StmtKind};
use hornbook_lang::rewrite::build;
use hornbook_lang::rewrite::names::{Names, names};

impl Instrumenter<'_> {
    /// The agreements of ghosts that follow aggregates: the bounds that their invariants imply, as that a
    /// number of cells is not negative; equal values of equal aggregates over equal ranges; and sums over
    /// ranges that two others make up. All of them follow from the invariants, and may be assumed.
    pub(super) fn agreements(&self, span: Span) -> Vec<Stmt> {
        let here = |n: &usize| self.choices.ghosts[*n].scope == *self.scope;
        let all: Vec<usize> = (0..self.choices.ghosts.len()).filter(here).collect();
        let alike = |n: usize, k: usize| self.choices.ghosts[n].is_like(&self.choices.ghosts[k]);
        let mut found = vec![];
        for n in &all {
            found.extend(self.bounds(*n));
            let others: Vec<usize> =
                all.iter().copied().filter(|k| k != n && alike(*n, *k)).collect();
            for k in &others {
                found.extend((n < k).then(|| self.agree(*n, *k)).flatten());
                let rest = others.iter().filter(|m| *m != k);
                found.extend(rest.filter_map(|m| self.made_up(*n, *k, *m)));
            }
        }
        found.into_iter().map(|e| build::stmt_at(span, build::stmt(StmtKind::Assume(e)))).collect()
    }

    /// The part of the invariant about the value of an aggregate and other ghosts alone.
    fn bounds(&self, n: usize) -> Option<Expr> {
        let operator = self.operators[n];
        let value = operator.aggregate()?.value;
        let there = |ghost: &String| self.needed[n].contains(ghost);
        let ghosts: Names = operator.ghosts().into_iter().map(|g| g.name).filter(there).collect();
        let of_ghosts = |e: &&Expr| {
            let (names, mut calls) = (names(e), false);
            e.visit(&mut |part| calls |= matches!(part.kind, ExprKind::Call { .. }));
            !calls && names.contains(&value) && names.is_subset(&ghosts)
        };
        let invariant = conjuncts(&operator.tree.invariant).into_iter().filter(of_ghosts);
        let said = invariant.fold(None, |all, e| Some(build::and(all, nowhere(e.clone()))))?;
        let binding = ghost_binding(operator, &self.choices.ghosts[n], &self.names[n]);
        Some(binding.instance(&said))
    }

    /// A ghost variable of an operator instance.
    fn ghost(&self, ghost: usize, name: &str) -> Expr {
        build::name(&self.names[ghost][name])
    }

    fn agree(&self, n: usize, k: usize) -> Option<Expr> {
        let InvariantShape { value, low, high, filled, .. } = self.operators[n].aggregate()?;
        let equal =
            |name: &str| build::compare(self.ghost(n, name), CompareOp::Eq, self.ghost(k, name));
        let is_filled = build::compare(self.ghost(n, &low), CompareOp::Lt, self.ghost(n, &high));
        let same_range = build::and(filled.then_some(is_filled), equal(&low));
        let same_range = build::and(Some(same_range), equal(&high));
        Some(build::binary(BinaryOp::Implies, same_range, equal(&value)))
    }

    /// The agreement of a range that consists of the second and then the third one.
    fn made_up(&self, whole: usize, left: usize, right: usize) -> Option<Expr> {
        let InvariantShape { value, low, high, monoid, .. } =
            self.operators[whole].aggregate().filter(|shape| !shape.filled)?;
        let op = monoid.operation()?;
        let equal = |a: Expr, b: Expr| build::compare(a, CompareOp::Eq, b);
        let range = [
            equal(self.ghost(whole, &low), self.ghost(left, &low)),
            equal(self.ghost(left, &high), self.ghost(right, &low)),
            equal(self.ghost(right, &high), self.ghost(whole, &high)),
        ];
        let range = range.into_iter().reduce(|a, b| build::and(Some(a), b))?;
        let both = build::binary(op, self.ghost(left, &value), self.ghost(right, &value));
        let made_up = equal(self.ghost(whole, &value), both);
        Some(build::binary(BinaryOp::Implies, range, made_up))
    }
}
