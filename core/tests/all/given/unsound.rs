//! Programs that a careless cut would certify, or refute by states that there are not.

use super::outcome;

fn verdict(text: &str) -> &'static str {
    outcome(text).verdict.name()
}

#[test]
fn rounds_change_a_counter_whatever_the_body_declares() {
    assert_eq!(verdict("for (int i = 0; i < 3; i++) { int i = 5; } assert(false);"), "buggy");
    let inside = "int n = 3; while (n > 0) { for (int i = 0; i < 3; i++) { int i = 5; i = 6; } n = n - 1; } assert(n > 0);";
    assert_eq!(verdict(inside), "buggy");
}

#[test]
fn conditions_change_the_arrays_that_they_pass_on() {
    let text = "bool next(int b[]) { b[0] = b[0] + 1; return b[0] < 3; }\n\
                int a[]; a[0] = 0;\n\
                for (int b[] = a; next(b); ) { assert(b[0] == 1); }";
    assert_eq!(verdict(text), "buggy");
}

#[test]
fn values_of_before_are_not_those_that_a_quantifier_binds() {
    let text = "int k = 3, i = 0;\nwhile (nondet()) {\n\
                invariant i == 0 || (forall k in 0..before(k): false);\n\
                invariant i == 0 || k == 0;\ni = 1; k = 0;\n}\nassert(i == 0 || k == 0);";
    assert_eq!(verdict(text), "buggy");
    let empty = "int i = 0, y = 0;\nwhile (i < 3) { invariant forall y in 0..before(y): y > 3; i++; y = i; }";
    assert_eq!(verdict(empty), "certified");
}

#[test]
fn what_a_header_does_first_is_no_part_of_the_rounds() {
    let text = "int x = 5; int i = 0; for (x = 0; i < 3; i++) { assert(x == 0); }";
    assert_eq!(verdict(text), "certified");
}

#[test]
fn functions_that_nobody_calls_are_no_obstacle() {
    let text = "void f(int n) { int i = 0; while (i < n) { invariant i == 7; i++; } assert(i == 3); }\n\
                int x = 1;\nassert(x == 1);";
    assert_eq!(verdict(text), "certified");
}

#[test]
fn what_cannot_be_cut_has_no_verdict() {
    let jumps = "if (i == k) { continue; } ".repeat(270);
    let text =
        format!("int k = nondet(); int i = 0; while (i < 3) {{ i++; {jumps} }} assert(i == 3);");
    assert_eq!(verdict(&text), "unknown");
}
