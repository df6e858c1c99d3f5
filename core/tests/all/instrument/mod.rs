//! Program instrumentation.

mod apply;
mod by_hand;
mod laws;
mod obligations;
mod programs;
mod random;
mod search;

use hornbook_core::explain::{Outcome, UnknownReason};
use hornbook_core::instrument::library::operators;
use hornbook_core::instrument::operator::Operator;
use hornbook_core::instrument::search::Search;
use hornbook_core::lang::parse;
use hornbook_core::pipeline::{Choices, Driver, Input, Named, Status};

/// What a method comes to within so many steps.
fn outcome(text: &str, choices: &Choices, steps: u64) -> Outcome {
    let input = Input::program(text, choices);
    let driver = Driver::new(&input);
    let mut driver = driver.unwrap_or_else(|| panic!("{:?}\n{text}", input.diagnostics));
    match driver.step_to_the_end(steps) {
        Some(outcome) => outcome,
        None => driver.so_far(&UnknownReason::Budget),
    }
}

/// A driver works in slices.
trait ToTheEnd {
    fn step_to_the_end(&mut self, steps: u64) -> Option<Outcome>;
}

impl ToTheEnd for Driver {
    fn step_to_the_end(&mut self, steps: u64) -> Option<Outcome> {
        let slice = 20_000;
        (0..steps.div_ceil(slice)).find_map(|_| match self.step(slice) {
            Status::Done(outcome) => Some(outcome),
            Status::Running(_) => None,
        })
    }
}

/// The verdict with ghost variables.
fn instrumented(text: &str) -> Outcome {
    let method = Some(Named::Instrument);
    outcome(text, &Choices { method, ..Choices::default() }, 8_000_000)
}

/// The search for a text, with all operators that there are for it.
fn search(text: &str) -> Search {
    let (library, _) = operators(&parse(text).0);
    Search::new(text, library, &Default::default())
}

/// The operators that a text brings.
fn own(text: &str) -> Vec<Operator> {
    let (tree, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (mut all, count) = operators(&tree);
    all.truncate(count);
    all
}
