//! A task of a method, and the work on it: a road, or the tasks of another method.

use super::super::methods::method;
use super::super::preparing::Preparing;
use super::super::searching::Searches;
use super::super::{Input, Solving, Status, solving, unanswered};
use super::Driver;
use hornbook_lang::typed::AssertId;
use hornbook_records::tasks::{TaskRecord, TaskState};
use hornbook_records::{AssertionOutcome, Outcome, Progress, UnknownReason, Verdict};
use hornbook_runs::Candidate;
use hornbook_settings::Settings;
use hornbook_tasks::judgement::Conclusion;
use hornbook_tasks::task::{Answer, Claims, Source, Task, Told};
use std::rc::Rc;

/// A task, and the work on it.
pub(super) struct Asked {
    pub(super) task: Task,
    pub(super) work: Work,
    /// What it came to, once it is over or its limit is reached.
    pub(super) outcome: Option<Outcome>,
    /// Whether it came to its end.
    pub(super) over: bool,
    /// Steps after which it only looked for failing runs in its first turn.
    pub(super) looks: Option<u64>,
    /// Steps at which all claims were answered at the end of a turn, and the method went on for the reader only.
    pub(super) told: Option<u64>,
}

pub(super) enum Work {
    /// Before its first turn.
    New,
    /// It is a leaf, and its clauses are being made.
    Preparing(Box<Beginning>),
    /// It is a leaf.
    Road(Box<Solving>),
    /// It is answered by another method.
    Nested(Box<Driver>),
    /// Its text has errors.
    Refused,
}

/// What a road begins with.
pub(super) struct Beginning {
    input: Input,
    preparing: Preparing,
    settings: Rc<Settings>,
    asked: Option<solving::Asked>,
    searches: Searches,
}

impl Beginning {
    /// Handles clauses for about so many steps, one at least; whether there may be more.
    fn step(&mut self, steps: u64) -> bool {
        let before = self.preparing.spent();
        while self.preparing.next(&[]) {
            if self.preparing.spent() >= before.saturating_add(steps) {
                return true;
            }
        }
        false
    }

    fn road(self) -> Solving {
        let Beginning { input, preparing, settings, asked, searches } = self;
        Solving::about(&input, preparing, settings, asked, &searches)
    }
}

impl Asked {
    pub(super) fn new(task: Task) -> Asked {
        Asked { task, work: Work::New, outcome: None, over: false, looks: None, told: None }
    }

    /// Makes what works on the task, if that is not there yet.
    pub(super) fn begin(&mut self, parent: &Input, settings: &Rc<Settings>, searches: &Searches) {
        if !matches!(self.work, Work::New) {
            return;
        }
        let input = parent.of_task(&self.task);
        let mut guessing = settings.clone();
        if self.task.guesses {
            Rc::make_mut(&mut guessing).seeing.runs = settings.instrumenting.guesses;
        }
        let solving = || {
            let exact =
                self.task.exact.then(|| Solving::deciding(&input, settings.clone())).flatten();
            if let Some(exact) = exact {
                return Some(Work::Road(Box::new(exact)));
            }
            Some(Work::Preparing(Box::new(Beginning {
                preparing: Preparing::new(input.system.as_ref()?, &input.settings),
                asked: asked(&self.task, &input),
                input: input.clone(),
                settings: guessing,
                searches: searches.clone(),
            })))
        };
        let nested = |name: &String| {
            let method = method(name, &input, settings)?;
            Some(Work::Nested(Box::new(Driver::sharing(
                method,
                &input,
                settings.clone(),
                searches.clone(),
            ))))
        };
        let work = self.task.method.as_ref().map_or_else(solving, nested);
        self.work = work.unwrap_or(Work::Refused);
    }

    pub(super) fn step(&mut self, steps: u64) -> Status {
        let Some(left) = self.prepare(steps) else {
            let doing = "making the clauses".to_owned();
            return Status::Running(Progress { doing, ..Progress::default() });
        };
        match &mut self.work {
            Work::Road(solving) => solving.step(left),
            Work::Nested(driver) => driver.step(left),
            Work::New | Work::Preparing(_) | Work::Refused => Status::Done(Outcome::of(vec![])),
        }
    }

    /// Goes on with making clauses, if some are left to be made. The steps that are left for the search; `None` if it has to
    /// wait.
    fn prepare(&mut self, steps: u64) -> Option<u64> {
        let Work::Preparing(beginning) = &mut self.work else { return Some(steps) };
        let before = beginning.preparing.spent();
        if beginning.step(steps) {
            return None;
        }
        let left = steps.saturating_sub(beginning.preparing.spent() - before);
        if let Work::Preparing(ready) = std::mem::replace(&mut self.work, Work::New) {
            self.work = Work::Road(Box::new(ready.road()));
        }
        Some(left)
    }

    pub(super) fn steps(&self) -> u64 {
        match &self.work {
            Work::Preparing(beginning) => beginning.preparing.spent(),
            Work::Road(solving) => solving.steps(),
            Work::Nested(driver) => driver.steps(),
            Work::New | Work::Refused => 0,
        }
    }

    /// Whether another method has answered all claims and only looks for more to show.
    pub(super) fn is_told(&self) -> bool {
        let Work::Nested(driver) = &self.work else { return false };
        let known = driver.so_far(&UnknownReason::Budget);
        let answered = |a: &AssertionOutcome| {
            matches!(a.verdict, Verdict::Certified | Verdict::Buggy(_) | Verdict::Refuted(_))
        };
        !known.assertions.is_empty() && known.assertions.iter().all(answered)
    }

