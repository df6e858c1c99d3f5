//! From a text to its outcome: a method asks tasks, all strategies of all tasks are on the list of one
//! scheduler, and the method's conclusions from their answers are checked.

mod method_search;
mod obligation_cache;
mod outcome;
mod strategy_table;
mod task_search;

use super::failing_runs::{RunSearchPool, SharedRunSearch, with_runs};
use super::methods::chosen_method;
use super::run_warnings::warn_by_runs;
use super::termination::may_not_end;
use super::{Input, Status, unanswered};
use hornbook_chc::search::StatusChange;
use hornbook_explain::open_claims::open_claims;
use hornbook_lang::typed::AssertId;
use hornbook_method::Method;
use hornbook_records::tasks::TaskRecord;
use hornbook_records::{AssertionOutcome, Outcome, Progress, RunWarning, UnknownReason, Verdict};
use hornbook_schedule::{Job, JobId, Scheduler, Turn};
use hornbook_settings::Settings;
use hornbook_tasks::choices::MethodChoice;
use method_search::MethodSearch;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A resumable search for the verdict on a text, by the method that is chosen for it.
///
/// **Invariant:** the result does not depend on the sizes of the slices in which it works.
pub struct Driver {
    root: MethodSearch,
    list: StrategyList,
    steps: u64,
    /// The warnings by short runs, once they are asked for.
    warnings: OnceCell<Vec<RunWarning>>,
}

/// The list of all strategies, and the state that its tasks share.
struct StrategyList {
    settings: Rc<Settings>,
    scheduler: Scheduler<(), StatusChange>,
    pool: RunSearchPool,
    /// The search for failing runs of the text itself, with its strategies.
    runs: Option<SharedRunSearch>,
    run_jobs: Vec<JobId>,
    /// The job whose turns all tasks share.
    tasks: JobId,
}

impl StrategyList {
    /// Whether failing runs of the text itself may be found yet.
    fn may_find_runs(&self) -> bool {
        self.run_jobs.iter().any(|job| self.scheduler.helps(*job, &()))
    }

    /// Whether a task has strategies that may help.
    fn has_other_work(&self) -> bool {
        self.scheduler.helps(self.tasks, &())
    }

    /// Steps that the search for failing runs of the text itself has spent.
    fn spent_on_runs(&self) -> u64 {
        self.run_jobs.iter().map(|job| self.scheduler.spent(*job)).sum()
    }
}

/// The assertions of a text.
fn asserts(input: &Input) -> BTreeSet<AssertId> {
    let clauses = input.system.iter().flat_map(|system| &system.clauses);
    clauses.filter(|c| c.goal.is_claim()).filter_map(|c| c.origin.assert).collect()
}

/// The outcome of a search that the clock has ended within a step, so that nothing is known of it.
pub fn interrupted(input: &Input) -> Outcome {
    with_questions(unanswered(input, &UnknownReason::Budget), input)
}

/// An outcome with the questions of its open claims, or that there is no claim.
fn with_questions(mut outcome: Outcome, input: &Input) -> Outcome {
    if input.program.is_some() && !outcome.assertions.iter().any(AssertionOutcome::counts) {
        outcome.verdict = Verdict::NothingAsserted;
    }
    // Of given lines the judgement says what is open.
    if outcome.judgement.is_none() {
        let tries_all = input.settings.method == MethodChoice::Auto;
        outcome.open = open_claims(&outcome, &input.text, tries_all);
    }
    outcome
}

impl Driver {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Driver> {
        Driver::with_settings(input, Rc::new(Settings::default()))
    }

    /// A search with other settings.
    pub fn with_settings(input: &Input, settings: Rc<Settings>) -> Option<Driver> {
        let method = chosen_method(input, &settings)?;
        Some(Driver::with_method(method, input, settings))
    }

