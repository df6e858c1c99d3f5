//! What each predicate of a model means, as a function without quantifiers.
//!
//! A predicate with a formula is that formula. One without is the least that its clauses allow:
//! *there are* values for the variables of one of its clauses, so that what stands before the arrow
//! holds. Instead of a quantifier its function has these values, the witnesses, as further
//! parameters. Whoever uses it as a premise has them as unknowns; whoever derives it names them.

use hornbook_evidence::model::Model;
use hornbook_horn::smtlib::RESERVED;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, PredId, Premise, Sort, Subst, System, Term, Var,
};
use std::collections::BTreeMap;

/// The function that a predicate means.
pub(super) struct Definition {
    /// The parameters of the predicate.
    pub params: Vec<Var>,
    /// The predicate holds if the body does for some values of these.
    pub witnesses: Vec<Var>,
    /// Over parameters and witnesses, with predicates that are defined before.
    pub body: Term,
    /// For each clause that derives the predicate the witnesses that stand for its unknowns.
    slots: BTreeMap<ClauseId, Vec<usize>>,
}

/// The functions of all predicates of a system.
pub(super) struct Definitions<'a> {
    system: &'a System,
    model: &'a Model,
    /// Names that mean something else already.
    names: Names,
    known: BTreeMap<PredId, Definition>,
    /// The predicates, each after those that it needs.
    pub order: Vec<PredId>,
}

/// What must not be possible if a clause holds.
pub(super) struct Refusal {
    /// The unknowns.
    pub constants: Vec<Var>,
    /// The clause for these unknowns.
    pub formula: Term,
}

impl<'a> Definitions<'a> {
    /// The functions for a model that the checker has accepted: what it leaves open is not
    /// recursive.
    pub fn of(system: &'a System, model: &'a Model) -> Definitions<'a> {
        let fixed = system.preds.iter().map(|p| p.name.as_str()).chain(RESERVED).map(Var::int);
        let names = Names::avoiding(fixed);
        let mut all = Definitions { system, model, names, known: BTreeMap::new(), order: vec![] };
        system.pred_ids().for_each(|p| all.define(p));
        all
    }

    /// The function of a predicate.
    pub fn get(&self, pred: PredId) -> Option<&Definition> {
        self.known.get(&pred)
    }

    fn define(&mut self, pred: PredId) {
        if self.known.contains_key(&pred) {
            return;
        }
        let definition = match self.model.formulas.get(&pred) {
            Some(formula) => self.interpreted(pred, formula),
            None => self.least(pred),
        };
        self.known.insert(pred, definition);
        self.order.push(pred);
    }

    fn interpreted(&self, pred: PredId, formula: &Term) -> Definition {
        let (params, map) = renamed(&self.system.pred(pred).params, &mut self.names.clone());
        let body = formula.subst(&map);
        Definition { params, witnesses: vec![], body, slots: BTreeMap::new() }
    }

    fn least(&mut self, pred: PredId) -> Definition {
        let system = self.system;
        let mut names = self.names.clone();
        let (params, _) = renamed(&system.pred(pred).params, &mut names);
        let mut pool = Pool { names, witnesses: vec![] };
        let (mut cases, mut slots) = (vec![], BTreeMap::new());
        for clause in &system.clauses {
            let Goal::Instance(goal) = &clause.goal else { continue };
            if goal.pred != pred {
                continue;
            }
            clause.instances().for_each(|i| self.define(i.pred));
            let Matched { mut map, open } = Matched::of(clause, goal, &params);
            let unknowns: Vec<Var> = open.iter().cloned().chain(self.asked(clause)).collect();
            let used = pool.slots(&unknowns);
            let mut values = used.iter().map(|n| Term::var(&pool.witnesses[*n]));
            map.extend(open.into_iter().zip(values.by_ref()));
            let mut parts = self.premises(clause, &map, values);
            let pairs = params.iter().map(Term::var).zip(goal.args.iter().map(|a| a.subst(&map)));
            parts.extend(pairs.filter(|(p, a)| p != a).map(|(p, a)| Term::eq(p, a)));
            cases.push(Term::and(parts));
            slots.insert(clause.id, used);
        }
        Definition { params, witnesses: pool.witnesses, body: Term::or(cases), slots }
    }

    /// The witnesses of the premises of a clause, in order.
    fn asked<'s>(&'s self, clause: &'s Clause) -> impl Iterator<Item = Var> + 's {
        clause.instances().flat_map(|i| self.witnesses(i.pred)).cloned()
    }

    fn witnesses(&self, pred: PredId) -> &[Var] {
        self.get(pred).map_or(&[], |d| &d.witnesses)
    }

    /// What stands before the arrow, with these values for the witnesses.
    fn premises(
        &self,
        clause: &Clause,
        map: &Subst,
        mut values: impl Iterator<Item = Term>,
    ) -> Vec<Term> {
        let mut formula = |premise: &Premise| match premise {
            Premise::Cond(c) => c.subst(map),
            Premise::Instance(i) => {
                let count = self.witnesses(i.pred).len();
                self.applied(i, map, values.by_ref().take(count))
            }
        };
        clause.premises.iter().map(&mut formula).collect()
    }

    fn applied(
        &self,
        instance: &Instance,
        map: &Subst,
        witnesses: impl Iterator<Item = Term>,
    ) -> Term {
        let args = instance.args.iter().map(|a| a.subst(map)).chain(witnesses);
        Term::pred(&self.system.pred(instance.pred).name, args.collect())
    }

    /// The clause as a formula that must be valid.
    pub fn refusal(&self, clause: &Clause) -> Refusal {
        let mut names = self.names.clone();
        let vars: Vec<Var> = clause.free_vars().into_iter().collect();
        let (mut constants, map) = renamed(&vars, &mut names);
        let (witnesses, _) = renamed(&self.asked(clause).collect::<Vec<_>>(), &mut names);
        let premises = self.premises(clause, &map, witnesses.iter().map(Term::var));
        let goal = match &clause.goal {
            Goal::Cond(c) => c.subst(&map),
            Goal::Instance(goal) => {
                let named = self.named(clause, goal, &map, &witnesses);
                self.applied(goal, &map, named.into_iter())
            }
        };
        constants.extend(witnesses);
        Refusal { constants, formula: Term::implies(Term::and(premises), goal) }
    }

    /// The witnesses that a clause has for its goal. It uses some; the others may be anything.
    fn named(&self, clause: &Clause, goal: &Instance, map: &Subst, asked: &[Var]) -> Vec<Term> {
        let Some(definition) = self.get(goal.pred) else { return vec![] };
        let mut out: Vec<Term> = definition.witnesses.iter().map(any).collect();
        let open = Matched::of(clause, goal, &definition.params).open;
        let own = open.iter().map(|v| Term::var(v).subst(map));
        let values = own.chain(asked.iter().map(Term::var));
        for (slot, value) in definition.slots.get(&clause.id).into_iter().flatten().zip(values) {
            out[*slot] = value;
        }
        out
    }
}

