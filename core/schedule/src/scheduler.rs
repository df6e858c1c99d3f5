//! Stride scheduling of jobs.

use crate::ledger::StrategyName;
use hornbook_base::Budget;
use std::borrow::Cow;

/// A search that can be continued. `L` is the ledger that it shares with others, `E` the evidence that it
/// searches for.
pub trait Strategy<L, E> {
    /// Works until there is progress to report or the budget is used up.
    ///
    /// **Invariant:** the result depends on the strategy and the ledger, not on the sizes of budgets.
    fn step(&mut self, ledger: &mut L, budget: &mut Budget) -> Progress<L, E>;

    /// Whether the strategy could add something to the present ledger.
    fn may_help(&self, ledger: &L) -> bool;
}

/// The result of a strategy's turn.
pub enum Progress<L, E> {
    /// There is more to do.
    Working,
    /// There is more to do, and the next turn takes about so many steps: it is dealt once the others have had
    /// as many for their weights.
    Overdraws(u64),
    /// Evidence, and perhaps more later.
    Found(E),
    /// Jobs that share the strategy's weight from now on.
    Spawned(Vec<Job<L, E>>),
    /// There is nothing more to do.
    Exhausted,
}

impl<L, E> Progress<L, E> {
    /// The progress for another ledger, with evidence and jobs translated.
    pub fn lift<M, F>(
        self,
        evidence: impl FnOnce(E) -> F,
        job: impl Fn(Job<L, E>) -> Job<M, F>,
    ) -> Progress<M, F> {
        match self {
            Progress::Working => Progress::Working,
            Progress::Overdraws(steps) => Progress::Overdraws(steps),
            Progress::Found(found) => Progress::Found(evidence(found)),
            Progress::Spawned(jobs) => Progress::Spawned(jobs.into_iter().map(job).collect()),
            Progress::Exhausted => Progress::Exhausted,
        }
    }
}

/// A strategy with its place on the list.
pub struct Job<L, E> {
    /// Its name, for tables.
    pub name: StrategyName,
    /// The search.
    pub strategy: Box<dyn Strategy<L, E>>,
    /// The share of the turns in proportion to those of the jobs that are added with this one or have the
    /// same parent, at least 1.
    pub weight: u32,
    /// Conditions for the first turn, all of which must be met.
    pub after: Vec<Unlock>,
    /// Steps after which the job and those that it has spawned have no more turns.
    pub limit: Option<u64>,
}

impl<L, E> Job<L, E> {
    /// The job with another strategy, which is made from its own.
    pub fn map<M, F>(
        self,
        strategy: impl FnOnce(StrategyName, Box<dyn Strategy<L, E>>) -> Box<dyn Strategy<M, F>>,
    ) -> Job<M, F> {
        let Job { name, strategy: own, weight, after, limit } = self;
        let strategy = strategy(name.clone(), own);
        Job { name, strategy, weight, after, limit }
    }
}

impl<L: 'static, E: 'static> Job<L, E> {
    /// A job whose turns are those of others, which share its weight.
    pub fn group(name: impl Into<StrategyName>, weight: u32, jobs: Vec<Job<L, E>>) -> Job<L, E> {
        let (name, strategy) = (name.into(), Box::new(Group(jobs)));
        Job { name, strategy, weight, after: vec![], limit: None }
    }
}

/// Jobs that are not spawned yet.
struct Group<L, E>(Vec<Job<L, E>>);

impl<L, E> Strategy<L, E> for Group<L, E> {
    fn step(&mut self, _: &mut L, _: &mut Budget) -> Progress<L, E> {
        Progress::Spawned(std::mem::take(&mut self.0))
    }

    fn may_help(&self, _: &L) -> bool {
        !self.0.is_empty()
    }
}

/// A job that has to come first: until it cannot help any more, or has spent so many steps, with the jobs
/// that it has spawned; steps that it has announced count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlock {
    /// The number among the jobs that are added together.
    pub job: usize,
    /// The steps.
    pub spent: u64,
}

/// The identifier of a job of a scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(usize);

/// The result of a turn.
pub enum Turn<E> {
    /// No job can help.
    Idle,
    /// A job has worked for so many steps.
    Worked(JobId, u64),
    /// A job has found evidence after so many steps.
    Found(JobId, u64, E),
}

/// The steps of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its name.
    pub name: StrategyName,
    /// Its own steps.
    pub spent: u64,
    /// How far it is.
    pub state: JobState,
    /// Whether it has spawned others.
    pub is_group: bool,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It has not come to its end. It may have been removed, or only wait for those that it has spawned.
    Working,
    /// It has come to its end.
    Ended,
    /// It has no more turns, since it has spent its limit, or one that it is part of has.
    OutOfSteps,
}

/// A job, or the root of the list.
struct Node<L, E> {
    name: StrategyName,
    /// The search; none once it has ended, or for the whole list.
    strategy: Option<Box<dyn Strategy<L, E>>>,
    weight: u32,
    after: Vec<(usize, u64)>,
    limit: u64,
    parent: usize,
    /// The spawned jobs.
    children: Vec<usize>,
    spent: u64,
    /// Steps of all descendants.
    spent_below: u64,
    /// The announced steps of the next turn, if it is a large one.
    announced: u64,
    /// The steps divided by the weight.
    pass: u128,
    /// Whether the job could help when its parent was dealt the last turn.
    is_awake: bool,
    is_retired: bool,
    /// The pass that the child with the last turn had before it.
    now: u128,
}

