//! The work on the clauses of one text: its claims with their verdicts, and the strategies that work for
//! them.

use super::super::Input;
use super::super::failing_runs::{Listener, RunSearchPool, SharedRunSearch, TaskJob, with_runs};
use super::super::stage_builder::StageBuilder;
use super::deciding::Exact;
use super::judging::Verdicts;
use super::{AssertionScope, search};
use hornbook_base::Budget;
use hornbook_chc::search::{Board, StatusChange};
use hornbook_horn::{Pred, Term};
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_records::{Progress, Run, Stages, UnknownReason, Verdict};
use hornbook_runs::Candidate;
use hornbook_runs::array_derivations::ArrayDerivations;
use hornbook_schedule::{self as schedule, Job, Strategy, StrategyName};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The claims of one text with their verdicts.
pub(crate) struct Leaf {
    pub(super) board: Board<Verdicts>,
    /// The exact decision of a program without loops.
    pub(super) exact: Option<Exact>,
    /// The search for failing runs, if it is this leaf's own.
    runs: Option<SharedRunSearch>,
    /// Whether it hears of runs that other searches find.
    listens: bool,
    /// Steps that were spent.
    steps: u64,
    /// Whether no other task handles the contracts that claims rest on.
    pub(super) alone: bool,
    /// Whether the answer is no longer needed.
    is_closed: bool,
}

/// The name of the strategy for programs without loops.
pub(super) const DECIDING: &str = "each assertion by itself";

/// A leaf that its strategies share.
pub(crate) type SharedLeaf = Rc<RefCell<Leaf>>;

impl Leaf {
    /// A leaf on stages that were made, for some of the assertions or all, and its strategies. `others` are
    /// strategies for failing runs that are on the list already: it needs none if they are about its program.
    pub(crate) fn new(
        input: &Input,
        prepared: StageBuilder,
        settings: &Rc<search::Settings>,
        asked: Option<AssertionScope>,
        pool: &RunSearchPool,
        others: Option<&SharedRunSearch>,
    ) -> (SharedLeaf, Vec<TaskJob>) {
        let steps = prepared.spent();
        let stages = Rc::new(prepared.stages(&input.lines));
        let alone = asked.as_ref().is_some_and(|asked| asked.alone);
        let asked = asked.map(|asked| asked.asserts);
        let verdicts = Verdicts::new(input, stages, asked, settings.clone());
        let sought = if alone { verdicts.asserts() } else { verdicts.all_asserts() };
        let (board, jobs) =
            Board::new(verdicts.question(), verdicts, &Rc::new(settings.chc.clone()));
        let search = pool.search(input, &sought, settings);
        let is_others = |search: &SharedRunSearch| others.is_some_and(|o| Rc::ptr_eq(o, search));
        let listens = search.as_ref().is_some_and(is_others);
        let own = search.clone().filter(|_| !listens);
        let leaf = Leaf {
            board,
            exact: None,
            runs: own.clone(),
            listens,
            steps,
            alone: false,
            is_closed: false,
        };
        let leaf = Rc::new(RefCell::new(leaf));
        if let Some(search) = &search {
            search.borrow_mut().add_listener(leaf.clone());
        }
        let mut jobs: Vec<TaskJob> = jobs.into_iter().map(|job| OnLeaf::job(&leaf, job)).collect();
        jobs.extend(DerivingWithArrays::job(&leaf, input));
        let (jobs, _) = with_runs(Job::group("clauses", 1, jobs), own.as_ref());
        (leaf, jobs)
    }

