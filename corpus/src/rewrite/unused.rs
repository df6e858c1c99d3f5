//! Variables that nobody needs.

use hornbook_base::Int;
use hornbook_lang::ast::{BinaryOp, Stmt, StmtKind, loop_head_length};
use hornbook_lang::rewrite::build::{binary, declare, int, name, set};
use hornbook_lang::rewrite::names::Fresh;
use hornbook_lang::rewrite::walk;

/// Declares a constant at the start of the program and of each body.
pub fn constants(body: &mut Vec<Stmt>) {
    let mut fresh = Fresh::for_body(body);
    walk::blocks(body, &mut |block| {
        block.insert(loop_head_length(block), declare(&fresh.name("unused"), int(&Int::ZERO)));
    });
}

/// Counts the rounds of all loops together, those of each function by themselves: a function sees
/// no variables but its own.
pub fn counter(body: &mut Vec<Stmt>) {
    let rounds = Fresh::for_body(body).name("rounds");
    let mut loops = 0;
    for stmt in body.iter_mut() {
        match &mut stmt.kind {
            StmtKind::Function(function) => counter(&mut function.body),
            _ => walk::stmts(std::slice::from_mut(stmt), &mut |stmt| {
                loops += usize::from(counts(stmt, &rounds));
            }),
        }
    }
    if loops > 0 {
        body.insert(0, declare(&rounds, int(&Int::ZERO)));
    }
}

/// Lets a loop count its rounds, and says whether this is one.
fn counts(stmt: &mut Stmt, rounds: &str) -> bool {
    let (StmtKind::While { body, .. }
    | StmtKind::DoWhile { body, .. }
    | StmtKind::For { body, .. }) = &mut stmt.kind
    else {
        return false;
    };
    let next = binary(BinaryOp::Add, name(rounds), int(&Int::ONE));
    body.insert(loop_head_length(body), set(name(rounds), next));
    true
}
