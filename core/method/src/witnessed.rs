//! Programs with ghost variables for the places of what claims say to exist, one for each place that is worth a try.
//!
//! A judgement rests on the plan [`WithPlaces`].

use super::{Method, Next};
use hornbook_instrument::existence::candidates::candidates;
use hornbook_lang::parse;
use hornbook_settings::Settings;
use hornbook_tasks::choices::{Choices, Key, Named};
use hornbook_tasks::judgement::{Conclusion, Duty, Judgement};
use hornbook_tasks::plan::itself::{Itself, settled};
use hornbook_tasks::plan::with_places::WithPlaces;
use hornbook_tasks::task::{Answer, Question, Task};
use std::rc::Rc;

/// A program that a claim, by its place in the list, may be certified with.
struct Attempt {
    claim: usize,
    plan: Rc<WithPlaces>,
    duty: Duty,
}

/// The method. For each claim one attempt is asked after the other.
pub struct Witnessed {
    question: Question,
    plainly: Rc<Itself>,
    attempts: Vec<Attempt>,
    /// The attempts that were asked, in the order of the tasks behind the first.
    asked: Vec<usize>,
    limit: u64,
}

impl Witnessed {
    /// Its name.
    pub const NAME: &str = "witnesses";

    /// The method for a question about a program.
    pub fn new(question: Question, settings: &Settings) -> Witnessed {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(Named::Abstraction), abstraction: None, ..options };
        let text = question.source.text();
        let (tree, _) = parse(text);
        let mut attempts = vec![];
        for (span, choices) in candidates(text, &tree, settings) {
            let claim = question.claims.iter().position(|claim| span == claim.span);
            let claim = claim.and_then(|n| Some((n, question.claims[n].assert?)));
            for choice in choices {
                let Some((n, assert)) = claim else { continue };
                let plan = WithPlaces { options: options.clone(), choice, claim: assert };
                let made = plan.made(text).ok();
                let plan = Rc::new(plan);
                attempts.extend(made.map(|duty| Attempt { claim: n, plan, duty }));
            }
        }
        let plainly = Rc::new(Itself::for_a_run(options, settings.existence.plain));
        let limit = settings.existence.attempt;
        Witnessed { question, plainly, attempts, asked: vec![], limit }
    }

    /// The tasks for claims that are not settled and for which no attempt is open: the next attempt each.
    fn attempts(&mut self, judgement: &Judgement, answers: &[Option<Answer>]) -> Vec<Task> {
        let mut tasks = vec![];
        for claim in 0..self.question.claims.len() {
            let settled = judgement.claims.get(claim).is_some_and(Conclusion::is_answer);
            let is_own = |n: &usize| self.attempts[*n].claim == claim;
            let asked = self.asked.iter().enumerate().filter(|(_, n)| is_own(n));
            let waits =
                asked.clone().any(|(at, _)| answers.get(at + 1).is_none_or(Option::is_none));
            let next = (0..self.attempts.len()).filter(is_own).nth(asked.count());
            if let Some(next) = next.filter(|_| !settled && !waits) {
                self.asked.push(next);
                let task = self.attempts[next].duty.task.clone();
                tasks.push(Task { limit: Some(self.limit), ..task });
            }
        }
        tasks
    }

    /// Whether something exists that can be looked for.
    pub fn has_uses(&self) -> bool {
        !self.attempts.is_empty()
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let told = |claim: usize, task: usize, answer: &Answer| match task.checked_sub(1) {
            None => settled(&self.plainly, task, claim, answer),
            Some(at) => {
                let attempt = self.attempts.get(*self.asked.get(at)?)?;
                let holds = attempt.claim == claim && answer.certifies(&attempt.duty.claims);
                holds.then(|| Conclusion::Certified(attempt.plan.clone()))
            }
        };
        let of = |claim: usize| {
            let mut found = answers.iter().filter_map(|(task, a)| told(claim, *task, a));
            found.next().unwrap_or(Conclusion::Left(0, claim))
        };
        let claims: Vec<Conclusion> = (0..self.question.claims.len()).map(of).collect();
        let by = |(task, answer): &&(usize, &Answer)| {
            let certifies = |claim| told(claim, *task, answer).is_some();
            *task > 0 && (0..claims.len()).any(certifies)
        };
        let shown = answers.iter().find(by).map_or(0, |(task, _)| *task);
        Judgement { claims, shown: Some(shown), ..Judgement::default() }
    }
}

impl Method for Witnessed {
    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.is_empty() {
            let plain = self.plainly.task(&self.question.source);
            let limit = plain.limit.filter(|_| self.has_uses());
            let attempts = self.attempts(&Judgement::default(), answers);
            return Next::Ask(std::iter::once(Task { limit, ..plain }).chain(attempts).collect());
        }
        let known: Vec<(usize, &Answer)> =
            answers.iter().enumerate().filter_map(|(n, a)| Some((n, a.as_ref()?))).collect();
        let judgement = self.judged(&known);
        let counts = self.question.claims.iter().zip(&judgement.claims).filter(|(c, _)| c.counts);
        if counts.map(|(_, told)| told).all(Conclusion::is_answer) {
            return Next::Done(judgement);
        }
        let attempts = self.attempts(&judgement, answers);
        match attempts.is_empty() && known.len() == answers.len() {
            true => Next::Done(judgement),
            false => Next::Ask(attempts),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }
}
