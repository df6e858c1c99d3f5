//! An attempt to solve the clauses of a road: reduction, then the engine over ever richer
//! vocabularies.

use crate::base::{Budget, LineIndex};
use crate::base::{SortedMap, SortedSet};
use crate::chc::derivation::Derivation;
use crate::chc::engine::{Engine, Learned};
use crate::chc::forward::{self, Forward, Role};
use crate::chc::houdini::{Lemmas, inductive_part};
use crate::chc::mine::{Rung, mine};
use crate::chc::minimise::{irredundant, minimise};
use crate::chc::model::Model;
use crate::chc::pdr::{self, Pdr, Reason};
use crate::chc::reduce::inline::definitions;
use crate::chc::reduce::prune::{Copies, prune};
use crate::chc::reduce::{Reduced, Scalars, reduce};
use crate::chc::refute::{Refutation, derive, fits_together, refute};
use crate::chc::rule::{Rule, Skeleton, rules};
use crate::chc::unroll::{Found, Unroll};
use crate::check;
use crate::explain::{self, Invariant, Stages, Statistics, UnknownReason};
use crate::horn::{Clause, ClauseId, Goal, Names, PredId, Sort, System, Term, Var};
use crate::lia::{self, proof::Proof};
use std::rc::Rc;

/// Steps that the one question about a counterexample may take.
const QUESTION: u64 = 5_000_000;
/// Steps that minimising an invariant, or proving one obligation, may take.
const PROOF: u64 = 20_000_000;

/// Steps that unrolling may take.
const UNROLLED: u64 = 1_500_000;

/// How to attack: with which engine, over which vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Backwards from the violations.
    Pdr(Rung),
    /// Forwards from the start.
    Forward(Rung),
}

enum State {
    /// The clauses are not reduced yet.
    New,
    /// No vocabulary was tried yet, or the last one did not suffice.
    Ready,
    Searching(Box<Pdr>),
    Collecting(Box<Forward>),
}

/// What a turn came to.
pub(super) enum Event {
    /// There is more to do.
    Further,
    /// These lemmas hold at the predicates left after reduction, and exclude all violations that
    /// were still asked for.
    Invariant(Lemmas),
    /// This is what is reachable, as lemmas and exactly; violations of the clauses listed are not
    /// excluded by it.
    Reachable(Lemmas, Lemmas, SortedSet<ClauseId>),
    /// The violation that this clause speaks of can be derived.
    Derivation(Derivation),
    /// This vocabulary does not suffice: for the assertion of this clause, if one is given, else
    /// for all of them. In the first case the engine can go on if the clause is passed over.
    Fails(Option<ClauseId>, UnknownReason),
    /// Nothing more can be done with these clauses.
    Unfit(UnknownReason),
}

/// The clauses of one road, and the engine at work on them.
pub(super) struct Attack {
    pub(super) stages: Rc<Stages>,
    state: State,
    method: Method,
    reduced: Reduced,
    /// Its rules with fewer premises, while that is of use.
    pruned: Option<Vec<Rule>>,
    /// The search for derivations among the reduced rules, once it was begun.
    unroll: Option<Unroll>,
    unrolled: u64,
    /// Of engines that are left behind.
    questions: u64,
}

impl Attack {
    pub(super) fn new(stages: Rc<Stages>) -> Attack {
        Attack {
            stages,
            state: State::New,
            method: Method::Pdr(Rung::Lean),
            reduced: Reduced::default(),
            pruned: None,
            unroll: None,
            unrolled: 0,
            questions: 0,
        }
    }

    /// What the engine has learned, while it is at work.
    pub(super) fn learned(&self) -> Option<Learned> {
        match &self.state {
            State::New | State::Ready => None,
            State::Searching(pdr) => Some(pdr.learned()),
            State::Collecting(forward) => Some(forward.learned()),
        }
    }

    /// Questions asked so far.
    pub(super) fn questions(&self) -> u64 {
        let now = match &self.state {
            State::New | State::Ready => 0,
            State::Searching(pdr) => pdr.questions(),
            State::Collecting(forward) => forward.questions(),
        };
        self.questions + now + self.unroll.as_ref().map_or(0, Engine::questions)
    }

