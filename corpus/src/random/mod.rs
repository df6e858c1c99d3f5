//! Random programs, each with one abstraction and a small budget: what is certified must fail in no
//! run, and what is called buggy must fail in the run that is shown.

mod bounded_program;
mod exhaust;
mod mutate;
pub mod program;
mod replay;
mod templates;

pub use exhaust::RunLimits;

use crate::dice::Dice;
use crate::solve::{Limit, solve};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_lang as lang;
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, typed};
use hornbook_records::{Outcome, UnknownReason, Verdict};
use std::collections::BTreeSet;
use std::time::Duration;

/// The abstractions that are tried, in turn, and how much harder they are: predicates with more
/// values need more steps, and may ask fewer questions as each takes longer.
pub const ABSTRACTIONS: [(&str, u64); 8] = [
    ("cell1", 1),
    ("cell2", 4),
    ("cell<2", 2),
    ("smash", 1),
    ("cell (*) smash", 4),
    ("cell (*) first", 4),
    ("cell<2,b=cell1", 2),
    ("cell1,b=smash", 1),
];

/// The budget for each program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Steps of the search for an answer, where it is easiest.
    pub steps: u64,
    /// Questions of that search to the arithmetic, where they are easiest.
    pub questions: u64,
    /// The runs with which `certified` is compared.
    pub extent: RunLimits,
}

/// The way of solving programs with constants.
const AUTO: &str = "method auto";

/// Makes program `number` of a series of programs whose loops have a constant number of rounds, solves it within so many
/// steps, and looks for contradictions of the answer.
///
/// # Errors
/// The program has errors, which is a fault of the generator.
pub fn check_bounded_program(
    series: u64,
    number: u64,
    effort: Effort,
) -> Result<RandomReport, String> {
    let mut dice = Dice::new((series << 32) ^ number);
    let text = bounded_program::program(&mut dice);
    check_text(text, (number, 0, AUTO), Limit::Steps(effort.steps), effort, &mut dice)
}

/// The report on one program.
pub struct RandomReport {
    /// The number of the program.
    pub number: u64,
    /// The position of the abstraction in [`ABSTRACTIONS`].
    pub abstraction: usize,
    /// The program.
    pub text: String,
    /// The verdict on each assertion; `rejected` for an answer that did not pass its own check.
    pub verdicts: Vec<&'static str>,
    /// Contradictions of the answer.
    pub contradictions: Vec<String>,
    /// Runs that were made.
    pub runs: usize,
    /// How long the search for the answer took.
    pub time: Duration,
}

/// Makes program `number` of a series, solves it, and looks for contradictions of the answer.
///
/// # Errors
/// The program has errors, which is a fault of the generator.
pub fn check_program(series: u64, number: u64, effort: Effort) -> Result<RandomReport, String> {
    let mut dice = Dice::new((series << 32) ^ number);
    let text = program::program(&mut dice);
    let abstraction = number as usize % ABSTRACTIONS.len();
    let (way, times) = ABSTRACTIONS[abstraction];
    let limit = Limit::Questions(effort.steps * times, effort.questions / times);
    check_text(text, (number, abstraction, way), limit, effort, &mut dice)
}

/// Solves a program in a way, and looks for contradictions of the answer.
fn check_text(
    text: String,
    (number, abstraction, way): (u64, usize, &str),
    limit: Limit,
    effort: Effort,
    dice: &mut Dice,
) -> Result<RandomReport, String> {
    let solved = solve(&text, way, Heuristic::default(), limit)
        .map_err(|wrong| format!("program {number}: {wrong}\n{text}"))?;
    let (typed, _) = lang::front_end(&text, Options::default());
    let typed = typed.ok_or_else(|| format!("program {number} has errors:\n{text}"))?;
    let (mut contradictions, runs) = refuted_claims(&typed, &solved.outcome, effort.extent, dice);
    contradictions.extend(not_failing(&typed, &solved.outcome));
    let verdicts = solved.outcome.assertions.iter().map(|a| name(&a.verdict)).collect();
    Ok(RandomReport {
        number,
        abstraction,
        text,
        verdicts,
        contradictions,
        runs,
        time: solved.time,
    })
}

/// The name of a verdict in tables.
fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unknown(UnknownReason::Rejected(_)) => "rejected",
        other => other.name(),
    }
}

/// The certified assertions that some run breaks.
fn refuted_claims(
    program: &typed::TypedProgram,
    outcome: &Outcome,
    extent: RunLimits,
    dice: &mut Dice,
) -> (Vec<String>, usize) {
    let certified = outcome.assertions.iter().filter(|a| a.verdict == Verdict::Certified);
    let certified: BTreeSet<AssertId> = certified.filter_map(|a| a.id).collect();
    if certified.is_empty() {
        return (vec![], 0);
    }
    let mut found = vec![];
    let runs = exhaust::runs(program, extent, dice, |trace| {
        let failed = trace.failed.iter().find(|(id, _)| certified.contains(id));
        if let Some((id, step)) = failed {
            let state = trace.state_after(*step);
            let values = state.scalars.iter().map(|(v, x)| (&program.var(*v).name, x));
            let values: Vec<_> = values.collect();
            let number = id.0 + 1;
            found.push(format!("assertion {number} is certified, but fails with {values:?}"));
        }
        failed.is_some()
    });
    (found, runs)
}

/// The assertions that are called buggy, but do not fail in the run that is shown.
fn not_failing(program: &typed::TypedProgram, outcome: &Outcome) -> Vec<String> {
    let wrong = outcome.assertions.iter().filter_map(|a| match &a.verdict {
        Verdict::Buggy(run) if a.id != Some(run.assert) || !replay::fails(program, run) => {
            Some(format!("line {} is buggy, but holds with {}", a.line, run.choices.join(", ")))
        }
        _ => None,
    });
    wrong.collect()
}
