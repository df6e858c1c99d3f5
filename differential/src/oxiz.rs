//! The solver oxiz (by its crate `oxiz-solver`), in a process of its own, as it may hang, panic or take all memory.

use crate::script::{Answer, Script};
use crate::worker::Worker;
use std::process::Command;
use std::time::Duration;

/// The argument that makes this program answer scripts with oxiz instead of comparing anything.
pub const ARGUMENT: &str = "--answer-with-oxiz";

/// How long oxiz may take for a script.
const LIMIT: Duration = Duration::from_secs(1);

/// What oxiz said to the questions of a script.
pub struct Said {
    /// Its answers, in order.
    pub answers: Vec<Answer>,
    /// The time for the whole script, in nanoseconds.
    pub time: u64,
}

/// oxiz.
pub struct Oxiz {
    worker: Worker,
}

impl Oxiz {
    /// This program once more, as a server.
    ///
    /// # Errors
    /// The program does not know where it is.
    pub fn new() -> Result<Oxiz, String> {
        let program = std::env::current_exe()
            .map_err(|error| format!("this program does not know where it is: {error}"))?;
        let starter = move || {
            let mut command = Command::new(&program);
            command.arg(ARGUMENT).stderr(std::process::Stdio::null());
            command
        };
        Ok(Oxiz { worker: Worker::new(starter) })
    }

    /// Asks all questions of a script; `None` if oxiz fails or takes too long.
    ///
    /// # Errors
    /// The process does not start.
    pub fn ask(&mut self, script: &Script) -> Result<Option<Said>, String> {
        let line = script.smtlib().replace('\n', " ");
        let Some(reply) = self.worker.ask(&line, LIMIT)? else { return Ok(None) };
        let mut words = reply.split_whitespace();
        let Some(time) = words.next().and_then(|word| word.parse().ok()) else { return Ok(None) };
        let answers: Vec<Answer> = words.map(Answer::of_text).collect();
        Ok((answers.len() == script.questions()).then_some(Said { answers, time }))
    }
}

/// Answers each script of the input, one a line, with the time and what oxiz prints.
///
/// # Errors
/// The input ends badly.
#[cfg(feature = "oxiz")]
pub fn serve() -> Result<(), String> {
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let begun = std::time::Instant::now();
        let result = oxiz_solver::Context::new().execute_script(&line);
        let time = begun.elapsed().as_nanos();
        match result {
            Ok(answers) => println!("{time} {}", answers.join(" ").replace('\n', " ")),
            Err(error) => println!("error {}", error.to_string().replace('\n', " ")),
        }
    }
    Ok(())
}

/// Says that oxiz was left out.
///
/// # Errors
/// Always.
#[cfg(not(feature = "oxiz"))]
pub fn serve() -> Result<(), String> {
    Err("this program was built without oxiz".to_owned())
}
