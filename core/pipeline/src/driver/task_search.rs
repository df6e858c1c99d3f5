//! A task of a method, and the work on it: its clauses with their strategies, or the tasks of another
//! method.

use super::super::methods::method;
use super::super::solving::leaf::{Leaf, SharedLeaf};
use super::super::stage_builder::StageBuilder;
use super::super::{Input, solving, unanswered};
use super::StrategyList;
use super::method_search::MethodSearch;
use crate::failing_runs::{Listener, RunSearchPool, SharedRunSearch, TaskJob, is_run_search};
use hornbook_base::Budget;
use hornbook_chc::search::StatusChange;
use hornbook_evidence::model::Model;
use hornbook_lang::typed::AssertId;
use hornbook_records::attempts::Attempts;
use hornbook_records::tasks::{TaskProgress, TaskRecord};
use hornbook_records::{AssertionOutcome, Outcome, Progress, UnknownReason, Verdict};
use hornbook_runs::Candidate;
use hornbook_schedule::{self as schedule, JobId, Strategy};
use hornbook_settings::Settings;
use hornbook_tasks::method_result::ClaimResult;
use hornbook_tasks::task::{Answer, Claims, Source, Task, TaskResult};
use std::cell::RefCell;
use std::rc::Rc;

/// A task, and the work on it.
pub(super) struct TaskSearch {
    pub(super) task: Task,
    pub(super) job: JobId,
    pub(super) work: SharedWork,
    /// Steps that had been spent on runs of the text itself when it was asked.
    runs_before: u64,
    /// Its outcome, once it is over or its limit is reached; then it still hears of runs.
    pub(super) outcome: Option<Outcome>,
    /// Its [`TaskSearch::change_count`] when that outcome was made.
    change_count: usize,
    /// Whether it came to its end.
    is_over: bool,
}

/// The state of the work on a task.
pub(super) enum TaskWork {
    /// Before its first turn.
    New,
    /// Its clauses are being made.
    BuildingStages(Box<(Input, StageBuilder)>),
    /// Its clauses are worked on.
    Leaf(SharedLeaf),
    /// It is to be answered by another method.
    ForMethod(Box<Input>),
    /// It is answered by another method.
    Nested(Box<MethodSearch>),
    /// It cannot be worked on: its text has errors, or its method is not known. Also the state while another one is made.
    Refused,
}

/// The work on a task, which the job that begins it shares.
pub(super) type SharedWork = Rc<RefCell<TaskWork>>;

impl TaskSearch {
    /// The work on a task of a method that was asked about an input, and the strategy that begins it.
    pub(super) fn work(
        task: &Task,
        parent: &Input,
        list: &StrategyList,
    ) -> (SharedWork, Box<dyn Strategy<(), StatusChange>>) {
        let work = Rc::new(RefCell::new(TaskWork::New));
        let beginning = TaskStart {
            work: work.clone(),
            task: task.clone(),
            parent: parent.clone(),
            settings: list.settings.clone(),
            pool: list.pool.clone(),
            others: list.runs.clone(),
        };
        (work, Box::new(beginning))
    }

    pub(super) fn new(task: Task, job: JobId, work: SharedWork, list: &StrategyList) -> TaskSearch {
        let runs_before = list.spent_on_runs();
        TaskSearch { task, job, work, runs_before, outcome: None, change_count: 0, is_over: false }
    }

    /// Continues after a turn: starts a nested method, and checks whether the task is answered. Whether
    /// anything was new.
    pub(super) fn advance(&mut self, list: &mut StrategyList) -> bool {
        if self.outcome.is_some() {
            return self.hear_of_runs(list);
        }
        self.begin_method(list);
        let mut is_news = false;
        if let TaskWork::Nested(search) = &mut *self.work.borrow_mut() {
            is_news = search.advance(list);
            if search.is_over() {
                self.outcome = search.outcome(&UnknownReason::Vocabulary, list);
                self.is_over = true;
            }
        }
        if self.outcome.is_none() && self.is_out_of_work(list) {
            self.is_over = !self.is_cut_off(list);
            let reason = if self.is_over { self.reason() } else { UnknownReason::Budget };
            let outcome = self.so_far(&reason, list);
            self.outcome = Some(outcome.unwrap_or_else(refused));
        }
        if self.outcome.is_some() {
            self.change_count = self.change_count();
            list.scheduler.retire(self.job);
        }
        if self.is_over {
            self.retire(list);
        }
        is_news
    }

