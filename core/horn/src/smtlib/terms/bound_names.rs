//! The names that `let` and quantifiers bind.

use super::Sized;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bound names with their terms, the innermost last. Long chains of `let` are looked up quickly.
#[derive(Default)]
pub(super) struct BoundNames {
    bound: Vec<(Rc<str>, Sized)>,
    /// The places of each name in `bound`.
    places: BTreeMap<Rc<str>, Vec<usize>>,
}

impl BoundNames {
    /// The number of bound names.
    pub(super) fn len(&self) -> usize {
        self.bound.len()
    }

    /// Binds a name; another one of the same spelling is hidden.
    pub(super) fn push(&mut self, name: Rc<str>, term: Sized) {
        self.places.entry(name.clone()).or_default().push(self.bound.len());
        self.bound.push((name, term));
    }

    /// Forgets all but the first `len` names.
    pub(super) fn truncate(&mut self, len: usize) {
        for (name, _) in self.bound.drain(len.min(self.bound.len())..).rev() {
            let places = self.places.entry(name).or_default();
            places.pop();
        }
    }

    /// Forgets all names.
    pub(super) fn clear(&mut self) {
        self.bound.clear();
        self.places.clear();
    }

    /// The term of the innermost binding of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Sized> {
        let place = *self.places.get(name)?.last()?;
        self.bound.get(place).map(|(_, term)| term)
    }
}
