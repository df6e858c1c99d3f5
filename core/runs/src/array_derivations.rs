//! Derivations of `false` in clauses with arrays, from the violation backwards: partial derivations grow by one clause at
//! a time, the shortest first, and are dropped once their conditions contradict each other (SLD resolution with
//! constraints: Jaffar and Maher, Constraint Logic Programming: A Survey, 1994).
//!
//! The results are candidates: a model of the conditions may leave cells open, so `check/` evaluates each step.

use crate::decide::{DecisionLimits, Violation, contradiction, ground_limits, violation};
use hornbook_abstraction::ground::ground;
use hornbook_base::Budget;
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::fold::fold;
use hornbook_horn::known::{KnownValue, KnownValues, evaluate};
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, Op, PredId, Premise, Subst, System, Term, Var,
};
use hornbook_lang::interp::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most partial derivations that wait.
const MAX_WAITING: usize = 4_000;

/// The most steps.
const MAX_STEPS: u64 = 1_000_000;

/// The most steps for one partial derivation.
const QUESTION_STEPS: u64 = 50_000;

/// The most nodes of the conditions of a partial derivation, counted as trees.
const MAX_NODES: usize = 50_000;

/// An applied clause.
#[derive(Clone)]
struct AppliedClause {
    /// Its place among the clauses of the system.
    clause: usize,
    /// Its variables' names in this derivation.
    names: Vec<(Var, Var)>,
    /// For each instance among its premises the clause that derives it, once there is one.
    children: Vec<Option<usize>>,
}

/// A derivation some of whose goals are not derived yet.
#[derive(Clone, Default)]
struct PartialDerivation {
    applied: Vec<AppliedClause>,
    /// The goals that are not derived, with the clause whose premises they are among, and which one.
    open: VecDeque<(usize, usize, Instance)>,
    /// The conditions of all clauses.
    conditions: Vec<Term>,
    /// The values of variables that others determine, in the order in which that was found.
    bindings: Vec<(Var, Term)>,
}

/// The search, which continues as long as there is budget.
pub struct ArrayDerivations {
    system: Rc<System>,
    /// The clauses that derive each predicate.
    deriving: BTreeMap<PredId, Vec<usize>>,
    waiting: VecDeque<PartialDerivation>,
    /// The claims that are not refuted.
    wanted: BTreeSet<ClauseId>,
    names: Names,
    limits: DecisionLimits,
    steps: u64,
}

impl ArrayDerivations {
    /// A search for violations of the claims of a system.
    pub fn new(system: Rc<System>) -> ArrayDerivations {
        let mut deriving: BTreeMap<PredId, Vec<usize>> = BTreeMap::new();
        for (n, clause) in system.clauses.iter().enumerate() {
            if let Goal::Instance(goal) = &clause.goal {
                deriving.entry(goal.pred).or_default().push(n);
            }
        }
        let claims = system.clauses.iter().filter(|clause| clause.goal.is_claim());
        let wanted = claims.map(|clause| clause.id).collect();
        let mut search = ArrayDerivations {
            system: system.clone(),
            deriving,
            waiting: VecDeque::new(),
            wanted,
            names: Names::default(),
            limits: DecisionLimits { steps: QUESTION_STEPS, ..DecisionLimits::default() },
            steps: 0,
        };
        for (n, clause) in system.clauses.iter().enumerate() {
            let Goal::Cond(claim) = &clause.goal else { continue };
            let mut start = PartialDerivation::default();
            let names = search.apply(&mut start, n, clause);
            start.assume(&fold(&Term::not(claim.subst(&names))));
            search.waiting.extend(start.is_possible().then_some(start));
        }
        search
    }

    /// Whether there is something left to try.
    pub fn may_help(&self) -> bool {
        !self.waiting.is_empty() && self.steps < MAX_STEPS && !self.wanted.is_empty()
    }

