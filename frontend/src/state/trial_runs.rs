//! Trials of several choices: see [`crate::trials`].

use super::{AtRevision, SecondLookStatus, SolverResult, SolverStatus, State};
use crate::records::Shared;
use crate::trials::{TrialStatus, Trials, same};
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::{Job, Reply};
use hornbook_records::stages::StageContent;
use std::rc::Rc;

impl State {
    /// Requests trials of several choices, or closes them. Known results are reused. The text must have
    /// been read first, as it may choose itself.
    pub(super) fn compare_verdicts(&mut self, axis: Option<ComparisonAxis>) {
        if axis.is_some() && !self.fresh() {
            return;
        }
        let found = self.settled_run();
        let trials = axis.map(|axis| Trials::new(axis, self, found, self.tickets));
        self.tickets += trials.as_ref().map_or(0, |trials| trials.list.len() as u32);
        self.trials = trials.map(Rc::new);
    }

    /// The result of the run on view, if a larger time limit would not change it.
    fn settled_run(&self) -> Option<Shared<SolverResult>> {
        match &self.run.value {
            SolverStatus::Done(found) if self.run_fresh() && found.ended => Some(found.clone()),
            _ => None,
        }
    }

    /// Whether the trials are about the text on view.
    pub fn trials_fresh(&self) -> bool {
        let of = |trials: &Rc<Trials>| trials.are_about(self.kind, &self.text, &self.options);
        self.trials.as_ref().is_some_and(of)
    }

    /// The next trial, by its place and its ticket. The student's run comes first.
    pub fn next_trial(&self) -> Option<(usize, u32)> {
        self.trials.as_ref().filter(|_| !self.running() && self.trials_fresh())?.next()
    }

    /// The job of a trial.
    pub fn trial_job(&self, n: usize) -> Option<Job> {
        self.trials.as_ref()?.job(n)
    }

    /// Changes the trials, if there are some.
    pub(super) fn change_trials(&mut self, change: impl FnOnce(&mut Trials)) {
        if let Some(trials) = &mut self.trials {
            change(Rc::make_mut(trials));
        }
    }

    /// Handles a reply of the worker for trials.
    pub(super) fn handle_trial_reply(&mut self, reply: Reply) {
        let (ticket, standing) = match reply {
            Reply::Progress { revision, progress } => (revision, TrialStatus::Running(progress)),
            Reply::Solved { revision, outcome, milliseconds, ended } => {
                let second_look = SecondLookStatus::Open;
                let found = SolverResult { outcome: *outcome, milliseconds, ended, second_look };
                (revision, TrialStatus::Done(Shared::new(found)))
            }
            Reply::Refused { revision } => {
                (revision, TrialStatus::Failed("The text has errors.".to_owned()))
            }
            _ => return,
        };
        self.set_trial_status(ticket, standing);
    }

    /// Sets the status of a trial. Replies to outdated tickets are dropped.
    pub(super) fn set_trial_status(&mut self, ticket: u32, standing: TrialStatus) {
        if self.next_trial().is_some_and(|(_, wanted)| wanted == ticket) {
            self.change_trials(|trials| {
                if let Some(trial) = trials.find_by_ticket(ticket) {
                    trial.standing = standing;
                }
            });
        }
    }

    /// Notes the result of the run for the trial of the same choice.
    pub(super) fn note_run(&mut self) {
        let Some(found) = self.settled_run().filter(|_| self.trials_fresh()) else { return };
        let now = self.options_in_force();
        self.change_trials(|trials| {
            for trial in trials.list.iter_mut().filter(|trial| same(&trial.options, &now)) {
                trial.standing = TrialStatus::Done(found.clone());
            }
        });
    }

    /// Adopts the choice of a trial, and shows its result, if a larger time limit would not change it.
    pub(super) fn adopt_trial(&mut self, n: usize) {
        let Some(trials) = self.trials.clone().filter(|_| self.trials_fresh()) else { return };
        let Some(options) = trials.choices(n, &self.options) else { return };
        self.choose(&options);
        self.go_to_stage(StageContent::Verdict);
        match &trials.list[n].standing {
            TrialStatus::Done(found) if found.ended => {
                self.run = AtRevision {
                    revision: self.revision,
                    value: SolverStatus::Done(found.clone()),
                };
                (self.examined, self.step) = (None, 0);
            }
            _ => {}
        }
    }
}
