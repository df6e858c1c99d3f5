//! Warnings beside a verdict, by a few short runs: accesses beyond a declared length and divisions by zero, where
//! these are not checked, and loops that never end.

use crate::Input;
use crate::failing_runs::ReplayCache;
use hornbook_base::{Budget, Span};
use hornbook_lang::interp::Value;
use hornbook_lang::typed::{AssertionKind, TypedProgram};
use hornbook_records::{Run, RunWarning, RunWarningKind};
use hornbook_runs::endless_loops::{EndlessLoop, find_endless_loops};
use hornbook_runs::random_runs::find_violations;
use hornbook_tasks::choices::Choices;

/// How many runs are made.
const RUNS: u64 = 60;

/// The most steps of replaying one.
const REPLAY_STEPS: u64 = 2_000;

/// The most warnings of each kind.
const MOST: usize = 3;

/// The most values that a sentence names.
const MOST_VALUES: usize = 4;

/// The warnings by short runs of a program; none about clauses.
pub(crate) fn warn_by_runs(input: &Input) -> Vec<RunWarning> {
    let Some(program) = &input.program else { return vec![] };
    let mut warnings = failing_checks(input);
    let endless = find_endless_loops(program, RUNS).into_iter().take(MOST);
    warnings.extend(endless.map(|found| endless_loop(input, program, &found)));
    warnings.sort_by_key(|warning| warning.span);
    warnings
}

/// The accesses beyond a declared length and the divisions by zero, unless they are claims anyway.
fn failing_checks(input: &Input) -> Vec<RunWarning> {
    let is_checked =
        |program: &TypedProgram| program.asserts.iter().any(|claim| claim.kind.is_check());
    if input.options.check_bounds || input.program.as_ref().is_some_and(is_checked) {
        return vec![];
    }
    let checked =
        Input::program(&input.text, &Choices { check_bounds: true, ..input.options.clone() });
    let Some(program) = &checked.program else { return vec![] };
    let mut warnings: Vec<RunWarning> = vec![];
    for candidate in find_violations(program, RUNS) {
        let kind = match program.asserts[candidate.assert.0 as usize].kind {
            AssertionKind::Bounds => RunWarningKind::BeyondLength,
            AssertionKind::Divisor => RunWarningKind::ByZero,
            _ => continue,
        };
        if warnings.iter().filter(|known| known.kind == kind).count() == MOST {
            continue;
        }
        let span = program.assert_span(candidate.assert);
        let mut budget = Budget::steps(REPLAY_STEPS);
        let source = (program, &checked.lines, checked.text.as_str());
        let replayed = ReplayCache::default().decide(&candidate, source, &mut budget);
        let Some(Some(run)) = replayed else { continue };
        let text = failing_check(&checked, kind, span, &run);
        // An access may be checked several times, as in the rounds of a loop that is written out.
        if warnings.iter().all(|known| known.text != text) {
            let line = checked.lines.line(span);
            warnings.push(RunWarning { kind, span, line, text, run: Some(run) });
        }
    }
    warnings
}

fn failing_check(input: &Input, kind: RunWarningKind, span: Span, run: &Run) -> String {
    let place = input.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let numbers = run.choices.iter().filter(|choice| !choice.contains('['));
    let numbers: Vec<String> = numbers.take(MOST_VALUES).map(|said| format!("`{said}`")).collect();
    let which = match numbers.as_slice() {
        [] => String::new(),
        numbers => format!(", as in a run with {}", numbers.join(", ")),
    };
    let line = input.lines.line(span);
    match kind {
        RunWarningKind::ByZero => format!("Line {line} divides by zero, `{place}`{which}."),
        _ => format!("Line {line} goes beyond the declared length at `{place}`{which}."),
    }
}

fn endless_loop(input: &Input, program: &TypedProgram, found: &EndlessLoop) -> RunWarning {
    let line = input.lines.line(found.cond);
    let said = |value: &Value| match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => "…".to_owned(),
    };
    let values = found.values.iter().take(MOST_VALUES);
    let values: Vec<String> = values
        .map(|(var, value)| format!("`{} = {}`", program.shown(*var, &input.lines), said(value)))
        .collect();
    let rounds = match found.rounds {
        1 => "a round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    // Whatever else decides must be named too, or the sentence would be about other runs as well.
    let are_all = !found.arrays && found.values.len() <= MOST_VALUES;
    let text = match values.as_slice() {
        [] if are_all => format!("The loop of line {line} never ends once it has begun."),
        values if are_all => format!(
            "The loop of line {line} never ends when {} at its head: after {rounds} everything that decides whether it goes on is as before.",
            values.join(", ")
        ),
        _ => format!(
            "The loop of line {line} does not end in some run: after {rounds} everything that decides whether it goes on is as before."
        ),
    };
    RunWarning { kind: RunWarningKind::Endless, span: found.cond, line, text, run: None }
}
