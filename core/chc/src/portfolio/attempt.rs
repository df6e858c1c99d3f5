//! An attempt to solve one form of the clauses: reduction, then one engine after the other.

mod doubt;
mod proposal;

use super::inventions::{Clauses, Inventions};
use super::{Problem, Why};
use crate::engine::{self, Engine, Finding, Setup, Start};
use crate::hints::Hints;
use crate::ladder::EngineKind;
use crate::mine::{Quarry, mine};
use crate::parts::Part;
use crate::reduce::condense::condensed;
use crate::reduce::inline::Inlining;
use crate::reduce::products::forgotten;
use crate::reduce::prune::prune;
use crate::reduce::{Reduced, reduce};
use crate::refute::{Refutation, derive};
use crate::rule::Lemmas;
use crate::rule::{Rule, Skeleton, rules};
use crate::settings::{Rung, Settings};
use crate::unroll::Unroll;
use crate::{forward, pdr};
use doubt::Doubt;
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Unneeded;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{ClauseId, System};
use std::collections::BTreeSet;
use std::rc::Rc;

enum State {
    /// The clauses are not reduced yet.
    New,
    /// Predicates are being inlined.
    Inlining(Box<Inlining>),
    /// No engine was begun yet, or the last one did not suffice.
    Ready,
    Working(Box<dyn Engine>),
}

/// What a turn came to.
pub(super) enum Event {
    /// There is more to do.
    Further,
    /// These lemmas hold at the predicates left after reduction, each way of saying them by itself;
    /// violations of the clauses listed are not excluded by them.
    Lemmas { lemmas: Vec<Lemmas>, violated: BTreeSet<ClauseId> },
    /// The violation that this clause speaks of can be derived.
    Derivation(Derivation),
    /// This vocabulary does not suffice: for the assertion of this clause, if one is given, else
    /// for all of them. In the first case the engine can go on if the clause is passed over.
    Fails(Option<ClauseId>, Why),
    /// Nothing more can be done with these clauses.
    Unfit(Why),
}

/// One form of the clauses, and the engine at work on them.
pub(super) struct Attempt {
    problem: Problem,
    settings: Rc<Settings>,
    state: State,
    rung: Option<Rung>,
    reduced: Reduced,
    /// Its rules with fewer premises, while that is of use.
    pruned: Option<Vec<Rule>>,
    /// What atoms of these are mined from, once that was asked.
    quarry: Option<Quarry>,
    /// The search for derivations among the reduced rules, once it was begun.
    unroll: Option<Unroll>,
    unrolled: u64,
    /// Of engines that are left behind.
    questions: u64,
    /// What the engine had learned when it came to something.
    last: Option<engine::Learned>,
    /// What no clause mentions.
    inventions: Inventions,
    /// Whether a question was too hard, and whether products of unknowns may be anything because of that.
    hard: bool,
    loose: bool,
    /// The part of the clauses that the problem has, if not all.
    part: Option<Part>,
    /// The assertion clauses that do not hold of it.
    refuted: BTreeSet<ClauseId>,
    /// Whether no engine can read it.
    unfit: bool,
    /// Instances that the others of a clause imply.
    unneeded: Unneeded,
    /// A counterexample that nobody could decide yet.
    doubt: Option<Doubt>,
    /// An engine that was left early, for a later rung that tries the same with more time.
    parked: Option<Parked>,
}

/// An engine that may go on where it was left.
struct Parked {
    rung: Rung,
    engine: Box<dyn Engine>,
    doubt: Option<Doubt>,
}

impl Attempt {
    pub(super) fn new(problem: Problem, settings: Rc<Settings>) -> Attempt {
        Attempt {
            problem,
            settings,
            part: None,
            refuted: BTreeSet::new(),
            unfit: false,
            unneeded: Unneeded::new(),
            doubt: None,
            parked: None,
            state: State::New,
            rung: None,
            reduced: Reduced::default(),
            pruned: None,
            quarry: None,
            unroll: None,
            unrolled: 0,
            questions: 0,
            last: None,
            inventions: Inventions::default(),
            hard: false,
            loose: false,
        }
    }