    /// Whether nothing is left but the search for failing runs. Behind a limit something else may come.
    pub(super) fn only_looks_for_runs(&self) -> bool {
        match &self.work {
            _ if self.task.limit.is_some() => false,
            Work::Road(solving) => solving.only_looks_for_runs(),
            Work::Nested(driver) => {
                let mut open = driver.tasks.iter().filter(|t| t.outcome.is_none());
                open.all(Asked::only_looks_for_runs)
            }
            Work::New | Work::Preparing(_) | Work::Refused => false,
        }
    }

    pub(super) fn so_far(&self, reason: &UnknownReason) -> Option<Outcome> {
        match &self.work {
            Work::Preparing(beginning) => Some(unanswered(&beginning.input, reason)),
            Work::Road(solving) => Some(solving.so_far(reason)),
            Work::Nested(driver) => Some(driver.so_far(reason)),
            Work::New | Work::Refused => None,
        }
    }

    /// What it came to, or what is known by now.
    pub(super) fn known(&self, reason: &UnknownReason) -> Option<Outcome> {
        self.outcome.clone().or_else(|| self.so_far(reason))
    }

    /// The free choices of the run that breaks a claim.
    pub(super) fn run(&self, claim: usize, assert: Option<AssertId>) -> Option<Candidate> {
        match &self.work {
            Work::Road(solving) => solving.run(assert?),
            Work::Nested(driver) => {
                let judgement = driver.judgement.as_ref()?;
                let Conclusion::Buggy(task, at) = judgement.claims.get(claim)? else { return None };
                let asked = driver.tasks.get(*task)?;
                let id = asked.outcome.as_ref()?.assertions.get(*at)?.id;
                let run = asked.run(*at, id)?;
                let choices = driver.method.original_run(&asked.task, &run.choices)?;
                Some(Candidate { choices, ..run })
            }
            Work::New | Work::Preparing(_) | Work::Refused => None,
        }
    }

    /// An outcome as the method is told it.
    pub(super) fn answer(&self, outcome: &Outcome) -> Answer {
        let told = |(n, a): (usize, &AssertionOutcome)| {
            let told = match &a.verdict {
                Verdict::Certified => Told::Certified,
                Verdict::Buggy(_) | Verdict::Refuted(_) => {
                    Told::Buggy(self.run(n, a.id).map(|run| run.choices))
                }
                Verdict::TooWeak { .. } => Told::TooWeak,
                Verdict::Unknown(why) => Told::Unknown(why.describe()),
            };
            (a.counts(), told)
        };
        let refused = matches!(self.work, Work::Refused);
        let no_answer = (true, Told::Unknown("the task has errors".into()));
        Answer {
            claims: match refused {
                true => vec![no_answer],
                false => outcome.assertions.iter().enumerate().map(told).collect(),
            },
            asserts: outcome.assertions.iter().filter(|_| !refused).map(|a| a.id).collect(),
            over: self.over,
        }
    }

    /// The name of the verdict on what it was asked about.
    pub(super) fn verdict(&self, outcome: &Outcome) -> String {
        let about = |(n, claim): (usize, &AssertionOutcome)| {
            let asked = match &self.task.about {
                Claims::All => true,
                Claims::At(places) => places.contains(&n),
                Claims::Asserts(asserts) => claim.id.is_some_and(|id| asserts.contains(&id)),
            };
            asked.then(|| claim.clone())
        };
        let claims = outcome.assertions.iter().enumerate().filter_map(about);
        Outcome::of(claims.collect()).verdict.name().to_owned()
    }

    /// What is told of it; `own` is the text that the method was asked about.
    pub(super) fn record(&self, own: &Source) -> TaskRecord {
        let Task { title, why, source, options, method, exact, .. } = &self.task;
        let state = match (&self.outcome, &self.work) {
            (Some(outcome), _) => TaskState::Ended(self.verdict(outcome)),
            (None, Work::New) => TaskState::Waiting,
            (None, _) => TaskState::Begun,
        };
        let below = match &self.work {
            Work::Nested(driver) => driver.records(),
            Work::New | Work::Preparing(_) | Work::Road(_) | Work::Refused => vec![],
        };
        TaskRecord {
            title: title.clone(),
            why: why.clone(),
            source: (source != own).then(|| source.clone()),
            options: if *exact { String::new() } else { options.as_text() },
            choices: options.clone(),
            exact: *exact,
            method: method.clone(),
            state,
            steps: self.steps(),
            below,
        }
    }
}

/// The assertions that a task is about, if it is not all.
fn asked(task: &Task, input: &Input) -> Option<solving::Asked> {
    let places = match &task.about {
        Claims::All => return None,
        Claims::Asserts(asserts) => {
            let asserts = asserts.iter().copied().collect();
            return Some(solving::Asked { asserts, alone: true });
        }
        Claims::At(places) => places,
    };
    let blank = unanswered(input, &UnknownReason::Budget);
    let at = |n: &usize| blank.assertions.get(*n).and_then(|a| a.id);
    let asserts = places.iter().filter_map(at).collect();
    Some(solving::Asked { asserts, alone: false })
}
