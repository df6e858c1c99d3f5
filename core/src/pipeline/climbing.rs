//! Stronger abstractions: tried by turns when the choice is left to Hornbook, and as advice when
//! what the user chose is too weak.

use super::{Input, Solving, Status, unanswered};
use crate::abstraction::sigma::{Choice, Sigma};
use crate::explain::{Outcome, Progress, UnknownReason, Verdict};
use crate::horn::{Goal, Pred, Sort, System, Var};

/// Steps for each abstraction in the first round, when there are others; twice as many in the next.
const LEVEL: u64 = 250_000;
/// Steps for a stronger abstraction whose success would be advice.
const ADVICE: u64 = 150_000;

/// Arrays that a program may have for advice.
const ARRAYS: usize = 2;

/// Abstractions by their names in options, each of which can say all that the ones before it can,
/// as far as arrays have cells enough.
fn levels() -> [Level; 3] {
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    let level = |name: &str, all| Level::new(name, Choice { all, ..Choice::default() });
    [level("cell1", Sigma::Cell), level("cell<2", ordered), level("cell2", Sigma::cells(2))]
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

/// An abstraction and how far it was tried.
struct Level {
    name: String,
    choice: Choice,
    /// `None` before its turn.
    solving: Option<Box<Solving>>,
    /// What it came to, once it is over.
    outcome: Option<Outcome>,
}

impl Level {
    fn new(name: &str, choice: Choice) -> Level {
        Level { name: name.to_owned(), choice, solving: None, outcome: None }
    }
}

/// Like [`Solving`], with an eye on stronger abstractions.
///
/// **Invariant:** what it comes to does not depend on the sizes of the slices in which it works.
pub struct Climbing {
    input: Input,
    /// What the user chose and what is stronger. The one at `at` was begun.
    levels: Vec<Level>,
    at: usize,
    /// How often all were tried for a while.
    round: u32,
    /// The answer for the abstraction that the user chose, while a better one is looked for.
    answer: Option<Outcome>,
}

impl Climbing {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Climbing> {
        let solving = Solving::new(input)?;
        let system = input.system.as_ref()?;
        // Without assertions one answer is as good as another.
        let asks = system.clauses.iter().any(|c| matches!(c.goal, Goal::Cond(_)));
        let suits = asks && suits(system, input.settings.climbs);
        let chosen = &input.settings.abstraction;
        let mut levels = Vec::from(levels());
        match levels.iter().position(|level| level.choice == *chosen) {
            Some(n) => drop(levels.drain(..n)),
            // Of abstractions that are not on the list nothing is known.
            None => levels.insert(0, Level::new(&chosen.to_string(), chosen.clone())),
        }
        if !suits {
            levels.truncate(1);
        }
        levels[0].solving = Some(Box::new(solving));
        Some(Climbing { input: input.clone(), levels, at: 0, round: 0, answer: None })
    }

    /// Proof obligations for a verdict `certified`, see [`Solving::certificate`].
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        self.levels[self.at].solving.as_ref()?.certificate(outcome)
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        let quota = self.quota();
        let Some(solving) = &mut self.levels[self.at].solving else { return self.next() };
        let left = quota.saturating_sub(solving.steps());
        match solving.step(steps.min(left)) {
            Status::Done(outcome) => self.finished(outcome),
            Status::Running(_) if solving.steps() >= quota => self.next(),
            Status::Running(progress) => Status::Running(self.told(progress)),
        }
    }

    /// The outcome if the search ended now; what is not known yet is `unknown` for the given reason.
    pub fn so_far(&self, reason: &UnknownReason) -> Outcome {
        self.answer.clone().unwrap_or_else(|| self.best(reason).0)
    }

    /// Ends the search, see [`Climbing::so_far`].
    pub fn stop(&mut self, reason: &UnknownReason) -> Outcome {
        if let Some(answer) = self.answer.take() {
            return answer;
        }
        let (outcome, at) = self.best(reason);
        self.at = at;
        outcome
    }

    /// How many assertions have a verdict, or a derivation; it changes when [`Climbing::so_far`]
    /// does.
    pub fn settled(&self) -> usize {
        let solvings = self.levels.iter().filter_map(|l| l.solving.as_ref());
        solvings.map(|s| s.settled()).sum::<usize>() + usize::from(self.answer.is_some())
    }

    /// Steps after which another abstraction has its turn.
    fn quota(&self) -> u64 {
        let others = self.levels.iter().filter(|l| l.outcome.is_none()).count() > 1;
        match self.input.settings.climbs {
            true if others => LEVEL << self.round.min(20),
            false if self.at > 0 => ADVICE,
            _ => u64::MAX,
        }
    }

    /// What follows from the outcome for the present abstraction.
    fn finished(&mut self, outcome: Outcome) -> Status {
        if let Some(mut answer) = self.answer.take() {
            if outcome.certifies_more_than(&answer) {
                answer.advice = Some(self.levels[self.at].name.clone());
                return Status::Done(answer);
            }
            self.answer = Some(answer);
            self.levels[self.at].outcome = Some(outcome);
            return self.next();
        }
        let climbs = self.input.settings.climbs;
        let further = outcome.assertions.iter().filter(|a| a.counts()).any(|a| match a.verdict {
            Verdict::TooWeak { .. } => true,
            Verdict::Unknown(_) => climbs,
            Verdict::Certified | Verdict::Buggy(_) | Verdict::Refuted(_) => false,
        });
        if !further || self.levels.len() == 1 {
            return Status::Done(self.named(outcome, self.at));
        }
        self.levels[self.at].outcome = Some(outcome.clone());
        if !climbs {
            self.answer = Some(outcome);
        }
        self.next()
    }

    /// Goes on with the next abstraction. When there is none, the answer stands, or the best one is
    /// taken.
    fn next(&mut self) -> Status {
        let open = |n: &usize| self.levels[*n].outcome.is_none();
        let later = (self.at + 1..self.levels.len()).find(open);
        let again = (0..self.levels.len()).find(|n| self.answer.is_none() && open(n));
        let Some(next) = later.or(again) else {
            return Status::Done(self.stop(&UnknownReason::Vocabulary));
        };
        if later.is_none() {
            self.round += 1;
        }
        self.at = next;
        let level = &mut self.levels[next];
        if level.solving.is_none() {
            self.input.settings.abstraction = level.choice.clone();
            level.solving = Solving::new(&self.input).map(Box::new);
        }
        Status::Running(self.told(Progress::default()))
    }

    /// Of the abstractions that were tried the one that settles most assertions, of several the
    /// strongest; with its place. Runs do not depend on the abstraction, so those of the others count
    /// as well. As long as one was not tried to the end, none is too weak.
    fn best(&self, reason: &UnknownReason) -> (Outcome, usize) {
        let tried_all = self.levels.iter().all(|l| l.outcome.is_some());
        let of = |(n, level): (usize, &Level)| {
            let begun = level.solving.as_ref().map(|s| s.so_far(reason));
            Some((level.outcome.clone().or(begun)?, n))
        };
        let outcomes: Vec<(Outcome, usize)> =
            self.levels.iter().enumerate().filter_map(of).collect();
        let best = outcomes.iter().max_by_key(|(outcome, n)| (outcome.settled(), *n)).cloned();
        let (mut outcome, n) = best.unwrap_or_else(|| (unanswered(&self.input, reason), 0));
        outcomes.iter().for_each(|(other, _)| outcome.take_runs(other));
        if self.input.settings.climbs && !tried_all {
            outcome.leave_open(reason);
        }
        (self.named(outcome, n), n)
    }

    fn told(&self, mut progress: Progress) -> Progress {
        if self.answer.is_some() || self.input.settings.climbs {
            let name = &self.levels[self.at].name;
            progress.doing = format!("{} with {name}", progress.doing).trim_start().to_owned();
        }
        progress
    }

    /// The outcome with the name of the abstraction, if the user left that open, and all the work.
    fn named(&self, mut outcome: Outcome, level: usize) -> Outcome {
        if self.input.settings.climbs {
            outcome.abstraction = Some(self.levels[level].name.clone());
            let solvings = || self.levels.iter().filter_map(|l| l.solving.as_ref());
            outcome.statistics.questions = solvings().map(|s| s.questions()).sum();
            outcome.statistics.steps = solvings().map(|s| s.steps()).sum();
        }
        outcome
    }
}
