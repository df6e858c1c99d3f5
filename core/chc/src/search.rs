//! The strategies' entry point: a system of clauses with hints goes in; models, derivations of `false`, or
//! the reason why there are none come out, in slices.
//!
//! Each assertion clause of the given encoding is a *claim*, judged by itself. A list of [`strategies`] works
//! for the claims that are open: engines over several vocabularies on one or two encodings of the clauses,
//! and beside them searches for short derivations. A [`Scheduler`] deals out the turns, and one ledger has
//! the status of each claim. No evidence counts before the caller's [`Judge`] has accepted it.
//!
//! There are two encodings: the given small-block clauses, and clauses with the steps between two loop heads
//! merged into large blocks, which lose less and have fewer predicates.

mod board;
mod derivations;
mod discovered;
mod engine_search;
mod jobs;
mod ledger;
mod proposal;
mod sources;
pub mod strategies;
mod subproblem;

use super::hints::Hints;
use super::reduce::arguments::ParameterPositions;
use super::rule::Lemmas;
use super::saturate::{Saturation, SaturationLimits};
use super::settings::Settings;
use super::trace_invariants::States;
use super::trace_invariants::TRACE_STEPS;
pub use board::{Board, StatusChange};
use hornbook_base::{AssertId, Budget};
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Model;
use hornbook_horn::{ClauseId, PredId, System, Term};
use hornbook_schedule::{Scheduler, Turn};
pub use jobs::MakesLargeBlocks;
pub use proposal::PROOF_STEPS;
pub use sources::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use subproblem::SharedSubproblem;

/// An encoding of one question as clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The given clauses.
    SmallBlock,
    /// Clauses that merge the steps between two loop heads: these lose less, and have fewer predicates.
    LargeBlock,
}

/// Computes states on concrete traces, as far as the parameters at these positions need them.
pub type Runs = Rc<dyn Fn(&ParameterPositions) -> States>;

/// A system of clauses over integers and truth values, without arrays and quantifiers, with its hints.
#[derive(Clone)]
pub struct Problem {
    /// The clauses.
    pub system: Rc<System>,
    /// Hints about the clauses.
    pub hints: Rc<Hints>,
    /// The states of concrete traces, of a program or of the clauses themselves.
    pub runs: Option<Runs>,
}

/// The input of a search.
pub struct SearchInput {
    /// The clauses.
    pub given: Problem,
    /// Makes the large-block encoding, if it is worthwhile; called once at most.
    pub large_blocks: Option<MakesLargeBlocks>,
    /// Auxiliary assertions: they must not delay the others.
    pub optional: BTreeSet<AssertId>,
}

impl SearchInput {
    /// The search for clauses alone.
    pub(crate) fn from_problem(given: Problem) -> SearchInput {
        SearchInput { given, large_blocks: None, optional: BTreeSet::new() }
    }
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// The clauses have a feature that no engine decides: the clause, and the feature.
    Unsupported(Option<ClauseId>, String),
    /// A question was too hard; the text says which.
    TooHard(String),
    /// Neither an invariant nor a contradiction can be said with the vocabularies.
    Vocabulary,
    /// The judge did not accept the evidence; the text says why.
    Rejected(String),
}

/// A model that should satisfy all clauses, but for the assertion clauses of other claims.
pub struct Proposal {
    /// The encoding that the model is for.
    pub encoding: Encoding,
    /// The model.
    pub model: Model,
    /// The lemmas that the model is made of.
    pub lemmas: Lemmas,
    /// Lemmas at loop heads that the model has no formula for: they can be added to it.
    pub inlined: Lemmas,
    /// The assertion clauses of this encoding that the model satisfies.
    pub satisfies: BTreeSet<ClauseId>,
    /// The claims that the model settles.
    pub claims: BTreeSet<ClauseId>,
    /// The lemmas whose atoms are not from the clauses.
    pub suggested: Vec<(PredId, Term, Source)>,
}

/// The caller's check of evidence.
pub trait Judge {
    /// Checks a model.
    ///
    /// # Errors
    /// Why the model is not accepted.
    fn model(&mut self, found: &Proposal) -> Result<(), FailureReason>;

    /// Checks a derivation in the clauses of the encoding.
    ///
    /// # Errors
    /// Why the derivation is not accepted.
    fn derivation(&mut self, encoding: Encoding, found: &Derivation) -> Result<(), FailureReason>;
}

/// The kind of evidence for a claim or against it that a judge has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// A model.
    Model,
    /// A run.
    Run,
    /// A derivation in the given clauses.
    Derivation,
}

/// Evidence that a strategy has found, before anybody has judged it.
enum Evidence {
    Invariant(Invariant),
    /// A model of the given clauses in which these claims hold.
    Model(BTreeMap<PredId, Term>, BTreeSet<ClauseId>),
    /// A derivation that violates these claims.
    Derivation(Encoding, Derivation, BTreeSet<ClauseId>),
}

/// Lemmas at the predicates left after reduction, in one or several versions.
struct Invariant {
    subproblem: SharedSubproblem,
    lemmas: Vec<Lemmas>,
    /// The assertion clauses whose violations the lemmas do not exclude.
    violated: BTreeSet<ClauseId>,
}

/// The substitute for traces where there are only clauses: derived facts.
fn derive_states(system: &Rc<System>) -> Runs {
    let system = system.clone();
    Rc::new(move |_: &ParameterPositions| {
        let search = Saturation::for_system(system.clone(), SaturationLimits::STATES);
        let Some(mut search) = search else { return States::new() };
        // No violation is wanted here.
        search.step(&|_| false, &mut Budget::steps(TRACE_STEPS));
        search.states()
    })
}

/// The search for answers to the claims of one system of clauses, with a scheduler of its own.
///
/// **Invariant:** its results do not depend on the sizes of the slices in which it works.
pub(crate) struct HornSearch<J: Judge> {
    board: Board<J>,
    scheduler: Scheduler<Board<J>, StatusChange>,
    steps: u64,
}

impl<J: Judge + 'static> HornSearch<J> {
    /// Starts on a system.
    pub(crate) fn new(question: SearchInput, judge: J, settings: &Rc<Settings>) -> HornSearch<J> {
        let (board, jobs) = Board::new(question, judge, settings);
        HornSearch { board, scheduler: Scheduler::new(settings.sharing.turn, jobs), steps: 0 }
    }

    /// Works for about `steps` steps, in turns of a fixed size, so that the results do not depend on how the
    /// caller cuts the work.
    pub(crate) fn step(&mut self, steps: u64) {
        let mut spent = 0;
        while spent < steps && !self.is_over() {
            spent += match self.scheduler.turn(&mut self.board) {
                Turn::Idle => 1,
                Turn::Worked(_, steps) | Turn::Found(_, steps, StatusChange) => steps,
            };
        }
        self.steps += spent;
    }

    /// Whether there is nothing left to do.
    pub(crate) fn is_over(&self) -> bool {
        self.board.is_settled() || self.scheduler.is_idle(&self.board)
    }

    /// The claims with their statuses.
    pub(crate) fn board(&self) -> &Board<J> {
        &self.board
    }

    /// Steps spent so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }
}