    /// A leaf that decides a program without loops, each assertion by itself; `None` if there is a loop, or
    /// no program. If it `unwinds`, loops are unwound whose rounds constants bound; the claims that others matter to are
    /// missing then.
    pub(crate) fn deciding(
        input: &Input,
        settings: &Rc<search::Settings>,
        unwinds: bool,
    ) -> Option<(SharedLeaf, Vec<TaskJob>)> {
        let system = input.system.as_ref().filter(|_| input.program.is_some())?;
        let exact = if unwinds { Exact::unwinding(system) } else { Exact::from_system(system) }?;
        let stages = Rc::new(exact.stages(system, &input.lines, &input.settings));
        let verdicts = Verdicts::new(input, stages, None, settings.clone());
        let board = Board::without_strategies(verdicts);
        let leaf = Leaf {
            board,
            exact: Some(exact),
            runs: None,
            listens: false,
            steps: 0,
            alone: true,
            is_closed: false,
        };
        let leaf = Rc::new(RefCell::new(leaf));
        let strategy = Box::new(Deciding(leaf.clone()));
        let name = DECIDING.into();
        Some((leaf, vec![Job { name, strategy, weight: 1, after: vec![], limit: None }]))
    }

    pub(super) fn verdicts(&self) -> &Verdicts {
        &self.board.judge
    }

    /// The program, if the text is one.
    pub(crate) fn program(&self) -> Option<TypedProgram> {
        self.verdicts().program.clone()
    }

    /// The stages that are being solved.
    pub(crate) fn stages(&self) -> Rc<Stages> {
        self.verdicts().given.clone()
    }

    /// Steps spent so far, those of its own search for runs aside.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Questions put to the integer solver so far.
    pub(crate) fn questions(&self) -> u64 {
        let runs = self.runs.as_ref().map_or(0, |runs| runs.borrow().questions());
        self.board.questions() + runs + self.exact.as_ref().map_or(0, Exact::questions)
    }

    /// A number that grows whenever [`Leaf::so_far`] has a new verdict or derivation.
    pub(crate) fn change_count(&self) -> usize {
        self.verdicts().change_count()
    }

    /// The free choices of the run that violates an assertion.
    pub(crate) fn run(&self, assert: AssertId) -> Option<Candidate> {
        self.verdicts().runs.iter().find(|run| run.assert == assert).cloned()
    }

    /// The reason for open verdicts once the search is over.
    pub(crate) fn reason(&self) -> UnknownReason {
        let why = self.board.last_reason().cloned();
        why.map_or(UnknownReason::Budget, |why| self.verdicts().in_words(why))
    }

    /// Whether it hears of runs that others look for.
    pub(crate) fn listens(&self) -> bool {
        self.listens
    }

    /// Stops listening to runs.
    pub(crate) fn close(&mut self) {
        self.is_closed = true;
    }

    /// The progress of the work.
    pub(crate) fn progress(&self, engines_ended: bool) -> Progress {
        let runs = self.runs.as_ref().filter(|_| engines_ended);
        let progress = runs.map_or_else(|| self.board.progress(), |runs| runs.borrow().progress());
        let mut statistics = self.statistics();
        (statistics.lemmas, statistics.atoms) = (progress.lemmas, progress.atoms);
        Progress {
            doing: progress.doing.into(),
            round: progress.depth,
            statistics,
            lemmas: progress.recent.iter().map(Term::to_string).collect(),
            ..Progress::default()
        }
    }
}

impl Listener for Leaf {
    fn wants_runs(&self) -> bool {
        !self.is_closed && !self.board.is_settled() && self.exact.is_none()
    }

    fn wants_run(&self, assert: AssertId) -> bool {
        self.wants_runs() && self.board.wants_run(assert)
    }

    fn has_open(&self) -> bool {
        !self.is_closed && self.board.has_open()
    }

    fn settled_asserts(&self) -> BTreeSet<AssertId> {
        self.board.settled_asserts()
    }

    fn add_run(&mut self, candidate: &Candidate, run: &Run, strategy: &StrategyName) {
        if self.board.wants_run(candidate.assert) {
            self.board.settle_by_run(candidate.assert, strategy);
            self.board.judge.add_run(candidate, Verdict::Buggy(Box::new(run.clone())));
        }
    }
}