    /// Leaves the engine behind; the next turn starts one with this method.
    pub(super) fn choose(&mut self, method: Method) {
        self.leave();
        self.method = method;
    }

    fn leave(&mut self) {
        let unrolling = self.unroll.as_ref().map_or(0, Engine::questions);
        self.questions = self.questions() - unrolling;
        if !matches!(self.state, State::New) {
            self.state = State::Ready;
        }
    }

    /// Whether a derivation may still turn up by unrolling.
    pub(super) fn may_unroll(&self) -> bool {
        !matches!(self.state, State::New) && self.unrolled < UNROLLED
    }

    /// Unrolls the clauses for a while. Only violations that are `open` are looked for.
    pub(super) fn unroll(
        &mut self,
        open: &dyn Fn(ClauseId) -> bool,
        budget: &mut Budget,
    ) -> Option<Derivation> {
        let begin = || {
            let rules = self.reduced.rules.iter().enumerate();
            let violates = rules.filter(|(_, r)| r.head.is_none() && open(root(r)));
            let targets: Vec<usize> = violates.map(|(n, _)| n).collect();
            Unroll::new(self.reduced.rules.clone(), &targets)
        };
        let mut unroll = self.unroll.take().unwrap_or_else(begin);
        let left = budget.left();
        let finding = unroll.step(budget);
        self.unrolled += (left - budget.left()).max(1);
        let mut derivation = None;
        match finding {
            Some(Some((target, Found::Derivation(tree)))) => {
                let mut own = Budget::steps(QUESTION);
                let derived = derive(unroll.rules(), &tree, &self.stages.simplified, &mut own);
                budget.charge(QUESTION - own.left());
                if let Refutation::Derivation(found) = derived {
                    derivation = Some(found);
                }
                unroll.excuse(target);
            }
            Some(None) => self.unrolled = UNROLLED,
            Some(Some((_, Found::Nothing))) | None => {}
        }
        self.unroll = Some(unroll);
        derivation
    }

    /// Stops asking for violations of the assertions of these clauses.
    pub(super) fn excuse(&mut self, closed: &dyn Fn(ClauseId) -> bool) {
        if let Some(unroll) = &mut self.unroll {
            let rules = self.reduced.rules.iter().enumerate();
            let violates = rules.filter(|(_, r)| r.head.is_none() && closed(root(r)));
            violates.for_each(|(n, _)| unroll.excuse(n));
        }
        self.pass_over(closed);
    }

    /// The same for the main engine only, until there is a new one.
    pub(super) fn pass_over(&mut self, closed: &dyn Fn(ClauseId) -> bool) {
        if let State::Searching(pdr) = &mut self.state {
            let violates = |n: &usize| {
                let rule = &pdr.rules()[*n];
                rule.head.is_none() && closed(root(rule))
            };
            let rules: Vec<usize> = (0..pdr.rules().len()).filter(violates).collect();
            rules.into_iter().for_each(|n| pdr.excuse(n));
        }
    }

    /// Works for a while. Only violations that are `open` are asked for.
    pub(super) fn turn(
        &mut self,
        open: &dyn Fn(ClauseId) -> bool,
        lines: &LineIndex,
        statistics: &mut Statistics,
        budget: &mut Budget,
    ) -> Event {
        let done = match &mut self.state {
            State::New => self.reduce(lines),
            State::Ready => self.start(open),
            State::Searching(pdr) => {
                let Some(finding) = pdr.step(budget) else { return Event::Further };
                count(&pdr.learned(), statistics);
                return self.digest(finding, budget);
            }
            State::Collecting(forward) => {
                let Some(finding) = forward.step(budget) else { return Event::Further };
                count(&forward.learned(), statistics);
                return self.collected(finding);
            }
        };
        match done {
            Ok(()) => Event::Further,
            Err(what) => Event::Unfit(UnknownReason::Unsupported(what)),
        }
    }

