//! What all solvers are asked: assertions, scopes and questions, with each term listed once.

use hornbook_horn::{Sort, Term, smtlib};
use hornbook_lia as lia;
use hornbook_lia::transcript::{Event, Transcript};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// A solver's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, failed or was stopped.
    Unknown,
}

impl Answer {
    /// Reads what solvers print.
    pub fn of_text(text: &str) -> Answer {
        match text.trim() {
            "sat" => Answer::Sat,
            "unsat" => Answer::Unsat,
            _ => Answer::Unknown,
        }
    }

    /// Whether two answers cannot both be right.
    pub fn contradicts(self, other: Answer) -> bool {
        self != other && self != Answer::Unknown && other != Answer::Unknown
    }
}

impl From<lia::Answer> for Answer {
    fn from(answer: lia::Answer) -> Answer {
        match answer {
            lia::Answer::Sat => Answer::Sat,
            lia::Answer::Unsat => Answer::Unsat,
            lia::Answer::Unknown(_) => Answer::Unknown,
        }
    }
}

/// What a solver said to a question, and how long the question took it, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What it said.
    pub answer: Answer,
    /// The time for asserting, assuming and checking.
    pub time: u64,
}

impl Reply {
    /// No reply at all.
    pub const NONE: Reply = Reply { answer: Answer::Unknown, time: 0 };
}

/// One step of a script; terms are named by their places in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Demand a formula.
    Assert(usize),
    /// Open a scope.
    Push,
    /// Close a scope.
    Pop,
    /// Ask, under assumptions.
    Check {
        /// The assumptions.
        assumptions: Vec<usize>,
        /// What was answered when the question was recorded; unknown for new ones.
        recorded: Answer,
    },
}

/// A series of questions to one solver.
#[derive(Clone, Debug)]
pub struct Script {
    /// All terms that are asserted or assumed, each once.
    pub terms: Vec<Term>,
    /// What is done with them.
    pub steps: Vec<Step>,
}

impl Script {
    /// Asks whether one formula has a model.
    pub fn formula(f: Term) -> Script {
        let check = Step::Check { assumptions: vec![], recorded: Answer::Unknown };
        Script { terms: vec![f], steps: vec![Step::Assert(0), check] }
    }

    /// What a solver of ours was asked.
    pub fn transcript(transcript: &Transcript) -> Script {
        let mut terms = Terms::default();
        let steps = transcript.events.iter().map(|event| match event {
            Event::Assert(f) => Step::Assert(terms.place(f)),
            Event::Push => Step::Push,
            Event::Pop => Step::Pop,
            Event::Check { assumptions, answer } => Step::Check {
                assumptions: assumptions.iter().map(|f| terms.place(f)).collect(),
                recorded: Answer::from(*answer),
            },
        });
        let steps = steps.collect();
        Script { terms: terms.list, steps }
    }

    /// How many questions are asked.
    pub fn questions(&self) -> usize {
        self.steps.iter().filter(|s| matches!(s, Step::Check { .. })).count()
    }

    /// The single formula of a script that asks about one.
    pub fn single(&self) -> Option<&Term> {
        match (self.terms.as_slice(), self.steps.len()) {
            ([f], 2) => Some(f),
            _ => None,
        }
    }

    /// The script in SMT-LIB 2.
    pub fn smtlib(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(smtlib::term).collect();
        let mut out = format!("(set-logic QF_LIA)\n{}", self.declarations());
        for step in &self.steps {
            let _ = match step {
                Step::Assert(f) => writeln!(out, "(assert {})", terms[*f]),
                Step::Push => writeln!(out, "(push 1)"),
                Step::Pop => writeln!(out, "(pop 1)"),
                Step::Check { assumptions, .. } if assumptions.is_empty() => {
                    writeln!(out, "(check-sat)")
                }
                Step::Check { assumptions, .. } => {
                    let all: Vec<&str> = assumptions.iter().map(|f| terms[*f].as_str()).collect();
                    writeln!(out, "(check-sat-assuming ({}))", all.join(" "))
                }
            };
        }
        out
    }

    /// All terms as assertions, in the order of the list, for solvers that read them beforehand.
    pub fn all_terms(&self) -> String {
        let mut out = self.declarations();
        for f in &self.terms {
            let _ = writeln!(out, "(assert {})", smtlib::term(f));
        }
        out
    }

    fn declarations(&self) -> String {
        let vars: BTreeSet<_> = self.terms.iter().flat_map(Term::free_vars).collect();
        let mut out = String::new();
        for v in vars {
            let sort = if v.sort == Sort::Bool { "Bool" } else { "Int" };
            let _ = writeln!(out, "(declare-const {} {sort})", smtlib::term(&Term::var(&v)));
        }
        out
    }
}

/// Terms with their places.
#[derive(Default)]
struct Terms {
    list: Vec<Term>,
    places: HashMap<Term, usize>,
}

impl Terms {
    fn place(&mut self, f: &Term) -> usize {
        *self.places.entry(f.clone()).or_insert_with(|| {
            self.list.push(f.clone());
            self.list.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Var;

    #[test]
    fn terms_are_listed_once() {
        let x = Term::var(&Var::int("x"));
        let small = Term::lt(x.clone(), Term::int(3));
        let check = Event::Check { assumptions: vec![small.clone()], answer: lia::Answer::Sat };
        let events = vec![Event::Assert(small), Event::Push, check, Event::Pop];
        let script = Script::transcript(&Transcript { events });
        assert_eq!((script.terms.len(), script.questions()), (1, 1));
        assert_eq!(
            script.smtlib(),
            "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(push 1)\n\
             (check-sat-assuming ((< x 3)))\n(pop 1)\n"
        );
        assert_eq!(script.all_terms(), "(declare-const x Int)\n(assert (< x 3))\n");
        assert!(script.single().is_none());
    }

    #[test]
    fn only_decided_answers_contradict() {
        assert!(Answer::of_text("sat\n").contradicts(Answer::Unsat));
        assert!(!Answer::of_text("timeout").contradicts(Answer::Unsat));
        assert!(!Answer::Sat.contradicts(Answer::Sat));
    }
}
