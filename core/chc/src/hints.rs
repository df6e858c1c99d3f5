//! What whoever asks knows about the clauses besides the clauses: plain data, which only makes the
//! search faster or more successful. Wrong hints never lead to a wrong answer.
//!
//! Some parameters may be a *sample* of a function: *places*, which are its arguments, followed by the *value* there.
//! Invariants of such clauses tend to say for which places the value is what.

use super::rule::Lemmas;
use hornbook_base::AssertId;
use hornbook_horn::{PredId, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// What the parameters of predicates are, and what may be assumed of them.
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
    /// Formulas over the parameters that hold for sure, or may hold. They are taken as far as the clauses
    /// keep them together; the others are passed over.
    pub known: Lemmas,
    /// The assertions that are only meant to help.
    pub asserts: BTreeSet<AssertId>,
}

/// What an atom is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Places of samples, but not the values there.
    Index,
    /// Truth values.
    Flag,
    /// Numbers.
    Number,
    /// Values of samples.
    Content,
}

impl Hints {
    /// What an atom over the parameters of a predicate is about.
    pub fn role(&self, pred: PredId, atom: &Term) -> Role {
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

/// For each predicate, its parameters that are copies of the same thing: each power `σ^n` of an
/// abstraction has `n` of them, each copy with the same number of parameters.
pub type Copies = BTreeMap<PredId, Vec<Vec<Vec<Var>>>>;
