//! Witnesses of existential conditions: later points have them as parameters, Skolem constants.
//!
//! `P(x) && (exists k: f(x, k)) ==> Q(x)` and `P(x) && f(x, k) ==> Q(x)` are the same clause, and with
//! `Q(x, k)` nothing is lost either: no later step reads `k`. But an abstraction of `Q(x)` cannot express
//! existence, and one of `Q(x, k)` can express properties of `k`.

use hornbook_lang::typed::{
    Quantifier, TypedBinaryOp, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind, UnaryOp, VarId,
};

/// The existential variables of a condition, or of its negation. The free variables of the clause take
/// their places ([`strip`](hornbook_horn::prenex::strip)), so later points can have them as parameters: an
/// abstraction has no other way to remember that a witness exists.
pub(super) fn witnesses(cond: &TypedExpr, holds: bool) -> Vec<VarId> {
    fn collect(expr: &TypedExpr, holds: bool, found: &mut Vec<VarId>) {
        let which = if holds { Quantifier::Exists } else { Quantifier::Forall };
        match &expr.kind {
            TypedExprKind::Quant(q, vars, body) if *q == which => {
                found.extend(vars);
                collect(body, holds, found);
            }
            TypedExprKind::Binary(TypedBinaryOp::And | TypedBinaryOp::Or, left, right) => {
                collect(left, holds, found);
                collect(right, holds, found);
            }
            TypedExprKind::Binary(TypedBinaryOp::Implies, left, right) => {
                collect(left, !holds, found);
                collect(right, holds, found);
            }
            TypedExprKind::Unary(UnaryOp::Not, inner) => collect(inner, !holds, found),
            _ => {}
        }
    }
    let mut found = vec![];
    collect(cond, holds, &mut found);
    found
}

/// The condition that holds (`true`) or does not hold wherever a statement ends, if there is one.
pub(super) fn sure_after(stmt: &TypedStmt) -> Option<(&TypedExpr, bool)> {
    match &stmt.kind {
        TypedStmtKind::Assume(cond) => Some((cond, true)),
        TypedStmtKind::While { cond, body, .. } | TypedStmtKind::DoWhile { cond, body }
            if !breaks(body) =>
        {
            Some((cond, false))
        }
        TypedStmtKind::If { cond, then, els } if diverts(then) != diverts(els) => {
            Some((cond, diverts(els)))
        }
        _ => None,
    }
}

/// Whether control never comes behind the last of the statements.
fn diverts(stmts: &[TypedStmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        TypedStmtKind::Break | TypedStmtKind::Continue | TypedStmtKind::Return(_) => true,
        TypedStmtKind::Block(stmts) => diverts(stmts),
        TypedStmtKind::If { then, els, .. } => diverts(then) && diverts(els),
        _ => false,
    })
}

/// Whether a statement leaves the loop around them.
fn breaks(stmts: &[TypedStmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        TypedStmtKind::Break => true,
        TypedStmtKind::Block(stmts) => breaks(stmts),
        TypedStmtKind::If { then, els, .. } => breaks(then) || breaks(els),
        _ => false,
    })
}