    fn reduce(&mut self, lines: &LineIndex) -> Result<(), String> {
        let system = &self.stages.simplified;
        let rules = rules(system).map_err(|no| {
            let clause = self.stages.concrete.clause(no.clause);
            let line = clause.map_or(0, |c| lines.line(c.origin.span));
            format!("{} (line {line})", no.what)
        })?;
        let heads = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
        self.reduced = reduce(rules, system, &heads, &self.scalars());
        self.pruned = prune(&self.reduced.rules, system, &self.copies());
        self.state = State::Ready;
        Ok(())
    }

    fn start(&mut self, open: &dyn Fn(ClauseId) -> bool) -> Result<(), String> {
        let system = &self.stages.simplified;
        let rules = self.pruned.as_ref().unwrap_or(&self.reduced.rules);
        let values = self.values();
        let (Method::Pdr(rung) | Method::Forward(rung)) = self.method;
        let vocabulary = mine(rules, system, &values, &self.copies(), rung);
        match self.method {
            Method::Pdr(_) => {
                let rules = self.reduced.with_equations(rules, system);
                let pdr = Pdr::new(rules, system, &vocabulary)?;
                self.state = State::Searching(Box::new(pdr));
                self.excuse(&|clause| !open(clause));
            }
            Method::Forward(_) => {
                let role = |pred, atom: &Term| self.role(pred, atom, &values);
                let rules = self.reduced.with_bounds(rules, system);
                let forward = Forward::new(rules, system, &vocabulary, &role)?;
                self.state = State::Collecting(Box::new(forward));
            }
        }
        Ok(())
    }

    /// What an atom over the parameters of a predicate is about.
    fn role(&self, pred: PredId, atom: &Term, values: &SortedMap<PredId, SortedSet<Var>>) -> Role {
        let kept = &self.stages.concrete.pred(pred).params;
        let vars = atom.free_vars();
        let is_value = |v: &Var| values.get(&pred).is_some_and(|values| values.contains(v));
        if vars.iter().any(is_value) {
            Role::Content
        } else if vars.iter().any(|v| !kept.contains(v)) {
            Role::Index
        } else if vars.iter().all(|v| v.sort == Sort::Bool) {
            Role::Flag
        } else {
            Role::Number
        }
    }

    /// The parameters that no abstraction made.
    fn scalars(&self) -> Scalars {
        let of = |id: PredId| (id, self.stages.concrete.pred(id).params.iter().cloned().collect());
        self.stages.simplified.pred_ids().map(of).collect()
    }

    /// The abstract parameters that hold values of cells.
    fn values(&self) -> SortedMap<PredId, SortedSet<Var>> {
        let of = |id: PredId| {
            let abstraction = &self.stages.abstraction;
            let values = abstraction.sigma(id).contents(abstraction.formal(id));
            (id, values.iter().filter_map(|t| t.as_var().cloned()).collect())
        };
        self.stages.simplified.pred_ids().map(of).collect()
    }

    /// The abstract parameters that are copies of the same cells.
    fn copies(&self) -> Copies {
        let of = |id: PredId| {
            let abstraction = &self.stages.abstraction;
            let groups = abstraction.sigma(id).copies(abstraction.formal(id));
            let copy =
                |leaves: &Vec<Term>| leaves.iter().filter_map(|t| t.as_var().cloned()).collect();
            (id, groups.iter().map(|group| group.iter().map(copy).collect()).collect())
        };
        self.stages.simplified.pred_ids().map(of).collect()
    }

    fn collected(&mut self, finding: forward::Finding) -> Event {
        let State::Collecting(forward) = &self.state else { return Event::Further };
        let event = match finding {
            forward::Finding::GaveUp(what) => Event::Fails(None, UnknownReason::TooHard(what)),
            forward::Finding::Fixpoint { lemmas, excluded } => {
                let rules = forward.rules().iter().enumerate();
                let fires = rules.filter(|(n, r)| r.head.is_none() && !excluded.contains(n));
                let violated = fires.map(|(_, r)| root(r)).collect();
                Event::Reachable(lemmas, forward.reachable(), violated)
            }
        };
        self.leave();
        event
    }

