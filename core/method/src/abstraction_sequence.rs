//! Abstractions from weak to strong: all run at the same time until each claim is settled by one of them. A
//! program without loops is first decided as it is; where that leaves a claim open, abstractions may still help.
//! Soundness is that of [`super::single_abstraction`].

use super::{Method, MethodStep, known_answers};
use hornbook_abstraction::sigma::{Choice, Finite, Sigma};
use hornbook_base::Int;
use hornbook_settings::Climbing;
use hornbook_tasks::choices::Choices;
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::plan::identity::{Identity, claim_results};
use hornbook_tasks::task::{Answer, Claim, Claims, Question, Task, TaskResult};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An abstraction of the sequence.
#[derive(Clone, Debug)]
pub(super) struct AbstractionLevel {
    /// Its name in options.
    pub(super) name: String,
    pub(super) choice: Choice,
    /// The arrays that it forgets although other claims need them.
    forgets: BTreeSet<String>,
}

/// The most arrays of a program for which advice is looked for: nobody waits for it as long as more take.
const MAX_ARRAYS: usize = 2;

/// The most sets of arrays that get levels of their own.
const MOST_ARRAY_SETS: usize = 2;

impl AbstractionLevel {
    fn new(name: &str, all: Sigma) -> AbstractionLevel {
        let choice = Choice { all, by_name: BTreeMap::new() };
        AbstractionLevel { name: name.to_owned(), choice, forgets: BTreeSet::new() }
    }

    /// This level without anything about these arrays.
    fn forgetting(&self, arrays: &BTreeSet<String>) -> AbstractionLevel {
        let mut level = AbstractionLevel { forgets: arrays.clone(), ..self.clone() };
        for array in arrays {
            level.name += &format!(",{array}=nothing");
            level.choice.by_name.insert(array.clone(), Sigma::nothing());
        }
        level
    }

    /// This level with the given cells of arrays that have no other accesses: this loses nothing.
    fn keeping_cells(mut self, places: &BTreeMap<String, BTreeSet<Int>>) -> AbstractionLevel {
        for (array, places) in places {
            if !self.forgets.contains(array) {
                let kept = Sigma::cells_at(places);
                self.name += &format!(",{array}={kept}");
                self.choice.by_name.insert(array.clone(), kept);
            }
        }
        self
    }

    /// Whether it keeps the arrays that a claim needs.
    fn suits(&self, claim: &Claim) -> bool {
        self.forgets.is_subset(&claim.outside) && self.choice.counts() == claim.counting
    }

    /// The choices with this abstraction.
    fn options(&self, options: &Choices) -> Choices {
        Choices { abstraction: Some(self.choice.clone().into()), ..options.clone() }
    }

    /// Makes the task about the text with this abstraction, for the claims that suit it. `weaker` is the one that was
    /// tried before, if this one is known to be stronger.
    pub(super) fn task(&self, question: &Question, weaker: Option<&Choice>) -> Task {
        let name = self.name.split(',').next().unwrap_or_default();
        let why = match weaker {
            None => "Another abstraction may suffice.".to_owned(),
            Some(weaker) if self.choice == *weaker => {
                "The weakest abstraction is the fastest, and often suffices.".to_owned()
            }
            Some(weaker) if self.forgets.is_empty() => {
                format!("{name} can say what {weaker} cannot.")
            }
            Some(weaker) => format!(
                "{name} can say what {weaker} cannot, and not all assertions depend on all arrays."
            ),
        };
        let claims = question.claims.iter().enumerate();
        let suited: Vec<usize> = claims.filter(|(_, c)| self.suits(c)).map(|(n, _)| n).collect();
        let all = suited.is_empty() || suited.len() == question.claims.len();
        let about = if all { Claims::All } else { Claims::At(suited) };
        let title = format!("with {}", self.name);
        let Question { source, options, .. } = question;
        let plan = Identity::with_choices(self.options(options));
        Task { title, why, about, ..plan.task(source) }
    }
}

