//! Whether it is certified that every run ends: verdicts are about runs that do.

use hornbook_base::Span;
use hornbook_lang::calls::has_recursion;
use hornbook_lang::typed::{AssertionKind, TypedProgram, TypedStmt, TypedStmtKind, all_statements};
use hornbook_records::{AssertionOutcome, Verdict};

/// Whether there is a loop, or a function that calls itself, of which nothing certified says that it ends.
pub(crate) fn may_not_end(program: &TypedProgram, assertions: &[AssertionOutcome]) -> bool {
    let statements = all_statements(program);
    let loops: Vec<Span> = statements.into_iter().filter(is_loop).map(|stmt| stmt.span).collect();
    let measures = assertions
        .iter()
        .filter(|a| a.kind == AssertionKind::Decreases && a.verdict == Verdict::Certified);
    // A measure is that of the smallest loop around it.
    let around = |measure: &AssertionOutcome| {
        let around =
            loops.iter().filter(|l| l.start <= measure.span.start && measure.span.end <= l.end);
        around.min_by_key(|l| l.end - l.start)
    };
    let ending: Vec<&Span> = measures.filter_map(around).collect();
    has_recursion(program) || loops.iter().any(|l| !ending.contains(&l))
}

fn is_loop(stmt: &&TypedStmt) -> bool {
    matches!(stmt.kind, TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. })
}
