//! How scalars compare: what is said of one or two of them in some case of a rule, as far as the rules keep it together
//! (Houdini). Behind a test `i < n` it is `i <= n` around a loop.
//!
//! It is asked for where there are products. To add it always was tried: `i <= n` among the premises makes as many
//! searches slower as quicker, up to thirteen times.

use super::Scalars;
use crate::base::{Budget, Int};
use crate::chc::houdini::{Lemmas, inductive_part};
use crate::chc::mine::Quarry;
use crate::chc::minimise::irredundant;
use crate::chc::rule::Rule;
use crate::chc::settings::Mining;
use crate::horn::linear::{Constraint, Linear};
use crate::horn::{PredId, System, Var};
use std::collections::BTreeSet;

/// What holds of up to `most` of the scalars at each predicate.
pub(super) fn comparisons(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    most: usize,
    budget: &mut Budget,
) -> Lemmas {
    let mut candidates = Lemmas::new();
    let mut forms = said(rules, system, scalars, budget);
    forms.retain(|(_, form)| form.coeffs().len() <= most);
    for (pred, form) in forms {
        candidates.entry(pred).or_default().push(Constraint::Le(form).to_term());
    }
    let found = inductive_part(rules, system, &candidates, budget).unwrap_or_default();
    irredundant(&found, budget)
}

/// Forms over one or two scalars that are at most 0 in some case of a rule, and what is left of them when one of these
/// moves by one: `i + 1 <= n` holds in the loop, `i <= n` at its head.
fn said(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> BTreeSet<(PredId, Linear)> {
    let mut quarry = Quarry::default();
    while quarry.dig(rules, system, &Mining::default(), budget) && budget.left() > 0 {}
    let mut said = BTreeSet::new();
    for (pred, form) in quarry.bounds() {
        let is_scalar = |v: &Var| scalars.get(&pred).is_some_and(|scalars| scalars.contains(v));
        let coeffs = form.coeffs();
        let is_plain = coeffs.iter().all(|(v, c)| is_scalar(v) && c.abs().is_one());
        if is_plain && (1..=2).contains(&coeffs.len()) {
            let weaker = form.sub(&Linear::constant(Int::ONE));
            said.extend([(pred, form), (pred, weaker)]);
        }
    }
    said
}