/// Abstractions of increasing strength, for arrays with enough cells; for claims that count also the one with the
/// number of occurrences of each value.
pub(super) fn abstraction_levels(question: &Question, limits: &Climbing) -> Vec<AbstractionLevel> {
    let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
    let multiset = Sigma::compose(Sigma::Cell, Sigma::Finite(Finite::multiset(None)));
    let counts = question.claims.iter().any(|c| c.counting);
    let cells = [("cell1", Sigma::Cell), ("cell<2", ordered), ("cell2", Sigma::cells(2))];
    let own = |(name, all): (&str, Sigma)| AbstractionLevel::new(name, all);
    let counted = counts.then_some(("cell . multiset", multiset)).map(own);
    // A claim about three cells of an array may need three cells of it.
    let most = question.claims.iter().map(|c| c.cells).max().unwrap_or(0).min(limits.together);
    let several = (most > 2).then(|| {
        let all = Sigma::Ordered(Box::new(Sigma::Cell), most);
        AbstractionLevel::new(&format!("cell<{most}"), all)
    });
    cells.into_iter().map(own).chain(several).chain(counted).collect()
}

/// The levels where claims depend on different arrays: several cells of an array are costly, so some levels keep
/// only the arrays of some claims.
fn levels_by_arrays(question: &Question, limits: &Climbing) -> Vec<AbstractionLevel> {
    let plain: Vec<&Claim> = question.claims.iter().filter(|c| !c.counting).collect();
    let all = question.claims.iter().map(|c| c.outside.clone());
    let common = all.reduce(|a, b| &a & &b).unwrap_or_default();
    let sets: BTreeSet<BTreeSet<String>> = plain.iter().map(|c| &c.outside - &common).collect();
    if sets.len() > MOST_ARRAY_SETS || sets.iter().all(BTreeSet::is_empty) {
        return abstraction_levels(question, limits);
    }
    let split_by_arrays = |level: AbstractionLevel| -> Vec<AbstractionLevel> {
        match level.choice.all == Sigma::Cell || level.choice.counts() {
            true => vec![level],
            false => sets.iter().rev().map(|set| level.forgetting(set)).collect(),
        }
    };
    abstraction_levels(question, limits).into_iter().flat_map(split_by_arrays).collect()
}

/// The task that answers a claim, with its result: the one whose invariants are shown, so that no others are needed where
/// it suffices, or else the first.
fn find_answer(
    results: &BTreeMap<usize, Vec<ClaimResult>>,
    shown: usize,
    claim: usize,
) -> Option<(usize, &ClaimResult)> {
    let all = results.iter().filter_map(|(task, claims)| Some((*task, claims.get(claim)?)));
    let answers = all.filter(|(_, result)| result.is_answer());
    answers.min_by_key(|(task, _)| (*task != shown, *task))
}

/// Whether stronger abstractions may help: there must be arrays and claims, and for mere advice many arrays or
/// arrays of arrays take too long.
pub(super) fn may_help(question: &Question, climbs: bool) -> bool {
    let Question { arrays, nested, claims, .. } = question;
    // Without claims all abstractions give the same answer.
    !claims.is_empty() && *arrays > 0 && (climbs || *arrays <= MAX_ARRAYS && !nested)
}

/// The method that tries a sequence of abstractions. It asks all its tasks at once.
pub struct AbstractionSequence {
    question: Question,
    levels: Vec<AbstractionLevel>,
    /// The first task, of programs without loops.
    exact: Option<Rc<Identity>>,
}

impl AbstractionSequence {
    /// The name of the method.
    pub const NAME: &str = hornbook_tasks::plan::ABSTRACTION_SEQUENCE;

    /// The method for a question.
    pub fn new(question: Question, limits: &Climbing) -> AbstractionSequence {
        let levels = levels_by_arrays(&question, limits).into_iter();
        let keep_cells = |level: AbstractionLevel| match limits.known_places {
            true => level.keeping_cells(&question.places),
            false => level,
        };
        let mut levels: Vec<AbstractionLevel> = levels.map(keep_cells).collect();
        if !may_help(&question, true) {
            levels.truncate(1);
        }
        let is_exact = question.loop_free && !question.claims.is_empty();
        let exact = is_exact.then(|| {
            Rc::new(Identity {
                title: "with no abstraction",
                why: "There is no loop, so nothing needs to be abstracted.",
                exact: true,
                ..Identity::with_choices(question.options.without_auto())
            })
        });
        AbstractionSequence { question, levels, exact }
    }

    fn tasks(&self) -> Vec<Task> {
        let weakest = &self.levels[0].choice;
        let exact = self.exact.iter().map(|plan| plan.task(&self.question.source));
        exact
            .chain(self.levels.iter().map(|level| level.task(&self.question, Some(weakest))))
            .collect()
    }

