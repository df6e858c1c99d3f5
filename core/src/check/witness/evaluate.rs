//! The value of a term under a concrete valuation, with predicates under `α(M)`.

use super::Reading;
use crate::abstraction::sigma::Sigma;
use crate::abstraction::witness::model::{Concrete, Scalar};
use crate::base::Int;
use crate::horn::{Node, Op, PredId, Sort, Term, Var};
use std::collections::BTreeMap;

impl Reading<'_> {
    /// Whether the abstract value with these leaves is one of the tuple's.
    pub(super) fn has(
        &self,
        pred: PredId,
        tuple: &[Concrete],
        leaves: &[Concrete],
    ) -> Option<bool> {
        let parts = self.parts(pred)?;
        let mut leaves = leaves.iter();
        let mut all = parts.len() == tuple.len();
        for (sigma, value) in parts.iter().zip(tuple) {
            all &= has_part(sigma, value, &mut leaves)?;
        }
        Some(all && leaves.next().is_none())
    }

    /// The value of a term, with predicates under `α(M)`; `None` if it has none.
    pub(super) fn evaluate(&self, t: &Term, vars: &BTreeMap<&Var, &Concrete>) -> Option<Concrete> {
        let values = |args: &[Term]| -> Option<Vec<Concrete>> {
            args.iter().map(|a| self.evaluate(a, vars)).collect()
        };
        let truth = |b: bool| Concrete::Scalar(Scalar::Bool(b));
        match t.node() {
            Node::Var(v) => vars.get(v).map(|c| (*c).clone()).filter(|c| fits(c, &v.sort)),
            Node::Int(n) => Some(Concrete::Scalar(Scalar::Int(n.clone()))),
            Node::Bool(b) => Some(truth(*b)),
            Node::Pred(name, args) => {
                let (pred, leaves) = (self.pred(name)?, values(args)?);
                let mut found = false;
                for tuple in self.tuples(pred) {
                    found |= self.has(pred, tuple, &leaves)?;
                }
                Some(truth(found))
            }
            Node::App(op, args) => apply(*op, &values(args)?),
            Node::Quant(..) => None,
        }
    }
}

fn fits(c: &Concrete, sort: &Sort) -> bool {
    match c {
        Concrete::Scalar(Scalar::Int(_)) => *sort == Sort::Int,
        Concrete::Scalar(Scalar::Bool(_)) => *sort == Sort::Bool,
        Concrete::Array(_) => *sort == Sort::int_array(),
    }
}

/// Whether the next leaves are an abstract value of `value`.
fn has_part<'l>(
    sigma: &Sigma,
    value: &Concrete,
    leaves: &mut impl Iterator<Item = &'l Concrete>,
) -> Option<bool> {
    match (sigma, value) {
        (Sigma::Id, Concrete::Scalar(_)) => Some(leaves.next()? == value),
        (Sigma::Cell, Concrete::Array(a)) => {
            let (k, v) = (leaves.next()?.as_int()?, leaves.next()?.as_int()?);
            Some(a.get(k) == v)
        }
        (Sigma::Power(base, n), _) => {
            let mut all = true;
            for _ in 0..*n {
                all &= has_part(base, value, leaves)?;
            }
            Some(all)
        }
        (Sigma::Ordered(base, n), Concrete::Array(a)) if **base == Sigma::Cell => {
            let mut all = true;
            let mut last: Option<&Int> = None;
            for _ in 0..*n {
                let (k, v) = (leaves.next()?.as_int()?, leaves.next()?.as_int()?);
                all &= a.get(k) == v && last.is_none_or(|l| l < k);
                last = Some(k);
            }
            Some(all)
        }
        (Sigma::Product(parts), _) => {
            let mut all = true;
            for part in parts {
                all &= has_part(part, value, leaves)?;
            }
            Some(all)
        }
        _ => None,
    }
}

