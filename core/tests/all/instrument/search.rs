//! What the search finds, and in how many attempts.

use super::{instrumented, search};
use hornbook_records::attempts::AttemptResult;

const TRIANGULAR: &str = "int N = nondet();\nint i = 0;\nint s = 0;\nassume(N > 0);\n\
    while (i < N) {\n  i = i + 1;\n  s = s + i;\n}\nint NN = N * N;\nassert(2 * s == NN + N);\n";

/// PI Fig. 1.
#[test]
fn the_square_of_the_triangular_numbers_is_found() {
    let first = search(TRIANGULAR).next().expect("a candidate");
    assert!(first.text.contains("int NN = square_square;"), "{}", first.text);
    let outcome = instrumented(TRIANGULAR);
    assert_eq!(outcome.verdict.name(), "certified");
    assert!(outcome.tasks.len() <= 2, "the text as it is, and one attempt at most");
}

/// PI Fig. 3.
#[test]
fn cells_that_are_their_own_indices() {
    let text = "int N = nondet();\nassume(N > 0);\nint a[] = const_array(0);\nint i = 0;\n\
        while (i < N) {\n  a[i] = i;\n  i = i + 1;\n}\n\
        bool b = forall(a, 0, N, (x, i) -> x == i);\nassert(b);\n";
    let first = search(text).next().expect("a candidate");
    assert!(first.text.contains("forall_all = forall_all && i == i;"), "{}", first.text);
    assert_eq!(instrumented(text).verdict.name(), "certified");
}

const SUM: &str = "int n = nondet();\nassume(n > 0);\nint a[n];\nint s = 0;\n\
    for (int i = 0; i < n; i++) { s += a[i]; }\nassert(s == sum(a, 0, n));\n";

#[test]
fn a_wrong_rule_is_ruled_out_by_a_run() {
    let from_one = SUM.replace("int s = 0", "int s = a[0]").replace("int i = 0", "int i = 1");
    let mut found = search(&from_one);
    assert!(found.next().is_some());
    let AttemptResult::Fails(broken) = &found.attempts.tried[0].came else {
        panic!("{:?}", found.attempts.tried[0]);
    };
    assert!(broken.guard.contains("0 == sum_lo"), "{}", broken.guard);
    assert!(broken.values.iter().any(|(name, _)| name == "sum_lo"), "{:?}", broken.values);
    assert!(!broken.chosen.is_empty() && broken.line == 6 && broken.rules_out > 0, "{broken:?}");
    assert_eq!(instrumented(&from_one).verdict.name(), "certified");
}

#[test]
fn a_bug_is_found_without_any_ghosts() {
    let wrong = SUM.replace("i < n", "i < n - 1");
    let outcome = instrumented(&wrong);
    assert_eq!(outcome.verdict.name(), "buggy");
    assert_eq!(outcome.tasks.len(), 1);
}

/// An operator that gives a wrong value is refused: what it must keep is no task that is certified.
#[test]
fn an_unsound_operator_certifies_nothing() {
    let lying = "operator lie(int a[]) {\n  ghost int v = 0;\n  invariant v == 0;\n  \
        rule forget: havoc a { v = 0; }\n  rule use: sum(a, l, u) { return 5; }\n}\n";
    let text = format!("{lying}int a[];\nassert(sum(a, 0, 3) == 5);\n");
    let outcome = instrumented(&text);
    assert_ne!(outcome.verdict.name(), "certified");
    let unread =
        "int a[];\nassume(sum(a, 0, 3) == 5 || sum(a, 0, 3) != 5);\nint x = sum(a, 0, 3);\n";
    let outcome = instrumented(&format!("{lying}{unread}assert(x == 5);\n"));
    assert_ne!(outcome.verdict.name(), "certified");
}

/// An operator of one's own: the sum of squares.
#[test]
fn an_own_operator_is_used_once_it_is_proved() {
    let own = "operator total(int a[]) {\n  ghost int lo = 0, hi = 0, v = 0;\n  \
        invariant lo <= hi && v == sum(a, lo, hi);\n  rule begin(e) { lo = e; hi = e; v = 0; }\n  \
        rule append: a[i] { guard(i == hi); v = v + a[i]; hi = i + 1; }\n  \
        rule forget: havoc a { lo = hi; v = 0; }\n  \
        rule use: sum(a, l, u) { guard(l == lo && u == hi); return v; }\n}\n";
    let outcome = instrumented(&format!("{own}{SUM}"));
    assert_eq!(outcome.verdict.name(), "certified");
    let titles: Vec<&str> = outcome.tasks.iter().map(|t| t.title.as_str()).collect();
    assert!(titles.contains(&"total: append keeps the invariant"), "{titles:?}");
}

#[test]
fn a_text_without_aggregates_has_no_candidates() {
    assert!(search("int x = 1;\nassert(x == 1);\n").next().is_none());
    assert_eq!(instrumented("int x = 1;\nassert(x == 1);\n").verdict.name(), "certified");
    // Nested aggregates are not followed.
    assert!(search("int a[];\nassert(forall k in 0..3: sum(a, 0, k) == 0);\n").next().is_none());
}

/// What is added evaluates copies of the program's accesses: they are no claims of the program, and stand
/// for none.
#[test]
fn a_copy_of_an_access_does_not_stand_for_it() {
    let text = "#pragma check-bounds\nint n = nondet(2, 6);\nint a[n];\nint b[3] = const_array(0);\n\
        int s = 0;\nint i = 0;\nint j = 0;\nint z = 0;\nwhile (z < 10000000) { z++; }\n\
        while (i < n) { s += a[i + b[j]]; i++; j = 7; }\nassert(sum(a, 0, n) == s);\n";
    let outcome = instrumented(text);
    assert_ne!(outcome.verdict.name(), "certified");
    let own = "operator sum(int a[]) { ghost int lo = 0, hi = 0, v = 0; invariant lo <= hi && v == sum(a, lo, hi);\n\
        rule begin(e) { lo = e; hi = e; v = 0; } rule append: a[i] { guard(i == hi); v = v + a[i]; hi = i + 1; }\n\
        rule forget: havoc a { lo = hi; v = 0; }\n\
        rule use: sum(a, l, u) { guard(l == lo && u == hi); return v; } }\n";
    // One of the same name takes the place of Hornbook's.
    assert_eq!(instrumented(&format!("{own}{SUM}")).verdict.name(), "certified");
}
