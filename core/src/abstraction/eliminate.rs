//! `eliminate` (T Algorithm 2): quantifiers in the goal become free variables, those in the
//! premises become finitely many instances, one premise after the other.

use super::abstract_::concrete_value;
use super::insts::{self, insts};
use super::sigma::Abstraction;
use crate::horn::{Clause, Goal, Instance, Names, PredId, Premise, Subst, System, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A premise that was instantiated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instantiated {
    /// Which premise of the clause, from 0.
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

/// Eliminates the quantifiers of one abstract clause.
///
/// `concrete` is the clause it was made from by `abstract_`: its arguments are the `expr` of the
/// patterns `forall a#: F(a#, expr) ==> P#(a#)` that the algorithm matches. `abstracted` is the
/// system of abstract predicates.
pub fn eliminate(
    concrete: &Clause,
    clause: &Clause,
    abstraction: &Abstraction,
    abstracted: &System,
) -> Elimination {
    let mut names = Names::avoiding(kept_vars(clause).into_iter().chain(concrete.all_vars()));
    let goal = match (&clause.goal, &concrete.goal) {
        (Goal::Instance(instance), Goal::Instance(source)) => {
            Goal::Instance(free_goal(instance, source, abstraction, &mut names))
        }
        (goal, _) => goal.clone(),
    };
    let goal_freed = Clause { goal, ..clause.clone() };
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
        let ctx = context(rest, &goal_freed.goal, abstracted);
        let sigma = abstraction.sigma(source.pred);
        let expr = concrete_value(source);
        let call = insts(sigma, &expr, &ctx, &mut names);
        done.extend(call.set.iter().map(|i| {
            Premise::Instance(Instance {
                bound: vec![],
                guard: sigma.formula(&i.sharp, &expr),
                pred: source.pred,
                args: i.sharp.leaves(),
            })
        }));
        calls.push(Instantiated { premise: i, pred: source.pred, call });
    }
    let clause = Clause { premises: done, ..goal_freed.clone() };
    Elimination { goal_freed, clause, calls }
}

/// The variables of a clause but for those bound at its goal, whose names become free.
fn kept_vars(clause: &Clause) -> BTreeSet<Var> {
    let mut vars = clause.all_vars();
    if let Goal::Instance(goal) = &clause.goal {
        let elsewhere = Clause { goal: Goal::Cond(Term::bool(true)), ..clause.clone() }.all_vars();
        vars.retain(|v| !goal.bound.contains(v) || elsewhere.contains(v));
    }
    vars
}

/// Step 2: fresh free variables, named like the formal parameters with a prime.
fn free_goal(
    instance: &Instance,
    source: &Instance,
    abstraction: &Abstraction,
    names: &mut Names,
) -> Instance {
    let formals = abstraction.formal(source.pred).leaves();
    let free = |(bound, formal): (&Var, &Term)| {
        let like = formal.as_var().unwrap_or(bound);
        let primed = Var::new(format!("{}'", like.name), bound.sort.clone());
        (bound.clone(), Term::var(&names.fresh(&primed)))
    };
    let map: Subst = instance.bound.iter().zip(&formals).map(free).collect();
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

/// Eliminates in every clause of a system.
pub fn eliminate_all(
    concrete: &System,
    abstracted: &System,
    abstraction: &Abstraction,
) -> Vec<Elimination> {
    let pairs = concrete.clauses.iter().zip(&abstracted.clauses);
    pairs.map(|(c, a)| eliminate(c, a, abstraction, abstracted)).collect()
}
