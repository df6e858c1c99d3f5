//! Certified claims with their models, kept so that others can check them.

use hornbook_chc::search::{Encoding, Proposal};
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_explain::certificate::CertifiedModel;
use hornbook_horn::{ClauseId, System};
use hornbook_records::Stages;
use std::collections::BTreeSet;

/// A model of the final clauses that `check/` has accepted for some assertion clauses.
pub(super) struct Certified {
    /// The final clauses, without premises that are not needed.
    system: System,
    model: Model,
    claims: BTreeSet<ClauseId>,
    /// Whether the engine merged steps by itself.
    merged: bool,
    /// The laws of products that its proofs need.
    pub(super) laws: BTreeSet<ProductLaw>,
}

impl Certified {
    /// A model of these clauses that proves some claims.
    pub(super) fn new(
        system: System,
        model: Model,
        claims: BTreeSet<ClauseId>,
        laws: BTreeSet<ProductLaw>,
    ) -> Certified {
        Certified { system, model, claims, merged: false, laws }
    }

    /// Makes the model from a proposal that was accepted for these stages.
    pub(super) fn from_proposal(
        stages: &Stages,
        found: &Proposal,
        laws: BTreeSet<ProductLaw>,
    ) -> Certified {
        let (mut model, claims) = (found.model.clone(), found.satisfies.clone());
        let needed = model.without_redundant(&stages.simplified).into_owned();
        model.unneeded.clear();
        let certified = Certified::new(needed, model, claims, laws);
        Certified { merged: found.encoding == Encoding::LargeBlock, ..certified }
    }

    /// Whether the engine merged steps by itself.
    pub(super) fn is_merged(&self) -> bool {
        self.merged
    }

    /// The model of the final clauses.
    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    /// The source of its proof obligations.
    pub(super) fn proved(&self) -> CertifiedModel<'_> {
        let Certified { system, model, claims, merged, laws } = self;
        CertifiedModel { system, model, claims, merged: *merged, laws }
    }
}
