//! The searches for failing runs of the programs that a method asks about, one for each program: their
//! results do not depend on the abstraction of arrays, so all tasks about the program get them, and no run
//! is replayed twice.
//!
//! A replay goes in slices, as it may take many millions of steps.

use super::Input;
use hornbook_base::{Budget, LineIndex};
use hornbook_chc::engine::EngineProgress;
use hornbook_chc::search::StatusChange;
use hornbook_explain as explain;
use hornbook_lang::calls::ChosenHandling;
use hornbook_lang::interp::{ListedChoices, ShortenedRun};
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_records::Run;
use hornbook_runs::bounded::BoundedSearch;
use hornbook_runs::{Candidate, SearchStep, may_take};
use hornbook_schedule::{Job, Progress, Strategy, StrategyName, Unlock};
use hornbook_settings::Settings;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::{Rc, Weak};

/// A job on the list of all strategies.
pub(super) type TaskJob = Job<(), StatusChange>;

/// A task that a failing run may help.
pub(super) trait Listener {
    /// Whether a run would settle something.
    fn wants_runs(&self) -> bool;

    /// Whether a run that violates an assertion would settle something.
    fn wants_run(&self, assert: AssertId) -> bool;

    /// Whether something may still be proved.
    fn has_open(&self) -> bool;

    /// The assertions that need no run any more.
    fn settled_asserts(&self) -> BTreeSet<AssertId>;

    /// Writes down a run that the interpreter has accepted.
    fn add_run(&mut self, candidate: &Candidate, run: &Run, strategy: &StrategyName);
}

/// The searches that were started.
#[derive(Clone, Default)]
pub(super) struct RunSearchPool(Rc<RefCell<Vec<PooledSearch>>>);

/// The search for failing runs of a program, with what that program is made from.
struct PooledSearch {
    text: String,
    check_bounds: bool,
    calls: ChosenHandling,
    about: BTreeSet<AssertId>,
    search: SharedRunSearch,
}

impl PooledSearch {
    fn is_for(&self, input: &Input, about: &BTreeSet<AssertId>) -> bool {
        let same = self.check_bounds == input.options.check_bounds;
        let same = same && self.calls == input.settings.calls && self.text == input.text;
        same && about.is_subset(&self.about)
    }
}

impl RunSearchPool {
    /// The search for runs of a program that violate these assertions; `None` if there is no program.
    pub(super) fn search(
        &self,
        input: &Input,
        about: &BTreeSet<AssertId>,
        settings: &Rc<Settings>,
    ) -> Option<SharedRunSearch> {
        let mut known = self.0.borrow_mut();
        if let Some(known) = known.iter().find(|known| known.is_for(input, about)) {
            return Some(known.search.clone());
        }
        let search = Rc::new(RefCell::new(RunSearch::new(input, about, settings)?));
        known.push(PooledSearch {
            text: input.text.clone(),
            check_bounds: input.options.check_bounds,
            calls: input.settings.calls.clone(),
            about: about.clone(),
            search: search.clone(),
        });
        Some(search)
    }
}

/// The search for failing runs of one program, with its listeners.
pub(super) struct RunSearch {
    search: BoundedSearch,
    program: Rc<TypedProgram>,
    lines: LineIndex,
    text: String,
    replays: ReplayCache,
    /// The runs that the interpreter has accepted, with the strategies that have found them.
    accepted: Vec<(Candidate, Run, StrategyName)>,
    listeners: Vec<Weak<RefCell<dyn Listener>>>,
    is_over: bool,
}

/// A search that several tasks of a program, and several strategies, have a part in.
pub(super) type SharedRunSearch = Rc<RefCell<RunSearch>>;

impl RunSearch {
    fn new(
        input: &Input,
        about: &BTreeSet<AssertId>,
        settings: &Rc<Settings>,
    ) -> Option<RunSearch> {
        // Runs are followed step by step, whatever the abstraction starts from.
        let system = input.paths.as_ref().or(input.system.as_ref())?;
        let program = Rc::new(input.program.clone()?);
        let search = BoundedSearch::new(Rc::new(system.clone()), about.clone(), settings.clone());
        Some(RunSearch {
            search: search.with_program(program.clone()),
            program,
            lines: input.lines.clone(),
            text: input.text.clone(),
            replays: ReplayCache::default(),
            accepted: vec![],
            listeners: vec![],
            is_over: false,
        })
    }

    /// Tells whoever works on the program of all runs that are found.
    pub(super) fn add_listener(&mut self, listener: Rc<RefCell<dyn Listener>>) {
        for (candidate, run, strategy) in &self.accepted {
            listener.borrow_mut().add_run(candidate, run, strategy);
        }
        self.listeners.push(Rc::downgrade(&listener));
    }

