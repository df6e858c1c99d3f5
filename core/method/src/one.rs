//! Data abstraction with one choice of abstractions (T chapters 3 to 6): a single question, the text
//! itself. Where the choice is too weak, stronger ones are tried for a while, as advice.
//!
//! **Soundness.** The only duty of a claim is the claim itself ([`Itself`]).

use super::climb::{Level, levels, suits};
use super::{Method, Next};
use hornbook_abstraction::sigma::Choice;
use hornbook_settings::Climbing;
use hornbook_tasks::judgement::Judgement;
use hornbook_tasks::plan::itself::{Itself, conclude};
use hornbook_tasks::task::{Answer, Claims, Question, Task, Told};
use std::rc::Rc;

/// The method.
pub struct One {
    question: Question,
    /// The abstraction that was chosen; no options choose it if the text does.
    chosen: Choice,
    limits: Climbing,
    /// Stronger abstractions that were not tried yet.
    advice: Vec<Level>,
    tried: Vec<Level>,
}

impl One {
    /// Its name.
    pub const NAME: &str = "abstraction";

    /// The method for a question for which this abstraction is chosen.
    pub fn new(mut question: Question, chosen: Choice, limits: &Climbing) -> One {
        question.options = question.options.without_auto();
        let limits = limits.clone();
        let may_help = suits(&question, false, &limits);
        let mut advice = if may_help { levels(&question, &limits) } else { vec![] };
        if let Some(n) = advice.iter().position(|level| level.choice == chosen) {
            advice.drain(..=n);
        }
        advice.reverse();
        One { question, chosen, limits, advice, tried: vec![] }
    }

    /// The judgement, with `own` as the answer to the question itself.
    fn judged(&self, own: Option<&Answer>) -> Judgement {
        let plan = Rc::new(Itself::with(self.question.options.clone()));
        let claims = own.map_or(vec![], |own| conclude(&plan, 0, own));
        Judgement { claims, shown: Some(0), ..Judgement::default() }
    }
}

impl Method for One {
    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        let Question { source, options, .. } = &self.question;
        let own = match answers {
            [] => return Next::Ask(vec![Itself::with(options.clone()).task(source)]),
            [Some(own), ..] => own,
            [None, ..] => return Next::Ask(vec![]),
        };
        let Some(Some(last)) = answers.last() else { return Next::Ask(vec![]) };
        let mut judgement = self.judged(Some(own));
        if let Some(level) = self.tried.last().filter(|_| last.certifies_more_than(own)) {
            judgement.advice = Some(level.name.clone());
            return Next::Done(judgement);
        }
        let weak = own.counting().any(|told| *told == Told::TooWeak);
        let Some(level) = self.advice.pop().filter(|_| weak) else { return Next::Done(judgement) };
        let limit = Some(self.limits.advice);
        // Advice is about all that the chosen one is too weak for.
        let task = Task { about: Claims::All, ..level.task(&self.question, &self.chosen) };
        self.tried.push(level);
        Next::Ask(vec![Task { limit, ..task }])
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(answers.first())
    }
}
