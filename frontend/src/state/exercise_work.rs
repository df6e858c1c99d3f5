//! An exercise on the page: the answer so far, the hints that were looked at, and the last judgement.

use super::State;
use hornbook_base::{Diagnostic, Severity};
use hornbook_course::answer::{Answer, AnswerEntry};
use hornbook_course::exercise::Exercise;
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::template::MARK;
use std::rc::Rc;

/// The message for a change outside of the blanks.
const LOCKED: &str = "Only the blanks of this exercise can be changed.";

/// An exercise with a student's work on it.
#[derive(Clone, PartialEq)]
pub struct ExerciseWork {
    /// The exercise.
    pub exercise: Rc<Exercise>,
    /// The answer so far.
    pub answer: Answer,
    /// How many stages of hints were looked at.
    pub hints: usize,
    /// The judgement of the answer, while it is the one that was judged.
    pub judged: Option<Rc<AnswerJudgement>>,
}

impl ExerciseWork {
    /// The work on an exercise whose program stands there as it was shared or begun.
    pub fn begin(exercise: &Rc<Exercise>, text: &str) -> ExerciseWork {
        let answer = exercise.template.answer_in(text).unwrap_or_default();
        ExerciseWork { exercise: exercise.clone(), answer, hints: 0, judged: None }
    }
}

impl ExerciseWork {
    /// Whether an embedded page shows what Hornbook finds out about the program: to a question not before an answer was judged,
    /// and a run that is asked for not before the student has found one.
    pub fn shows_findings(&self) -> bool {
        // An exercise of a course is about its answer, and not about the stages.
        let Some(judged) = self.judged.as_ref().filter(|_| self.exercise.course.is_empty()) else {
            return false;
        };
        match self.exercise.asks_for_run() {
            true => judged.solved == Solved::Yes,
            // What cannot be read was not judged.
            false => judged.problems.is_empty(),
        }
    }
}

impl State {
    /// Whether the stages of the program, and its verdict, may be shown.
    pub fn shows_findings(&self) -> bool {
        self.work.as_ref().is_none_or(ExerciseWork::shows_findings)
    }

    /// The problems of the text that are shown: none while a blank of an exercise is empty, and only errors in one, as nobody
    /// can do anything about its locked text.
    pub fn shown_problems(&self, all: &Rc<Vec<Diagnostic>>) -> Rc<Vec<Diagnostic>> {
        if self.work.is_none() {
            return all.clone();
        }
        let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
        let errors = all.iter().filter(is_error).filter(|_| !self.has_empty_blank());
        Rc::new(errors.cloned().collect())
    }

    /// Whether a blank of the exercise has still its mark.
    pub fn has_empty_blank(&self) -> bool {
        self.work.is_some() && self.text.contains(MARK)
    }

    /// Begins the work on the exercise of a link; its program is the text then.
    pub(super) fn begin_exercise(&mut self, exercise: Option<&Rc<Exercise>>) {
        self.work = exercise.map(|exercise| ExerciseWork::begin(exercise, &self.text));
        if let Some(work) = &self.work {
            // A text that is none of this exercise gives way to it.
            let text = work.exercise.template.fill(&work.answer).0;
            self.edit(&text);
        }
    }

    /// Goes on with an answer that was kept, unless the program came with another one.
    pub fn go_on_with(&mut self, kept: AnswerEntry) {
        let Some(work) = &mut self.work else { return };
        let template = &work.exercise.template;
        if *self.text != *template.text || !work.answer.said.is_empty() {
            return;
        }
        let Answer { mut blanks, said } = kept.answer;
        // The exercise may have changed since.
        blanks.retain(|name, _| template.blanks.iter().any(|blank| blank.name == *name));
        work.answer.blanks.extend(blanks);
        work.answer.said = said;
        work.hints = kept.hints.min(work.exercise.hints.len());
        let text = template.fill(&work.answer).0;
        self.edit(&text);
    }

    /// Takes a change of the text by hand: whatever is outside of blanks stays.
    pub(super) fn edit_by_hand(&mut self, text: &str) {
        if let Some(work) = &mut self.work {
            match work.exercise.template.answer_in(text) {
                Some(answer) => {
                    let said = std::mem::take(&mut work.answer.said);
                    (work.answer, work.judged) = (Answer { said, ..answer }, None);
                }
                None => {
                    // The editor takes the text again.
                    self.layouts += 1;
                    self.notice = Some(Rc::from(LOCKED));
                    return;
                }
            }
        }
        self.yield_to_pragmas(text);
        self.edit(text);
    }