    fn listeners(&self) -> impl Iterator<Item = Rc<RefCell<dyn Listener>>> + '_ {
        self.listeners.iter().filter_map(Weak::upgrade)
    }

    /// Whether a run would settle something.
    fn is_wanted(&self) -> bool {
        self.listeners().any(|listener| listener.borrow().wants_runs())
    }

    /// Whether a claim may still be proved: very long runs are not worth their time where the clauses are
    /// known to be too weak for all claims, as the user knows what to do then.
    fn wants_long_runs(&self) -> bool {
        self.listeners().any(|listener| listener.borrow().has_open())
    }

    /// Whether it may find something more that is wanted.
    pub(super) fn may_find(&self) -> bool {
        !self.is_over && self.search.may_find(self.wants_long_runs()) && self.is_wanted()
    }

    /// Replays a candidate in the interpreter, and adds the run; `None` if it takes more than the budget.
    fn replay(
        &mut self,
        candidate: &Candidate,
        strategy: &StrategyName,
        budget: &mut Budget,
    ) -> Option<bool> {
        let wants =
            |listener: Rc<RefCell<dyn Listener>>| listener.borrow().wants_run(candidate.assert);
        if !self.listeners().any(wants) {
            return Some(false);
        }
        let about = (&*self.program, &self.lines, self.text.as_str());
        let Some(run) = self.replays.decide(candidate, about, budget)? else {
            return Some(false);
        };
        for listener in self.listeners() {
            listener.borrow_mut().add_run(candidate, &run, strategy);
        }
        self.accepted.push((candidate.clone(), run, strategy.clone()));
        Some(true)
    }

    /// Drops the assertions that are settled.
    fn forget_settled(&mut self) {
        let settled: BTreeSet<AssertId> =
            self.listeners().flat_map(|listener| listener.borrow().settled_asserts()).collect();
        settled.into_iter().for_each(|assert| self.search.settled(assert));
    }

    /// Questions put to the integer solver so far.
    pub(super) fn questions(&self) -> u64 {
        self.search.questions()
    }

    /// The assertions that the runs violate, with the strategies that have found them.
    pub(super) fn violated(&self) -> impl Iterator<Item = (&StrategyName, AssertId)> {
        self.accepted.iter().map(|(candidate, _, strategy)| (strategy, candidate.assert))
    }

    /// How far it is.
    pub(super) fn progress(&self) -> EngineProgress {
        self.search.progress()
    }
}

/// The kinds of runs that a strategy looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunKind {
    /// The runs that the shape of the program suggests.
    Suggested,
    /// A few small ones.
    Small,
    /// All runs but those that take long and seldom fail.
    Usual,
    /// The runs that take long.
    Long,
}

/// A line of the list of strategies.
struct Line {
    name: &'static str,
    kind: RunKind,
    weight: u32,
    /// Steps that the work on the clauses has before.
    after: u64,
    /// Steps that the line before has before.
    after_last: u64,
}

/// The searches for runs, beside the work on the clauses. Along the clauses they find the simplest ones.
const LINES: [Line; 4] = [
    Line { name: "suggested runs", kind: RunKind::Suggested, weight: 1, after: 0, after_last: 0 },
    Line { name: "runs", kind: RunKind::Usual, weight: 2, after: 20_000, after_last: 0 },
    Line { name: "small runs", kind: RunKind::Small, weight: 1, after: 20_000, after_last: 5_000 },
    Line { name: "long runs", kind: RunKind::Long, weight: 1, after: 40_000, after_last: 0 },
];

/// Whether a strategy of this name looks for failing runs.
pub(super) fn is_run_search(name: &str) -> bool {
    LINES.iter().any(|line| line.name == name)
}

/// The weight of the work on the clauses beside these.
const CLAUSES: u32 = 8;

/// The work on the clauses of a program with the searches for its failing runs beside it, and its place among
/// these.
pub(super) fn with_runs(clauses: TaskJob, runs: Option<&SharedRunSearch>) -> (Vec<TaskJob>, usize) {
    let clauses = Job { weight: CLAUSES, ..clauses };
    let Some(runs) = runs else { return (vec![clauses], 0) };
    // Suggested runs come first, and the work on the clauses second.
    let (first, later) = LINES.split_at(1);
    let at = first.len();
    let job = |(n, line): (usize, &Line)| {
        let &Line { name, kind, weight, after, after_last } = line;
        let search = runs.clone();
        let (name, pending) = (StrategyName::from(name), VecDeque::new());
        let strategy = FailingRuns { name: name.clone(), search, kind, pending, is_done: false };
        let waits = [(at, after), (n.saturating_sub(1), after_last)];
        let waits = waits.into_iter().filter(|(_, spent)| *spent > 0);
        let after = waits.map(|(job, spent)| Unlock { job, spent }).collect();
        Job { name, strategy: Box::new(strategy), weight, after, limit: None }
    };
    let later = (at + 1..).zip(later).map(job);
    (first.iter().enumerate().map(job).chain([clauses]).chain(later).collect(), at)
}

