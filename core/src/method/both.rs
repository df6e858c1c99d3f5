//! Data abstraction and tiling by turns: abstractions from weak to strong, and the same with what tiles say
//! at the heads of loops. Whoever answers first is believed.
//!
//! **Soundness.** A claim rests on the claim itself, asked about the same text by another method
//! ([`super::climb`], [`super::tiled`]).

use super::choices::{Choices, Key, Named};
use super::climb::Climb;
use super::itself::{Itself, settled};
use super::judgement::{Conclusion, Judgement};
use super::task::{Answer, Question};
use super::tiled::Tiled;
use super::{Method, Next};
use std::rc::Rc;

/// The method.
pub struct Both {
    question: Question,
    plans: Vec<Rc<Itself>>,
}

impl Both {
    /// Its name.
    pub const NAME: &str = "both";

    /// The method for a question about a program.
    pub fn new(question: Question) -> Both {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(Named::Abstraction), ..options };
        let by = |method, title, why| {
            let method = Some(method);
            Rc::new(Itself { method, title, why, ..Itself::with(options.clone()) })
        };
        let plans = vec![
            by(Climb::NAME, "by data abstraction", "Often a few cells of each array suffice."),
            by(
                Tiled::NAME,
                "with what tiles say",
                "Where loops come one after the other, what holds between them is hard to guess.",
            ),
        ];
        Both { question, plans }
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let of = |claim: usize| {
            let mut told = answers
                .iter()
                .filter_map(|(task, answer)| settled(self.plans.get(*task)?, *task, claim, answer));
            told.next().unwrap_or(Conclusion::Left(0, claim))
        };
        let claims = (0..self.question.claims.len()).map(of).collect();
        let most = answers.iter().max_by_key(|(task, a)| (a.settled(), std::cmp::Reverse(*task)));
        let shown = most.map_or(0, |(task, _)| *task);
        Judgement { claims, shown: Some(shown), ..Judgement::default() }
    }
}

impl Method for Both {
    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.is_empty() {
            let source = &self.question.source;
            return Next::Ask(self.plans.iter().map(|plan| plan.task(source)).collect());
        }
        let known: Vec<(usize, &Answer)> = answers
            .iter()
            .enumerate()
            .filter_map(|(n, answer)| Some((n, answer.as_ref()?)))
            .collect();
        let judgement = self.judged(&known);
        let counts = self.question.claims.iter().zip(&judgement.claims).filter(|(c, _)| c.counts);
        let settled = counts.map(|(_, told)| told).all(Conclusion::is_answer);
        match settled || known.len() == answers.len() {
            true => Next::Done(judgement),
            false => Next::Ask(vec![]),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }
}