    /// Drops a claim that is settled.
    pub fn settle(&mut self, claim: ClauseId) {
        self.wanted.remove(&claim);
    }

    /// Works until there are candidates for one claim, likely ones first, or the budget is used up.
    pub fn step(&mut self, budget: &mut Budget) -> Vec<Derivation> {
        while budget.left() > 0 && self.may_help() {
            let Some(next) = self.waiting.pop_front() else { break };
            let claim = self.system.clauses[next.applied[0].clause].id;
            if !self.wanted.contains(&claim) {
                continue;
            }
            let given = budget.left();
            let found = self.extend(next, budget);
            self.steps += budget.used(given).max(1);
            if !found.is_empty() {
                return found;
            }
        }
        vec![]
    }

    /// Derives the first open goal in each way; candidates, if none is open.
    fn extend(&mut self, partial: PartialDerivation, budget: &mut Budget) -> Vec<Derivation> {
        budget.charge(1 + partial.size() as u64 / 50);
        let Some((parent, place, goal)) = partial.open.front().cloned() else {
            return self.complete(&partial, budget);
        };
        let system = self.system.clone();
        for n in self.deriving.get(&goal.pred).cloned().unwrap_or_default() {
            let clause = &system.clauses[n];
            let Goal::Instance(derived) = &clause.goal else { continue };
            let mut next = partial.clone();
            next.open.pop_front();
            let child = next.applied.len();
            next.applied[parent].children[place] = Some(child);
            let names = self.apply(&mut next, n, clause);
            for (own, wanted) in derived.args.iter().zip(&goal.args) {
                next.equate(&own.subst(&names), wanted);
            }
            let fits = next.is_possible() && self.waiting.len() < MAX_WAITING;
            if fits && next.size() <= MAX_NODES && !self.is_contradictory(&next, budget) {
                self.waiting.push_back(next);
            }
        }
        vec![]
    }

    /// Adds a clause with names of its own; these.
    fn apply(&mut self, partial: &mut PartialDerivation, n: usize, clause: &Clause) -> Subst {
        let vars = clause.free_vars().into_iter();
        let names: Vec<(Var, Var)> = vars.map(|v| (v.clone(), self.names.fresh(&v))).collect();
        let map: Subst = names.iter().map(|(v, name)| (v.clone(), Term::var(name))).collect();
        let at = partial.applied.len();
        let goals = clause.instances().enumerate();
        partial.open.extend(goals.map(|(place, goal)| (at, place, goal.subst(&map))));
        let children = vec![None; clause.instances().count()];
        partial.applied.push(AppliedClause { clause: n, names, children });
        clause.conditions().for_each(|c| partial.assume(&fold(&c.subst(&map))));
        map
    }

    fn is_contradictory(&self, partial: &PartialDerivation, budget: &mut Budget) -> bool {
        let clause = self.question(partial);
        budget.run_limited(QUESTION_STEPS, |own| {
            let grounded = ground(&clause, &[], ground_limits(&self.limits));
            contradiction(&grounded, &self.limits, own).is_some()
        })
    }

    /// The conditions of a derivation as a clause that says that they contradict each other.
    fn question(&self, partial: &PartialDerivation) -> Clause {
        let premises = partial.conditions.iter().cloned().map(Premise::Cond).collect();
        let root = &self.system.clauses[partial.applied[0].clause];
        root.with_formulas(premises, Goal::Cond(Term::bool(false)))
    }

    /// Derivations with likely values.
    fn complete(&self, partial: &PartialDerivation, budget: &mut Budget) -> Vec<Derivation> {
        let clause = self.question(partial);
        let found = budget.run_limited(QUESTION_STEPS, |own| violation(&clause, &self.limits, own));
        let Violation::Perhaps(found) = found else { return vec![] };
        found.iter().filter_map(|values| self.build(partial, values)).collect()
    }

