//! Checking quantified formulas, and formulas about each cell of a range.

use super::Checker;
use super::expr::{Checked, joined};
use crate::ast;
use crate::ast::Lambda;
use crate::typed::{Builtin, Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, VarId};
use hornbook_base::{Diagnostic, Span};

impl Checker {
    /// A formula with its bound variables in a scope of their own.
    pub(super) fn quant(
        &mut self,
        quantifier: Quantifier,
        names: &[ast::Name],
        range: Option<&(ast::Expr, ast::Expr)>,
        body: &ast::Expr,
        span: Span,
    ) -> Option<TypedExpr> {
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
        match range {
            Some((low, high)) => {
                let (low, high) = (low?, high?);
                self.bind_checks(checks, &vars, Some((&low, &high)));
                body = self.ranged(quantifier, &vars, &low, &high, body);
            }
            None => self.bind_checks(checks, &vars, None),
        }
        Some(TypedExpr {
            kind: TypedExprKind::Quant(quantifier, vars, Box::new(body)),
            ty: Type::Bool,
            span,
        })
    }

    /// Quantifies the checks below a quantifier, from the given number on, over its variables.
    fn bind_checks(
        &mut self,
        from: usize,
        vars: &[VarId],
        range: Option<(&TypedExpr, &TypedExpr)>,
    ) {
        for mut check in self.checks.split_off(from) {
            if let Some((low, high)) = range {
                check.cond = self.ranged(Quantifier::Forall, vars, low, high, check.cond);
            }
            let kind =
                TypedExprKind::Quant(Quantifier::Forall, vars.to_vec(), Box::new(check.cond));
            check.cond = TypedExpr { kind, ty: Type::Bool, span: check.span };
            self.checks.push(check);
        }
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
        low: &TypedExpr,
        high: &TypedExpr,
        body: TypedExpr,
    ) -> TypedExpr {
        let span = low.span.join(high.span);
        let mut guard: Option<TypedExpr> = None;
        for &id in vars {
            self.scopes.mark_read(id);
            let var = TypedExpr {
                kind: TypedExprKind::Var(id),
                ty: Type::Int,
                span: self.scopes.var(id).span,
            };
            let above = joined(TypedBinaryOp::Le, low.clone(), var.clone(), span);
            let below = joined(TypedBinaryOp::Lt, var, high.clone(), span);
            let inside = joined(TypedBinaryOp::And, above, below, span);
            guard = Some(match guard {
                None => inside,
                Some(guard) => joined(TypedBinaryOp::And, guard, inside, span),
            });
        }
        let whole = span.join(body.span);
        match (guard, quantifier) {
            (None, _) => body,
            (Some(guard), Quantifier::Forall) => joined(TypedBinaryOp::Implies, guard, body, whole),
            (Some(guard), Quantifier::Exists) => joined(TypedBinaryOp::And, guard, body, whole),
        }
    }
}

/// A formula about each cell of a range.
struct CellQuantifier {
    low: TypedExpr,
    high: TypedExpr,
    /// The index of the cell.
    index: VarId,
    body: TypedExpr,
}

/// Formulas about cells.
impl Checker {
    /// `forall(a, lo, hi, (x, i) -> formula)` (PI Sec. 4.1) means
    /// `forall i in lo..hi: formula` with `a[i]` for `x`.
    pub(super) fn cell_formula(
        &mut self,
        quantifier: Quantifier,
        name: &ast::Name,
        args: &[ast::Expr],
        lambda: Option<&Lambda>,
        span: Span,
    ) -> Option<Checked> {
        let Some(lambda) = lambda else {
            args.iter().for_each(|arg| drop(self.any_expr(arg)));
            self.report_wrong_arguments(name, span);
            return None;
        };
        let CellQuantifier { low, high, index, body } =
            self.over_cells(name, args, lambda, span)?;
        let body = self.ranged(quantifier, &[index], &low, &high, body);
        let kind = TypedExprKind::Quant(quantifier, vec![index], Box::new(body));
        Some(Checked::new(kind, Type::Bool, span))
    }

    /// `count(a, lo, hi, (x, i) -> formula)`.
    pub(super) fn count_where(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        lambda: &Lambda,
        span: Span,
    ) -> Option<Checked> {
        let CellQuantifier { low, high, index, body } =
            self.over_cells(name, args, lambda, span)?;
        self.opaque(span, "`count` with a formula");
        let at = body.span;
        let binder = TypedExprKind::Quant(Quantifier::Exists, vec![index], Box::new(body));
        let formula = TypedExpr { kind: binder, ty: Type::Bool, span: at };
        let kind = TypedExprKind::Call(Builtin::CountWhere, vec![low, high, formula]);
        Some(Checked::new(kind, Type::Int, span))
    }

    fn over_cells(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        lambda: &Lambda,
        span: Span,
    ) -> Option<CellQuantifier> {
        let [array, low, high] = args else {
            args.iter().for_each(|arg| drop(self.any_expr(arg)));
            self.report_wrong_arguments(name, span);
            return None;
        };
        self.bound_depth += 1;
        let array = self.array(array);
        let range = (self.int(low), self.int(high));
        if let (Some(array), (Some(low), Some(high))) = (&array, &range) {
            self.check_range(array, low, high, span);
        }
        let checks = self.checks.len();
        self.scopes.enter();
        let found = self.with_cell(array, lambda, span);
        self.scopes.leave();
        self.bound_depth -= 1;
        let ((index, body), low, high) = (found?, range.0?, range.1?);
        self.bind_checks(checks, &[index], Some((&low, &high)));
        Some(CellQuantifier { low, high, index, body })
    }

    /// The formula behind the arrow, and the variable for the index.
    fn with_cell(
        &mut self,
        array: Option<TypedExpr>,
        lambda: &Lambda,
        span: Span,
    ) -> Option<(VarId, TypedExpr)> {
        let [value, index] = [0, 1].map(|n| lambda.params.get(n));
        let place = index.or(value).map_or(span, |name| name.span);
        let bound = match index {
            Some(index) => self.bind(index),
            None => Some(self.scopes.hidden("i", "i".to_owned(), Type::Int, place)),
        };
        let (Some(value), Some(array), Some(bound)) = (value, array, bound) else {
            self.any_expr(&lambda.body);
            return None;
        };
        let body = self.over_cell(value, array, bound, &lambda.body)?;
        Some((bound, body))
    }

    fn over_cell(
        &mut self,
        value: &ast::Name,
        array: TypedExpr,
        index: VarId,
        body: &ast::Expr,
    ) -> Option<TypedExpr> {
        let ty = array.ty.cell()?;
        let cell = self.bind_as(value, ty)?;
        let at = TypedExpr { kind: TypedExprKind::Var(index), ty: Type::Int, span: value.span };
        let kind = TypedExprKind::Read(Box::new(array), Box::new(at));
        self.scopes.mark_read(index);
        self.cells.insert(cell, TypedExpr { kind, ty, span: value.span });
        self.bool(body)
    }
}
