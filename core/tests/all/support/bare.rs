//! Syntax trees without places, to be compared.

use hornbook_base::Span;
use hornbook_lang::ast::*;

/// Forgets all places.
pub fn bare(body: &mut [Stmt]) {
    for stmt in body {
        stmt.span = Span::default();
        match &mut stmt.kind {
            StmtKind::Declare { declarators, .. } => declarators.iter_mut().for_each(|d| {
                d.span = Span::default();
                d.name.span = Span::default();
                d.dimensions.iter_mut().flatten().for_each(bare_expr);
                d.init.iter_mut().for_each(bare_expr);
            }),
            StmtKind::Update { target, op } => {
                bare_expr(target);
                if let UpdateOp::Set(value) | UpdateOp::Change(_, value) = op {
                    bare_expr(value);
                }
            }
            StmtKind::If { cond, then, els } => {
                bare_expr(cond);
                bare(then);
                bare(els.as_deref_mut().unwrap_or_default());
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                bare_expr(cond);
                bare(body);
            }
            StmtKind::Assign { targets, values } => {
                targets.iter_mut().chain(values).for_each(bare_expr);
            }
            StmtKind::Havoc(exprs) | StmtKind::Return(exprs) => {
                exprs.iter_mut().for_each(bare_expr)
            }
            StmtKind::Function(function) => bare_function(function),
            StmtKind::Operator(operator) => bare_operator(operator),
            StmtKind::For { init, cond, step, body } => {
                cond.iter_mut().for_each(bare_expr);
                bare(init);
                bare(step);
                bare(body);
            }
            StmtKind::Block(body) => bare(body),
            StmtKind::Assume(cond)
            | StmtKind::Assert(cond)
            | StmtKind::Hint(cond)
            | StmtKind::Invariant(cond)
            | StmtKind::Decreases(cond)
            | StmtKind::Call(cond) => bare_expr(cond),
            StmtKind::Break | StmtKind::Continue | StmtKind::Empty | StmtKind::Error => {}
        }
    }
}

fn bare_operator(operator: &mut Operator) {
    operator.name.span = Span::default();
    for param in &mut operator.params {
        let Declarator { name, span, .. } = &mut param.declarator;
        (name.span, *span) = (Span::default(), Span::default());
        param.formula.iter_mut().flatten().for_each(|name| name.span = Span::default());
    }
    bare(&mut operator.ghosts);
    bare_expr(&mut operator.invariant);
    for rule in &mut operator.rules {
        (rule.name.span, rule.span) = (Span::default(), Span::default());
        rule.params.iter_mut().for_each(|name| name.span = Span::default());
        match &mut rule.on {
            Trigger::Anywhere => {}
            Trigger::Change(e) | Trigger::Value(e) => bare_expr(e),
            Trigger::Write(target, value) => {
                bare_expr(target);
                bare_expr(value);
            }
        }
        bare(&mut rule.body);
    }
}

fn bare_function(function: &mut Function) {
    function.name.span = Span::default();
    for param in &mut function.params {
        let Declarator { name, dimensions, span, .. } = &mut param.declarator;
        (name.span, *span) = (Span::default(), Span::default());
        dimensions.iter_mut().flatten().for_each(bare_expr);
    }
    for clause in &mut function.contract {
        clause.span = Span::default();
        bare_expr(&mut clause.cond);
    }
    bare(&mut function.body);
}

fn bare_expr(expr: &mut Expr) {
    expr.span = Span::default();
    match &mut expr.kind {
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
            bare_expr(a);
            bare_expr(b);
        }
        ExprKind::Unary(_, inner) => bare_expr(inner),
        ExprKind::Nondet(Some(ends)) => {
            bare_expr(&mut ends.0);
            bare_expr(&mut ends.1);
        }
        ExprKind::Ite(a, b, c) => [a, b, c].into_iter().for_each(|e| bare_expr(e)),
        ExprKind::Call { name, args, lambda } => {
            name.span = Span::default();
            args.iter_mut().for_each(bare_expr);
            if let Some(lambda) = lambda {
                lambda.params.iter_mut().for_each(|v| v.span = Span::default());
                bare_expr(&mut lambda.body);
            }
        }
        ExprKind::Compare(first, rest) => {
            bare_expr(first);
            rest.iter_mut().for_each(|(_, next)| bare_expr(next));
        }
        ExprKind::Quant { vars, range, body, .. } => {
            vars.iter_mut().for_each(|v| v.span = Span::default());
            if let Some(ends) = range {
                bare_expr(&mut ends.0);
                bare_expr(&mut ends.1);
            }
            bare_expr(body);
        }
        _ => {}
    }
}
