//! Transcripts of the calls of solvers, for comparisons with other solvers and for measurements.
//!
//! [`record()`] records every question to every solver of the same thread during some work. Nothing is
//! recorded otherwise.

use crate::hash::Table;
use crate::lit::Lit;
use crate::solver::{Answer, Reason};
use hornbook_horn::smtlib;
use hornbook_horn::term::{Sort, Term, Var};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

thread_local! {
    /// The transcripts of the solvers made since recording began, if it did.
    static RECORDING: RefCell<Option<Vec<Rc<RefCell<Transcript>>>>> = const { RefCell::new(None) };
}

/// A call of a solver.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A formula was asserted.
    Assert(Term),
    /// A scope was opened.
    Push,
    /// A scope was closed.
    Pop,
    /// A question was asked.
    Check {
        /// The assumptions of the question.
        assumptions: Vec<Term>,
        /// The answer of the solver.
        answer: Answer,
    },
}

/// The calls of one solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// The calls, in order.
    pub events: Vec<Event>,
}

/// Runs some work, and records the calls of its solvers.
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<Transcript>) {
    let before = RECORDING.replace(Some(vec![]));
    let result = work();
    let noted = RECORDING.replace(before).unwrap_or_default();
    // Solvers that live longer continue in transcripts of their own.
    (result, noted.into_iter().map(|t| t.borrow().clone()).collect())
}

impl Transcript {
    /// The number of questions.
    pub fn questions(&self) -> usize {
        self.events.iter().filter(|e| matches!(e, Event::Check { .. })).count()
    }

    /// The transcript as an SMT-LIB 2 script.
    pub fn script(&self) -> String {
        let mut out = String::from("(set-logic QF_LIA)\n");
        for v in self.vars() {
            let sort = if v.sort == Sort::Bool { "Bool" } else { "Int" };
            let _ = writeln!(out, "(declare-const {} {sort})", smtlib::term(&Term::var(&v)));
        }
        for event in &self.events {
            let _ = match event {
                Event::Assert(f) => writeln!(out, "(assert {})", smtlib::term(f)),
                Event::Push => writeln!(out, "(push 1)"),
                Event::Pop => writeln!(out, "(pop 1)"),
                Event::Check { assumptions, .. } => {
                    let all: Vec<String> = assumptions.iter().map(smtlib::term).collect();
                    writeln!(out, "(check-sat-assuming ({}))", all.join(" "))
                }
            };
        }
        out
    }

    fn vars(&self) -> BTreeSet<Var> {
        let terms = self.events.iter().flat_map(|e| match e {
            Event::Assert(f) => vec![f],
            Event::Push | Event::Pop => vec![],
            Event::Check { assumptions, .. } => assumptions.iter().collect(),
        });
        terms.flat_map(Term::free_vars).collect()
    }
}

/// The recorder of one solver.
pub(crate) struct Recorder {
    transcript: Rc<RefCell<Transcript>>,
    /// The terms of the literals that were made.
    terms: Table<Lit, Term>,
}

impl Recorder {
    /// A recorder for a new solver, if there is to be one.
    pub(crate) fn new() -> Option<Recorder> {
        RECORDING.with_borrow_mut(|noted| {
            let transcript = Rc::default();
            noted.as_mut()?.push(Rc::clone(&transcript));
            Some(Recorder { transcript, terms: Table::default() })
        })
    }

    /// Records the literal of a formula.
    pub(crate) fn name(&mut self, f: &Term, lit: Lit) {
        self.terms.insert(lit, f.clone());
        self.terms.entry(!lit).or_insert_with(|| Term::not(f.clone()));
    }

    /// Records an event that is no question.
    pub(crate) fn note(&self, event: Event) {
        self.transcript.borrow_mut().events.push(event);
    }

    /// Records a question, which has no answer yet.
    pub(crate) fn question(&self, assumptions: &[Lit]) {
        let term = |lit: &Lit| self.terms.get(lit).cloned();
        let assumptions = assumptions.iter().filter_map(term).collect();
        self.note(Event::Check { assumptions, answer: Answer::Unknown(Reason::Budget) });
    }

    /// Records the answer to the last question.
    pub(crate) fn answered(&self, found: Answer) {
        if let Some(Event::Check { answer, .. }) = self.transcript.borrow_mut().events.last_mut() {
            *answer = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use hornbook_base::Budget;

    fn ask() -> Answer {
        let x = Term::var(&Var::int("x"));
        let p = Term::var(&Var::new("#p", Sort::Bool));
        let mut solver = Solver::new();
        solver.assert(&Term::lt(Term::int(3), x.clone())).expect("linear");
        let small = solver.literal(&Term::lt(x, Term::int(3))).expect("linear");
        let p = solver.literal(&p).expect("a truth value");
        solver.push();
        solver.check(&[!p, !small], &mut Budget::steps(1000));
        solver.pop();
        solver.check(&[small], &mut Budget::steps(1000))
    }

    #[test]
    fn what_is_asked_is_noted() {
        let (answer, noted) = record(ask);
        assert_eq!(answer, Answer::Unsat);
        let [transcript] = noted.as_slice() else { panic!("one solver") };
        assert_eq!(transcript.questions(), 2);
        assert_eq!(
            transcript.script(),
            "(set-logic QF_LIA)\n(declare-const |#p| Bool)\n(declare-const x Int)\n\
             (assert (< 3 x))\n(push 1)\n(check-sat-assuming ((not |#p|) (not (< x 3))))\n(pop 1)\n\
             (check-sat-assuming ((< x 3)))\n"
        );
        assert!(record(|| ()).1.is_empty());
    }

    #[test]
    fn a_part_of_a_formula_that_is_assumed_later_is_noted() {
        let [p, q] = ["p", "q"].map(|name| Term::var(&Var::new(name, Sort::Bool)));
        let ask = || {
            let mut solver = Solver::new();
            solver.assert(&Term::or([p.clone(), q.clone()])).expect("truth values");
            let p = solver.literal(&p).expect("a truth value");
            solver.check(&[!p], &mut Budget::steps(1000))
        };
        let (_, noted) = record(ask);
        let asked = noted.iter().flat_map(|t| &t.events).find_map(|e| match e {
            Event::Check { assumptions, answer } => Some((assumptions.clone(), *answer)),
            _ => None,
        });
        assert_eq!(asked, Some((vec![Term::not(p.clone())], Answer::Sat)));
    }
}
