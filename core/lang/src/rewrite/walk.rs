//! Walks that change a syntax tree, from the leaves up. Read-only walks are in [`ast`](crate::ast).

use crate::ast::{Expr, ExprKind, Stmt, StmtKind, UpdateOp};

/// Visits every list of statements that may hold any statement, inner lists first. The header of a `for` is
/// none.
pub fn blocks(body: &mut Vec<Stmt>, f: &mut impl FnMut(&mut Vec<Stmt>)) {
    for stmt in body.iter_mut() {
        bodies(stmt).into_iter().for_each(|inner| blocks(inner, f));
    }
    f(body);
}

/// Replaces every statement by a list of statements, which may be empty, inner ones first. The header of a
/// `for` stays.
pub fn replace(body: &mut Vec<Stmt>, f: &mut impl FnMut(Stmt) -> Vec<Stmt>) {
    blocks(body, &mut |block| {
        *block = std::mem::take(block).into_iter().flat_map(&mut *f).collect()
    });
}

/// The lists of statements directly inside, without the header of a `for`.
pub fn bodies(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match &mut stmt.kind {
        StmtKind::If { then, els, .. } => std::iter::once(then).chain(els).collect(),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Block(body) => vec![body],
        StmtKind::Function(function) => vec![&mut function.body],
        _ => vec![],
    }
}

/// Visits every statement, inner ones first, those in the header of a `for` too.
pub fn stmts(body: &mut [Stmt], f: &mut impl FnMut(&mut Stmt)) {
    for stmt in body {
        if let StmtKind::For { init, step, .. } = &mut stmt.kind {
            stmts(init, f);
            stmts(step, f);
        }
        bodies(stmt).into_iter().for_each(|inner| stmts(inner, f));
        f(stmt);
    }
}

/// Visits every expression, operands first, also targets.
pub fn exprs(body: &mut [Stmt], f: &mut impl FnMut(&mut Expr)) {
    stmts(body, &mut |stmt| own_exprs(stmt).into_iter().for_each(|expr| subexprs(expr, f)));
}

/// Visits an expression and all below it, operands first.
pub fn subexprs(expr: &mut Expr, f: &mut impl FnMut(&mut Expr)) {
    operands(expr).into_iter().for_each(|operand| subexprs(operand, f));
    f(expr);
}

/// The expressions that belong to the statement itself.
pub fn own_exprs(stmt: &mut Stmt) -> Vec<&mut Expr> {
    match &mut stmt.kind {
        StmtKind::Declare { declarators, .. } => declarators
            .iter_mut()
            .flat_map(|d| d.dimensions.iter_mut().flatten().chain(&mut d.init))
            .collect(),
        StmtKind::Update { target, op: UpdateOp::Set(value) | UpdateOp::Change(_, value) } => {
            vec![target, value]
        }
        StmtKind::Update { target, .. } => vec![target],
        StmtKind::Assign { targets, values } => targets.iter_mut().chain(values).collect(),
        StmtKind::Havoc(exprs) | StmtKind::Return(exprs) => exprs.iter_mut().collect(),
        StmtKind::Function(function) => {
            let lengths = function.params.iter_mut().map(|p| &mut p.declarator.dimensions);
            let contract = function.contract.iter_mut().map(|clause| &mut clause.cond);
            lengths.flatten().flatten().chain(contract).collect()
        }
        StmtKind::If { cond, .. }
        | StmtKind::While { cond, .. }
        | StmtKind::DoWhile { cond, .. }
        | StmtKind::Assume(cond)
        | StmtKind::Assert(cond)
        | StmtKind::Hint(cond)
        | StmtKind::Invariant(cond)
        | StmtKind::Decreases(cond)
        | StmtKind::Call(cond) => vec![cond],
        StmtKind::For { cond, .. } => cond.iter_mut().collect(),
        StmtKind::Block(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Operator(_)
        | StmtKind::Empty
        | StmtKind::Error => vec![],
    }
}

/// The expressions directly inside.
pub fn operands(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Error => vec![],
        ExprKind::Nondet(range) => range.iter_mut().flat_map(|r| [&mut r.0, &mut r.1]).collect(),
        ExprKind::Unary(_, inner) => vec![inner],
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Ite(a, b, c) => vec![a, b, c],
        ExprKind::Call { args, lambda, .. } => {
            args.iter_mut().chain(lambda.as_deref_mut().map(|lambda| &mut lambda.body)).collect()
        }
        ExprKind::Compare(first, rest) => {
            std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, next)| next)).collect()
        }
        ExprKind::Quant { range, body, .. } => {
            let range = range.iter_mut().flat_map(|r| [&mut r.0, &mut r.1]);
            range.chain([&mut **body]).collect()
        }
    }
}
