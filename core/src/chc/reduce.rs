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
    let mut stays: BTreeSet<PredId> = BTreeSet::new();
    // Always the cheapest predicate next, so that chains collapse before branches multiply.
    let price = |p: &PredId, rules: &[Rule]| Some((keep.contains(p), cost(*p, rules)?, *p));
    while let Some((_, _, pred)) = kept.difference(&stays).filter_map(|p| price(p, &rules)).min() {
        match inline(pred, &rules, names) {
            Some(inlined) => {
                kept.remove(&pred);
                rules = inlined;
                // What was too large may have become smaller by merging.
                stays.clear();
            }
            None => {
                stays.insert(pred);
            }
        }
    }
    Reduced { rules, kept }
}

/// How many rules inlining `pred` leaves, or `None` if it is recursive or leaves too many.
fn cost(pred: PredId, rules: &[Rule]) -> Option<usize> {
    if rules.iter().any(|r| defines(r, pred) && uses(r, pred) > 0) {
        return None;
    }
    let definitions = rules.iter().filter(|r| defines(r, pred)).count();
    let users: Vec<u32> = rules.iter().map(|r| uses(r, pred)).filter(|n| *n > 0).collect();
    let made =
        users.iter().try_fold(0usize, |sum, n| sum.checked_add(definitions.checked_pow(*n)?))?;
    (made <= GROWTH.max(definitions + users.len())).then_some(made)
}

fn defines(rule: &Rule, pred: PredId) -> bool {
    rule.head.as_ref().is_some_and(|h| h.pred == pred)
}

fn uses(rule: &Rule, pred: PredId) -> u32 {
    rule.body.iter().filter(|a| a.pred == pred).count() as u32
}

/// The rules without `pred`; `None` if a body becomes too wide. Equal atoms are merged on the way,
/// so the width cannot be told beforehand.
fn inline(pred: PredId, rules: &[Rule], names: &mut Names) -> Option<Vec<Rule>> {
    let (definitions, others): (Vec<&Rule>, Vec<&Rule>) =
        rules.iter().partition(|r| defines(r, pred));
    let mut out = vec![];
    for rule in others {
        let mut open = vec![rule.clone()];
        while let Some(rule) = open.pop() {
            let Some(at) = rule.body.iter().position(|a| a.pred == pred) else {
                out.push(rule);
                continue;
            };
            for definition in definitions.iter().rev() {
                let resolvent = rule.resolve(at, &definition.renamed(names));
                if resolvent.body.len() > WIDTH.max(rule.body.len()) {
                    return None;
                }
                if !resolvent.is_void() {
                    open.push(resolvent);
                }
            }
        }
    }
    Some(out)
}
