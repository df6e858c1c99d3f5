//! The verdict on a text within a limit.

use crate::programs::options;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_horn::smtlib;
use hornbook_pipeline::{Driver, Input, MethodChoice, Solving, Status};
use hornbook_records::{Outcome, UnknownReason};
use hornbook_settings::Settings;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The limit of a search.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// After so many steps.
    Steps(u64),
    /// After so many steps, or so many questions to the arithmetic: where a predicate has many
    /// values a question takes long, whatever its steps say.
    Questions(u64, u64),
    /// After so much time.
    Time(Duration),
}

/// An outcome with its time.
pub struct Solved {
    /// The answer.
    pub outcome: Outcome,
    /// How long it took.
    pub time: Duration,
}

impl Solved {
    /// The name of the verdict.
    pub fn verdict(&self) -> &'static str {
        self.outcome.verdict.name()
    }

    /// The time in milliseconds.
    pub fn ms(&self) -> f64 {
        self.time.as_secs_f64() * 1000.0
    }
}

/// Steps between two looks at the clock.
const SLICE: u64 = 20_000;

/// Solves a program, or Horn clauses in SMT-LIB.
///
/// # Errors
/// An error in the text or in the abstraction.
pub fn solve(
    text: &str,
    abstraction: &str,
    heuristic: Heuristic,
    limit: Limit,
) -> Result<Solved, String> {
    solve_with(text, abstraction, heuristic, limit, Rc::new(Settings::default()))
}

/// Solves with other settings of the search.
///
/// # Errors
/// An error in the text or in the abstraction.
pub fn solve_with(
    text: &str,
    abstraction: &str,
    heuristic: Heuristic,
    limit: Limit,
    settings: Rc<Settings>,
) -> Result<Solved, String> {
    let start = Instant::now();
    let choices = options(abstraction, heuristic)?;
    let input = match smtlib::is_smtlib(text) {
        true => Input::clauses(text, &choices),
        false => Input::program(text, &choices),
    };
    let wrong = || input.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
    let mut search = Search::start(&input, settings).ok_or_else(|| wrong().join("; "))?;
    let outcome = run_within(&mut search, limit, start);
    Ok(Solved { outcome, time: start.elapsed() })
}

/// The search of one abstraction, or of a method with several tasks.
pub enum Search {
    /// The chosen abstraction, without advice.
    One(Box<Solving>),
    /// A method with its tasks.
    Turns(Box<Driver>),
}

impl Search {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn start(input: &Input, settings: Rc<Settings>) -> Option<Search> {
        let by_turns = input.settings.climbs || input.settings.method != MethodChoice::Abstraction;
        Some(match by_turns {
            true => Search::Turns(Box::new(Driver::with_settings(input, settings)?)),
            false => Search::One(Box::new(Solving::with_settings(input, &settings)?)),
        })
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        match self {
            Search::One(solving) => solving.step(steps),
            Search::Turns(driver) => driver.step(steps),
        }
    }

    /// The outcome so far.
    pub fn so_far(&self, reason: &UnknownReason) -> Outcome {
        match self {
            Search::One(solving) => solving.so_far(reason),
            Search::Turns(driver) => driver.so_far(reason),
        }
    }

    /// Proof obligations for a verdict `certified`.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        match self {
            Search::One(solving) => solving.certificate(outcome),
            Search::Turns(driver) => driver.certificate(outcome),
        }
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        match self {
            Search::One(solving) => solving.steps(),
            Search::Turns(driver) => driver.steps(),
        }
    }

    /// Works until there is an answer or about so many steps are spent.
    pub fn run(&mut self, steps: u64) -> Status {
        loop {
            let left = steps.saturating_sub(self.steps());
            match self.step(left) {
                Status::Running(_) if self.steps() < steps => {}
                status => return status,
            }
        }
    }
}

fn run_within(search: &mut Search, limit: Limit, start: Instant) -> Outcome {
    loop {
        let slice = match limit {
            Limit::Steps(steps) => steps,
            Limit::Questions(..) => 1,
            Limit::Time(_) => SLICE,
        };
        let progress = match search.step(slice) {
            Status::Done(outcome) => return outcome,
            Status::Running(progress) => progress.statistics,
        };
        let over = match limit {
            Limit::Steps(steps) => search.steps() >= steps,
            Limit::Questions(steps, questions) => {
                progress.steps >= steps || progress.questions >= questions
            }
            Limit::Time(time) => start.elapsed() >= time,
        };
        if over {
            return search.so_far(&UnknownReason::Budget);
        }
    }
}
