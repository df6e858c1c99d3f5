//! The example programs and the verdicts that they expect, within a fixed number of steps.

mod programs_common;

use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_core::base::{LineIndex, SortedMap};
use hornbook_core::explain::{Outcome, UnknownReason, Verdict};
use hornbook_core::pipeline::{Input, Options, Solving, Status};
use programs_common::{Example, all};
use std::sync::Mutex;

/// Steps for each program: some times more than any of those that are solved needs.
const STEPS: u64 = 8_000_000;
/// Steps for a program that is known to be open: as many as nearly all that are solved need, since
/// most of the open ones use up whatever they get.
const OPEN_STEPS: u64 = 1_000_000;

/// One line `// expect ABSTRACTION [heuristic=H]: VERDICT` of a program.
struct Expectation {
    program: String,
    text: String,
    abstraction: String,
    heuristic: Heuristic,
    verdict: String,
    /// From a line `// open: REASON`: why not all that the program expects is reached yet.
    open: Option<String>,
}

/// What came out.
struct Result {
    verdict: String,
    questions: u64,
    steps: u64,
    /// What is wrong with the run that is shown.
    bad_run: Option<String>,
}

fn expectations() -> Vec<Expectation> {
    all().iter().flat_map(of_program).collect()
}

fn of_program(example: &Example) -> Vec<Expectation> {
    let Example { name, text } = example;
    let open = text.lines().find_map(|l| l.strip_prefix("// open: "));
    let lines = text.lines().filter_map(|l| l.strip_prefix("// expect "));
    lines
        .map(|line| {
            let (way, verdict) = line.split_once(": ").expect("`ABSTRACTION: VERDICT`");
            let (abstraction, heuristic) =
                way.split_once(" heuristic=").unwrap_or((way, "relevant"));
            Expectation {
                program: name.clone(),
                text: text.clone(),
                abstraction: abstraction.to_owned(),
                heuristic: heuristic.parse().expect("a heuristic"),
                verdict: verdict.trim().to_owned(),
                open: open.map(str::to_owned),
            }
        })
        .collect()
}

fn solve(expectation: &Expectation) -> Result {
    let abstraction = expectation.abstraction.parse().expect("an abstraction");
    let heuristic = Some(expectation.heuristic);
    let options = Options { heuristic, ..Options::abstraction(abstraction) };
    let input = Input::program(&expectation.text, &options);
    let Some(mut solving) = Solving::new(&input) else {
        return Result { verdict: "error".into(), questions: 0, steps: 0, bad_run: None };
    };
    let steps = if expectation.open.is_some() { OPEN_STEPS } else { STEPS };
    let outcome = match solving.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    };
    Result {
        verdict: outcome.verdict.name().to_owned(),
        questions: outcome.statistics.questions,
        steps: outcome.statistics.steps,
        bad_run: bad_run(&outcome, &expectation.text),
    }
}

/// Runs that fail are shown with lines of the text and end at the assertion.
fn bad_run(outcome: &Outcome, text: &str) -> Option<String> {
    let Verdict::Buggy(run) = &outcome.verdict else { return None };
    let last = run.steps.last()?;
    let line = LineIndex::new(text).line_text(last.line).to_owned();
    let good = line.contains("assert(") && last.what.starts_with("the assertion fails");
    (!good).then(|| format!("the run ends with `{}` at `{line}`", last.what))
}

/// The results in the order of the expectations; as many at a time as there are processors.
fn solve_all(expectations: &[Expectation]) -> Vec<Result> {
    let queue = Mutex::new(expectations.iter().enumerate());
    let results = Mutex::new(SortedMap::new());
    let work = || {
        loop {
            let next = queue.lock().expect("no panic").next();
            let Some((index, expectation)) = next else { break };
            let result = solve(expectation);
            results.lock().expect("no panic").insert(index, result);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    results.into_inner().expect("no panic").into_values().collect()
}

/// What is to be said against a result. Open programs may lack a verdict, but none may be wrong.
fn complaint(expectation: &Expectation, found: &Result) -> Option<String> {
    let Expectation { program, abstraction, verdict, open, .. } = expectation;
    let undecided = ["unknown", "too-weak"].contains(&found.verdict.as_str());
    let allowed = found.verdict == *verdict || open.is_some() && undecided;
    if !allowed {
        return Some(format!("{program} {abstraction}: {}, not {verdict}", found.verdict));
    }
    found.bad_run.as_ref().map(|what| format!("{program} {abstraction}: {what}"))
}

#[test]
fn the_example_programs_have_their_verdicts() {
    let expectations = expectations();
    assert!(expectations.len() >= 300, "only {} expectations", expectations.len());
    let results = solve_all(&expectations);
    println!("{:48} {:8} {:10} {:10} questions    steps", "program", "", "expected", "verdict");
    let mut changes = vec![];
    // Whether an open program has each verdict that it expects.
    let mut open_programs: SortedMap<&str, bool> = SortedMap::new();
    for (e, found) in expectations.iter().zip(&results) {
        let Result { verdict, questions, steps, .. } = found;
        let Expectation { program, abstraction, verdict: expected, .. } = e;
        let open = e.open.as_ref().map(|reason| format!(" open: {reason}")).unwrap_or_default();
        println!(
            "{program:48} {abstraction:8} {expected:10} {verdict:10} {questions:9} {steps:8}{open}"
        );
        changes.extend(complaint(e, found));
        if e.open.is_some() {
            *open_programs.entry(program).or_insert(true) &= verdict == expected;
        }
    }
    let done = open_programs.into_iter().filter(|(_, done)| *done);
    changes.extend(done.map(|(program, _)| format!("{program}: solved, so not `// open:`")));
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}