    /// At one part of the clauses: what they derive counts for nothing.
    pub(super) fn of_part(problem: Problem, settings: Rc<Settings>, part: Part) -> Attempt {
        Attempt { part: Some(part), ..Attempt::new(problem, settings) }
    }

    /// Lets products of unknowns be anything from now on, if questions with them were too hard; whether that
    /// changes something.
    pub(super) fn loosen(&mut self) -> bool {
        let has_products = || self.reduced.plain.iter().flat_map(Rule::terms).any(has_product);
        if !self.hard || self.loose || !has_products() {
            return false;
        }
        self.leave();
        (self.loose, self.state, self.unroll, self.parked) = (true, State::New, None, None);
        self.inventions.forget();
        true
    }

    pub(super) fn system(&self) -> Rc<System> {
        self.problem.system.clone()
    }

    fn parameters(&self) -> (&System, &Hints) {
        parameters(&self.reduced, &self.problem)
    }

    /// What the engine has learned, while it is at work.
    pub(super) fn learned(&self) -> Option<engine::Learned> {
        match &self.state {
            State::New | State::Inlining(_) | State::Ready => None,
            State::Working(engine) => Some(engine.learned()),
        }
    }

    /// What the engine had learned that has just come to something.
    pub(super) fn take_last(&mut self) -> Option<engine::Learned> {
        self.last.take()
    }

    /// Questions asked so far.
    pub(super) fn questions(&self) -> u64 {
        let now = match &self.state {
            State::New | State::Inlining(_) | State::Ready => 0,
            State::Working(engine) => engine.questions(),
        };
        self.questions + now + self.unroll.as_ref().map_or(0, Engine::questions)
    }

    /// Leaves the engine behind; the next turn starts the one of this rung.
    pub(super) fn choose(&mut self, rung: &Rung) {
        self.leave();
        self.rung = Some(*rung);
        self.inventions.next_rung();
    }

    /// Leaves the engine behind.
    pub(super) fn leave(&mut self) {
        let unrolling = self.unroll.as_ref().map_or(0, Engine::questions);
        self.questions = self.questions() - unrolling;
        self.doubt = None;
        if self.is_reduced() {
            self.state = State::Ready;
        }
    }

    /// Leaves the engine behind so that a later rung which tries the same goes on with it.
    pub(super) fn park(&mut self) {
        let Some(rung) = self.rung.filter(|rung| rung.tries_the_same(rung) && self.is_reduced())
        else {
            return;
        };
        if let State::Working(engine) = std::mem::replace(&mut self.state, State::Ready) {
            self.questions += engine.questions();
            self.parked = Some(Parked { rung, engine, doubt: self.doubt.take() });
        }
    }

    /// Whether the clauses have gone through all passes.
    fn is_reduced(&self) -> bool {
        !matches!(self.state, State::New | State::Inlining(_))
    }

    /// Whether a derivation may still turn up by unrolling.
    pub(super) fn may_unroll(&self) -> bool {
        self.is_reduced() && self.unrolled < self.settings.sharing.unrolling
    }

    /// Unrolls the clauses for a while. Only violations that are `open` are looked for.
    pub(super) fn unroll(
        &mut self,
        open: &dyn Fn(ClauseId) -> bool,
        budget: &mut Budget,
    ) -> Option<Derivation> {
        let begin = || {
            let violates = |n: &usize| violated(&self.reduced.rules[*n]).is_some_and(open);
            let targets: Vec<usize> = (0..self.reduced.rules.len()).filter(violates).collect();
            Unroll::new(self.reduced.rules.clone(), &targets, &self.settings.unroll)
        };
        let mut unroll = self.unroll.take().unwrap_or_else(begin);
        let left = budget.left();
        let finding = unroll.step(budget);
        self.unrolled += (left - budget.left()).max(1);
        let mut derivation = None;
        match finding {
            Some(Finding::Derivation(tree)) => {
                let most = self.settings.sharing.counterexample;
                let refutation = budget.within(most, |own| {
                    derive(unroll.rules(), &tree, &self.problem.system, &self.settings.refute, own)
                });
                if let Refutation::Derivation(found) = refutation {
                    derivation = Some(found);
                }
                unroll.excuse(tree.rule);
            }
            Some(Finding::Over) => self.unrolled = self.settings.sharing.unrolling,
            _ => {}
        }
        self.unroll = Some(unroll);
        derivation
    }

