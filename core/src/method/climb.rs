//! Abstractions from weak to strong: all are asked about, each for a while by turns, until each claim
//! is settled by one of them. A program without loops is decided as it is first; where that leaves
//! something open, abstractions may still help. Soundness is that of [`super::one`].

use super::choices::Choices;
use super::judgement::{Conclusion, Duty, Judgement, Plan};
use super::one::{Abstracted, conclude, itself};
use super::task::{Answer, Claims, Question, Source, Task, Told};
use super::{Method, Next};
use crate::abstraction::sigma::{Choice, Finite, Sigma};
use crate::chc::settings::Climbing;
use std::rc::Rc;

/// An abstraction that is tried.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Its name in options.
    pub(super) name: String,
    pub(super) choice: Choice,
}

impl Level {
    /// These choices with this abstraction.
    fn options(&self, options: &Choices) -> Choices {
        Choices { abstraction: Some(self.choice.clone().into()), ..options.clone() }
    }

    /// The text with this abstraction instead of the one that was chosen.
    pub(super) fn task(&self, source: &Source, options: &Choices, chosen: Choice) -> Task {
        let why = match self.choice == chosen {
            true => "The weakest abstraction is the fastest, and often suffices.".to_owned(),
            false => format!("{} can say what {chosen} cannot.", self.name),
        };
        Task { title: format!("with {}", self.name), why, ..itself(source, &self.options(options)) }
    }
}

/// Abstractions each of which can say all that the ones before it can, as far as arrays have cells
/// enough; and for claims that count one that says of each value how often it occurs.
pub(super) fn levels(question: &Question) -> Vec<Level> {
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    let level = |name: &str, all| Level {
        name: name.to_owned(),
        choice: Choice { all, ..Choice::default() },
    };
    let multiset = Sigma::compose(Sigma::Cell, Sigma::Finite(Finite::multiset(None)));
    let counted = question.counting.then(|| level("cell . multiset", multiset));
    let cells =
        [level("cell1", Sigma::Cell), level("cell<2", ordered), level("cell2", Sigma::cells(2))];
    cells.into_iter().chain(counted).collect()
}

/// Whether stronger abstractions are worth a try: there must be arrays and claims, and for advice
/// nobody waits as long as many arrays or arrays of arrays take.
pub(super) fn suits(question: &Question, climbs: bool, limits: &Climbing) -> bool {
    let Question { arrays, nested, claims, .. } = question;
    // Without claims one answer is as good as another.
    !claims.is_empty() && *arrays > 0 && (climbs || *arrays <= limits.arrays && !nested)
}

/// The text as it is, without any abstraction: there is no loop.
///
/// **Soundness.** As for [`Abstracted`], but that the leaf rests on a proof for each assertion clause.
#[derive(Clone, Debug)]
struct Decided {
    options: Choices,
}

impl Decided {
    fn task(&self, source: &Source) -> Task {
        Task {
            title: "with no abstraction".into(),
            why: "There is no loop, so nothing needs to be abstracted.".into(),
            exact: true,
            ..itself(source, &self.options)
        }
    }
}

impl Plan for Decided {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        Ok(vec![Duty { task: self.task(source), claims: Claims::At(vec![claim]) }])
    }
}

/// The method. All its tasks are asked at once.
pub struct Climb {
    question: Question,
    levels: Vec<Level>,
    /// The first task, where there is no loop.
    decided: Option<Decided>,
}

impl Climb {
    /// Its name.
    pub const NAME: &str = "auto";

    /// The method for a question.
    pub fn new(question: Question, limits: &Climbing) -> Climb {
        let mut levels = levels(&question);
        if !suits(&question, true, limits) {
            levels.truncate(1);
        }
        let decides = question.loop_free && !question.claims.is_empty();
        let decided = decides.then(|| Decided { options: question.options.without_auto() });
        Climb { question, levels, decided }
    }

    fn tasks(&self) -> Vec<Task> {
        let Question { source, options, .. } = &self.question;
        let weakest = &self.levels[0].choice;
        let decided = self.decided.iter().map(|decided| decided.task(source));
        decided
            .chain(self.levels.iter().map(|level| level.task(source, options, weakest.clone())))
            .collect()
    }

    /// The level of a task; `None` for the one without abstraction.
    fn level(&self, task: usize) -> Option<&Level> {
        self.levels.get(task.checked_sub(usize::from(self.decided.is_some()))?)
    }

    /// What a task says of the claims.
    fn told(&self, task: usize, answer: &Answer) -> Vec<Conclusion> {
        let options = &self.question.options;
        let plan: Rc<dyn Plan> = match (self.level(task), &self.decided) {
            (None, Some(decided)) => Rc::new(decided.clone()),
            (None, None) => return vec![],
            (Some(level), _) => Rc::new(Abstracted { options: level.options(options) }),
        };
        conclude(&plan, task, answer)
    }

    /// Of each claim what one of the tasks found out. What is left open is said by the task that
    /// settles most, of several by the one without abstraction, or else by the one with the strongest.
    /// As long as one abstraction was not tried to the end, none is too weak; where nothing was
    /// abstracted, what is said is no matter of abstractions.
    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let rank = |n: usize, answer: &Answer| (answer.settled(), self.level(n).is_none(), n);
        let best = answers.iter().max_by_key(|(n, answer)| rank(*n, answer));
        let nothing = Answer { claims: vec![], over: false };
        let (shown, own) = best.map_or((0, &nothing), |(n, answer)| (*n, *answer));
        let all = answers.len() == self.tasks().len() && answers.iter().all(|(_, a)| a.over);
        let all = all || self.level(shown).is_none();
        let told: Vec<Vec<Conclusion>> = answers.iter().map(|(n, a)| self.told(*n, a)).collect();
        let exact = answers.iter().position(|(n, _)| self.level(*n).is_none());
        let exactly = |claim: usize| {
            let too_weak = |at: &usize| answers[*at].1.claims[claim].1 == Told::TooWeak;
            exact.filter(too_weak).map(|at| told[at][claim].clone())
        };
        let mut claims = self.told(shown, own);
        for (n, claim) in claims.iter_mut().enumerate().filter(|(_, c)| !c.is_answer()) {
            let mut others = told.iter().filter_map(|of| of.get(n));
            if let Some(found) = others.find(|found| found.is_answer()) {
                *claim = found.clone();
            } else if let Some(found) = exactly(n) {
                *claim = found;
            } else if !all && own.claims[n].1 == Told::TooWeak {
                *claim = Conclusion::Open;
            }
        }
        let abstraction = self.level(shown).map(|level| level.name.clone());
        Judgement { claims, shown: Some(shown), abstraction, advice: None }
    }
}

impl Method for Climb {
    fn next(&mut self, answers: &[Option<Answer>]) -> Next {
        if answers.is_empty() {
            return Next::Ask(self.tasks());
        }
        let known: Vec<(usize, &Answer)> =
            answers.iter().enumerate().filter_map(|(n, a)| Some((n, a.as_ref()?))).collect();
        let counts = self.question.claims.iter().enumerate().filter(|(_, claim)| claim.counts);
        let settled = counts.map(|(n, _)| n).all(|n| known.iter().any(|(_, a)| a.settles(n)));
        match settled && !known.is_empty() || known.len() == answers.len() {
            true => Next::Done(self.judged(&known)),
            false => Next::Ask(vec![]),
        }
    }

    fn so_far(&self, answers: &[Answer]) -> Judgement {
        self.judged(&answers.iter().enumerate().collect::<Vec<_>>())
    }
}
