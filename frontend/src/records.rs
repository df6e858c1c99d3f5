//! The core's records, shared between components.
//!
//! Records are large and never change; two shared ones are equal when they are the same allocation, so that
//! the page quickly finds the parts that need no redrawing.

use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_base::{Diagnostic, Severity};
use hornbook_horn::{Clause, ClauseId, System};
use hornbook_lang::calls::CallHandling;
use hornbook_records::graph::Drawing;
use hornbook_records::stages::{Phase, StageContent};
use hornbook_records::{ClauseSummary, PragmaOptions, RuleStep, StageRecord, Stages};
use std::ops::Deref;
use std::rc::Rc;

/// A shared record, equal only to itself.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a record.
    pub fn new(record: T) -> Shared<T> {
        Shared(Rc::new(record))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The records about a text before it is solved.
pub struct Analysis {
    /// The diagnostics of the text.
    pub problems: Rc<Vec<Diagnostic>>,
    /// The choices of the text itself, in words.
    pub own: Vec<String>,
    /// The choices that the text asks for, whatever the student has chosen.
    pub wishes: PragmaOptions,
    /// The names in the program of variables that the clauses call otherwise.
    pub names: Vec<(String, String)>,
    /// The handling of the program's functions, and why.
    pub calls: Vec<CallHandling>,
    /// The control-flow graph of the program, then those of its functions; none when the text has errors.
    pub drawings: Vec<Rc<Drawing>>,
    /// The steps with the text before there were clauses.
    pub steps: Vec<RuleStep>,
    /// The clauses; none when the text has errors.
    pub systems: Option<Systems>,
}

/// The systems of clauses, one for each time.
pub struct Systems {
    concrete: Rc<System>,
    abstracted: Rc<System>,
    eliminated: Rc<System>,
    simplified: Rc<System>,
    /// The abstraction of each predicate.
    pub abstraction: Rc<Abstraction>,
    /// The summaries of the clauses.
    pub clauses: Vec<Rc<ClauseSummary>>,
    /// The completeness of all calls together.
    pub completeness: Completeness,
    /// How cells are chosen.
    pub heuristic: Heuristic,
}

impl From<StageRecord> for Analysis {
    fn from(record: StageRecord) -> Analysis {
        Analysis {
            problems: Rc::new(record.diagnostics),
            own: record.own,
            wishes: record.wishes,
            names: record.names,
            calls: record.calls,
            drawings: record.drawing.into_iter().chain(record.functions).map(Rc::new).collect(),
            steps: record.steps,
            systems: record.stages.map(Systems::from),
        }
    }
}

impl From<Stages> for Systems {
    fn from(stages: Stages) -> Systems {
        Systems {
            concrete: Rc::new(stages.concrete),
            abstracted: Rc::new(stages.abstracted),
            eliminated: Rc::new(stages.eliminated),
            simplified: Rc::new(stages.simplified),
            abstraction: Rc::new(stages.abstraction),
            clauses: stages.clauses.into_iter().map(Rc::new).collect(),
            completeness: stages.completeness,
            heuristic: stages.policy.heuristic,
        }
    }
}

impl Analysis {
    /// Whether a stage that shows this was reached.
    pub fn reached(&self, shows: StageContent) -> bool {
        match shows {
            StageContent::Text => !self.problems.iter().any(|p| p.severity == Severity::Error),
            StageContent::Verdict => false,
            _ => self.systems.is_some(),
        }
    }

    /// The number of clauses at some time.
    pub fn count(&self, phase: Phase) -> Option<usize> {
        Some(self.systems.as_ref()?.after(phase).clauses.len())
    }
}

impl Systems {
    /// The clauses at some time.
    pub fn after(&self, phase: Phase) -> &Rc<System> {
        match phase {
            Phase::Concrete => &self.concrete,
            Phase::Abstracted => &self.abstracted,
            Phase::Eliminated => &self.eliminated,
            Phase::Simplified => &self.simplified,
        }
    }

    /// A clause as it is at some time, if it is still there.
    pub fn clause(&self, phase: Phase, id: ClauseId) -> Option<(&Rc<System>, &Clause)> {
        let system = self.after(phase);
        system.clause(id).map(|clause| (system, clause))
    }

    /// The names of the program's arrays, in the order in which they appear.
    pub fn arrays(&self) -> Vec<String> {
        let mut names: Vec<String> = vec![];
        let params = self.concrete.preds.iter().flat_map(|p| &p.params);
        for param in params.filter(|v| v.sort.is_array()) {
            if !names.iter().any(|n| **n == *param.name) {
                names.push(param.name.to_string());
            }
        }
        names
    }

    /// The names of the program's points that have arrays.
    pub fn points(&self) -> Vec<String> {
        let with =
            self.concrete.preds.iter().filter(|p| p.params.iter().any(|v| v.sort.is_array()));
        with.map(|p| p.name.clone()).collect()
    }

    /// The summary of a clause.
    pub fn summary(&self, id: ClauseId) -> Option<&Rc<ClauseSummary>> {
        self.clauses.iter().find(|summary| summary.id == id)
    }

    /// The clauses that come from around a byte of the text: those with the smallest range that holds it.
    pub fn clauses_at(&self, byte: u32) -> Vec<ClauseId> {
        let holds = |c: &&Rc<ClauseSummary>| c.span.start <= byte && byte <= c.span.end;
        let length = |c: &Rc<ClauseSummary>| c.span.end - c.span.start;
        let around: Vec<&Rc<ClauseSummary>> = self.clauses.iter().filter(holds).collect();
        let Some(smallest) = around.iter().map(|c| length(c)).min() else {
            return vec![];
        };
        around.iter().filter(|c| length(c) == smallest).map(|c| c.id).collect()
    }
}
