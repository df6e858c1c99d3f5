//! What hints say, or a part of what is said there, as far as it holds by induction (Houdini), before any search.
//!
//! Other claims are left to the engines: what these find is nicer to read than a claim that happens to be inductive.

use super::{add, assume};
use crate::houdini::inductive_part;
use crate::minimise::irredundant;
use crate::rule::Lemmas;
use crate::rule::{Atom, Rule};
use hornbook_base::{AssertId, Budget};
use hornbook_horn::prenex::negate;
use hornbook_horn::{PredId, Subst, System, Term, Var};
use std::collections::BTreeSet;

/// What these assertions say, as far as the rules keep it together.
pub(super) fn inductive(
    rules: &[Rule],
    system: &System,
    asserts: &BTreeSet<AssertId>,
    budget: &mut Budget,
) -> Lemmas {
    let (mut whole, mut parts) = (Lemmas::new(), Lemmas::new());
    let hints = rules.iter().filter(|r| r.assert.is_some_and(|a| asserts.contains(&a)));
    for (pred, said) in hints.filter_map(|rule| claimed(rule, system)) {
        whole.entry(pred).or_default().push(Term::or(said.clone()));
        if said.len() > 1 {
            parts.entry(pred).or_default().extend(said);
        }
    }
    let mut found = inductive_part(rules, system, &whole, budget).unwrap_or_default();
    // A hint in a loop is claimed while the loop goes on. At its end the hint by itself helps, and a part of what is
    // claimed says more than the whole.
    let known = assume(rules, system, &found);
    let more = inductive_part(&known, system, &parts, budget).unwrap_or_default();
    add(&mut found, more);
    irredundant(&found, budget)
}

/// What a rule for `false` claims of its only premise, in formal parameters: one of these holds. `None` if it speaks
/// of other variables as well.
fn claimed(rule: &Rule, system: &System) -> Option<(PredId, Vec<Term>)> {
    let ([Atom { pred, args }], None) = (rule.body.as_slice(), &rule.head) else { return None };
    let params = &system.pred(*pred).params;
    let (mut names, mut equal) = (Subst::default(), vec![]);
    for (arg, param) in args.iter().zip(params) {
        match arg.as_var() {
            Some(v) if !names.contains_key(v) => drop(names.insert(v.clone(), Term::var(param))),
            _ => equal.push((arg, param)),
        }
    }
    let vars = rule.cond.iter().chain(args).flat_map(Term::free_vars);
    if vars.collect::<BTreeSet<Var>>().iter().any(|v| !names.contains_key(v)) {
        return None;
    }
    let equal = equal.into_iter().map(|(arg, param)| Term::eq(Term::var(param), arg.subst(&names)));
    let violated = rule.cond.iter().map(|c| c.subst(&names)).chain(equal);
    Some((*pred, violated.map(|c| negate(&c)).collect()))
}
