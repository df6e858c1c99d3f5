//! The table of strategies, and what is said of claims without an answer.

use crate::support::programs;
use expect_test::{Expect, expect};
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::strategies::Finding;
use hornbook_records::{Outcome, UnknownReason, Verdict};

fn outcome(text: &str, options: &str, steps: u64) -> Outcome {
    let options = Choices { method: options.parse().ok(), ..Choices::default() };
    let input = Input::program(text, &options);
    let mut driver = Driver::new(&input).expect("no errors");
    match driver.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => driver.stop(&UnknownReason::Budget),
    }
}

/// The table without its steps, which belong to no contract.
fn table(outcome: &Outcome) -> String {
    let rows = outcome.strategies.iter();
    rows.map(|row| format!("{}: {}\n", row.full_name(), row.describe())).collect()
}

fn shows(outcome: &Outcome, expected: &Expect) {
    expected.assert_eq(&table(outcome));
}

const ZEROS: &str = "int n = nondet(); int a[n];\nfor (int i = 0; i < n; i++) {\n  a[i] = 0;\n}\n";

#[test]
fn the_table_says_who_has_proved_what_and_who_has_found_a_run() {
    let text = format!("{ZEROS}assert(forall k in 0..n: a[k] == 0);\nassert(n < 3);");
    shows(
        &outcome(&text, "", 1_000_000),
        &expect![[r#"
        suggested runs: came to its end and found nothing
        runs: line 6: found a failing run
        as it is, lean: line 5: proved; line 6: no invariant can be built from the facts that the solver looked at
        as it is, guards: line 6: no invariant can be built from the facts that the solver looked at
        as it is, unrolling: line 6: found a derivation of false
    "#]],
    );
}

#[test]
fn the_table_has_the_strategies_of_tasks_behind_their_titles() {
    let text = format!("{ZEROS}assert(sum(a, 0, n) == 0);");
    shows(
        &outcome(&text, "auto", 3_000_000),
        &expect![[r#"
            suggested runs: came to its end and found nothing
            with ghost variables, as it is, lean: line 5: found a derivation of false
            with ghost variables, with ghost variables, attempt 1, suggested runs: came to its end and found nothing
            with ghost variables, with ghost variables, attempt 1, lean: line 3: proved; line 5: proved
        "#]],
    );
}

#[test]
fn a_program_without_loops_is_decided_by_one_strategy() {
    let text = "int x = nondet(); assert(x * 0 == 0); assert(x < 3);";
    shows(
        &outcome(text, "auto", 1_000_000),
        &expect![[r#"
        with no abstraction, each assertion by itself: line 1: proved; line 1: found a failing run
    "#]],
    );
}

/// In every example program, whatever is certified or buggy by a task about it has a strategy that has found that.
#[test]
fn whoever_has_settled_a_claim_is_in_the_table() {
    let mut settled = 0;
    for example in programs::menu() {
        let outcome = outcome(&example.text, "", 300_000);
        let steps: u64 = outcome.strategies.iter().map(|row| row.steps).sum();
        assert!(steps <= outcome.statistics.steps, "{}", example.name);
        for claim in &outcome.assertions {
            let expected = match claim.verdict {
                Verdict::Certified => Finding::Proved,
                Verdict::Buggy(_) => Finding::Run,
                Verdict::TooWeak { .. } | Verdict::NotShown(_) => Finding::Derivation,
                Verdict::Refuted(_) | Verdict::NothingAsserted | Verdict::Unknown(_) => continue,
            };
            let mut results = outcome.strategies.iter().flat_map(|row| &row.results);
            let is_its = results.any(|r| r.assert == claim.id && r.finding == expected);
            assert!(is_its, "{}, line {}:\n{}", example.name, claim.line, table(&outcome));
            settled += 1;
        }
    }
    assert!(settled > 25, "only {settled} claims");
}

fn says(text: &str, options: &str, expected: &Expect) {
    let outcome = outcome(text, options, 1);
    let mut said = String::new();
    for claim in &outcome.open {
        said += &format!("line {}: {}\n", claim.line, claim.question);
        claim.helps.iter().for_each(|help| said += &format!("  {}\n", help.describe()));
    }
    expected.assert_eq(&said);
}

/// Nobody is led to a hint that the program has already, or that a run breaks.
#[test]
fn hints_that_are_there_or_false_are_not_offered() {
    let sum = |hints: &str| {
        let text = format!(
            "int x = 0; for (int i = 0; i < 9; i++) {{ {hints} x += i; }} assert(x == 36);"
        );
        let said = |outcome: Outcome| -> Vec<String> {
            let helps = outcome.open.iter().flat_map(|claim| &claim.helps);
            helps.map(|help| help.describe()).filter(|said| said.contains("hint ")).collect()
        };
        said(outcome(&text, "auto", 1))
    };
    let [range] = &sum("")[..] else { panic!("{:?}", sum("")) };
    assert!(range.ends_with("hint 0 <= i && i <= 9;"), "`x == 36` is false: {range}");
    assert_eq!(sum("hint 0 <= i && i <= 9;"), [""; 0]);
    assert_eq!(sum("invariant 0 <= i && i <= 9;"), [""; 0]);
}

#[test]
fn an_open_claim_has_a_question_and_changes_that_may_help() {
    let text = format!("{ZEROS}assert(forall k in 0..n: a[k] == 0);");
    says(
        &text,
        "",
        &expect![[r#"
        line 5: Does `forall k in 0..n: a[k] == 0` follow from an invariant of the loop of line 2, or is there a run that breaks it?
          more time (--budget-ms)
          the method auto (--method auto)
          a hint of this form, first in the loop of line 2: hint 0 <= i && i <= n;
          a hint of this form, first in the loop of line 2: hint forall k in 0..i: a[k] == 0;
          small cases only, by this in front of the loop of line 2: assume(n <= 8);
    "#]],
    );
    says(
        &text,
        "auto",
        &expect![[r#"
        line 5: Does `forall k in 0..n: a[k] == 0` follow from an invariant of the loop of line 2, or is there a run that breaks it?
          more time (--budget-ms)
          a hint of this form, first in the loop of line 2: hint 0 <= i && i <= n;
          a hint of this form, first in the loop of line 2: hint forall k in 0..i: a[k] == 0;
          small cases only, by this in front of the loop of line 2: assume(n <= 8);
    "#]],
    );
    // The claim has the bound twice: only one range ends at the counter.
    let rows = "int n = nondet(); int a[n][n]; int r = 0;\n\
                while (r < n) { int c = 0; while (c < n) { a[r][c] = 1; c++; } r++; }\n\
                assert(forall i, j: 0 <= i && i < n && 0 <= j && j < n ==> a[i][j] == 1);";
    says(
        rows,
        "auto",
        &expect![[r#"
        line 3: Does `forall i, j: 0 <= i && i < n && 0 <= j && j < n ==> a[i][j] == 1` follow from an invariant of the loop of line 2, or is there a run that breaks it?
          more time (--budget-ms)
          a hint of this form, first in the loop of line 2: hint r <= n;
          a hint of this form, first in the loop of line 2: hint forall i, j: 0 <= i && i < r && 0 <= j && j < n ==> a[i][j] == 1;
          small cases only, by this in front of the loop of line 2: assume(n <= 8);
    "#]],
    );
    // Neither a counter nor a bound.
    let search = "int a[]; int i = 0;\nwhile (a[i] != 3) i++;\nassert(a[i] == 3);";
    says(
        search,
        "auto",
        &expect![[r#"
        line 3: Does `a[i] == 3` follow from an invariant of the loop of line 2, or is there a run that breaks it?
          more time (--budget-ms)
    "#]],
    );
    says(
        "int x = nondet(); assert(x * x >= 0);",
        "auto",
        &expect![[r#"
        line 1: Does `x * x >= 0` hold in every run? (the budget ran out before an answer was found)
          more time (--budget-ms)
    "#]],
    );
}

#[test]
fn what_is_put_into_a_text_leaves_it_right() {
    let mut changes = 0;
    for example in programs::all() {
        let outcome = outcome(&example.text, "auto", 1);
        for help in outcome.open.iter().flat_map(|claim| &claim.helps) {
            let Some(text) = help.put_into(&example.text) else { continue };
            let (program, problems) = front_end(&text, Options::default());
            assert!(program.is_some(), "{}: {problems:?}\n{text}", example.name);
            changes += 1;
        }
    }
    assert!(changes > 300, "only {changes} changes");
}

/// The verdicts so far, and the number that grows with them.
fn verdicts_so_far(driver: &Driver) -> (Vec<&'static str>, usize) {
    let outcome = driver.so_far(&UnknownReason::Budget);
    (outcome.assertions.iter().map(|a| a.verdict.name()).collect(), driver.change_count())
}

#[test]
fn a_number_grows_whenever_a_verdict_changes() {
    // The abstraction is too weak at once; a run that fails has fifty rounds.
    let late = "int n = nondet(); int a[n]; int s = 0;\n\
                for (int i = 0; i < n; i++) { a[i] = i; s = s + a[i]; }\nassert(s != 1225);";
    let (mut changes, mut seen) = (0, vec![]);
    for text in [late.to_owned(), format!("{ZEROS}assert(a[3] == 0);\nassert(n != 41);")] {
        let options = Choices { method: "abstraction".parse().ok(), ..Choices::default() };
        let mut driver = Driver::new(&Input::program(&text, &options)).expect("no errors");
        let mut known = verdicts_so_far(&driver);
        for _ in 0..400 {
            let is_over = matches!(driver.step(1_000), Status::Done(_));
            let next = verdicts_so_far(&driver);
            if next.0 != known.0 {
                assert_ne!(next.1, known.1, "{:?} after {:?}", next.0, known.0);
                changes += 1;
                seen.extend(next.0.clone());
            }
            known = next;
            if is_over {
                break;
            }
        }
    }
    assert!(changes >= 3, "{seen:?}");
}
