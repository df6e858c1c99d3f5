//! Witnesses of incompleteness, searched on demand, proved and checked.

use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::completeness::{Condition, Truth};
use hornbook_abstraction::eliminate::{Elimination, Instantiated, eliminate};
use hornbook_abstraction::witness::model::{Loss, Witness};
use hornbook_abstraction::witness::reason::Reason;
use hornbook_base::Budget;
use hornbook_check as check;
use hornbook_explain as explain;
use hornbook_horn::{Clause, ClauseId};
use hornbook_lia::{Outcome, prove};
use hornbook_records::{ClauseStory, Stages, WitnessView};
use hornbook_witness::{CallProblem, find_witness, reading_steps};

/// Steps of the search for a witness against one call: well below a second.
pub const WITNESS_STEPS: u64 = 200_000;

/// Steps of the search for all witnesses in a document or an explanation: a few seconds.
const SEARCH: u64 = 1_500_000;

/// A witness that a call to `insts` is incomplete (T Def. 24), accepted by `check/`; `call` counts
/// the calls of the clause as [`ClauseStory::calls`](hornbook_records::ClauseStory::calls) does. `None` says nothing at all.
pub fn find_incompleteness(
    stages: &Stages,
    clause: ClauseId,
    call: usize,
    budget: &mut Budget,
) -> Option<Witness> {
    let (concrete, elimination) = find_elimination(stages, clause)?;
    witness(stages, concrete, &elimination, call, budget).ok()
}

/// The witness of [`find_incompleteness`], ready to be drawn.
pub fn find_witness_view(
    stages: &Stages,
    clause: ClauseId,
    call: usize,
    budget: &mut Budget,
) -> Option<WitnessView> {
    find_witness_or_reason(stages, clause, call, budget).ok()
}

/// Witnesses against the calls without a completeness proof, in the order of the stories, as many as are
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
        let found = find_witness_view(stages, clause, call, &mut budget);
        left -= most - budget.left();
        found
    });
    found.collect()
}

/// The witness of [`find_incompleteness`], ready to be drawn, or why there is none.
///
/// # Errors
/// The reason.
pub fn find_witness_or_reason(
    stages: &Stages,
    clause: ClauseId,
    call: usize,
    budget: &mut Budget,
) -> Result<WitnessView, Reason> {
    let (concrete, elimination) = find_elimination(stages, clause).ok_or(Reason::NoPattern)?;
    let witness = witness(stages, concrete, &elimination, call, budget)?;
    let done = elimination.calls.into_iter().nth(call).ok_or(Reason::NoPattern)?;
    let pred = stages.concrete.pred(done.pred);
    Ok(explain::witness::describe(clause, call, &done, pred, witness))
}

/// The completeness of a call.
#[derive(Clone, Debug)]
pub enum CallStatus {
    /// A condition proves it complete.
    Complete(Condition),
    /// A witness shows that it is not.
    Incomplete(Box<Witness>),
    /// It is not known, with the reason.
    Open(Reason),
}

/// A call of a clause with its completeness.
#[derive(Clone, Debug)]
pub struct CallReport {
    /// The call.
    pub call: Instantiated,
    /// Its completeness.
    pub status: CallStatus,
    /// Steps of the search for a witness.
    pub steps: u64,
}
/// The completeness of all calls of a clause. Each search has a budget of its own.
pub fn report_calls(
    stages: &Stages,
    clause: ClauseId,
    budget: &dyn Fn() -> Budget,
) -> Vec<CallReport> {
    let Some((concrete, elimination)) = find_elimination(stages, clause) else { return vec![] };
    let look = |(n, call): (usize, &Instantiated)| {
        let call = call.clone();
        if let Truth::Complete(condition) = call.call.completeness.truth {
            return CallReport { call, status: CallStatus::Complete(condition), steps: 0 };
        }
        let mut budget = budget();
        let start = budget.left();
        let status = match witness(stages, concrete, &elimination, n, &mut budget) {
            Ok(witness) => CallStatus::Incomplete(Box::new(witness)),
            Err(reason) => CallStatus::Open(reason),
        };
        CallReport { call, status, steps: start - budget.left() }
    };
    elimination.calls.iter().enumerate().map(look).collect()
}

/// A clause before abstraction, and how its quantifiers were eliminated.
pub(crate) fn find_elimination(stages: &Stages, id: ClauseId) -> Option<(&Clause, Elimination)> {
    let concrete = stages.concrete.clause(id)?;
    let abstracted = abstract_clause(concrete, &stages.concrete, &stages.abstraction);
    Some((concrete, eliminate(concrete, &abstracted, stages.setting())))
}

fn witness(
    stages: &Stages,
    concrete: &Clause,
    elimination: &Elimination,
    call: usize,
    budget: &mut Budget,
) -> Result<Witness, Reason> {
    let (abstraction, system) = (&stages.abstraction, &stages.concrete);
    let problem = CallProblem { concrete, elimination, call, abstraction, system };
    let question =
        check::witness::IncompleteCall { concrete, elimination, call, abstraction, system };
    find_witness(problem, budget, &mut |loss, budget| accepted(question, loss, budget))
}

/// The loss with its proofs, if the checker accepts it.
fn accepted(
    question: check::witness::IncompleteCall<'_>,
    loss: &Loss,
    budget: &mut Budget,
) -> Option<Witness> {
    let obligations = check::witness::obligations(question, loss).ok()?;
    let mut proofs = vec![];
    for formulas in &obligations {
        budget.spend(reading_steps(formulas)).ok()?;
        let Ok(Outcome::Unsat(proof)) = prove(formulas, budget) else { return None };
        proofs.push(proof);
    }
    let witness = Witness { loss: loss.clone(), proofs };
    check::witness::verify(question, &witness).is_ok().then_some(witness)
}