/// A strategy that looks for failing runs.
struct FailingRuns {
    name: StrategyName,
    search: SharedRunSearch,
    kind: RunKind,
    /// The runs that it has found and the interpreter has not finished.
    pending: VecDeque<Candidate>,
    is_done: bool,
}

impl FailingRuns {
    /// Searches for candidates.
    fn look(&mut self, budget: &mut Budget) {
        let search = &mut *self.search.borrow_mut();
        search.forget_settled();
        match self.kind {
            RunKind::Suggested => self.pending.extend(search.search.find_suggested()),
            RunKind::Small => self.pending.extend(search.search.find_small()),
            RunKind::Usual | RunKind::Long => {
                match search.search.step(search.wants_long_runs(), budget) {
                    Some(SearchStep::Found(candidate)) => self.pending.push_back(candidate),
                    Some(SearchStep::Exhausted | SearchStep::TooWide) => search.is_over = true,
                    None => {}
                }
                return;
            }
        }
        self.is_done = true;
    }
}

impl Strategy<(), StatusChange> for FailingRuns {
    fn step(&mut self, (): &mut (), budget: &mut Budget) -> Progress<(), StatusChange> {
        let Some(candidate) = self.pending.front() else {
            self.look(budget);
            let is_over = self.is_done || self.search.borrow().is_over;
            return match is_over && self.pending.is_empty() {
                true => Progress::Exhausted,
                false => Progress::Working,
            };
        };
        let accepted = self.search.borrow_mut().replay(candidate, &self.name, budget);
        if accepted.is_some() {
            self.pending.pop_front();
        }
        if accepted == Some(true) { Progress::Found(StatusChange) } else { Progress::Working }
    }

    fn may_help(&self, (): &()) -> bool {
        if !self.pending.is_empty() {
            return self.search.borrow().is_wanted();
        }
        let search = self.search.borrow();
        match self.kind {
            _ if self.is_done => false,
            RunKind::Suggested | RunKind::Small => !search.is_over && search.is_wanted(),
            RunKind::Usual => !search.search.has_only_long_runs() && search.may_find(),
            RunKind::Long => search.search.has_only_long_runs() && search.may_find(),
        }
    }
}

/// Steps of the interpreter that count as one of the search.
const REPLAYED: u64 = 50;

/// The runs of a program that were replayed.
#[derive(Clone, Default)]
pub(super) struct ReplayCache(Rc<RefCell<Vec<(Candidate, Replay)>>>);

/// The progress of a replay.
enum Replay {
    Running(Box<ShortenedRun<ListedChoices>>),
    /// The run in words, if it violates its assertion.
    Over(Option<Run>),
}

impl ReplayCache {
    /// Replays a candidate in the interpreter; `None` if it takes more than the budget. Then the next call
    /// continues.
    pub(super) fn decide(
        &self,
        candidate: &Candidate,
        (program, lines, text): (&TypedProgram, &LineIndex, &str),
        budget: &mut Budget,
    ) -> Option<Option<Run>> {
        let mut all = self.0.borrow_mut();
        let known = all.iter().position(|(known, _)| known == candidate);
        let at = known.unwrap_or_else(|| {
            let choices = ListedChoices::new(candidate.choices.clone());
            let how = explain::run::recording_limits(may_take(candidate));
            let run = ShortenedRun::new(choices, candidate.assert, how);
            all.push((candidate.clone(), Replay::Running(Box::new(run))));
            all.len() - 1
        });
        let (_, replay) = all.get_mut(at)?;
        if let Replay::Running(run) = replay {
            let most = usize::try_from(budget.left().max(1).saturating_mul(REPLAYED))
                .unwrap_or(usize::MAX);
            let mut left = most;
            let over = run.step(program, &mut left);
            budget.charge((most - left) as u64 / REPLAYED);
            if !over {
                return None;
            }
            let run = std::mem::replace(replay, Replay::Over(None));
            if let Replay::Running(run) = run {
                let (trace, choices) = run.finish();
                let fails = trace.failed.iter().any(|(a, _)| *a == candidate.assert);
                let accepted = fails && choices.misfits().is_empty();
                let words =
                    || explain::run::describe(program, lines, text, &trace, candidate.assert);
                *replay = Replay::Over(accepted.then(words));
            }
        }
        match replay {
            Replay::Over(run) => Some(run.clone()),
            Replay::Running(_) => None,
        }
    }
}
