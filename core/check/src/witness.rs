//! The checker for witnesses of incompleteness (T Def. 24): a model, a valuation that has the chosen
//! instances and a false context, and a proof that no valuation has all instances and a false context.
//!
//! The first half is evaluated. Where it is quantified there is a proof that its negation has no model. The
//! second half is proved for finitely many instances: if already those contradict the negated context, so do
//! all of them. The abstract values of a concrete one are defined by `F_σ` (T Def. 21). The checker never
//! searches.
//!
//! **The context** of a call for one premise of a clause is: the calls before have their results, the
//! premises after it have all of theirs, the conditions hold, and so does the goal.
//!
//! **Tuples that are not listed.** A model may have, for the goal's predicate `Q`, all tuples that
//! satisfy a condition `φ`, but for those that have `g`, the abstract value that the goal has under
//! the valuation. Then `g ∉ α(M(Q))`, if no listed tuple has it. Let some other valuation make the
//! goal `F(h, args) ==> Q#(h)` false. If `φ(args)` and `args` did not have `g`, then `args ∈ M(Q)`
//! and `h ∈ α(M(Q))`, as `h` is an abstract value of `args`. So `φ(args) ==> ∃q: F[q](g, args)`.
//! Where `Q` is the predicate of a premise with all its instances, whose arguments are `e`: each
//! abstract value of `e` is in `α(M(Q))`, but `g` is not, so `¬∃q: F[q](g, e)`.

mod evaluate;
mod flat;
mod reading;

use self::flat::Flat;
use self::reading::Reading;
use super::proof::{self, Rejection};
use hornbook_abstraction::eliminate::Elimination;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_abstraction::witness::model::{Concrete, Loss, Scalar, Witness};
use hornbook_horn::{Clause, Goal, System, Term};
use std::fmt;

/// The reason why a witness was not accepted.
#[derive(Debug)]
pub enum WitnessRejection {
    /// The witness or the call has an unsupported feature.
    Unreadable(&'static str),
    /// The tuple named for the instance with this index does not have it.
    NotHeld(usize),
    /// The context is true under the valuation.
    ContextHolds,
    /// There are not as many proofs as obligations.
    ProofMissing,
    /// This obligation is not proved.
    Proof(usize, Rejection),
}

impl fmt::Display for WitnessRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable(what) => write!(f, "not readable: {what}"),
            WitnessRejection::NotHeld(i) => write!(f, "no tuple is shown for instance {i}"),
            WitnessRejection::ContextHolds => f.write_str("the context holds"),
            WitnessRejection::ProofMissing => f.write_str("a proof is missing"),
            WitnessRejection::Proof(n, r) => write!(f, "obligation {n}: {r}"),
        }
    }
}

impl std::error::Error for WitnessRejection {}

use WitnessRejection::Unreadable;

/// The call that is claimed to be incomplete, with its abstraction.
#[derive(Clone, Copy)]
pub struct IncompleteCall<'q> {
    /// The clause before `abstract`.
    pub concrete: &'q Clause,
    /// The elimination of the clause.
    pub elimination: &'q Elimination,
    /// The index of the call.
    pub call: usize,
    /// The abstraction of each predicate.
    pub abstraction: &'q Abstraction,
    /// The predicates before `abstract`.
    pub system: &'q System,
}

/// Accepts `witness` if the call is incomplete for its model.
///
/// # Errors
/// The first flaw found.
pub fn verify(question: IncompleteCall<'_>, witness: &Witness) -> Result<(), WitnessRejection> {
    let obligations = obligations(question, &witness.loss)?;
    if obligations.len() != witness.proofs.len() {
        return Err(WitnessRejection::ProofMissing);
    }
    for (n, (formulas, proof)) in obligations.iter().zip(&witness.proofs).enumerate() {
        proof::verify(formulas, proof).map_err(|r| WitnessRejection::Proof(n, r))?;
    }
    Ok(())
}

