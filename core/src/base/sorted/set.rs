//! Ordered sets.

use crate::base::Arrange;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Borrow;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::{slice, vec};

/// A set in the order of its elements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SortedSet<T> {
    /// In order, each of them once.
    elements: Vec<T>,
}

impl<T> Default for SortedSet<T> {
    fn default() -> SortedSet<T> {
        SortedSet { elements: Vec::new() }
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<T> SortedSet<T> {
    /// The empty set.
    pub const fn new() -> SortedSet<T> {
        SortedSet { elements: Vec::new() }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.elements.clear();
    }

    /// The elements.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.elements.iter()
    }

    /// The least element.
    pub fn first(&self) -> Option<&T> {
        self.elements.first()
    }

    /// The greatest element.
    pub fn last(&self) -> Option<&T> {
        self.elements.last()
    }

    /// Takes the least element away.
    pub fn pop_first(&mut self) -> Option<T> {
        (!self.elements.is_empty()).then(|| self.elements.remove(0))
    }

    /// Takes the greatest element away.
    pub fn pop_last(&mut self) -> Option<T> {
        self.elements.pop()
    }

    /// Takes away what `keep` does not hold for.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.elements.retain(keep);
    }

    /// Where an element is, or where it would have to be.
    fn place<Q: Ord + ?Sized>(&self, element: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.elements.binary_search_by(|other| other.borrow().cmp(element))
    }

    /// Whether an element is there.
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(element).is_ok()
    }

    /// The element that equals another one.
    pub fn get<Q: Ord + ?Sized>(&self, element: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        let at = self.place(element).ok()?;
        self.elements.get(at)
    }

    /// Takes an element away; says whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(element).map(|at| self.elements.remove(at)).is_ok()
    }
}

impl<T: Ord> SortedSet<T> {
    /// Adds an element; says whether it was not there yet.
    pub fn insert(&mut self, element: T) -> bool {
        match self.place(&element) {
            Ok(_) => false,
            Err(at) => {
                self.elements.insert(at, element);
                true
            }
        }
    }

    /// What lies in a range; nothing if the range is empty.
    pub fn range(&self, range: impl RangeBounds<T>) -> slice::Iter<'_, T> {
        let from = match range.start_bound() {
            Bound::Included(least) => self.elements.partition_point(|other| other < least),
            Bound::Excluded(least) => self.elements.partition_point(|other| other <= least),
            Bound::Unbounded => 0,
        };
        let to = match range.end_bound() {
            Bound::Included(greatest) => self.elements.partition_point(|other| other <= greatest),
            Bound::Excluded(greatest) => self.elements.partition_point(|other| other < greatest),
            Bound::Unbounded => self.elements.len(),
        };
        self.elements.get(from..to).unwrap_or_default().iter()
    }

    /// The elements that another set lacks.
    pub fn difference<'a>(
        &'a self,
        other: &'a SortedSet<T>,
    ) -> impl Iterator<Item = &'a T> + Clone {
        self.iter().filter(|element| !other.contains(*element))
    }

    /// The elements that another set has as well.
    pub fn intersection<'a>(
        &'a self,
        other: &'a SortedSet<T>,
    ) -> impl Iterator<Item = &'a T> + Clone {
        self.iter().filter(|element| other.contains(*element))
    }

    /// Whether another set has all elements.
    pub fn is_subset(&self, other: &SortedSet<T>) -> bool {
        self.iter().all(|element| other.contains(element))
    }

    /// Whether another set has none of the elements.
    pub fn is_disjoint(&self, other: &SortedSet<T>) -> bool {
        !self.iter().any(|element| other.contains(element))
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> SortedSet<T> {
        let mut elements: Vec<T> = elements.into_iter().collect();
        elements.arrange();
        elements.dedup();
        SortedSet { elements }
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.extend(elements.into_iter().copied());
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(elements: [T; N]) -> SortedSet<T> {
        elements.into_iter().collect()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> vec::IntoIter<T> {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.iter()
    }
}

impl<'de, T: Deserialize<'de> + Ord> Deserialize<'de> for SortedSet<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SortedSet<T>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}
