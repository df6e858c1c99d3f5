//! Products of unknowns: what multiplying out shows is certified, and nothing else is claimed.

use hornbook_core::explain::{UnknownReason, Verdict};
use hornbook_core::pipeline::{Choices, Input, Solving, Status};

/// Steps that a program may take.
const STEPS: u64 = 2_000_000;

/// The verdict on a program with one assertion, which comes with a run if it is `buggy`.
fn verdict(text: &str) -> &'static str {
    let input = Input::program(text, &Choices::abstraction("cell1".parse().expect("a name")));
    let mut solving = Solving::new(&input).expect("a program without errors");
    let outcome = match solving.step(STEPS) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    };
    if let Verdict::Buggy(run) = &outcome.verdict {
        assert!(!run.steps.is_empty(), "{text}");
    }
    outcome.verdict.name()
}

/// The verdict on a claim about any numbers and arrays.
fn claim(claim: &str) -> &'static str {
    verdict(&format!("int x, y, z, sq; int a[]; bool b; assert({claim});"))
}

#[test]
fn identities_are_certified() {
    for identity in [
        "sq == x*x ==> sq + 2*x + 1 == (x+1)*(x+1)",
        "x*y == y*x",
        "(x+y)*(x-y) == x*x - y*y",
        "x*x*x == (x*x)*x && x*x*x == x*(x*x)",
        "x*y*z == z*y*x && -(x*y) == -x*y && (x-y)*(y-x) == 2*x*y - x*x - y*y",
        "x*(y+z) == x*y + x*z && 3*(x*y) == x*(3*y)",
        "x*0 == 0 && (x-x)*y == 0 && x*(y-y+2) == x+x",
        "x*y < 5 ==> y*x <= 4",
        "a[x+1]*y == y*a[x+1]",
        "(x % 2)*y + y == (x % 2 + 1)*y",
        "(b ? x : y)*z == z*(b ? x : y)",
        "forall k: k*x == k*x || true",
    ] {
        assert_eq!(claim(identity), "certified", "{identity}");
    }
}

#[test]
fn wrong_identities_have_runs() {
    for wrong in [
        "(x+1)*(x+1) == x*x + 1",
        "(x+y)*(x+y) == x*x + y*y",
        "x*y*y == x*x*y",
        "x*x == x",
        "forall k in 0..3: a[k]*a[k] == a[k]",
    ] {
        assert_eq!(claim(wrong), "buggy", "{wrong}");
    }
}

#[test]
fn signs_and_sizes_are_known_of_squares_only() {
    for right in ["x*x >= 0", "x*x >= x && x*x >= -x", "x*x*y*y >= 0", "x*x + y*y >= x - y"] {
        assert_eq!(claim(right), "certified", "{right}");
    }
    for wrong in ["x*x >= 1", "x*x > x", "x*y >= x", "x*x*y >= 0", "x*x*x >= x"] {
        assert_eq!(claim(wrong), "buggy", "{wrong}");
    }
    for right in ["x > 0 ==> x*x*x > 0", "x > 1 && y > 1 ==> x*y > x", "forall k: k*k >= k"] {
        assert!(matches!(claim(right), "too-weak" | "unknown"), "{right}");
    }
}

#[test]
fn products_of_two_steps_are_not_compared() {
    let texts = [
        "int x, y; int p = x*y; assert(p == x*y);",
        "int x; int p = x*x; int q = x*x; assert(p == q);",
    ];
    for text in texts {
        assert!(matches!(verdict(text), "too-weak" | "unknown"), "{text}");
    }
    assert_eq!(verdict("int x, y, p, q; p, q = x*y, y*x; assert(p == q);"), "certified");
}

/// What is assumed of products, one for each instance, is not taken for the same in all.
#[test]
fn below_quantifiers_products_have_a_value_for_each_instance() {
    let reached = [
        "int a[]; assume(forall k in 0..2: a[k]*a[k] == k); assert(false);",
        "int a[]; int x; assume(forall k in 0..3: sum(a, 0, k)*x == k); assert(false);",
        "int a[]; bool b = forall k in 0..2: a[k]*a[k] == k; assert(!b);",
        "int a[]; int x; int y = (forall k in 0..2: a[k]*x == k) ? 1 : 0; assert(y == 0);",
    ];
    for text in reached {
        assert_ne!(verdict(text), "certified", "{text}");
    }
}
