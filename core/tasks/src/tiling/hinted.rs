//! A program with hints at the heads of its loops.

use hornbook_base::Span;
use hornbook_lang::ast::{Expr, Program, Stmt, StmtKind};
use hornbook_lang::rewrite::{build, walk};

/// What is said at the head of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The loop.
    pub at: Span,
    /// What is said.
    pub cond: Expr,
}
/// The program with what is said as hints.
pub fn hinted(program: &Program, said: &[Said]) -> Program {
    let mut out = program.clone();
    walk::stmts(&mut out.body, &mut |stmt| {
        let hints = said.iter().filter(|said| said.at == stmt.span);
        let hints: Vec<Stmt> =
            hints.map(|said| build::stmt(StmtKind::Hint(said.cond.clone()))).collect();
        if let StmtKind::While { body, .. } | StmtKind::For { body, .. } = &mut stmt.kind {
            body.splice(0..0, hints);
        }
    });
    out
}