    /// The derivation with these values of the variables in its conditions.
    fn build(
        &self,
        partial: &PartialDerivation,
        values: &BTreeMap<Var, Value>,
    ) -> Option<Derivation> {
        let mut known: KnownValues =
            partial.names().map(|v| (v.clone(), Ground::default_for(&v.sort).to_known())).collect();
        known.extend(values.iter().map(|(v, value)| (v.clone(), known_value(value))));
        for (v, term) in partial.bindings.iter().rev() {
            let value = evaluate(term, &known);
            known.insert(v.clone(), value);
        }
        self.node(partial, 0, &known)
    }

    fn node(
        &self,
        partial: &PartialDerivation,
        at: usize,
        known: &KnownValues,
    ) -> Option<Derivation> {
        let applied = &partial.applied[at];
        let value =
            |(v, name): &(Var, Var)| Some((v.clone(), Ground::from_known(known.get(name)?)?));
        let below = |child: &Option<usize>| self.node(partial, (*child)?, known);
        Some(Derivation {
            clause: self.system.clauses[applied.clause].id,
            values: applied.names.iter().map(value).collect::<Option<_>>()?,
            children: applied.children.iter().map(below).collect::<Option<_>>()?,
        })
    }
}

impl PartialDerivation {
    /// Whether no condition is false already.
    fn is_possible(&self) -> bool {
        !self.conditions.iter().any(Term::is_false)
    }

    fn size(&self) -> usize {
        let goals = self.open.iter().flat_map(|(_, _, goal)| &goal.args);
        self.conditions.iter().chain(goals).map(Term::size).fold(0, usize::saturating_add)
    }

    /// The names of all variables.
    fn names(&self) -> impl Iterator<Item = &Var> {
        self.applied.iter().flat_map(|applied| applied.names.iter().map(|(_, name)| name))
    }

    /// Adds a condition. Equations give values to variables where they can.
    fn assume(&mut self, condition: &Term) {
        for part in condition.conjuncts() {
            match part.as_app(Op::Eq) {
                Some([a, b]) => self.equate(a, b),
                _ => self.conditions.push(self.with_bindings(&part)),
            }
        }
    }

    /// A term with the values of variables that others determine put in.
    fn with_bindings(&self, t: &Term) -> Term {
        let put_in = |t: Term, (v, value): &(Var, Term)| match t.mentions(v) {
            true => t.subst(&Subst::from([(v.clone(), value.clone())])),
            false => t,
        };
        fold(&self.bindings.iter().fold(t.clone(), put_in))
    }

    /// Makes two terms equal: by giving a variable its value, or else by a condition.
    fn equate(&mut self, a: &Term, b: &Term) {
        let (a, b) = (self.with_bindings(a), self.with_bindings(b));
        if a == b {
            return;
        }
        let value = [(&a, &b), (&b, &a)].into_iter().find_map(|(v, term)| {
            let v = v.as_var()?;
            (!term.mentions(v)).then(|| (v.clone(), term.clone()))
        });
        match value {
            Some((v, term)) => self.bind(v, term),
            None => self.conditions.push(fold(&Term::eq(a, b))),
        }
    }

    fn bind(&mut self, v: Var, term: Term) {
        let map = Subst::from([(v.clone(), term.clone())]);
        let put_in = |t: &Term| if t.mentions(&v) { fold(&t.subst(&map)) } else { t.clone() };
        self.conditions = self.conditions.iter().map(put_in).collect();
        for (_, _, goal) in &mut self.open {
            goal.args = goal.args.iter().map(put_in).collect();
        }
        self.bindings.push((v, term));
    }
}

/// A value that the integer solver found.
fn known_value(value: &Value) -> KnownValue {
    match value {
        Value::Int(n) => KnownValue::Int(n.clone()),
        Value::Bool(b) => KnownValue::Bool(*b),
        Value::Array(array) => {
            let cells = array.cells.iter().map(|(i, cell)| (i.clone(), known_value(cell)));
            KnownValue::array(cells, known_value(&array.default))
        }
    }
}
