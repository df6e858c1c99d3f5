//! Several methods at once: abstractions from weak to strong, and the others where they may help. The first answer
//! counts.
//!
//! **Soundness.** A claim rests on the claim itself, asked about the same text by another method
//! ([`super::abstraction_sequence`], [`super::given`], [`super::tiling`], [`super::instrumentation`],
//! [`super::witness_ghosts`]), decided with all rounds of the loops ([`UnwindingPlan`]), on the claim of the text with ghost
//! variables for cells ([`MirrorPlan`]), or of the text with its loops replaced by what they do ([`LoopSummaryPlan`]).

use super::abstraction_sequence::AbstractionSequence;
use super::given::GivenInvariants;
use super::instrumentation::InstrumentationMethod;
use super::tiling::TilingMethod;
use super::witness_ghosts::WitnessGhosts;
use super::{Method, MethodStep, answers_all, known_answers};
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::DerivedProgram;
use hornbook_tasks::plan::identity::{Identity, claim_result};
use hornbook_tasks::plan::loop_summaries::{LoopFreeProgram, LoopSummaryPlan};
use hornbook_tasks::plan::mirrors::MirrorPlan;
use hornbook_tasks::plan::unwinding::UnwindingPlan;
use hornbook_tasks::task::{Answer, Question, Task};
use std::rc::Rc;

/// One of the methods that share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submethod {
    /// Data abstraction, from weak abstractions to strong ones.
    AbstractionSequence,
    /// The reader's own invariants, as they are written.
    GivenInvariants,
    /// Loop invariants from tiles, and the conditions of claims.
    Tiling,
    /// Ghost variables.
    Instrumentation,
    /// Witnesses of existential claims.
    WitnessGhosts,
}

impl Submethod {
    /// The name of the method, a title and the reason why it is tried.
    fn describe(self) -> [&'static str; 3] {
        match self {
            Submethod::AbstractionSequence => [
                AbstractionSequence::NAME,
                "by data abstraction",
                "Often a few cells of each array suffice.",
            ],
            Submethod::GivenInvariants => [
                GivenInvariants::NAME,
                "with the given invariants alone",
                "The lines about its loops may suffice as they are written.",
            ],
            Submethod::Tiling => [
                TilingMethod::NAME,
                "with hints from tiles",
                "Facts between consecutive loops are hard to guess.",
            ],
            Submethod::WitnessGhosts => [
                WitnessGhosts::NAME,
                "with witnesses for what exists",
                "An invariant of a few cells cannot say that something exists, but it can say where.",
            ],
            Submethod::Instrumentation => [
                InstrumentationMethod::NAME,
                "with ghost variables",
                "A few cells do not determine the sum of all cells.",
            ],
        }
    }

    /// Its weight in the scheduler, in percent. Abstractions take little time, and ghosts are mostly needed where there
    /// are some.
    fn weight(self) -> u64 {
        match self {
            Submethod::AbstractionSequence | Submethod::Instrumentation => 100,
            Submethod::GivenInvariants | Submethod::Tiling | Submethod::WitnessGhosts => 50,
        }
    }
}

/// One of the alternatives for the claims of a text, which has one task.
enum Alternative {
    /// Another method, for the same text.
    Method(Rc<Identity>),
    /// All rounds of the loops, where constants bound them.
    AllRounds(Rc<UnwindingPlan>),
    /// Ghost variables for cells that loops compare.
    Mirrors(Rc<MirrorPlan>, Box<DerivedProgram>),
    /// Loops that are replaced by what they do.
    LoopSummaries(Box<LoopSummaryPlan>, Box<LoopFreeProgram>),
}

/// The method that asks several others at once.
pub struct AutoMethod {
    question: Question,
    /// The alternatives, each with its task at its index.
    alternatives: Vec<Alternative>,
    /// The index of the alternative that says why there is no answer.
    fallback: usize,
}

/// The weight of the task that looks at all rounds of loops, in percent.
const UNWINDING_WEIGHT: u64 = 100;

/// The weight of the task with ghost variables for cells, in percent.
const MIRROR_WEIGHT: u64 = 50;

/// The most steps for that task.
const MIRROR_STEPS: u64 = 2_000_000;

/// The weight of the task whose loops are replaced, in percent: it ends soon.
const SUMMARY_WEIGHT: u64 = 50;

/// The most steps for that task.
const SUMMARY_STEPS: u64 = 400_000;

/// The steps of the first alternative before it begins: an invariant that is found soon says more.
const BEFORE_SUMMARIES: u64 = 300_000;

