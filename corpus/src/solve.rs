//! The verdict on a text within a limit.

use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_core::explain::{Outcome, UnknownReason};
use hornbook_core::pipeline::{Input, Options, Solving, Status};
use std::time::{Duration, Instant};

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// After so many steps.
    Steps(u64),
    /// When so much time has passed.
    Time(Duration),
}

/// What came out, and what it took.
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

/// Solves a program.
///
/// # Errors
/// What is wrong with the text or with the abstraction.
pub fn solve(
    text: &str,
    abstraction: &str,
    heuristic: Heuristic,
    limit: Limit,
) -> Result<Solved, String> {
    let start = Instant::now();
    let choice = abstraction.parse().map_err(|wrong| format!("{abstraction}: {wrong}"))?;
    let options = Options { heuristic: Some(heuristic), ..Options::abstraction(choice) };
    let input = Input::program(text, &options);
    let wrong = || input.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
    let mut solving = Solving::new(&input).ok_or_else(|| wrong().join("; "))?;
    let outcome = search(&mut solving, limit, start);
    Ok(Solved { outcome, time: start.elapsed() })
}

fn search(solving: &mut Solving, limit: Limit, start: Instant) -> Outcome {
    loop {
        let (steps, last) = match limit {
            Limit::Steps(steps) => (steps, true),
            Limit::Time(time) => (SLICE, start.elapsed() >= time),
        };
        if let Status::Done(outcome) = solving.step(steps) {
            return outcome;
        }
        if last {
            return solving.stop(UnknownReason::Budget);
        }
    }
}