    /// The level of a task; `None` for the one without abstraction.
    fn level(&self, task: usize) -> Option<&AbstractionLevel> {
        self.levels.get(task.checked_sub(usize::from(self.exact.is_some()))?)
    }

    /// The results of a task for the claims.
    fn task_results(&self, task: usize, answer: &Answer) -> Vec<ClaimResult> {
        let options = &self.question.options;
        let plan = match (self.level(task), &self.exact) {
            (None, Some(exact)) => exact.clone(),
            (None, None) => return vec![],
            (Some(level), _) => Rc::new(Identity::with_choices(level.options(options))),
        };
        claim_results(&plan, task, answer)
    }
}

impl Method for AbstractionSequence {
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if answers.is_empty() {
            return MethodStep::Ask(self.tasks());
        }
        let known = known_answers(answers);
        let counts = self.question.claims.iter().enumerate().filter(|(_, claim)| claim.counts);
        let settled = counts.map(|(n, _)| n).all(|n| known.iter().any(|(_, a)| a.settles(n)));
        match settled && !known.is_empty() || known.len() == answers.len() {
            true => MethodStep::Done(self.combine_answers(&known)),
            false => MethodStep::Ask(vec![]),
        }
    }

    /// For each claim the answer of one of the tasks. The reason for an open claim is that of the suitable task that
    /// settles most claims: the one without abstraction, or else the strongest. Before all abstractions have ended none
    /// is called too weak, unless all are; a task without abstraction may be.
    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let suits = |task: usize, claim: &Claim| self.level(task).is_none_or(|l| l.suits(claim));
        let rank = |n: usize, answer: &Answer| (answer.settled(), self.level(n).is_none(), n);
        let best = |suits: &dyn Fn(usize) -> bool| {
            let these = answers.iter().filter(|(n, _)| suits(*n));
            these.max_by_key(|(n, answer)| rank(*n, answer)).map_or(0, |(n, _)| *n)
        };
        let tasks = self.tasks().len();
        let all = answers.len() == tasks && answers.iter().all(|(_, a)| a.over);
        let results: BTreeMap<usize, Vec<ClaimResult>> =
            answers.iter().map(|(n, a)| (*n, self.task_results(*n, a))).collect();
        let result = |task: usize, claim: usize| {
            results.get(&task).and_then(|claims| claims.get(claim)).cloned()
        };
        let too_weak = |task: usize, claim: usize| {
            let answer = answers.iter().find(|(n, _)| *n == task).map(|(_, answer)| *answer);
            answer.is_some_and(|a| matches!(a.claims.get(claim), Some((_, TaskResult::TooWeak))))
        };
        let exact = answers.iter().map(|(n, _)| *n).find(|n| self.level(*n).is_none());
        // This is known before the search for failing runs is over.
        let all_are = |n: usize, claim: &Claim| {
            let mut suited = (0..tasks).filter(|task| suits(*task, claim));
            suited.all(|task| too_weak(task, n))
        };
        let shown = best(&|_| true);
        let settle = |(n, claim): (usize, &Claim)| {
            let exactly = exact.filter(|task| too_weak(*task, n));
            let own = exactly.unwrap_or_else(|| best(&|task| suits(task, claim)));
            match find_answer(&results, shown, n) {
                Some((_, found)) => found.clone(),
                None if !all
                    && self.level(own).is_some()
                    && too_weak(own, n)
                    && !all_are(n, claim) =>
                {
                    ClaimResult::Open
                }
                None => result(own, n).unwrap_or(ClaimResult::Open),
            }
        };
        let claims: Vec<ClaimResult> =
            self.question.claims.iter().enumerate().map(settle).collect();
        let abstraction = self.level(shown).map(|level| level.name.clone());
        let is_of_other = |(n, claim): (usize, &ClaimResult)| {
            let task = find_answer(&results, shown, n).map(|(task, _)| task);
            matches!(claim, ClaimResult::Certified(_)) && task != Some(shown)
        };
        let mixes_abstractions = claims.iter().enumerate().any(is_of_other);
        let shown = Some(shown);
        MethodResult { claims, shown, abstraction, mixes_abstractions, ..MethodResult::default() }
    }
}
