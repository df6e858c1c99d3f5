//! What hints say, as far as it holds by induction (Houdini), before any search.
//!
//! Other claims are left to the engines: what these find is nicer to read than a claim that happens to be inductive.
//! To add how scalars compare was tried: `i <= n` among the premises makes as many searches slower as quicker,
//! up to thirteen times.

use crate::base::{Budget, Int};
use crate::chc::hints::Hints;
use crate::chc::houdini::{Lemmas, inductive_part};
use crate::chc::minimise::irredundant;
use crate::chc::rule::{Atom, Rule};
use crate::horn::linear::{Constraint, Linear};
use crate::horn::prenex::negate;
use crate::horn::{PredId, Subst, System, Term, Var};
use crate::lang::typed::AssertId;
use std::collections::BTreeSet;

/// What these assertions say, as far as the rules keep it together.
pub(super) fn inductive(
    rules: &[Rule],
    system: &System,
    asserts: &BTreeSet<AssertId>,
    budget: &mut Budget,
) -> Lemmas {
    let mut candidates = Lemmas::new();
    let hints = rules.iter().filter(|r| r.assert.is_some_and(|a| asserts.contains(&a)));
    for (pred, said) in hints.filter_map(|rule| claimed(rule, system)) {
        candidates.entry(pred).or_default().push(said);
    }
    let found = inductive_part(rules, system, &candidates, budget).unwrap_or_default();
    irredundant(&found, budget)
}

/// How scalars compare, as far as the rules keep it together: behind a test `i < n` around a loop `i <= n`. Where
/// products are followed that is what makes a counter equal its bound at the end.
pub(super) fn comparisons(
    rules: &[Rule],
    system: &System,
    hints: &Hints,
    budget: &mut Budget,
) -> Lemmas {
    let mut candidates = Lemmas::new();
    for rule in rules {
        for atom in &rule.body {
            let params = &system.pred(atom.pred).params;
            let scalars = hints.scalars.get(&atom.pred);
            let is_scalar = |v: &Var| scalars.is_some_and(|scalars| scalars.contains(v));
            let param = |v: &Var| {
                let at = atom.args.iter().position(|arg| arg.as_var() == Some(v))?;
                Some(&params[at]).filter(|param| is_scalar(param))
            };
            for cond in &rule.cond {
                let Some(Constraint::Le(form)) = Constraint::of(cond) else { continue };
                let named = form
                    .coeffs()
                    .iter()
                    .map(|(v, c)| Some((param(v)?, c.clone())).filter(|(_, c)| c.abs().is_one()));
                let Some(named) = named.collect::<Option<Vec<_>>>() else { continue };
                if !(1..=2).contains(&named.len()) {
                    continue;
                }
                // `i + 1 <= n` holds in the loop, `i <= n` at its head.
                let sum = |constant: &Int| {
                    let start = Linear::constant(constant.clone());
                    named.iter().fold(start, |f, (v, c)| f.add_scaled(&Linear::var(v), c))
                };
                let constant = form.constant_part();
                for constant in [constant.clone(), constant - &Int::ONE] {
                    let said = Constraint::Le(sum(&constant)).to_term();
                    let known = candidates.entry(atom.pred).or_default();
                    if !known.contains(&said) {
                        known.push(said);
                    }
                }
            }
        }
    }
    let found = inductive_part(rules, system, &candidates, budget).unwrap_or_default();
    irredundant(&found, budget)
}

/// What a rule for `false` claims of its only premise, in formal parameters; `None` if it speaks of other
/// variables as well.
fn claimed(rule: &Rule, system: &System) -> Option<(PredId, Term)> {
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
    Some((*pred, Term::or(violated.map(|c| negate(&c)))))
}