/// The variables of a clause that are parameters of its goal, and the others.
struct Matched {
    map: Subst,
    open: Vec<Var>,
}

impl Matched {
    fn of(clause: &Clause, goal: &Instance, params: &[Var]) -> Matched {
        let mut map = Subst::new();
        for (arg, param) in goal.args.iter().zip(params) {
            if let Some(v) = arg.as_var() {
                map.entry(v.clone()).or_insert_with(|| Term::var(param));
            }
        }
        let open = clause.free_vars().into_iter().filter(|v| !map.contains_key(v)).collect();
        Matched { map, open }
    }
}

/// The witnesses of a predicate. Only one of its clauses is needed at a time, so they share them.
struct Pool {
    names: Names,
    witnesses: Vec<Var>,
}

impl Pool {
    /// A witness for each of these unknowns.
    fn slots(&mut self, unknowns: &[Var]) -> Vec<usize> {
        let mut used: Vec<usize> = vec![];
        for unknown in unknowns {
            let fits = |n: &usize| self.witnesses[*n].sort == unknown.sort && !used.contains(n);
            let slot = (0..self.witnesses.len()).find(fits).unwrap_or_else(|| {
                self.witnesses.push(self.names.fresh(unknown));
                self.witnesses.len() - 1
            });
            used.push(slot);
        }
        used
    }
}

/// Variables under names that are free, and how to get there.
fn renamed(vars: &[Var], names: &mut Names) -> (Vec<Var>, Subst) {
    let new: Vec<Var> = vars.iter().map(|v| names.fresh(v)).collect();
    let map = vars.iter().cloned().zip(new.iter().map(Term::var)).collect();
    (new, map)
}

fn any(v: &Var) -> Term {
    if v.sort == Sort::Bool { Term::bool(false) } else { Term::int(0) }
}
