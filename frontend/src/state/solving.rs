//! The solver's runs on the text on view, and their results.

use super::{AtRevision, State};
use crate::compare::TrackedComparison;
use crate::records::Shared;
use hornbook_abstraction::sigma::Choice;
use hornbook_protocol::compare::ComparisonRequest;
use hornbook_protocol::{Job, Options};
use hornbook_records::stages::StageContent;
use hornbook_records::{Outcome, Progress, TaskRecord};
use hornbook_tasks::choices::ChosenAbstraction;
use std::rc::Rc;

/// A result of the solver.
pub struct SolverResult {
    /// The verdicts.
    pub outcome: Outcome,
    /// How long it took, on this machine.
    pub milliseconds: f64,
    /// Whether the search ended by itself, and not at the time limit.
    pub ended: bool,
    /// The second look at it.
    pub second_look: SecondLookStatus,
}

/// How far the second look at an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondLookStatus {
    /// It was not made, if it is worth it.
    Open,
    /// It has found nothing.
    Nothing,
    /// The outcome is the one that it has found.
    Found,
}

/// A second look that is to be made.
#[derive(Clone)]
pub struct SecondLookRequest {
    /// The revision that it is about.
    pub revision: u32,
    /// The text and the choices of the search.
    pub job: Rc<Job>,
    /// The first outcome.
    pub first: Shared<SolverResult>,
}

impl PartialEq for SecondLookRequest {
    fn eq(&self, other: &SecondLookRequest) -> bool {
        self.revision == other.revision && self.first == other.first
    }
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

/// A run of the solver that was asked for.
#[derive(Clone)]
pub struct SolverRequest {
    /// Tells it from those before.
    pub ticket: u32,
    /// The revision that it is about.
    pub revision: u32,
    /// The text and the choices at that moment.
    pub job: Rc<Job>,
}

impl PartialEq for SolverRequest {
    fn eq(&self, other: &SolverRequest) -> bool {
        self.ticket == other.ticket
    }
}

impl State {
    /// The run that the solver works on, or has to begin.
    pub fn search(&self) -> Option<&SolverRequest> {
        self.search.as_ref().filter(|_| self.running())
    }

    /// The second look that is to be made at the outcome on view.
    pub fn second_look(&self) -> Option<SecondLookRequest> {
        let SolverStatus::Done(first) = &self.run.value else { return None };
        let is_open = first.second_look == SecondLookStatus::Open;
        let may_help = self.run_fresh() && is_open && first.outcome.deserves_second_look();
        let job = self.search.as_ref().filter(|_| may_help)?.job.clone();
        Some(SecondLookRequest { revision: self.run.revision, job, first: first.clone() })
    }

    /// Puts the outcome of a second look in the place of the first one; none if it has found nothing.
    pub(super) fn end_second_look(&mut self, better: Option<Outcome>) {
        let SolverStatus::Done(first) = &self.run.value else { return };
        let (outcome, second_look) = match better {
            Some(better) => (better, SecondLookStatus::Found),
            None => (first.outcome.clone(), SecondLookStatus::Nothing),
        };
        let SolverResult { milliseconds, ended, .. } = **first;
        let found = SolverResult { outcome, milliseconds, ended, second_look };
        self.run.value = SolverStatus::Done(Shared::new(found));
        self.follow_answer();
    }

    /// Begins a run; not for a text with errors, which stand beside it.
    pub(super) fn begin_to_solve(&mut self, by_itself: bool) {
        self.to_solve = false;
        if self.has_errors() {
            self.run = AtRevision { revision: 0, value: SolverStatus::Idle };
            // Where the verdict would stand, it is said as well.
            if self.shows() != StageContent::Verdict {
                self.go_to_stage(StageContent::Text);
            }
            return;
        }
        self.notice = None;
        self.examined = None;
        self.reveals_found = false;
        let ticket = self.search.as_ref().map_or(0, |before| before.ticket) + 1;
        let (revision, job) = (self.revision, Rc::new(self.job()));
        self.search = Some(SolverRequest { ticket, revision, job });
        self.run = AtRevision { revision, value: SolverStatus::Running(Progress::default()) };
        // A run that started by itself leaves the stage on view.
        if !by_itself {
            self.go_to_stage(StageContent::Verdict);
        }
    }

    /// Has the stages show the abstraction that the answer is for, where it was found and is another one. The choices
    /// stay; to the analysis this is a text with others.
    pub(super) fn follow_answer(&mut self) {
        let on_view =
            self.options_on_view().in_force(&self.wishes()).choices.abstraction_or_default();
        let answered = self.outcome().filter(|_| self.run_fresh());
        let found =
            answered.and_then(|o| o.abstraction.as_ref()?.parse::<ChosenAbstraction>().ok());
        let Some(found) = found.filter(|found| *found != on_view) else { return };
        let before = self.revision;
        self.changed();
        self.run.revision = self.revision;
        if let Some(comparison) = self.comparison.as_mut().filter(|c| c.asked.revision == before) {
            *comparison = TrackedComparison::begun(ComparisonRequest {
                revision: self.revision,
                ..comparison.asked.clone()
            });
        }
        let counts = |chosen: &ChosenAbstraction| chosen.choice().is_some_and(Choice::counts);
        if counts(&found) != counts(&on_view) {
            // Such an abstraction has other clauses.
            self.numbered_since = self.revision;
        }
        self.answered = Some(AtRevision { revision: self.revision, value: found });
    }

    /// The abstraction that was found and whose stages are on view.
    pub fn abstraction_found(&self) -> Option<&ChosenAbstraction> {
        let answered = self.answered.as_ref().filter(|a| a.revision == self.revision);
        answered.map(|answered| &answered.value)
    }

    /// The choices whose stages are on view.
    pub fn options_on_view(&self) -> Options {
        match self.abstraction_found() {
            Some(found) => self.options.with_abstraction(Some(found.clone())),
            None => self.options.clone(),
        }
    }

    /// The text and the choices whose stages are on view.
    pub fn job_on_view(&self) -> Job {
        Job { options: self.options_on_view(), ..self.job() }
    }

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
