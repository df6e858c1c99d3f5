//! `count` with a formula: one unknown number for the same range and formula of a step.

use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};

/// Steps that a program may take.
const STEPS: u64 = 2_000_000;

fn outcome(text: &str, choices: Choices) -> Verdict {
    let input = Input::program(text, &choices);
    let Some(mut solving) = Solving::new(&input) else {
        panic!("{text}\n{:#?}", input.diagnostics)
    };
    match solving.step(STEPS) {
        Status::Done(outcome) => outcome.verdict,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget).verdict,
    }
}

fn verdict(text: &str) -> &'static str {
    outcome(text, Choices::abstraction("cell1".parse().expect("a name"))).name()
}

#[test]
fn the_same_count_is_the_same_number() {
    let certified = [
        "assert(c == count(a, 0, n, (x) -> x > 0) ==> count(a, 0, n, (y, i) -> y > 0) + 1 > c);",
        "assert(c < count(f, 0, n, (x, i) -> x && i > 2) ==> count(f, 0, n, (x, i) -> x && i > 2) > c);",
        "assert(c == count(m[1], 0, n, (x) -> x == c) ==> count(m[1], 0, n, (x) -> x == c) == c);",
        "assert(2*count(a, 0, n, (x) -> x > c)*c == c*count(a, 0, n, (x) -> x > c)*2);",
        "c = count(a, 0, n, (x) -> x > 0); assert(c >= 0 || c < 0);",
    ];
    for claim in certified {
        let text = format!("int a[]; bool f[]; int m[][]; int n; int c; {claim}");
        assert_eq!(verdict(&text), "certified", "{claim}");
    }
}

#[test]
fn nothing_else_is_claimed_of_counts() {
    let right = [
        "assert(count(a, 0, n, (x) -> x > 0) >= 0);",
        "assert(count(a, 0, 0, (x) -> x > 0) == 0);",
        "assert(count(a, 0, n, (x) -> x*x > c) >= 0);",
        "assert(count(a, 0, n, (x) -> x > 0 && x > 1) == count(a, 0, n, (x) -> x > 1));",
        "c = count(a, 0, n, (x) -> x > 0); assert(c == count(a, 0, n, (x) -> x > 0));",
        "assert(forall k: count(a, 0, k, (x) -> x > 0) == count(a, 0, k, (x) -> 0 < x));",
    ];
    for claim in right {
        let text = format!("int a[]; int n; int c; {claim}");
        assert!(matches!(verdict(&text), "too-weak" | "unknown"), "{claim}");
    }
}

#[test]
fn wrong_claims_about_counts_have_runs() {
    let wrong = [
        "int a[] = const_array(3); a[1] = 0; assert(count(a, 0, 4, (x) -> x > 0) == 4);",
        "bool f[] = const_array(true); assert(count(f, 0, 4, (x, i) -> x && i > 1) != 2);",
        "int m[][] = const_array(const_array(1)); assert(count(m[2], 0, 4, (x) -> x == 1) < 4);",
        "int a[]; assert(count(a, 0, 3, (x) -> x > 5) == 0);",
        "int a[]; assume(forall k in 1..3: count(a, 0, k, (x) -> x == 0) == k); assert(a[0] != 0);",
        "int a[]; bool b = forall k in 1..3: count(a, 0, k, (x) -> x == 0) == k; assert(!b);",
    ];
    for text in wrong {
        match outcome(text, Choices::abstraction("cell1".parse().expect("a name"))) {
            Verdict::Buggy(run) => assert!(!run.steps.is_empty(), "{text}"),
            other => panic!("{}: {text}", other.name()),
        }
    }
}

/// The range is looked at, and in the formula each access for the indices of the range.
#[test]
fn bounds_are_checked_in_the_range_only() {
    let checked = |text: &str| {
        let choices = Choices {
            check_bounds: true,
            ..Choices::abstraction("cell1".parse().expect("a name"))
        };
        outcome(text, choices).name()
    };
    for call in ["count(a, 0, n, (x, i) -> x == b[i]) > c", "forall(a, 0, n, (x, i) -> x == b[i])"]
    {
        let program = |length: &str| {
            format!(
                "int n = nondet(); int a[n]; int b[{length}]; int c; bool p = {call}; assert(p || !p);"
            )
        };
        assert_eq!(checked(&program("n + 1")), "certified", "{call}");
        assert_eq!(checked(&program("n - 1")), "buggy", "{call}");
        let beyond = program("n + 1").replace("0, n,", "0, n + 1,");
        assert_eq!(checked(&beyond), "buggy", "{call}");
    }
}
