//! The values of cells: those of made arrays are computed, the others are variables.

use super::super::ackermann::{Read, Reads, cell};
use hornbook_horn::arrays::{expand, read};
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, Term, Var};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A cell of an array that is made from others.
pub(super) fn cell_of(made: &Term, indices: &[Term]) -> Term {
    let cell = indices.iter().fold(made.clone(), |array, index| read(&array, index));
    fold(&expand(&fold(&cell)))
}

/// The replacement of reads by values and variables.
pub(super) struct CellReplacer {
    definitions: BTreeMap<Var, Term>,
    reads: Reads,
    /// The results for the terms so far.
    known: FxHashMap<Term, Term>,
    /// The equations of new variables.
    equations: Vec<Term>,
    /// The limit of definitions through which a cell is followed, the present number, and whether the limit
    /// was reached: then the cell may have any value.
    most: usize,
    depth: usize,
    cut: bool,
}

impl CellReplacer {
    pub(super) fn new(definitions: BTreeMap<Var, Term>, names: Names, most: usize) -> CellReplacer {
        let reads = Reads::new(BTreeSet::new(), names);
        let (known, equations) = (FxHashMap::default(), vec![]);
        CellReplacer { definitions, reads, known, equations, most, depth: 0, cut: false }
    }

    /// Whether some cell may have any value although its array is made from others.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
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
        let Some(made) = self.written(cell_of(made, indices)) else {
            self.cut = true;
            return self.reads.term(&plain);
        };
        self.depth += 1;
        let value = fold(&self.term(&made));
        self.depth -= 1;
        // A variable keeps the terms that use it from growing.
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

    /// The value of a cell, past all writes to other cells; `None` if too many arrays are made from
    /// each other.
    fn written(&self, mut value: Term) -> Option<Term> {
        while let Some((array, indices)) = cell(&value)
            && let Some(made) = self.definitions.get(array)
            && indices.iter().all(|i| !i.has_array())
        {
            let indices: Vec<Term> = indices.into_iter().cloned().collect();
            value = cell_of(made, &indices);
        }
        (self.depth < self.most).then_some(value)
    }

    /// The cells that became variables.
    pub(super) fn seen(&self) -> &[Read] {
        self.reads.seen()
    }

    /// The equations of the new variables.
    pub(super) fn equations(&self) -> Vec<Term> {
        self.equations.iter().cloned().chain(self.reads.consistency()).collect()
    }
}
