//! `eliminate` (T Algorithm 2): quantifiers in the goal become free variables, those in the
//! premises become finitely many instances, one premise after the other.

use super::abstract_::concrete_value;
use super::counts;
use super::heuristic::{self, Focus, Named, Policy};
use super::insts::{self, Insts};
use super::sigma::Abstraction;
use hornbook_horn::{
    Clause, Goal, Instance, Names, PredId, Premise, Sort, Subst, System, Term, Var,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A premise that was instantiated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instantiated {
    /// The index of the premise.
    pub premise: usize,
    /// Its abstract predicate.
    pub pred: PredId,
    /// The call that chose the instances.
    pub call: insts::Call,
}

/// A clause without quantified instances, and how it was made.
#[derive(Clone)]
pub struct Elimination {
    /// The clause after step 2: the goal's quantifiers are free variables.
    pub goal_freed: Clause,
    /// The clause at the end.
    pub clause: Clause,
    /// The instantiated premises in order.
    pub calls: Vec<Instantiated>,
}

/// The setting that the clauses of one system share.
#[derive(Clone, Copy)]
pub struct Setting<'s> {
    /// The concrete predicates.
    pub concrete: &'s System,
    /// The abstract ones.
    pub abstracted: &'s System,
    /// The abstraction of each predicate.
    pub abstraction: &'s Abstraction,
    /// The choice of instances.
    pub policy: &'s Policy,
}

/// The variables of a clause that are witnesses of conditions on the path.
fn witnesses(clause: &Clause, system: &System) -> BTreeSet<Var> {
    let of = |instance: &Instance| {
        let pred = system.pred(instance.pred);
        let params = pred.params.iter().zip(&instance.args);
        let witnesses = params.filter(|(param, _)| pred.witnesses.contains(param));
        witnesses.filter_map(|(_, arg)| arg.as_var().cloned()).collect::<Vec<Var>>()
    };
    clause.instances().flat_map(of).collect()
}

/// Eliminates the quantifiers of one abstract clause.
///
/// `concrete` is the clause it was made from by `abstract_`: its arguments are the `expr` of the
/// patterns `forall a#: F(a#, expr) ==> P#(a#)` that the algorithm matches.
pub fn eliminate(concrete: &Clause, clause: &Clause, setting: Setting<'_>) -> Elimination {
    let Setting { abstraction, abstracted, policy, .. } = setting;
    let mut names = Names::avoiding(kept_vars(clause).into_iter().chain(concrete.all_vars()));
    let goal = match (&clause.goal, &concrete.goal) {
        (Goal::Instance(instance), Goal::Instance(source)) => {
            Goal::Instance(free_goal(instance, source, abstraction, &mut names))
        }
        (goal, _) => goal.clone(),
    };
    let goal_freed = clause.with_formulas(clause.premises.clone(), goal);
    let goal_vars = goal_indices(concrete, &goal_freed.goal);
    let old = concrete.free_vars();
    let freed = goal_vars.iter().filter(|v| !old.contains(v)).cloned().collect();
    let is_claim = matches!(goal_freed.goal, Goal::Cond(_));
    let focus = Focus {
        goal: goal_vars,
        freed,
        is_claim,
        witnesses: witnesses(concrete, setting.concrete),
        named: named(&goal_freed, policy),
    };
    let mut insts =
        Insts { names: &mut names, heuristic: policy.heuristic, order: policy.order, focus };
    let ends = counts::CommonEnds::from_terms(clause.terms());
    let mut done: Vec<Premise> = vec![];
    let mut calls = vec![];
    for (i, premise) in clause.premises.iter().enumerate() {
        let source = match (&concrete.premises.get(i), premise) {
            (Some(Premise::Instance(source)), Premise::Instance(_)) => source,
            _ => {
                done.push(premise.clone());
                continue;
            }
        };
        let rest = done.iter().chain(&clause.premises[i + 1..]);
        let ctx = ends.show_cells(&context(rest, &goal_freed.goal, abstracted));
        let sigma = abstraction.sigma_at(source, setting.concrete);
        let expr = concrete_value(source);
        let call = insts.call(&sigma, &expr, &ctx);
        done.extend(call.set.iter().map(|i| {
            Premise::Instance(Instance {
                bound: vec![],
                guard: sigma.formula(&i.sharp, &i.q, &expr),
                pred: source.pred,
                args: i.sharp.leaves(),
            })
        }));
        calls.push(Instantiated { premise: i, pred: source.pred, call });
    }
    let clause = goal_freed.with_formulas(done, goal_freed.goal.clone());
    Elimination { goal_freed, clause, calls }
}

