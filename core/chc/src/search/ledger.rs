//! The statuses of the claims, which all strategies share.

use super::{Accepted, Encoding, FailureReason};
use crate::engine::EngineProgress;
use hornbook_base::AssertId;
use hornbook_horn::{Clause, ClauseId, Goal, System};
use hornbook_schedule::{ClaimStatus, Ledger, StrategyName};
use std::collections::BTreeSet;

/// An assertion clause of the given encoding.
#[derive(Clone, Copy, Debug)]
struct Claim {
    clause: ClauseId,
    assert: Option<AssertId>,
}

/// The claims with their statuses, and the progress of the search.
pub(super) struct SearchLedger {
    pub(super) claims: Ledger<ClauseId, Accepted, FailureReason>,
    known: Vec<Claim>,
    /// Without claims: whether an invariant was found.
    pub(super) is_explored: bool,
    /// Whether there is a large-block encoding, as far as is known.
    pub(super) has_large_blocks: bool,
    /// Questions put to the integer solver.
    pub(super) questions: u64,
    /// The progress of the engine that had the last turn.
    pub(super) progress: Option<EngineProgress>,
    /// The lemmas and atoms of the strategy that found something last.
    pub(super) last: EngineProgress,
    /// The reason of the last failure.
    pub(super) last_reason: Option<FailureReason>,
}

impl SearchLedger {
    pub(super) fn new(given: &System) -> SearchLedger {
        let claims = given.clauses.iter().filter(|c| matches!(c.goal, Goal::Cond(_)));
        let claim = |c: &Clause| Claim { clause: c.id, assert: c.origin.assert };
        let known: Vec<Claim> = claims.map(claim).collect();
        SearchLedger {
            claims: Ledger::new(known.iter().map(|claim| claim.clause)),
            known,
            is_explored: false,
            has_large_blocks: false,
            questions: 0,
            progress: None,
            last: EngineProgress::default(),
            last_reason: None,
        }
    }

    /// The claims that a clause of an encoding violates. A merged clause without an assertion may violate any
    /// of them.
    pub(super) fn violated_by(
        &self,
        clause: ClauseId,
        encoding: Encoding,
        system: &System,
    ) -> BTreeSet<ClauseId> {
        let assert = system.clause(clause).and_then(|c| c.origin.assert);
        let violates = |claim: &&Claim| match encoding {
            Encoding::SmallBlock => claim.clause == clause,
            Encoding::LargeBlock => assert.is_none() || assert == claim.assert,
        };
        self.known.iter().filter(violates).map(|claim| claim.clause).collect()
    }

    /// The claims of an assertion.
    pub(super) fn claims_of(&self, assert: AssertId) -> Vec<ClauseId> {
        let its = self.known.iter().filter(|claim| claim.assert == Some(assert));
        its.map(|claim| claim.clause).collect()
    }

    /// The assertions whose claims are all proved or violated.
    pub(super) fn settled_asserts(&self) -> BTreeSet<AssertId> {
        let is_settled =
            |claim: ClauseId| matches!(self.claims.status(claim), Some(ClaimStatus::Settled(_)));
        let all_are = |assert: &AssertId| self.claims_of(*assert).into_iter().all(is_settled);
        self.known.iter().filter_map(|claim| claim.assert).filter(all_are).collect()
    }

    /// Whether some claim may still be proved.
    pub(super) fn has_open(&self) -> bool {
        self.claims.open().next().is_some()
    }

    /// Whether there is nothing left to find out.
    pub(super) fn is_settled(&self) -> bool {
        match self.claims.is_empty() {
            // The invariant is still missing.
            true => self.is_explored,
            false => self.claims.is_all_closed(),
        }
    }

    /// Records that a strategy failed on claims.
    pub(super) fn fail(
        &mut self,
        claims: impl IntoIterator<Item = ClauseId>,
        strategy: &StrategyName,
        why: &FailureReason,
    ) {
        for claim in claims {
            self.claims.fail(claim, strategy.clone(), why.clone());
        }
        self.last_reason = Some(why.clone());
    }
}
