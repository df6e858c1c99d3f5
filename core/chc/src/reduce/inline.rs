//! Inlining by resolution: predicates that are not needed to cut cycles are replaced by their
//! definitions, which makes large blocks of small steps (T Sec. 2.1.5).
//!
//! Satisfiability is kept exactly. A model of the result extends to the inlined predicates by
//! their definitions; `check/` unfolds them again and does not rely on this file. So that it can,
//! every cycle of the clauses keeps a predicate, and unfoldings stay small.

use crate::rule::Rule;
use crate::settings::Passes;
use hornbook_base::{Budget, rewrite_steps};
use hornbook_horn::{Names, PredId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The most clauses of the unfolding of an inlined predicate: the checker unfolds them again.
const MAX_UNFOLDED: usize = 2_000;

/// The most nodes of one term of a resolvent, if its parts did not have as many before: longer chains of steps
/// cost more than they bring.
const MAX_TERM: usize = 6_000;

/// The most steps for inlining one predicate.
const INLINING_STEPS: u64 = 100_000;

/// The rules with as many predicates inlined as pays, and the predicates that are left.
pub struct Inlined {
    /// The rules over the predicates that are left.
    pub rules: Vec<Rule>,
    /// The predicates that are left: at least one on every cycle.
    pub retained_predicates: BTreeSet<PredId>,
}

/// Inlines predicates; those in `keep` only when all others are gone and it makes nothing larger.
pub fn inline(rules: Vec<Rule>, keep: &BTreeSet<PredId>, limits: &Passes) -> Inlined {
    Inlining::new(rules, keep.clone()).finished(limits)
}

/// The rules that define some of the inlined predicates by these and those that are left.
pub(crate) fn definitions(
    rules: Vec<Rule>,
    retained_predicates: &BTreeSet<PredId>,
    inlined: &BTreeSet<PredId>,
    limits: &Passes,
) -> Vec<Rule> {
    let stays = retained_predicates.iter().chain(inlined).copied().collect();
    let inlining = Inlining { stays, ..Inlining::new(rules, BTreeSet::new()) };
    let defines = |r: &Rule| r.head.as_ref().is_some_and(|h| inlined.contains(&h.pred));
    inlining.finished(limits).rules.into_iter().filter(defines).collect()
}

/// An inlining in progress: with large clauses it takes long.
pub struct Inlining {
    rules: Vec<Rule>,
    /// The predicates that are left.
    retained_predicates: BTreeSet<PredId>,
    /// The predicates that are only inlined when all others are gone.
    keep: BTreeSet<PredId>,
    /// The predicates that cannot be inlined.
    stays: BTreeSet<PredId>,
    unfolding: Unfolding,
    names: Names,
}

impl Inlining {
    /// The start of [`inline`].
    pub fn new(rules: Vec<Rule>, keep: BTreeSet<PredId>) -> Inlining {
        let unfolding = Unfolding::for_rules(&rules, MAX_UNFOLDED);
        Inlining {
            names: Names::avoiding(rules.iter().flat_map(Rule::vars)),
            rules: rules.into_iter().filter(|r| !r.is_void()).collect(),
            retained_predicates: unfolding.definitions.keys().copied().collect(),
            keep,
            stays: BTreeSet::new(),
            unfolding,
        }
    }

    /// Works until the budget is used up; whether there is more to do.
    pub fn step(&mut self, limits: &Passes, budget: &mut Budget) -> bool {
        while budget.left() > 0 {
            let candidates = self.retained_predicates.difference(&self.stays);
            // Always the cheapest predicate next, so that chains collapse before branches multiply.
            let next = cheapest(&self.rules, &self.keep, candidates, limits.growth);
            let Some(pred) = next else { return false };
            let mut own = Budget::steps(INLINING_STEPS);
            let small = self.unfolding.allows(pred);
            let (rules, names) = (&mut self.rules, &mut self.names);
            let done = small.then(|| resolve_away(pred, rules, names, limits, &mut own)).flatten();
            match done {
                Some(()) => {
                    self.retained_predicates.remove(&pred);
                    self.unfolding.inlined.insert(pred);
                }
                None => {
                    self.stays.insert(pred);
                }
            }
            budget.charge(own.used(INLINING_STEPS).max(1));
        }
        true
    }

    fn finished(mut self, limits: &Passes) -> Inlined {
        while self.step(limits, &mut Budget::steps(u64::MAX)) {}
        self.into_result().0
    }

    /// The result, and names that are not taken.
    pub(crate) fn into_result(self) -> (Inlined, Names) {
        (Inlined { rules: self.rules, retained_predicates: self.retained_predicates }, self.names)
    }
}

/// The sizes of unfolded definitions, over all rules as they were at first.
struct Unfolding {
    /// For each predicate the bodies it is defined by.
    definitions: BTreeMap<PredId, Vec<Vec<PredId>>>,
    /// The predicates that are unfolded.
    inlined: BTreeSet<PredId>,
    /// Clauses that one unfolding may have.
    most: usize,
}

impl Unfolding {
    fn for_rules(rules: &[Rule], most: usize) -> Unfolding {
        let mut definitions: BTreeMap<PredId, Vec<Vec<PredId>>> = BTreeMap::new();
        for rule in rules {
            let body: Vec<PredId> = rule.body.iter().map(|a| a.pred).collect();
            body.iter().for_each(|p| {
                definitions.entry(*p).or_default();
            });
            if let Some(head) = &rule.head {
                definitions.entry(head.pred).or_default().push(body);
            }
        }
        Unfolding { definitions, inlined: BTreeSet::new(), most }
    }

    /// Whether all unfoldings stay finite and small if `pred` is unfolded too.
    fn allows(&mut self, pred: PredId) -> bool {
        self.inlined.insert(pred);
        let fits = self.fits();
        self.inlined.remove(&pred);
        fits
    }

    /// Whether no unfolding has too many clauses, or infinitely many. A chain of definitions may be as long as a
    /// program, so this walk keeps its own stack.
    fn fits(&self) -> bool {
        // The number of clauses of each unfolding; none while those of its definitions are not known.
        let mut sizes: BTreeMap<PredId, Option<usize>> = BTreeMap::new();
        let mut open: Vec<(PredId, bool)> = self.inlined.iter().map(|p| (*p, false)).collect();
        while let Some((pred, known)) = open.pop() {
            let bodies = self.definitions.get(&pred).map_or(&[][..], Vec::as_slice);
            let unfolded = bodies.iter().flatten().filter(|p| self.inlined.contains(p));
            if known {
                let parts = unfolded.map(|p| sizes.get(p).copied().flatten().unwrap_or(0));
                let size = parts.fold(bodies.len(), usize::saturating_add);
                if size > self.most {
                    return false;
                }
                sizes.insert(pred, Some(size));
                continue;
            }
            match sizes.get(&pred) {
                Some(Some(_)) => {}
                // A predicate on the present path is met again: a cycle.
                Some(None) => return false,
                None => {
                    sizes.insert(pred, None);
                    open.push((pred, true));
                    open.extend(unfolded.map(|p| (*p, false)));
                }
            }
        }
        true
    }
}

/// The number of definitions and uses of a predicate.
#[derive(Default)]
struct UseCount {
    definitions: usize,
    /// For each rule that uses it, how often.
    uses: Vec<u32>,
    recursive: bool,
}

impl UseCount {
    /// The number of rules that inlining leaves, or `None` if it is impossible or does not pay.
    fn cost(&self, growth: usize) -> Option<usize> {
        let made = self
            .uses
            .iter()
            .try_fold(0usize, |sum, n| sum.checked_add(self.definitions.checked_pow(*n)?))?;
        let gone = self.definitions + self.uses.len();
        (!self.recursive && made <= growth.max(gone)).then_some(made)
    }
}

/// The candidate whose inlining leaves the fewest rules.
fn cheapest<'p>(
    rules: &[Rule],
    keep: &BTreeSet<PredId>,
    candidates: impl Iterator<Item = &'p PredId>,
    growth: usize,
) -> Option<PredId> {
    let mut counts: BTreeMap<PredId, UseCount> = BTreeMap::new();
    for rule in rules {
        let mut uses: BTreeMap<PredId, u32> = BTreeMap::new();
        rule.body.iter().for_each(|a| *uses.entry(a.pred).or_default() += 1);
        if let Some(head) = &rule.head {
            let count = counts.entry(head.pred).or_default();
            count.definitions += 1;
            count.recursive |= uses.contains_key(&head.pred);
        }
        for (pred, n) in uses {
            counts.entry(pred).or_default().uses.push(n);
        }
    }
    let unused = UseCount::default();
    let price =
        |p: &PredId| Some((keep.contains(p), counts.get(p).unwrap_or(&unused).cost(growth)?, *p));
    candidates.filter_map(price).min().map(|(_, _, pred)| pred)
}