    /// Checks whether a run was found after its limit was reached.
    fn hear_of_runs(&mut self, list: &StrategyList) -> bool {
        let change_count = self.change_count();
        if self.is_over || change_count == self.change_count {
            return false;
        }
        self.change_count = change_count;
        self.outcome = self.so_far(&UnknownReason::Budget, list);
        true
    }

    /// Removes its strategies from the list.
    pub(super) fn retire(&self, list: &mut StrategyList) {
        list.scheduler.retire(self.job);
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => leaf.borrow_mut().close(),
            TaskWork::Nested(search) => search.tasks.iter().for_each(|task| task.retire(list)),
            _ => {}
        }
    }

    fn begin_method(&mut self, list: &mut StrategyList) {
        let is_new = matches!(&*self.work.borrow(), TaskWork::ForMethod(_));
        if !is_new {
            return;
        }
        let before = std::mem::replace(&mut *self.work.borrow_mut(), TaskWork::Refused);
        let TaskWork::ForMethod(input) = before else { return };
        let method = self.task.method.as_ref().and_then(|m| method(m, &input, &list.settings));
        if let Some(method) = method {
            let mut search = MethodSearch::new(method, *input, self.job);
            search.begin(list);
            *self.work.borrow_mut() = TaskWork::Nested(Box::new(search));
        }
    }

    /// Whether neither a strategy nor a run that others look for can add anything.
    fn is_out_of_work(&self, list: &StrategyList) -> bool {
        if list.scheduler.helps(self.job, &()) {
            return false;
        }
        !self.waits_for_runs(list) || self.is_cut_off(list)
    }

    /// Whether others look for runs that would settle one of its assertions.
    fn waits_for_runs(&self, list: &StrategyList) -> bool {
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => {
                let leaf = leaf.borrow();
                leaf.listens() && leaf.wants_runs() && list.may_find_runs()
            }
            TaskWork::Nested(search) => {
                let mut open = search.tasks.iter().filter(|task| task.outcome.is_none());
                open.any(|task| task.waits_for_runs(list))
            }
            _ => false,
        }
    }

    /// Whether its limit is reached, by its own steps or by those of the search for runs that it waits for,
    /// if nothing else is left to do.
    fn is_cut_off(&self, list: &StrategyList) -> bool {
        let Some(limit) = self.task.limit else { return false };
        let waited = list.spent_on_runs() - self.runs_before;
        let steps = self.steps(list);
        let waits = self.waits_for_runs(list);
        steps >= limit || waits && (steps + waited >= limit || list.has_other_work())
    }

    fn reason(&self) -> UnknownReason {
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => leaf.borrow().reason(),
            _ => UnknownReason::Vocabulary,
        }
    }

    /// Steps that were spent on it.
    pub(super) fn steps(&self, list: &StrategyList) -> u64 {
        list.scheduler.spent(self.job)
    }

    /// Whether it has not begun.
    pub(super) fn waits(&self) -> bool {
        self.outcome.is_none() && matches!(&*self.work.borrow(), TaskWork::New)
    }

    /// Whether another method has answered all claims and only looks for more to show.
    pub(super) fn is_showing(&self) -> bool {
        matches!(&*self.work.borrow(), TaskWork::Nested(search) if search.is_showing())
    }

    /// A number that grows whenever its outcome changes.
    pub(super) fn change_count(&self) -> usize {
        let own = match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => leaf.borrow().change_count(),
            TaskWork::Nested(search) => search.change_count(),
            _ => 0,
        };
        own + usize::from(self.outcome.is_some())
    }

    fn so_far(&self, reason: &UnknownReason, list: &StrategyList) -> Option<Outcome> {
        match &*self.work.borrow() {
            TaskWork::BuildingStages(begun) => Some(unanswered(&begun.0, reason)),
            TaskWork::Leaf(leaf) => Some(leaf.borrow().so_far(reason, self.engines_ended(list))),
            TaskWork::Nested(search) => Some(search.so_far(reason, list)),
            TaskWork::New | TaskWork::ForMethod(_) | TaskWork::Refused => None,
        }
    }

    fn engines_ended(&self, list: &StrategyList) -> bool {
        list.scheduler.helping(Some(self.job), &()).all(is_run_search)
    }

    /// Its outcome, or its current verdicts.
    pub(super) fn known(&self, reason: &UnknownReason, list: &StrategyList) -> Option<Outcome> {
        self.outcome.clone().or_else(|| self.so_far(reason, list))
    }

    /// The free choices of the run that breaks a claim.
    pub(super) fn run(&self, claim: usize, assert: Option<AssertId>) -> Option<Candidate> {
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => leaf.borrow().run(assert?),
            TaskWork::Nested(search) => {
                let result = search.result.as_ref()?;
                let ClaimResult::Buggy(task, at) = result.claims.get(claim)? else {
                    return None;
                };
                let task = search.tasks.get(*task)?;
                let id = task.outcome.as_ref()?.assertions.get(*at)?.id;
                task.run(*at, id)
            }
            _ => None,
        }
    }

    /// The answer of the task to its method.
    pub(super) fn answer(&self, outcome: &Outcome) -> Answer {
        let result = |(n, a): (usize, &AssertionOutcome)| {
            let result = match &a.verdict {
                Verdict::Certified | Verdict::NothingAsserted => TaskResult::Certified,
                Verdict::Buggy(_) | Verdict::Refuted(_) => {
                    TaskResult::Buggy(self.run(n, a.id).map(|run| run.choices))
                }
                Verdict::TooWeak { .. } | Verdict::NotShown(_) => TaskResult::TooWeak,
                Verdict::Unknown(why) => TaskResult::Unknown(why.describe()),
            };
            (a.counts(), result)
        };
        let refused = matches!(&*self.work.borrow(), TaskWork::Refused);
        let no_answer = (true, TaskResult::Unknown("the task has errors".into()));
        Answer {
            claims: match refused {
                true => vec![no_answer],
                false => outcome.assertions.iter().enumerate().map(result).collect(),
            },
            asserts: outcome.assertions.iter().filter(|_| !refused).map(|a| a.id).collect(),
            over: self.is_over,
        }
    }

    /// Proof obligations for what it certifies.
    pub(super) fn obligations(&self) -> Vec<String> {
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => vec![leaf.borrow().obligations()],
            TaskWork::Nested(search) => search.obligations(),
            _ => vec![],
        }
    }

    /// Models of its clauses for what it certifies, if there are any.
    pub(super) fn concrete_models(&self) -> Option<Vec<Model>> {
        match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => leaf.borrow().concrete_models(),
            TaskWork::Nested(search) => search.concrete_models(),
            _ => None,
        }
    }

    /// The instrumentations that another method has tried for it.
    pub(super) fn attempts(&self) -> Option<Attempts> {
        match &*self.work.borrow() {
            TaskWork::Nested(search) => Some(search.attempts()),
            _ => None,
        }
    }

    /// Its progress.
    pub(super) fn progress(&self, job: JobId, list: &StrategyList) -> Progress {
        let own = match &*self.work.borrow() {
            TaskWork::Leaf(leaf) => Some(leaf.borrow().progress(self.engines_ended(list))),
            TaskWork::Nested(search) => search.progress(job, list),
            _ => None,
        };
        own.unwrap_or_else(|| Progress {
            doing: "making the clauses".to_owned(),
            ..Progress::default()
        })
    }

    /// The name of the verdict on the claims that it was asked about.
    fn verdict(&self, outcome: &Outcome) -> String {
        let about = |(n, claim): (usize, &AssertionOutcome)| {
            let asked = match &self.task.about {
                Claims::All => true,
                Claims::At(places) => places.contains(&n),
                Claims::Asserts(asserts) => claim.id.is_some_and(|id| asserts.contains(&id)),
            };
            asked.then(|| claim.clone())
        };
        let claims = outcome.assertions.iter().enumerate().filter_map(about);
        Outcome::from_assertions(claims.collect()).verdict.name().to_owned()
    }

    /// The record for the reader; `own` is the text that the method was asked about.
    pub(super) fn record(&self, own: &Source, list: &StrategyList) -> TaskRecord {
        let Task { title, why, source, options, method, exact, .. } = &self.task;
        let state = match (&self.outcome, &*self.work.borrow()) {
            (Some(outcome), _) => TaskProgress::Ended(self.verdict(outcome)),
            (None, TaskWork::New) => TaskProgress::Waiting,
            (None, _) => TaskProgress::Begun,
        };
        let below = match &*self.work.borrow() {
            TaskWork::Nested(search) => search.records(list),
            _ => vec![],
        };
        TaskRecord {
            title: title.clone(),
            why: why.clone(),
            source: (source != own).then(|| source.clone()),
            options: if *exact { String::new() } else { options.as_text() },
            choices: options.clone(),
            exact: *exact,
            method: method.clone(),
            state,
            steps: self.steps(list),
            below,
        }
    }
}