impl<L, E> Node<L, E> {
    fn new(job: Job<L, E>, first: usize, parent: usize) -> Node<L, E> {
        let Job { name, strategy, weight, after, limit } = job;
        Node {
            name,
            strategy: Some(strategy),
            weight: weight.max(1),
            after: after.iter().map(|unlock| (first + unlock.job, unlock.spent)).collect(),
            limit: limit.unwrap_or(u64::MAX),
            parent,
            children: vec![],
            spent: 0,
            spent_below: 0,
            announced: 0,
            pass: 0,
            is_awake: false,
            is_retired: false,
            now: 0,
        }
    }

    /// The pass of so many steps.
    fn stride(&self, steps: u64) -> u128 {
        u128::from(steps) * (STEP / u128::from(self.weight))
    }

    fn total(&self) -> u64 {
        self.spent + self.spent_below
    }
}

/// One step of a job with weight 1, as a pass.
const STEP: u128 = 1 << 40;

/// The node of the whole list.
const ROOT: usize = 0;

/// Deals turns to jobs. Jobs with one parent share its turns.
pub struct Scheduler<L, E> {
    /// Steps of one turn.
    quantum: u64,
    nodes: Vec<Node<L, E>>,
}

impl<L, E> Scheduler<L, E> {
    /// A scheduler with the jobs of a list. Where passes are equal, the first ones come first.
    pub fn new(quantum: u64, jobs: Vec<Job<L, E>>) -> Scheduler<L, E> {
        let root = Node {
            name: Cow::Borrowed(""),
            strategy: None,
            weight: 1,
            after: vec![],
            limit: u64::MAX,
            parent: ROOT,
            children: vec![],
            spent: 0,
            spent_below: 0,
            announced: 0,
            pass: 0,
            is_awake: true,
            is_retired: false,
            now: 0,
        };
        let mut scheduler = Scheduler { quantum, nodes: vec![root] };
        scheduler.add(jobs, ROOT);
        scheduler
    }

    /// Adds jobs that share the turns of another one; the result are their identifiers, in order.
    pub fn spawn(&mut self, parent: JobId, jobs: Vec<Job<L, E>>) -> Vec<JobId> {
        self.add(jobs, parent.0)
    }

    /// Adds jobs to the list; the result are their identifiers, in order.
    pub fn add_jobs(&mut self, jobs: Vec<Job<L, E>>) -> Vec<JobId> {
        self.add(jobs, ROOT)
    }

    fn add(&mut self, jobs: Vec<Job<L, E>>, parent: usize) -> Vec<JobId> {
        let first = self.nodes.len();
        self.nodes.extend(jobs.into_iter().map(|job| Node::new(job, first, parent)));
        let all = first..self.nodes.len();
        self.nodes[parent].children.extend(all.clone());
        all.map(JobId).collect()
    }

    /// Deals one turn.
    pub fn turn(&mut self, ledger: &mut L) -> Turn<E> {
        let Some((at, _)) = self.next(ROOT, ledger) else { return Turn::Idle };
        let node = &mut self.nodes[at];
        let Some(strategy) = &mut node.strategy else { return Turn::Idle };
        node.announced = 0;
        let mut budget = Budget::steps(self.quantum);
        let progress = strategy.step(ledger, &mut budget);
        let spent = budget.used(self.quantum).max(1);
        self.charge(at, spent);
        match progress {
            Progress::Working => {}
            Progress::Found(evidence) => return Turn::Found(JobId(at), spent, evidence),
            Progress::Exhausted => self.nodes[at].strategy = None,
            Progress::Overdraws(steps) => self.nodes[at].announced = steps,
            Progress::Spawned(jobs) => {
                self.add(jobs, at);
            }
        }
        Turn::Worked(JobId(at), spent)
    }

    /// Records steps that a job has spent.
    fn charge(&mut self, at: usize, steps: u64) {
        self.nodes[at].spent += steps;
        let mut at = at;
        while at != ROOT {
            let (parent, pass) = (self.nodes[at].parent, self.nodes[at].pass);
            self.nodes[at].pass += self.nodes[at].stride(steps);
            self.nodes[parent].now = pass;
            self.nodes[parent].spent_below += steps;
            at = parent;
        }
    }

    /// Retires a job with those that it has spawned: they get no more turns.
    pub fn retire(&mut self, job: JobId) {
        self.nodes[job.0].is_retired = true;
    }

    /// Whether no job can help.
    pub fn is_idle(&self, ledger: &L) -> bool {
        !self.can_help(ROOT, ledger)
    }

    /// Whether a job, or one that it has spawned, can help.
    pub fn helps(&self, job: JobId, ledger: &L) -> bool {
        self.can_help(job.0, ledger)
    }

