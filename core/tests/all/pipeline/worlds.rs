//! Derivations beside real runs: which worlds are told apart, and what is said where there is no run.

use hornbook_explain::worlds::worlds;
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::worlds::Worlds;
use hornbook_records::{TreeNode, UnknownReason, Verdict};

const STEPS: u64 = 3_000_000;

/// The derivation that shows that an input is too much for its abstraction.
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

fn beside(input: &Input) -> Worlds {
    worlds(input.program.as_ref(), &input.lines, &input.text, &weak(input))
}

fn choices(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

/// All cells are equal, which one cell cannot say.
const EQUAL: &str = "int n = nondet();\nint a[n];\nint v = nondet();\n\
    for (int i = 0; i < n; i++) { a[i] = v; }\n\
    v = nondet();\n\
    assert(forall j, k: 0 <= j < k < n ==> a[j] == a[k]);";

#[test]
fn what_differs_is_in_two_real_runs() {
    let worlds = beside(&Input::program(EQUAL, &choices("cell1")));
    let mixing = worlds.mixing.as_ref().expect("a mixture");
    assert_eq!((mixing.moment, mixing.line), (worlds.moments.len() - 1, 6));
    let [one, other] = &worlds.worlds[..] else { panic!("{:?}", worlds.worlds) };
    for (n, world) in [one, other].into_iter().enumerate() {
        let run = world.run.as_ref().expect("a run");
        // It comes to the assertion, and has the cell that is taken from it.
        assert!(run.at.iter().all(Option::is_some), "{:?}", run.at);
        let last = run.steps.last().expect("a step");
        assert_eq!((last.line, last.what.as_str()), (6, "the assertion holds"));
        let taken = mixing.cells.iter().find(|taken| taken.world == n).expect("a cell");
        let [array] = &last.arrays[..] else { panic!("{:?}", last.arrays) };
        let shown: Vec<String> = array
            .cells
            .iter()
            .map(|(indices, value)| format!("{}[{}] = {value}", array.name, indices[0]))
            .collect();
        assert!(shown.contains(&format!("{} = {}", taken.cell.0, taken.cell.1)), "{shown:?}");
        let known = worlds.moments.iter().flat_map(|m| &m.known).filter(|k| k.world == Some(n));
        assert!(known.into_iter().all(|known| known.agrees == Some(true)));
    }
    assert_ne!(one.differs, other.differs);
    assert!(
        worlds.said.contains(" of run A and ") && worlds.said.contains(" in B."),
        "{}",
        worlds.said
    );
}

#[test]
fn several_steps_in_one_clause_have_no_run_beside_them() {
    let largest = "int n = nondet();\nint a[n];\nassume(n >= 1);\nint p = 0;\n\
        for (int i = 1; i < n; i++) { if (a[i] > a[p]) { p = i; } }\n\
        assert(forall k in 0..n: a[k] <= a[p]);";
    let blocks = Choices { large_blocks: true, ..choices("cell1") };
    let worlds = beside(&Input::program(largest, &blocks));
    assert!(worlds.worlds.iter().all(|world| world.run.is_none()));
    assert!(worlds.said.contains("one clause takes several steps"), "{}", worlds.said);
}

#[test]
fn where_nothing_is_mixed_one_run_goes_past_the_same_lines() {
    let text = "int a[] = const_array(0);\na[3] = 1;\nassert(a[3] == 1);";
    let worlds = beside(&Input::program(text, &choices("smash")));
    assert_eq!(worlds.mixing, None);
    let [world] = &worlds.worlds[..] else { panic!("{:?}", worlds.worlds) };
    let run = world.run.as_ref().expect("a run");
    let lines: Vec<u32> = run.steps.iter().map(|step| step.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(worlds.said.contains("and the assertion holds in it"), "{}", worlds.said);
}

#[test]
fn without_a_program_the_derivation_stands_alone() {
    let input = Input::program(EQUAL, &choices("cell1"));
    let worlds = worlds(None, &input.lines, &input.text, &weak(&input));
    assert!(worlds.worlds.iter().all(|world| world.run.is_none()));
    assert!(worlds.said.contains("clauses without a program"), "{}", worlds.said);
    let known = worlds.moments.iter().flat_map(|m| &m.known);
    assert!(known.into_iter().all(|known| known.agrees.is_none()));
}
