//! The checker for derivations of `false`: it evaluates every clause application, arrays as finite maps with a default.

use hornbook_evidence::derivation::Derivation;
use hornbook_horn::known::{KnownValue, KnownValues, evaluate};
use hornbook_horn::{ClauseId, Goal, Premise, System, Term};
use std::fmt;

/// The reason why a derivation was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DerivationRejection {
    /// The system has no such clause.
    NoClause(ClauseId),
    /// A premise of a clause is false, or has no value.
    Condition(ClauseId),
    /// A premise is not the conclusion of the child, or has no child.
    Mismatch(ClauseId),
    /// The clause at the root does not violate an assertion.
    Root(ClauseId),
}

impl fmt::Display for DerivationRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, clause) = match self {
            DerivationRejection::NoClause(c) => ("there is no such clause", c),
            DerivationRejection::Condition(c) => ("a condition does not hold", c),
            DerivationRejection::Mismatch(c) => ("a premise was not derived", c),
            DerivationRejection::Root(c) => ("no assertion is violated", c),
        };
        write!(f, "clause {}: {what}", clause.0)
    }
}

/// Accepts a derivation of `false` in `system`.
///
/// # Errors
/// The first wrong step.
pub fn verify(system: &System, derivation: &Derivation) -> Result<(), DerivationRejection> {
    let id = derivation.clause;
    let clause = system.clause(id).ok_or(DerivationRejection::NoClause(id))?;
    let violated = match &clause.goal {
        Goal::Cond(c) => evaluate(c, &values(derivation)) == KnownValue::Bool(false),
        Goal::Instance(_) => false,
    };
    if !violated {
        return Err(DerivationRejection::Root(id));
    }
    premises(system, derivation)
}

/// Checks the premises of a clause application, and the derivations below it.
fn premises(system: &System, derivation: &Derivation) -> Result<(), DerivationRejection> {
    let id = derivation.clause;
    let clause = system.clause(id).ok_or(DerivationRejection::NoClause(id))?;
    let own = values(derivation);
    let mut children = derivation.children.iter();
    for premise in &clause.premises {
        match premise {
            Premise::Cond(c) => {
                if evaluate(c, &own) != KnownValue::Bool(true) {
                    return Err(DerivationRejection::Condition(id));
                }
            }
            Premise::Instance(i) => {
                let child = children.next().ok_or(DerivationRejection::Mismatch(id))?;
                let source = system
                    .clause(child.clause)
                    .ok_or(DerivationRejection::NoClause(child.clause))?;
                let Goal::Instance(goal) = &source.goal else {
                    return Err(DerivationRejection::Mismatch(id));
                };
                let below = values(child);
                let mut pairs = goal.args.iter().zip(&i.args);
                let same = i.is_plain()
                    && goal.is_plain()
                    && goal.pred == i.pred
                    && goal.args.len() == i.args.len()
                    && pairs.all(|(g, a)| agree(g, &below, a, &own));
                if !same {
                    return Err(DerivationRejection::Mismatch(id));
                }
                premises(system, child)?;
            }
        }
    }
    if children.next().is_some() {
        return Err(DerivationRejection::Mismatch(id));
    }
    Ok(())
}

/// The values of a clause's variables.
fn values(derivation: &Derivation) -> KnownValues {
    derivation.values.iter().map(|(v, value)| (v.clone(), value.to_known())).collect()
}

/// Whether two terms have one value, which is known in full: each by the values of its own clause.
fn agree(goal: &Term, child: &KnownValues, arg: &Term, parent: &KnownValues) -> bool {
    let derived = evaluate(goal, child);
    derived.is_whole() && derived == evaluate(arg, parent)
}