/// Replaces `pred` by its definitions. Does nothing and gives `None` if a body becomes too wide, a term too
/// large or the work too much. Equal atoms are merged on the way, so the width cannot be computed beforehand.
fn resolve_away(
    pred: PredId,
    rules: &mut Vec<Rule>,
    names: &mut Names,
    limits: &Passes,
    budget: &mut Budget,
) -> Option<()> {
    let defines = |r: &Rule| r.head.as_ref().is_some_and(|h| h.pred == pred);
    let uses = |r: &Rule| r.body.iter().any(|a| a.pred == pred);
    let definitions: Vec<Rule> = rules.iter().filter(|r| defines(r)).cloned().collect();
    let mut resolved: Vec<(usize, Vec<Rule>)> = vec![];
    for (n, rule) in rules.iter().enumerate().filter(|(_, r)| uses(r)) {
        resolved.push((n, resolvents(pred, rule, &definitions, names, limits, budget)?));
    }
    let mut resolved = resolved.into_iter().peekable();
    let old = std::mem::take(rules);
    for (n, rule) in old.into_iter().enumerate() {
        match resolved.next_if(|(at, _)| *at == n) {
            Some((_, new)) => rules.extend(new),
            None if defines(&rule) => {}
            None => rules.push(rule),
        }
    }
    Some(())
}

