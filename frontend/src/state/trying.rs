//! What comes of several choices: see [`crate::trials`].

use super::{Found, Known, Solving, Stage, State};
use crate::compare::Axis;
use crate::protocol::{Job, Options, Reply};
use crate::records::Shared;
use crate::trials::{Standing, Trials};
use hornbook_core::explain::Verdict;

impl State {
    /// The text with names for all choices.
    fn named_job(&self) -> Job {
        Job { options: self.options_in_force(), ..self.job() }
    }

    /// Has several choices tried, or puts what came of them away. What is known already is not tried
    /// again, unless it is that no answer was found.
    pub(super) fn compare_verdicts(&mut self, axis: Option<Axis>) {
        let found = match &self.run.value {
            Solving::Done(found) if self.run_fresh() && settles(found) => Some(found.clone()),
            _ => None,
        };
        let trials = axis.map(|axis| Trials::new(axis, &self.named_job(), found, self.tickets));
        self.tickets += trials.as_ref().map_or(0, |trials| trials.list.len() as u32);
        self.trials = trials;
    }

    /// Whether what was tried is about the text on view.
    pub fn trials_fresh(&self) -> bool {
        self.trials.as_ref().is_some_and(|trials| trials.are_about(self.named_job()))
    }

    /// What is to be tried now, with its ticket.
    pub fn wanted_trial(&self) -> Option<(u32, Job)> {
        self.trials.as_ref().filter(|_| self.trials_fresh())?.next()
    }

    /// No more is to be tried, or the rest.
    pub(super) fn halt_trials(&mut self, halt: bool) {
        if let Some(trials) = &mut self.trials {
            trials.stopped = halt;
            trials.break_off();
        }
    }

    /// The worker that tries has said something.
    pub(super) fn tried(&mut self, reply: Reply) {
        let (ticket, standing) = match reply {
            Reply::Progress { revision, progress } => (revision, Standing::Running(progress)),
            Reply::Solved { revision, outcome, milliseconds } => {
                let found = Found { outcome: *outcome, milliseconds };
                (revision, Standing::Done(Shared::new(found)))
            }
            Reply::Refused { revision } => {
                (revision, Standing::Failed("The text has errors.".to_owned()))
            }
            _ => return,
        };
        self.stands(ticket, standing);
    }

    /// The worker that tries broke down.
    pub(super) fn not_tried(&mut self, reason: String) {
        if let Some((ticket, _)) = self.wanted_trial() {
            self.stands(ticket, Standing::Failed(reason));
        }
    }

    /// Late news of what is not wanted any more is passed over.
    fn stands(&mut self, ticket: u32, standing: Standing) {
        let wanted = self.wanted_trial().is_some_and(|(wanted, _)| wanted == ticket);
        let trials = self.trials.as_mut().filter(|_| wanted);
        if let Some(trial) = trials.and_then(|trials| trials.of_ticket(ticket)) {
            trial.standing = standing;
        }
    }

    /// Makes the choice that was tried, and shows what came of it.
    pub(super) fn adopt_trial(&mut self, n: usize) {
        let trials = self.trials.as_ref().filter(|_| self.trials_fresh());
        let Some(trial) = trials.and_then(|trials| trials.list.get(n)).cloned() else { return };
        let now = self.options_in_force();
        let mut options = self.options.clone();
        // What holds already is still the program's choice and not the student's.
        if trial.options.abstraction != now.abstraction {
            options.abstraction = trial.options.abstraction;
        }
        if trial.options.heuristic != now.heuristic {
            options.heuristic = trial.options.heuristic;
        }
        self.take_choice(&options);
        self.stage = Stage::Solve;
        if let Standing::Done(found) = trial.standing
            && settles(&found)
        {
            self.run = Known { revision: self.revision, value: Solving::Done(found) };
            (self.examined, self.step) = (None, 0);
        }
    }

    /// Whether a choice is the one that is made.
    pub fn in_force(&self, options: &Options) -> bool {
        let now = self.options_in_force();
        now.abstraction == options.abstraction && now.heuristic == options.heuristic
    }
}

/// Whether it is an answer that more patience would not change.
fn settles(found: &Found) -> bool {
    !matches!(found.outcome.verdict, Verdict::Unknown(_))
}
