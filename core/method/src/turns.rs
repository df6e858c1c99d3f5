//! Several methods by turns: abstractions from weak to strong, and the others where they may help. Whoever answers
//! first is believed.
//!
//! **Soundness.** A claim rests on the claim itself, asked about the same text by another method
//! ([`super::climb`], [`super::tiled`], [`super::instrumented`], [`super::witnessed`]).

use super::climb::Climb;
use super::instrumented::Instrument;
use super::tiled::Tiled;
use super::witnessed::Witnessed;
use super::{Method, Next};
use hornbook_tasks::choices::{Choices, Key, Named};
use hornbook_tasks::judgement::{Conclusion, Judgement};
use hornbook_tasks::plan::itself::{Itself, settled};
use hornbook_tasks::task::{Answer, Question};
use std::rc::Rc;

/// A method that has its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Data abstraction, from weak abstractions to strong ones.
    Climbing,
    /// What tiles say at the heads of loops, and the conditions of claims.
    Tiling,
    /// Ghost variables.
    Instrumenting,
    /// Places for what claims say to exist.
    Witnessing,
}

impl Turn {
    /// The name of the method, what it does in a few words, and why that is tried.
    fn words(self) -> [&'static str; 3] {
        match self {
            Turn::Climbing => {
                [Climb::NAME, "by data abstraction", "Often a few cells of each array suffice."]
            }
            Turn::Tiling => [
                Tiled::NAME,
                "with what tiles say",
                "Where loops come one after the other, what holds between them is hard to guess.",
            ],
            Turn::Witnessing => [
                Witnessed::NAME,
                "with places for what exists",
                "That something exists no invariant of a few cells can say, but where it is.",
            ],
            Turn::Instrumenting => [
                Instrument::NAME,
                "with ghost variables",
                "A few cells do not say what all of them add up to.",
            ],
        }
    }
}

impl Turn {
    /// How much of a round it gets, in percent. Abstractions do not take long beside what they need by themselves, and
    /// where ghosts have something to follow they are mostly what is needed.
    fn share(self) -> u64 {
        match self {
            Turn::Climbing | Turn::Instrumenting => 100,
            Turn::Tiling | Turn::Witnessing => 50,
        }
    }
}

/// The method.
pub struct Turns {
    question: Question,
    plans: Vec<Rc<Itself>>,
    /// Which of them says why there is no answer.
    spokesman: usize,
}

impl Turns {
    /// Its name.
    pub const NAME: &str = "turns";

    /// The method for a question about a program.
    pub fn new(question: Question, turns: &[Turn]) -> Turns {
        let options = question.options.without_auto().without(&[Key::Rules, Key::Tiles]);
        let options = Choices { method: Some(Named::Abstraction), ..options };
        let plan = |turn: &Turn| {
            let [method, title, why] = turn.words();
            let (method, share) = (Some(method), turn.share());
            Rc::new(Itself { method, title, why, share, ..Itself::with(options.clone()) })
        };
        let plans = turns.iter().map(plan).collect();
        let spokesman = turns.iter().position(|turn| *turn == Turn::Climbing).unwrap_or(0);
        Turns { question, plans, spokesman }
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let over = answers.len() == self.plans.len() && answers.iter().all(|(_, a)| a.over);
        let of = |claim: usize| {
            let mut told = answers
                .iter()
                .filter_map(|(task, answer)| settled(self.plans.get(*task)?, *task, claim, answer));
            // As long as one has not come to its end, nothing is too weak.
            let left =
                if over { Conclusion::Left(self.spokesman, claim) } else { Conclusion::Open };
            told.next().unwrap_or(left)
        };
        let claims = (0..self.question.claims.len()).map(of).collect();
        let most = answers.iter().max_by_key(|(task, a)| (a.settled(), *task == self.spokesman));
        let shown = most.map_or(self.spokesman, |(task, _)| *task);
        Judgement { claims, shown: Some(shown), ..Judgement::default() }
    }
}

impl Method for Turns {
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
