//! Samples that cannot matter: those that no condition speaks of, here or in what is derived. In a
//! long row of loops these are the samples of arrays that are not read any more.
//!
//! Scalars stay: that one is never asked for does not mean that an invariant can do without it, as the place
//! of what was assumed to exist shows.
//!
//! Premises that have such an argument in common have it no more. That weakens them, so a model is still one of the
//! rules; that two samples are of one row is lost where nothing is known of the row.

use super::anything;
use crate::hints::Hints;
use crate::rule::Rule;
use hornbook_horn::{Names, PredId, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Parameters, by position.
pub type Places = BTreeSet<(PredId, usize)>;

/// The parameters that matter, with those that are no samples.
pub fn relevant(rules: &[Rule], system: &System, hints: &Hints) -> Places {
    let is_scalar = |pred: PredId, v: &Var| {
        let known = hints.scalars.get(&pred).is_some_and(|known| known.contains(v));
        known || system.pred(pred).witnesses.contains(v)
    };
    let mut relevant = Places::new();
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
            let mut places: BTreeMap<&Term, Places> = BTreeMap::new();
            for atom in &rule.body {
                for (n, arg) in atom.args.iter().enumerate() {
                    places.entry(arg).or_default().insert((atom.pred, n));
                }
            }
            for (arg, places) in places {
                // What stands in different places is compared.
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

/// The rules with anything in the place of samples that cannot matter.
pub(super) fn without_idle(
    rules: Vec<Rule>,
    system: &System,
    hints: &Hints,
    names: &mut Names,
) -> Vec<Rule> {
    let relevant = relevant(&rules, system, hints);
    let without = |mut rule: Rule| {
        let mut free: BTreeMap<Term, Term> = BTreeMap::new();
        for atom in rule.body.iter_mut().chain(&mut rule.head) {
            for (n, arg) in atom.args.iter_mut().enumerate() {
                if !relevant.contains(&(atom.pred, n)) {
                    // The same argument stays the same, so that premises are still seen to be alike.
                    let any = free.entry(arg.clone()).or_insert_with(|| anything(arg, names));
                    *arg = any.clone();
                }
            }
        }
        rule.tidied()
    };
    rules.into_iter().map(without).collect()
}
