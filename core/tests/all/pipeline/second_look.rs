//! The second look at a certified program.

use hornbook_pipeline::{Choices, Driver, Input, SecondLook, Status};
use hornbook_records::strategies::Finding;
use hornbook_records::{Invariant, Outcome, Verdict};

fn solve(input: &Input) -> Outcome {
    let mut driver = Driver::new(input).expect("no errors");
    loop {
        if let Status::Done(outcome) = driver.step(100_000) {
            return outcome;
        }
    }
}

/// The first outcome, and that of the second look.
fn both(text: &str) -> (Outcome, Option<(Outcome, Driver)>) {
    let input = Input::program(text, &Choices::default().with_method_found(&Choices::default()));
    let first = solve(&input);
    let Some(mut look) = SecondLook::new(&input, &first) else { return (first, None) };
    while !look.step(100_000) {}
    (first, look.into_outcome())
}

fn length(outcome: &Outcome) -> usize {
    let heads = outcome.invariants.iter().filter(|invariant| invariant.loop_head);
    heads.flat_map(Invariant::display_parts).map(|part| part.chars().count()).sum()
}

#[test]
fn what_replaces_an_invariant_is_shorter_and_from_another_strategy() {
    let text = include_str!("../../../../tests/programs/classroom/insertion_sort.hb");
    let (first, second) = both(text);
    assert_eq!(first.verdict, Verdict::Certified);
    let (second, driver) = second.expect("a shorter one");
    assert_eq!(second.verdict, Verdict::Certified);
    let certificate = driver.certificate(&second).expect("a certificate");
    assert!(certificate.contains("(check-sat)"));
    assert!(length(&second) < length(&first), "{} {}", length(&second), length(&first));
    assert!(second.statistics.steps <= 2 * first.statistics.steps + 100_000);
    let winners = |outcome: &Outcome| -> Vec<String> {
        let rows = outcome.strategies.iter();
        let proved = rows.filter(|row| row.results.iter().any(|r| r.finding == Finding::Proved));
        proved.map(|row| row.name.clone()).collect()
    };
    let (before, all) = (winners(&first), winners(&second));
    assert!(all.len() > before.len(), "{before:?} {all:?}");
}

#[test]
fn nothing_is_looked_for_where_nothing_can_be_found() {
    for text in [
        // Soon answered.
        "int n = nondet(); int a[n]; int i = 0; while (i < n) { a[i] = 0; i++; } assert(n <= 0 || a[0] == 0);",
        // Without a loop, wrong, and without a claim.
        "int x = nondet(1, 9); assert(x > 0);",
        "int x = nondet(); assert(x > 0);",
        "int x = 0; while (x < 9) { x++; }",
    ] {
        let (first, second) = both(text);
        assert!(!first.deserves_second_look() && second.is_none(), "{text}");
    }
    let judged = "int i = 0; while (i < 9) { invariant i <= 9; i++; } assert(i == 9);";
    let choices = Choices {
        invariants: Some(hornbook_pipeline::InvariantsChoice::Given),
        ..Choices::default()
    };
    let input = Input::program(judged, &choices);
    assert!(SecondLook::new(&input, &solve(&input)).is_none(), "the reader's lines are judged");
}
