//! The door to the engines: a system of clauses with hints goes in; models, derivations of `false`,
//! or the reason why there are none come out, in slices.
//!
//! Each assertion clause of the given encoding is a *claim*, judged by itself. A list of
//! [`strategies`] works for the claims that are open: engines over several vocabularies on one or two
//! encodings of the clauses, and beside them searches for short derivations. A
//! [`Scheduler`] deals out the turns, and what is known of each claim is in one ledger. Nothing that is
//! found is believed: it goes to the [`Judge`] of the one who asks, and counts only if accepted.
//!
//! There are two encodings: the given clauses, and the same program with the steps between two loop
//! heads merged into large blocks, which lose less and have fewer predicates.

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
use super::learn::States;
use super::reduce::arguments::Places;
use super::rule::Lemmas;
use super::saturate::Saturation;
use super::settings::{Saturating, Settings};
pub use board::{Board, News};
use hornbook_base::{AssertId, Budget};
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Model;
use hornbook_horn::{ClauseId, PredId, System, Term};
use hornbook_schedule::{Account, Scheduler, Turn};
pub use jobs::MakesLargeBlocks;
pub use sources::Source;
use std::collections::BTreeSet;
use std::rc::Rc;
use subproblem::SharedSubproblem;

/// An encoding of one question as clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The clauses that were asked about.
    Given,
    /// The clauses with the steps between two loop heads taken together: these lose less, and have
    /// fewer predicates.
    LargeBlock,
}

/// Makes runs of the program behind clauses, and tells their states: as far as parameters at these places say them.
pub type Runs = Rc<dyn Fn(&Places) -> States>;

/// A system of clauses over integers and truth values, without arrays and quantifiers, and what is known about it.
#[derive(Clone)]
pub struct Problem {
    /// The clauses.
    pub system: Rc<System>,
    /// Hints about them.
    pub hints: Rc<Hints>,
    /// The states of runs, where there is a program.
    pub runs: Option<Runs>,
}

/// The question to a search.
pub struct Question {
    /// The clauses.
    pub given: Problem,
    /// Makes the large-block encoding, if that makes sense; called once at most.
    pub large_blocks: Option<MakesLargeBlocks>,
    /// Assertions that must not stand in the way of the others.
    pub optional: BTreeSet<AssertId>,
}

impl Question {
    /// About clauses alone.
    pub fn about(given: Problem) -> Question {
        Question { given, large_blocks: None, optional: BTreeSet::new() }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The clauses have something that no engine decides: which clause, and what it has.
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
    /// Of which encoding of the clauses.
    pub encoding: Encoding,
    /// The model.
    pub model: Model,
    /// The lemmas that it is made of.
    pub lemmas: Lemmas,
    /// Lemmas at loop heads that the model has no formula for: they can be added to it.
    pub inlined: Lemmas,
    /// The assertion clauses of this encoding that it satisfies.
    pub satisfies: BTreeSet<ClauseId>,
    /// The claims that are settled by it.
    pub claims: BTreeSet<ClauseId>,
    /// Those of the lemmas that something else than the clauses suggested.
    pub suggested: Vec<(PredId, Term, Source)>,
}

/// Who decides what counts.
pub trait Judge {
    /// Whether the model is one.
    ///
    /// # Errors
    /// Why it is not accepted.
    fn model(&mut self, found: &Proposal) -> Result<(), Why>;

    /// Whether the derivation is one, in the clauses of the encoding.
    ///
    /// # Errors
    /// Why it is not accepted.
    fn derivation(&mut self, encoding: Encoding, found: &Derivation) -> Result<(), Why>;
}

/// Evidence that a strategy has found, before anybody has judged it.
enum Evidence {
    Invariant(Invariant),
    /// It violates these claims.
    Derivation(Encoding, Derivation, BTreeSet<ClauseId>),
}

/// Lemmas that hold at the predicates left after reduction, each way of saying them by itself.
struct Invariant {
    subproblem: SharedSubproblem,
    strategy: &'static str,
    lemmas: Vec<Lemmas>,
    /// The assertion clauses whose violations they do not exclude.
    violated: BTreeSet<ClauseId>,
}

/// The substitute for runs where there are only clauses: facts that these derive.
fn derived(system: &Rc<System>, settings: &Settings) -> Runs {
    let (system, learn) = (system.clone(), settings.learn.clone());
    let own = settings.saturate.clone();
    let limits =
        Saturating { facts: learn.derived, values: learn.values, most: learn.values, ..own };
    Rc::new(move |_: &Places| {
        let Some(mut search) = Saturation::of(system.clone(), &limits) else {
            return States::new();
        };
        // No violation is wanted here.
        search.step(&|_| false, &mut Budget::steps(learn.work));
        search.states()
    })
}

/// The search for answers to the claims of one system of clauses, with a scheduler of its own.
///
/// **Invariant:** what it comes to does not depend on the sizes of the slices in which it works.
pub struct HornSearch<J: Judge> {
    board: Board<J>,
    scheduler: Scheduler<Board<J>, News>,
    steps: u64,
}

impl<J: Judge + 'static> HornSearch<J> {
    /// Starts on a system.
    pub fn new(question: Question, judge: J, settings: &Rc<Settings>) -> HornSearch<J> {
        let (board, jobs) = Board::new(question, judge, settings);
        HornSearch { board, scheduler: Scheduler::new(settings.sharing.turn, jobs), steps: 0 }
    }

    /// Works for about `steps` steps. The work is done in turns of a fixed size, so that what is
    /// found does not depend on how the caller cuts it.
    pub fn step(&mut self, steps: u64) {
        let mut spent = 0;
        while spent < steps && !self.is_over() {
            spent += match self.scheduler.turn(&mut self.board) {
                Turn::Idle => 1,
                Turn::Worked(_, steps) | Turn::Found(_, steps, News) => steps,
            };
        }
        self.steps += spent;
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.board.is_settled() || self.scheduler.is_idle(&self.board)
    }

    /// The claims with their statuses.
    pub fn board(&self) -> &Board<J> {
        &self.board
    }

    /// The steps of each strategy, in the order of the list.
    pub fn accounts(&self) -> Vec<Account> {
        self.scheduler.accounts(None)
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}
