//! Data abstraction with one choice of abstractions (T chapters 3 to 6): a single question, the text
//! itself. Where the choice is too weak, stronger ones are tried for a while, as advice.
//!
//! **Soundness.** The only duty of a claim is the claim itself: [`Abstracted`] makes the task that
//! asks about the same text. That a certified leaf is right is what `check/` accepts a model for (T
//! Theorems 1 and 6).

use super::choices::Choices;
use super::climb::{Level, levels, suits};
use super::judgement::{Conclusion, Duty, Judgement, Plan};
use super::task::{Answer, Claims, Question, Source, Task, Told};
use super::{Method, Next};
use crate::abstraction::sigma::Choice;
use crate::chc::settings::Climbing;
use std::rc::Rc;

/// The text itself, with these choices.
#[derive(Clone, Debug)]
pub struct Abstracted {
    /// The choices.
    pub options: Choices,
}

impl Plan for Abstracted {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let task = itself(source, &self.options);
        Ok(vec![Duty { task, claims: Claims::At(vec![claim]) }])
    }
}

/// The text itself as a task.
pub(super) fn itself(source: &Source, options: &Choices) -> Task {
    Task {
        title: "as it is".into(),
        why: "The question itself, for the abstraction that was chosen.".into(),
        source: source.clone(),
        options: options.clone(),
        method: None,
        places: None,
        limit: None,
        exact: false,
    }
}

/// What the tasks say that ask about the text itself: task `shown` says what is left open.
pub(super) fn conclude(tasks: &[Task], answers: &[Answer], shown: usize) -> Judgement {
    let claim = |n: usize, told: &Told| match told {
        Told::Certified => {
            Conclusion::Certified(Rc::new(Abstracted { options: tasks[shown].options.clone() }))
        }
        Told::Buggy(_) => Conclusion::Buggy(shown, n),
        Told::TooWeak | Told::Unknown(_) => {
            // Runs do not depend on the abstraction.
            let breaks = |a: &Answer| matches!(a.claims.get(n), Some((_, Told::Buggy(_))));
            match answers.iter().position(breaks) {
                Some(other) => Conclusion::Buggy(other, n),
                None => Conclusion::Left(shown, n),
            }
        }
    };
    let told = answers.get(shown).map_or(&[][..], |answer| &answer.claims);
    Judgement {
        claims: told.iter().enumerate().map(|(n, (_, told))| claim(n, told)).collect(),
        shown: Some(shown),
        abstraction: None,
        advice: None,
    }
}

/// The method.
pub struct One {
    question: Question,
    /// The abstraction that was chosen; no options choose it if the text does.
    chosen: Choice,
    limits: Climbing,
    asked: Vec<Task>,
    /// Stronger abstractions that were not tried yet.
    advice: Vec<Level>,
    tried: Vec<Level>,
}

impl One {
    /// Its name.
    pub const NAME: &str = "abstraction";

    /// The method for a question for which this abstraction is chosen.
    pub fn new(question: Question, chosen: Choice, limits: &Climbing) -> One {
        let limits = limits.clone();
        let may_help = suits(&question, false, &limits);
        let mut advice = if may_help { levels().to_vec() } else { vec![] };
        if let Some(n) = advice.iter().position(|level| level.choice == chosen) {
            advice.drain(..=n);
        }
        advice.reverse();
        One { question, chosen, limits, asked: vec![], advice, tried: vec![] }
    }

    fn ask(&mut self, task: Task) -> Next {
        self.asked.push(task.clone());
        Next::Ask(vec![task])
    }
}

impl Method for One {
    fn name(&self) -> &'static str {
        One::NAME
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        let Some(first) = self.asked.first() else {
            let options = self.question.options.without_auto();
            return self.ask(itself(&self.question.source, &options));
        };
        let options = first.options.clone();
        let Some(Some(own)) = answers.first() else { return Next::Ask(vec![]) };
        let Some(Some(last)) = answers.last() else { return Next::Ask(vec![]) };
        let mut judgement = conclude(&self.asked, std::slice::from_ref(own), 0);
        if let Some(level) = self.tried.last().filter(|_| last.certifies_more_than(own)) {
            judgement.advice = Some(level.name.clone());
            return Next::Done(judgement);
        }
        let weak = own.counting().any(|told| *told == Told::TooWeak);
        match self.advice.pop().filter(|_| weak) {
            Some(level) => {
                let limit = Some(self.limits.advice);
                let task = level.task(&self.question.source, &options, self.chosen.clone());
                self.tried.push(level);
                self.ask(Task { limit, ..task })
            }
            None => Next::Done(judgement),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        conclude(&self.asked, answers.get(..1).unwrap_or_default(), 0)
    }
}
