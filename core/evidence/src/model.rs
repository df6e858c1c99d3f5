//! Models of systems of clauses, as a checker gets them.

use hornbook_horn::{Clause, ClauseId, PredId, Premise, System, Term};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Redundant instances of clauses, by their number.
pub type RedundantInstances = BTreeMap<ClauseId, BTreeSet<usize>>;

/// An interpretation of the predicates of a system.
///
/// Predicates without an entry have their least interpretation; their clauses must not be recursive among
/// themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// A formula over the formal parameters of each interpreted predicate.
    pub formulas: BTreeMap<PredId, Term>,
    /// Redundant instances: a model of the clauses without them is one of the clauses.
    #[serde(default)]
    pub unneeded: RedundantInstances,
}

impl Model {
    /// The clauses without redundant instances; each of them implies the original one.
    pub fn without_redundant<'s>(&self, system: &'s System) -> Cow<'s, System> {
        if self.unneeded.is_empty() {
            return Cow::Borrowed(system);
        }
        let needed = |clause: &Clause| match self.unneeded.get(&clause.id) {
            Some(unneeded) => without(clause, unneeded),
            None => clause.clone(),
        };
        let clauses = system.clauses.iter().map(needed).collect();
        Cow::Owned(System { preds: system.preds.clone(), clauses })
    }
}

/// A clause without some of its instances.
fn without(clause: &Clause, unneeded: &BTreeSet<usize>) -> Clause {
    let mut number = 0;
    let stays = |premise: &&Premise| match premise {
        Premise::Cond(_) => true,
        Premise::Instance(_) => {
            number += 1;
            !unneeded.contains(&(number - 1))
        }
    };
    Clause { premises: clause.premises.iter().filter(stays).cloned().collect(), ..clause.clone() }
}
