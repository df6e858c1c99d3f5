//! The searches for runs that violate an assertion, and for derivations of false.

use super::{Claim, Clauses, Solving};
use crate::base::Budget;
use crate::chc::bounded::{Candidate, Search};
use crate::chc::engine::Engine;
use crate::chc::simulate;
use crate::explain::{self, Run, Verdict};
use crate::lang::interp::{ListedChoices, run_to_failure};
use crate::pipeline::probing::probe;

/// Steps that the search for runs may take in its questions.
const RUN_STEPS: u64 = 1_500_000;
/// Questions that it may ask.
const RUN_QUESTIONS: u64 = 1_500;
/// Steps of a replayed run.
const REPLAY: usize = 2 * simulate::STEPS;

impl Solving {
    /// Whether a run may still turn up for a claim without verdict.
    pub(super) fn may_find_runs(&self) -> bool {
        self.runs.as_ref().is_some_and(|runs| {
            let short = runs.questions() < RUN_QUESTIONS && runs.steps < RUN_STEPS;
            short || runs.simulates()
        })
    }

    /// Whether the clauses may still turn out to contradict each other where that is not known.
    pub(super) fn may_unroll(&self) -> bool {
        self.claims.iter().any(Claim::is_refutable) && self.given.may_unroll()
    }

    pub(super) fn unroll(&mut self, budget: &mut Budget) {
        let claims = &self.claims;
        let open = |clause| claims.iter().any(|c| c.is_refutable() && c.clause == clause);
        if let Some(derivation) = self.given.unroll(&open, budget) {
            let root = derivation.clause;
            self.accept_derivation(Clauses::Given, derivation);
            self.given.excuse(&|clause| clause == root);
        }
    }

    pub(super) fn look_for_runs(&mut self, budget: &mut Budget) {
        let Some(mut runs) = self.runs.take() else { return };
        match runs.step(budget) {
            Some(Search::Found(candidate)) => {
                if self.try_run(&candidate) {
                    runs.found(candidate.assert);
                }
                self.runs = Some(runs);
            }
            None => self.runs = Some(runs),
            Some(Search::Exhausted | Search::TooWide) => {
                self.earlier_questions += runs.questions();
            }
        }
    }

    /// Settles a claim if the interpreter accepts the candidate for a failing run.
    fn try_run(&mut self, candidate: &Candidate) -> bool {
        let Some(run) = self.replay(candidate) else { return false };
        let verdict = Verdict::Buggy(Box::new(run));
        for claim in self.claims.iter_mut().filter(|c| c.assert == Some(candidate.assert)) {
            claim.verdict = Some(verdict.clone());
        }
        for attack in [Some(&mut self.given), self.merged.as_mut()].into_iter().flatten() {
            let stages = attack.stages.clone();
            attack.excuse(&|clause| {
                let clause = stages.concrete.clause(clause);
                clause.is_some_and(|c| c.origin.assert == Some(candidate.assert))
            });
        }
        true
    }

    /// Tries small runs, where clauses do not express all that the program computes.
    pub(super) fn probe(&mut self) {
        let opaque = self.stages.concrete.clauses.iter().any(|c| c.origin.opaque);
        let found = self.program.as_ref().filter(|_| opaque).map(probe).unwrap_or_default();
        for (assert, choices) in found {
            let settled = self.try_run(&Candidate { assert, choices });
            if let (true, Some(runs)) = (settled, &mut self.runs) {
                runs.found(assert);
            }
        }
    }

    /// Lets the interpreter decide about a candidate.
    fn replay(&self, candidate: &Candidate) -> Option<Run> {
        let program = self.program.as_ref()?;
        let mut choices = ListedChoices::new(candidate.choices.clone());
        let trace = run_to_failure(program, &mut choices, candidate.assert, REPLAY);
        let fails = trace.failed.iter().any(|(a, _)| *a == candidate.assert);
        (fails && choices.misfits().is_empty()).then(|| {
            explain::run::describe(program, &self.lines, &self.text, &trace, candidate.assert)
        })
    }
}
