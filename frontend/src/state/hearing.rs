//! Events of the workers.

use super::{Found, Known, Solving, State, Who};
use crate::agent::Event;
use crate::clause_questions::ClauseQuestion;
use crate::compare::{Answer, Compared, Ways};
use crate::records::{Analysis, Shared};
use crate::trials::Standing;
use hornbook_protocol::Reply;
use hornbook_protocol::compare::{Asked, Axis};
use hornbook_records::Road;
use hornbook_records::stages::Shows;

impl State {
    /// Handles an event of a worker.
    pub(super) fn heard(&mut self, who: Who, event: Event) {
        match (event, who) {
            (Event::Reply(reply), Who::Trier(_)) => self.tried(*reply),
            (Event::Reply(reply), _) => self.told(*reply),
            (Event::Crashed(reason), Who::Analyst) => self.trouble = Some(reason),
            (Event::Crashed(reason), Who::Solver) if self.running() => {
                self.run.value = Solving::Crashed(reason);
            }
            (Event::Crashed(_), Who::Solver) => {}
            (Event::Crashed(reason), Who::Comparer) => self.not_compared(reason),
            (Event::Crashed(reason), Who::Trier(ticket)) => {
                self.stands(ticket, Standing::Failed(reason));
            }
        }
    }

    /// Handles a question that broke the analysis worker: it is not asked again.
    pub(super) fn unanswered(&mut self, question: ClauseQuestion, reason: String) {
        // A question about another text does not matter any more.
        if question.revision == self.revision {
            match question.call {
                None => self.unanswered.push(question.clause),
                Some(call) => self.losses.note(question.revision, question.clause, call, Err(None)),
            }
            self.trouble = Some(reason);
            self.broke_down = true;
        }
    }

    fn told(&mut self, reply: Reply) {
        match reply {
            Reply::Ready | Reply::Broke(_) | Reply::Written { .. } => {}
            Reply::Analysed { revision, road, .. } => self.analysed(revision, *road),
            Reply::Story { revision, story } => {
                self.story = Some(Known { revision, value: Shared::new(*story) });
            }
            Reply::Witness { revision, clause, call, picture, why } => {
                if self.analysis.as_ref().is_some_and(|a| a.revision == revision) {
                    self.losses.note(revision, clause, call, picture.map(|p| *p).ok_or(why));
                }
            }
            Reply::Compared { asked, comparison, pictures } => {
                if self.wanted_comparison().as_ref() == Some(&asked) {
                    let answer = match comparison {
                        Some(comparison) => {
                            Answer::Done(Shared::new(Ways::new(*comparison, pictures)))
                        }
                        None => Answer::Failed("There is no such clause to compare.".to_owned()),
                    };
                    self.comparison = Some(Compared { asked, answer });
                }
            }
            Reply::Progress { revision, progress } => {
                if self.running() && self.run.revision == revision {
                    self.run.value = Solving::Running(progress);
                }
            }
            Reply::Solved { revision, outcome, milliseconds, ended } => {
                if self.running() && self.run.revision == revision {
                    let found = Found { outcome: *outcome, milliseconds, ended };
                    self.run.value = Solving::Done(Shared::new(found));
                    self.step = 0;
                    self.note_run();
                }
            }
            Reply::Refused { revision } => {
                if self.running() && self.run.revision == revision {
                    self.run.value = Solving::Idle;
                    self.go_to_stage(Shows::Text);
                }
            }
        }
    }

    /// Requests a comparison of the clause on view, or closes the one on view.
    pub(super) fn compare(&mut self, axis: Option<Axis>) {
        let asked = axis.zip(self.selected).map(|(axis, clause)| {
            let revision = self.revision;
            Asked { revision, clause, axis }
        });
        self.comparison = asked.map(Compared::begun);
    }

    /// Notes why there is no comparison.
    pub(super) fn not_compared(&mut self, reason: String) {
        if let Some(asked) = self.wanted_comparison() {
            self.comparison = Some(Compared { asked, answer: Answer::Failed(reason) });
        }
    }

    /// Takes an analysis, unless a newer one is on view.
    fn analysed(&mut self, revision: u32, road: Road) {
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
            self.analysis = Some(Known { revision, value: Shared::new(analysis) });
        }
    }
}
