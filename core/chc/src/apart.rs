//! Claims that need different samples, apart: a function that no condition on the way to a claim speaks of need not be looked
//! at for it, though other claims need it. Invariants of several functions that have nothing to do with each other are found
//! one after the other, not together.

use super::hints::Hints;
use super::reduce::arguments::{Places, relevant};
use super::rule::{Rule, Skeleton, rules};
use hornbook_base::AssertId;
use hornbook_horn::{Clause, ClauseId, System};
use std::collections::BTreeMap;

/// The system with some of its claims, those that need the same samples, and this for all of them; those that need fewest
/// first. None unless some of them need at most half of all that is needed, and others too; or if asking for each would take
/// more than about `most` looks at a clause. What is found for one group says nothing of the others, so that groups with much
/// in common would have it shown again and again.
///
/// Claims in `help` are nobody's own: each system has those whose samples it has anyway.
pub fn apart(
    system: &System,
    hints: &Hints,
    help: &dyn Fn(&Clause) -> bool,
    most: usize,
) -> Vec<System> {
    let claims: Vec<&Clause> = system.clauses.iter().filter(|c| c.goal.is_claim()).collect();
    let own: Vec<&Clause> = claims.iter().filter(|c| !help(c)).copied().collect();
    if own.len() < 2 || claims.len().saturating_mul(system.clauses.len()) > most {
        return vec![];
    }
    let Ok(rules) = rules(system) else { return vec![] };
    let alone = |claim: &Clause| {
        let wanted = |rule: &&Rule| rule.head.is_some() || is_of(rule, claim.id);
        let rules: Vec<Rule> = rules.iter().filter(wanted).cloned().collect();
        relevant(&rules, system, hints)
    };
    let mut needs: BTreeMap<Whose, Places> = BTreeMap::new();
    for claim in &claims {
        needs.entry(whose(claim)).or_default().extend(alone(claim));
    }
    let mut kinds: Vec<&Places> = own.iter().map(|c| &needs[&whose(c)]).collect();
    kinds.sort_by_key(|places| (places.len(), *places));
    kinds.dedup();
    let all: Places = kinds.iter().flat_map(|kind| kind.iter().cloned()).collect();
    let few = kinds.iter().filter(|kind| 2 * kind.len() <= all.len());
    if few.count() < 2 {
        return vec![];
    }
    let of = |kind: &Places| {
        let keeps = |c: &&Clause| {
            let its = c.goal.is_claim().then(|| &needs[&whose(c)]);
            its.is_none_or(|its| if help(c) { its.is_subset(kind) } else { its == kind })
        };
        let clauses = system.clauses.iter().filter(keeps).cloned().collect();
        System { preds: system.preds.clone(), clauses }
    };
    kinds.into_iter().map(of).collect()
}

/// An assertion, of which merged steps may have several clauses, or a claim of no program.
type Whose = Result<AssertId, ClauseId>;

fn whose(claim: &Clause) -> Whose {
    claim.origin.assert.ok_or(claim.id)
}

/// Whether a rule is that of a clause.
fn is_of(rule: &Rule, clause: ClauseId) -> bool {
    matches!(rule.skeleton, Skeleton::Clause(id, _) if id == clause)
}