    /// Whether a job is `other` or a descendant of it.
    pub fn is_part_of(&self, job: JobId, other: JobId) -> bool {
        let mut at = job.0;
        while at != other.0 && at != ROOT {
            at = self.nodes[at].parent;
        }
        at == other.0
    }

    /// Steps of a job with those of the jobs that it has spawned.
    pub fn spent(&self, job: JobId) -> u64 {
        self.nodes[job.0].total()
    }

    /// The names of the jobs that can help, of the descendants of a job or of all.
    pub fn helping<'a>(
        &'a self,
        of: Option<JobId>,
        ledger: &'a L,
    ) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        let node = &self.nodes[of.map_or(ROOT, |job| job.0)];
        let able = node.children.iter().filter(|at| self.can_be_dealt(**at, ledger));
        Box::new(able.flat_map(move |at| {
            let own = self.helps_itself(*at, ledger).then(|| &*self.nodes[*at].name);
            own.into_iter().chain(self.helping(Some(JobId(*at)), ledger))
        }))
    }

    /// The account of a job.
    pub fn account(&self, job: JobId) -> Account {
        let Node { name, spent, children, .. } = &self.nodes[job.0];
        let (state, is_group) = (self.state(job.0), !children.is_empty());
        Account { name: name.clone(), spent: *spent, state, is_group }
    }

    /// The accounts of all jobs that a job has spawned, or of all on the list, in their order; those that one
    /// has spawned stand behind it.
    pub fn accounts(&self, parent: Option<JobId>) -> Vec<Account> {
        let mut accounts = vec![];
        self.collect_accounts(parent.map_or(ROOT, |job| job.0), &mut accounts);
        accounts
    }

    fn collect_accounts(&self, parent: usize, accounts: &mut Vec<Account>) {
        for at in &self.nodes[parent].children {
            accounts.push(self.account(JobId(*at)));
            self.collect_accounts(*at, accounts);
        }
    }

    fn state(&self, at: usize) -> JobState {
        let mut ancestor = at;
        while ancestor != ROOT && self.nodes[ancestor].total() < self.nodes[ancestor].limit {
            ancestor = self.nodes[ancestor].parent;
        }
        match &self.nodes[at].strategy {
            None => JobState::Ended,
            Some(_) if ancestor != ROOT => JobState::OutOfSteps,
            Some(_) => JobState::Working,
        }
    }

    /// The job with the next turn below a parent, with the announced steps of that turn: a parent comes
    /// before its children, and of these the one with the least pass, after that turn if it is a large one.
    /// Children that could not help until now begin at the least pass of the others, so that none starves.
    fn next(&mut self, parent: usize, ledger: &L) -> Option<(usize, u64)> {
        let node = &self.nodes[parent];
        if self.helps_itself(parent, ledger) {
            return Some((parent, node.announced));
        }
        let children = std::mem::take(&mut self.nodes[parent].children);
        let able = |at: &usize| self.can_be_dealt(*at, ledger);
        let able: Vec<usize> = children.iter().copied().filter(able).collect();
        let awake = able.iter().filter(|at| self.nodes[**at].is_awake);
        let least = awake.map(|at| self.nodes[*at].pass).min();
        let least = least.unwrap_or(self.nodes[parent].now);
        for at in &children {
            let node = &mut self.nodes[*at];
            let is_able = able.binary_search(at).is_ok();
            if is_able && !node.is_awake {
                node.pass = node.pass.max(least);
            }
            node.is_awake = is_able;
        }
        self.nodes[parent].children = children;
        let mut best: Option<(u128, (usize, u64))> = None;
        for at in able {
            let Some((job, announced)) = self.next(at, ledger) else { continue };
            let after = self.nodes[at].pass + self.nodes[at].stride(announced);
            if best.is_none_or(|(least, _)| after < least) {
                best = Some((after, (job, announced)));
            }
        }
        best.map(|(_, next)| next)
    }

    fn can_be_dealt(&self, at: usize, ledger: &L) -> bool {
        let node = &self.nodes[at];
        let is_unlocked = node.total() > 0
            || node.after.iter().all(|(before, spent)| {
                let before_it = &self.nodes[*before];
                before_it.total() + self.announced(*before) >= *spent
                    || !self.can_help(*before, ledger)
            });
        is_unlocked && self.can_help(at, ledger)
    }

    /// The announced steps of a job or of its descendants.
    fn announced(&self, at: usize) -> u64 {
        let node = &self.nodes[at];
        node.children.iter().map(|at| self.announced(*at)).sum::<u64>() + node.announced
    }

    fn helps_itself(&self, at: usize, ledger: &L) -> bool {
        self.nodes[at].strategy.as_ref().is_some_and(|strategy| strategy.may_help(ledger))
    }

    fn can_help(&self, at: usize, ledger: &L) -> bool {
        let node = &self.nodes[at];
        let may_go_on = !node.is_retired && node.total() < node.limit;
        let can_be_dealt = || node.children.iter().any(|at| self.can_be_dealt(*at, ledger));
        may_go_on && (self.helps_itself(at, ledger) || can_be_dealt())
    }
}

#[cfg(test)]
mod tests;