/// A strategy on the board of a leaf.
struct OnLeaf {
    leaf: SharedLeaf,
    strategy: Box<dyn Strategy<Board<Verdicts>, StatusChange>>,
}

impl OnLeaf {
    fn job(leaf: &SharedLeaf, job: Job<Board<Verdicts>, StatusChange>) -> TaskJob {
        job.map(|_, strategy| Box::new(OnLeaf { leaf: leaf.clone(), strategy }))
    }
}

impl Strategy<(), StatusChange> for OnLeaf {
    fn step(&mut self, (): &mut (), budget: &mut Budget) -> schedule::Progress<(), StatusChange> {
        let mut leaf = self.leaf.borrow_mut();
        let given = budget.left();
        let progress = self.strategy.step(&mut leaf.board, budget);
        leaf.steps += budget.used(given).max(1);
        progress.lift(|found| found, |job| OnLeaf::job(&self.leaf, job))
    }

    fn may_help(&self, (): &()) -> bool {
        self.strategy.may_help(&self.leaf.borrow().board)
    }
}

/// Looks for derivations in the given clauses with arrays, where these are no program.
struct DerivingWithArrays {
    leaf: SharedLeaf,
    search: ArrayDerivations,
}

impl DerivingWithArrays {
    const NAME: &str = "derivations with arrays";

    fn job(leaf: &SharedLeaf, input: &Input) -> Option<TaskJob> {
        let system = input.system.as_ref().filter(|_| input.program.is_none())?;
        let has_array = |pred: &Pred| pred.params.iter().any(|v| v.sort.is_array());
        if !system.preds.iter().any(has_array) {
            return None;
        }
        let given = Rc::new(leaf.borrow().stages().concrete.clone());
        let strategy =
            DerivingWithArrays { leaf: leaf.clone(), search: ArrayDerivations::new(given) };
        let name = DerivingWithArrays::NAME.into();
        Some(Job { name, strategy: Box::new(strategy), weight: 1, after: vec![], limit: None })
    }
}

impl Strategy<(), StatusChange> for DerivingWithArrays {
    fn step(&mut self, (): &mut (), budget: &mut Budget) -> schedule::Progress<(), StatusChange> {
        let Leaf { board, steps, .. } = &mut *self.leaf.borrow_mut();
        let given = budget.left();
        let found = self.search.step(budget);
        *steps += budget.used(given).max(1);
        let Some(claim) = found.first().map(|derivation| derivation.clause) else {
            return match self.search.may_help() {
                true => schedule::Progress::Working,
                false => schedule::Progress::Exhausted,
            };
        };
        if board.wants_derivation(claim) {
            if !found.iter().any(|derivation| board.judge.refutes(derivation)) {
                return schedule::Progress::Working;
            }
            board.settle_by_derivation(claim, &DerivingWithArrays::NAME.into());
        }
        self.search.settle(claim);
        schedule::Progress::Found(StatusChange)
    }

    fn may_help(&self, (): &()) -> bool {
        self.search.may_help() && !self.leaf.borrow().board.is_settled()
    }
}

/// Decides the assertions of a program without loops, one after the other.
struct Deciding(SharedLeaf);

impl Strategy<(), StatusChange> for Deciding {
    fn step(&mut self, (): &mut (), budget: &mut Budget) -> schedule::Progress<(), StatusChange> {
        let Leaf { board, exact, steps, .. } = &mut *self.0.borrow_mut();
        let Some(exact) = exact else { return schedule::Progress::Exhausted };
        let before = exact.steps;
        exact.step(&mut board.judge);
        budget.charge(exact.steps - before);
        *steps += (exact.steps - before).max(1);
        schedule::Progress::Found(StatusChange)
    }

    fn may_help(&self, (): &()) -> bool {
        self.0.borrow().exact.as_ref().is_some_and(|exact| !exact.is_over())
    }
}
