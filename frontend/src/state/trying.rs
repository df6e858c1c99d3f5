//! What comes of several choices: see [`crate::trials`].

use super::{Found, Known, Solving, State};
use crate::records::Shared;
use crate::trials::{Standing, Trials, same};
use hornbook_protocol::compare::Axis;
use hornbook_protocol::{Job, Reply};
use hornbook_records::stages::Shows;
use std::rc::Rc;

impl State {
    /// Has several choices tried, or puts what came of them away. What is known already is not tried
    /// again. Before the text was read it is not known what it wants itself.
    pub(super) fn compare_verdicts(&mut self, axis: Option<Axis>) {
        if axis.is_some() && !self.fresh() {
            return;
        }
        let found = self.settled_run();
        let trials = axis.map(|axis| Trials::new(axis, self, found, self.tickets));
        self.tickets += trials.as_ref().map_or(0, |trials| trials.list.len() as u32);
        self.trials = trials.map(Rc::new);
    }

    /// What the run of the text on view has found, if more patience would not change it.
    fn settled_run(&self) -> Option<Shared<Found>> {
        match &self.run.value {
            Solving::Done(found) if self.run_fresh() && found.ended => Some(found.clone()),
            _ => None,
        }
    }

    /// Whether what was tried is about the text on view.
    pub fn trials_fresh(&self) -> bool {
        let of = |trials: &Rc<Trials>| trials.are_about(self.kind, &self.text, &self.options);
        self.trials.as_ref().is_some_and(of)
    }

    /// What is to be tried now, by its place among the trials and its ticket. A run goes before.
    pub fn wanted_trial(&self) -> Option<(usize, u32)> {
        self.trials.as_ref().filter(|_| !self.running() && self.trials_fresh())?.next()
    }

    /// What is to be solved for a trial.
    pub fn trial_job(&self, n: usize) -> Option<Job> {
        self.trials.as_ref()?.job(n)
    }

    /// Changes what is known of the trials, if there are some.
    pub(super) fn change_trials(&mut self, change: impl FnOnce(&mut Trials)) {
        if let Some(trials) = &mut self.trials {
            change(Rc::make_mut(trials));
        }
    }

    /// The worker that tries has said something.
    pub(super) fn tried(&mut self, reply: Reply) {
        let (ticket, standing) = match reply {
            Reply::Progress { revision, progress } => (revision, Standing::Running(progress)),
            Reply::Solved { revision, outcome, milliseconds, ended } => {
                let found = Found { outcome: *outcome, milliseconds, ended };
                (revision, Standing::Done(Shared::new(found)))
            }
            Reply::Refused { revision } => {
                (revision, Standing::Failed("The text has errors.".to_owned()))
            }
            _ => return,
        };
        self.stands(ticket, standing);
    }

    /// How a trial stands. Late news of what is not wanted any more is passed over.
    pub(super) fn stands(&mut self, ticket: u32, standing: Standing) {
        if self.wanted_trial().is_some_and(|(_, wanted)| wanted == ticket) {
            self.change_trials(|trials| {
                if let Some(trial) = trials.of_ticket(ticket) {
                    trial.standing = standing;
                }
            });
        }
    }

    /// What the run has found is known of the choice that it was made with.
    pub(super) fn note_run(&mut self) {
        let Some(found) = self.settled_run().filter(|_| self.trials_fresh()) else { return };
        let now = self.options_in_force();
        self.change_trials(|trials| {
            for trial in trials.list.iter_mut().filter(|trial| same(&trial.options, &now)) {
                trial.standing = Standing::Done(found.clone());
            }
        });
    }

    /// Makes the choice that was tried, and shows what came of it, if more patience would not change it.
    pub(super) fn adopt_trial(&mut self, n: usize) {
        let Some(trials) = self.trials.clone().filter(|_| self.trials_fresh()) else { return };
        let Some(options) = trials.choices(n, &self.options) else { return };
        self.choose(&options);
        self.go_to_stage(Shows::Verdict);
        match &trials.list[n].standing {
            Standing::Done(found) if found.ended => {
                self.run = Known { revision: self.revision, value: Solving::Done(found.clone()) };
                (self.examined, self.step) = (None, 0);
            }
            _ => {}
        }
    }
}
