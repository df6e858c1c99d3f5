//! Derivations of `false`, as a checker gets them.

use hornbook_base::Int;
use hornbook_horn::known::KnownValue;
use hornbook_horn::{ClauseId, Op, Sort, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// An array: single cells by their indices, and the value of all others.
    Array(Vec<(Int, Ground)>, Box<Ground>),
}

impl Ground {
    /// The value that everything of this sort may have: zero, false, or an array of these.
    pub fn default_for(sort: &Sort) -> Ground {
        match sort {
            Sort::Int => Ground::Int(Int::ZERO),
            Sort::Bool => Ground::Bool(false),
            Sort::Array(element) => Ground::Array(vec![], Box::new(Ground::default_for(element))),
        }
    }

    /// The value for the evaluation of terms.
    pub fn to_known(&self) -> KnownValue {
        match self {
            Ground::Int(n) => KnownValue::Int(n.clone()),
            Ground::Bool(b) => KnownValue::Bool(*b),
            Ground::Array(cells, others) => {
                let cells = cells.iter().map(|(i, cell)| (i.clone(), cell.to_known()));
                KnownValue::array(cells, others.to_known())
            }
        }
    }

    /// The value, if it is known in full.
    pub fn from_known(known: &KnownValue) -> Option<Ground> {
        Some(match known {
            KnownValue::Nothing => return None,
            KnownValue::Int(n) => Ground::Int(n.clone()),
            KnownValue::Bool(b) => Ground::Bool(*b),
            KnownValue::Array(array) => {
                let cell =
                    |(i, cell): (&Int, &KnownValue)| Some((i.clone(), Ground::from_known(cell)?));
                let cells: Option<Vec<(Int, Ground)>> = array.single().map(cell).collect();
                Ground::Array(cells?, Box::new(Ground::from_known(array.others())?))
            }
        })
    }

    /// The constant: of an array one that is written cell by cell.
    pub fn to_term(&self) -> Term {
        match self {
            Ground::Int(n) => Term::int(n.clone()),
            Ground::Bool(b) => Term::bool(*b),
            Ground::Array(cells, others) => {
                let start = Term::app(Op::ConstArray, vec![others.to_term()]);
                let write = |array, (i, cell): &(Int, Ground)| {
                    Term::store(array, Term::int(i.clone()), cell.to_term())
                };
                cells.iter().fold(start, write)
            }
        }
    }
}

/// One application of a clause: the goals of the children are its instances among the premises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Derivation {
    /// The clause.
    pub clause: ClauseId,
    /// The values of the clause's variables.
    pub values: BTreeMap<Var, Ground>,
    /// One derivation for each instance among the premises, in order.
    pub children: Vec<Derivation>,
}
