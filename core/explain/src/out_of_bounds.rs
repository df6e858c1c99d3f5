//! Accesses out of bounds and divisions by zero in a run of a program whose bounds are not checked. Arrays
//! have a cell for every integer, and the quotient by zero is zero; but the author of the program may not
//! know that.

use hornbook_base::Span;
use hornbook_lang::interp::{ListedChoices, StepKind, StepRecord, Trace, run_to_failure};
use hornbook_lang::typed::{AssertId, AssertionKind, TypedExprKind, TypedProgram, TypedStmt};
use hornbook_lang::{Options, front_end};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the accesses and divisors of a run to the failure of `assert` that violate bounds, by the numbers of
/// their steps; not those below quantifiers. `None` if `program` checks bounds itself, if the checks cannot
/// be added to its text, or if the run omits steps.
pub fn find_out_of_bounds(
    program: &TypedProgram,
    text: &str,
    trace: &Trace,
    assert: AssertId,
) -> BTreeMap<usize, Vec<(Span, AssertionKind)>> {
    let mut found = BTreeMap::new();
    if trace.gap.is_some() {
        return found;
    }
    let (checked, _) = front_end(text, Options { check_bounds: true });
    let Some(checked) =
        checked.filter(|_| own_assertions(program).count() == program.asserts.len())
    else {
        return found;
    };
    let Some(assert) = own_assertions(&checked).nth(assert.0 as usize) else { return found };
    let chosen = trace.steps.iter().flat_map(|step| step.chosen.iter().cloned()).collect();
    // It makes the same steps, and more of its own: those that check, and those that keep lengths.
    let most = trace.steps.len().saturating_mul(1 + checked.asserts.len());
    let same = run_to_failure(&checked, &mut ListedChoices::new(chosen), assert, most);
    let general = quantified_checks(&checked.body);
    let mut steps = trace.steps.iter().enumerate().peekable();
    let mut outside: Vec<(Span, AssertionKind)> = vec![];
    for step in &same.steps {
        if let Some((id, kind, holds)) = step_check(&checked, step) {
            let fails = !holds && !general.contains(&id);
            let new = (step.span, kind);
            outside.extend((fails && !outside.contains(&new)).then_some(new));
        } else if let Some((n, _)) =
            steps.next_if(|(_, own)| is_same_step((program, own), (&checked, step)))
            && !outside.is_empty()
        {
            found.insert(n, std::mem::take(&mut outside));
        }
    }
    found
}

/// The assertions that the text makes itself.
fn own_assertions(program: &TypedProgram) -> impl Iterator<Item = AssertId> {
    let asserts = program.asserts.iter().enumerate();
    let own = asserts.filter(|(_, assert)| !assert.kind.is_check());
    own.map(|(n, _)| AssertId(n as u32))
}

/// The checks of accesses below quantifiers, of which one that fails need not matter to the assertion.
fn quantified_checks(stmts: &[TypedStmt]) -> BTreeSet<AssertId> {
    let stmts = hornbook_lang::typed::statements(stmts);
    let checks = stmts.into_iter().flat_map(|stmt| &stmt.checks);
    let general = checks.filter(|c| c.cond.any(&|e| matches!(e.kind, TypedExprKind::Quant(..))));
    general.map(|check| check.id).collect()
}

/// The assertion that a step checks, and whether it holds; `None` for other steps.
fn step_check(
    program: &TypedProgram,
    step: &StepRecord,
) -> Option<(AssertId, AssertionKind, bool)> {
    let StepKind::Assert { id, value } = step.kind else { return None };
    let kind = program.asserts.get(id.0 as usize)?.kind;
    kind.is_check().then_some((id, kind, value != Some(false)))
}

/// Whether steps of two programs of one text are equal; the numbers of variables and assertions may differ.
fn is_same_step(
    (program, a): (&TypedProgram, &StepRecord),
    (other, b): (&TypedProgram, &StepRecord),
) -> bool {
    let place = |program: &TypedProgram, step: &StepRecord| {
        let changed = step.changes.first();
        changed.map(|change| program.var(change.var).source_name.clone())
    };
    a.span == b.span
        && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
        && place(program, a) == place(other, b)
}
