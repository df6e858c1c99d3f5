//! A method with the tasks that it has asked.

use super::super::Input;
use super::super::failing_runs::ReplayCache;
use super::super::methods::source;
use super::StrategyList;
use super::obligation_cache::ObligationCache;
use super::task_search::TaskSearch;
use hornbook_method::{Method, MethodStep};
use hornbook_records::attempts::Attempts;
use hornbook_records::tasks::TaskRecord;
use hornbook_records::{Outcome, Progress, UnknownReason};
use hornbook_schedule::{Job, JobId, Unlock};
use hornbook_tasks::method_result::{ClaimResult, MethodResult};
use hornbook_tasks::task::{Answer, Task};

/// The search for an answer by a method.
pub(super) struct MethodSearch {
    pub(super) input: Input,
    pub(super) method: Box<dyn Method>,
    /// The replays of failing runs of programs that are made from this one.
    pub(super) replays: ReplayCache,
    /// The proof obligations of the method's plans.
    pub(super) obligation_cache: ObligationCache,
    pub(super) tasks: Vec<TaskSearch>,
    /// The method's result, once it has ended.
    pub(super) result: Option<MethodResult>,
    /// The job whose turns the tasks share.
    job: JobId,
    /// Its [`MethodSearch::change_count`] at the last turn.
    change_count: usize,
    /// Whether all claims are answered, and the open tasks only show more to the reader.
    is_showing: bool,
}

impl MethodSearch {
    pub(super) fn new(method: Box<dyn Method>, input: Input, job: JobId) -> MethodSearch {
        MethodSearch {
            input,
            method,
            replays: ReplayCache::default(),
            obligation_cache: ObligationCache::default(),
            tasks: vec![],
            result: None,
            job,
            change_count: 0,
            is_showing: false,
        }
    }

    /// Asks the first tasks.
    pub(super) fn begin(&mut self, list: &mut StrategyList) {
        self.ask(list);
    }

    /// Whether the method has come to its end.
    pub(super) fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// Whether all claims are answered although the method goes on.
    pub(super) fn is_showing(&self) -> bool {
        self.is_showing
    }

    /// Continues after a turn: passes answers to the method, and asks its next tasks. Whether anything was
    /// new.
    pub(super) fn advance(&mut self, list: &mut StrategyList) -> bool {
        if self.is_over() {
            return false;
        }
        let (mut is_news, mut is_answered) = (false, false);
        for task in &mut self.tasks {
            let was_open = task.outcome.is_none();
            is_news |= task.advance(list);
            is_answered |= was_open && task.outcome.is_some();
        }
        if is_answered {
            self.ask(list);
        }
        let change_count = self.change_count();
        is_news |= is_answered || change_count != self.change_count;
        self.change_count = change_count;
        if is_news && !self.is_over() {
            self.judge_early(list);
        }
        is_news
    }

    /// Passes the answers to the method, and asks its next tasks.
    fn ask(&mut self, list: &mut StrategyList) {
        let answers: Vec<Option<Answer>> =
            self.tasks.iter().map(|task| Some(task.answer(task.outcome.as_ref()?))).collect();
        match self.method.next(&answers) {
            MethodStep::Ask(tasks) if tasks.is_empty() => {}
            MethodStep::Ask(tasks) => {
                self.is_showing = !self.tasks.is_empty() && self.answering(list).is_some();
                self.add(tasks, list);
            }
            MethodStep::Done(result) => self.result = Some(result),
        }
    }

    /// Puts tasks on the list. The first task mostly suffices, so it runs alone for a while.
    fn add(&mut self, tasks: Vec<Task>, list: &mut StrategyList) {
        let first = list.settings.climbing.first;
        let waits = self.tasks.is_empty();
        let (mut jobs, mut works): (Vec<Job<_, _>>, Vec<_>) = (vec![], vec![]);
        for (n, task) in tasks.iter().enumerate() {
            let (work, strategy) = TaskSearch::work(task, &self.input, list);
            let spent = task.begins_after.unwrap_or(first);
            let after = (waits && n > 0).then_some(Unlock { job: 0, spent });
            jobs.push(Job {
                name: task.title.clone().into(),
                strategy,
                weight: u32::try_from(task.share).unwrap_or(u32::MAX),
                after: after.into_iter().collect(),
                limit: task.limit,
            });
            works.push(work);
        }
        let jobs = list.scheduler.spawn(self.job, jobs);
        for ((task, job), work) in tasks.into_iter().zip(jobs).zip(works) {
            self.tasks.push(TaskSearch::new(task, job, work, list));
        }
    }

