//! Program instrumentation.

mod apply;
mod laws;
mod named_rules;
mod obligations;
mod programs;
mod random;
mod search;

use crate::support::verdicts::{outcome, solve_by};
use hornbook_instrument::search::Search;
use hornbook_lang::parse;
use hornbook_pipeline::MethodChoice;
use hornbook_records::Outcome;
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::instrument::operator::Operator;

/// The verdict with ghost variables.
fn instrumented(text: &str) -> Outcome {
    solve_by(MethodChoice::Instrument, text)
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
