//! The search for runs of a program that violate an assertion. What is found is a candidate: the
//! interpreter has the last word.
//!
//! - `bounded`: short runs, along the program's clauses with arrays
//! - `decide`: clauses without predicates, with runs that violate them
//! - `simulate`: runs on likely values, where that search does not get far enough
//! - `compiled`: programs on machine words, for runs of many millions of statements
//! - `doubling`: on these, long runs with numbers that double
//! - `rules`: how the values of runs are chosen
//! - `seen`: what holds of the numbers at loop heads on all small runs, as guesses for the engines
//! - `heads`: the states of runs at the heads of loops
//! - `states`: these as an abstraction keeps them, to learn from
//! - `varied`: choices for runs to learn from
//! - `shrink`: a program with small numbers in the place of large ones
//! - `probe`: small runs that are made at once, where clauses do not say all that a program computes

#![forbid(unsafe_code)]

pub mod bounded;
pub mod compiled;
pub mod decide;
mod doubling;
mod heads;
pub mod probe;
mod rules;
pub mod seen;
mod shrink;
mod simulate;
pub mod states;
mod varied;

use hornbook_lang::interp::Value;
use hornbook_lang::typed::AssertId;
use hornbook_settings::LikelyRuns;

/// A run that should violate an assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The assertion.
    pub assert: AssertId,
    /// What the interpreter is to choose, in order.
    pub choices: Vec<Value>,
    /// Steps within which it should fail, if that may take long.
    pub steps: Option<usize>,
}

/// What a slice of the search ended with.
#[derive(Debug)]
pub enum Search {
    /// A run that may violate an assertion. The search goes on with the next call.
    Found(Candidate),
    /// All paths were followed to their end: no other assertion can be violated.
    Exhausted,
    /// There are more paths than can be kept, or such with larger terms.
    TooWide,
}

/// Steps after which the interpreter gives a run up: twice as many as the longest usual run, or those that it should take.
pub fn may_take(candidate: &Candidate, limits: &LikelyRuns) -> usize {
    let usual = 2 * limits.longest.max(limits.deepest);
    usual.max(candidate.steps.unwrap_or_default().min(limits.replayed))
}
