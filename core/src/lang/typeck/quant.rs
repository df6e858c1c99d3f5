//! Checking quantified formulas.

use super::Checker;
use super::expr::joined;
use crate::base::{Diagnostic, Span};
use crate::lang::ast;
use crate::lang::typed::{BinaryOp, Expr, ExprKind, Quantifier, Type, VarId};

impl Checker {
    /// A formula with its bound variables in a scope of their own.
    pub(super) fn quant(
        &mut self,
        quantifier: Quantifier,
        names: &[ast::Name],
        range: Option<&(ast::Expr, ast::Expr)>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        self.bound_depth += 1;
        // The ends of the range do not see the bound variables.
        let range = range.map(|(low, high)| (self.int(low), self.int(high)));
        self.scopes.enter();
        let vars: Vec<VarId> = names.iter().filter_map(|name| self.bind(name)).collect();
        let checks = self.checks.len();
        let body = self.bool(body);
        self.scopes.leave();
        self.bound_depth -= 1;
        let mut body = body?;
        if let Some((low, high)) = range {
            let (low, high) = (low?, high?);
            for (at, check) in self.checks.split_off(checks) {
                let check = self.ranged(Quantifier::Forall, &vars, &low, &high, check);
                self.checks.push((at, check));
            }
            body = self.ranged(quantifier, &vars, &low, &high, body);
        }
        for (at, check) in &mut self.checks[checks..] {
            let kind = ExprKind::Quant(Quantifier::Forall, vars.clone(), Box::new(check.clone()));
            *check = Expr { kind, ty: Type::Bool, span: *at };
        }
        Some(Expr { kind: ExprKind::Quant(quantifier, vars, Box::new(body)), ty: Type::Bool, span })
    }

    pub(super) fn bind(&mut self, name: &ast::Name) -> Option<VarId> {
        self.bind_as(name, Type::Int)
    }

    pub(super) fn bind_as(&mut self, name: &ast::Name, ty: Type) -> Option<VarId> {
        let (var, clash) = self.scopes.bind(name, ty);
        self.diagnostics.extend(
            clash.map(|_| Diagnostic::error(name.span, format!("`{}` is bound twice", name.text))),
        );
        var
    }

    /// `low <= x && x < high` for each bound variable, in front of the body.
    pub(super) fn ranged(
        &mut self,
        quantifier: Quantifier,
        vars: &[VarId],
        low: &Expr,
        high: &Expr,
        body: Expr,
    ) -> Expr {
        let span = low.span.join(high.span);
        let mut guard: Option<Expr> = None;
        for &id in vars {
            self.scopes.mark_read(id);
            let var =
                Expr { kind: ExprKind::Var(id), ty: Type::Int, span: self.scopes.var(id).span };
            let above = joined(BinaryOp::Le, low.clone(), var.clone(), span);
            let below = joined(BinaryOp::Lt, var, high.clone(), span);
            let inside = joined(BinaryOp::And, above, below, span);
            guard = Some(match guard {
                None => inside,
                Some(guard) => joined(BinaryOp::And, guard, inside, span),
            });
        }
        let whole = span.join(body.span);
        match (guard, quantifier) {
            (None, _) => body,
            (Some(guard), Quantifier::Forall) => joined(BinaryOp::Implies, guard, body, whole),
            (Some(guard), Quantifier::Exists) => joined(BinaryOp::And, guard, body, whole),
        }
    }
}