/// The rules that a rule becomes when all its atoms of `pred` are resolved.
fn resolvents(
    pred: PredId,
    rule: &Rule,
    definitions: &[Rule],
    names: &mut Names,
    limits: &Passes,
    budget: &mut Budget,
) -> Option<Vec<Rule>> {
    let size = |rule: &Rule| rule.terms().map(Term::size).max().unwrap_or(0);
    let parts = definitions.iter().map(size).fold(size(rule), usize::max);
    // Walks through what is deeper might not fit on a small stack.
    let is_deep = |rule: &Rule| rule.terms().any(Term::is_deep);
    let mut out = vec![];
    let mut open = vec![rule.clone()];
    while let Some(rule) = open.pop() {
        let Some(at) = rule.body.iter().position(|a| a.pred == pred) else {
            out.push(rule);
            continue;
        };
        for definition in definitions.iter().rev() {
            let resolvent = rule.resolve(at, &definition.renamed(names));
            budget.charge(rewrite_steps(resolvent.terms().map(Term::size)));
            let wide = resolvent.body.len() > limits.premises.max(rule.body.len());
            if budget.left() == 0 || wide || size(&resolvent) > MAX_TERM.max(parts) {
                return None;
            }
            if is_deep(&resolvent) && !is_deep(&rule) {
                return None;
            }
            if !resolvent.is_void() {
                open.push(resolvent);
            }
        }
    }
    Some(out)
}
