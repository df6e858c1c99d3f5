//! Slicing: rules that lead to no violation are left out, and arguments that cannot matter are set
//! free, so that nothing is mined about them.
//!
//! An argument matters if a condition speaks of it, if another place of the body must have the same
//! value, or if another one that matters is made of it. What does not matter is derived for any
//! value, which makes rules say more: a model of the result is one of the rules, and that needs no
//! proof. Derivations are asked for in the clauses anyway.

use super::anything;
use crate::chc::rule::{Atom, Rule};
use crate::horn::{Names, PredId, Term, Var};
use std::collections::BTreeSet;

/// An argument: a predicate and a position.
type Place = (PredId, usize);

/// The rules that lead to a violation, with free variables for what they derive in places that do
/// not matter.
pub fn slice(rules: Vec<Rule>, names: &mut Names) -> Vec<Rule> {
    let asked = asked_for(&rules);
    let matters = |r: &Rule| r.head.as_ref().is_none_or(|h| asked.contains(&h.pred));
    let rules: Vec<Rule> = rules.into_iter().filter(matters).collect();
    let needed = needed(&rules);
    let free = |head: &mut Atom, names: &mut Names| {
        for (n, arg) in head.args.iter_mut().enumerate() {
            if !needed.contains(&(head.pred, n)) {
                *arg = anything(arg, names);
            }
        }
    };
    let sliced = |mut rule: Rule| {
        rule.head.iter_mut().for_each(|head| free(head, names));
        rule
    };
    rules.into_iter().map(sliced).collect()
}

/// The predicates from which a rule for `false` can be reached.
fn asked_for(rules: &[Rule]) -> BTreeSet<PredId> {
    let mut asked = BTreeSet::new();
    loop {
        let before = asked.len();
        for rule in rules {
            if rule.head.as_ref().is_none_or(|h| asked.contains(&h.pred)) {
                asked.extend(rule.body.iter().map(|a| a.pred));
            }
        }
        if asked.len() == before {
            return asked;
        }
    }
}

/// The places that matter.
fn needed(rules: &[Rule]) -> BTreeSet<Place> {
    let mut needed = BTreeSet::new();
    loop {
        let before = needed.len();
        for rule in rules {
            let vars = spoken_of(rule, &needed);
            for (place, arg) in places(rule) {
                if arg.as_var().is_none_or(|v| vars.contains(v)) {
                    needed.insert(place);
                }
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

/// The variables of a rule that a condition speaks of, or that stand in places that matter.
fn spoken_of(rule: &Rule, needed: &BTreeSet<Place>) -> BTreeSet<Var> {
    let conditions = rule.cond.iter().flat_map(Term::free_vars);
    let atoms = rule.head.iter().chain(&rule.body);
    let args = atoms.flat_map(|a| a.args.iter().enumerate().map(|(n, arg)| ((a.pred, n), arg)));
    let matter = args.filter(|(place, _)| needed.contains(place));
    conditions.chain(matter.flat_map(|(_, arg)| arg.free_vars())).chain(shared(rule)).collect()
}

/// The variables that stand in two places of the body: the places must have the same value.
fn shared(rule: &Rule) -> BTreeSet<Var> {
    let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for v in rule.body.iter().flat_map(|atom| &atom.args).flat_map(Term::free_vars) {
        if !once.insert(v.clone()) {
            twice.insert(v);
        }
    }
    twice
}

/// The places of a rule's body with their arguments.
fn places(rule: &Rule) -> impl Iterator<Item = (Place, &Term)> {
    rule.body
        .iter()
        .flat_map(|atom| atom.args.iter().enumerate().map(|(n, arg)| ((atom.pred, n), arg)))
}
