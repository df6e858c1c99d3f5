//! Neighbouring statements that have nothing to do with each other change places.

use hornbook_lang::ast::{Stmt, StmtKind};
use hornbook_lang::rewrite::effects::Effects;
use hornbook_lang::rewrite::walk;

/// Swaps independent neighbours, each statement at most once.
pub fn neighbours(body: &mut Vec<Stmt>) {
    walk::blocks(body, &mut |block| {
        let mut at = 0;
        while at + 1 < block.len() {
            let (first, second) = (&block[at], &block[at + 1]);
            let movable = is_movable(first) && is_movable(second);
            if movable && Effects::from_stmt(first).independent(&Effects::from_stmt(second)) {
                block.swap(at, at + 1);
                at += 1;
            }
            at += 1;
        }
    });
}

/// Whether a statement always ends in the same place, and claims nothing. Two assumptions may
/// change places, as a run in which one of them fails is of no interest either way.
fn is_movable(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Declare { .. }
        | StmtKind::Update { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Havoc(_)
        | StmtKind::Call(_)
        | StmtKind::Assume(_) => true,
        StmtKind::If { .. } | StmtKind::Block(_) => stmt.children().into_iter().all(is_movable),
        _ => false,
    }
}
