//! Witnesses of incompleteness, looked for on demand, proved and checked.

use crate::abstraction::abstract_::abstract_clause;
use crate::abstraction::completeness::Truth;
use crate::abstraction::eliminate::{Instantiated, eliminate};
use crate::abstraction::witness::model::Witness;
use crate::abstraction::witness::{Problem, search};
use crate::base::Budget;
use crate::check;
use crate::explain::{self, ClauseStory, Stages, WitnessView};
use crate::horn::{Clause, ClauseId};
use crate::lia::{Outcome, prove};

/// Steps of the search for a witness against one call: well below a second.
pub const WITNESS_STEPS: u64 = 200_000;

/// Steps of the search for all witnesses that a document or an explanation tells of: a few seconds.
const SEARCH: u64 = 1_500_000;

/// A witness that a call to `insts` is incomplete (T Def. 24), accepted by `check/`; `call` counts
/// the calls of the clause as [`explain::ClauseStory::calls`] does. `None` says nothing at all.
pub fn incompleteness(
    stages: &Stages,
    clause: ClauseId,
    call: usize,
    budget: &mut Budget,
) -> Option<Witness> {
    let (concrete, done) = find(stages, clause, call)?;
    witness(stages, concrete, &done, budget)
}

/// The witness of [`incompleteness`], ready to be drawn.
pub fn witness_view(
    stages: &Stages,
    clause: ClauseId,
    call: usize,
    budget: &mut Budget,
) -> Option<WitnessView> {
    let (concrete, done) = find(stages, clause, call)?;
    let witness = witness(stages, concrete, &done, budget)?;
    let pred = stages.concrete.pred(done.pred);
    Some(explain::witness::describe(clause, call, &done, pred, witness))
}

/// Witnesses against the calls of which nothing is proved, in the order of the stories, as many as are
/// found within a fixed number of steps.
pub fn witnesses(stages: &Stages, stories: &[ClauseStory]) -> Vec<WitnessView> {
    let open = stories.iter().flat_map(|story| {
        let calls = story.calls.iter().enumerate();
        let open = calls.filter(|(_, c)| c.call.completeness.truth == Truth::Open);
        open.map(|(n, _)| (story.id, n))
    });
    let mut left = SEARCH;
    let found = open.filter_map(|(clause, call)| {
        let most = WITNESS_STEPS.min(left);
        let mut budget = Budget::steps(most);
        let found = witness_view(stages, clause, call, &mut budget);
        left -= most - budget.left();
        found
    });
    found.collect()
}

fn find(stages: &Stages, id: ClauseId, call: usize) -> Option<(&Clause, Instantiated)> {
    let concrete = stages.concrete.clause(id)?;
    let abstracted = abstract_clause(concrete, &stages.concrete, &stages.abstraction);
    let elimination = eliminate(concrete, &abstracted, stages.setting());
    Some((concrete, elimination.calls.into_iter().nth(call)?))
}

fn witness(
    stages: &Stages,
    concrete: &Clause,
    done: &Instantiated,
    budget: &mut Budget,
) -> Option<Witness> {
    let Stages { abstraction, abstracted, .. } = stages;
    let loss = search(Problem { concrete, done, abstraction, abstracted }, budget)?;
    let question = check::witness::Question { done, abstraction, abstracted };
    let formulas = check::witness::obligation(question, &loss).ok()?;
    let Ok(Outcome::Unsat(proof)) = prove(&formulas, budget) else {
        return None;
    };
    let witness = Witness { loss, proof };
    check::witness::verify(question, &witness).is_ok().then_some(witness)
}
