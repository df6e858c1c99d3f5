//! Ordered maps and sets, kept as sorted vectors.
//!
//! Most maps here are small. The standard library's trees are compiled anew for each type of key
//! and value, and are much larger code than a search in a vector.

mod map;
mod set;

pub use map::{Entry, SortedMap};
pub use set::SortedSet;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn a_map_is_as_that_of_the_standard_library(
            first in prop::collection::vec((0u8..40, 0u8..9), 0..40),
            steps in prop::collection::vec((0u8..4, 0u8..40, 0u8..9), 0..40),
            (from, to) in (0u8..40, 0u8..40),
        ) {
            let mut ours: SortedMap<u8, u8> = first.iter().copied().collect();
            let mut theirs: BTreeMap<u8, u8> = first.into_iter().collect();
            for (step, key, value) in steps {
                match step {
                    0 => prop_assert_eq!(ours.insert(key, value), theirs.insert(key, value)),
                    1 => prop_assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    2 => *ours.entry(key).or_default() = *theirs.entry(key).or_insert(0),
                    _ => prop_assert_eq!(ours.get(&key), theirs.get(&key)),
                }
            }
            prop_assert!(ours.iter().eq(&theirs) && ours.keys().rev().eq(theirs.keys().rev()));
            prop_assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
            prop_assert_eq!(ours.first_key_value(), theirs.first_key_value());
            if from <= to {
                prop_assert!(ours.range(from..=to).eq(theirs.range(from..=to)));
                prop_assert!(ours.range(from..to).eq(theirs.range(from..to)));
            } else {
                prop_assert_eq!(ours.range(from..to).count(), 0);
            }
        }

        #[test]
        fn a_set_is_as_that_of_the_standard_library(
            first in prop::collection::vec(0u8..40, 0..40),
            second in prop::collection::vec(0u8..40, 0..40),
        ) {
            let mut ours: SortedSet<u8> = first.iter().copied().collect();
            let mut theirs: BTreeSet<u8> = first.into_iter().collect();
            let (other, their_other) = (second.iter().copied().collect(), second.iter().copied().collect());
            prop_assert!(ours.difference(&other).eq(theirs.difference(&their_other)));
            prop_assert!(ours.intersection(&other).eq(theirs.intersection(&their_other)));
            prop_assert_eq!(ours.is_subset(&other), theirs.is_subset(&their_other));
            prop_assert_eq!(ours.is_disjoint(&other), theirs.is_disjoint(&their_other));
            prop_assert_eq!(ours.pop_first(), theirs.pop_first());
            for element in second {
                prop_assert_eq!(ours.remove(&element), theirs.remove(&element));
                prop_assert_eq!(ours.insert(element / 2), theirs.insert(element / 2));
            }
            prop_assert!(ours.iter().eq(&theirs));
        }
    }
}
