//! Variables that nobody needs.

use hornbook_core::base::Int;
use hornbook_core::lang::ast::{BinaryOp, Stmt, StmtKind};
use hornbook_core::lang::rewrite::build::{binary, declare, int, name, set};
use hornbook_core::lang::rewrite::names::Fresh;
use hornbook_core::lang::rewrite::walk;

/// Declares a constant at the start of the program and of each body.
pub fn constants(body: &mut Vec<Stmt>) {
    let mut fresh = Fresh::of(body);
    walk::blocks(body, &mut |block| {
        block.insert(0, declare(&fresh.name("unused"), int(&Int::ZERO)));
    });
}

/// Counts the rounds of all loops together.
pub fn counter(body: &mut Vec<Stmt>) {
    let rounds = Fresh::of(body).name("rounds");
    let mut loops = 0;
    walk::stmts(body, &mut |stmt| {
        if let StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. } = &mut stmt.kind
        {
            let next = binary(BinaryOp::Add, name(&rounds), int(&Int::ONE));
            body.insert(0, set(name(&rounds), next));
            loops += 1;
        }
    });
    if loops > 0 {
        body.insert(0, declare(&rounds, int(&Int::ZERO)));
    }
}
