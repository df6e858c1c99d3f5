//! The solver's runs on the text on view, and their results.

use super::State;
use crate::records::Shared;
use hornbook_records::{Outcome, Progress, TaskRecord};

/// A result of the solver.
pub struct SolverResult {
    /// The verdicts.
    pub outcome: Outcome,
    /// How long it took, on this machine.
    pub milliseconds: f64,
    /// Whether the search ended by itself, and not at the time limit.
    pub ended: bool,
}

/// The status of the solver.
#[derive(Clone, PartialEq)]
pub enum SolverStatus {
    /// Nothing has been solved.
    Idle,
    /// The solver is running.
    Running(Progress),
    /// It has answered.
    Done(Shared<SolverResult>),
    /// It was stopped by the student.
    Stopped(Progress),
    /// It broke down.
    Crashed(String),
}

impl State {
    /// Whether solving, or its result, belongs to the current revision.
    pub fn run_fresh(&self) -> bool {
        self.run.revision == self.revision
    }

    /// Whether there is a verdict on the current text and choices.
    pub fn is_solved(&self) -> bool {
        self.run_fresh() && self.outcome().is_some()
    }

    /// Whether solving starts now by itself.
    pub fn begins_to_solve(&self) -> bool {
        self.to_solve && self.fresh()
    }

    /// Whether the solver is running.
    pub fn running(&self) -> bool {
        matches!(self.run.value, SolverStatus::Running(_))
    }

    /// The tasks that the search on view has asked so far.
    pub fn tasks(&self) -> &[TaskRecord] {
        match &self.run.value {
            SolverStatus::Running(progress) | SolverStatus::Stopped(progress) => &progress.tasks,
            SolverStatus::Done(found) => &found.outcome.tasks,
            SolverStatus::Idle | SolverStatus::Crashed(_) => &[],
        }
    }

    /// The outcome on view, if there is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.run.value {
            SolverStatus::Done(found) => Some(&found.outcome),
            _ => None,
        }
    }
}