/// Whether the cells in the next leaves are in the order that the abstraction asks for: if not,
/// the instance with these leaves asks for nothing.
pub(super) fn in_order<'l>(
    sigma: &Sigma,
    leaves: &mut impl Iterator<Item = &'l Concrete>,
) -> Option<bool> {
    match sigma {
        Sigma::Id => leaves.next().map(|_| true),
        Sigma::Cell => leaves.next().and(leaves.next()).map(|_| true),
        Sigma::Power(base, n) => {
            let mut all = true;
            for _ in 0..*n {
                all &= in_order(base, leaves)?;
            }
            Some(all)
        }
        Sigma::Ordered(base, n) if **base == Sigma::Cell => {
            let mut all = true;
            let mut last: Option<&Int> = None;
            for _ in 0..*n {
                let k = leaves.next()?.as_int()?;
                leaves.next()?;
                all &= last.is_none_or(|l| l < k);
                last = Some(k);
            }
            Some(all)
        }
        Sigma::Product(parts) | Sigma::Tuple(parts) => {
            let mut all = true;
            for part in parts {
                all &= in_order(part, leaves)?;
            }
            Some(all)
        }
        _ => None,
    }
}

fn apply(op: Op, args: &[Concrete]) -> Option<Concrete> {
    match (op, args) {
        (Op::Select, [Concrete::Array(a), i]) => {
            Some(Concrete::Scalar(Scalar::Int(a.get(i.as_int()?).clone())))
        }
        (Op::Store, [Concrete::Array(a), i, v]) => {
            Some(Concrete::Array(a.clone().set(i.as_int()?.clone(), v.as_int()?.clone())))
        }
        (Op::Ite, [c, a, b]) => Some(if c.as_bool()? { a.clone() } else { b.clone() }),
        (_, args) => {
            let scalar = |c: &Concrete| match c {
                Concrete::Scalar(v) => Some(v.clone()),
                Concrete::Array(_) => None,
            };
            let args: Vec<Scalar> = args.iter().map(scalar).collect::<Option<_>>()?;
            let ints: Option<Vec<&Int>> = args.iter().map(Scalar::as_int).collect();
            let truths: Option<Vec<bool>> = args.iter().map(Scalar::as_bool).collect();
            let value = match (ints, truths) {
                // A junction or a sum of nothing.
                (Some(_), Some(_)) => match op {
                    Op::And | Op::Or => Scalar::Bool(op == Op::And),
                    _ => return None,
                },
                (Some(ints), None) => integers(op, &ints)?,
                (None, Some(truths)) => Scalar::Bool(truth(op, &truths)?),
                (None, None) => return None,
            };
            Some(Concrete::Scalar(value))
        }
    }
}

fn integers(op: Op, args: &[&Int]) -> Option<Scalar> {
    let number = match (op, args) {
        (Op::Add, _) => args.iter().copied().cloned().sum(),
        (Op::Sub, [a, b]) => *a - *b,
        (Op::Neg, [a]) => -*a,
        (Op::Mul, [a, b]) => *a * *b,
        (Op::Div, [a, b]) => a.div_euclid(b)?,
        (Op::Mod, [a, b]) => a.rem_euclid(b)?,
        (Op::Eq, [a, b]) => return Some(Scalar::Bool(a == b)),
        (Op::Ne, [a, b]) => return Some(Scalar::Bool(a != b)),
        (Op::Lt, [a, b]) => return Some(Scalar::Bool(a < b)),
        (Op::Le, [a, b]) => return Some(Scalar::Bool(a <= b)),
        (Op::Gt, [a, b]) => return Some(Scalar::Bool(a > b)),
        (Op::Ge, [a, b]) => return Some(Scalar::Bool(a >= b)),
        _ => return None,
    };
    Some(Scalar::Int(number))
}

fn truth(op: Op, args: &[bool]) -> Option<bool> {
    match (op, args) {
        (Op::And, _) => Some(args.iter().all(|b| *b)),
        (Op::Or, _) => Some(args.iter().any(|b| *b)),
        (Op::Not, [a]) => Some(!a),
        (Op::Implies, [a, b]) => Some(!a || *b),
        (Op::Eq, [a, b]) => Some(a == b),
        (Op::Ne, [a, b]) => Some(a != b),
        _ => None,
    }
}
