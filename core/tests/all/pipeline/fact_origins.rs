//! Where the facts of invariants come from: golden, and each rule checked by its definition.

use hornbook_pipeline::{Choices, Driver, Input, Status, find_fact_origins};
use hornbook_records::Outcome;
use hornbook_records::induction::{ExplainedFact, FactOrigin};

fn solved(text: &str) -> (Input, Outcome) {
    let input = Input::program(text, &Choices::default());
    let mut driver = Driver::new(&input).expect(text);
    loop {
        if let Status::Done(outcome) = driver.step(100_000) {
            return (input, outcome);
        }
    }
}

/// The facts of all loops with their origins.
fn origins(text: &str) -> Vec<(String, FactOrigin)> {
    explained(text).into_iter().map(|(fact, explained)| (fact, explained.origin)).collect()
}

/// The facts of all loops, explained.
fn explained(text: &str) -> Vec<(String, ExplainedFact)> {
    let (input, outcome) = solved(text);
    let loops = outcome.invariants.iter().enumerate().filter(|(_, point)| point.loop_head);
    let with = |(place, point): (usize, &hornbook_records::Invariant)| {
        let found = find_fact_origins(&input, &outcome, place).expect("origins");
        assert_eq!(found.len(), point.parts.len());
        point.parts.iter().map(ToString::to_string).zip(found).collect::<Vec<_>>()
    };
    loops.flat_map(with).collect()
}

fn claim(line: u32, variable: &str, value: &str) -> FactOrigin {
    let (variable, value) = (variable.to_owned(), value.to_owned());
    FactOrigin::Claim { line, variable, value, is_part: false }
}

fn part_of_claim(line: u32, variable: &str, value: &str) -> FactOrigin {
    let (variable, value) = (variable.to_owned(), value.to_owned());
    FactOrigin::Claim { line, variable, value, is_part: true }
}

#[test]
fn a_fact_that_becomes_the_claim_at_the_end_is_the_claim() {
    let fill = "int n = nondet();\nint a[n];\nfor (int i = 0; i < n; i++) a[i] = 0;\nassert(forall k in 0..n: a[k] == 0);";
    let found = origins(fill);
    assert!(found.iter().any(|(_, origin)| *origin == claim(4, "i", "n")), "{found:?}");
    // Written in another way, with another name, and with an end that is no variable.
    let other = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i <= n - 1) { a[i] = 7; i = i + 1; }\nassert(forall j: 0 <= j && j < n ==> a[j] == 7);";
    let found = origins(other);
    assert!(found.iter().any(|(_, origin)| *origin == claim(5, "i", "n")), "{found:?}");
}

/// Each half of a claim is a part of it, below a quantifier too.
#[test]
fn a_fact_that_becomes_a_part_of_the_claim_is_that_part() {
    for claimed in [
        "(forall k in 0..n: a[k] == 0) && (forall k in 0..n: b[k] == 1)",
        "forall k in 0..n: a[k] == 0 && b[k] == 1",
    ] {
        let text = format!(
            "int n = nondet();\nint a[n];\nint b[n];\nfor (int i = 0; i < n; i++) {{ a[i] = 0; b[i] = 1; }}\nassert({claimed});"
        );
        let found = origins(&text);
        let parts = found.iter().filter(|(_, origin)| *origin == part_of_claim(5, "i", "n"));
        assert_eq!(parts.count(), 2, "{found:?}");
    }
    let both = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nint j = n;\nwhile (i < n) { i = i + 1; j = j - 1; }\nassert(j == 0 && i == n);";
    let found = origins(both);
    assert!(found.iter().any(|(_, origin)| *origin == part_of_claim(6, "i", "n")), "{found:?}");
}

#[test]
fn loops_that_count_down_make_a_claim_true_from_its_other_end() {
    let head = "int n = nondet();\nassume(n >= 0);\nint a[n];\n";
    for (rounds, value) in [
        ("int i = n;\nwhile (i > 0) { i = i - 1; a[i] = 0; }\n", "0"),
        ("int i = n;\nwhile (i != 0) { i = i - 1; a[i] = 0; }\n", "0"),
        ("int i = n - 1;\nwhile (i >= 0) { a[i] = 0; i = i - 1; }\n", "-1"),
        ("int x = 0;\nfor (int i = n - 1; i >= 0; i--) { a[i] = 0; }\n", "-1"),
    ] {
        let text = format!("{head}{rounds}assert(forall k in 0..n: a[k] == 0);");
        let found = origins(&text);
        assert!(found.iter().any(|(_, origin)| *origin == claim(6, "i", value)), "{found:?}");
    }
}