/// The strategy that reads a task's text and makes its clauses, whose strategies then share its turns.
struct TaskStart {
    work: SharedWork,
    task: Task,
    parent: Input,
    settings: Rc<Settings>,
    pool: RunSearchPool,
    /// The search for failing runs that is on the list already.
    others: Option<SharedRunSearch>,
}

impl TaskStart {
    /// Reads the text; the strategies, if it is decided as it is.
    fn read(&self) -> (TaskWork, Vec<TaskJob>) {
        let input = self.parent.for_task(&self.task);
        if self.task.method.is_some() {
            return (TaskWork::ForMethod(Box::new(input)), vec![]);
        }
        let decides = || Leaf::deciding(&input, &self.settings, self.task.unwinds);
        let exact = self.task.exact.then(decides).flatten();
        if let Some((leaf, jobs)) = exact {
            return (TaskWork::Leaf(leaf), jobs);
        }
        let Some(system) = &input.system else { return (TaskWork::Refused, vec![]) };
        let builder = StageBuilder::new(system, &input.settings);
        (TaskWork::BuildingStages(Box::new((input, builder))), vec![])
    }

    fn leaf(&self, input: &Input, builder: StageBuilder) -> (TaskWork, Vec<TaskJob>) {
        let mut settings = self.settings.clone();
        if self.task.guesses {
            Rc::make_mut(&mut settings).seeing.runs = self.settings.instrumenting.guesses;
        }
        let asked = asked(&self.task, input);
        let others = self.others.as_ref();
        let (leaf, jobs) = Leaf::new(input, builder, &settings, asked, &self.pool, others);
        (TaskWork::Leaf(leaf), jobs)
    }
}

