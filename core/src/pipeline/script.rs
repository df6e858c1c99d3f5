//! Scripts of questions about linear integer arithmetic, answered one by one.

use crate::base::{Budget, Diagnostic};
use crate::horn::smtlib::{self, Command};
use crate::horn::{Sort, Var};
use crate::lia::{Answer, Reason, Solver, Value};
use std::collections::VecDeque;
use std::fmt::Write;

/// What a step of a script ended with.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptStatus {
    /// A question is not answered yet.
    Running,
    /// Something to print, with line ends.
    Output(String),
    /// A formula is not supported; the script cannot go on.
    Failed(Diagnostic),
    /// The script is over.
    Done,
}

/// A script and the state of the solver between its commands.
pub struct Questions {
    commands: VecDeque<Command>,
    solver: Solver,
    answer: Option<Answer>,
    /// Questions that were given up.
    unknown: usize,
    /// Steps for the next attempt at a question that was not answered.
    patience: u64,
}

impl Questions {
    /// Reads a script.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn read(text: &str) -> Result<Questions, Vec<Diagnostic>> {
        let (script, diagnostics) = smtlib::script(text);
        let commands = script.ok_or(diagnostics)?.commands.into();
        let solver = Solver::new();
        Ok(Questions { commands, solver, answer: None, unknown: 0, patience: 0 })
    }

    /// How many questions were given up.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// Works until there is something to print, or for about `steps` steps on one question.
    pub fn step(&mut self, steps: u64) -> ScriptStatus {
        while let Some(command) = self.commands.front() {
            if let Command::CheckSat(_) = command {
                // An unfinished search starts again, so each attempt gets more than all before.
                self.patience = self.patience.saturating_mul(2).max(steps);
                match self.solver.check(&[], &mut Budget::steps(self.patience)) {
                    Answer::Unknown(_) => return ScriptStatus::Running,
                    answer => return self.answered(answer),
                }
            }
            let Some(command) = self.commands.pop_front() else { break };
            if let Some(status) = self.run(command) {
                return status;
            }
        }
        ScriptStatus::Done
    }

    /// Gives up the question at hand.
    pub fn give_up(&mut self) -> ScriptStatus {
        self.unknown += 1;
        self.answered(Answer::Unknown(Reason::Budget))
    }

    fn answered(&mut self, answer: Answer) -> ScriptStatus {
        let asked = self.commands.pop_front();
        self.patience = 0;
        self.answer = Some(answer);
        let word = match answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let model = match asked {
            Some(Command::CheckSat(Some(constants))) if answer == Answer::Sat => {
                self.model(&constants)
            }
            _ => String::new(),
        };
        ScriptStatus::Output(format!("{word}\n{model}"))
    }

    fn run(&mut self, command: Command) -> Option<ScriptStatus> {
        let model = self.answer == Some(Answer::Sat);
        match command {
            Command::Assert(formula, span) => {
                self.answer = None;
                let unsupported = self.solver.assert(&formula).err()?;
                let part = smtlib::term(&unsupported.term);
                let message = format!("this is not linear integer arithmetic: `{part}`");
                return Some(ScriptStatus::Failed(Diagnostic::error(span, message)));
            }
            Command::Push => {
                self.answer = None;
                self.solver.push();
            }
            Command::Pop => {
                self.answer = None;
                self.solver.pop();
            }
            Command::GetModel(constants) if model => {
                return Some(ScriptStatus::Output(self.model(&constants)));
            }
            Command::GetModel(_) => {
                let message = "(error \"there is a model only right after the answer sat\")\n";
                return Some(ScriptStatus::Output(message.into()));
            }
            Command::CheckSat(_) => {}
            Command::Echo(text) => return Some(ScriptStatus::Output(format!("{text}\n"))),
        }
        None
    }

    /// The values of constants, as SMT-LIB definitions.
    fn model(&self, constants: &[Var]) -> String {
        let mut out = String::from("(\n");
        for v in constants {
            let value = self.solver.model().values.get(v).map(Value::to_term);
            let value = value.map_or_else(|| default(v), |t| smtlib::term(&t));
            let sort = if v.sort == Sort::Bool { "Bool" } else { "Int" };
            let name = smtlib::symbol(&v.name);
            let _ = writeln!(out, "  (define-fun {name} () {sort} {value})");
        }
        out.push_str(")\n");
        out
    }
}

/// The value of a constant that no formula speaks of.
fn default(v: &Var) -> String {
    if v.sort == Sort::Bool { "false".into() } else { "0".into() }
}
