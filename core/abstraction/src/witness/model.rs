//! Witnesses as plain data, understood by `check::witness`.

use crate::insts::Instantiation;
use hornbook_base::Int;
use hornbook_evidence::proof::Proof;
use hornbook_horn::{PredId, Sort, Term, Var};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A total map from integers to values: finitely many distinguished cells, and one value for all the
/// others. A cell of an array of arrays holds an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArrayValue {
    /// Index and value of each distinguished cell, sorted by index.
    pub cells: Vec<(Int, Concrete)>,
    /// The value of every other cell.
    pub tail: Box<Concrete>,
}

impl ArrayValue {
    /// The array with this value everywhere.
    pub fn constant(value: Concrete) -> ArrayValue {
        ArrayValue { cells: vec![], tail: Box::new(value) }
    }

    /// The value of the cell `index`.
    pub fn get(&self, index: &Int) -> &Concrete {
        self.cells.iter().find(|(i, _)| i == index).map_or(&*self.tail, |(_, v)| v)
    }

    /// The array with the cell `index` set to `value`.
    pub fn set(mut self, index: Int, value: Concrete) -> ArrayValue {
        self.cells.retain(|(i, _)| *i != index);
        let at = self.cells.partition_point(|(i, _)| *i < index);
        self.cells.insert(at, (index, value));
        self
    }

    /// The array with the cell that has these indices set to `value`.
    pub fn set_at(self, path: &[Int], value: Concrete) -> ArrayValue {
        match path {
            [] => self,
            [index] => self.set(index.clone(), value),
            [index, rest @ ..] => match self.get(index).clone() {
                Concrete::Array(row) => {
                    let row = Concrete::Array(row.set_at(rest, value));
                    self.set(index.clone(), row)
                }
                Concrete::Scalar(_) => self,
            },
        }
    }

    /// Whether both arrays have the same value in each cell.
    pub fn same(&self, other: &ArrayValue) -> bool {
        let all = self.cells.iter().chain(&other.cells);
        self.tail.same(&other.tail) && all.into_iter().all(|(k, _)| self.get(k).same(other.get(k)))
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
    /// An array.
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

    /// Whether both are the same value, however the cells of arrays are listed.
    pub fn same(&self, other: &Concrete) -> bool {
        match (self, other) {
            (Concrete::Scalar(a), Concrete::Scalar(b)) => a == b,
            (Concrete::Array(a), Concrete::Array(b)) => a.same(b),
            _ => false,
        }
    }

    /// Zero, or the array of zeros.
    pub fn zero(sort: &Sort) -> Concrete {
        match sort {
            Sort::Int => Concrete::Scalar(Scalar::Int(Int::ZERO)),
            Sort::Bool => Concrete::Scalar(Scalar::Bool(false)),
            Sort::Array(element) => Concrete::Array(ArrayValue::constant(Concrete::zero(element))),
        }
    }

    /// Whether it is a value of the sort.
    pub fn fits(&self, sort: &Sort) -> bool {
        match (self, sort) {
            (Concrete::Scalar(Scalar::Int(_)), Sort::Int)
            | (Concrete::Scalar(Scalar::Bool(_)), Sort::Bool) => true,
            (Concrete::Array(a), Sort::Array(element)) => {
                a.tail.fits(element) && a.cells.iter().all(|(_, v)| v.fits(element))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Concrete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Concrete::Scalar(v) => v.fmt(f),
            Concrete::Array(a) => {
                f.write_str("[")?;
                a.cells.iter().try_for_each(|(k, v)| write!(f, "{k}:{v} "))?;
                write!(f, "..:{}]", a.tail)
            }
        }
    }
}

/// The tuples that a model gives to a concrete predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredModel {
    /// The predicate.
    pub pred: PredId,
    /// Some of its tuples, one value for each parameter.
    pub tuples: Vec<Vec<Concrete>>,
    /// For the goal's predicate only: with them it has all tuples for which this condition on the
    /// parameters holds, but for those that have the goal's abstract value (under the valuation of
    /// the loss).
    pub rest: Option<Term>,
}

/// A tuple of the model that has an instance's abstract value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceTuple {
    /// The index of the tuple of the premise's predicate.
    pub tuple: usize,
    /// The values of the existential quantifiers of `F_σ` for it, one for each leaf.
    pub q: Vec<Concrete>,
}

/// A model `M` and a valuation for which the instances hold and the context does not, and the
/// places to look for the reason that no valuation has all instances of the quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// `M`. A predicate without an entry has no tuples.
    pub model: Vec<PredModel>,
    /// `vars`: a value for each variable of the clause and the instances.
    pub valuation: Vec<(Var, Concrete)>,
    /// For each element of the instantiation set, in order, the tuple with this abstract value. `None` where
    /// the element asks for nothing under this valuation.
    pub held: Vec<Option<InstanceTuple>>,
    /// Instances of quantified premises, this one and later ones, that cannot all hold while the
    /// context is false: the number of the premise, the abstract value and the `q` of its formula.
    pub representatives: Vec<(usize, Instantiation)>,
    /// Names for the `q` with which the arguments of the goal have its abstract value under some other
    /// valuation: variables that do not occur in the call. Representatives may speak of them.
    pub between: Vec<Var>,
    /// The integers at which the quantifiers of conditions are instantiated, and arrays compared.
    pub indices: Vec<Term>,
}

/// A loss, with proofs for the parts that cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The model and the valuation.
    pub loss: Loss,
    /// One for each obligation: that the representatives and the negated context have no common
    /// valuation, then that what is quantified in the context is as the loss says.
    pub proofs: Vec<Proof>,
}