    /// Ends the search if unfinished tasks answer all claims between them; tasks that show more to the
    /// reader continue.
    fn judge_early(&mut self, list: &mut StrategyList) {
        // Methods only see tasks that have begun.
        let waits = self.tasks.iter().any(TaskSearch::waits);
        if self.tasks.len() < 2 || self.is_showing || waits {
            return;
        }
        let Some(result) = self.answering(list) else { return };
        let (showing, others): (Vec<_>, Vec<_>) =
            self.tasks.iter_mut().filter(|t| t.outcome.is_none()).partition(|t| t.is_showing());
        if showing.is_empty() {
            self.result = Some(result);
        } else {
            others.into_iter().for_each(|task| task.retire(list));
            self.is_showing = true;
        }
    }

    /// The result by the current answers, if it answers all claims.
    fn answering(&self, list: &StrategyList) -> Option<MethodResult> {
        let known = self.known(&UnknownReason::Budget, list);
        let result = self.method.so_far(&self.answers(&known));
        let mut claims = result.claims.iter();
        (!result.claims.is_empty() && claims.all(ClaimResult::is_answer)).then_some(result)
    }

    /// The outcome of each task, or its current verdicts, for the tasks that have begun, which come first.
    pub(super) fn known(&self, reason: &UnknownReason, list: &StrategyList) -> Vec<Outcome> {
        self.tasks.iter().map_while(|task| task.known(reason, list)).collect()
    }

    pub(super) fn answers(&self, known: &[Outcome]) -> Vec<Answer> {
        self.tasks.iter().zip(known).map(|(task, outcome)| task.answer(outcome)).collect()
    }

    fn current_result(&self, known: &[Outcome]) -> MethodResult {
        self.result.clone().unwrap_or_else(|| self.method.so_far(&self.answers(known)))
    }

    /// The outcome, once the method has a result.
    pub(super) fn outcome(&self, reason: &UnknownReason, list: &StrategyList) -> Option<Outcome> {
        let result = self.result.as_ref()?;
        Some(self.outcome_of(result, &self.known(reason, list), reason, list))
    }

    /// The outcome if the search ended now; open verdicts are `unknown` for the given reason.
    pub(super) fn so_far(&self, reason: &UnknownReason, list: &StrategyList) -> Outcome {
        let known = self.known(reason, list);
        self.outcome_of(&self.current_result(&known), &known, reason, list)
    }

    /// Ends the search, see [`MethodSearch::so_far`].
    pub(super) fn stop(&mut self, reason: &UnknownReason, list: &StrategyList) -> Outcome {
        let known = self.known(reason, list);
        let result = self.current_result(&known);
        let outcome = self.outcome_of(&result, &known, reason, list);
        self.result = Some(result);
        outcome
    }

    /// A number that grows whenever the outcome of a task changes.
    pub(super) fn change_count(&self) -> usize {
        self.tasks.iter().map(TaskSearch::change_count).sum()
    }

    /// Steps that its tasks have spent.
    pub(super) fn steps(&self, list: &StrategyList) -> u64 {
        self.tasks.iter().map(|task| task.steps(list)).sum()
    }

    /// The questions that were asked, as a tree.
    pub(super) fn records(&self, list: &StrategyList) -> Vec<TaskRecord> {
        let own = source(&self.input);
        self.tasks.iter().map(|task| task.record(&own, list)).collect()
    }

    /// The instrumentations that were tried, by the method or a nested one.
    pub(super) fn attempts(&self) -> Attempts {
        let below = self.tasks.iter().filter_map(TaskSearch::attempts);
        let all = std::iter::once(self.method.attempts()).chain(below);
        all.into_iter().find(|all| !all.tried.is_empty()).unwrap_or_default()
    }

    /// The progress of the task that a job is part of.
    pub(super) fn progress(&self, job: JobId, list: &StrategyList) -> Option<Progress> {
        let mut tasks = self.tasks.iter();
        let task = tasks.find(|task| list.scheduler.is_part_of(job, task.job))?;
        let mut progress = task.progress(job, list);
        if self.tasks.len() > 1 {
            let doing = format!("{} {}", progress.doing, task.task.title);
            progress.doing = doing.trim_start().to_owned();
        }
        Some(progress)
    }
}
