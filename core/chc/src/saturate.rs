//! Derivations of `false` by saturation: concrete facts are derived one after the other. It finds deep
//! derivations, of a thousand steps, where each step leaves little choice.
//!
//! Facts are processed in the order of their derivation. For a clause whose premises leave variables open a
//! few of their values are tried.

use super::trace_invariants::States;
use hornbook_base::{Budget, Int};
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{Clause, ClauseId, Goal, Instance, Op, PredId, Sort, System, Term, Var};
use hornbook_lia::{Answer, Model, Solver, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most choices of the other premises of a clause for a new fact.
const MAX_CHOICES: usize = 200;

/// The most steps of one question.
const QUESTION_STEPS: u64 = 20_000;

/// The most clause applications of a derivation.
const MAX_NODES: usize = 20_000;

/// The limits of a saturation.
#[derive(Clone, Copy, Debug)]
pub(super) struct SaturationLimits {
    /// The most facts that are derived.
    pub(super) facts: usize,
    /// Values that are tried where premises leave variables open.
    pub(super) values: usize,
    /// Values that are tried in the end, if those before lead to nothing.
    pub(super) most: usize,
}

impl SaturationLimits {
    /// The limits of the search for a derivation of `false`.
    pub(super) const DERIVATION: SaturationLimits =
        SaturationLimits { facts: 20_000, values: 3, most: 50 };
    /// The limits of the facts that take the place of states of runs.
    pub(super) const STATES: SaturationLimits =
        SaturationLimits { facts: 1_500, values: 10, most: 10 };
}

/// A fact with the facts that it was derived from.
struct Fact {
    pred: PredId,
    args: Vec<Value>,
    clause: ClauseId,
    values: Model,
    from: Vec<usize>,
}

/// The search.
pub(super) struct Saturation {
    limits: SaturationLimits,
    system: Rc<System>,
    facts: Vec<Fact>,
    by_pred: BTreeMap<PredId, Vec<usize>>,
    known: BTreeSet<(PredId, Vec<Value>)>,
    /// Facts that were not processed yet; first, the clauses without premises.
    open: VecDeque<usize>,
    begun: bool,
    /// Derivations that nobody was told of yet.
    found: VecDeque<Derivation>,
    pub(super) questions: u64,
}

impl Saturation {
    /// The search in clauses of plain instances without arrays and quantifiers; none in others.
    pub(super) fn for_system(system: Rc<System>, limits: SaturationLimits) -> Option<Saturation> {
        let plain = |clause: &Clause| {
            let terms = clause.terms().all(|t| !t.has_quantifier() && !t.has_array());
            let goal = match &clause.goal {
                Goal::Instance(goal) => goal.is_plain(),
                Goal::Cond(_) => true,
            };
            terms && goal && clause.instances().all(Instance::is_plain)
        };
        let fits = limits.facts > 0 && system.clauses.iter().all(plain);
        fits.then(|| Saturation {
            limits,
            system,
            facts: vec![],
            by_pred: BTreeMap::new(),
            known: BTreeSet::new(),
            open: VecDeque::new(),
            begun: false,
            found: VecDeque::new(),
            questions: 0,
        })
    }

    /// The facts so far, as states.
    pub(super) fn states(&self) -> States {
        let number = |value: &Value| match value {
            Value::Int(n) => n.to_i64(),
            Value::Bool(b) => Some(i64::from(*b)),
        };
        let mut states = States::new();
        for fact in &self.facts {
            states.entry(fact.pred).or_default().push(fact.args.iter().map(number).collect());
        }
        states
    }

    /// Whether there is nothing left to derive, or too much.
    pub(super) fn is_over(&self) -> bool {
        let exhausted = self.open.is_empty() && self.limits.values >= self.limits.most;
        self.begun && (exhausted || self.is_full())
    }

    fn is_full(&self) -> bool {
        self.facts.len() >= self.limits.facts
    }

    /// Restarts with more values where premises leave variables open: the search with few of them has ended.
    fn widen(&mut self) {
        self.limits.values = (4 * self.limits.values).min(self.limits.most);
        self.facts.clear();
        self.by_pred.clear();
        self.known.clear();
        self.begun = false;
    }

    /// Works until a `wanted` violation is derived or the budget is used up.
    pub(super) fn step(
        &mut self,
        wanted: &dyn Fn(ClauseId) -> bool,
        budget: &mut Budget,
    ) -> Option<Derivation> {
        let system = self.system.clone();
        if self.begun && self.open.is_empty() && !self.is_over() {
            self.widen();
        }
        if !self.begun {
            self.begun = true;
            for clause in system.clauses.iter().filter(|c| c.instances().next().is_none()) {
                self.apply(clause, &[], wanted, budget);
            }
        }
        loop {
            let found = self.found.pop_front();
            if found.as_ref().is_some_and(|found| wanted(found.clause)) {
                return found;
            }
            if found.is_some() {
                continue;
            }
            if budget.left() == 0 || self.is_full() {
                return None;
            }
            let fact = self.open.pop_front()?;
            budget.charge(1);
            for clause in &system.clauses {
                for from in self.premises(clause, fact) {
                    self.apply(clause, &from, wanted, budget);
                }
            }
        }
    }

    /// Facts for the premises of a clause, one of which is the given one and no other is newer.
    fn premises(&self, clause: &Clause, fact: usize) -> Vec<Vec<usize>> {
        let preds: Vec<PredId> = clause.instances().map(|i| i.pred).collect();
        let mut all = vec![];
        for at in (0..preds.len()).filter(|at| preds[*at] == self.facts[fact].pred) {
            let mut ways: Vec<Vec<usize>> = vec![vec![]];
            for (n, pred) in preds.iter().enumerate() {
                let older = |other: &&usize| **other < fact || **other == fact && n > at;
                let choices: Vec<usize> = match n == at {
                    true => vec![fact],
                    false => {
                        let known = self.by_pred.get(pred).map_or(&[][..], Vec::as_slice);
                        known.iter().filter(older).copied().collect()
                    }
                };
                let with = |way: &Vec<usize>| {
                    let one = |choice: &usize| [way.as_slice(), &[*choice]].concat();
                    choices.iter().map(one).collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(with).take(MAX_CHOICES).collect();
            }
            all.extend(ways);
        }
        all
    }

    /// Applies a clause to facts, which gives new facts or a derivation of `false`.
    fn apply(
        &mut self,
        clause: &Clause,
        from: &[usize],
        wanted: &dyn Fn(ClauseId) -> bool,
        budget: &mut Budget,
    ) {
        if clause.goal.is_claim() && !wanted(clause.id) {
            return;
        }
        for values in self.values(clause, from, budget) {
            match &clause.goal {
                Goal::Cond(_) => {
                    let mut left = MAX_NODES;
                    let found = self.derivation(clause.id, &values, from, &mut left);
                    // One for each way to the claim is enough.
                    return self.found.extend(found);
                }
                Goal::Instance(goal) => self.add(clause, goal, values, from),
            }
        }
    }

    fn add(&mut self, clause: &Clause, goal: &Instance, values: Model, from: &[usize]) {
        let args: Option<Vec<Value>> = goal.args.iter().map(|arg| values.eval(arg)).collect();
        let Some(args) = args else { return };
        if self.known.insert((goal.pred, args.clone())) {
            let fact = self.facts.len();
            self.by_pred.entry(goal.pred).or_default().push(fact);
            self.open.push_back(fact);
            let from = from.to_vec();
            self.facts.push(Fact { pred: goal.pred, args, clause: clause.id, values, from });
        }
    }

    /// Values for the variables of a clause with which it applies to the facts; some of them if there are
    /// several.
    fn values(&mut self, clause: &Clause, from: &[usize], budget: &mut Budget) -> Vec<Model> {
        budget.charge(1);
        let mut known = Model::default();
        let mut conds: Vec<Term> = clause.conditions().cloned().collect();
        for (instance, fact) in clause.instances().zip(from) {
            for (arg, value) in instance.args.iter().zip(&self.facts[*fact].args) {
                match arg.as_var() {
                    Some(v) if !known.values.contains_key(v) => {
                        known.values.insert(v.clone(), value.clone());
                    }
                    _ => conds.push(Term::eq(arg.clone(), value.to_term())),
                }
            }
        }
        if let Goal::Cond(claim) = &clause.goal {
            conds.push(Term::not(claim.clone()));
        }
        let mut open: BTreeSet<Var> = clause.free_vars().into_iter().collect();
        open.retain(|v| !known.values.contains_key(v));
        define(&mut known, &mut open, &conds);
        if open.is_empty() {
            return if conds.iter().all(|c| known.satisfies(c)) { vec![known] } else { vec![] };
        }
        self.some(clause, &known, &open, &conds, budget)
    }

    /// A few values for variables that are open.
    fn some(
        &mut self,
        clause: &Clause,
        known: &Model,
        open: &BTreeSet<Var>,
        conds: &[Term],
        budget: &mut Budget,
    ) -> Vec<Model> {
        let mut solver = Solver::new();
        let map = known.values.iter().map(|(v, value)| (v.clone(), value.to_term())).collect();
        if conds.iter().any(|c| solver.assert(&c.subst(&map)).is_err()) {
            return vec![];
        }
        let mut found = vec![];
        while found.len() < self.limits.values {
            self.questions += 1;
            let answer = budget.run_limited(QUESTION_STEPS, |own| solver.check(&[], own));
            if answer != Answer::Sat {
                break;
            }
            let mut values = known.clone();
            for v in open {
                let value = solver.model().get(v).unwrap_or(Value::Int(Int::ZERO));
                values.values.insert(v.clone(), value);
            }
            let same = open
                .iter()
                .filter(|v| v.sort == Sort::Int)
                .filter_map(|v| Some(Term::eq(Term::var(v), values.get(v)?.to_term())));
            let other = Term::not(Term::and(same));
            found.push(values);
            if clause.goal.is_claim() || solver.assert(&other).is_err() {
                break;
            }
        }
        found
    }

    fn derivation(
        &self,
        clause: ClauseId,
        values: &Model,
        from: &[usize],
        left: &mut usize,
    ) -> Option<Derivation> {
        *left = left.checked_sub(1)?;
        let children = from.iter().map(|fact| {
            let fact = &self.facts[*fact];
            self.derivation(fact.clause, &fact.values, &fact.from, left)
        });
        let children = children.collect::<Option<_>>()?;
        let ground = |(v, value): (&Var, &Value)| {
            let value = match value {
                Value::Int(n) => Ground::Int(n.clone()),
                Value::Bool(b) => Ground::Bool(*b),
            };
            (v.clone(), value)
        };
        Some(Derivation { clause, values: values.values.iter().map(ground).collect(), children })
    }
}

/// Assigns variables the values that equations determine.
fn define(known: &mut Model, open: &mut BTreeSet<Var>, conds: &[Term]) {
    let equations: Vec<(&Var, &Term)> = conds
        .iter()
        .filter_map(|c| c.as_app(Op::Eq))
        .flat_map(|sides| [(&sides[0], &sides[1]), (&sides[1], &sides[0])])
        .filter_map(|(v, t)| Some((v.as_var()?, t)))
        .collect();
    loop {
        let ready = equations.iter().find_map(|(v, t)| {
            let is_new = open.contains(*v) && t.free_vars().iter().all(|w| !open.contains(w));
            is_new.then(|| Some(((*v).clone(), known.eval(t)?))).flatten()
        });
        let Some((v, value)) = ready else { return };
        open.remove(&v);
        known.values.insert(v, value);
    }
}
