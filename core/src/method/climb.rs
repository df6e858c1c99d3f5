//! Abstractions from weak to strong: all are asked about, each for a while by turns, until one
//! settles the claims. A program without loops is decided as it is first; where that leaves something
//! open, abstractions may still help. Soundness is that of [`super::one`].

use super::choices::Choices;
use super::judgement::{Conclusion, Judgement};
use super::one::{conclude, itself};
use super::task::{Answer, Question, Source, Task, Told};
use super::{Method, Next};
use crate::abstraction::sigma::{Choice, Sigma};
use crate::chc::settings::Climbing;

/// An abstraction that is tried.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Its name in options.
    pub(super) name: String,
    pub(super) choice: Choice,
}

impl Level {
    /// The text with this abstraction instead of the one that was chosen.
    pub(super) fn task(&self, source: &Source, options: &Choices, chosen: Choice) -> Task {
        let options = Choices { abstraction: Some(self.choice.clone().into()), ..options.clone() };
        let why = match self.choice == chosen {
            true => "The weakest abstraction is the fastest, and often suffices.".to_owned(),
            false => format!("{} can say what {chosen} cannot.", self.name),
        };
        Task { title: format!("with {}", self.name), why, ..itself(source, &options) }
    }
}

/// Abstractions each of which can say all that the ones before it can, as far as arrays have cells
/// enough.
pub(super) fn levels() -> [Level; 3] {
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    let level = |name: &str, all| Level {
        name: name.to_owned(),
        choice: Choice { all, ..Choice::default() },
    };
    [level("cell1", Sigma::Cell), level("cell<2", ordered), level("cell2", Sigma::cells(2))]
}

/// Whether stronger abstractions are worth a try: there must be arrays and claims, and for advice
/// nobody waits as long as many arrays or arrays of arrays take.
pub(super) fn suits(question: &Question, climbs: bool, limits: &Climbing) -> bool {
    let Question { arrays, nested, claims, .. } = question;
    // Without claims one answer is as good as another.
    !claims.is_empty() && *arrays > 0 && (climbs || *arrays <= limits.arrays && !nested)
}

/// The text as a task for which nothing is abstracted.
fn without_abstraction(source: &Source, options: &Choices) -> Task {
    Task {
        title: "with no abstraction".into(),
        why: "There is no loop, so nothing needs to be abstracted.".into(),
        exact: true,
        ..itself(source, &options.without_auto())
    }
}

/// The method.
pub struct Climb {
    question: Question,
    levels: Vec<Level>,
    /// Of the tasks the first one asks for a decision without any abstraction.
    exact: bool,
    asked: Vec<Task>,
}

impl Climb {
    /// Its name.
    pub const NAME: &str = "auto";

    /// The method for a question.
    pub fn new(question: Question, limits: &Climbing) -> Climb {
        let mut levels = levels().to_vec();
        if !suits(&question, true, limits) {
            levels.truncate(1);
        }
        let exact = question.loop_free && !question.claims.is_empty();
        Climb { question, levels, exact, asked: vec![] }
    }

    /// The level of a task; `None` for the one without abstraction.
    fn level(&self, task: usize) -> Option<&Level> {
        self.levels.get(task.checked_sub(usize::from(self.exact))?)
    }

    /// The judgement of the task that settles most, of several the one without abstraction, or else
    /// the one with the strongest. As long as one abstraction was not tried to the end, none is too
    /// weak; where nothing was abstracted, what is said is no matter of abstractions.
    fn best(&self, answers: &[Answer]) -> Judgement {
        let rank = |n: usize, answer: &Answer| (answer.settled(), self.level(n).is_none(), n);
        let best = answers.iter().enumerate().max_by_key(|(n, answer)| rank(*n, answer));
        let shown = best.map_or(0, |(n, _)| n);
        let all = answers.len() == self.asked.len() && answers.iter().all(|a| a.over);
        let tried_all = all || self.level(shown).is_none();
        let mut judgement = self.taking(answers, shown);
        let told = answers.get(shown).map_or(&[][..], |answer| &answer.claims);
        for (claim, (_, told)) in judgement.claims.iter_mut().zip(told) {
            if !tried_all && *told == Told::TooWeak && matches!(claim, Conclusion::Left(..)) {
                *claim = Conclusion::Open;
            }
        }
        judgement
    }

    fn taking(&self, answers: &[Answer], shown: usize) -> Judgement {
        let abstraction = self.level(shown).map(|level| level.name.clone());
        Judgement { abstraction, ..conclude(&self.asked, answers, shown) }
    }
}

impl Method for Climb {
    fn name(&self) -> &'static str {
        Climb::NAME
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if self.asked.is_empty() {
            let Question { source, options, .. } = &self.question;
            let weakest = &self.levels[0].choice;
            let abstracted =
                self.levels.iter().map(|level| level.task(source, options, weakest.clone()));
            let exact = self.exact.then(|| without_abstraction(source, options));
            self.asked = exact.into_iter().chain(abstracted).collect();
            return Next::Ask(self.asked.clone());
        }
        let settles = |answer: &&Option<Answer>| {
            answer.as_ref().is_some_and(|a| a.settled() == a.counting().count())
        };
        let known: Option<Vec<Answer>> = answers.iter().cloned().collect();
        match (answers.iter().position(|answer| settles(&answer)), known) {
            (Some(n), _) => {
                let blank = Answer { claims: vec![], over: false };
                let known: Vec<Answer> =
                    answers.iter().map(|a| a.clone().unwrap_or_else(|| blank.clone())).collect();
                Next::Done(self.taking(&known, n))
            }
            (None, Some(known)) => Next::Done(self.best(&known)),
            (None, None) => Next::Ask(vec![]),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.best(answers)
    }
}
