//! The states of runs at the heads of loops.

use hornbook_base::Span;
use hornbook_lang::interp::{Choices, State, StepKind, StepRecord, Trace, run};
use hornbook_lang::typed::{TypedProgram, TypedStmt, TypedStmtKind, all_statements};
use std::collections::BTreeMap;

/// The spans of the conditions of loops, by those of the loops.
pub(super) fn heads(program: &TypedProgram) -> BTreeMap<Span, Span> {
    let head = |stmt: &&TypedStmt| match &stmt.kind {
        TypedStmtKind::While { cond, .. } => Some((stmt.span, cond.span)),
        _ => None,
    };
    all_statements(program).iter().filter_map(head).collect()
}

/// Visits each state in which a run evaluates a condition, with the condition's span.
pub(super) fn visit<C: Choices>(
    program: &TypedProgram,
    runs: impl Iterator<Item = C>,
    steps: usize,
    mut see: impl FnMut(Span, &State),
) {
    for mut choices in runs {
        walk(&run(program, &mut choices, steps), &mut see);
    }
}

/// Visits each state in which a trace evaluates a condition, with the condition's span.
pub(super) fn walk(trace: &Trace, mut see: impl FnMut(Span, &State)) {
    let mut state = State::default();
    for step in &trace.steps {
        if is_look(step) {
            see(step.span, &state);
        }
        state.apply(step);
    }
}

/// Whether a step evaluates a condition.
pub(super) fn is_look(step: &StepRecord) -> bool {
    matches!(step.kind, StepKind::Condition { .. })
}
