//! The solver z3, in one Python process.

use crate::script::{Answer, Reply, Script, Step};
use crate::worker::Worker;
use serde::{Deserialize, Serialize};
use std::process::Command;
use std::time::Duration;

/// The program that runs in Python.
const DRIVER: &str = include_str!("z3_driver.py");

/// How long z3 may take for a batch that it should give up itself.
const LIMIT: Duration = Duration::from_secs(120);

/// The ways to use z3 that are tried; the fastest one is measured.
pub const KINDS: [&str; 4] = ["SimpleSolver, kept", "SimpleSolver", "Solver", "SolverFor(QF_LIA)"];

/// z3.
pub struct Z3 {
    worker: Worker,
}

/// A script as the driver takes it.
#[derive(Serialize)]
struct Request {
    kind: &'static str,
    terms: String,
    steps: Vec<(&'static str, Vec<usize>)>,
}

/// What the driver says to a script.
#[derive(Deserialize)]
#[serde(untagged)]
enum Response {
    Replies(Vec<(String, u64)>),
    Failed(String),
}

impl Z3 {
    /// The z3 of a Python.
    pub fn new(python: String) -> Z3 {
        let starter = move || {
            let mut command = Command::new(&python);
            command.args(["-c", DRIVER]);
            command
        };
        Z3 { worker: Worker::new(starter) }
    }

    /// Asks all questions of some scripts; `None` for those that z3 did not get through.
    ///
    /// # Errors
    /// Python does not run, or something is wrong with the driver.
    pub fn ask(
        &mut self,
        scripts: &[Script],
        kind: &'static str,
    ) -> Result<Vec<Option<Vec<Reply>>>, String> {
        let requests: Vec<Request> = scripts.iter().map(|s| Request::new(s, kind)).collect();
        let line = serde_json::to_string(&requests).map_err(|error| error.to_string())?;
        let Some(line) = self.worker.ask(&line, LIMIT)? else {
            return Ok(scripts.iter().map(|_| None).collect());
        };
        let responses: Vec<Response> = serde_json::from_str(&line)
            .map_err(|error| format!("z3's driver says `{line}`: {error}"))?;
        responses.into_iter().map(Response::replies).collect()
    }
}

impl Request {
    fn new(script: &Script, kind: &'static str) -> Request {
        let step = |step: &Step| match step {
            Step::Assert(f) => ("assert", vec![*f]),
            Step::Push => ("push", vec![]),
            Step::Pop => ("pop", vec![]),
            Step::Check { assumptions, .. } => ("check", assumptions.clone()),
        };
        let steps = script.steps.iter().map(step).collect();
        Request { kind, terms: script.all_terms(), steps }
    }
}

impl Response {
    fn replies(self) -> Result<Option<Vec<Reply>>, String> {
        match self {
            Response::Replies(replies) => {
                let reply = |(text, time): (String, u64)| {
                    let answer = Answer::of_text(&text);
                    Reply { answer, time }
                };
                Ok(Some(replies.into_iter().map(reply).collect()))
            }
            Response::Failed(message) => Err(format!("z3 does not read a script: {message}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::{Term, Var};

    /// A script that demands `x = value`, asks in a scope, and closes the scope.
    fn demands(value: i64) -> Script {
        let x = Term::var(&Var::int("x"));
        let ask = Step::Check { assumptions: vec![], recorded: Answer::Unknown };
        let steps = vec![Step::Assert(0), Step::Push, ask, Step::Pop];
        Script { terms: vec![Term::eq(x, Term::int(value))], steps }
    }

    #[test]
    fn a_script_leaves_nothing_behind() {
        let Ok(python) = std::env::var("HORNBOOK_Z3_PYTHON") else {
            println!("z3 is missing (HORNBOOK_Z3_PYTHON is not set); this check is skipped");
            return;
        };
        let mut z3 = Z3::new(python);
        for kind in KINDS {
            let replies = z3.ask(&[demands(0), demands(1)], kind).expect("z3 answers");
            let answers: Vec<Answer> =
                replies.iter().flatten().flatten().map(|reply| reply.answer).collect();
            assert_eq!(answers, [Answer::Sat; 2], "{kind}");
        }
    }
}
