//! Models: a value for every variable.

use hornbook_base::Int;
use hornbook_horn::term::{Node, Op, Sort, Term, Var};
use rustc_hash::FxHashMap;
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

/// Terms with fewer nodes are evaluated node by node.
const SMALL: usize = 500;

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
        // Large terms share parts, and deep ones need a large stack.
        if t.size() < SMALL {
            return self.value_of(t, &|part| self.eval(part));
        }
        let mut known: FxHashMap<&Term, Option<Value>> = FxHashMap::default();
        for part in t.post_order() {
            let value = self.value_of(part, &|child| known.get(child).cloned().flatten());
            known.insert(part, value);
        }
        known.remove(t).flatten()
    }

    /// Whether a formula evaluates to true.
    pub fn satisfies(&self, f: &Term) -> bool {
        self.eval(f) == Some(Value::Bool(true))
    }

    /// The value of a term, given those of its children.
    fn value_of(&self, t: &Term, child: &dyn Fn(&Term) -> Option<Value>) -> Option<Value> {
        match t.node() {
            Node::Var(v) => self.get(v),
            Node::Int(n) => Some(Value::Int(n.clone())),
            Node::Bool(b) => Some(Value::Bool(*b)),
            Node::App(op, args) => Operands { values: child }.eval(*op, args),
            Node::Pred(..) | Node::Quant(..) => None,
        }
    }
}

/// The values of the operands of a constructor.
struct Operands<'v> {
    values: &'v dyn Fn(&Term) -> Option<Value>,
}

impl Operands<'_> {
    fn int(&self, t: &Term) -> Option<Int> {
        match (self.values)(t)? {
            Value::Int(n) => Some(n),
            Value::Bool(_) => None,
        }
    }

    fn truth(&self, t: &Term) -> Option<bool> {
        (self.values)(t)?.as_bool()
    }

    fn eval(&self, op: Op, args: &[Term]) -> Option<Value> {
        match (op, args) {
            (Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod, _) => {
                self.arithmetic(op, args).map(Value::Int)
            }
            (Op::Ite, [c, a, b]) => (self.values)(if self.truth(c)? { a } else { b }),
            _ => self.formula(op, args).map(Value::Bool),
        }
    }

    fn arithmetic(&self, op: Op, args: &[Term]) -> Option<Int> {
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

    fn formula(&self, op: Op, args: &[Term]) -> Option<bool> {
        let value = self.values;
        match (op, args) {
            (Op::Lt, [a, b]) => Some(self.int(a)? < self.int(b)?),
            (Op::Le, [a, b]) => Some(self.int(a)? <= self.int(b)?),
            (Op::Gt, [a, b]) => Some(self.int(a)? > self.int(b)?),
            (Op::Ge, [a, b]) => Some(self.int(a)? >= self.int(b)?),
            (Op::Eq, [a, b]) => Some(value(a)? == value(b)?),
            (Op::Ne, [a, b]) => Some(value(a)? != value(b)?),
            (Op::Not, [a]) => Some(!self.truth(a)?),
            (Op::Implies, [a, b]) => Some(!self.truth(a)? || self.truth(b)?),
            // All parts are evaluated, so that an ill-sorted one is noticed.
            (Op::And, _) => args.iter().try_fold(true, |all, a| Some(self.truth(a)? && all)),
            (Op::Or, _) => args.iter().try_fold(false, |any, a| Some(self.truth(a)? || any)),
            _ => None,
        }
    }
}
