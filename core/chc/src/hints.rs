//! Hints about clauses that the caller has: plain data, which only makes the search faster or more
//! successful. Wrong hints never lead to a wrong answer.
//!
//! Some parameters may be a *sample* of a function: *indices*, which are its arguments, followed by the
//! *value* there. Invariants of such clauses tend to describe the value by conditions on the indices.

use super::rule::Lemmas;
use hornbook_base::AssertId;
use hornbook_horn::{PredId, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The meaning of the parameters of predicates, and assumptions about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The parameters that belong to no sample.
    pub scalars: BTreeMap<PredId, BTreeSet<Var>>,
    /// The parameters that hold values of samples: an order between them seldom matters.
    pub values: BTreeMap<PredId, BTreeSet<Var>>,
    /// The parameters that stand for products of others.
    pub products: BTreeMap<PredId, BTreeSet<Var>>,
    /// The parameters that are copies of samples of one function.
    pub copies: Copies,
    /// Formulas over the parameters that are expected to hold. Those that the clauses keep together are used.
    pub known: Lemmas,
    /// The assertions that are auxiliary: they may be used, and need not be proved.
    pub asserts: BTreeSet<AssertId>,
}

/// The subject of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Indices of samples, but not the values there.
    Index,
    /// Truth values.
    Flag,
    /// Numbers.
    Number,
    /// Values of samples.
    Content,
}

impl Hints {
    /// The subject of an atom over the parameters of a predicate.
    pub(crate) fn role(&self, pred: PredId, atom: &Term) -> Role {
        let vars = atom.free_vars();
        let among = |known: &BTreeMap<PredId, BTreeSet<Var>>, v: &Var| {
            known.get(&pred).is_some_and(|vars| vars.contains(v))
        };
        if vars.iter().any(|v| among(&self.values, v)) {
            Role::Content
        } else if vars.iter().any(|v| !among(&self.scalars, v)) {
            Role::Index
        } else if vars.iter().all(|v| v.sort == Sort::Bool) {
            Role::Flag
        } else {
            Role::Number
        }
    }
}

/// For each predicate, its groups of interchangeable parameters: each group has copies with the same number
/// of parameters.
pub type Copies = BTreeMap<PredId, Vec<Vec<Vec<Var>>>>;