    /// Stops asking for violations of the assertions of these clauses.
    pub(super) fn excuse(&mut self, closed: &dyn Fn(ClauseId) -> bool) {
        if let Some(unroll) = &mut self.unroll {
            excuse_in(unroll, closed);
        }
        self.pass_over(closed);
    }

    /// The same for the main engine only, until there is a new one.
    pub(super) fn pass_over(&mut self, closed: &dyn Fn(ClauseId) -> bool) {
        if let State::Working(engine) = &mut self.state {
            let about = |doubt: &Doubt| violated(&engine.rules()[doubt.found.rule()]);
            self.doubt.take_if(|doubt| about(doubt).is_some_and(closed));
            excuse_in(engine.as_mut(), closed);
        }
    }

    /// Works for a while. Only violations that are `open` are asked for.
    pub(super) fn turn(&mut self, open: &dyn Fn(ClauseId) -> bool, budget: &mut Budget) -> Event {
        let done = match &mut self.state {
            State::New | State::Inlining(_) => self.reduce(budget),
            State::Ready => self.start(open, budget),
            State::Working(engine) => {
                if let Some(doubt) = self.doubt.take() {
                    return self.counterexample(doubt, budget);
                }
                let Some(finding) = engine.step(budget) else { return Event::Further };
                self.last = Some(engine.learned());
                return self.digest(finding, budget);
            }
        };
        match done {
            Ok(()) => Event::Further,
            // Other parts may be fit.
            Err(why) if self.part.is_some() => {
                self.unfit = true;
                Event::Fails(None, why)
            }
            Err(why) => Event::Unfit(why),
        }
    }

    /// Goes on with what is done to the clauses before an engine sees them.
    fn reduce(&mut self, budget: &mut Budget) -> Result<(), Why> {
        let mut inlining = match std::mem::replace(&mut self.state, State::New) {
            State::Inlining(inlining) => inlining,
            _ => Box::new(self.read()?),
        };
        if inlining.step(&self.settings.passes, budget) {
            self.state = State::Inlining(inlining);
            return Ok(());
        }
        let Problem { system, hints, .. } = &self.problem;
        self.reduced = reduce(*inlining, system, hints, &self.settings.passes);
        let prunes = self.settings.passes.prune;
        let (system, hints) = self.parameters();
        self.pruned = prunes.then(|| prune(&self.reduced.rules, system, &hints.copies)).flatten();
        self.quarry = None;
        self.state = State::Ready;
        Ok(())
    }

    /// The rules of the clauses, before any predicate is inlined.
    fn read(&mut self) -> Result<Inlining, Why> {
        let system = &self.problem.system;
        let rules = rules(system).map_err(|no| Why::Unsupported(Some(no.clause), no.what))?;
        let rules = if self.loose { forgotten(&rules) } else { rules };
        let (rules, unneeded) = match self.settings.passes.condense {
            true => condensed(rules),
            false => (rules, Unneeded::new()),
        };
        self.unneeded = unneeded;
        let heads = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
        Ok(Inlining::of(rules, heads, &self.settings.passes))
    }

    fn start(&mut self, open: &dyn Fn(ClauseId) -> bool, budget: &mut Budget) -> Result<(), Why> {
        let Some(rung) = self.rung else { return Ok(()) };
        if let Some(parked) = self.parked.take_if(|parked| parked.rung.tries_the_same(&rung)) {
            self.questions -= parked.engine.questions();
            (self.state, self.doubt) = (State::Working(parked.engine), parked.doubt);
            self.excuse(&|clause| !open(clause));
            return Ok(());
        }
        let mut quarry = self.quarry.take().unwrap_or_default();
        let (system, hints) = self.parameters();
        let rules = self.pruned.as_ref().unwrap_or(&self.reduced.rules);
        if quarry.dig(rules, system, &self.settings.mine, budget) {
            self.quarry = Some(quarry);
            return Ok(());
        }
        let mined = mine(&quarry, system, hints, rung.vocabulary, &self.settings.mine);
        self.quarry = Some(quarry);
        budget.charge(mined.work);
        let mut vocabulary = mined.vocabulary;
        let told = rung.learns || rung.invents;
        let (system, hints) = parameters(&self.reduced, &self.problem);
        if told {
            self.inventions.beside(&vocabulary);
            let clauses = Clauses { reduced: &self.reduced, system, hints };
            if let Some(runs) = &self.problem.runs {
                self.inventions.learn(runs, &clauses, &self.settings, budget);
            }
            let asked = |rule: &&Rule| violated(rule).is_some_and(open);
            let claims: Vec<Rule> = rules.iter().filter(asked).cloned().collect();
            self.inventions.enumerate(&clauses, &claims, &self.settings.learn, budget);
            self.inventions.enrich(&mut vocabulary);
        }
        let with = told.then(|| self.reduced.assuming(self.inventions.hold()));
        let reduced = with.as_ref().unwrap_or(&self.reduced);
        let settings = &self.settings;
        let setup = Setup { reduced, rules, system, hints, vocabulary: &vocabulary, settings };
        let engine = start(rung.engine)(&setup).map_err(|what| Why::Unsupported(None, what))?;
        self.state = State::Working(engine);
        self.excuse(&|clause| !open(clause));
        Ok(())
    }

