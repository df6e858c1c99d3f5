//! Inlining by resolution: predicates that are not needed to cut cycles are replaced by their
//! definitions, which makes
//! large blocks of small steps (T Sec. 2.1.5).
//!
//! Satisfiability is kept exactly. A model of the result extends to the inlined predicates by
//! their definitions; `check/` unfolds them again and does not rely on this file.

use super::rule::Rule;
use crate::horn::{Names, PredId};
use std::collections::BTreeSet;

/// Rules that one inlined predicate may at most leave behind for each rule it takes away.
const GROWTH: usize = 8;
/// Atoms that the body of a resolvent may at most have.
const WIDTH: usize = 12;

/// The rules with as many predicates inlined as pays, and the predicates that are left.
pub struct Reduced {
    /// The rules over the predicates that are left.
    pub rules: Vec<Rule>,
    /// The predicates that are left: at least one on every cycle.
    pub kept: BTreeSet<PredId>,
}

/// Inlines predicates; those in `keep` only when all others are gone and it makes nothing larger.
pub fn reduce(rules: Vec<Rule>, keep: &BTreeSet<PredId>, names: &mut Names) -> Reduced {
    let mut rules: Vec<Rule> = rules.into_iter().filter(|r| !r.is_void()).collect();
    let mut kept: BTreeSet<PredId> =
        rules.iter().flat_map(|r| r.head.iter().chain(&r.body)).map(|a| a.pred).collect();
    // Always the cheapest predicate next, so that chains collapse before branches multiply.
    let price = |p: &PredId, rules: &[Rule]| Some((keep.contains(p), cost(*p, rules)?, *p));
    while let Some((_, _, pred)) = kept.iter().filter_map(|p| price(p, &rules)).min() {
        kept.remove(&pred);
        rules = inline(pred, &rules, names);
    }
    Reduced { rules, kept }
}

/// How many rules inlining `pred` leaves, or `None` if it must or had better stay.
fn cost(pred: PredId, rules: &[Rule]) -> Option<usize> {
    let defines = |r: &Rule| r.head.as_ref().is_some_and(|h| h.pred == pred);
    let uses = |r: &Rule| r.body.iter().filter(|a| a.pred == pred).count() as u32;
    if rules.iter().any(|r| defines(r) && uses(r) > 0) {
        return None;
    }
    let definitions = rules.iter().filter(|r| defines(r)).count();
    let users: Vec<u32> = rules.iter().map(uses).filter(|n| *n > 0).collect();
    let made =
        users.iter().try_fold(0usize, |sum, n| sum.checked_add(definitions.checked_pow(*n)?))?;
    let width = rules.iter().filter(|r| defines(r)).map(|r| r.body.len()).max().unwrap_or(0);
    let widest = rules
        .iter()
        .map(|r| {
            let n = uses(r) as usize;
            if n == 0 { 0 } else { r.body.len() - n + n * width }
        })
        .max()
        .unwrap_or(0);
    let gone = definitions + users.len();
    (made <= GROWTH.max(gone) && widest <= WIDTH).then_some(made)
}

/// The rules without `pred`.
fn inline(pred: PredId, rules: &[Rule], names: &mut Names) -> Vec<Rule> {
    let (definitions, others): (Vec<&Rule>, Vec<&Rule>) =
        rules.iter().partition(|r| r.head.as_ref().is_some_and(|h| h.pred == pred));
    let mut out = vec![];
    for rule in others {
        let mut open = vec![rule.clone()];
        while let Some(rule) = open.pop() {
            match rule.body.iter().position(|a| a.pred == pred) {
                None => out.push(rule),
                Some(at) => {
                    let resolvents = definitions
                        .iter()
                        .rev()
                        .map(|d| rule.resolve(at, &d.renamed(names)))
                        .filter(|r| !r.is_void());
                    open.extend(resolvents);
                }
            }
        }
    }
    out
}
