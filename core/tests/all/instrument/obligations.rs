//! That operators are sound is certified by Hornbook itself, and those that are not are refused.

use hornbook_core::explain::Verdict;
use hornbook_core::instrument::library::library;
use hornbook_core::instrument::obligations::{Obligation, obligations};
use hornbook_core::pipeline::{Choices, Driver, Input, Status, Wanted};

/// The verdict on an obligation.
fn verdict(obligation: &Obligation) -> Verdict {
    let input = Input::program(&obligation.text, &Choices::abstraction(Wanted::Auto));
    let mut driver = Driver::new(&input)
        .unwrap_or_else(|| panic!("{}: {:?}\n{}", obligation.title, input.diagnostics, obligation.text));
    match driver.step(2_000_000) {
        Status::Done(outcome) => outcome.verdict,
        Status::Running(_) => driver.so_far(&hornbook_core::explain::UnknownReason::Budget).verdict,
    }
}

#[test]
fn every_operator_of_the_library_is_sound() {
    let operators = library();
    assert_eq!(operators.len(), hornbook_core::instrument::library::TEXTS.len());
    for operator in operators {
        for obligation in obligations(&operator) {
            let found = verdict(&obligation);
            if found != Verdict::Certified {
                println!("{}\n{}{found:?}\n", obligation.title, obligation.text);
            }
        }
    }
    panic!("x");
}
