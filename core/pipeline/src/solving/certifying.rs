//! What was certified, kept so that others can check it.

use super::Solving;
use super::judging::Verdicts;
use hornbook_chc::portfolio::{Form, Proposal};
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_explain::certificate::{Proved, script};
use hornbook_horn::{ClauseId, System};
use hornbook_records::{ModelText, Outcome, Stages, Verdict};
use std::collections::BTreeSet;

/// A model of the final clauses that `check/` has accepted for some assertion clauses.
pub(super) struct Certified {
    /// The final clauses, without premises that are not needed.
    system: System,
    model: Model,
    claims: BTreeSet<ClauseId>,
    /// Whether steps were merged although nobody asked for that.
    merged: bool,
    /// The laws of products that its proofs need.
    laws: BTreeSet<ProductLaw>,
}

/// The command that prints the clauses that proofs are about.
const ABSTRACT: &str = "hornbook abstract FILE --stage final";

/// What proofs are about where the program is decided as it is.
const WHOLE: &str = "\
The program has no loops, so nothing was abstracted. There is one clause for each assertion, of all
the ways to it; of conditions on all cells it has what they say of the cells that it needs.";

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

    /// What was found for these stages.
    pub(super) fn of(stages: &Stages, found: &Proposal, laws: BTreeSet<ProductLaw>) -> Certified {
        let (mut model, claims) = (found.model.clone(), found.satisfies.clone());
        let needed = model.needed(&stages.simplified).into_owned();
        model.unneeded.clear();
        let certified = Certified::new(needed, model, claims, laws);
        Certified { merged: found.form == Form::Merged, ..certified }
    }

    /// Whether steps were merged although nobody asked for that.
    pub(super) fn is_merged(&self) -> bool {
        self.merged
    }

    fn proved(&self) -> Proved<'_> {
        let Certified { system, model, claims, merged, laws } = self;
        Proved { system, model, claims, merged: *merged, laws }
    }
}

impl Solving {
    /// Proof obligations for a verdict `certified`; `None` for all other verdicts.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        (outcome.verdict == Verdict::Certified).then(|| self.obligations())
    }

    /// Proof obligations for what is certified, as an SMT-LIB script that other solvers can check.
    pub(crate) fn obligations(&self) -> String {
        let Verdicts { certified, invariants, options, lines, .. } = &self.verdicts;
        let proved: Vec<Proved> = certified.iter().map(Certified::proved).collect();
        let clauses = match self.exact {
            Some(_) => WHOLE.to_owned(),
            None => format!("The clauses are those of:\n  {ABSTRACT} {options}"),
        };
        script(&proved, invariants, &clauses, lines)
    }

    /// The laws of products that the proofs of what is certified need.
    pub(super) fn laws(&self) -> Vec<ProductLaw> {
        let all = self.verdicts.certified.iter().flat_map(|c| &c.laws);
        all.copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The models as text.
    pub(super) fn models(&self) -> Vec<ModelText> {
        let Verdicts { certified, lines, .. } = &self.verdicts;
        certified.iter().map(|c| c.proved().text(lines)).collect()
    }
}
