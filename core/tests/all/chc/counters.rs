//! Programs that need counters compared with each other, each within a fixed number of steps, and
//! beside each one that differs from it in one place and is wrong.

use hornbook_base::LineIndex;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{Outcome, UnknownReason, Verdict};

/// The verdict that a program must get.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Certified,
    Buggy,
}
use Expected::{Buggy, Certified};

/// Steps for each program.
const STEPS: u64 = 600_000;
/// Steps for the hardest ones.
const MANY: u64 = 3_000_000;

fn outcome(text: &str, steps: u64) -> Outcome {
    let input = Input::program(text, &Choices::abstraction("cell1".parse().expect("one cell")));
    let mut solving = Solving::new(&input).expect("a program without errors");
    match solving.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    }
}

#[track_caller]
fn gives(expected: Expected, text: &str, steps: u64) {
    let outcome = outcome(text, steps);
    match (&outcome.verdict, expected) {
        (Verdict::Certified, Certified) => {}
        (Verdict::Buggy(run), Buggy) => {
            let last = run.steps.last().expect("a step");
            let line = LineIndex::new(text).line_text(last.line).to_owned();
            assert!(line.contains("assert("), "{line}");
            assert!(last.what.starts_with("the assertion fails"), "{}", last.what);
        }
        (verdict, _) => panic!("{}, not {expected:?}:\n{text}", verdict.name()),
    }
}

/// `right` holds, and with the first text of a change replaced by the second one it does not.
#[track_caller]
fn near_miss(right: &str, changes: &[(&str, &str)]) {
    near_miss_within(STEPS, right, changes);
}

#[track_caller]
fn near_miss_within(steps: u64, right: &str, changes: &[(&str, &str)]) {
    gives(Certified, right, steps);
    for (old, new) in changes {
        assert_eq!(right.matches(old).count(), 1, "`{old}` is not there once");
        gives(Buggy, &right.replace(old, new), steps);
    }
}

/// One counter moves in one branch only.
#[test]
fn a_counter_of_one_branch_stays_behind() {
    near_miss(
        "int n = nondet(); int c = 0; int i = 0;
         while (i < n) { if (nondet() > 0) { c++; } i++; }
         assert(c <= i);",
        &[
            ("c <= i", "c < i"),
            ("c++;", "c++; c++;"),
            ("c = 0", "c = 1"),
            ("c++; }", "c++; i--; }"),
        ],
    );
}

#[test]
fn a_counter_of_one_branch_stays_within_its_bound() {
    near_miss(
        "int n = nondet(); assume(n >= 0); int c = 0; int i = 0;
         while (i < n) { if (nondet() > 0) { c++; } i++; }
         assert(0 <= c && c <= n);",
        &[("c <= n", "c < n"), ("0 <= c", "1 <= c"), ("i < n", "i <= n")],
    );
}

/// What is kept of an array has no more cells than the array.
#[test]
fn kept_cells_are_as_they_should() {
    near_miss(
        "int n = nondet(); int a[]; int b[]; int c = 0; int i = 0;
         while (i < n) { if (a[i] > 0) { b[c] = a[i]; c++; } i++; }
         assert(c <= i);
         assert(forall k in 0..c: b[k] > 0);",
        &[
            ("c <= i", "c < i"),
            ("b[k] > 0", "b[k] > 1"),
            ("a[i] > 0", "a[i] >= 0"),
            ("0..c", "0..i"),
        ],
    );
}

/// A place is not overwritten before it was read.
#[test]
fn compaction_in_place_reads_what_was_there() {
    near_miss(
        "int n = nondet(); int a[]; int old[] = a; int c = 0; int i = 0;
         while (i < n) { assert(a[i] == old[i]); if (nondet() > 0) { a[c] = a[i]; c++; } i++; }",
        &[("c = 0", "c = 1"), ("a[c] = a[i]; c++;", "a[c] = a[i]; c++; c++;")],
    );
}

/// Two counters share the rounds of a loop.
#[test]
fn counters_that_take_turns_add_up() {
    near_miss(
        "int n = nondet(); assume(n >= 0); int lo = 0; int hi = n;
         while (lo < hi) { if (nondet() > 0) { lo++; } else { hi--; } }
         assert(lo == hi);
         assert(0 <= lo && lo <= n);",
        &[("lo == hi", "lo == n"), ("hi--;", "hi--; hi--;"), ("lo < hi", "lo + 1 < hi")],
    );
}

/// One counter goes down while another one goes up, after a loop that left them at the same place.
#[test]
fn counters_walk_in_opposite_directions_after_another_loop() {
    near_miss(
        "int n = nondet(); assume(n >= 0); int top = 0;
         for (int i = 0; i < n; i++) { top++; }
         for (int j = 0; j < n; j++) { top--; assert(top == n - 1 - j); }
         assert(top == 0);",
        &[("top == n - 1 - j", "top == n - j"), ("top == 0", "top == 1"), ("top = 0", "top = 1")],
    );
}

#[test]
fn a_stack_is_taken_off_from_its_top() {
    near_miss_within(
        MANY,
        "int n = nondet(); assume(n >= 0); int stack[]; int top = 0;
         for (int i = 0; i < n; i++) { stack[top] = i; top++; }
         for (int j = 0; j < n; j++) { top--; assert(stack[top] == n - 1 - j); }",
        &[("n - 1 - j", "n - j"), ("top--; ", ""), ("= i; top++", "= i + 1; top++")],
    );
}

/// Two places that are apart by the difference of two parameters.
#[test]
fn places_apart_by_parameters_are_compared() {
    near_miss(
        "int from = nondet(); int to = nondet(); int n = nondet();
         int a[]; int b[]; int i = 0;
         while (i < n) { b[to + i] = a[from + i]; i++; }
         assert(forall k in 0..n: b[to + k] == a[from + k]);",
        &[("a[from + i]", "a[from + i + 1]"), ("0..n", "0..n + 1"), ("b[to + k]", "b[from + k]")],
    );
}

#[test]
fn counters_apart_by_a_parameter_stay_so() {
    near_miss(
        "int from = nondet(); int to = nondet(); int n = nondet();
         int p = from; int q = to; int i = 0;
         while (i < n) { p++; q++; i++; }
         assert(p - q == from - to);",
        &[
            ("q++;", "q++; q++;"),
            ("p - q == from - to", "p - q == to - from"),
            ("q = to", "q = to + 1"),
        ],
    );
}

#[test]
fn cells_move_by_a_parameter() {
    near_miss(
        "int to = nondet(); int n = nondet(); int a[]; int i = 0; int j = to;
         while (i < n) { a[j] = 1; i++; j++; }
         assert(forall k in 0..n: a[to + k] == 1);",
        &[("j = to", "j = to + 1"), ("0..n", "0..n + 1"), ("j++; }", "j--; }")],
    );
}

/// Each branch fills a cell with another number. A lemma for each two numbers takes 9 million steps.
#[test]
fn many_branches_need_one_fact() {
    let branch = |n: i32| format!("if (a[i] == {n}) {{ b[i] = {}; }} else ", n + 1);
    let branches: String = (0..16).map(branch).collect();
    let text = format!(
        "int n = nondet(); int a[n], b[n];
         for (int i = 0; i < n; i++) {{ {branches} {{ b[i] = 0; }} }}
         assert(forall k in 0..n: b[k] == 0 || b[k] == a[k] + 1);"
    );
    near_miss_within(MANY, &text, &[("b[i] = 11", "b[i] = 12"), ("b[k] == 0", "b[k] == 1")]);
}
