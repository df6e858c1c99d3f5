//! What was certified, kept so that others can check it.

use super::Solving;
use crate::base::SortedSet;
use crate::chc::model::Model;
use crate::explain::certificate::{Proved, script};
use crate::explain::{ModelText, Outcome, Stages, Verdict};
use crate::horn::{Clause, ClauseId, Goal};
use std::rc::Rc;

/// A model of the final clauses that `check/` has accepted for some assertion clauses.
pub(super) struct Certified {
    stages: Rc<Stages>,
    model: Model,
    claims: SortedSet<ClauseId>,
    /// Whether steps were merged although nobody asked for that.
    merged: bool,
}

impl Certified {
    /// The model as one that satisfies the assertion clauses that were `asked` for.
    pub fn new(
        stages: Rc<Stages>,
        model: Model,
        asked: &dyn Fn(ClauseId) -> bool,
        merged: bool,
    ) -> Certified {
        let claim = |c: &&Clause| matches!(c.goal, Goal::Cond(_)) && asked(c.id);
        let claims = stages.simplified.clauses.iter().filter(claim).map(|c| c.id).collect();
        Certified { stages, model, claims, merged }
    }

    fn proved(&self) -> Proved<'_> {
        let Certified { stages, model, claims, merged } = self;
        Proved { system: &stages.simplified, model, claims, merged: *merged }
    }
}

impl Solving {
    /// Proof obligations for a verdict `certified`, as an SMT-LIB script that other solvers can
    /// check; `None` for all other verdicts.
    pub fn certificate(&self, outcome: &Outcome) -> Option<String> {
        let proved: Vec<Proved> = self.certified.iter().map(Certified::proved).collect();
        (outcome.verdict == Verdict::Certified)
            .then(|| script(&proved, &outcome.invariants, &self.options, &self.lines))
    }

    /// The models as text.
    pub(super) fn models(&self) -> Vec<ModelText> {
        self.certified.iter().map(|c| c.proved().text(&self.lines)).collect()
    }
}
