//! Irrelevant arguments: samples that no condition depends on, here or in derived instances. In a long row of
//! loops these are the samples of functions that are not used any more.
//!
//! Scalars stay: an invariant may need one that no condition depends on.
//!
//! Premises with such an argument in common lose the connection. That weakens them, so a model is still one
//! of the rules; that two samples are of one row is lost where nothing is known of the row.

use super::anything;
use crate::hints::Hints;
use crate::rule::Rule;
use hornbook_horn::{Names, PredId, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Parameters, by position.
pub type ParameterPositions = BTreeSet<(PredId, usize)>;

/// The parameters that are relevant to some condition, and all scalars.
pub(crate) fn find_relevant_parameters(
    rules: &[Rule],
    system: &System,
    hints: &Hints,
) -> ParameterPositions {
    let is_scalar = |pred: PredId, v: &Var| {
        let known = hints.scalars.get(&pred).is_some_and(|known| known.contains(v));
        known || system.pred(pred).witnesses.contains(v)
    };
    let mut relevant = ParameterPositions::new();
    for atom in rules.iter().flat_map(|rule| rule.head.iter().chain(&rule.body)) {
        let params = system.pred(atom.pred).params.iter().enumerate();
        let scalars = params.filter(|(_, v)| is_scalar(atom.pred, v));
        relevant.extend(scalars.map(|(n, _)| (atom.pred, n)));
    }
    loop {
        let before = relevant.len();
        for rule in rules {
            let head = rule.head.iter().flat_map(|head| {
                let args = head.args.iter().enumerate();
                args.filter(|(n, _)| relevant.contains(&(head.pred, *n))).map(|(_, arg)| arg)
            });
            // A sum among the arguments of a premise is an equation, too.
            let sums =
                rule.body.iter().flat_map(|atom| &atom.args).filter(|a| a.as_var().is_none());
            let spoken_of: BTreeSet<Var> =
                rule.cond.iter().chain(head).chain(sums).flat_map(Term::free_vars).collect();
            let mut places: BTreeMap<&Term, ParameterPositions> = BTreeMap::new();
            for atom in &rule.body {
                for (n, arg) in atom.args.iter().enumerate() {
                    places.entry(arg).or_default().insert((atom.pred, n));
                }
            }
            for (arg, places) in places {
                // Occurrences in different positions are compared.
                let matters = arg.as_var().is_none_or(|v| spoken_of.contains(v));
                if matters || places.len() > 1 {
                    relevant.extend(places);
                }
            }
        }
        if relevant.len() == before {
            return relevant;
        }
    }
}

/// The rules with havocked irrelevant samples.
pub(super) fn drop_irrelevant_arguments(
    rules: Vec<Rule>,
    system: &System,
    hints: &Hints,
    names: &mut Names,
) -> Vec<Rule> {
    let relevant = find_relevant_parameters(&rules, system, hints);
    let without = |mut rule: Rule| {
        let mut free: BTreeMap<Term, Term> = BTreeMap::new();
        for atom in rule.body.iter_mut().chain(&mut rule.head) {
            for (n, arg) in atom.args.iter_mut().enumerate() {
                if !relevant.contains(&(atom.pred, n)) {
                    // Equal arguments stay equal, so that premises are still recognised as similar.
                    let any = free.entry(arg.clone()).or_insert_with(|| anything(arg, names));
                    *arg = any.clone();
                }
            }
        }
        rule.tidied()
    };
    rules.into_iter().map(without).collect()
}
