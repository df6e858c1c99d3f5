//! Whether any run comes to an assertion that was certified: one that no run comes to holds, but
//! says nothing.

use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::eliminate::eliminate;
use hornbook_abstraction::simplify::simplify;
use hornbook_base::Budget;
use hornbook_check as check;
use hornbook_evidence::model::Model;
use hornbook_horn::{Clause, Goal, Term};
use hornbook_lia::{Outcome, prove};
use hornbook_records::Stages;

/// Clauses that may be gone through, over all claims.
pub(super) const WORK: usize = 20_000;
/// Steps for the question about one clause.
const STEPS: u64 = 200_000;

/// Whether the model shows that no run comes to any of the assertion clauses that are `meant`, and
/// `check/` agrees; `false` says nothing. The model must be an accepted one of the final clauses.
///
/// The clauses must come from a program, and their premises must not hold parts of the claim.
pub(super) fn is_unreached(
    stages: &Stages,
    model: &Model,
    meant: &dyn Fn(&Clause) -> bool,
) -> bool {
    let claims = stages.concrete.clauses.iter();
    let mut claims = claims.filter(|c| matches!(c.goal, Goal::Cond(_)) && meant(c)).peekable();
    claims.peek().is_some() && claims.all(|c| contradicts(stages, model, c))
}

/// Whether the model leaves nothing that satisfies the premises of a clause. What the stages make of
/// the clause depends on its claim, so they see it with the claim `false`.
fn contradicts(stages: &Stages, model: &Model, clause: &Clause) -> bool {
    let clause = clause.with_formulas(clause.premises.clone(), Goal::Cond(Term::bool(false)));
    let abstracted = abstract_clause(&clause, &stages.concrete, &stages.abstraction);
    let eliminated = eliminate(&clause, &abstracted, stages.setting()).clause;
    let last = simplify(&eliminated).pop().map_or(eliminated, |step| step.clause);
    let mut system = stages.simplified.clone();
    let Some(place) = system.clauses.iter_mut().find(|c| c.id == clause.id) else { return false };
    *place = last;
    let skip = |c: &Clause| c.id != clause.id;
    let obligations = check::model::obligations(&system, model, &skip);
    let Some([question]) = obligations.as_deref().ok() else { return false };
    match prove(&question.formulas, &mut Budget::steps(STEPS)) {
        Ok(Outcome::Unsat(proof)) => check::model::verify(&system, model, &skip, &[proof]).is_ok(),
        _ => false,
    }
}
