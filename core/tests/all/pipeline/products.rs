//! Products of unknowns: what follows from the laws of multiplication is certified, and nothing wrong is.

use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};

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
fn signs_and_sizes_are_known() {
    for right in [
        "x*x >= 0",
        "x*x >= x && x*x >= -x",
        "x*x*y*y >= 0",
        "x*x + y*y >= x - y",
        "x > 0 ==> x*x*x > 0",
        "x > 1 && y > 1 ==> x*y > x",
        "forall k: k*k >= k",
        "x*y == 0 ==> x == 0 || y == 0",
        "x == y + 1 ==> x*x == y*y + 2*y + 1",
        "x*x + y*y >= 2*x*y",
    ] {
        assert_eq!(claim(right), "certified", "{right}");
    }
    for wrong in ["x*x >= 1", "x*x > x", "x*y >= x", "x*x*y >= 0", "x*x*x >= x"] {
        assert_eq!(claim(wrong), "buggy", "{wrong}");
    }
}

#[test]
fn products_of_several_steps_are_compared() {
    let texts = [
        "int x, y; int p = x*y; assert(p == x*y);",
        "int x; int p = x*x; int q = x*x; assert(p == q);",
        "int x, y, p, q; p, q = x*y, y*x; assert(p == q);",
    ];
    for text in texts {
        assert_eq!(verdict(text), "certified", "{text}");
    }
}

#[test]
fn products_are_followed_around_loops() {
    let texts = [
        "int n = nondet(); assume(n >= 0); int s = 0; for (int i = 0; i < n; i++) s += i; assert(2*s == n*(n-1));",
        "int n, m; assume(n >= 0); int p = 0; for (int i = 0; i < n; i++) p += m; assert(p == n*m);",
        "int n = nondet(); int a[n]; for (int i = 0; i < n; i++) a[i] = i*i; assert(forall k in 0..n: a[k] == k*k);",
        "int n = nondet(); assume(n >= 0); int r = 0; while ((r+1)*(r+1) <= n) r++; assert(r*r <= n && n < (r+1)*(r+1));",
        "int x, d; assume(x >= 0 && d > 0); int q = 0, r = x; while (r >= d) { r -= d; q++; } assert(q == x / d && r == x % d);",
    ];
    for text in texts {
        assert_eq!(verdict(text), "certified", "{text}");
        let wrong = text.replace("assert(", "assert(!(").replace(");", "));");
        let wrong =
            wrong.replace("assume(n >= 0));", "assume(n >= 0);").replace("nondet());", "nondet();");
        let wrong = wrong.replace("d > 0));", "d > 0);");
        assert_eq!(verdict(&wrong), "buggy", "{wrong}");
    }
}

/// A question that products leave open is no obstacle for what does not depend on them.
#[test]
fn what_does_not_depend_on_a_hard_product_is_certified() {
    let hard =
        "int p = nondet(); int q = nondet(); assume(p > 1 && q > p && p * q == 1000036000099);";
    let text = format!(
        "{hard} int n = nondet(); int a[n]; for (int i = 0; i < n; i++) a[i] = 1; \
         assert(forall k in 0..n: a[k] == 1);"
    );
    assert_eq!(verdict(&text), "certified");
    let text = format!("{hard} int i = 0; while (nondet()) {{ i++; }} assert(i < 5);");
    assert!(matches!(verdict(&text), "unknown" | "too-weak"));
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
