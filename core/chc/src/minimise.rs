//! A small inductive part of an invariant: the lemmas that exclude the violations, the lemmas that
//! those need to be inductive, and so on, read off unsatisfiable cores.

use super::rule::Lemmas;
use super::rule::Rule;
use super::rule::instantiate;
use hornbook_base::Budget;
use hornbook_horn::{PredId, System, Term};
use hornbook_lia::{Answer, Lit, Solver};
use std::collections::BTreeSet;

/// A lemma by predicate and index.
type LemmaIndex = (PredId, usize);

/// A minimal part of the lemmas, or all when the budget runs out or a question
/// fails.
///
/// `lemmas` are formulas over the predicates' parameters that are inductive together and exclude
/// the rules for `false` in `rules`.
pub fn minimise_lemmas(
    rules: &[Rule],
    system: &System,
    lemmas: &Lemmas,
    budget: &mut Budget,
) -> Lemmas {
    let Some(mut cores) = CoreSearch::new(rules, system, lemmas) else { return lemmas.clone() };
    let Some(needed) = cores.closure(&cores.all(), budget) else { return lemmas.clone() };
    let needed = cores.drop_lemmas(needed, budget);
    let kept = |(pred, formulas): (&PredId, &Vec<Term>)| {
        let kept = formulas.iter().enumerate().filter(|(n, _)| needed.contains(&(*pred, *n)));
        (*pred, kept.map(|(_, t)| t.clone()).collect())
    };
    lemmas.iter().map(kept).collect()
}

/// The lemmas without those that others of the same predicate imply; of lemmas that imply each other the
/// first one stays. They are equivalent to all, so they are as inductive.
pub fn drop_implied_lemmas(lemmas: &Lemmas, budget: &mut Budget) -> Lemmas {
    let of = |(pred, lemmas): (&PredId, &Vec<Term>)| {
        (*pred, without_implied(lemmas, budget).unwrap_or_else(|| lemmas.clone()))
    };
    lemmas.iter().map(of).collect()
}

/// `None` when the budget runs out or a lemma leaves the arithmetic.
fn without_implied(lemmas: &[Term], budget: &mut Budget) -> Option<Vec<Term>> {
    let mut solver = Solver::new();
    let literals: Vec<Lit> =
        lemmas.iter().map(|l| solver.literal(l).ok()).collect::<Option<_>>()?;
    let mut kept: Vec<usize> = (0..lemmas.len()).collect();
    // The last ones are the most complicated.
    for n in (0..lemmas.len()).rev() {
        let others = kept.iter().filter(|m| **m != n).map(|m| literals[*m]);
        let assumed: Vec<Lit> = others.chain([!literals[n]]).collect();
        match solver.check(&assumed, budget) {
            Answer::Unsat => kept.retain(|m| *m != n),
            Answer::Sat => {}
            Answer::Unknown(_) => return None,
        }
    }
    Some(kept.into_iter().map(|n| lemmas[n].clone()).collect())
}

struct CoreSearch<'r> {
    rules: &'r [Rule],
    solvers: Vec<Solver>,
    /// For each rule the assumptions that stand for the lemmas at its body.
    assumptions: Vec<Vec<(Lit, LemmaIndex)>>,
    system: &'r System,
    lemmas: &'r Lemmas,
}