/// Sets of formulas that must be unsatisfiable: first that the representatives hold and the context is false,
/// then the negations of those claims of the loss that evaluation does not decide.
///
/// # Errors
/// The flaw of the loss, or the feature that is not supported.
pub fn obligations(
    question: IncompleteCall<'_>,
    loss: &Loss,
) -> Result<Vec<Vec<Term>>, WitnessRejection> {
    let mut reading = Reading::new(question, loss)?;
    let left = instances_hold(&mut reading)?.into_iter().chain(context_fails(&mut reading)?);
    let mut open = vec![];
    for (claim, wrong) in left {
        match reading.evaluate(&claim) {
            Some(Concrete::Scalar(Scalar::Bool(true))) => {}
            Some(_) => return Err(wrong),
            None => open.push(claim),
        }
    }
    let mut out = vec![no_valuation(&mut reading)?];
    let indices: Vec<Term> = loss.indices.iter().map(|t| reading.ground(t)).collect();
    for claim in open {
        let mut flat = Flat::new(&mut reading, &indices);
        let formula = flat.negative(&claim)?;
        out.push(flat.with_consistency(vec![formula]));
    }
    Ok(out)
}

/// A formula that must be true under the valuation, with the rejection if it is not.
type Claim = (Term, WitnessRejection);

/// Claims that each instance is an abstract value of the tuple that is named for it.
fn instances_hold(reading: &mut Reading<'_>) -> Result<Vec<Claim>, WitnessRejection> {
    let (question, loss) = (reading.question, reading.loss);
    let done = reading.done();
    if done.call.set.len() != loss.held.len() {
        return Err(Unreadable("not as many tuples as instances"));
    }
    let mut out = vec![];
    for (n, (instance, held)) in done.call.set.iter().zip(&loss.held).enumerate() {
        let missing = || WitnessRejection::NotHeld(n);
        let claim = match held {
            None => {
                let formula =
                    done.call.sigma.formula(&instance.sharp, &instance.q, &done.call.expr);
                Term::not(reading.ground(&formula))
            }
            Some(held) => {
                let sharp = instance.sharp.map(&mut |t| reading.ground(t));
                let tuple = reading.tuples(done.pred).get(held.tuple).cloned();
                let tuple = tuple.ok_or_else(missing)?;
                let sigma = reading.sigma_of(done.pred, &tuple);
                let q = reading.between(&sigma, done.pred, &held.q).ok_or_else(missing)?;
                sigma.formula(&sharp, &q, &tuple)
            }
        };
        out.push((claim, missing()));
    }
    // The other premises: the model has their arguments themselves, or has at least the instances that an
    // earlier call has left.
    for (premise, instance) in question.concrete.premises.iter().enumerate() {
        if premise != done.premise
            && let hornbook_horn::Premise::Instance(instance) = instance
        {
            let earlier = &question.elimination.calls[..question.call];
            let left = earlier.iter().find(|c| c.premise == premise);
            out.extend(match (reading.contains(instance), left) {
                (Err(_), Some(left)) => reading.has_left(left),
                (claims, _) => claims?,
            });
        }
    }
    Ok(out)
}

/// Claims that the conditions hold and the goal does not.
fn context_fails(reading: &mut Reading<'_>) -> Result<Vec<Claim>, WitnessRejection> {
    let freed = &reading.question.elimination.goal_freed;
    let mut claims: Vec<Term> = freed.conditions().flat_map(Term::conjuncts).collect();
    match &freed.goal {
        Goal::Cond(claim) => claims.push(Term::not(claim.clone())),
        Goal::Instance(goal) => claims.push(goal.guard.clone()),
    }
    let mut claims: Vec<Term> = claims.iter().map(|t| reading.ground(t)).collect();
    if let Goal::Instance(goal) = &freed.goal {
        for tuple in reading.tuples(goal.pred).to_vec() {
            claims.push(Term::not(reading.has_goal_value(goal.pred, &tuple)?));
        }
    }
    Ok(claims.into_iter().map(|c| (c, WitnessRejection::ContextHolds)).collect())
}

/// Formulas that say that the representatives hold and the context is false.
fn no_valuation(reading: &mut Reading<'_>) -> Result<Vec<Term>, WitnessRejection> {
    let mut formulas = reading.representatives()?;
    formulas.extend(reading.earlier_calls()?);
    let freed = &reading.question.elimination.goal_freed;
    formulas.extend(freed.conditions().cloned());
    match &freed.goal {
        Goal::Cond(claim) => formulas.push(Term::not(claim.clone())),
        Goal::Instance(goal) => {
            formulas.push(goal.guard.clone());
            formulas.extend(reading.goal_is_missing(goal)?);
        }
    }
    let indices = reading.loss.indices.clone();
    let mut flat = Flat::new(reading, &indices);
    let formulas = formulas.iter().map(|f| flat.positive(f)).collect::<Result<_, _>>()?;
    Ok(flat.with_consistency(formulas))
}
