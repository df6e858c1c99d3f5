//! Spurious derivations beside concrete traces, and the explanation where there is none.

use hornbook_explain::concrete_traces::compare_traces;
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::concrete_traces::TraceComparison;
use hornbook_records::{TreeNode, UnknownReason, Verdict};

const STEPS: u64 = 3_000_000;

/// The spurious derivation of an input whose abstraction is too weak.
fn weak(input: &Input) -> TreeNode {
    let mut solving = Driver::new(input).expect("no errors");
    let mut steps = 0;
    let outcome = loop {
        match solving.step(50_000) {
            Status::Done(outcome) => break outcome,
            Status::Running(_) if steps > STEPS => break solving.stop(&UnknownReason::Budget),
            Status::Running(_) => steps += 50_000,
        }
    };
    match outcome.verdict {
        Verdict::TooWeak { tree, .. } => tree,
        other => panic!("{other:?}"),
    }
}

fn compare(input: &Input) -> TraceComparison {
    compare_traces(input.program.as_ref(), &input.lines, &input.text, &weak(input))
}

fn choices(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

/// All cells are equal, which `cell1` cannot express.
const EQUAL: &str = "int n = nondet();\nint a[n];\nint v = nondet();\n\
    for (int i = 0; i < n; i++) { a[i] = v; }\n\
    v = nondet();\n\
    assert(forall j, k: 0 <= j < k < n ==> a[j] == a[k]);";

#[test]
fn diverging_traces_have_concrete_runs() {
    let comparison = compare(&Input::program(EQUAL, &choices("cell1")));
    let conflict = comparison.conflict.as_ref().expect("a conflict");
    assert_eq!((conflict.moment, conflict.line), (comparison.moments.len() - 1, 6));
    let [one, other] = &comparison.traces[..] else { panic!("{:?}", comparison.traces) };
    for (n, trace) in [one, other].into_iter().enumerate() {
        let run = trace.run.as_ref().expect("a run");
        // It reaches the assertion, and has the cell of the conflict.
        assert!(run.at.iter().all(Option::is_some), "{:?}", run.at);
        let last = run.steps.last().expect("a step");
        assert_eq!((last.line, last.what.as_str()), (6, "the assertion holds"));
        let taken = conflict.cells.iter().find(|taken| taken.trace == n).expect("a cell");
        let [array] = &last.arrays[..] else { panic!("{:?}", last.arrays) };
        let shown: Vec<String> = array
            .cells
            .iter()
            .map(|(indices, value)| format!("{}[{}] = {value}", array.name, indices[0]))
            .collect();
        assert!(shown.contains(&format!("{} = {}", taken.cell.0, taken.cell.1)), "{shown:?}");
        let known = comparison.moments.iter().flat_map(|m| &m.known).filter(|k| k.trace == Some(n));
        assert!(known.into_iter().all(|known| known.agrees == Some(true)));
    }
    assert_ne!(one.differs, other.differs);
    assert!(
        comparison.said.contains(" of run A and ") && comparison.said.contains(" in B."),
        "{}",
        comparison.said
    );
}

#[test]
fn large_blocks_have_no_concrete_traces() {
    let largest = "int n = nondet();\nint a[n];\nassume(n >= 1);\nint p = 0;\n\
        for (int i = 1; i < n; i++) { if (a[i] > a[p]) { p = i; } }\n\
        assert(forall k in 0..n: a[k] <= a[p]);";
    let blocks = Choices { large_blocks: true, ..choices("cell1") };
    let comparison = compare(&Input::program(largest, &blocks));
    assert!(comparison.traces.iter().all(|trace| trace.run.is_none()));
    assert!(comparison.said.contains("one clause takes several steps"), "{}", comparison.said);
}

#[test]
fn without_a_conflict_one_run_passes_the_same_lines() {
    let text = "int a[] = const_array(0);\na[3] = 1;\nassert(a[3] == 1);";
    let comparison = compare(&Input::program(text, &choices("smash")));
    assert_eq!(comparison.conflict, None);
    let [trace] = &comparison.traces[..] else { panic!("{:?}", comparison.traces) };
    let run = trace.run.as_ref().expect("a run");
    let lines: Vec<u32> = run.steps.iter().map(|step| step.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(comparison.said.contains("and the assertion holds in it"), "{}", comparison.said);
}

#[test]
fn without_a_program_there_are_no_concrete_traces() {
    let input = Input::program(EQUAL, &choices("cell1"));
    let comparison = compare_traces(None, &input.lines, &input.text, &weak(&input));
    assert!(comparison.traces.iter().all(|trace| trace.run.is_none()));
    assert!(comparison.said.contains("clauses without a program"), "{}", comparison.said);
    let known = comparison.moments.iter().flat_map(|m| &m.known);
    assert!(known.into_iter().all(|known| known.agrees.is_none()));
}