    /// A search by a given method.
    pub fn with_method(method: Box<dyn Method>, input: &Input, settings: Rc<Settings>) -> Driver {
        let pool = RunSearchPool::default();
        let runs = pool.search(input, &asserts(input), &settings);
        let mut scheduler = Scheduler::new(settings.chc.sharing.turn, vec![]);
        let tasks = Job::group("tasks", 1, vec![]);
        let (jobs, at) = with_runs(tasks, runs.as_ref());
        let mut run_jobs = scheduler.add_jobs(jobs);
        let tasks = run_jobs.remove(at);
        let root = MethodSearch::new(method, input.clone(), tasks);
        let list = StrategyList { settings, scheduler, pool, runs, run_jobs, tasks };
        let mut driver = Driver { root, list, steps: 0, warnings: OnceCell::new() };
        driver.root.begin(&mut driver.list);
        driver
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        let (mut spent, mut last) = (0, None);
        while !self.root.is_over() && spent < steps {
            let is_idle = match self.list.scheduler.turn(&mut ()) {
                Turn::Idle => true,
                Turn::Worked(job, steps) | Turn::Found(job, steps, StatusChange) => {
                    spent += steps;
                    last = Some(job);
                    false
                }
            };
            if !self.root.advance(&mut self.list) && is_idle {
                self.root.stop(&UnknownReason::Vocabulary, &self.list);
            }
        }
        self.steps += spent;
        match self.root.outcome(&UnknownReason::Vocabulary, &self.list) {
            Some(outcome) => Status::Done(self.counted(outcome)),
            None => Status::Running(self.progress(last)),
        }
    }

    /// The outcome if the search ended now; open verdicts are `unknown` for the given reason.
    pub fn so_far(&self, reason: &UnknownReason) -> Outcome {
        self.counted(self.root.so_far(reason, &self.list))
    }

    /// Ends the search, see [`Driver::so_far`].
    pub fn stop(&mut self, reason: &UnknownReason) -> Outcome {
        let outcome = self.root.stop(reason, &self.list);
        self.counted(outcome)
    }

    /// The outcome with the steps of the whole search.
    fn counted(&self, mut outcome: Outcome) -> Outcome {
        let runs = self.list.runs.as_ref().map_or(0, |runs| runs.borrow().questions());
        outcome.statistics.questions += runs;
        outcome.statistics.steps = self.steps;
        outcome.strategies = self.strategies();
        let warnings = self.warnings.get_or_init(|| warn_by_runs(&self.root.input));
        outcome.warnings.clone_from(warnings);
        let program = self.root.input.program.as_ref();
        let has_all_rounds = outcome.exact && !outcome.rounds.is_empty();
        let may_not_end = |p| may_not_end(p, &outcome.assertions);
        outcome.may_not_end = !has_all_rounds && program.is_some_and(may_not_end);
        with_questions(outcome, &self.root.input)
    }

    /// A number that grows whenever [`Driver::so_far`] changes.
    pub fn change_count(&self) -> usize {
        self.root.change_count()
    }

    /// Proof obligations for a verdict `certified`, as an SMT-LIB script that other solvers can check;
    /// `None` for all other verdicts. There is a part for each task that the verdict rests on.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        self.root.certificate(outcome)
    }

    /// A model of clauses from a file, for a verdict `certified`: a formula for each predicate, with quantifiers
    /// over arrays, in SMT-LIB. `None` for all other verdicts, and where the proof gives no such model.
    pub fn horn_model(&self, outcome: &Outcome) -> Option<String> {
        self.root.horn_model(outcome)
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The questions that were asked, as a tree.
    pub fn records(&self) -> Vec<TaskRecord> {
        self.root.records(&self.list)
    }

    /// The progress of the strategy that had the last turn.
    fn progress(&self, last: Option<JobId>) -> Progress {
        let for_task = last.and_then(|job| self.root.progress(job, &self.list));
        let progress = for_task.unwrap_or_else(|| {
            let progress = self.list.runs.as_ref().map(|runs| runs.borrow().progress());
            let progress = progress.unwrap_or_default();
            Progress { doing: progress.doing.into(), round: progress.depth, ..Progress::default() }
        });
        Progress { tasks: self.records(), attempts: self.root.attempts(), ..progress }
    }
}
