//! Questions to the analysis worker about single clauses.
//!
//! A worker answers in the order in which it is asked. So it works on the oldest question without an
//! answer, whatever is on view.

use hornbook_horn::ClauseId;
use hornbook_protocol::{Reply, Request};

/// A question about a clause of the text that was analysed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseQuestion {
    /// That text's revision.
    pub revision: u32,
    /// The clause.
    pub clause: ClauseId,
    /// The call for which a witness is wanted; none for the story of the clause.
    pub call: Option<usize>,
}

impl ClauseQuestion {
    /// The question for the worker.
    pub fn request(self) -> Request {
        let ClauseQuestion { revision, clause, call } = self;
        match call {
            None => Request::Story { revision, clause },
            Some(call) => Request::Witness { revision, clause, call },
        }
    }

    /// The question that a reply answers, if it is about one clause.
    pub fn answered_by(reply: &Reply) -> Option<ClauseQuestion> {
        match reply {
            Reply::Story { revision, story } => {
                Some(ClauseQuestion { revision: *revision, clause: story.id, call: None })
            }
            Reply::Witness { revision, clause, call, .. } => {
                Some(ClauseQuestion { revision: *revision, clause: *clause, call: Some(*call) })
            }
            _ => None,
        }
    }
}

/// The questions that have no answer yet, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseQuestions(Vec<ClauseQuestion>);

impl ClauseQuestions {
    /// Notes a new question. False if its answer is awaited already.
    pub fn ask(&mut self, question: ClauseQuestion) -> bool {
        let new = !self.0.contains(&question);
        if new {
            self.0.push(question);
        }
        new
    }

    /// Notes an answer and drops the older questions. False if the answer was not awaited.
    pub fn answered(&mut self, question: ClauseQuestion) -> bool {
        let at = self.0.iter().position(|asked| *asked == question);
        if let Some(at) = at {
            self.0.drain(..=at);
        }
        at.is_some()
    }

    /// The worker has read a text: drops the questions about others. Its first answer is the story of
    /// `next`.
    pub fn analysed(&mut self, revision: u32, next: Option<ClauseId>) {
        self.0.retain(|asked| asked.revision == revision);
        if let Some(clause) = next {
            self.0.insert(0, ClauseQuestion { revision, clause, call: None });
        }
    }

    /// Whether no answer is awaited.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes all questions out when the worker is lost, first the one that it worked on.
    pub fn take(&mut self) -> Vec<ClauseQuestion> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(clause: u32) -> ClauseQuestion {
        ClauseQuestion { revision: 1, clause: ClauseId(clause), call: None }
    }

    #[test]
    fn the_oldest_question_without_an_answer_is_under_way() {
        let mut questions = ClauseQuestions::default();
        let witness = ClauseQuestion { call: Some(0), ..story(4) };
        for question in [story(4), witness, story(5), story(6)] {
            assert!(questions.ask(question) && !questions.ask(question));
        }
        assert!(questions.answered(story(4)) && !questions.answered(story(4)));
        assert_eq!(questions.clone().take(), [witness, story(5), story(6)]);
        // A clause that is not there has no story: the worker says nothing and goes on.
        assert!(questions.answered(story(5)));
        assert_eq!(questions.take(), [story(6)]);
        assert!(questions.is_empty());
    }

    #[test]
    fn what_was_asked_again_with_its_text_is_still_waited_for() {
        let mut questions = ClauseQuestions::default();
        questions.ask(story(4));
        questions.ask(ClauseQuestion { revision: 2, ..story(5) });
        questions.analysed(2, None);
        assert_eq!(questions.take(), [ClauseQuestion { revision: 2, ..story(5) }]);
    }

    #[test]
    fn the_story_that_comes_with_a_text_comes_before_what_was_asked_meanwhile() {
        let mut questions = ClauseQuestions::default();
        questions.ask(story(5));
        questions.analysed(1, Some(ClauseId(4)));
        assert!(!questions.ask(story(4)), "it comes by itself");
        assert_eq!(questions.clone().take(), [story(4), story(5)]);
        assert!(questions.answered(story(4)));
        assert_eq!(questions.take(), [story(5)]);
    }
}
