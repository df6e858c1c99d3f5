//! What a witness is: plain data, understood by `check::witness`.

use crate::base::Int;
use crate::horn::{PredId, Term, Var};
use crate::lia::Value;
use crate::lia::proof::Proof;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A total map from integers to integers: finitely many distinguished cells, and one value for all
/// the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArrayValue {
    /// Index and value of each distinguished cell, sorted by index.
    pub cells: Vec<(Int, Int)>,
    /// The value of every other cell.
    pub tail: Int,
}

impl ArrayValue {
    /// The value of the cell `index`.
    pub fn get(&self, index: &Int) -> &Int {
        self.cells.iter().find(|(i, _)| i == index).map_or(&self.tail, |(_, v)| v)
    }

    /// The array with the cell `index` set to `value`.
    pub fn set(mut self, index: Int, value: Int) -> ArrayValue {
        self.cells.retain(|(i, _)| *i != index);
        let at = self.cells.partition_point(|(i, _)| *i < index);
        self.cells.insert(at, (index, value));
        self
    }
}

/// An integer or a truth value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
}

impl Scalar {
    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Scalar::Int(n) => Some(n),
            Scalar::Bool(_) => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Scalar::Int(_) => None,
            Scalar::Bool(b) => Some(*b),
        }
    }

    /// The value as a constant term.
    pub fn to_term(&self) -> Term {
        match self {
            Scalar::Int(n) => Term::int(n.clone()),
            Scalar::Bool(b) => Term::bool(*b),
        }
    }
}

impl From<Value> for Scalar {
    fn from(value: Value) -> Scalar {
        match value {
            Value::Int(n) => Scalar::Int(n),
            Value::Bool(b) => Scalar::Bool(b),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(n) => n.fmt(f),
            Scalar::Bool(b) => b.fmt(f),
        }
    }
}

/// A value of any sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Concrete {
    /// An integer or a truth value.
    Scalar(Scalar),
    /// An array of integers.
    Array(ArrayValue),
}

impl Concrete {
    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Concrete::Scalar(v) => v.as_int(),
            Concrete::Array(_) => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Concrete::Scalar(v) => v.as_bool(),
            Concrete::Array(_) => None,
        }
    }
}

/// The finite set of tuples that a model gives to a concrete predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredModel {
    /// The predicate.
    pub pred: PredId,
    /// Its tuples, one value for each parameter.
    pub tuples: Vec<Vec<Concrete>>,
}

/// A model `M` and a valuation for which the instances hold and the context does not, and the
/// place to look for the reason that no valuation has all instances of the quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// `M`. A predicate without an entry has no tuples.
    pub model: Vec<PredModel>,
    /// `vars`: a value for each variable of the context and the instances.
    pub valuation: Vec<(Var, Concrete)>,
    /// For each element of the instantiation set, in order, a tuple of the premise's predicate
    /// that has this abstract value.
    pub held: Vec<usize>,
    /// Instances of the quantifier that cannot all hold while the context is false. Each is given
    /// by the indices of its cells, from left to right.
    pub representatives: Vec<Vec<Term>>,
}

/// A loss, with the proof of its second half.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The model and the valuation.
    pub loss: Loss,
    /// That the representatives and the negated context have no common valuation.
    pub proof: Proof,
}