impl AutoMethod {
    /// The method for a question about a program. If `unwinds`, constants bound the rounds of its loops.
    pub fn new(question: Question, methods: &[Submethod], unwinds: bool) -> AutoMethod {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(MethodChoice::Abstraction), ..options };
        let (text, asserts) =
            (question.source.text(), || question.claims.iter().map(|claim| claim.assert).collect());
        let method = |method: &Submethod| {
            let [name, title, why] = method.describe();
            let (method, share) = (Some(name), method.weight());
            let plan = Identity::with_choices(options.clone());
            Alternative::Method(Rc::new(Identity { method, title, why, share, ..plan }))
        };
        let mut alternatives: Vec<Alternative> = methods.iter().map(method).collect();
        if unwinds {
            let plan = UnwindingPlan::new(&options, asserts(), UNWINDING_WEIGHT);
            alternatives.push(Alternative::AllRounds(Rc::new(plan)));
        }
        let plan = MirrorPlan::new(&options, asserts());
        let program = plan.build_program(text);
        alternatives.extend(
            program.ok().map(|program| Alternative::Mirrors(Rc::new(plan), Box::new(program))),
        );
        let plan = LoopSummaryPlan::new(&options, asserts());
        let program = plan.build_program(text);
        alternatives.extend(
            program
                .ok()
                .map(|program| Alternative::LoopSummaries(Box::new(plan), Box::new(program))),
        );
        let fallback = methods.iter().position(|m| *m == Submethod::AbstractionSequence);
        AutoMethod { alternatives, question, fallback: fallback.unwrap_or(0) }
    }

    /// Whether there is nothing to try but data abstraction.
    pub fn has_one_alternative(&self) -> bool {
        self.alternatives.len() == 1
    }

    /// The task of an alternative.
    fn task(&self, alternative: &Alternative) -> Task {
        let source = &self.question.source;
        match alternative {
            Alternative::Method(plan) => plan.task(source),
            Alternative::AllRounds(plan) => plan.task(source),
            Alternative::Mirrors(_, program) => {
                let (share, limit) = (MIRROR_WEIGHT, Some(MIRROR_STEPS));
                Task { share, limit, ..program.task.clone() }
            }
            Alternative::LoopSummaries(_, program) => {
                let task = program.task(SUMMARY_STEPS, SUMMARY_WEIGHT);
                Task { begins_after: Some(BEFORE_SUMMARIES), ..task }
            }
        }
    }

    /// The result for a claim by a task alone.
    fn claim_result(&self, task: usize, claim: usize, answer: &Answer) -> Option<ClaimResult> {
        match self.alternatives.get(task)? {
            Alternative::Method(plan) => claim_result(plan, task, claim, answer),
            Alternative::AllRounds(plan) => {
                plan.claim_result(&self.question.source, task, claim, answer)
            }
            Alternative::Mirrors(plan, program) => plan.claim_result(program, claim, answer),
            // What this one certifies may rest on the answers of others.
            Alternative::LoopSummaries(..) => None,
        }
    }

    /// Whether a task is about the claims of the text itself, one by one.
    fn is_about_text(&self, task: usize) -> bool {
        matches!(
            self.alternatives.get(task),
            Some(Alternative::Method(_) | Alternative::AllRounds(_))
        )
    }
}

impl Method for AutoMethod {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.is_empty() {
            return MethodStep::Ask(
                self.alternatives.iter().map(|alternative| self.task(alternative)).collect(),
            );
        }
        let known = known_answers(answers);
        let result = self.combine_answers(&known);
        match answers_all(&self.question, &result) || known.len() == answers.len() {
            true => MethodStep::Done(result),
            false => MethodStep::Ask(vec![]),
        }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let over = answers.len() == self.alternatives.len() && answers.iter().all(|(_, a)| a.over);
        let direct = |claim: usize| {
            answers.iter().find_map(|(task, answer)| self.claim_result(*task, claim, answer))
        };
        let by_contract = |claim: usize| match direct(claim) {
            Some(ClaimResult::Certified(plan)) => Some(plan),
            _ => None,
        };
        let by_summaries = |claim: usize| {
            answers.iter().find_map(|(task, answer)| match self.alternatives.get(*task)? {
                Alternative::LoopSummaries(plan, program) => {
                    plan.claim_result(program, claim, answer, by_contract)
                }
                _ => None,
            })
        };
        let claim_or_left = |claim: usize| {
            // No claim is too weak before all tasks have ended.
            let left =
                if over { ClaimResult::Left(self.fallback, claim) } else { ClaimResult::Open };
            direct(claim).or_else(|| by_summaries(claim)).unwrap_or(left)
        };
        let claims = (0..self.question.claims.len()).map(claim_or_left).collect();
        let own = answers.iter().filter(|(task, _)| self.is_about_text(*task));
        let most = own.max_by_key(|(task, a)| (a.settled(), *task == self.fallback));
        let shown = most.map_or(self.fallback, |(task, _)| *task);
        MethodResult { claims, shown: Some(shown), ..MethodResult::default() }
    }
}
