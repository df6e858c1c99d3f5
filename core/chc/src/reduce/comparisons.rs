//! Comparisons of scalars: conditions on one or two of them in some case of a rule, as far as they are
//! inductive (Houdini). From a test `i < n` follows `i <= n` around a loop.
//!
//! They are computed where there are products. To add them always was tried: `i <= n` among the premises
//! makes as many searches slower as quicker, up to thirteen times.

use super::Scalars;
use crate::houdini::inductive_part;
use crate::minimise::drop_implied_lemmas;
use crate::rule::Lemmas;
use crate::rule::Rule;
use crate::vocabulary::RuleCases;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, System, Var};
use std::collections::BTreeSet;

/// Invariants about one or two of the scalars at each predicate.
pub(super) fn find_comparisons(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    let rule_cases = collect_cases(rules, system, budget);
    let forms = rule_cases.bounds(budget).into_iter();
    find_inductive_bounds(forms, 2, rules, system, scalars, budget)
}

/// Bounds of each scalar by numbers, initial values included.
pub(super) fn find_ranges(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    let rule_cases = collect_cases(rules, system, budget);
    let forms = rule_cases.bounds(budget).into_iter().chain(rule_cases.numbers());
    find_inductive_bounds(forms, 1, rules, system, scalars, budget)
}

/// The cases of rules, as far as the budget reaches.
fn collect_cases(rules: &[Rule], system: &System, budget: &mut Budget) -> RuleCases {
    let mut rule_cases = RuleCases::default();
    rule_cases.add_cases(rules, system, budget);
    rule_cases
}

/// The inductive part of half-planes over at most so many scalars; also of their relaxations by one step: `i
/// + 1 <= n` holds in the loop, `i <= n` at its head.
fn find_inductive_bounds(
    forms: impl Iterator<Item = (PredId, Linear)>,
    most: usize,
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    let mut said = BTreeSet::new();
    for (pred, form) in forms {
        let is_scalar = |v: &Var| scalars.get(&pred).is_some_and(|scalars| scalars.contains(v));
        let coeffs = form.coeffs();
        let is_plain = coeffs.iter().all(|(v, c)| is_scalar(v) && c.abs().is_one());
        if is_plain && (1..=most).contains(&coeffs.len()) {
            let weaker = form.sub(&Linear::constant(Int::ONE));
            said.extend([(pred, form), (pred, weaker)]);
        }
    }
    let mut candidates = Lemmas::new();
    for (pred, form) in said {
        candidates.entry(pred).or_default().push(Constraint::Le(form).to_term());
    }
    let found = inductive_part(rules, system, &candidates, budget).unwrap_or_default();
    drop_implied_lemmas(&found, budget)
}
