//! What users choose beyond one abstraction for all arrays: cells by hand, abstractions by name and
//! by program point, the order of tuples, loops.

use hornbook_abstraction::completeness::{Condition, Criterion, Truth};
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order};
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_base::Budget;
use hornbook_horn::{ClauseId, Term};
use hornbook_pipeline::{
    Choices, Input, Solving, Status, find_incompleteness, record_stages, story,
};
use hornbook_records::{Outcome, Stages, UnknownReason};

fn options(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

fn stages(text: &str, options: &Choices) -> Stages {
    let input = Input::program(text, options);
    record_stages(&input).stages.unwrap_or_else(|| panic!("{:?}", input.diagnostics))
}

fn outcome(text: &str, options: &Choices) -> Outcome {
    let mut solving = Solving::new(&Input::program(text, options)).expect("a program");
    match solving.step(2_000_000) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    }
}

const READ: &str = "int a[]; int i = nondet(); int v = a[i]; assert(v == v);";

/// The number of the clause that reads, and what its goal calls the cell it speaks of.
fn the_read() -> (u32, String) {
    let stages = stages(READ, &options("cell"));
    let reads = |c: &&hornbook_horn::Clause| stages.concrete.show(c).contains("a[i]");
    let clause = stages.concrete.clauses.iter().find(reads).expect("a read");
    let call = story(&stages, clause.id).expect("a story").calls.remove(0).call;
    let focus: Vec<String> = call.set.iter().map(|i| i.sharp.leaves()[0].to_string()).collect();
    let focus = focus.into_iter().find(|k| k != "i").expect("the goal's cell");
    (clause.id.0, focus)
}

fn by_hand(cells: &[&str]) -> (Stages, ClauseId) {
    let (clause, _) = the_read();
    let indices = cells.iter().map(|&c| c.to_owned()).collect();
    let cells = vec![NamedCells { clause, array: "a".into(), indices }];
    let options = Choices { heuristic: Some(Heuristic::Manual), cells, ..options("cell") };
    (stages(READ, &options), ClauseId(clause))
}

/// What is known of the cells named for the read, and whether a witness shows a loss.
fn verdict(cells: &[&str]) -> (Criterion, Truth, bool) {
    let (stages, id) = by_hand(cells);
    let call = story(&stages, id).expect("a story").calls.remove(0).call;
    let witness = find_incompleteness(&stages, id, 0, &mut Budget::steps(2_000_000));
    (call.completeness.criterion, call.completeness.truth, witness.is_some())
}

/// The cells of the first array that the clause is found to need, and those the goal speaks of.
fn cells(call: &Call) -> Option<(Vec<Term>, Vec<Term>)> {
    match &call.algorithm {
        Algorithm::Cell { of_goal, .. } => {
            let indices = call.set.iter().map(|i| i.sharp.leaves()[0].clone());
            Some((indices.collect(), of_goal.clone()))
        }
        other => other.calls().into_iter().find_map(cells),
    }
}

#[test]
fn cells_that_only_the_goal_speaks_of_are_told_from_those_that_are_read() {
    let (clause, focus) = the_read();
    let stages = stages(READ, &options("cell"));
    let call = story(&stages, ClauseId(clause)).expect("a story").calls.remove(0).call;
    let (found, of_goal) = cells(&call).expect("a call for a cell");
    assert_eq!(found.len(), 2);
    let of_goal: Vec<String> = of_goal.iter().map(ToString::to_string).collect();
    assert_eq!(of_goal, [focus]);
}

#[test]
fn cells_by_hand_suffice_or_not() {
    let (_, focus) = the_read();
    let complete = (Criterion::TopFree, Truth::Complete(Condition::C1), false);
    assert_eq!(verdict(&["i", &focus]), complete);
    // More than is needed loses nothing.
    assert_eq!(verdict(&["i", &focus, "i + 1"]), complete);
    let (criterion, truth, lost) = verdict(&[&focus]);
    let left_out: Vec<Term> = vec![Term::var(&hornbook_horn::Var::int("i"))];
    assert_eq!((criterion, truth, lost), (Criterion::LeftOut(left_out), Truth::Open, true));
    let (criterion, truth, lost) = verdict(&["i"]);
    assert!(matches!(criterion, Criterion::LeftOut(cells) if cells.len() == 1));
    assert_eq!((truth, lost), (Truth::Open, true));
}

