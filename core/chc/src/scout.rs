//! Searches beside the engines that do not look at the clauses but at what these stand for, such as
//! runs of a program.

use super::engine::Learned;
use hornbook_base::{AssertId, Budget};

/// A run that should violate an assertion. What a run is `R` says.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<R> {
    /// The assertion.
    pub assert: AssertId,
    /// The choices that make the run.
    pub choices: R,
    /// Steps within which it should fail, if that may take long.
    pub steps: Option<usize>,
}

/// What a slice of the search ended with.
#[derive(Debug)]
pub enum Search<R> {
    /// A run that may violate an assertion. The search goes on with the next call.
    Found(Candidate<R>),
    /// All paths were followed to their end: no other assertion can be violated.
    Exhausted,
    /// There are more paths than can be kept, or such with larger terms.
    TooWide,
}

/// A resumable search for runs.
///
/// **Invariant:** what it finds depends on what it was made from only, not on the sizes of the
/// slices in which it works.
pub trait Scout<R> {
    /// What can be found before anything else is tried.
    fn at_once(&mut self) -> Vec<Candidate<R>>;

    /// What a few small runs find, for when it does not seem easy.
    fn soon(&mut self) -> Vec<Candidate<R>>;

    /// Works until there is something to tell or the budget is used up (`None`; call again). Very long runs are only
    /// made if they are wanted.
    fn step(&mut self, long: bool, budget: &mut Budget) -> Option<Search<R>>;

    /// Whether it may still find something within its limits, perhaps by very `long` runs.
    fn may_find(&self, long: bool) -> bool;

    /// Whether what it has left takes long and seldom finds anything, so that others go first.
    fn can_wait(&self) -> bool;

    /// Stops looking for an assertion.
    fn settled(&mut self, assert: AssertId);

    /// Questions put to the integer solver so far.
    fn questions(&self) -> u64;

    /// How far it is.
    fn learned(&self) -> Learned;
}
