//! Tiling.

mod fact_filter;
mod mid_conditions;
mod programs;
mod random;
mod rounds;
mod shown;
mod unsound;

use crate::support::verdicts::outcome;
use hornbook_lang::parse;
use hornbook_pipeline::{Choices, ChosenAbstraction};
use hornbook_records::Verdict;
use hornbook_tasks::tiling::loops::{Loop, Misfit, Segment, segments};

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
    let choices = Choices::abstraction(ChosenAbstraction::Auto);
    outcome(text, &choices, 400_000).verdict == Verdict::Certified
}