/// Clauses without named cells get the relevant ones.
#[test]
fn clauses_without_named_cells_have_the_relevant_ones() {
    let (by_hand, named) = by_hand(&["i"]);
    let relevant = stages(READ, &options("cell"));
    for (a, b) in by_hand.clauses.iter().zip(&relevant.clauses).filter(|(a, _)| a.id != named) {
        assert_eq!(a.completeness, b.completeness, "{:?}", a.id);
    }
}

#[test]
fn an_array_or_a_program_point_can_have_its_own_abstraction() {
    let text = "int n = nondet();\nint a[n]; int b[n];\nint i = 0;\n\
                while (i < n) { a[i] = 1; b[i] = a[i] + 1; i = i + 1; }\n\
                assert(n <= 0 || b[0] > 0);";
    let shown = |choice: &str| {
        let stages = stages(text, &options(choice));
        let head = stages.abstracted.preds.iter().find(|p| p.loop_head).expect("a loop");
        head.params.iter().map(|v| v.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    let loop_head = "L4";
    assert_eq!(shown("cell").matches("k_").count(), 2);
    assert_eq!(shown("cell,a=nothing").matches("k_").count(), 1);
    assert_eq!(shown("cell,b=cell2").matches("k_").count(), 3);
    assert_eq!(shown(&format!("cell,{loop_head}=nothing")).matches("k_").count(), 0);
    assert_eq!(shown(&format!("nothing,{loop_head}.a=cell")).matches("k_").count(), 1);
    assert_eq!(outcome(text, &options("cell")).verdict.name(), "certified");
    assert_eq!(outcome(text, &options("cell,b=nothing")).verdict.name(), "too-weak");
}

/// A name that means nothing is a warning, not silence.
#[test]
fn what_does_not_fit_is_said() {
    let warned = |choice: &str, part: &str| {
        let input = Input::program("int a[]; int x = a[0]; assert(x == x);", &options(choice));
        let said = input.diagnostics.iter().any(|d| d.message.contains(part));
        assert!(said, "{choice}: {:?}", input.diagnostics);
    };
    warned("cell,zebra=cell2", "zebra");
    warned("(id * cell) . cell", "cell");
    warned("slice(unheard)", "unheard");
}

#[test]
fn both_orders_of_tuples_are_sound_and_may_differ() {
    let text = "int a[]; int b[]; int i = nondet(); a[i] = b[i]; assert(a[i] == b[i]);";
    let set = |order| {
        let stages = stages(text, &Choices { order, ..options("cell") });
        let calls = stages.clauses.iter().flat_map(|c| story(&stages, c.id).expect("one").calls);
        calls.map(|c| c.call.set.len()).sum::<usize>()
    };
    for order in [Order::LeftToRight, Order::RightToLeft] {
        let options = Choices { order, ..options("cell") };
        assert_ne!(outcome(text, &options).verdict.name(), "buggy");
        assert!(set(order) > 0);
    }
}

#[test]
fn loops_instead_of_conditions_give_the_same_answers() {
    let programs = [
        (
            "int n = nondet(); int a[n]; int i = 0; while (i < n) { a[i] = 0; i = i + 1; }\n\
             bool b = forall k in 0..n: a[k] == 0; assert(b);",
            "certified",
        ),
        (
            "int n = nondet(); int a[n]; assume(forall k in 0..n: a[k] > 0);\n\
             bool b = forall k in 0..n: a[k] != 0; assert(b);",
            "certified",
        ),
        ("int a[3]; bool b = exists k in 0..3: a[k] == 0; assert(b);", "buggy"),
    ];
    for (text, expected) in programs {
        for loops in [false, true] {
            let options = Choices { loops, ..options("cell") };
            assert_eq!(outcome(text, &options).verdict.name(), expected, "{loops} {text}");
        }
    }
}

/// A formula may name the only cell that has a value, however it is written: a premise at any other says nothing.
#[test]
fn premises_are_instantiated_at_the_cell_that_a_formula_names() {
    let clauses = "(set-logic HORN)
        (declare-fun P (Int (Array Int Int)) Bool)
        (declare-fun Q (Int) Bool)
        (assert (forall ((i Int) (a (Array Int Int))) (=> (P i a) (Q i))))
        (assert (forall ((i Int)) (=> (Q i) false)))";
    for index in ["i", "i / 2", "i % 3", "(i > 0 ? i : 0)"] {
        let choices = options(&format!("{{k, v => v if k == {index}}} . cell"));
        let stages = record_stages(&Input::clauses(clauses, &choices)).stages.expect("clauses");
        let left = stages.simplified.clauses[0].instances().count();
        assert_eq!(left, 1, "{index}: {}", stages.simplified.show(&stages.simplified.clauses[0]));
    }
}
