//! Claims split by their cones of influence: a sample that no condition on the way to a claim mentions need
//! not be tracked for it, though other claims need it. Invariants of unrelated functions are then found one
//! after the other, not together.

use super::hints::Hints;
use super::reduce::arguments::{ParameterPositions, find_relevant_parameters};
use super::rule::{Rule, read_rules};
use hornbook_base::AssertId;
use hornbook_horn::{Clause, ClauseId, System};
use std::collections::BTreeMap;

/// Splits the claims into those that need the same samples: for each group the system with these claims only,
/// the groups that need fewest samples first. The result is empty unless some groups need at most half of all
/// samples, and others too; or if asking for each would take more than about `most` looks at a clause. An
/// invariant of one group says nothing of the others, so groups with much in common would have it shown again
/// and again.
///
/// Claims that are `optional` form no group: each system has those claim_owner samples it has anyway.
pub fn split_claims_by_cone(
    system: &System,
    hints: &Hints,
    is_optional: &dyn Fn(&Clause) -> bool,
    most: usize,
) -> Vec<System> {
    let claims: Vec<&Clause> = system.clauses.iter().filter(|c| c.goal.is_claim()).collect();
    let own: Vec<&Clause> = claims.iter().filter(|c| !is_optional(c)).copied().collect();
    if own.len() < 2 || claims.len().saturating_mul(system.clauses.len()) > most {
        return vec![];
    }
    let Ok(rules) = read_rules(system) else { return vec![] };
    let alone = |claim: &Clause| {
        let wanted = |rule: &&Rule| rule.head.is_some() || is_made_of(rule, claim.id);
        let rules: Vec<Rule> = rules.iter().filter(wanted).cloned().collect();
        find_relevant_parameters(&rules, system, hints)
    };
    let mut needs: BTreeMap<ClaimOwner, ParameterPositions> = BTreeMap::new();
    for claim in &claims {
        needs.entry(claim_owner(claim)).or_default().extend(alone(claim));
    }
    let mut kinds: Vec<&ParameterPositions> = own.iter().map(|c| &needs[&claim_owner(c)]).collect();
    kinds.sort_by_key(|places| (places.len(), *places));
    kinds.dedup();
    let all: ParameterPositions = kinds.iter().flat_map(|kind| kind.iter().cloned()).collect();
    let few = kinds.iter().filter(|kind| 2 * kind.len() <= all.len());
    if few.count() < 2 {
        return vec![];
    }
    let of = |kind: &ParameterPositions| {
        let keeps = |c: &&Clause| {
            let its = c.goal.is_claim().then(|| &needs[&claim_owner(c)]);
            its.is_none_or(|its| if is_optional(c) { its.is_subset(kind) } else { its == kind })
        };
        let clauses = system.clauses.iter().filter(keeps).cloned().collect();
        System { preds: system.preds.clone(), clauses }
    };
    kinds.into_iter().map(of).collect()
}

/// The owner of a claim: an assertion, of which merged steps may have several clauses, or the clause itself.
type ClaimOwner = Result<AssertId, ClauseId>;

fn claim_owner(claim: &Clause) -> ClaimOwner {
    claim.origin.assert.ok_or(claim.id)
}

/// Whether a rule was made of this clause.
fn is_made_of(rule: &Rule, clause: ClauseId) -> bool {
    rule.skeleton.clause() == clause
}
