//! The search for runs of a program that violate an assertion. What is found is a candidate: the
//! interpreter has the last word.
//!
//! - `bounded`: short runs, along the program's clauses with arrays
//! - `shared`: one of these searches for several roads of one program
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
pub mod shared;
mod shrink;
mod simulate;
pub mod states;
mod varied;

use hornbook_lang::interp::Value;
use hornbook_settings::LikelyRuns;

/// A run that should violate an assertion: what the interpreter is to choose, in order.
pub type Candidate = hornbook_chc::scout::Candidate<Vec<Value>>;

/// Steps after which the interpreter gives a run up: twice as many as the longest usual run, or those that it should take.
pub fn may_take(candidate: &Candidate, limits: &LikelyRuns) -> usize {
    let usual = 2 * limits.longest.max(limits.deepest);
    usual.max(candidate.steps.unwrap_or_default().min(limits.replayed))
}