    /// Fills a blank.
    pub(super) fn fill_blank(&mut self, name: &str, said: String) {
        let Some(work) = &mut self.work else { return };
        work.answer.blanks.insert(name.to_owned(), said);
        work.judged = None;
        let text = work.exercise.template.fill(&work.answer).0;
        self.edit(&text);
        self.layouts += 1;
    }

    /// Takes an answer that is said beside the program.
    pub(super) fn say_answer(&mut self, said: String) {
        if let Some(work) = &mut self.work {
            work.answer.said = said;
            work.judged = None;
        }
    }

    /// Shows the next stage of the hints.
    pub(super) fn show_hint(&mut self) {
        if let Some(work) = &mut self.work {
            work.hints = (work.hints + 1).min(work.exercise.hints.len());
        }
    }

    /// Takes the judgement of an answer, unless it is another one by now.
    pub(super) fn take_judgement(&mut self, answer: &Answer, judgement: AnswerJudgement) {
        if let Some(work) = self.work.as_mut().filter(|work| work.answer == *answer) {
            work.judged = Some(Rc::new(judgement));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, State};
    use super::*;
    use hornbook_course::template::Template;
    use hornbook_protocol::Options;
    use yew::prelude::*;

    fn opened() -> State {
        let text = "int n = ___start;\nassert(n > ___bound);\n";
        let exercise = Exercise {
            template: Template::read(text),
            hints: vec![String::new()],
            ..Exercise::default()
        };
        let mut state = State::new(text, Options::default());
        state.begin_exercise(Some(&Rc::new(exercise)));
        state
    }

    fn after(state: State, action: Action) -> State {
        (*Rc::new(state).reduce(action)).clone()
    }

    #[test]
    fn blanks_are_filled_and_everything_else_is_locked() {
        let filled = after(opened(), Action::FillBlank("start".to_owned(), "3".to_owned()));
        assert_eq!(&*filled.text, "int n = 3;\nassert(n > ___bound);\n");
        let typed = after(filled.clone(), Action::Edit("int n = 3;\nassert(n > 2);\n".to_owned()));
        let answer = &typed.work.as_ref().expect("an exercise").answer;
        assert_eq!(answer.blanks["bound"], "2");
        let locked = after(typed.clone(), Action::Edit("int m = 3;\nassert(m > 2);\n".to_owned()));
        assert_eq!((&locked.text, locked.notice.as_deref()), (&typed.text, Some(LOCKED)));
        assert!(locked.layouts > typed.layouts);
        let laid_out =
            Action::Rewrite(typed.text.clone(), "int n = 3; assert(n > 2);\n".to_owned());
        assert_eq!(after(typed.clone(), laid_out).text, typed.text);
    }

    #[test]
    fn an_answer_that_was_kept_goes_on_where_no_other_came() {
        let answer = Answer {
            blanks: [("start", "3"), ("gone", "4")]
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .into(),
            ..Answer::default()
        };
        let kept = AnswerEntry { answer, hints: 5, solved: true };
        let mut state = opened();
        state.go_on_with(kept.clone());
        assert_eq!(&*state.text, "int n = 3;\nassert(n > ___bound);\n");
        let work = state.work.as_ref().expect("an exercise");
        assert_eq!((work.hints, work.answer.blanks.contains_key("gone")), (1, false));
        let mut other = after(opened(), Action::FillBlank("start".to_owned(), "7".to_owned()));
        other.go_on_with(kept);
        assert_eq!(&*other.text, "int n = 7;\nassert(n > ___bound);\n");
    }

    #[test]
    fn a_judgement_is_of_one_answer() {
        let judgement = AnswerJudgement {
            solved: Solved::Yes,
            reasons: vec![],
            problems: vec![],
            errors: vec![],
            text: String::new(),
        };
        let state = opened();
        let answer = state.work.as_ref().expect("an exercise").answer.clone();
        let judged = Action::Judged(answer.clone(), Box::new(judgement.clone()));
        let judged = after(state.clone(), judged);
        assert!(judged.work.as_ref().is_some_and(|work| work.judged.is_some()));
        let other = after(judged, Action::FillBlank("start".to_owned(), "3".to_owned()));
        assert!(other.work.as_ref().is_some_and(|work| work.judged.is_none()));
        let late = after(other, Action::Judged(answer, Box::new(judgement)));
        assert!(late.work.as_ref().is_some_and(|work| work.judged.is_none()));
    }

    #[test]
    fn hints_come_one_after_the_other() {
        let once = after(opened(), Action::ShowHint);
        let twice = after(once, Action::ShowHint);
        assert_eq!(twice.work.map(|work| work.hints), Some(1));
    }
}
