//! The definitions of a model's predicates as functions without quantifiers.
//!
//! A predicate with a formula is that formula. One without is the least solution of its clauses: *there are*
//! values for the variables of one of its clauses for which the premises hold. Instead of a quantifier its
//! function has these values, the witnesses, as further parameters. They are unknowns where it is a premise,
//! and are given where it is derived.

use hornbook_evidence::model::Model;
use hornbook_horn::smtlib::RESERVED;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, PredId, Premise, Sort, Subst, System, Term, Var,
};
use std::collections::BTreeMap;

/// The definition of a predicate.
pub(super) struct Definition {
    /// The parameters of the predicate.
    pub params: Vec<Var>,
    /// The predicate holds if the body does for some values of these.
    pub witnesses: Vec<Var>,
    /// The body over parameters and witnesses, with predicates that are defined before.
    pub body: Term,
    /// For each clause that derives the predicate the witnesses for its unknowns.
    slots: BTreeMap<ClauseId, Vec<usize>>,
}

/// The definitions of all predicates of a system.
pub(super) struct Definitions<'a> {
    system: &'a System,
    model: &'a Model,
    /// Names that are in use.
    names: Names,
    known: BTreeMap<PredId, Definition>,
    /// The predicates, each after those that its definition uses.
    pub order: Vec<PredId>,
}

/// The negation of a clause, which is unsatisfiable if the clause holds.
pub(super) struct ClauseNegation {
    /// The unknowns.
    pub constants: Vec<Var>,
    /// The clause over these unknowns.
    pub formula: Term,
}

impl<'a> Definitions<'a> {
    /// The definitions for a model that the checker has accepted: predicates without a formula are not
    /// recursive.
    pub fn from_model(system: &'a System, model: &'a Model) -> Definitions<'a> {
        let fixed = system.preds.iter().map(|p| p.name.as_str()).chain(RESERVED).map(Var::int);
        let names = Names::avoiding(fixed);
        let mut all = Definitions { system, model, names, known: BTreeMap::new(), order: vec![] };
        system.pred_ids().for_each(|p| all.define(p));
        all
    }

    /// The definition of a predicate.
    pub fn get(&self, pred: PredId) -> Option<&Definition> {
        self.known.get(&pred)
    }

    fn define(&mut self, pred: PredId) {
        if self.known.contains_key(&pred) {
            return;
        }
        let definition = match self.model.formulas.get(&pred) {
            Some(formula) => self.define_predicate(pred, formula),
            None => self.least_definition(pred),
        };
        self.known.insert(pred, definition);
        self.order.push(pred);
    }

    fn define_predicate(&self, pred: PredId, formula: &Term) -> Definition {
        let (params, map) = rename_fresh(&self.system.pred(pred).params, &mut self.names.clone());
        let body = formula.subst(&map);
        Definition { params, witnesses: vec![], body, slots: BTreeMap::new() }
    }

    fn least_definition(&mut self, pred: PredId) -> Definition {
        let system = self.system;
        let mut names = self.names.clone();
        let (params, _) = rename_fresh(&system.pred(pred).params, &mut names);
        let mut pool = WitnessPool { names, witnesses: vec![] };
        let (mut cases, mut slots) = (vec![], BTreeMap::new());
        for clause in &system.clauses {
            let Goal::Instance(goal) = &clause.goal else { continue };
            if goal.pred != pred {
                continue;
            }
            clause.instances().for_each(|i| self.define(i.pred));
            let MatchedVars { mut map, open } = MatchedVars::match_goal(clause, goal, &params);
            let unknowns: Vec<Var> =
                open.iter().cloned().chain(self.premise_witnesses(clause)).collect();
            let used = pool.allocate(&unknowns);
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
    fn premise_witnesses<'s>(&'s self, clause: &'s Clause) -> impl Iterator<Item = Var> + 's {
        clause.instances().flat_map(|i| self.witnesses(i.pred)).cloned()
    }

    fn witnesses(&self, pred: PredId) -> &[Var] {
        self.get(pred).map_or(&[], |d| &d.witnesses)
    }

    /// The premises of a clause, with these values for the witnesses.
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
                self.apply(i, map, values.by_ref().take(count))
            }
        };
        clause.premises.iter().map(&mut formula).collect()
    }

    fn apply(
        &self,
        instance: &Instance,
        map: &Subst,
        witnesses: impl Iterator<Item = Term>,
    ) -> Term {
        let args = instance.args.iter().map(|a| a.subst(map)).chain(witnesses);
        Term::pred(&self.system.pred(instance.pred).name, args.collect())
    }

    /// The negation of a clause.
    pub fn negate_clause(&self, clause: &Clause) -> ClauseNegation {
        let mut names = self.names.clone();
        let vars: Vec<Var> = clause.free_vars().into_iter().collect();
        let (mut constants, map) = rename_fresh(&vars, &mut names);
        let (witnesses, _) =
            rename_fresh(&self.premise_witnesses(clause).collect::<Vec<_>>(), &mut names);
        let premises = self.premises(clause, &map, witnesses.iter().map(Term::var));
        let goal = match &clause.goal {
            Goal::Cond(c) => c.subst(&map),
            Goal::Instance(goal) => {
                let named = self.goal_witnesses(clause, goal, &map, &witnesses);
                self.apply(goal, &map, named.into_iter())
            }
        };
        constants.extend(witnesses);
        ClauseNegation { constants, formula: Term::implies(Term::and(premises), goal) }
    }

    /// The witnesses of a clause for its goal; those that it does not use are arbitrary.
    fn goal_witnesses(
        &self,
        clause: &Clause,
        goal: &Instance,
        map: &Subst,
        asked: &[Var],
    ) -> Vec<Term> {
        let Some(definition) = self.get(goal.pred) else { return vec![] };
        let mut out: Vec<Term> = definition.witnesses.iter().map(arbitrary_value).collect();
        let open = MatchedVars::match_goal(clause, goal, &definition.params).open;
        let own = open.iter().map(|v| Term::var(v).subst(map));
        let values = own.chain(asked.iter().map(Term::var));
        for (slot, value) in definition.slots.get(&clause.id).into_iter().flatten().zip(values) {
            out[*slot] = value;
        }
        out
    }
}

/// The variables of a clause that are parameters of its goal, and the others.
struct MatchedVars {
    map: Subst,
    open: Vec<Var>,
}

impl MatchedVars {
    fn match_goal(clause: &Clause, goal: &Instance, params: &[Var]) -> MatchedVars {
        let mut map = Subst::new();
        for (arg, param) in goal.args.iter().zip(params) {
            if let Some(v) = arg.as_var() {
                map.entry(v.clone()).or_insert_with(|| Term::var(param));
            }
        }
        let open = clause.free_vars().into_iter().filter(|v| !map.contains_key(v)).collect();
        MatchedVars { map, open }
    }
}

/// The witnesses of a predicate. Only one of its clauses is needed at a time, so they share them.
struct WitnessPool {
    names: Names,
    witnesses: Vec<Var>,
}

impl WitnessPool {
    /// A witness for each of these unknowns.
    fn allocate(&mut self, unknowns: &[Var]) -> Vec<usize> {
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

/// Variables under fresh names, and the renaming.
fn rename_fresh(vars: &[Var], names: &mut Names) -> (Vec<Var>, Subst) {
    let new: Vec<Var> = vars.iter().map(|v| names.fresh(v)).collect();
    let map = vars.iter().cloned().zip(new.iter().map(Term::var)).collect();
    (new, map)
}

fn arbitrary_value(v: &Var) -> Term {
    if v.sort == Sort::Bool { Term::bool(false) } else { Term::int(0) }
}
