//! Several methods at once: abstractions from weak to strong, and the others where they may help. The first answer
//! counts.
//!
//! **Soundness.** A claim rests on the claim itself, asked about the same text by another method
//! ([`super::abstraction_sequence`], [`super::given`], [`super::tiling`], [`super::instrumentation`],
//! [`super::witness_ghosts`]), decided with all rounds of the loops ([`UnwindingPlan`]), or decided with the loops replaced
//! by what they do ([`LoopSummaryPlan`]).

use super::abstraction_sequence::AbstractionSequence;
use super::given::GivenInvariants;
use super::instrumentation::InstrumentationMethod;
use super::tiling::TilingMethod;
use super::witness_ghosts::WitnessGhosts;
use super::{Method, MethodStep, answers_all, known_answers};
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::identity::{Identity, claim_result};
use hornbook_tasks::plan::loop_summaries::{LoopFreeProgram, LoopSummaryPlan};
use hornbook_tasks::plan::unwinding::UnwindingPlan;
use hornbook_tasks::task::{Answer, Question};
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

/// The method that asks several others at once.
pub struct AutoMethod {
    question: Question,
    plans: Vec<Rc<Identity>>,
    /// The plan that looks at all rounds of loops, where constants bound them; its task stands behind those of the plans.
    unwinding: Option<Rc<UnwindingPlan>>,
    /// The plan that replaces loops, where something is known of them, with its program; its task is the last one.
    summaries: Option<(LoopSummaryPlan, LoopFreeProgram)>,
    /// The index of the plan that says why there is no answer.
    fallback: usize,
}

/// The weight of the task that looks at all rounds of loops, in percent.
const UNWINDING_WEIGHT: u64 = 100;

/// The weight of the task whose loops are replaced, in percent: it ends soon.
const SUMMARY_WEIGHT: u64 = 50;

/// The most steps for that task.
const SUMMARY_STEPS: u64 = 400_000;

impl AutoMethod {
    /// The method for a question about a program. If `unwinds`, constants bound the rounds of its loops.
    pub fn new(question: Question, methods: &[Submethod], unwinds: bool) -> AutoMethod {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(MethodChoice::Abstraction), ..options };
        let plan = |method: &Submethod| {
            let [name, title, why] = method.describe();
            let (method, share) = (Some(name), method.weight());
            Rc::new(Identity {
                method,
                title,
                why,
                share,
                ..Identity::with_choices(options.clone())
            })
        };
        let plans = methods.iter().map(plan).collect();
        let fallback = methods
            .iter()
            .position(|method| *method == Submethod::AbstractionSequence)
            .unwrap_or(0);
        let asserts = || question.claims.iter().map(|claim| claim.assert).collect();
        let unwinding = || Rc::new(UnwindingPlan::new(&options, asserts(), UNWINDING_WEIGHT));
        let unwinding = unwinds.then(unwinding);
        let plan = LoopSummaryPlan::new(&options, asserts());
        let program = plan.build_program(question.source.text());
        let summaries = program.ok().map(|program| (plan, program));
        AutoMethod { question, plans, unwinding, summaries, fallback }
    }

    /// Whether there is nothing to try but data abstraction.
    pub fn has_one_way(&self) -> bool {
        self.plans.len() == 1 && self.before_summaries() == 1 && self.summaries.is_none()
    }

    /// The result for a claim by a task.
    fn claim_result(&self, task: usize, claim: usize, answer: &Answer) -> Option<ClaimResult> {
        match (self.plans.get(task), &self.unwinding) {
            (Some(plan), _) => claim_result(plan, task, claim, answer),
            (None, Some(plan)) if task == self.plans.len() => {
                plan.claim_result(&self.question.source, task, claim, answer)
            }
            // What this one certifies may rest on the answers of others.
            (None, _) => None,
        }
    }

    /// The number of tasks in front of the one whose loops are replaced.
    fn before_summaries(&self) -> usize {
        self.plans.len() + usize::from(self.unwinding.is_some())
    }
}

impl Method for AutoMethod {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.is_empty() {
            let source = &self.question.source;
            let plans = self.plans.iter().map(|plan| plan.task(source));
            let unwinding = self.unwinding.iter().map(|plan| plan.task(source));
            let summaries = self.summaries.iter();
            let summaries =
                summaries.map(|(_, program)| program.task(SUMMARY_STEPS, SUMMARY_WEIGHT));
            return MethodStep::Ask(plans.chain(unwinding).chain(summaries).collect());
        }
        let known = known_answers(answers);
        let result = self.combine_answers(&known);
        match answers_all(&self.question, &result) || known.len() == answers.len() {
            true => MethodStep::Done(result),
            false => MethodStep::Ask(vec![]),
        }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let count = self.before_summaries() + usize::from(self.summaries.is_some());
        let over = answers.len() == count && answers.iter().all(|(_, a)| a.over);
        let direct = |claim: usize| {
            answers.iter().find_map(|(task, answer)| self.claim_result(*task, claim, answer))
        };
        let by_contract = |claim: usize| match direct(claim) {
            Some(ClaimResult::Certified(plan)) => Some(plan),
            _ => None,
        };
        let by_summaries = |claim: usize| {
            let (plan, program) = self.summaries.as_ref()?;
            let (_, answer) = answers.iter().find(|(task, _)| *task == self.before_summaries())?;
            plan.claim_result(program, claim, answer, by_contract)
        };
        let claim_or_left = |claim: usize| {
            // No claim is too weak before all tasks have ended.
            let left =
                if over { ClaimResult::Left(self.fallback, claim) } else { ClaimResult::Open };
            direct(claim).or_else(|| by_summaries(claim)).unwrap_or(left)
        };
        let claims = (0..self.question.claims.len()).map(claim_or_left).collect();
        // The claims of the program whose loops are replaced are other ones, and it has no invariants.
        let own = answers.iter().filter(|(task, _)| *task < self.before_summaries());
        let most = own.max_by_key(|(task, a)| (a.settled(), *task == self.fallback));
        let shown = most.map_or(self.fallback, |(task, _)| *task);
        MethodResult { claims, shown: Some(shown), ..MethodResult::default() }
    }
}
