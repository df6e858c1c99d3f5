//! Loops of which a short run shows that they never end, against runs that are followed for long.

use hornbook_lang::interp::run;
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::{RunWarning, RunWarningKind, Verdict};
use hornbook_runs::endless_loops::find_endless_loops;
use hornbook_runs::random_runs::SmallInputs;

/// The lines of the loops that are found.
fn lines(text: &str) -> Vec<u32> {
    let (program, _) = front_end(text, Options { check_bounds: false });
    let program = program.expect(text);
    let lines = hornbook_base::LineIndex::new(text);
    let mut found: Vec<u32> =
        find_endless_loops(&program, 60).iter().map(|found| lines.line(found.span)).collect();
    found.sort_unstable();
    found
}

#[test]
fn a_state_that_comes_back_is_found_whatever_else_grows() {
    assert_eq!(
        lines("int n = nondet();\nint i = 0;\nint s = 0;\nwhile (i < n) { s = s + 1; }"),
        [4]
    );
    assert_eq!(
        lines(
            "int n = nondet();\nint i = 0;\nwhile (i < n) { if (i == 2) i = 0; else i = i + 1; }"
        ),
        [3]
    );
    assert_eq!(lines("int i = 1;\ndo { i = 0 - i; } while (i != 3);"), [2]);
    assert_eq!(lines("int i = 0;\nwhile (true) { if (i == 5) break; i = 1 - i; }"), [2]);
    let inner = "int n = nondet();\nint a[n];\nfor (int i = 0; i < n; i++) {\n  int j = 0;\n  while (j < i) { a[j] = a[j] + 1; }\n}";
    assert_eq!(lines(inner), [5]);
}

#[test]
fn what_ends_grows_or_chooses_is_not() {
    for text in [
        "int n = nondet();\nint i = 0;\nwhile (i < n) { i = i + 1; }",
        // It never ends, but no state comes back.
        "int i = 0;\nwhile (i >= 0) { i = i + 1; }",
        "int x = 1;\nwhile (x != 0) { x = nondet(); }",
        "int i = 0;\nwhile (true) { i = i + 1; if (i == 3) break; }",
        // An inner loop that is left begins again with the same state.
        "int i = 0;\nwhile (i < 50) { int j = 0; while (j < 2) { j = j + 1; } i = i + 1; }",
        "int x = 0;\nwhile (x < 5) { assume(x != 3); x = x + 1; }",
    ] {
        assert_eq!(lines(text), [0; 0], "{text}");
    }
}

/// Programs of a small family: two counters, a condition and two changes.
fn family() -> impl Iterator<Item = String> {
    let conditions = ["i < n", "i != j", "i < 4 && j < n", "true"];
    let changes = [
        "i = i + 1;",
        "i = j;",
        "j = i;",
        "j = 1 - j;",
        "i = 0;",
        "if (j == 1) break;",
        "s = s + i;",
    ];
    conditions.into_iter().flat_map(move |cond| {
        changes.into_iter().flat_map(move |one| {
            changes.into_iter().map(move |two| {
                format!("int n = nondet();\nint i = 0;\nint j = 1;\nint s = 0;\nwhile ({cond}) {{ {one} {two} }}")
            })
        })
    })
}

#[test]
fn a_loop_that_is_found_runs_on_and_one_that_is_not_has_no_state_twice() {
    let (mut found, mut others) = (0, 0);
    for text in family() {
        let (program, _) = front_end(&text, Options { check_bounds: false });
        let program = program.expect(&text);
        let runs_on = (0..60).any(|n| run(&program, &mut SmallInputs::new(n), 4_000).end.is_none());
        match find_endless_loops(&program, 60).is_empty() {
            false => {
                assert!(runs_on, "{text}");
                found += 1;
            }
            // What does not end and is not found has something that grows.
            true => {
                assert!(!runs_on || text.contains("i + 1"), "{text}");
                others += 1;
            }
        }
    }
    assert!(found > 50 && others > 50, "{found} {others}");
}

fn warnings(text: &str, choices: &Choices) -> (Verdict, Vec<RunWarning>) {
    let mut driver = Driver::new(&Input::program(text, choices)).expect(text);
    loop {
        if let Status::Done(outcome) = driver.step(100_000) {
            return (outcome.verdict, outcome.warnings);
        }
    }
}

