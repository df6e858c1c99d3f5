//! Where a derivation that is no run of the program leaves the ground: cells of one array are put
//! together that come from different runs.

use super::Solving;
use crate::chc::derivation::Derivation;
use crate::explain::Stages;
use crate::horn::{Clause, ClauseId};

impl Solving {
    /// The first such point of a derivation, from the violation on, in words.
    pub(super) fn mixed(&self, stages: &Stages, derivation: &Derivation) -> Option<String> {
        let (at, parting) = mixed(stages, derivation)?;
        let line = |id| stages.concrete.clause(id).map(|c| self.lines.line(c.origin.span));
        let (at, parting) = (line(at)?, line(parting)?);
        Some(format!(
            "The derivation is not a run: line {at} needs several cells at once. These come from \
             runs that differ at line {parting}"
        ))
    }
}

/// The clause that needs the cells, and the last one before it at which their runs differ.
fn mixed(stages: &Stages, derivation: &Derivation) -> Option<(ClauseId, ClauseId)> {
    if let [first, others @ ..] = derivation.children.as_slice() {
        // Of a program, all instances in a clause are of the one state before it.
        let parting = others.iter().find_map(|other| parting(stages, first, other));
        if let Some(parting) = parting {
            return Some((derivation.clause, parting));
        }
    }
    derivation.children.iter().find_map(|child| mixed(stages, child))
}

/// The last clause at which two derivations cannot be of the same run: they apply different ones,
/// or to different scalars.
fn parting(stages: &Stages, a: &Derivation, b: &Derivation) -> Option<ClauseId> {
    if a.clause != b.clause {
        return Some(a.clause);
    }
    let scalars = stages.concrete.clause(a.clause).map(Clause::free_vars).unwrap_or_default();
    let differs = |v| a.values.get(v) != b.values.get(v);
    if scalars.iter().filter(|v| !v.sort.is_array()).any(differs) {
        return Some(a.clause);
    }
    parting(stages, a.children.first()?, b.children.first()?)
}
