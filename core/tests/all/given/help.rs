//! The help with lines that are missing: in stages, and never a dead end while the lines are too weak.

use super::outcome;
use hornbook_records::judgement::MissingLines;

/// The help with the one loop of a program that counts the sevens of an array, with these lines about it.
fn help(lines: &str) -> MissingLines {
    let text = format!(
        "int n = nondet();\nassume(n >= 0);\nint a[n];\nint c = 0;\nint i = 0;\nwhile (i < n) {{\n{lines}\n\
         if (a[i] == 7) c++;\ni++;\n}}\nassert(c <= n);\n"
    );
    let judgement = outcome(&text).judgement.expect(&text);
    judgement.loops[0].help.clone().unwrap_or_default()
}

#[test]
fn variables_that_are_not_related_come_last() {
    let first = help("invariant c <= n;").stages(true);
    assert_eq!(first[0], "No line speaks of `i`.");
    let last = help("invariant c <= n; invariant i <= n; invariant 0 <= i;");
    assert_eq!(last.apart, [["c".to_owned(), "i".to_owned()]]);
    let [stage] = &last.stages(true)[..] else { panic!("{:?}", last.stages(true)) };
    assert!(stage.starts_with("No line speaks of `c` and `i` together."), "{stage}");
    assert_eq!(help("invariant c <= i; invariant i <= n;").stages(true), [""; 0], "they suffice");
}

#[test]
fn a_line_that_a_run_breaks_comes_first() {
    let stages = help("invariant c <= 0; invariant c <= n;").stages(true);
    assert!(stages[0].starts_with("A run breaks `invariant c <= 0;`."), "{stages:?}");
}

#[test]
fn the_form_of_the_claim_comes_before_bounds_even_if_a_line_has_it() {
    let text = "int n = nondet();\nassume(n >= 0);\nint a[n];\nfor (int i = 0; i < n; i++) {\n\
                invariant forall k in 1..i: a[k] == 0;\na[i] = 0;\n}\nassert(forall k in 0..n: a[k] == 0);\n";
    let judgement = outcome(text).judgement.expect(text);
    let stages = judgement.loops[0].help.clone().expect("help").stages(true);
    assert!(stages[0].starts_with("You have a line of this form"), "{stages:?}");
    assert!(stages[0].contains("`invariant forall k in _..i: a[k] == _;`"), "{stages:?}");
    assert_eq!(judgement.loops[0].help.clone().expect("help").stages(false), [""; 0]);
}
