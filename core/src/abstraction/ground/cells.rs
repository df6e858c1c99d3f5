//! What cells are: those of made arrays are computed, the others are variables.

use super::super::ackermann::{Read, Reads, cell};
use crate::horn::arrays::{expand, read};
use crate::horn::fold::fold;
use crate::horn::{Names, Term, Var};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A cell of an array that is made from others.
pub(super) fn cell_of(made: &Term, indices: &[Term]) -> Term {
    let cell = indices.iter().fold(made.clone(), |array, index| read(&array, index));
    fold(&expand(&fold(&cell)))
}

/// Replaces reads.
pub(super) struct Cells {
    definitions: BTreeMap<Var, Term>,
    reads: Reads,
    /// What became of the terms so far.
    known: FxHashMap<Term, Term>,
    /// What is said of new variables.
    equations: Vec<Term>,
}

impl Cells {
    pub(super) fn new(definitions: BTreeMap<Var, Term>, names: Names) -> Cells {
        let reads = Reads::new(BTreeSet::new(), names);
        Cells { definitions, reads, known: FxHashMap::default(), equations: vec![] }
    }

    /// The term without reads.
    pub(super) fn term(&mut self, t: &Term) -> Term {
        if !t.has_array() {
            return t.clone();
        }
        if let Some(known) = self.known.get(t) {
            return known.clone();
        }
        let replaced = match cell(t) {
            Some((array, indices)) => {
                let indices: Vec<Term> = indices.into_iter().map(|i| fold(&self.term(i))).collect();
                self.cell(array, &indices)
            }
            None => t.map_children(|c| self.term(c)),
        };
        self.known.insert(t.clone(), replaced.clone());
        replaced
    }

    fn cell(&mut self, array: &Var, indices: &[Term]) -> Term {
        let plain = indices.iter().fold(Term::var(array), |a, i| Term::select(a, i.clone()));
        let Some(made) = self.definitions.get(array) else { return self.reads.term(&plain) };
        if let Some(known) = self.known.get(&plain) {
            return known.clone();
        }
        let made = cell_of(made, indices);
        let value = fold(&self.term(&made));
        // Named, so that what is made of it does not grow.
        let value = match value.size() > 1 && !value.has_array() {
            true => {
                let v = self.reads.name(&Var::new(&array.name, value.sort()));
                self.equations.push(Term::eq(Term::var(&v), value));
                Term::var(&v)
            }
            false => value,
        };
        self.known.insert(plain, value.clone());
        value
    }

    /// The cells that became variables.
    pub(super) fn seen(&self) -> &[Read] {
        self.reads.seen()
    }

    /// What holds of the new variables.
    pub(super) fn equations(&self) -> Vec<Term> {
        self.equations.iter().cloned().chain(self.reads.consistency()).collect()
    }
}
