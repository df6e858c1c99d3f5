//! From clauses to verdicts: the results of the search are checked, put into the program's words and
//! replayed here.

mod certifying;
mod claims;
mod deciding;
mod judging;
pub(super) mod leaf;
mod reachability;
mod report;
mod results;

use super::failing_runs::{RunSearchPool, is_run_search};
use super::stage_builder::StageBuilder;
use super::{Input, Settings, stages};
pub(super) use deciding::instances;
use hornbook_chc::search::{FailureReason, StatusChange};
use hornbook_lang::typed::{AssertId, AssertionKind, TypedProgram};
use hornbook_records::{Outcome, Progress, Stages, UnknownReason, Verdict};
use hornbook_schedule::{Scheduler, Turn};
use hornbook_settings as search;
use leaf::{Leaf, SharedLeaf};
pub(super) use report::keep_what_rests;
pub use report::unanswered;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The status of the solving after a step.
#[allow(clippy::large_enum_variant)]
pub enum Status {
    /// There is more to do.
    Running(Progress),
    /// The answer.
    Done(Outcome),
}

/// Some of the assertions of a text.
pub(super) struct AssertionScope {
    pub(super) asserts: BTreeSet<AssertId>,
    /// Whether no other task asks about the others.
    pub(super) alone: bool,
}

/// A resumable search for the verdict on a program or on a system of clauses, with one choice of abstractions.
///
/// **Invariant:** the result does not depend on the sizes of the slices in which it works.
pub struct Solving {
    leaf: SharedLeaf,
    scheduler: Scheduler<(), StatusChange>,
    steps: u64,
}

impl Solving {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Solving> {
        Solving::with_settings(input, &Rc::new(search::Settings::default()))
    }

    /// A search with other settings.
    pub fn with_settings(input: &Input, settings: &Rc<search::Settings>) -> Option<Solving> {
        let mut builder = StageBuilder::new(input.system.as_ref()?, &input.settings);
        while builder.next(&[]) {}
        let steps = builder.spent();
        let pool = RunSearchPool::default();
        let (leaf, jobs) = Leaf::new(input, builder, settings, None, &pool, None);
        leaf.borrow_mut().alone = true;
        let scheduler = Scheduler::new(settings.chc.sharing.turn, jobs);
        Some(Solving { leaf, scheduler, steps })
    }

    /// The stages that are being solved.
    pub fn stages(&self) -> Rc<Stages> {
        self.leaf.borrow().stages()
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        let mut spent = 0;
        while spent < steps && !self.is_over() {
            spent += match self.scheduler.turn(&mut ()) {
                Turn::Idle => 1,
                Turn::Worked(_, steps) | Turn::Found(_, steps, StatusChange) => steps,
            };
        }
        self.steps += spent;
        let leaf = self.leaf.borrow();
        match self.is_over() {
            true => Status::Done(self.counted(leaf.so_far(&leaf.reason(), true))),
            false => Status::Running(leaf.progress(self.engines_ended())),
        }
    }

    fn is_over(&self) -> bool {
        self.scheduler.is_idle(&())
    }

    fn engines_ended(&self) -> bool {
        self.scheduler.helping(None, &()).all(is_run_search)
    }

    /// The verdicts known so far; the others are `unknown` for the given reason.
    pub fn so_far(&self, reason: &UnknownReason) -> Outcome {
        self.counted(self.leaf.borrow().so_far(reason, self.engines_ended()))
    }

    /// The outcome with the steps of the whole search.
    fn counted(&self, mut outcome: Outcome) -> Outcome {
        outcome.statistics.steps = self.steps;
        outcome
    }

    /// Proof obligations for a verdict `certified`; `None` for all other verdicts.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        (outcome.verdict == Verdict::Certified).then(|| self.leaf.borrow().obligations())
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        self.leaf.borrow().questions()
    }
}

/// The assertions of a program that propose invariants.
fn meant_to_help(program: Option<&TypedProgram>) -> BTreeSet<AssertId> {
    let asserts = program.map_or(&[][..], |p| &p.asserts).iter().enumerate();
    let proposes = |kind| matches!(kind, AssertionKind::Hint | AssertionKind::Invariant);
    let hints = asserts.filter(|(_, a)| proposes(a.kind));
    hints.map(|(n, _)| AssertId(n as u32)).collect()
}

/// The reason why the search has no answer.
fn no_answer(why: FailureReason) -> UnknownReason {
    match why {
        FailureReason::Unsupported(_, what) => UnknownReason::Unsupported(what),
        FailureReason::TooHard(what) => UnknownReason::TooHard(what),
        FailureReason::Vocabulary => UnknownReason::Vocabulary,
        FailureReason::Rejected(why) => UnknownReason::Rejected(why),
    }
}
