//! Abstractions from weak to strong: all are asked about, each for a while by turns, until each claim
//! is settled by one of them. A program without loops is decided as it is first; where that leaves
//! something open, abstractions may still help. Soundness is that of [`super::one`].

use super::{Method, Next};
use hornbook_abstraction::sigma::{Choice, Finite, Sigma};
use hornbook_base::Int;
use hornbook_settings::Climbing;
use hornbook_tasks::choices::Choices;
use hornbook_tasks::judgement::{Conclusion, Judgement};
use hornbook_tasks::plan::itself::{Itself, conclude};
use hornbook_tasks::task::{Answer, Claim, Claims, Question, Task, Told};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An abstraction that is tried.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Its name in options.
    pub(super) name: String,
    pub(super) choice: Choice,
    /// Arrays that it forgets although other claims need them.
    forgets: BTreeSet<String>,
}

/// As many different needs of claims have levels of their own.
const NEEDS: usize = 2;

impl Level {
    fn new(name: &str, all: Sigma) -> Level {
        let choice = Choice { all, by_name: BTreeMap::new() };
        Level { name: name.to_owned(), choice, forgets: BTreeSet::new() }
    }

    /// The same without anything about these arrays.
    fn forgetting(&self, arrays: &BTreeSet<String>) -> Level {
        let mut level = Level { forgets: arrays.clone(), ..self.clone() };
        for array in arrays {
            level.name += &format!(",{array}=nothing");
            level.choice.by_name.insert(array.clone(), Sigma::nothing());
        }
        level
    }

    /// The same with these cells of arrays of which only they are accessed: that loses nothing.
    fn keeping(mut self, places: &BTreeMap<String, BTreeSet<Int>>) -> Level {
        for (array, places) in places {
            if !self.forgets.contains(array) {
                let kept = Sigma::cells_at(places);
                self.name += &format!(",{array}={kept}");
                self.choice.by_name.insert(array.clone(), kept);
            }
        }
        self
    }

    /// Whether it keeps what a claim is about.
    fn suits(&self, claim: &Claim) -> bool {
        self.forgets.is_subset(&claim.outside) && self.choice.counts() == claim.counting
    }

    /// These choices with this abstraction.
    fn options(&self, options: &Choices) -> Choices {
        Choices { abstraction: Some(self.choice.clone().into()), ..options.clone() }
    }

    /// The text with this abstraction instead of the one that was chosen, about the claims that suit it.
    pub(super) fn task(&self, question: &Question, chosen: &Choice) -> Task {
        let name = self.name.split(',').next().unwrap_or_default();
        let why = match self.choice == *chosen {
            true => "The weakest abstraction is the fastest, and often suffices.".to_owned(),
            false if self.forgets.is_empty() => format!("{name} can say what {chosen} cannot."),
            false => format!(
                "{name} can say what {chosen} cannot, and not all assertions depend on all arrays."
            ),
        };
        let claims = question.claims.iter().enumerate();
        let suited: Vec<usize> = claims.filter(|(_, c)| self.suits(c)).map(|(n, _)| n).collect();
        let all = suited.is_empty() || suited.len() == question.claims.len();
        let about = if all { Claims::All } else { Claims::At(suited) };
        let title = format!("with {}", self.name);
        let Question { source, options, .. } = question;
        let itself = Itself::with(self.options(options));
        Task { title, why, about, ..itself.task(source) }
    }
}

/// Abstractions each of which can say all that the ones before it can, as far as arrays have cells
/// enough; and for claims that count one that says of each value how often it occurs.
pub(super) fn levels(question: &Question, limits: &Climbing) -> Vec<Level> {
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    let multiset = Sigma::compose(Sigma::Cell, Sigma::Finite(Finite::multiset(None)));
    let counts = question.claims.iter().any(|c| c.counting);
    let cells = [("cell1", Sigma::Cell), ("cell<2", ordered), ("cell2", Sigma::cells(2))];
    let own = |(name, all): (&str, Sigma)| Level::new(name, all);
    let counted = counts.then_some(("cell . multiset", multiset)).map(own);
    // What speaks of three cells of an array may need as many of it.
    let most = question.claims.iter().map(|c| c.cells).max().unwrap_or(0).min(limits.together);
    let several = (most > 2).then(|| {
        let all = Sigma::Ordered(Box::new(Sigma::Cell), most);
        Level::new(&format!("cell<{most}"), all)
    });
    cells.into_iter().map(own).chain(several).chain(counted).collect()
}

/// The same where claims depend on different arrays: several cells of an array are costly, so there
/// are levels that keep only what some claims need.
fn levels_by_need(question: &Question, limits: &Climbing) -> Vec<Level> {
    let plain: Vec<&Claim> = question.claims.iter().filter(|c| !c.counting).collect();
    let all = question.claims.iter().map(|c| c.outside.clone());
    let common = all.reduce(|a, b| &a & &b).unwrap_or_default();
    let sets: BTreeSet<BTreeSet<String>> = plain.iter().map(|c| &c.outside - &common).collect();
    if sets.len() > NEEDS || sets.iter().all(BTreeSet::is_empty) {
        return levels(question, limits);
    }
    let by_need = |level: Level| -> Vec<Level> {
        match level.choice.all == Sigma::Cell || level.choice.counts() {
            true => vec![level],
            false => sets.iter().rev().map(|set| level.forgetting(set)).collect(),
        }
    };
    levels(question, limits).into_iter().flat_map(by_need).collect()
}

