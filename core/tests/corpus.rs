//! The example programs and the verdicts that they expect, within a fixed number of steps.

use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_core::base::LineIndex;
use hornbook_core::explain::UnknownReason;
use hornbook_core::pipeline::{Input, Options, Solving, Status};
use std::path::{Path, PathBuf};

/// Steps for each program: some times more than any of those that are solved needs.
const STEPS: u64 = 4_000_000;
/// One line `// expect ABSTRACTION [heuristic=H]: VERDICT` of a program.
struct Expectation {
    program: String,
    text: String,
    abstraction: String,
    heuristic: Heuristic,
    verdict: String,
}

/// What came out.
struct Result {
    verdict: String,
    questions: u64,
    steps: u64,
}

fn expectations() -> Vec<Expectation> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/programs");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of example programs")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "hb"))
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| of_program(path)).collect()
}

fn of_program(path: &Path) -> Vec<Expectation> {
    let program = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("a readable program");
    let lines = text.lines().filter_map(|l| l.strip_prefix("// expect "));
    lines
        .map(|line| {
            let (way, verdict) = line.split_once(": ").expect("`ABSTRACTION: VERDICT`");
            let (abstraction, heuristic) =
                way.split_once(" heuristic=").unwrap_or((way, "relevant"));
            Expectation {
                program: program.clone(),
                text: text.clone(),
                abstraction: abstraction.to_owned(),
                heuristic: heuristic.parse().expect("a heuristic"),
                verdict: verdict.trim().to_owned(),
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
        return Result { verdict: "error".into(), questions: 0, steps: 0 };
    };
    let outcome = match solving.step(STEPS) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.stop(UnknownReason::Budget),
    };
    let statistics = outcome.statistics;
    Result {
        verdict: outcome.verdict.name().to_owned(),
        questions: statistics.questions,
        steps: statistics.steps,
    }
}

#[test]
fn the_example_programs_have_their_verdicts() {
    let expectations = expectations();
    assert!(expectations.len() >= 26, "only {} expectations", expectations.len());
    let results: Vec<Result> = std::thread::scope(|scope| {
        let threads: Vec<_> = expectations.iter().map(|e| scope.spawn(|| solve(e))).collect();
        threads.into_iter().map(|t| t.join().expect("a result")).collect()
    });
    println!("{:32} {:8} {:10} {:10} questions    steps", "program", "", "expected", "verdict");
    let mut changes = vec![];
    for (e, found) in expectations.iter().zip(&results) {
        let Result { verdict, questions, steps } = found;
        let (program, abstraction) = (&e.program, &e.abstraction);
        println!(
            "{program:32} {abstraction:8} {:10} {verdict:10} {questions:9} {steps:8}",
            e.verdict
        );
        if *verdict != e.verdict {
            changes.push(format!("{program} {abstraction}: {verdict}, not {}", e.verdict));
        }
    }
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}

/// Runs that fail are shown with lines of the text.
#[test]
fn runs_of_buggy_programs_end_at_the_assertion() {
    use hornbook_core::explain::Verdict;
    for e in expectations().iter().filter(|e| e.verdict == "buggy") {
        let input = Input::program(&e.text, &Options::default());
        let mut solving = Solving::new(&input).expect("no errors");
        let Status::Done(outcome) = solving.step(STEPS) else { panic!("{}", e.program) };
        let Verdict::Buggy(run) = &outcome.verdict else { panic!("{}", e.program) };
        let last = run.steps.last().expect("a step");
        let lines = LineIndex::new(&e.text);
        assert!(lines.line_text(last.line).contains("assert("), "{}", e.program);
        assert_eq!(last.what, "the assertion fails", "{}", e.program);
    }
}
