//! The inductive part of hints (Houdini), before any search.
//!
//! Other claims are left to the engines: their invariants are more readable than a claim that happens to be
//! inductive.

use super::{add, assume};
use crate::houdini::inductive_part;
use crate::minimise::drop_implied_lemmas;
use crate::rule::Lemmas;
use crate::rule::{Atom, Rule};
use hornbook_base::{AssertId, Budget};
use hornbook_horn::prenex::negate;
use hornbook_horn::{PredId, Subst, System, Term, Var};
use std::collections::BTreeSet;

/// The conditions of these assertions, as far as they are inductive.
pub(super) fn find_inductive_hints(
    rules: &[Rule],
    system: &System,
    asserts: &BTreeSet<AssertId>,
    budget: &mut Budget,
) -> Lemmas {
    let (mut whole, mut parts) = (Lemmas::new(), Lemmas::new());
    let hints = rules.iter().filter(|r| r.assert.is_some_and(|a| asserts.contains(&a)));
    for (pred, said) in hints.filter_map(|rule| read_claim(rule, system)) {
        whole.entry(pred).or_default().push(Term::or(said.clone()));
        if said.len() > 1 {
            parts.entry(pred).or_default().extend(said);
        }
    }
    let mut found = inductive_part(rules, system, &whole, budget).unwrap_or_default();
    // A hint in a loop is claimed while the loop goes on. At its end the hint by itself helps, and a part of
    // the claim is stronger than the whole.
    let known = assume(rules, system, &found);
    let more = inductive_part(&known, system, &parts, budget).unwrap_or_default();
    add(&mut found, more);
    drop_implied_lemmas(&found, budget)
}

/// The claim of a rule for `false` about its only premise, as a disjunction in formal parameters. `None` if
/// it mentions other variables as well.
fn read_claim(rule: &Rule, system: &System) -> Option<(PredId, Vec<Term>)> {
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
