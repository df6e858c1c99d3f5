//! The search for runs of a program that violate an assertion. Its results are candidates: the interpreter
//! has the last word.
//!
//! - `array_derivations`: derivations of `false` in clauses with arrays that have no program
//! - `bounded`: short runs, along the program's clauses with arrays
//! - `decide`: clauses without predicates, with runs that violate them
//! - `simulate`: runs on likely values, where that search does not get far enough
//! - `compiled`: programs on machine words, for runs of many millions of statements
//! - `doubling`: on these, long runs with numbers that double
//! - `scale_constants`: programs with small numbers in the place of large ones
//! - `random_runs`: runs with small values, where clauses do not say all that a program computes
//! - `endless_loops`: loops that never end, as a state comes back
//! - `rules`: the choice of inputs by rules
//! - `dynamic_invariants`: guesses for the engines, from the numbers at loop heads on small runs
//! - `loop_heads`, `states`: states of runs at loop heads, and their samples as an abstraction keeps them
//! - `diverse_inputs`: inputs for these samples

#![forbid(unsafe_code)]

pub mod array_derivations;
pub mod bounded;
pub mod compiled;
pub mod decide;
mod diverse_inputs;
mod doubling;
pub mod dynamic_invariants;
pub mod endless_loops;
mod loop_heads;
pub mod random_runs;
mod rules;
mod scale_constants;
mod simulate;
pub mod states;

use hornbook_lang::interp::Value;
use hornbook_lang::typed::AssertId;
use simulate::SimulationLimits;

/// A run that should violate an assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The assertion.
    pub assert: AssertId,
    /// The choices of the run, in order.
    pub choices: Vec<Value>,
    /// Steps within which it should fail, if it may take long.
    pub steps: Option<usize>,
}

/// The result of a slice of the search.
#[derive(Debug)]
pub enum SearchStep {
    /// A run that may violate an assertion. The search goes on with the next call.
    Found(Candidate),
    /// All paths have ended: no other assertion can be violated.
    Exhausted,
    /// There are too many paths to keep, or their terms are too large.
    TooWide,
}

/// Steps after which the interpreter gives a run up: twice as many as the longest usual run, or those that
/// it should take.
pub fn may_take(candidate: &Candidate) -> usize {
    let limits = SimulationLimits::default();
    let usual = 2 * limits.longest.max(limits.deepest);
    usual.max(candidate.steps.unwrap_or_default().min(limits.replayed))
}
