//! From the lemmas of an engine over the reduced clauses to a model of the given ones.

use super::Proposal;
use super::subproblem::{Subproblem, violated};
use crate::houdini::inductive_part;
use crate::minimise::{drop_implied_lemmas, minimise_lemmas};
use crate::reduce::inline::definitions;
use crate::rule::{Lemmas, Rule, read_rules};
use hornbook_base::Budget;
use hornbook_evidence::model::{Model, RedundantInstances};
use hornbook_horn::{ClauseId, Op, PredId, Term};
use std::collections::BTreeSet;

/// The most steps for making an invariant small, or for proving one obligation.
pub const PROOF_STEPS: u64 = 20_000_000;

impl Subproblem {
    /// The lemmas of an engine as a small model for the violations that are `asked` for; the caller
    /// determines the claims that it settles.
    pub(super) fn proposal(&self, lemmas: &Lemmas, asked: &dyn Fn(ClauseId) -> bool) -> Proposal {
        let system = &self.problem.system;
        let wanted = |r: &&Rule| violated(r).is_none_or(asked);
        let rules: Vec<Rule> = self.reduced.inlined.iter().filter(wanted).cloned().collect();
        let mut budget = Budget::steps(PROOF_STEPS);
        let mut all = lemmas.clone();
        for (pred, said) in self.discovered.inductive_facts() {
            all.entry(*pred).or_default().extend(said.iter().cloned());
        }
        let lemmas = self.reduced.extend_invariant(&all);
        let lemmas = match rules.iter().any(|r| r.head.is_none()) {
            true => minimise_lemmas(&rules, system, &lemmas, &mut budget),
            false => drop_implied_lemmas(&lemmas, &mut budget),
        };
        let suggested = lemmas.iter().flat_map(|(pred, said)| {
            let of = |t: &Term| self.discovered.source(*pred, t);
            said.iter()
                .filter_map(move |t| Some((*pred, self.relativize(*pred, t.clone()), of(t)?)))
        });
        let suggested = suggested.collect();
        let inlined = self.inlined_heads(&lemmas, &mut budget);
        let (lemmas, inlined) = (self.of_all(lemmas), self.of_all(inlined));
        let at = |p: &PredId| lemmas.get(p).cloned().unwrap_or_default();
        let formulas =
            self.reduced.retained_predicates.iter().map(|p| (*p, Term::and(at(p)))).collect();
        let satisfies = system.clauses.iter().filter(|c| c.goal.is_claim() && asked(c.id));
        Proposal {
            encoding: self.encoding,
            model: Model { formulas, unneeded: self.unneeded() },
            inlined,
            satisfies: satisfies.map(|c| c.id).collect(),
            claims: BTreeSet::new(),
            suggested,
            lemmas,
        }
    }

    /// Instances that the clauses do not need.
    fn unneeded(&self) -> RedundantInstances {
        match &self.component {
            Some(part) => part.unneeded(&self.unneeded),
            None => self.unneeded.clone(),
        }
    }

    /// A formula of the component as one of all clauses.
    fn relativize(&self, pred: PredId, holds: Term) -> Term {
        let params = &self.problem.system.pred(pred).params;
        self.component.iter().fold(holds, |holds, part| part.relativize(pred, params, holds))
    }

    fn of_all(&self, lemmas: Lemmas) -> Lemmas {
        let said = |(pred, said): (PredId, Vec<Term>)| {
            (pred, said.into_iter().map(|f| self.relativize(pred, f)).collect())
        };
        lemmas.into_iter().map(said).collect()
    }

    /// For inlined loop heads: the lemmas of other loops that hold there as well, and equations that are
    /// known or guessed there.
    fn inlined_heads(&self, lemmas: &Lemmas, budget: &mut Budget) -> Lemmas {
        let (system, kept) = (&self.problem.system, &self.reduced.retained_predicates);
        let is_inlined = |p: &PredId| system.pred(*p).loop_head && !kept.contains(p);
        let inlined: BTreeSet<PredId> = system.pred_ids().filter(is_inlined).collect();
        let Ok(all) = read_rules(system) else { return Lemmas::new() };
        let rules = definitions(all, kept, &inlined, &self.settings.passes);
        let said: BTreeSet<&Term> = lemmas.values().flatten().collect();
        let mut candidates = lemmas.clone();
        for pred in &inlined {
            let params = &system.pred(*pred).params;
            let fits = |t: &&&Term| t.free_vars().iter().all(|v| params.contains(v));
            let known = self.problem.hints.known.get(pred).into_iter().flatten();
            let equations = known.filter(|t| t.as_app(Op::Eq).is_some()).cloned();
            let said = said.iter().filter(fits).copied().cloned();
            candidates.insert(*pred, said.chain(equations).collect());
        }
        let hold = inductive_part(&rules, system, &candidates, budget).unwrap_or_default();
        let new = hold.into_iter().filter(|(pred, _)| inlined.contains(pred)).collect();
        drop_implied_lemmas(&new, budget)
    }
}
