//! How scalars compare: what is said of one or two of them in some case of a rule, as far as the rules keep it together
//! (Houdini). Behind a test `i < n` it is `i <= n` around a loop.
//!
//! It is asked for where there are products. To add it always was tried: `i <= n` among the premises makes as many
//! searches slower as quicker, up to thirteen times.

use super::Scalars;
use crate::houdini::inductive_part;
use crate::mine::Quarry;
use crate::minimise::irredundant;
use crate::rule::Lemmas;
use crate::rule::Rule;
use crate::settings::Mining;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{PredId, System, Var};
use std::collections::BTreeSet;

/// What holds of one or two of the scalars at each predicate.
pub(super) fn comparisons(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    let quarry = quarry(rules, system, budget);
    let forms = quarry.bounds(budget).into_iter();
    inductive(forms, 2, rules, system, scalars, budget)
}

/// Between which numbers each scalar is, what loops begin with included.
pub(super) fn ranges(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    let quarry = quarry(rules, system, budget);
    let forms = quarry.bounds(budget).into_iter().chain(quarry.numbers());
    inductive(forms, 1, rules, system, scalars, budget)
}

/// What the budget does not reach is left out.
fn quarry(rules: &[Rule], system: &System, budget: &mut Budget) -> Quarry {
    let mut quarry = Quarry::default();
    quarry.dig(rules, system, &Mining::default(), budget);
    quarry
}

/// Of forms of at most so many scalars, that they are at most 0; also of what is left of them when one moves by one: `i + 1
/// <= n` holds in the loop, `i <= n` at its head.
fn inductive(
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
    irredundant(&found, budget)
}
