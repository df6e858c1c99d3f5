//! Derivations of `false` by saturation: concrete facts are derived one after the other. It finds deep
//! derivations, of a thousand steps, where each step leaves little choice.
//!
//! Facts are processed in the order of their derivation. For a clause whose premises leave variables open a
//! few of their values are tried.

use super::ground::{Application, bind, determine, enumerate};
use super::trace_invariants::States;
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Clause, ClauseId, Goal, Instance, Op, PredId, System, Term, Var};
use hornbook_lia::{Model, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most choices of the other premises of a clause for a new fact.
const MAX_CHOICES: usize = 200;

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
    origin: Application,
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
        let fits = limits.facts > 0 && system.clauses.iter().all(Clause::is_ground_evaluable);
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

    /// Facts for the premises of a clause that fit together, one of which is the given one and no other is
    /// newer.
    fn premises(&self, clause: &Clause, fact: usize) -> Vec<Vec<usize>> {
        let instances: Vec<&Instance> = clause.instances().collect();
        let at_fact = |at: &usize| instances[*at].pred == self.facts[fact].pred;
        let all = (0..instances.len()).filter(at_fact);
        all.flat_map(|at| self.premises_with(clause, &instances, fact, at)).collect()
    }

    /// Facts for the premises, with the given one for the premise at a position.
    fn premises_with(
        &self,
        clause: &Clause,
        instances: &[&Instance],
        fact: usize,
        at: usize,
    ) -> Vec<Vec<usize>> {
        let mut first = PartialMatch::for_clause(clause);
        if !first.bind(instances[at], &self.facts[fact].args) {
            return vec![];
        }
        let mut ways = vec![first];
        for (n, instance) in instances.iter().enumerate() {
            if n == at {
                ways.iter_mut().for_each(|way| way.from.push(fact));
                continue;
            }
            let known = self.by_pred.get(&instance.pred).map_or(&[][..], Vec::as_slice);
            let older = |other: &&usize| **other < fact || **other == fact && n > at;
            let extend = |way: &PartialMatch| {
                let with =
                    |other: &usize| way.extend_by(instance, &self.facts[*other].args, *other);
                known.iter().filter(older).filter_map(with).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(extend).take(MAX_CHOICES).collect();
        }
        ways.into_iter().map(|way| way.from).collect()
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
                    let last = Application { clause: clause.id, values, from: from.to_vec() };
                    let found = last.derivation(&|fact| &self.facts[fact].origin);
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
            let origin = Application { clause: clause.id, values, from: from.to_vec() };
            self.facts.push(Fact { pred: goal.pred, args, origin });
        }
    }

    /// Values for the variables of a clause with which it applies to the facts; some of them if there are
    /// several.
    fn values(&mut self, clause: &Clause, from: &[usize], budget: &mut Budget) -> Vec<Model> {
        budget.charge(1);
        let mut known = Model::default();
        let mut conds: Vec<Term> = clause.conditions().cloned().collect();
        for (instance, fact) in clause.instances().zip(from) {
            if !bind(&mut known, &mut conds, &instance.args, &self.facts[*fact].args) {
                return vec![];
            }
        }
        if let Goal::Cond(claim) = &clause.goal {
            conds.push(Term::not(claim.clone()));
        }
        determine(&mut known, &conds);
        let mut open: BTreeSet<Var> = clause.free_vars().into_iter().collect();
        open.retain(|v| !known.values.contains_key(v));
        if open.is_empty() {
            return if conds.iter().all(|c| known.satisfies(c)) { vec![known] } else { vec![] };
        }
        let most = if clause.goal.is_claim() { 1 } else { self.limits.values };
        let (found, _) = enumerate(&known, &open, &conds, most, budget);
        self.questions += found.len() as u64 + 1;
        found
    }
}

/// Facts for some of the premises of a clause, with the values that they determine.
#[derive(Clone)]
struct PartialMatch {
    known: Model,
    conds: Vec<Term>,
    from: Vec<usize>,
}

impl PartialMatch {
    fn for_clause(clause: &Clause) -> PartialMatch {
        let conds = clause.conditions().filter(|c| c.as_app(Op::Eq).is_some()).cloned().collect();
        PartialMatch { known: Model::default(), conds, from: vec![] }
    }

    /// Whether a fact fits; then its values are known.
    fn bind(&mut self, instance: &Instance, values: &[Value]) -> bool {
        let fits = bind(&mut self.known, &mut self.conds, &instance.args, values);
        if fits {
            determine(&mut self.known, &self.conds);
        }
        fits
    }

    /// The match with one more fact, if it fits.
    fn extend_by(
        &self,
        instance: &Instance,
        values: &[Value],
        fact: usize,
    ) -> Option<PartialMatch> {
        // Most facts do not fit, which a look at the known variables shows.
        let differs = |(arg, value): (&Term, &Value)| {
            let known = arg.as_var().and_then(|v| self.known.values.get(v));
            known.is_some_and(|known| known != value)
        };
        if instance.args.iter().zip(values).any(differs) {
            return None;
        }
        let mut with = self.clone();
        with.from.push(fact);
        with.bind(instance, values).then_some(with)
    }
}
