//! Stronger abstractions: tried one after the other when the choice is left to Hornbook, and as
//! advice when what the user chose is too weak.

use super::{Input, Solving, Status};
use crate::abstraction::sigma::{Choice, Sigma};
use crate::explain::{Outcome, Progress, Stages, Statistics, UnknownReason, Verdict};
use crate::horn::{Pred, Sort, System, Var};
use std::collections::VecDeque;

/// Steps for an abstraction, when there are others left.
const LEVEL: u64 = 4_000_000;
/// Steps for a stronger abstraction whose success would be advice.
const ADVICE: u64 = 1_000_000;

/// Arrays that a program may have for advice.
const ARRAYS: usize = 2;

/// Abstractions, each of which can say all that the ones before it can, as far as arrays have cells
/// enough.
fn levels() -> [Choice; 3] {
    let choice = |all| Choice { all, ..Choice::default() };
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    [choice(Sigma::Cell), choice(ordered), choice(Sigma::cells(2))]
}

/// Whether stronger abstractions are worth a try: there must be arrays, and nobody waits for advice
/// as long as many arrays or arrays of arrays take.
fn suits(system: &System, climbs: bool) -> bool {
    let of = |p: &Pred| p.params.iter().filter(|v| v.sort.is_array()).count();
    let arrays = system.preds.iter().map(of).max().unwrap_or(0);
    let nested = |v: &Var| matches!(&v.sort, Sort::Array(element) if element.is_array());
    let nests = system.preds.iter().any(|p| p.params.iter().any(nested));
    arrays > 0 && (climbs || arrays <= ARRAYS && !nests)
}

/// Like [`Solving`], with an eye on stronger abstractions.
pub struct Climbing {
    input: Input,
    solving: Solving,
    stronger: VecDeque<Choice>,
    /// Steps spent on the present abstraction.
    spent: u64,
    /// Work done with those before it.
    earlier: Statistics,
    /// The answer for the abstraction that the user chose, while a better one is looked for.
    answer: Option<Outcome>,
}

impl Climbing {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Climbing> {
        let solving = Solving::new(input)?;
        let system = input.system.as_ref()?;
        let suits = suits(system, input.settings.climbs);
        let chosen = &input.settings.abstraction;
        let levels = levels();
        // Of abstractions that are not on the list nothing is known.
        let known = levels.iter().position(|level| level == chosen).map_or(0, |n| n + 1);
        let stronger = levels.into_iter().skip(known).filter(|_| suits).collect();
        let (earlier, answer) = (Statistics::default(), None);
        Some(Climbing { input: input.clone(), solving, stronger, spent: 0, earlier, answer })
    }

    /// The stages that are being solved.
    pub fn stages(&self) -> &Stages {
        self.solving.stages()
    }

    /// Proof obligations for a verdict `certified`, see [`Solving::certificate`].
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        self.solving.certificate(outcome)
    }

    /// The answer for what the user chose, while there is only advice to be found.
    pub fn answer(&self) -> Option<&Outcome> {
        self.answer.as_ref()
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        self.spent += steps;
        match self.solving.step(steps) {
            Status::Running(_) if self.is_late() => self.settle(None),
            Status::Running(progress) => Status::Running(self.told(progress)),
            Status::Done(outcome) => self.settle(Some(outcome)),
        }
    }

    /// Ends the search; what is not known yet is `unknown` for the given reason.
    pub fn stop(&mut self, reason: UnknownReason) -> Outcome {
        match self.answer.take() {
            Some(answer) => answer,
            None => {
                let outcome = self.solving.stop(reason);
                self.named(outcome)
            }
        }
    }

    fn is_late(&self) -> bool {
        match self.answer {
            Some(_) => self.spent > ADVICE,
            None => self.input.settings.climbs && !self.stronger.is_empty() && self.spent > LEVEL,
        }
    }

    /// What follows from the end of one abstraction, `None` if it was left early.
    fn settle(&mut self, outcome: Option<Outcome>) -> Status {
        if let Some(answer) = &mut self.answer {
            if outcome.is_some_and(|o| o.verdict == Verdict::Certified) {
                answer.advice = Some(self.input.settings.abstraction.to_string());
                return Status::Done(answer.clone());
            }
            return self.climb();
        }
        let Some(outcome) = outcome else { return self.climb() };
        let climbs = self.input.settings.climbs;
        let further = match outcome.verdict {
            Verdict::TooWeak { .. } => true,
            Verdict::Unknown(_) => climbs,
            Verdict::Certified | Verdict::Buggy(_) | Verdict::Refuted(_) => false,
        };
        if !further || self.stronger.is_empty() {
            return Status::Done(self.named(outcome));
        }
        if !climbs {
            self.answer = Some(outcome);
        }
        self.climb()
    }

    /// Goes on with the next abstraction; when there is none, the answer stands.
    fn climb(&mut self) -> Status {
        let next = self.stronger.pop_front().and_then(|choice| {
            self.input.settings.abstraction = choice;
            Solving::new(&self.input)
        });
        let Some(next) = next else { return Status::Done(self.stop(UnknownReason::Budget)) };
        let before = std::mem::replace(&mut self.solving, next);
        self.earlier.questions += before.questions();
        self.earlier.steps += self.spent;
        self.spent = 0;
        Status::Running(self.told(Progress::default()))
    }

    fn told(&self, mut progress: Progress) -> Progress {
        if self.answer.is_some() || self.input.settings.climbs {
            let choice = &self.input.settings.abstraction;
            progress.doing = format!("{} with {choice}", progress.doing).trim_start().to_owned();
        }
        progress
    }

    /// The outcome with the name of the abstraction, if the user left that open.
    fn named(&self, mut outcome: Outcome) -> Outcome {
        if self.input.settings.climbs {
            outcome.abstraction = Some(self.input.settings.abstraction.to_string());
            outcome.statistics.questions += self.earlier.questions;
            outcome.statistics.steps += self.earlier.steps;
        }
        outcome
    }
}
