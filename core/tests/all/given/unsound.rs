//! Programs that a careless cut would certify, or refute by states that there are not.

use super::outcome;
use hornbook_records::judgement::Judged;

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

/// A call in a statement may change the array before a sum in it is evaluated.
#[test]
fn sums_are_not_those_of_before_a_call() {
    const FIVE: &str = "int five(int p[]) ensures p[0] == 5; ensures result == 0; { p[0] = 5; return 0; }\nint a[];\na[0] = 0;\n";
    let plain = FIVE.replace("ensures p[0] == 5; ensures result == 0; ", "");
    let wrong = [
        "int x = a[1] - a[1] + five(a) + sum(a, 0, 1);\nassert(x == 0);",
        "assert(five(a) != sum(a, 0, 1) - 5);",
        "int x = 0;\nif (five(a) == 0 && sum(a, 0, 1) == 5) { x = 1; }\nassert(x == 0);",
        "int x = 0, y = 0;\nx, y = five(a), sum(a, 0, 1);\nassert(y == 0);",
        "int x = five(a) + count(a, 0, 1, 5);\nassert(x == 0);",
        "int i = 0, s = 0;\nwhile (i < 2) { invariant s == 0; a[0] = 0; s = five(a) + sum(a, 0, 1); i++; }",
    ];
    for wrong in wrong {
        for functions in [FIVE, &plain] {
            let text = format!("{functions}while (nondet()) {{ invariant a[0] == 0; }}\n{wrong}");
            assert_ne!(verdict(&text), "certified", "{text}");
        }
    }
    let right = format!(
        "{FIVE}int i = 0, s = 0;\nwhile (i < 3) {{ invariant i == 0 || s == 5; a[0] = 0; \
         s = five(a) + sum(a, 0, 1); i++; }}"
    );
    assert_ne!(verdict(&right), "too-weak", "{right}");
}

#[test]
fn many_sums_over_one_array_are_judged_in_time() {
    let lines: String = (0..6)
        .map(|k| format!("  invariant sum(a, 0, i + {k}) + s >= sum(a, 0, i + {k});\n"))
        .collect();
    let text = format!(
        "int n = 3, i = 0, s = 0;\nint a[n];\nwhile (i < n) {{\n{lines}  invariant s == 0;\n  i++;\n}}\nassert(s == 0);"
    );
    let outcome = outcome(&text);
    let judgement = outcome.judgement.expect("a judgement");
    assert!(judgement.claims.iter().all(|claim| claim.enough == Judged::Holds), "{judgement:?}");
    let held = judgement.loops[0].lines.iter().filter(|line| line.stays == Judged::Holds);
    assert_eq!(held.count(), 7, "{judgement:?}");
}
