//! Right programs as beginners type them, in `tests/students`: they are certified by the method that tries all.

use hornbook_corpus::programs::examples;
use hornbook_corpus::{nightly, pool};
use hornbook_pipeline::{Choices, Driver, Input, MethodChoice, Status};
use hornbook_records::UnknownReason;
use std::path::Path;

/// The programs that are open: concrete ones with long runs.
const OPEN: [&str; 1] = ["40_fibonacci_ten"];

/// Steps for each program, some times more than any needs.
const STEPS: u64 = 6_000_000;

#[test]
fn they_are_certified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/students");
    let all = examples(&folder).expect("the programs");
    assert!(all.len() >= 60, "only {} programs", all.len());
    let verdict = |text: &str| {
        let choices = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
        let input = Input::program(text, &choices);
        let mut search = Driver::new(&input).unwrap_or_else(|| panic!("{:?}", input.diagnostics));
        match search.step(STEPS) {
            Status::Done(outcome) => outcome.verdict.name(),
            Status::Running(_) => search.so_far(&UnknownReason::Budget).verdict.name(),
        }
    };
    let part = nightly::part(all, 10);
    let found = pool::map(&part, |example| verdict(&example.text));
    for (example, found) in part.iter().zip(found) {
        let expected = if OPEN.contains(&&*example.name) { "unknown" } else { "certified" };
        assert_eq!(found, expected, "{}", example.name);
    }
}
