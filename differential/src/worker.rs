//! Other programs that answer one line of text with one line of text.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How to start a program.
type Starter = Box<dyn Fn() -> Command>;

/// A program that runs as long as it answers in time, and is started again otherwise.
pub struct Worker {
    starter: Starter,
    running: Option<Running>,
}

/// A running program.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    /// A program that is started by the first question.
    pub fn new(starter: impl Fn() -> Command + 'static) -> Worker {
        Worker { starter: Box::new(starter), running: None }
    }

    /// The answer to a line, or `None` if the program ends or takes too long; it is then stopped.
    ///
    /// # Errors
    /// The program does not start.
    pub fn ask(&mut self, line: &str, limit: Duration) -> Result<Option<String>, String> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start((self.starter)())?,
        };
        let (running, reply) = running.ask(line, limit);
        self.running = running;
        Ok(reply)
    }
}

impl Running {
    fn start(mut command: Command) -> Result<Running, String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("{name} does not start: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no pipes"));
        };
        let (sender, lines) = channel();
        // Ends with the pipe, thus with the program.
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, input, lines })
    }

    fn ask(mut self, line: &str, limit: Duration) -> (Option<Running>, Option<String>) {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        match written.map_err(|_| RecvTimeoutError::Disconnected) {
            Ok(()) => match self.lines.recv_timeout(limit) {
                Ok(reply) => (Some(self), Some(reply)),
                Err(_) => (None, None),
            },
            Err(_) => (None, None),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
