//! `x++`, `x += 1` and `x = x + 1`.

use hornbook_base::Int;
use hornbook_lang::ast::BinaryOp::{Add, Sub};
use hornbook_lang::ast::{ExprKind, Stmt, StmtKind, UpdateOp};
use hornbook_lang::rewrite::build::{binary, int, same};
use hornbook_lang::rewrite::effects::chooses;
use hornbook_lang::rewrite::walk;

/// Writes updates with the operator that says what they do. Only for what is added or taken away;
/// a place that depends on a choice is not looked up twice.
pub fn short(body: &mut Vec<Stmt>) {
    walk::stmts(body, &mut |stmt| {
        let StmtKind::Update { target, op } = &mut stmt.kind else { return };
        let UpdateOp::Set(value) = &op else { return };
        let ExprKind::Binary(change @ (Add | Sub), left, right) = &value.kind else { return };
        if !same(left, target) || chooses(target) {
            return;
        }
        *op = match (change, &right.kind) {
            (Add, ExprKind::Int(n)) if *n == Int::ONE => UpdateOp::Increment,
            (Sub, ExprKind::Int(n)) if *n == Int::ONE => UpdateOp::Decrement,
            _ => UpdateOp::Change(*change, (**right).clone()),
        };
    });
}

/// Writes updates as assignments.
pub fn long(body: &mut Vec<Stmt>) {
    walk::stmts(body, &mut |stmt| {
        let StmtKind::Update { target, op } = &mut stmt.kind else { return };
        if chooses(target) {
            return;
        }
        let (change, right) = match &op {
            UpdateOp::Set(_) => return,
            UpdateOp::Change(change, right) => (*change, right.clone()),
            UpdateOp::Increment => (Add, int(&Int::ONE)),
            UpdateOp::Decrement => (Sub, int(&Int::ONE)),
        };
        *op = UpdateOp::Set(binary(change, target.clone(), right));
    });
}