impl Strategy<(), StatusChange> for TaskStart {
    fn step(&mut self, (): &mut (), budget: &mut Budget) -> schedule::Progress<(), StatusChange> {
        let work = std::mem::replace(&mut *self.work.borrow_mut(), TaskWork::Refused);
        let (work, jobs) = match work {
            TaskWork::New => self.read(),
            TaskWork::BuildingStages(mut begun) => {
                let builder = &mut begun.1;
                let (before, left) = (builder.spent(), budget.left());
                let mut has_more = true;
                while has_more && builder.spent() - before < left {
                    has_more = builder.next(&[]);
                }
                budget.charge(builder.spent() - before);
                if has_more {
                    (TaskWork::BuildingStages(begun), vec![])
                } else {
                    let (input, builder) = *begun;
                    self.leaf(&input, builder)
                }
            }
            work => (work, vec![]),
        };
        let is_ready = !matches!(work, TaskWork::New | TaskWork::BuildingStages(..));
        *self.work.borrow_mut() = work;
        match is_ready {
            true if jobs.is_empty() => schedule::Progress::Exhausted,
            true => schedule::Progress::Spawned(jobs),
            false => schedule::Progress::Working,
        }
    }

    fn may_help(&self, (): &()) -> bool {
        matches!(&*self.work.borrow(), TaskWork::New | TaskWork::BuildingStages(..))
    }
}

/// The outcome of a task whose text has errors.
fn refused() -> Outcome {
    let verdict = Verdict::Unknown(UnknownReason::Unsupported("a text with errors".into()));
    Outcome { verdict, ..Outcome::from_assertions(vec![]) }
}

/// The assertions that a task is about, if not all.
fn asked(task: &Task, input: &Input) -> Option<solving::AssertionScope> {
    let places = match &task.about {
        Claims::All => return None,
        Claims::Asserts(asserts) => {
            let asserts = asserts.iter().copied().collect();
            return Some(solving::AssertionScope { asserts, alone: true });
        }
        Claims::At(places) => places,
    };
    let blank = unanswered(input, &UnknownReason::Budget);
    let at = |n: &usize| blank.assertions.get(*n).and_then(|a| a.id);
    let asserts = places.iter().filter_map(at).collect();
    Some(solving::AssertionScope { asserts, alone: false })
}
