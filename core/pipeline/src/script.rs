//! Scripts of questions about linear integer arithmetic, answered one by one.

use hornbook_base::{Budget, Diagnostic, Span};
use hornbook_horn::smtlib::{Command, WrittenTerm};
use hornbook_horn::{Sort, Term, Var, smtlib};
use hornbook_lia::{Answer, Lit, Reason, Solver, Value};
use std::collections::VecDeque;
use std::fmt::Write;
use std::rc::Rc;

/// The status of a script after a step.
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
    /// The named assertions in scope; they are assumptions, so that cores can have them.
    named: Vec<(Rc<str>, Lit)>,
    /// The number of named assertions at the start of each open scope.
    marks: Vec<usize>,
    answer: Option<Answer>,
    /// The assumptions of the last question.
    assumed: Vec<(String, Lit)>,
    /// The number of questions that were given up.
    unknown: usize,
    /// Whether the solver works on the question at hand.
    asked: bool,
}

impl Questions {
    /// Reads a script.
    ///
    pub fn read(text: &str) -> Result<Questions, Vec<Diagnostic>> {
        let (script, diagnostics) = smtlib::script(text);
        let commands = script.ok_or(diagnostics)?.commands.into();
        Ok(Questions {
            commands,
            solver: Solver::new(),
            named: vec![],
            marks: vec![],
            answer: None,
            assumed: vec![],
            unknown: 0,
            asked: false,
        })
    }

    /// The number of questions that were given up.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// Works until there is output, or for about `steps` steps on one question.
    pub fn step(&mut self, steps: u64) -> ScriptStatus {
        while let Some(command) = self.commands.front() {
            if let Command::CheckSat { assumptions, .. } = command {
                let assumptions = assumptions.clone();
                return self.check(&assumptions, steps).unwrap_or_else(ScriptStatus::Failed);
            }
            let Some(command) = self.commands.pop_front() else { break };
            match self.run(command) {
                Ok(None) => {}
                Ok(Some(output)) => return ScriptStatus::Output(output),
                Err(diagnostic) => return ScriptStatus::Failed(diagnostic),
            }
        }
        ScriptStatus::Done
    }

    /// Works on the question at hand.
    fn check(
        &mut self,
        assumptions: &[WrittenTerm],
        steps: u64,
    ) -> Result<ScriptStatus, Diagnostic> {
        if !self.asked {
            self.ask(assumptions)?;
            self.asked = true;
        }
        Ok(match self.solver.step(&mut Budget::steps(steps)) {
            Answer::Unknown(_) => ScriptStatus::Running,
            answer => self.answered(answer),
        })
    }

    /// Puts the question at hand to the solver.
    fn ask(&mut self, assumptions: &[WrittenTerm]) -> Result<(), Diagnostic> {
        self.assumed.clear();
        for a in assumptions {
            let lit = literal(&mut self.solver, &a.term, a.span)?;
            self.assumed.push((a.text.clone(), lit));
        }
        let named = self.named.iter().map(|(_, lit)| *lit);
        let all: Vec<Lit> = named.chain(self.assumed.iter().map(|(_, lit)| *lit)).collect();
        self.solver.ask(&all);
        Ok(())
    }

    /// Gives up the question at hand.
    pub fn give_up(&mut self) -> ScriptStatus {
        self.unknown += 1;
        self.answered(Answer::Unknown(Reason::Budget))
    }

    fn answered(&mut self, answer: Answer) -> ScriptStatus {
        let asked = self.commands.pop_front();
        self.asked = false;
        self.answer = Some(answer);
        let word = match answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let model = match asked {
            Some(Command::CheckSat { constants: Some(constants), .. }) if answer == Answer::Sat => {
                self.model(&constants)
            }
            _ => String::new(),
        };
        ScriptStatus::Output(format!("{word}\n{model}"))
    }