    fn digest(&mut self, finding: Finding, budget: &mut Budget) -> Event {
        let State::Working(engine) = &mut self.state else { return Event::Further };
        match finding {
            Finding::Invariant { lemmas, fires } => {
                let violated = fires.iter().filter_map(|n| violated(&engine.rules()[*n])).collect();
                self.leave();
                Event::Lemmas { lemmas, violated }
            }
            Finding::Counterexample(found) => {
                let steps = self.settings.sharing.turn.saturating_mul(4);
                self.counterexample(Doubt { found, steps }, budget)
            }
            Finding::Derivation(tree) => {
                let clause = violated(&engine.rules()[tree.rule]);
                Event::Fails(clause, Why::Vocabulary)
            }
            Finding::Nothing(rule) => {
                let clause = violated(&engine.rules()[rule]);
                Event::Fails(clause, Why::Vocabulary)
            }
            Finding::Over => {
                self.leave();
                Event::Fails(None, Why::Vocabulary)
            }
            Finding::Hard(rule, what) => {
                self.hard = true;
                let clause = violated(&engine.rules()[rule]);
                Event::Fails(clause, Why::TooHard(what))
            }
            Finding::Stuck(what) => {
                self.hard = true;
                self.leave();
                Event::Fails(None, Why::TooHard(what))
            }
        }
    }

    /// Whether something may be shown of the `open` claims with these clauses.
    pub(super) fn is_useful(&self, open: &BTreeSet<ClauseId>) -> bool {
        let claims = self.problem.system.clauses.iter().filter(|c| c.goal.is_claim());
        let mut left = claims.filter(|c| !self.refuted.contains(&c.id));
        !self.unfit && left.any(|c| open.contains(&c.id))
    }

    /// Whether the clause of a claim is among those looked at.
    pub(super) fn has(&self, claim: ClauseId) -> bool {
        self.problem.system.clause(claim).is_some()
    }
}

/// The predicates and what is known of their parameters, as the reduced rules have them.
fn parameters<'a>(reduced: &'a Reduced, problem: &'a Problem) -> (&'a System, &'a Hints) {
    match &reduced.parameters {
        Some(with) => (&with.system, &with.hints),
        None => (&problem.system, &problem.hints),
    }
}

/// Stops asking for violations of these clauses.
fn excuse_in(engine: &mut dyn Engine, closed: &dyn Fn(ClauseId) -> bool) {
    let violates = |n: &usize| violated(&engine.rules()[*n]).is_some_and(closed);
    let rules: Vec<usize> = (0..engine.rules().len()).filter(violates).collect();
    rules.into_iter().for_each(|n| engine.excuse(n));
}

/// The assertion clause that a rule for `false` violates.
fn violated(rule: &Rule) -> Option<ClauseId> {
    match (&rule.head, &rule.skeleton) {
        (None, Skeleton::Clause(id, _)) => Some(*id),
        (None, Skeleton::Leaf(_)) | (Some(_), _) => None,
    }
}

/// How an engine is made.
fn start(engine: EngineKind) -> Start {
    match engine {
        EngineKind::Reachability => pdr::start,
        EngineKind::Interpretation => forward::start,
    }
}