/// The variables of a clause but for those bound at its goal, whose names become free.
fn kept_vars(clause: &Clause) -> BTreeSet<Var> {
    let mut vars = clause.with_formulas(vec![], clause.goal.clone()).all_vars();
    if let Goal::Instance(goal) = &clause.goal {
        goal.bound.iter().for_each(|v| {
            vars.remove(v);
        });
    }
    vars.extend(clause.without_goal().all_vars());
    vars
}

/// The variables for indices of the goal: those of its cells, and those that a quantifier of a claim bound.
fn goal_indices(concrete: &Clause, goal: &Goal) -> BTreeSet<Var> {
    let ints = |vars: BTreeSet<Var>| vars.into_iter().filter(|v| v.sort == Sort::Int).collect();
    match goal {
        Goal::Instance(i) => ints(i.args.iter().filter_map(|t| t.as_var().cloned()).collect()),
        Goal::Cond(claim) => {
            let old = concrete.free_vars();
            ints(claim.free_vars().into_iter().filter(|v| !old.contains(v)).collect())
        }
    }
}

/// The cells that the user chooses for a clause whose goal was freed; texts that are no index over its
/// variables are left out.
fn named(clause: &Clause, policy: &Policy) -> Named {
    if policy.cells.is_empty() {
        return Named::new();
    }
    let mine = policy.cells.iter().filter(|c| c.clause == clause.id.0);
    let vars = clause.free_vars();
    let known = |name: &str| vars.iter().find(|v| &*v.name == name).cloned();
    let terms = |indices: &[String]| -> Vec<Term> {
        indices.iter().filter_map(|text| heuristic::index(text, &known).ok()).collect()
    };
    let mut named = Named::new();
    for (array, indices) in mine.map(|c| (&c.array, terms(&c.indices))) {
        if !indices.is_empty() {
            named.entry(array.clone()).or_default().extend(indices);
        }
    }
    named
}

/// Step 2: fresh free variables, named like the formal parameters with a prime.
fn free_goal(
    instance: &Instance,
    source: &Instance,
    abstraction: &Abstraction,
    names: &mut Names,
) -> Instance {
    let formals = abstraction.formal(source.pred).leaves();
    // The intermediate values of a composition have no formal parameter.
    let likes = formals.iter().map(|t| t.as_var().cloned()).chain(std::iter::repeat(None));
    let free = |(bound, like): (&Var, Option<Var>)| {
        let like = like.unwrap_or_else(|| bound.clone());
        let primed = Var::new(format!("{}'", like.name), bound.sort.clone());
        (bound.clone(), Term::var(&names.fresh(&primed)))
    };
    let map: Subst = instance.bound.iter().zip(likes).map(free).collect();
    let open = Instance { bound: vec![], ..instance.clone() };
    open.subst(&map)
}

/// `ctx`: the rest of the clause, curried.
fn context<'c>(rest: impl Iterator<Item = &'c Premise>, goal: &Goal, abstracted: &System) -> Term {
    let premises = rest.map(|p| match p {
        Premise::Instance(i) => i.to_term(abstracted),
        Premise::Cond(c) => c.clone(),
    });
    let goal = match goal {
        Goal::Instance(i) => i.to_term(abstracted),
        Goal::Cond(c) => c.clone(),
    };
    Term::implies(Term::and(premises), goal)
}