    fn digest(&mut self, finding: pdr::Finding, budget: &mut Budget) -> Event {
        use pdr::Finding;
        let State::Searching(pdr) = &mut self.state else { return Event::Further };
        match finding {
            Finding::Invariant(cubes) => {
                let lemmas = cubes.iter().map(|(pred, cubes)| {
                    let one = |c| pdr.formula(*pred, std::slice::from_ref(c));
                    (*pred, cubes.iter().map(one).collect())
                });
                let lemmas = lemmas.collect();
                self.leave();
                Event::Invariant(lemmas)
            }
            Finding::Counterexample(reason) if self.pruned.is_some() => {
                let mut own = Budget::steps(QUESTION);
                let fits = fits_together(pdr, &reason, &mut own);
                budget.charge(QUESTION - own.left());
                if fits == Some(false) {
                    let root = root(&pdr.rules()[reason.rule]);
                    return Event::Fails(Some(root), UnknownReason::Vocabulary);
                }
                self.leave();
                // Perhaps the rules contradict each other; only all their premises can show it.
                self.pruned = None;
                Event::Further
            }
            Finding::Counterexample(reason) => {
                let event = judge(pdr, &reason, &self.stages.simplified, budget);
                if let Event::Derivation(found) = &event {
                    let root = found.clause;
                    self.excuse(&|clause| clause == root);
                }
                event
            }
            Finding::Stuck(what) => {
                self.leave();
                Event::Fails(None, UnknownReason::TooHard(what))
            }
        }
    }

    /// Checks an invariant for all violations that are still `open`, and says it in the program's
    /// words; also gives the model and the number of lemmas.
    ///
    /// # Errors
    /// When `check/` does not accept it, or the proofs take too long.
    pub(super) fn certify(
        &self,
        lemmas: &Lemmas,
        open: &dyn Fn(ClauseId) -> bool,
        lines: &LineIndex,
    ) -> Result<(Model, Vec<Invariant>, u64), UnknownReason> {
        let system = &self.stages.simplified;
        let wanted = |r: &&Rule| r.head.is_some() || open(root(r));
        let rules: Vec<Rule> = self.reduced.plain.iter().filter(wanted).cloned().collect();
        let mut budget = Budget::steps(PROOF);
        let lemmas = self.reduced.with_facts(lemmas);
        let lemmas = match rules.iter().any(|r| r.head.is_none()) {
            true => minimise(&rules, system, &lemmas, &mut budget),
            false => irredundant(&lemmas, &mut budget),
        };
        let at = |p: &PredId| lemmas.get(p).cloned().unwrap_or_default();
        let model =
            Model { formulas: self.reduced.kept.iter().map(|p| (*p, Term::and(at(p)))).collect() };
        let skip = |c: &Clause| matches!(c.goal, Goal::Cond(_)) && !open(c.id);
        checked_model(system, &model, &skip)?;
        let count = lemmas.values().map(|l| l.len() as u64).sum();
        let mut shown = lemmas;
        shown.extend(self.inlined_heads(&shown, &model, &mut budget));
        Ok((model, self.describe(&shown, lines), count))
    }

    /// For loop heads that were inlined: the lemmas of other loops that hold there as well, checked
    /// beside the `model` that these make.
    fn inlined_heads(&self, lemmas: &Lemmas, model: &Model, budget: &mut Budget) -> Lemmas {
        let (system, kept) = (&self.stages.simplified, &self.reduced.kept);
        let is_inlined = |p: &PredId| system.pred(*p).loop_head && !kept.contains(p);
        let inlined: SortedSet<PredId> = system.pred_ids().filter(is_inlined).collect();
        let Ok(all) = rules(system) else { return Lemmas::new() };
        let mut names = Names::avoiding(all.iter().flat_map(Rule::vars));
        let rules = definitions(all, kept, &inlined, &mut names);
        let said: SortedSet<&Term> = lemmas.values().flatten().collect();
        let mut candidates = lemmas.clone();
        for pred in &inlined {
            let params = &system.pred(*pred).params;
            let fits = |t: &&&Term| t.free_vars().iter().all(|v| params.contains(v));
            candidates.insert(*pred, said.iter().filter(fits).copied().cloned().collect());
        }
        let hold = inductive_part(&rules, system, &candidates, budget).unwrap_or_default();
        let new = hold.into_iter().filter(|(pred, _)| inlined.contains(pred)).collect();
        let found = irredundant(&new, budget);
        let mut model = model.clone();
        model.formulas.extend(found.iter().map(|(p, l)| (*p, Term::and(l.iter().cloned()))));
        let others = |c: &Clause| match &c.goal {
            Goal::Instance(goal) => !inlined.contains(&goal.pred),
            Goal::Cond(_) => true,
        };
        checked_model(system, &model, &others).map_or_else(|_| Lemmas::new(), |()| found)
    }

