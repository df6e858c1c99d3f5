//! The reader's own invariants: the program whose loops are cut, and how lines are judged in it.

mod cut_loops;
mod help;
mod old_values;
mod random;
mod students;
mod unsound;

use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::{Outcome, UnknownReason};
use hornbook_tasks::choices::{InvariantsChoice, MethodChoice};

/// The outcome where exactly the given invariants must suffice.
fn outcome(text: &str) -> Outcome {
    outcome_within(text, 3_000_000)
}

fn outcome_within(text: &str, steps: u64) -> Outcome {
    let given = Some(InvariantsChoice::Given);
    search(text, &Choices { invariants: given, ..Choices::default() }, steps)
}

/// The outcome where all methods may help, and the lines are used as they are written, too.
fn outcome_beside_others(text: &str, steps: u64) -> Outcome {
    search(text, &Choices { method: Some(MethodChoice::Auto), ..Choices::default() }, steps)
}

fn search(text: &str, choices: &Choices, steps: u64) -> Outcome {
    let input = Input::program(text, choices);
    let mut search =
        Driver::new(&input).unwrap_or_else(|| panic!("{text}\n{:?}", input.diagnostics));
    match search.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => search.so_far(&UnknownReason::Budget),
    }
}
