//! Sorting that is compiled once.
//!
//! The standard library's sort is compiled anew for each type of element and each order. All these
//! copies would be a good part of what a visit of the page downloads. A call through a table for each
//! comparison costs a little time; where that shows, the standard library's sort is used.

use std::cmp::Ordering;

/// Slices that are shorter are sorted where they are.
const SHORT: usize = 16;

/// Sorting of slices; equal elements keep their order.
pub trait Arrange<T> {
    /// Sorts by the elements' own order.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Sorts by what `key` gives.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts by an order.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        sort(&mut Elements { slice: self, compare: T::cmp });
    }

    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort(&mut Elements { slice: self, compare: |a: &T, b: &T| key(a).cmp(&key(b)) });
    }

    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        sort(&mut Elements { slice: self, compare });
    }
}

/// What is sorted, by places.
trait Places {
    fn count(&self) -> usize;
    fn compare(&mut self, a: usize, b: usize) -> Ordering;
    fn swap(&mut self, a: usize, b: usize);
}

struct Elements<'a, T, C> {
    slice: &'a mut [T],
    compare: C,
}

impl<T, C: FnMut(&T, &T) -> Ordering> Places for Elements<'_, T, C> {
    fn count(&self) -> usize {
        self.slice.len()
    }

    fn compare(&mut self, a: usize, b: usize) -> Ordering {
        (self.compare)(&self.slice[a], &self.slice[b])
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.slice.swap(a, b);
    }
}

fn sort(places: &mut dyn Places) {
    let count = places.count();
    if count < SHORT {
        for end in 1..count {
            let mut at = end;
            while at > 0 && places.compare(at - 1, at) == Ordering::Greater {
                places.swap(at - 1, at);
                at -= 1;
            }
        }
    } else {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| places.compare(*a, *b));
        put(places, &mut order);
    }
}

/// Puts to each place `n` what is at `order[n]`.
fn put(places: &mut dyn Places, order: &mut [usize]) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            // A place that is done names itself.
            let from = std::mem::replace(&mut order[at], at);
            if from == start || from == at {
                break;
            }
            places.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_the_standard_library(
            elements in prop::collection::vec((0u8..9, any::<u8>()), 0..60)
        ) {
            let (mut ours, mut theirs) = (elements.clone(), elements.clone());
            ours.arrange_by_key(|(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(&ours, &theirs);
            ours.arrange_by(|a, b| b.1.cmp(&a.1));
            theirs.sort_by_key(|(_, other)| std::cmp::Reverse(*other));
            prop_assert_eq!(&ours, &theirs);
            ours.arrange();
            theirs.sort();
            prop_assert_eq!(&ours, &theirs);
        }
    }
}
