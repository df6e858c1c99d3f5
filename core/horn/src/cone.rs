//! The cone of influence of a claim: which arrays can matter to it.
//!
//! An array is in the cone at a point if the claim, a number or a guard on the path to the claim is read
//! from it, or if an array in the cone is made of it. Equations that only define an array outside of the
//! cone do not count. Forgetting what is outside makes premises weaker, so **soundness** does not depend on
//! this module.

use super::clause::{Clause, Goal, Instance, PredId, System};
use super::term::{Op, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A predicate and the position of one of its parameters.
type ParamPosition = (PredId, usize);

/// The names of the arrays that are outside of the cone of a claim at every point.
pub fn outside(system: &System, claim: &Clause) -> BTreeSet<String> {
    if !system.preds.iter().flat_map(|pred| &pred.params).any(|v| v.sort.is_array()) {
        return BTreeSet::new();
    }
    let inside = inside(system, claim);
    let places = system.pred_ids().flat_map(|p| {
        let params = system.pred(p).params.iter().enumerate();
        params.filter(|(_, v)| v.sort.is_array()).map(move |(n, v)| ((p, n), v.name.to_string()))
    });
    let (matter, rest): (Vec<_>, Vec<_>) = places.partition(|(place, _)| inside.contains(place));
    let matter: BTreeSet<String> = matter.into_iter().map(|(_, name)| name).collect();
    rest.into_iter().map(|(_, name)| name).filter(|name| !matter.contains(name)).collect()
}

/// The parameters in the cone.
fn inside(system: &System, claim: &Clause) -> BTreeSet<ParamPosition> {
    let mut by_head: BTreeMap<PredId, Vec<&Clause>> = BTreeMap::new();
    for clause in &system.clauses {
        if let Goal::Instance(head) = &clause.goal {
            by_head.entry(head.pred).or_default().push(clause);
        }
    }
    let mut asked: BTreeSet<PredId> = preds(claim).collect();
    let mut inside =
        BTreeSet::from_iter(positions_in_body(claim, matters(claim, &BTreeSet::new())));
    // The predicates whose clauses are to be looked at, again if more of their parameters are in the cone.
    let mut open: Vec<PredId> = asked.iter().copied().collect();
    while let Some(pred) = open.pop() {
        for clause in by_head.get(&pred).into_iter().flatten() {
            open.extend(preds(clause).filter(|pred| asked.insert(*pred)));
            let found = positions_in_body(clause, matters(clause, &inside));
            open.extend(found.into_iter().filter(|at| inside.insert(*at)).map(|(pred, _)| pred));
        }
    }
    inside
}

fn preds(clause: &Clause) -> impl Iterator<Item = PredId> {
    clause.instances().map(|i| i.pred)
}

/// The array variables of a clause that are in the cone of its goal.
fn matters(clause: &Clause, inside: &BTreeSet<ParamPosition>) -> BTreeSet<Var> {
    let mut vars = BTreeSet::new();
    match &clause.goal {
        Goal::Cond(claim) => vars.extend(arrays(claim)),
        Goal::Instance(head) => {
            vars.extend(arrays_of_instance(head, &|n| inside.contains(&(head.pred, n))))
        }
    }
    clause.instances().for_each(|i| vars.extend(arrays_of_instance(i, &|_| false)));
    let (definitions, conditions): (Vec<Term>, Vec<Term>) =
        clause.conditions().flat_map(Term::conjuncts).partition(is_definition);
    conditions.iter().for_each(|c| vars.extend(arrays(c)));
    loop {
        let before = vars.len();
        for definition in &definitions {
            let all = arrays(definition);
            if !all.is_disjoint(&vars) {
                vars.extend(all);
            }
        }
        if vars.len() == before {
            return vars;
        }
    }
}

/// The array variables in the guard, in numbers among the arguments, and in the arrays in the cone.
fn arrays_of_instance(i: &Instance, matters: &dyn Fn(usize) -> bool) -> BTreeSet<Var> {
    let args = i.args.iter().enumerate();
    let args = args.filter(|(n, arg)| !arg.sort().is_array() || matters(*n)).map(|(_, arg)| arg);
    args.chain([&i.guard]).flat_map(arrays).collect()
}

/// The positions in a clause's body that hold one of these variables, or an array made of it.
fn positions_in_body(clause: &Clause, vars: BTreeSet<Var>) -> Vec<ParamPosition> {
    let places = clause
        .instances()
        .flat_map(|i| i.args.iter().enumerate().map(|(n, arg)| ((i.pred, n), arg)));
    let of_these = |arg: &Term| arg.sort().is_array() && !arrays(arg).is_disjoint(&vars);
    places.filter(|(_, arg)| of_these(arg)).map(|(place, _)| place).collect()
}

fn arrays(t: &Term) -> BTreeSet<Var> {
    t.free_vars().into_iter().filter(|v| v.sort.is_array()).collect()
}

/// Whether a condition is an equation between an array variable and an array.
fn is_definition(c: &Term) -> bool {
    let is_array_var = |t: &Term| t.as_var().is_some_and(|v| v.sort.is_array());
    c.as_app(Op::Eq).is_some_and(|args| args.iter().any(is_array_var))
}
