//! What conditions say to exist: the points after them know it as a parameter, a Skolem constant.
//!
//! `P(x) && (exists k: f(x, k)) ==> Q(x)` and `P(x) && f(x, k) ==> Q(x)` are the same clause, and with
//! `Q(x, k)` nothing is lost either: no later step reads `k`. But an abstraction of `Q(x)` cannot say
//! that something exists, and one of `Q(x, k)` can say what holds of `k`.

use hornbook_lang::typed::{BinaryOp, Expr, ExprKind, Quantifier, Stmt, StmtKind, UnaryOp, VarId};

/// The variables of a condition that holds, or does not, and then says that something exists. What it
/// says about them is said of the free variables of a clause ([`strip`](hornbook_horn::prenex::strip)), so
/// later points can know the same ones: an abstraction has no other way to remember that there is such
/// a thing.
pub(super) fn witnesses(cond: &Expr, holds: bool) -> Vec<VarId> {
    fn collect(expr: &Expr, holds: bool, found: &mut Vec<VarId>) {
        let which = if holds { Quantifier::Exists } else { Quantifier::Forall };
        match &expr.kind {
            ExprKind::Quant(q, vars, body) if *q == which => {
                found.extend(vars);
                collect(body, holds, found);
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                collect(left, holds, found);
                collect(right, holds, found);
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                collect(left, !holds, found);
                collect(right, holds, found);
            }
            ExprKind::Unary(UnaryOp::Not, inner) => collect(inner, !holds, found),
            _ => {}
        }
    }
    let mut found = vec![];
    collect(cond, holds, &mut found);
    found
}

/// The condition that is sure to hold (`true`) or not to hold wherever a statement ends, if there is one.
pub(super) fn sure_after(stmt: &Stmt) -> Option<(&Expr, bool)> {
    match &stmt.kind {
        StmtKind::Assume(cond) => Some((cond, true)),
        StmtKind::While { cond, body, .. } | StmtKind::DoWhile { cond, body } if !breaks(body) => {
            Some((cond, false))
        }
        StmtKind::If { cond, then, els } if diverts(then) != diverts(els) => {
            Some((cond, diverts(els)))
        }
        _ => None,
    }
}

/// Whether nothing comes after the last of the statements.
fn diverts(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => true,
        StmtKind::Block(stmts) => diverts(stmts),
        StmtKind::If { then, els, .. } => diverts(then) && diverts(els),
        _ => false,
    })
}

/// Whether a statement leaves the loop around them.
fn breaks(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Block(stmts) => breaks(stmts),
        StmtKind::If { then, els, .. } => breaks(then) || breaks(els),
        _ => false,
    })
}
