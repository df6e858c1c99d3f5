//! Other ways to write branches and bodies.

use hornbook_lang::ast::{Stmt, StmtKind};
use hornbook_lang::rewrite::build::{in_block, not};
use hornbook_lang::rewrite::walk;

/// Negates each condition of an `if` and swaps its branches.
pub fn swap(body: &mut Vec<Stmt>) {
    walk::stmts(body, &mut |s| {
        if let StmtKind::If { cond, then, els } = &mut s.kind {
            *cond = not(cond.clone());
            let taken = std::mem::take(then);
            *then = els.replace(taken).unwrap_or_default();
        }
    });
}

/// Puts the body of each loop into a block of its own.
pub fn blocks(body: &mut Vec<Stmt>) {
    walk::stmts(body, &mut |s| {
        if let StmtKind::While { body, .. } | StmtKind::For { body, .. } = &mut s.kind {
            *body = in_block(std::mem::take(body));
        }
    });
}