    /// Runs a command that is no question; the output.
    fn run(&mut self, command: Command) -> Result<Option<String>, Diagnostic> {
        let wrong = |wanted: &str, answer: &str| {
            Some(format!("(error \"there is {wanted} only right after the answer {answer}\")\n"))
        };
        let (sat, unsat) = (Some(Answer::Sat), Some(Answer::Unsat));
        Ok(match command {
            Command::GetModel(constants) if self.answer == sat => Some(self.model(&constants)),
            Command::GetModel(_) => wrong("a model", "sat"),
            Command::GetValue(terms) if self.answer == sat => Some(self.values(&terms)),
            Command::GetValue(_) => wrong("a value", "sat"),
            Command::GetUnsatCore if self.answer == unsat => {
                Some(self.core(self.named.iter().map(|(n, lit)| (smtlib::symbol(n), *lit))))
            }
            Command::GetUnsatCore => wrong("a core", "unsat"),
            Command::GetUnsatAssumptions if self.answer == unsat => {
                Some(self.core(self.assumed.iter().cloned()))
            }
            Command::GetUnsatAssumptions => wrong("a list of assumptions", "unsat"),
            Command::Echo(text) => Some(format!("{text}\n")),
            Command::CheckSat { .. } => None,
            other => {
                self.answer = None;
                self.change(other)?;
                None
            }
        })
    }

    /// Runs a command that changes the assertions.
    fn change(&mut self, command: Command) -> Result<(), Diagnostic> {
        match command {
            Command::Assert { formula, name: None, span } => {
                self.solver.assert(&formula).map_err(|e| foreign(&e.term, span))?;
            }
            Command::Assert { formula, name: Some(name), span } => {
                let lit = literal(&mut self.solver, &formula, span)?;
                self.named.push((name, lit));
            }
            Command::Push => {
                self.marks.push(self.named.len());
                self.solver.push();
            }
            Command::Pop => {
                self.named.truncate(self.marks.pop().unwrap_or(0));
                self.solver.pop();
            }
            Command::ResetAssertions => {
                (self.solver, self.named, self.marks) = (Solver::new(), vec![], vec![]);
            }
            _ => {}
        }
        Ok(())
    }

    /// The named literals in the solver's unsatisfiable core.
    fn core(&self, all: impl Iterator<Item = (String, Lit)>) -> String {
        let used = all.filter(|(_, lit)| self.solver.core().contains(lit));
        format!("({})\n", used.map(|(name, _)| name).collect::<Vec<_>>().join(" "))
    }

    /// The values of terms, each beside the term.
    fn values(&self, terms: &[WrittenTerm]) -> String {
        let model = self.solver.model();
        let one = |t: &WrittenTerm| {
            let value = model.eval(&t.term).map(|v| smtlib::term(&v.to_term()));
            format!("({} {})", t.text, value.unwrap_or_else(|| "undefined".into()))
        };
        format!("({})\n", terms.iter().map(one).collect::<Vec<_>>().join(" "))
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

fn literal(solver: &mut Solver, f: &Term, span: Span) -> Result<Lit, Diagnostic> {
    solver.literal(f).map_err(|e| foreign(&e.term, span))
}

fn foreign(part: &Term, span: Span) -> Diagnostic {
    let part = if part.is_deep() { "a deeply nested term".into() } else { smtlib::term(part) };
    Diagnostic::error(span, format!("this is not linear integer arithmetic: `{part}`"))
}

/// The value of a constant that no formula mentions.
fn default(v: &Var) -> String {
    if v.sort == Sort::Bool { "false".into() } else { "0".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_cannot_be_asked_is_never_answered() {
        let text = "(declare-const x Int)(declare-const y Int)(assert (! (< x 0) :named a))\
                    (assert (! (> x 0) :named b))(check-sat-assuming ((= (div x y) 1)))";
        let mut questions = Questions::read(text).expect("a script");
        for _ in 0..2 {
            assert!(matches!(questions.step(1000), ScriptStatus::Failed(_)));
        }
    }
}
