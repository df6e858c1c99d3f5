//! Programs with ghost variables for the witnesses of existential claims, one for each promising choice.
//!
//! A result rests on the plan [`WitnessPlan`].

use super::{Method, MethodStep, answers_all, known_answers};
use hornbook_instrument::existence::candidates::find_candidates;
use hornbook_lang::parse;
use hornbook_settings::Settings;
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use hornbook_tasks::method_result::{ClaimResult, MethodResult, ProofObligation};
use hornbook_tasks::plan::identity::{Identity, claim_result};
use hornbook_tasks::plan::witness_ghosts::WitnessPlan;
use hornbook_tasks::task::{Answer, Question, Task};
use std::rc::Rc;

/// The most steps for the program as it is.
const PLAIN_STEPS: u64 = 20_000;

/// The most steps for each choice of witnesses.
const CHOICE_STEPS: u64 = 2_000_000;

/// A program that may certify a claim, which is an index into the claims.
struct WitnessAttempt {
    claim: usize,
    plan: Rc<WitnessPlan>,
    obligation: ProofObligation,
}

/// The method of witnesses for existential claims. For each claim it asks one attempt after the other.
pub struct WitnessGhosts {
    question: Question,
    plain_plan: Rc<Identity>,
    attempts: Vec<WitnessAttempt>,
    /// The attempts that were asked, in the order of the tasks behind the first.
    asked: Vec<usize>,
}

impl WitnessGhosts {
    /// The name of the method.
    pub const NAME: &str = "witnesses";

    /// The method for a question about a program.
    pub fn new(question: Question, settings: &Settings) -> WitnessGhosts {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options =
            Choices { method: Some(MethodChoice::Abstraction), abstraction: None, ..options };
        let text = question.source.text();
        let (tree, _) = parse(text);
        let mut attempts = vec![];
        for (span, choices) in find_candidates(text, &tree, settings) {
            let claim = question.claims.iter().position(|claim| span == claim.span);
            let claim = claim.and_then(|n| Some((n, question.claims[n].assert?)));
            for choice in choices {
                let Some((n, assert)) = claim else { continue };
                let plan = WitnessPlan { options: options.clone(), choice, claim: assert };
                let obligation = plan.build_obligation(text).ok();
                let plan = Rc::new(plan);
                attempts.extend(obligation.map(|obligation| WitnessAttempt {
                    claim: n,
                    plan,
                    obligation,
                }));
            }
        }
        let plain_plan = Rc::new(Identity::for_a_run(options, PLAIN_STEPS));
        WitnessGhosts { question, plain_plan, attempts, asked: vec![] }
    }

    /// The tasks for claims that are not settled and for which no attempt is open: the next attempt each.
    fn attempts(&mut self, result: &MethodResult, answers: &[Option<Answer>]) -> Vec<Task> {
        let mut tasks = vec![];
        for claim in 0..self.question.claims.len() {
            let settled = result.claims.get(claim).is_some_and(ClaimResult::is_answer);
            let is_own = |n: &usize| self.attempts[*n].claim == claim;
            let asked = self.asked.iter().enumerate().filter(|(_, n)| is_own(n));
            let waits =
                asked.clone().any(|(at, _)| answers.get(at + 1).is_none_or(Option::is_none));
            let next = (0..self.attempts.len()).filter(is_own).nth(asked.count());
            if let Some(next) = next.filter(|_| !settled && !waits) {
                self.asked.push(next);
                let task = self.attempts[next].obligation.task.clone();
                tasks.push(Task { limit: Some(CHOICE_STEPS), ..task });
            }
        }
        tasks
    }

    /// Whether there are candidates for witnesses.
    pub fn has_uses(&self) -> bool {
        !self.attempts.is_empty()
    }
}

impl Method for WitnessGhosts {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.is_empty() {
            let plain = self.plain_plan.task(&self.question.source);
            let limit = plain.limit.filter(|_| self.has_uses());
            let attempts = self.attempts(&MethodResult::default(), answers);
            return MethodStep::Ask(
                std::iter::once(Task { limit, ..plain }).chain(attempts).collect(),
            );
        }
        let known = known_answers(answers);
        let result = self.combine_answers(&known);
        if answers_all(&self.question, &result) {
            return MethodStep::Done(result);
        }
        let attempts = self.attempts(&result, answers);
        match attempts.is_empty() && known.len() == answers.len() {
            true => MethodStep::Done(result),
            false => MethodStep::Ask(attempts),
        }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let result = |claim: usize, task: usize, answer: &Answer| match task.checked_sub(1) {
            None => claim_result(&self.plain_plan, task, claim, answer),
            Some(at) => {
                let attempt = self.attempts.get(*self.asked.get(at)?)?;
                let holds = attempt.claim == claim && answer.certifies(&attempt.obligation.claims);
                holds.then(|| ClaimResult::Certified(attempt.plan.clone()))
            }
        };
        let claim_or_left = |claim: usize| {
            let mut found = answers.iter().filter_map(|(task, a)| result(claim, *task, a));
            found.next().unwrap_or(ClaimResult::Left(0, claim))
        };
        let claims: Vec<ClaimResult> = (0..self.question.claims.len()).map(claim_or_left).collect();
        let certifies_some = |(task, answer): &&(usize, &Answer)| {
            let certifies = |claim| result(claim, *task, answer).is_some();
            *task > 0 && (0..claims.len()).any(certifies)
        };
        let shown = answers.iter().find(certifies_some).map_or(0, |(task, _)| *task);
        MethodResult { claims, shown: Some(shown), ..MethodResult::default() }
    }
}
