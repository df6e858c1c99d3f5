//! Events of the workers.

use super::{AtRevision, SecondLookStatus, SolverResult, SolverStatus, State, WorkerRole};
use crate::agent::WorkerEvent;
use crate::clause_questions::ClauseQuestion;
use crate::compare::{ComparisonStatus, FinishedComparison, TrackedComparison};
use crate::records::{Analysis, Shared};
use crate::trials::TrialStatus;
use hornbook_protocol::Reply;
use hornbook_protocol::compare::{ComparisonAxis, ComparisonRequest};
use hornbook_records::StageRecord;
use hornbook_records::stages::StageContent;

impl State {
    /// Handles an event of a worker.
    pub(super) fn handle_event(&mut self, who: WorkerRole, event: WorkerEvent) {
        match (event, who) {
            (WorkerEvent::Reply(reply), WorkerRole::Trials(_)) => self.handle_trial_reply(*reply),
            (WorkerEvent::Reply(reply), _) => self.handle_reply(*reply),
            (WorkerEvent::Crashed(reason), WorkerRole::Analysis) => self.trouble = Some(reason),
            (WorkerEvent::Crashed(reason), WorkerRole::Solver) if self.running() => {
                self.run.value = SolverStatus::Crashed(reason);
            }
            (WorkerEvent::Crashed(_), WorkerRole::Solver) => {}
            // The first outcome stays.
            (WorkerEvent::Crashed(_), WorkerRole::SecondLook) => self.end_second_look(None),
            (WorkerEvent::Crashed(reason), WorkerRole::Comparison) => self.fail_comparison(reason),
            (WorkerEvent::Crashed(reason), WorkerRole::Trials(ticket)) => {
                self.set_trial_status(ticket, TrialStatus::Failed(reason));
            }
        }
    }

    /// Handles a question that broke the analysis worker: it is not asked again.
    pub(super) fn unanswered(&mut self, question: ClauseQuestion, reason: String) {
        // A question about another text does not matter any more.
        if question.revision == self.revision {
            match question.call {
                None => self.unanswered.push(question.clause),
                Some(call) => {
                    self.witness_searches.note(question.revision, question.clause, call, Err(None))
                }
            }
            self.trouble = Some(reason);
            self.broke_down = true;
        }
    }

    fn handle_reply(&mut self, reply: Reply) {
        match reply {
            Reply::Ready | Reply::Broke(_) | Reply::Written { .. } => {}
            Reply::Analysed { revision, road, .. } => self.analysed(revision, *road),
            Reply::Story { revision, story } => {
                self.story = Some(AtRevision { revision, value: Shared::new(*story) });
            }
            Reply::Witness { revision, clause, call, picture, why } => {
                if self.analysis.as_ref().is_some_and(|a| a.revision == revision) {
                    self.witness_searches.note(
                        revision,
                        clause,
                        call,
                        picture.map(|p| *p).ok_or(why),
                    );
                }
            }
            Reply::Compared { asked, comparison, pictures } => {
                if self.comparison_to_request().as_ref() == Some(&asked) {
                    let answer = match comparison {
                        Some(comparison) => ComparisonStatus::Done(Shared::new(
                            FinishedComparison::new(*comparison, pictures),
                        )),
                        None => ComparisonStatus::Failed(
                            "There is no such clause to compare.".to_owned(),
                        ),
                    };
                    self.comparison = Some(TrackedComparison { asked, answer });
                }
            }
            Reply::Progress { revision, mut progress } => {
                if let SolverStatus::Running(before) = &self.run.value
                    && self.run.revision == revision
                {
                    // Another strategy counts from its own beginning; the work before it was done all the same.
                    let (now, before) = (&mut progress.statistics, &before.statistics);
                    now.questions = now.questions.max(before.questions);
                    now.lemmas = now.lemmas.max(before.lemmas);
                    self.run.value = SolverStatus::Running(progress);
                }
            }
            Reply::Solved { revision, outcome, milliseconds, ended } => {
                if self.running() && self.run.revision == revision {
                    let second_look = SecondLookStatus::Open;
                    let found =
                        SolverResult { outcome: *outcome, milliseconds, ended, second_look };
                    self.run.value = SolverStatus::Done(Shared::new(found));
                    self.step = 0;
                    self.note_run();
                    self.follow_answer();
                }
            }
            Reply::LookedAgain { revision, outcome } => {
                if self.run.revision == revision && self.run_fresh() {
                    self.end_second_look(outcome.map(|outcome| *outcome));
                }
            }
            Reply::Refused { revision } => {
                if self.running() && self.run.revision == revision {
                    self.run.value = SolverStatus::Idle;
                    self.go_to_stage(StageContent::Text);
                }
            }
        }
    }

    /// Requests a comparison of the clause on view, or closes the one on view.
    pub(super) fn compare(&mut self, axis: Option<ComparisonAxis>) {
        let asked = axis.zip(self.selected).map(|(axis, clause)| {
            let revision = self.revision;
            ComparisonRequest { revision, clause, axis }
        });
        self.comparison = asked.map(TrackedComparison::begun);
    }

    /// Notes why there is no comparison.
    pub(super) fn fail_comparison(&mut self, reason: String) {
        if let Some(asked) = self.comparison_to_request() {
            self.comparison =
                Some(TrackedComparison { asked, answer: ComparisonStatus::Failed(reason) });
        }
    }

    /// Takes an analysis, unless a newer one is on view.
    fn analysed(&mut self, revision: u32, road: StageRecord) {
        if revision == self.revision {
            self.trouble = None;
        }
        if self.analysis.as_ref().is_none_or(|a| a.revision < revision) {
            self.stages = road.stage_list.clone().into();
            let mut analysis = Analysis::from(road);
            if analysis.systems.is_none() {
                // While the text has errors, its former wishes hold.
                analysis.wishes = self.wishes();
            }
            self.renumber(revision, &analysis);
            self.analysis = Some(AtRevision { revision, value: Shared::new(analysis) });
        }
    }
}