#[test]
fn a_bound_is_the_condition_of_the_loop_weakened() {
    let sum =
        "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) i = i + 1;\nassert(i == n);";
    let found = origins(sum);
    let condition = FactOrigin::Condition { condition: "i < n".to_owned() };
    assert!(
        found.iter().any(|(fact, origin)| fact == "i <= n" && *origin == condition),
        "{found:?}"
    );
}

#[test]
fn what_no_rule_makes_is_seen_in_the_rounds() {
    let two = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nint j = n;\nwhile (i < n) { i = i + 1; j = j - 1; }\nassert(j == 0);";
    let found = origins(two);
    assert!(found.iter().any(|(_, origin)| *origin == FactOrigin::Rounds), "{found:?}");
    let of = |fact: &str| found.iter().find(|(said, _)| said == fact).map(|found| found.1.clone());
    assert_eq!(of("0 <= j"), Some(FactOrigin::Rounds), "{found:?}");
    // At the end i is n, and then it is the claim.
    assert_eq!(of("j == n - i"), Some(claim(6, "i", "n")), "{found:?}");
    // A claim about something else is not taken for the origin.
    let found = origins(&two.replace("j == 0", "j <= 5"));
    assert!(
        found.iter().all(|(_, origin)| !matches!(origin, FactOrigin::Claim { .. })),
        "{found:?}"
    );
}

/// The first four rounds and the last one, in each of which the fact holds of the cells that are drawn.
#[test]
fn each_fact_is_shown_in_rounds_of_a_run() {
    let text = "int n = nondet();\nassume(n >= 0);\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = 0; i = i + 1; }\nassert(forall k in 0..n: a[k] == 0);";
    let found = explained(text);
    let (_, of_cells) =
        found.iter().find(|(_, fact)| !fact.strips.is_empty()).expect("a fact about cells");
    let rounds: Vec<usize> =
        of_cells.rounds.iter().flat_map(|visit| visit.rounds.clone()).collect();
    assert_eq!(rounds, [0, 1, 2, 3, 5]);
    for (round, visit) in rounds.iter().zip(&of_cells.rounds) {
        assert_eq!(visit.scalars, [("i".to_owned(), round.to_string())]);
        assert!(visit.rows.iter().flat_map(|row| &row.holds).all(|holds| *holds != Some(false)));
    }
    // A fact about numbers alone has the values of these.
    let sum =
        "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) i = i + 1;\nassert(i == n);";
    let found = explained(sum);
    let (_, bound) = found.iter().find(|(fact, _)| fact == "i <= n").expect("a bound");
    let values = |visit: &hornbook_records::sample::LoopVisit| visit.scalars.clone();
    assert_eq!(bound.rounds.iter().map(values).next_back().expect("a round").len(), 2);
    assert_eq!(bound.strips, []);
}

/// Cells are chosen such that both branches of the loop are taken.
#[test]
fn the_run_that_is_drawn_takes_all_branches() {
    let text = "int n = nondet();\nassume(n >= 0);\nint a[n];\nint c = 0;\nint i = 0;\nwhile (i < n) {\n  if (a[i] == 7) { c = 1; }\n  i = i + 1;\n}\nassert(c == 0 || c == 1);";
    let found = explained(text);
    let values = |(_, fact): &(String, ExplainedFact)| {
        let scalars = fact.rounds.iter().flat_map(|visit| visit.scalars.clone());
        scalars.filter(|(name, _)| name == "c").map(|(_, value)| value).collect::<Vec<_>>()
    };
    let seen: Vec<String> = found.iter().flat_map(values).collect();
    assert!(seen.iter().any(|c| c == "0") && seen.iter().any(|c| c == "1"), "{found:?}");
}
