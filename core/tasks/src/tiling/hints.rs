//! A program with hints at the heads of its loops.

use hornbook_base::Span;
use hornbook_lang::ast::{Expr, Program, Stmt, StmtKind};
use hornbook_lang::rewrite::{build, walk};

/// A hint at the head of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopHint {
    /// The loop.
    pub at: Span,
    /// The condition.
    pub cond: Expr,
}
/// Adds the hints to the program.
pub fn add_hints(program: &Program, hints: &[LoopHint]) -> Program {
    let mut out = program.clone();
    walk::stmts(&mut out.body, &mut |stmt| {
        let hints = hints.iter().filter(|hint| hint.at == stmt.span);
        let hints: Vec<Stmt> =
            hints.map(|hint| build::stmt(StmtKind::Hint(hint.cond.clone()))).collect();
        if let StmtKind::While { body, .. } | StmtKind::For { body, .. } = &mut stmt.kind {
            body.splice(0..0, hints);
        }
    });
    out
}
