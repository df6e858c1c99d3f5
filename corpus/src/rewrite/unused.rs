//! Variables that nobody needs.

use super::build::{binary, declare, int, name, set};
use super::effects::{fresh, introduced};
use super::walk;
use hornbook_core::base::Int;
use hornbook_core::lang::ast::{BinaryOp, Stmt, StmtKind};

/// Declares a constant at the start of the program and of each body.
pub fn constants(body: &mut Vec<Stmt>) {
    let mut taken = introduced(body);
    walk::blocks(body, &mut |block| {
        let unused = fresh(&taken, "unused");
        block.insert(0, declare(&unused, int(&Int::ZERO)));
        taken.insert(unused);
    });
}

/// Counts the rounds of all loops together.
pub fn counter(body: &mut Vec<Stmt>) {
    let rounds = fresh(&introduced(body), "rounds");
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
