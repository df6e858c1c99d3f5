//! Tiling.

mod conditions;
mod programs;
mod random;
mod rounds;
mod unsound;

use hornbook_core::explain::Verdict;
use hornbook_core::lang::parse;
use hornbook_core::pipeline::{Choices, Driver, Input, Status, Wanted};
use hornbook_core::tiling::loops::{Loop, Misfit, Segment, segments};

/// The loops of a text, those that are not counted with their reasons.
fn loops(text: &str) -> Vec<Result<Loop, Misfit>> {
    let (tree, problems) = parse(text);
    assert!(problems.is_empty(), "{problems:?}");
    let found = segments(&tree).into_iter().filter_map(|segment| match segment {
        Segment::Straight(_) => None,
        Segment::Loop(l) => Some(Ok(l)),
        Segment::Other(misfit, _) => Some(Err(misfit)),
    });
    found.collect()
}

/// Whether a program without loops is certified.
fn is_certified(text: &str) -> bool {
    let input = Input::program(text, &Choices::abstraction(Wanted::Auto));
    let driver = Driver::new(&input);
    let mut driver = driver.unwrap_or_else(|| panic!("{:?}\n{text}", input.diagnostics));
    let done = (0..40).find_map(|_| match driver.step(10_000) {
        Status::Done(outcome) => Some(outcome),
        Status::Running(_) => None,
    });
    done.is_some_and(|outcome| outcome.verdict == Verdict::Certified)
}
