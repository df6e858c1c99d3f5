//! The strategies that look for derivations without an engine; one of them finds models, too.

use super::ledger::SearchLedger;
use super::subproblem::{SharedSubproblem, violated};
use super::{Encoding, Evidence};
use crate::engine::{Engine, Finding};
use crate::refute::{Refutation, derive};
use crate::saturate::Saturation;
use crate::tabulate::{Tabulated, Tabulation};
use crate::unroll::Unroll;
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_schedule::{Progress, Strategy};

/// The most steps of the question whether a counterexample of the vocabulary is a derivation.
pub(super) const REFUTATION_STEPS: u64 = 5_000_000;

type SearchProgress = Progress<SearchLedger, Evidence>;

/// The search for derivations from the violation backwards.
pub(super) struct UnrollingStrategy {
    subproblem: SharedSubproblem,
    search: Option<Unroll>,
    counted: u64,
}

impl UnrollingStrategy {
    pub(super) fn new(subproblem: SharedSubproblem) -> UnrollingStrategy {
        UnrollingStrategy { subproblem, search: None, counted: 0 }
    }
}

impl Strategy<SearchLedger, Evidence> for UnrollingStrategy {
    fn step(&mut self, ledger: &mut SearchLedger, budget: &mut Budget) -> SearchProgress {
        let shared = self.subproblem.clone();
        let mut sub = shared.borrow_mut();
        if !sub.is_ready() {
            return match sub.prepare(budget) {
                Ok(()) => Progress::Working,
                Err(_) => Progress::Exhausted,
            };
        }
        let is_open = |n: &usize| {
            violated(&sub.reduced.rules[*n]).is_some_and(|clause| sub.is_open(clause, ledger))
        };
        let begin = || {
            let targets: Vec<usize> = (0..sub.reduced.rules.len()).filter(is_open).collect();
            Unroll::new(sub.reduced.rules.clone(), &targets)
        };
        let search = self.search.get_or_insert_with(begin);
        let closed = (0..sub.reduced.rules.len())
            .filter(|n| sub.reduced.rules[*n].head.is_none() && !is_open(n));
        closed.for_each(|rule| search.retire_rule(rule));
        let finding = search.step(budget);
        ledger.questions += search.questions() - self.counted;
        self.counted = search.questions();
        match finding {
            Some(Finding::Derivation(tree)) => {
                let system = sub.system();
                let refutation = budget.run_limited(REFUTATION_STEPS, |own| {
                    derive(search.rules(), &tree, system, own)
                });
                search.retire_rule(tree.rule);
                match refutation {
                    Refutation::Derivation(found) => Progress::Found(in_given(found)),
                    _ => Progress::Working,
                }
            }
            Some(Finding::Over) => Progress::Exhausted,
            _ => Progress::Working,
        }
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        ledger.has_open() && !self.subproblem.borrow().is_unfit()
    }
}

fn in_given(found: Derivation) -> Evidence {
    let claims = [found.clause].into();
    Evidence::Derivation(Encoding::SmallBlock, found, claims)
}

/// The search for derivations from the facts.
pub(super) struct SaturationStrategy(pub(super) Saturation);

impl Strategy<SearchLedger, Evidence> for SaturationStrategy {
    fn step(&mut self, ledger: &mut SearchLedger, budget: &mut Budget) -> SearchProgress {
        let counted = self.0.questions;
        let found = self.0.step(&|clause| ledger.claims.is_open(clause), budget);
        ledger.questions += self.0.questions - counted;
        match found {
            Some(derivation) => Progress::Found(in_given(derivation)),
            None if self.0.is_over() => Progress::Exhausted,
            None => Progress::Working,
        }
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        ledger.has_open() && !self.0.is_over()
    }
}

/// The answers to what the claims demand.
pub(super) struct TabulationStrategy(pub(super) Tabulation);

impl Strategy<SearchLedger, Evidence> for TabulationStrategy {
    fn step(&mut self, ledger: &mut SearchLedger, budget: &mut Budget) -> SearchProgress {
        match self.0.step(budget) {
            Some(Tabulated::Derivation(derivation)) => Progress::Found(in_given(derivation)),
            Some(Tabulated::Model(formulas, mut claims)) => {
                claims.retain(|claim| ledger.claims.is_open(*claim));
                Progress::Found(Evidence::Model(formulas, claims))
            }
            Some(Tabulated::TooMany) => Progress::Exhausted,
            None if self.0.is_over() => Progress::Exhausted,
            None => Progress::Working,
        }
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        ledger.has_open() && !self.0.is_over()
    }
}