impl<'r> CoreSearch<'r> {
    fn new(rules: &'r [Rule], system: &'r System, lemmas: &'r Lemmas) -> Option<CoreSearch<'r>> {
        let mut solvers = vec![];
        let mut assumptions = vec![];
        for rule in rules {
            let mut solver = Solver::new();
            rule.cond.iter().try_for_each(|c| solver.assert(c)).ok()?;
            let mut assumed = vec![];
            for atom in &rule.body {
                let params = &system.pred(atom.pred).params;
                for (n, lemma) in lemmas.get(&atom.pred).into_iter().flatten().enumerate() {
                    let at = instantiate(lemma, params, &atom.args);
                    assumed.push((solver.literal(&at).ok()?, (atom.pred, n)));
                }
            }
            solvers.push(solver);
            assumptions.push(assumed);
        }
        Some(CoreSearch { rules, solvers, assumptions, system, lemmas })
    }

    fn all(&self) -> BTreeSet<LemmaIndex> {
        let names = |(pred, l): (&PredId, &Vec<Term>)| (0..l.len()).map(|n| (*pred, n)).collect();
        self.lemmas.iter().flat_map(|entry| -> Vec<LemmaIndex> { names(entry) }).collect()
    }

    /// Drops lemmas, the most complicated ones first, as long as those that are left suffice.
    fn drop_lemmas(
        &mut self,
        mut needed: BTreeSet<LemmaIndex>,
        budget: &mut Budget,
    ) -> BTreeSet<LemmaIndex> {
        let size =
            |name: &LemmaIndex| self.lemmas.get(&name.0).and_then(|l| Some(l.get(name.1)?.size()));
        let mut candidates: Vec<LemmaIndex> = needed.iter().copied().collect();
        candidates.sort_by_key(|name| std::cmp::Reverse(size(name)));
        for name in candidates {
            let mut others = needed.clone();
            if others.remove(&name)
                && let Some(fewer) = self.closure(&others, budget)
            {
                needed = fewer;
            }
        }
        needed
    }

    /// The lemmas of the `pool` that exclude the violations, the lemmas that these need to be inductive, and
    /// so on. `None` if the pool does not suffice, or the budget runs out.
    fn closure(
        &mut self,
        pool: &BTreeSet<LemmaIndex>,
        budget: &mut Budget,
    ) -> Option<BTreeSet<LemmaIndex>> {
        let mut needed: BTreeSet<LemmaIndex> = BTreeSet::new();
        let mut open: Vec<LemmaIndex> = vec![];
        for rule in 0..self.rules.len() {
            if self.rules[rule].head.is_none() {
                open.extend(self.core(rule, None, [&needed, pool], budget)?);
            }
        }
        while let Some(name) = open.pop() {
            if !needed.insert(name) {
                continue;
            }
            for rule in 0..self.rules.len() {
                let Some(head) = self.rules[rule].head.as_ref().filter(|h| h.pred == name.0) else {
                    continue;
                };
                let params = &self.system.pred(head.pred).params;
                let lemma = self.lemmas.get(&name.0)?.get(name.1)?;
                let claim = instantiate(lemma, params, &head.args);
                open.extend(self.core(rule, Some(claim), [&needed, pool], budget)?);
            }
        }
        Some(needed)
    }

    /// The lemmas that a rule needs to keep a claim, or not to fire without one. Those already needed come
    /// first, so that the core prefers them.
    fn core(
        &mut self,
        rule: usize,
        claim: Option<Term>,
        [needed, pool]: [&BTreeSet<LemmaIndex>; 2],
        budget: &mut Budget,
    ) -> Option<Vec<LemmaIndex>> {
        let solver = &mut self.solvers[rule];
        let negated = match claim {
            Some(claim) => vec![!solver.literal(&claim).ok()?],
            None => vec![],
        };
        let (known, new): (Vec<_>, Vec<_>) = self.assumptions[rule]
            .iter()
            .filter(|(_, name)| pool.contains(name))
            .partition(|(_, name)| needed.contains(name));
        let literals =
            |list: &[&(Lit, LemmaIndex)]| list.iter().map(|(l, _)| *l).collect::<Vec<_>>();
        let base: Vec<Lit> = negated.into_iter().chain(literals(&known)).collect();
        match solver.check(&base, budget) {
            Answer::Unsat => return Some(vec![]),
            Answer::Unknown(_) => return None,
            Answer::Sat => {}
        }
        let all: Vec<Lit> = base.iter().copied().chain(literals(&new)).collect();
        if solver.check(&all, budget) != Answer::Unsat {
            return None;
        }
        let core = solver.core();
        Some(new.iter().filter(|(l, _)| core.contains(l)).map(|(_, name)| *name).collect())
    }
}
