//! The claims of the clauses of a text with their verdicts.

use hornbook_base::Span;
use hornbook_chc::search::Encoding;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Clause, ClauseId};
use hornbook_lang::typed::AssertId;
use hornbook_records::{Stages, Verdict};

/// An assertion clause with its verdict.
pub(super) struct Claim {
    pub(super) clause: ClauseId,
    pub(super) assert: Option<AssertId>,
    pub(super) span: Span,
    pub(super) verdict: Option<Verdict>,
    /// An accepted derivation of false, until a run is found or the search for one ends.
    pub(super) derivation: Option<Derivation>,
    /// A derivation in the large-block encoding.
    pub(super) merged: Option<Derivation>,
    /// Whether no run reaches it; only known of certified claims.
    pub(super) unreached: bool,
}

impl Claim {
    /// The claim of a clause, if it is an assertion.
    pub(super) fn from_clause(clause: &Clause) -> Option<Claim> {
        clause.goal.is_claim().then_some(Claim {
            clause: clause.id,
            assert: clause.origin.assert,
            span: clause.origin.span,
            verdict: None,
            derivation: None,
            merged: None,
            unreached: false,
        })
    }

    /// Whether a derivation of false would be news.
    pub(super) fn is_refutable(&self) -> bool {
        self.verdict.is_none() && self.derivation.is_none()
    }

    /// Whether a clause of the given form violates its assertion.
    pub(super) fn is_violated_by(
        &self,
        clause: ClauseId,
        encoding: Encoding,
        stages: &Stages,
    ) -> bool {
        match encoding {
            Encoding::SmallBlock => self.clause == clause,
            Encoding::LargeBlock => {
                let assert = stages.concrete.clause(clause).and_then(|c| c.origin.assert);
                assert.is_none() || assert == self.assert
            }
        }
    }
}
