//! The knowledge that all strategies share about the claims.

use super::{Encoding, Why};
use crate::engine::Learned;
use hornbook_base::AssertId;
use hornbook_horn::{Clause, ClauseId, Goal, System};
use hornbook_schedule::{ClaimStatus, Ledger};
use std::collections::BTreeSet;

/// The kind of evidence that a judge has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepted {
    /// A model.
    Model,
    /// A run.
    Run,
    /// A derivation in the given clauses.
    Derivation,
}

/// An assertion clause of the given encoding.
#[derive(Clone, Copy, Debug)]
struct Claim {
    clause: ClauseId,
    assert: Option<AssertId>,
}

/// Whether the large-block encoding can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LargeBlocks {
    NotAsked,
    Missing,
    There,
}

/// The claims with their statuses, and how far the search is.
pub(super) struct SearchLedger {
    pub(super) claims: Ledger<ClauseId, Accepted, Why>,
    known: Vec<Claim>,
    /// Where there is no claim: whether the question what the clauses derive is answered.
    pub(super) is_explored: bool,
    pub(super) large_blocks: LargeBlocks,
    /// Questions put to the integer solver.
    pub(super) questions: u64,
    /// How far the strategy is that had the last turn.
    pub(super) learned: Option<Learned>,
    /// The lemmas and atoms of the strategy that found something last.
    pub(super) last: Learned,
    /// Why a strategy failed last.
    pub(super) last_reason: Option<Why>,
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
            large_blocks: LargeBlocks::NotAsked,
            questions: 0,
            learned: None,
            last: Learned::default(),
            last_reason: None,
        }
    }

    /// The claims that a clause of an encoding violates. A clause of merged steps that does not say whose it
    /// is could be anybody's.
    pub(super) fn violated_by(
        &self,
        clause: ClauseId,
        encoding: Encoding,
        system: &System,
    ) -> BTreeSet<ClauseId> {
        let assert = system.clause(clause).and_then(|c| c.origin.assert);
        let violates = |claim: &&Claim| match encoding {
            Encoding::Given => claim.clause == clause,
            Encoding::LargeBlock => assert.is_none() || assert == claim.assert,
        };
        self.known.iter().filter(violates).map(|claim| claim.clause).collect()
    }

    /// The claims of an assertion.
    pub(super) fn claims_of(&self, assert: AssertId) -> Vec<ClauseId> {
        let its = self.known.iter().filter(|claim| claim.assert == Some(assert));
        its.map(|claim| claim.clause).collect()
    }

    /// The assertions of which all claims are proved or violated.
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
            // There still is the invariant to find.
            true => self.is_explored,
            false => self.claims.is_all_closed(),
        }
    }

    /// Writes down that a strategy failed on claims.
    pub(super) fn fail(
        &mut self,
        claims: impl IntoIterator<Item = ClauseId>,
        strategy: &'static str,
        why: &Why,
    ) {
        for claim in claims {
            self.claims.fail(claim, strategy, why.clone());
        }
        self.last_reason = Some(why.clone());
    }
}