    fn describe(&self, lemmas: &Lemmas, lines: &LineIndex) -> Vec<Invariant> {
        let point = |pred: &PredId| {
            let info = self.stages.concrete.pred(*pred);
            explain::invariant::describe(&explain::invariant::Point {
                pred: info,
                sigma: self.stages.abstraction.sigma(*pred),
                formal: self.stages.abstraction.formal(*pred),
                lemmas: lemmas.get(pred).map(Vec::as_slice).unwrap_or_default(),
                line: lines.line(info.span),
            })
        };
        let found = lemmas.keys().filter(|p| !self.reduced.kept.contains(p));
        let preds: SortedSet<&PredId> = self.reduced.kept.iter().chain(found).collect();
        preds.into_iter().map(point).collect()
    }
}

/// What an engine has learned, counted.
fn count(learned: &Learned, statistics: &mut Statistics) {
    statistics.atoms = learned.atoms;
    statistics.lemmas = learned.lemmas;
}

/// Whether a counterexample of the vocabulary is one of the clauses.
fn judge(pdr: &Pdr, reason: &Reason, system: &System, budget: &mut Budget) -> Event {
    let mut own = Budget::steps(QUESTION);
    let refutation = refute(pdr, reason, system, &mut own);
    budget.charge(QUESTION - own.left());
    let root = root(&pdr.rules()[reason.rule]);
    match refutation {
        Refutation::Derivation(derivation) => Event::Derivation(derivation),
        Refutation::Spurious => Event::Fails(Some(root), UnknownReason::Vocabulary),
        // A richer vocabulary may avoid the counterexample that cannot be decided.
        Refutation::Unknown(what) => Event::Fails(Some(root), UnknownReason::TooHard(what)),
    }
}

/// The assertion clause at the root of a rule for `false`.
fn root(rule: &Rule) -> ClauseId {
    match &rule.skeleton {
        Skeleton::Clause(id, _) => *id,
        Skeleton::Leaf(_) => ClauseId(u32::MAX),
    }
}

/// Proves the obligations of a model and lets `check/` verify model and proofs.
fn checked_model(
    system: &System,
    model: &Model,
    skip: &dyn Fn(&Clause) -> bool,
) -> Result<(), UnknownReason> {
    let rejected = |why: String| UnknownReason::Rejected(why);
    let obligations = check::model::obligations(system, model, skip);
    let mut proofs: Vec<Proof> = vec![];
    for obligation in &obligations.map_err(|e| rejected(e.to_string()))? {
        let mut budget = Budget::steps(PROOF);
        match lia::prove(&obligation.formulas, &mut budget) {
            Ok(lia::Outcome::Unsat(proof)) => proofs.push(proof),
            Ok(lia::Outcome::Sat(_)) => {
                return Err(rejected(format!("clause {} does not hold", obligation.clause.0)));
            }
            Ok(lia::Outcome::Unknown(_)) => {
                let clause = obligation.clause.0;
                let what = format!("the proof for clause {clause} takes too long");
                return Err(UnknownReason::TooHard(what));
            }
            Err(e) => return Err(rejected(e.to_string())),
        }
    }
    check::model::verify(system, model, skip, &proofs).map_err(|e| rejected(e.to_string()))
}
