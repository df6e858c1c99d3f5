//! Models: a value for every variable.

use crate::base::Int;
use crate::horn::term::{Node, Op, Sort, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
}

impl Value {
    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(n) => Some(n),
            Value::Bool(_) => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Int(_) => None,
            Value::Bool(b) => Some(*b),
        }
    }

    /// The value as a constant term.
    pub fn to_term(&self) -> Term {
        match self {
            Value::Int(n) => Term::int(n.clone()),
            Value::Bool(b) => Term::bool(*b),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => n.fmt(f),
            Value::Bool(b) => b.fmt(f),
        }
    }
}

/// An assignment of values to variables. Variables that are not mentioned are zero or false.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Model {
    /// The values, by variable.
    #[serde(with = "as_pairs")]
    pub values: BTreeMap<Var, Value>,
}

/// JSON has no maps with structured keys.
mod as_pairs {
    use super::{BTreeMap, Value, Var};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        values: &BTreeMap<Var, Value>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Var, Value>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Model {
    /// The value of a variable; `None` for arrays.
    pub fn get(&self, v: &Var) -> Option<Value> {
        match (self.values.get(v), &v.sort) {
            (Some(value), _) => Some(value.clone()),
            (None, Sort::Int) => Some(Value::Int(Int::ZERO)),
            (None, Sort::Bool) => Some(Value::Bool(false)),
            (None, Sort::Array(_)) => None,
        }
    }

    /// The exact value of a term; `None` for arrays, quantifiers, division by zero, and terms that
    /// are not well-sorted. Products of variables are fine.
    pub fn eval(&self, t: &Term) -> Option<Value> {
        match t.node() {
            Node::Var(v) => self.get(v),
            Node::Int(n) => Some(Value::Int(n.clone())),
            Node::Bool(b) => Some(Value::Bool(*b)),
            Node::App(op, args) => self.eval_app(*op, args),
            Node::Pred(..) | Node::Quant(..) => None,
        }
    }

    /// Whether a formula evaluates to true.
    pub fn satisfies(&self, f: &Term) -> bool {
        self.eval(f) == Some(Value::Bool(true))
    }

    fn int(&self, t: &Term) -> Option<Int> {
        match self.eval(t)? {
            Value::Int(n) => Some(n),
            Value::Bool(_) => None,
        }
    }

    fn truth(&self, t: &Term) -> Option<bool> {
        self.eval(t)?.as_bool()
    }

    fn eval_app(&self, op: Op, args: &[Term]) -> Option<Value> {
        match (op, args) {
            (Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod, _) => {
                self.eval_arithmetic(op, args).map(Value::Int)
            }
            (Op::Ite, [c, a, b]) => self.eval(if self.truth(c)? { a } else { b }),
            _ => self.eval_formula(op, args).map(Value::Bool),
        }
    }

    fn eval_arithmetic(&self, op: Op, args: &[Term]) -> Option<Int> {
        match (op, args) {
            (Op::Add, _) => args.iter().map(|a| self.int(a)).sum(),
            (Op::Sub, [a, b]) => Some(self.int(a)? - self.int(b)?),
            (Op::Neg, [a]) => Some(-self.int(a)?),
            (Op::Mul, [a, b]) => Some(self.int(a)? * self.int(b)?),
            (Op::Div, [a, b]) => self.int(a)?.div_euclid(&self.int(b)?),
            (Op::Mod, [a, b]) => self.int(a)?.rem_euclid(&self.int(b)?),
            _ => None,
        }
    }

    fn eval_formula(&self, op: Op, args: &[Term]) -> Option<bool> {
        match (op, args) {
            (Op::Lt, [a, b]) => Some(self.int(a)? < self.int(b)?),
            (Op::Le, [a, b]) => Some(self.int(a)? <= self.int(b)?),
            (Op::Gt, [a, b]) => Some(self.int(a)? > self.int(b)?),
            (Op::Ge, [a, b]) => Some(self.int(a)? >= self.int(b)?),
            (Op::Eq, [a, b]) => Some(self.eval(a)? == self.eval(b)?),
            (Op::Ne, [a, b]) => Some(self.eval(a)? != self.eval(b)?),
            (Op::Not, [a]) => Some(!self.truth(a)?),
            (Op::Implies, [a, b]) => Some(!self.truth(a)? || self.truth(b)?),
            // All parts are evaluated, so that an ill-sorted one is noticed.
            (Op::And, _) => args.iter().try_fold(true, |all, a| Some(self.truth(a)? && all)),
            (Op::Or, _) => args.iter().try_fold(false, |any, a| Some(self.truth(a)? || any)),
            _ => None,
        }
    }
}
