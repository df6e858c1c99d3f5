//! Tiling (TI) as a source of hints: the program as it is for a while, and then with what tiles say at the
//! heads of its loops.
//!
//! **Soundness.** The plan makes the program again from the text and what is said ([`crate::tiling`]). Hints are
//! no part of what a program does, so a claim rests on that claim of the program with hints alone.

use super::choices::{Choices, Key, Named};
use super::climb::Climb;
use super::judgement::{Conclusion, Duty, Judgement, Plan};
use super::one::itself;
use super::task::{Answer, Claims, Question, Source, Task, Told};
use super::{Method, Next};
use crate::chc::settings::Settings;
use crate::lang::rewrite::Places;
use crate::lang::typed::AssertId;
use crate::lang::{Options, front_end, parse};
use crate::tiling::conditions::Said;
use crate::tiling::hinted::{hinted, seen};
use std::rc::Rc;

/// The text with hints.
#[derive(Clone, Debug)]
struct WithHints {
    options: Choices,
    /// Whether abstractions are tried from weak to strong.
    climbs: bool,
    said: Vec<Said>,
    /// The claims of the text, in their order.
    claims: Vec<Option<AssertId>>,
}

/// A program with hints, and what is claimed in it.
struct Made {
    task: Task,
    /// For each assertion of it the one of the text that it is; none for hints.
    asserts: Vec<Option<AssertId>>,
}

impl Made {
    /// The assertions that one of the text is here.
    fn of(&self, original: AssertId) -> Vec<AssertId> {
        let these = (0..).zip(&self.asserts).filter(|(_, known)| **known == Some(original));
        these.map(|(n, _)| AssertId(n)).collect()
    }
}

impl WithHints {
    /// The program, without any search.
    fn made(&self, original: &str) -> Result<Made, String> {
        let (tree, _) = parse(original);
        let (text, places) = Places::of(&tree, &hinted(&tree, &self.said));
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let asserts = places.assertions(&read(&text)?, &read(original)?);
        let task = Task {
            title: "with what tiles say".into(),
            why: "Each round of a loop takes care of its tile, so at the head of the loop the claim holds of the tiles done."
                .into(),
            source: Source::Program(text),
            options: self.options.clone(),
            method: self.climbs.then(|| Climb::NAME.into()),
            places: Some(places),
            about: Claims::All,
            limit: None,
            exact: false,
            guesses: false,
            hints: true,
        };
        Ok(Made { task, asserts })
    }
}

impl Plan for WithHints {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let made = self.made(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let asserts = made.of(original);
        if asserts.is_empty() {
            return Err("the assertion is not in the program any more".into());
        }
        Ok(vec![Duty { task: made.task, claims: Claims::Asserts(asserts) }])
    }
}

/// The text as it is.
#[derive(Clone, Debug)]
struct Plainly {
    options: Choices,
    limit: u64,
}

impl Plainly {
    fn task(&self, source: &Source) -> Task {
        Task {
            why: "A run may violate the claim already.".into(),
            limit: Some(self.limit),
            ..itself(source, &self.options)
        }
    }
}

impl Plan for Plainly {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        Ok(vec![Duty { task: self.task(source), claims: Claims::At(vec![claim]) }])
    }
}

/// The method.
pub struct Tiled {
    question: Question,
    plainly: Rc<Plainly>,
    /// The text with hints: with the abstraction that was chosen, and with others where none was.
    with_hints: Vec<(Rc<WithHints>, Made)>,
    /// How many tasks were asked.
    asked: usize,
}

impl Tiled {
    /// Its name.
    pub const NAME: &str = "tiling";

    /// The method for a question about a program; whether abstractions are climbed is left to the method
    /// where none was chosen.
    pub fn new(question: Question, settings: &Settings) -> Tiled {
        let options = question.options.without_auto().without(&[Key::Rules]);
        let options = Choices { method: Some(Named::Abstraction), ..options };
        let limit = settings.tiling.plain;
        let (tree, _) = parse(question.source.text());
        let said = seen(&tree, &settings.tiling, &settings.probe);
        let claims: Vec<_> = question.claims.iter().map(|claim| claim.assert).collect();
        let levels =
            if question.options.abstraction.is_none() { vec![false, true] } else { vec![false] };
        let with = |climbs: bool| {
            let (options, said, claims) = (options.clone(), said.clone(), claims.clone());
            let plan = WithHints { options, climbs, said, claims };
            let mut made = plan.made(question.source.text()).ok()?;
            let limit = (!climbs && levels.len() > 1).then_some(settings.tiling.first);
            made.task = Task { limit, ..made.task };
            Some((Rc::new(plan), made))
        };
        let with_hints = levels.iter().filter_map(|climbs| with(*climbs)).collect();
        Tiled { question, plainly: Rc::new(Plainly { options, limit }), with_hints, asked: 0 }
    }

    fn told(&self, claim: usize, answers: &[(usize, &Answer)]) -> Conclusion {
        let mut told = answers.iter().filter_map(|(task, answer)| match task {
            0 => match answer.claims.get(claim)?.1 {
                Told::Certified => Some(Conclusion::Certified(self.plainly.clone())),
                Told::Buggy(_) => Some(Conclusion::Buggy(0, claim)),
                Told::TooWeak | Told::Unknown(_) => None,
            },
            _ => {
                let (plan, made) = self.with_hints.get(task.checked_sub(1)?)?;
                let these = made.of(self.question.claims.get(claim)?.assert?);
                let buggy = these.iter().find_map(|id| match answer.told(*id)? {
                    (at, Told::Buggy(_)) => Some(Conclusion::Buggy(*task, at)),
                    _ => None,
                });
                let holds = !these.is_empty() && answer.certifies(&Claims::Asserts(these));
                buggy.or(holds.then(|| Conclusion::Certified(plan.clone())))
            }
        });
        told.next().unwrap_or(Conclusion::Left(0, claim))
    }

    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let claims = (0..self.question.claims.len()).map(|claim| self.told(claim, answers));
        Judgement { claims: claims.collect(), shown: Some(0), abstraction: None, advice: None }
    }
}

impl Method for Tiled {
    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.len() < self.asked || answers.iter().any(Option::is_none) {
            return Next::Ask(vec![]);
        }
        let known: Vec<(usize, &Answer)> = answers.iter().flatten().enumerate().collect();
        let judgement = self.judged(&known);
        let counts = self.question.claims.iter().zip(&judgement.claims).filter(|(c, _)| c.counts);
        let settled = counts.map(|(_, told)| told).all(Conclusion::is_answer);
        let next = match self.asked {
            0 => Some(self.plainly.task(&self.question.source)),
            n if !settled => self.with_hints.get(n - 1).map(|(_, made)| made.task.clone()),
            _ => None,
        };
        self.asked += 1;
        next.map_or(Next::Done(judgement), |task| Next::Ask(vec![task]))
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }
}
