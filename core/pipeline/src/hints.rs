//! Hints from data abstraction about its clauses, for the engines.

use hornbook_abstraction::sigma::Abstraction;
use hornbook_chc::hints::Hints;
use hornbook_horn::{PredId, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The roles of the parameters of abstract predicates, from the abstraction of those of `concrete`.
pub fn hints(concrete: &System, abstraction: &Abstraction) -> Hints {
    let vars = |terms: &[Term]| terms.iter().filter_map(|t| t.as_var().cloned()).collect();
    let values = |id: PredId| abstraction.sigma(id).contents(abstraction.formal(id));
    let copies = |id: PredId| -> Vec<Vec<Vec<Var>>> {
        let groups = abstraction.sigma(id).copies(abstraction.formal(id));
        groups.iter().map(|group| group.iter().map(|copy| copy_vars(copy)).collect()).collect()
    };
    let scalars = |id: PredId| concrete.pred(id).params.iter().cloned().collect();
    Hints {
        scalars: concrete.pred_ids().map(|id| (id, scalars(id))).collect(),
        values: concrete.pred_ids().map(|id| (id, vars(&values(id)))).collect(),
        copies: concrete.pred_ids().map(|id| (id, copies(id))).collect(),
        known: BTreeMap::new(),
        asserts: BTreeSet::new(),
        products: BTreeMap::new(),
    }
}

fn copy_vars(copy: &[Term]) -> Vec<Var> {
    copy.iter().filter_map(|t| t.as_var().cloned()).collect()
}
