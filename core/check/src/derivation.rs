//! The checker for derivations of `false`: it evaluates every clause application.

use hornbook_base::Int;
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{ClauseId, Goal, Node, Op, Premise, System, Term, Var};
use std::collections::BTreeMap;
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

type Values = BTreeMap<Var, Ground>;

/// Accepts a derivation of `false` in `system`.
///
/// # Errors
/// The first wrong step.
pub fn verify(system: &System, derivation: &Derivation) -> Result<(), DerivationRejection> {
    let id = derivation.clause;
    let clause = system.clause(id).ok_or(DerivationRejection::NoClause(id))?;
    let violated = match &clause.goal {
        Goal::Cond(c) => eval(c, &derivation.values) == Some(Ground::Bool(false)),
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
    let mut children = derivation.children.iter();
    for premise in &clause.premises {
        match premise {
            Premise::Cond(c) => {
                if eval(c, &derivation.values) != Some(Ground::Bool(true)) {
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
                let same = i.is_plain()
                    && goal.is_plain()
                    && goal.pred == i.pred
                    && goal.args.len() == i.args.len()
                    && goal.args.iter().zip(&i.args).all(|(g, a)| {
                        let derived = eval(g, &child.values);
                        derived.is_some() && derived == eval(a, &derivation.values)
                    });
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

fn int(t: &Term, values: &Values) -> Option<Int> {
    match eval(t, values)? {
        Ground::Int(n) => Some(n),
        Ground::Bool(_) => None,
    }
}

fn truth(t: &Term, values: &Values) -> Option<bool> {
    match eval(t, values)? {
        Ground::Bool(b) => Some(b),
        Ground::Int(_) => None,
    }
}

/// The value of a term; `None` if a variable has none or the term is not ground arithmetic.
fn eval(t: &Term, values: &Values) -> Option<Ground> {
    let number = |n: Option<Int>| n.map(Ground::Int);
    let (op, args) = match t.node() {
        Node::Var(v) => return values.get(v).cloned(),
        Node::Int(n) => return Some(Ground::Int(n.clone())),
        Node::Bool(b) => return Some(Ground::Bool(*b)),
        Node::App(op, args) => (op, args),
        Node::Pred(..) | Node::Quant(..) => return None,
    };
    let both = |f: fn(&Int, &Int) -> bool| {
        Some(Ground::Bool(f(&int(args.first()?, values)?, &int(args.get(1)?, values)?)))
    };
    match op {
        Op::Add => number(args.iter().map(|a| int(a, values)).sum()),
        Op::Sub => number(Some(int(args.first()?, values)? - int(args.get(1)?, values)?)),
        Op::Neg => number(Some(-int(args.first()?, values)?)),
        Op::Mul => number(Some(int(args.first()?, values)? * int(args.get(1)?, values)?)),
        Op::Div => number(int(args.first()?, values)?.div_euclid(&int(args.get(1)?, values)?)),
        Op::Mod => number(int(args.first()?, values)?.rem_euclid(&int(args.get(1)?, values)?)),
        Op::Lt => both(|a, b| a < b),
        Op::Le => both(|a, b| a <= b),
        Op::Gt => both(|a, b| a > b),
        Op::Ge => both(|a, b| a >= b),
        Op::Eq | Op::Ne => {
            let equal = eval(args.first()?, values)? == eval(args.get(1)?, values)?;
            Some(Ground::Bool(equal == (*op == Op::Eq)))
        }
        Op::Not => Some(Ground::Bool(!truth(args.first()?, values)?)),
        Op::And => {
            let parts: Option<Vec<bool>> = args.iter().map(|a| truth(a, values)).collect();
            Some(Ground::Bool(parts?.iter().all(|b| *b)))
        }
        Op::Or => {
            let parts: Option<Vec<bool>> = args.iter().map(|a| truth(a, values)).collect();
            Some(Ground::Bool(parts?.iter().any(|b| *b)))
        }
        Op::Implies => {
            let (a, b) = (truth(args.first()?, values)?, truth(args.get(1)?, values)?);
            Some(Ground::Bool(!a || b))
        }
        Op::Ite => {
            let chosen = if truth(args.first()?, values)? { args.get(1)? } else { args.get(2)? };
            eval(chosen, values)
        }
        // Operations on arrays do not occur in clauses without them.
        _ => None,
    }
}