#[test]
fn an_access_beyond_a_length_stands_beside_the_verdict_with_its_run() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n];\nint i = 0;\nwhile (i <= n) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(forall k in 0..n: a[k] == 0);";
    let (verdict, found) = warnings(text, &Choices::default());
    assert_eq!(verdict, Verdict::Certified);
    let [beyond] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((beyond.kind, beyond.line), (RunWarningKind::BeyondLength, 6));
    assert_eq!(
        beyond.text,
        "Line 6 goes beyond the declared length at `a[i]`, as in a run with `n = 1`."
    );
    assert!(beyond.run.as_ref().is_some_and(|run| !run.steps.is_empty()));
    let checked = Choices { check_bounds: true, ..Choices::default() };
    let (verdict, found) = warnings(text, &checked);
    assert!(matches!(verdict, Verdict::Buggy(_)) && found.is_empty(), "it is a claim then");
    let right = text.replace("<= n", "< n");
    assert_eq!(warnings(&right, &Choices::default()).1, []);
}

#[test]
fn a_division_by_zero_stands_beside_the_verdict() {
    let text = "int n = nondet();\nint x = 10 / n;\nassert(x * n <= 10);";
    let (verdict, found) = warnings(text, &Choices::default());
    assert_eq!(verdict, Verdict::Certified);
    let [zero] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((zero.kind, zero.line), (RunWarningKind::ByZero, 2));
    assert_eq!(zero.text, "Line 2 divides by zero, `n`, as in a run with `n = 0`.");
    assert!(zero.run.is_some());
    let checked = Choices { check_bounds: true, ..Choices::default() };
    assert!(matches!(warnings(text, &checked), (Verdict::Buggy(_), found) if found.is_empty()));
    let right = text.replace("nondet()", "nondet(1, 9)");
    assert_eq!(warnings(&right, &Choices::default()).1, []);
}

#[test]
fn a_loop_that_never_ends_is_told_of_with_the_verdict() {
    let text =
        "int n = nondet();\nint i = 0;\nint s = 0;\nwhile (i < n) { s = s + 1; }\nassert(i >= n);";
    // Also one of which is told while the text is read, where few people look after a verdict.
    let found = warnings(text, &Choices::default()).1;
    assert!(found.len() == 1 && found[0].text.contains("never ends when"), "{found:?}");
    let text = "int n = nondet();\nint i = 0;\nwhile (i < n) { if (i == 1) i = 0; else i = i + 1; }\nassert(i >= n);";
    let found = warnings(text, &Choices::default()).1;
    let [endless] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(endless.kind, RunWarningKind::Endless);
    assert!(
        endless
            .text
            .contains("after 2 rounds everything that decides whether it goes on is as before"),
        "{}",
        endless.text
    );
}

#[test]
fn only_all_that_decides_says_when() {
    let five = "int p = nondet();\nint q = nondet();\nint r = nondet();\nint s = nondet();\nint t = nondet();\nwhile (p + q + r + s + t * t > 0) { if (t == 0) { p = p - 1; } }\nassert(true);";
    let cells = "int a[2];\nint c = 0;\nwhile (a[0] > 0) { if (a[1] > 0) { a[0] = 0; } c++; }\nassert(true);";
    for text in [five, cells] {
        let found = warnings(text, &Choices::default()).1;
        let endless: Vec<&RunWarning> =
            found.iter().filter(|w| w.kind == RunWarningKind::Endless).collect();
        let [endless] = endless.as_slice() else { panic!("{found:?}") };
        assert!(endless.text.contains("does not end in some run"), "{}", endless.text);
    }
    let body = "bool go = true;\nint n = nondet();\nwhile (go) { int x = n; if (x == 9) { go = false; } }\nassert(true);";
    let found = warnings(body, &Choices::default()).1;
    let [endless] = found.as_slice() else { panic!("{found:?}") };
    assert!(endless.text.contains("never ends when `go = true`, `n = 0`"), "{}", endless.text);
}

#[test]
fn bounds_that_are_claims_by_the_text_are_not_told_twice() {
    let text = "#pragma check-bounds\nint a[3];\nint i = 5;\na[i] = 1;\nassert(a[i] == 1);";
    assert_eq!(warnings(text, &Choices::default()).1, []);
}
