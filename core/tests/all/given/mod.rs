//! The reader's own invariants: the program whose loops are cut, and how lines are judged in it.

mod cut_loops;
mod old_values;
mod random;
mod students;
mod unsound;

use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::{Outcome, UnknownReason};
use hornbook_tasks::choices::InvariantsChoice;

/// The outcome where exactly the given invariants must suffice.
fn outcome(text: &str) -> Outcome {
    outcome_within(text, 3_000_000)
}

fn outcome_within(text: &str, steps: u64) -> Outcome {
    let choices = Choices { invariants: Some(InvariantsChoice::Given), ..Choices::default() };
    let input = Input::program(text, &choices);
    let mut search =
        Driver::new(&input).unwrap_or_else(|| panic!("{text}\n{:?}", input.diagnostics));
    match search.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => search.so_far(&UnknownReason::Budget),
    }
}