/// Whether stronger abstractions are worth a try: there must be arrays and claims, and for advice
/// nobody waits as long as many arrays or arrays of arrays take.
pub(super) fn suits(question: &Question, climbs: bool, limits: &Climbing) -> bool {
    let Question { arrays, nested, claims, .. } = question;
    // Without claims one answer is as good as another.
    !claims.is_empty() && *arrays > 0 && (climbs || *arrays <= limits.arrays && !nested)
}

/// The method. All its tasks are asked at once.
pub struct Climb {
    question: Question,
    levels: Vec<Level>,
    /// The first task, where there is no loop.
    decided: Option<Rc<Itself>>,
}

impl Climb {
    /// Its name.
    pub const NAME: &str = hornbook_tasks::plan::CLIMB;

    /// The method for a question.
    pub fn new(question: Question, limits: &Climbing) -> Climb {
        let by_need = levels_by_need(&question, limits).into_iter();
        let keeping = |level: Level| match limits.known_places {
            true => level.keeping(&question.places),
            false => level,
        };
        let mut levels: Vec<Level> = by_need.map(keeping).collect();
        if !suits(&question, true, limits) {
            levels.truncate(1);
        }
        let decides = question.loop_free && !question.claims.is_empty();
        let decided = decides.then(|| {
            Rc::new(Itself {
                title: "with no abstraction",
                why: "There is no loop, so nothing needs to be abstracted.",
                exact: true,
                ..Itself::with(question.options.without_auto())
            })
        });
        Climb { question, levels, decided }
    }

    fn tasks(&self) -> Vec<Task> {
        let weakest = &self.levels[0].choice;
        let decided = self.decided.iter().map(|decided| decided.task(&self.question.source));
        decided.chain(self.levels.iter().map(|level| level.task(&self.question, weakest))).collect()
    }

    /// The level of a task; `None` for the one without abstraction.
    fn level(&self, task: usize) -> Option<&Level> {
        self.levels.get(task.checked_sub(usize::from(self.decided.is_some()))?)
    }

    /// What a task says of the claims.
    fn told(&self, task: usize, answer: &Answer) -> Vec<Conclusion> {
        let options = &self.question.options;
        let plan = match (self.level(task), &self.decided) {
            (None, Some(decided)) => decided.clone(),
            (None, None) => return vec![],
            (Some(level), _) => Rc::new(Itself::with(level.options(options))),
        };
        conclude(&plan, task, answer)
    }

    /// Of each claim what one of the tasks found out. What is left open is said by the task that
    /// settles most of those that keep what the claim is about, of several by the one without
    /// abstraction, or else by the one with the strongest. As long as one abstraction was not tried to
    /// the end, none is too weak, unless all are known to be; where nothing was abstracted, what is said is
    /// no matter of abstractions.
    fn judged(&self, answers: &[(usize, &Answer)]) -> Judgement {
        let suits = |task: usize, claim: &Claim| self.level(task).is_none_or(|l| l.suits(claim));
        let rank = |n: usize, answer: &Answer| (answer.settled(), self.level(n).is_none(), n);
        let best = |suits: &dyn Fn(usize) -> bool| {
            let these = answers.iter().filter(|(n, _)| suits(*n));
            these.max_by_key(|(n, answer)| rank(*n, answer)).map_or(0, |(n, _)| *n)
        };
        let tasks = self.tasks().len();
        let all = answers.len() == tasks && answers.iter().all(|(_, a)| a.over);
        let told: BTreeMap<usize, Vec<Conclusion>> =
            answers.iter().map(|(n, a)| (*n, self.told(*n, a))).collect();
        let of = |task: usize, claim: usize| told.get(&task).and_then(|of| of.get(claim)).cloned();
        let too_weak = |task: usize, claim: usize| {
            let answer = answers.iter().find(|(n, _)| *n == task).map(|(_, answer)| *answer);
            answer.is_some_and(|a| matches!(a.claims.get(claim), Some((_, Told::TooWeak))))
        };
        let exact = answers.iter().map(|(n, _)| *n).find(|n| self.level(*n).is_none());
        // That is known before the search for failing runs is over.
        let all_are = |n: usize, claim: &Claim| {
            let mut suited = (0..tasks).filter(|task| suits(*task, claim));
            suited.all(|task| too_weak(task, n))
        };
        let judge = |(n, claim): (usize, &Claim)| {
            let mut found = told.values().filter_map(|of| of.get(n)).filter(|c| c.is_answer());
            let exactly = exact.filter(|task| too_weak(*task, n));
            let own = exactly.unwrap_or_else(|| best(&|task| suits(task, claim)));
            match found.next() {
                Some(found) => found.clone(),
                None if !all
                    && self.level(own).is_some()
                    && too_weak(own, n)
                    && !all_are(n, claim) =>
                {
                    Conclusion::Open
                }
                None => of(own, n).unwrap_or(Conclusion::Open),
            }
        };
        let shown = best(&|_| true);
        let claims = self.question.claims.iter().enumerate().map(judge).collect();
        let abstraction = self.level(shown).map(|level| level.name.clone());
        Judgement { claims, shown: Some(shown), abstraction, ..Judgement::default() }
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
