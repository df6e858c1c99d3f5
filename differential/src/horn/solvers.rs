//! The two engines, each in a process of its own: it can be stopped, and disturbs nothing.

use super::{ClauseAnswer, Reply};
use crate::worker::Worker;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};
use serde::{Deserialize, Serialize};
use std::process::Command;
use std::time::{Duration, Instant};

/// The argument that makes this program answer clauses instead of comparing anything.
pub const ARGUMENT: &str = "--answer-clauses";

/// The program that runs in Python.
const DRIVER: &str = include_str!("z3_horn.py");

/// How much longer than allowed an engine may take before its process is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// Steps between two looks at the clock.
const SLICE: u64 = 5_000;

/// The stack for solving, in bytes.
const STACK: usize = 64 << 20;

/// Clauses as a process takes them.
#[derive(Serialize, Deserialize)]
struct Request {
    text: String,
    milliseconds: u64,
}

/// Both engines.
pub struct Solvers {
    ours: Worker,
    z3: Worker,
    budget: Duration,
}

impl Solvers {
    /// Gets both ready.
    ///
    /// # Errors
    /// There is no z3, or this program does not know where it is.
    pub fn new(budget: Duration) -> Result<Solvers, String> {
        let program = std::env::current_exe()
            .map_err(|error| format!("this program does not know where it is: {error}"))?;
        let python = std::env::var("HORNBOOK_Z3_PYTHON")
            .map_err(|_| "HORNBOOK_Z3_PYTHON names no Python with z3".to_owned())?;
        let ours = move || {
            let mut command = Command::new(&program);
            command.arg(ARGUMENT);
            command
        };
        let z3 = move || {
            let mut command = Command::new(&python);
            command.args(["-c", DRIVER]);
            command
        };
        Ok(Solvers { ours: Worker::new(ours), z3: Worker::new(z3), budget })
    }

    /// What Hornbook says.
    ///
    /// # Errors
    /// The process does not start, or it says something else.
    pub fn ours(&mut self, clauses: &str) -> Result<Reply, String> {
        ask(&mut self.ours, clauses, self.budget)
    }

    /// What z3 says.
    ///
    /// # Errors
    /// The process does not start, or it says something else.
    pub fn z3(&mut self, clauses: &str) -> Result<Reply, String> {
        ask(&mut self.z3, clauses, self.budget)
    }
}

fn ask(worker: &mut Worker, clauses: &str, budget: Duration) -> Result<Reply, String> {
    let milliseconds = u64::try_from(budget.as_millis()).unwrap_or(u64::MAX);
    let request = Request { text: clauses.to_owned(), milliseconds };
    let line = serde_json::to_string(&request).map_err(|error| error.to_string())?;
    let Some(line) = worker.ask(&line, budget + GRACE)? else {
        return Ok(Reply { answer: ClauseAnswer::Unknown, time: budget });
    };
    let said = || format!("an engine says `{line}`");
    let (word, time) = line.split_once(' ').ok_or_else(said)?;
    let answer = match word {
        "sat" => ClauseAnswer::Sat,
        "unsat" => ClauseAnswer::Unsat,
        "unknown" => ClauseAnswer::Unknown,
        _ => return Err(said()),
    };
    let time = Duration::from_nanos(time.parse().map_err(|_| said())?);
    Ok(Reply { answer, time })
}

/// Answers the clauses of each line of the input with Hornbook's engine.
///
/// # Errors
/// The input ends badly or has errors.
pub fn serve() -> Result<(), String> {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(answer_all);
    let worker = worker.map_err(|error| error.to_string())?;
    worker.join().map_err(|_| "the engine broke down".to_owned())?
}

fn answer_all() -> Result<(), String> {
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let request: Request = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let input = Input::clauses(&request.text, &Choices::default());
        let limit = Duration::from_millis(request.milliseconds);
        let begun = Instant::now();
        let word = answer(&input, begun, limit).ok_or("the clauses have errors")?;
        println!("{word} {}", begun.elapsed().as_nanos());
    }
    Ok(())
}

fn answer(input: &Input, begun: Instant, limit: Duration) -> Option<&'static str> {
    let mut solving = Solving::new(input)?;
    let outcome = loop {
        if begun.elapsed() >= limit {
            break solving.so_far(&UnknownReason::Budget);
        }
        if let Status::Done(outcome) = solving.step(SLICE) {
            break outcome;
        }
    };
    Some(match outcome.verdict {
        Verdict::Certified => "sat",
        // There are no arrays any more whose abstraction could be too weak.
        Verdict::Refuted(_) | Verdict::TooWeak { .. } | Verdict::Buggy(_) => "unsat",
        Verdict::NotShown(_) | Verdict::NothingAsserted | Verdict::Unknown(_) => "unknown",
    })
}
