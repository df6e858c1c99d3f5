//! Guarded instances before the arrow become plain ones.
//!
//! An instance of an abstraction that does not have each abstract value of each cell says
//! `guard ==> P#(x)`, and Horn clauses have no such premises. Where the guard is known to hold it
//! goes; where it may fail, another instance `P#(y)` of the clause takes its place, since
//! `(g ==> P#(x)) && P#(y)` is equivalent to `P#(g ? x : y) && P#(y)`.

use super::facts::Facts;
use crate::horn::fold::fold;
use crate::horn::{Clause, Instance, Premise, Term};

/// The clause with as few guards as possible, if there are any; equivalent to the input.
pub fn discharge(clause: &Clause) -> Option<Clause> {
    if clause.instances().all(|i| i.guard.is_true()) {
        return None;
    }
    let facts = Facts::of(clause.conditions());
    let mut premises: Vec<Premise> = vec![];
    for premise in &clause.premises {
        match premise {
            Premise::Instance(i) if i.bound.is_empty() && !i.guard.is_true() => {
                let guard = known(&i.guard, &facts);
                // A premise that asks for nothing.
                if !guard.is_false() {
                    premises.push(Premise::Instance(i.with(guard, i.args.clone())));
                }
            }
            _ => premises.push(premise.clone()),
        }
    }
    let plain: Vec<Instance> =
        premises.iter().filter_map(instance).filter(|i| i.is_plain()).cloned().collect();
    for premise in &mut premises {
        if let Premise::Instance(i) = premise
            && !i.guard.is_true()
            && i.bound.is_empty()
            && let Some(other) = plain.iter().find(|p| p.pred == i.pred)
        {
            let pairs = i.args.iter().zip(&other.args);
            let choice =
                |(a, b): (&Term, &Term)| fold(&Term::ite(i.guard.clone(), a.clone(), b.clone()));
            *i = Instance::plain(i.pred, pairs.map(choice).collect());
        }
    }
    Some(clause.with(premises, clause.goal.clone()))
}

/// The parts of a guard that are not known.
fn known(guard: &Term, facts: &Facts) -> Term {
    let guard = fold(&facts.settle(guard));
    match facts.decide(&guard) {
        Some(false) => Term::bool(false),
        _ => Term::and(guard.conjuncts().into_iter().filter(|c| facts.decide(c) != Some(true))),
    }
}

fn instance(premise: &Premise) -> Option<&Instance> {
    match premise {
        Premise::Instance(i) => Some(i),
        Premise::Cond(_) => None,
    }
}
