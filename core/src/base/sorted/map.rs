//! Ordered maps.

use crate::base::Arrange;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, Index, RangeBounds};
use std::{slice, vec};

/// A map in the order of its keys.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedMap<K, V> {
    /// In the order of the keys, each of which is there once.
    pairs: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> SortedMap<K, V> {
        SortedMap { pairs: Vec::new() }
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K, V> SortedMap<K, V> {
    /// The empty map.
    pub const fn new() -> SortedMap<K, V> {
        SortedMap { pairs: Vec::new() }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// The keys with their values.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter(self.pairs.iter())
    }

    /// The keys with their values, which may be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut(self.pairs.iter_mut())
    }

    /// The keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(_, value)| value)
    }

    /// The values, in the order of their keys, which may be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.pairs.iter_mut().map(|(_, value)| value)
    }

    /// The keys by value.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator {
        self.pairs.into_iter().map(|(key, _)| key)
    }

    /// The values by value, in the order of their keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.pairs.into_iter().map(|(_, value)| value)
    }

    /// The least key with its value.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.pairs.first().map(|(key, value)| (key, value))
    }

    /// The greatest key with its value.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.pairs.last().map(|(key, value)| (key, value))
    }

    /// Takes away what `keep` does not hold for.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.pairs.retain_mut(|(key, value)| keep(key, value));
    }

    /// Where a key is, or where it would have to be.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.pairs.binary_search_by(|(other, _)| other.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(&self.pairs[at].1)
    }

    /// The value of a key, which may be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(&mut self.pairs[at].1)
    }

    /// Whether there is a value for a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Takes a key away; gives its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(self.pairs.remove(at).1)
    }

    /// What lies in a range of keys; nothing if the range is empty.
    pub fn range(&self, range: impl RangeBounds<K>) -> Iter<'_, K, V>
    where
        K: Ord,
    {
        let from = match range.start_bound() {
            Bound::Included(key) => self.pairs.partition_point(|(other, _)| other < key),
            Bound::Excluded(key) => self.pairs.partition_point(|(other, _)| other <= key),
            Bound::Unbounded => 0,
        };
        let to = match range.end_bound() {
            Bound::Included(key) => self.pairs.partition_point(|(other, _)| other <= key),
            Bound::Excluded(key) => self.pairs.partition_point(|(other, _)| other < key),
            Bound::Unbounded => self.pairs.len(),
        };
        Iter(self.pairs.get(from..to).unwrap_or_default().iter())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Gives a key a value; gives the value that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.entry(key) {
            Entry::Occupied(mut entry) => Some(entry.insert(value)),
            Entry::Vacant(entry) => {
                entry.insert(value);
                None
            }
        }
    }

    /// The place of a key, for looking and changing with one search.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        match self.place(&key) {
            Ok(at) => Entry::Occupied(Occupied { pairs: &mut self.pairs, at }),
            Err(at) => Entry::Vacant(Vacant { pairs: &mut self.pairs, at, key }),
        }
    }
}

/// The place of a key in a map.
pub enum Entry<'a, K, V> {
    /// It has a value.
    Occupied(Occupied<'a, K, V>),
    /// It has none yet.
    Vacant(Vacant<'a, K, V>),
}

/// The place of a key that has a value.
pub struct Occupied<'a, K, V> {
    pairs: &'a mut Vec<(K, V)>,
    at: usize,
}

/// The place of a key that has no value yet.
pub struct Vacant<'a, K, V> {
    pairs: &'a mut Vec<(K, V)>,
    at: usize,
    key: K,
}

impl<'a, K, V> Occupied<'a, K, V> {
    /// The value.
    pub fn get(&self) -> &V {
        &self.pairs[self.at].1
    }

    /// The value, which may be changed.
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.pairs[self.at].1
    }

    /// The value, for as long as the map is lent.
    pub fn into_mut(self) -> &'a mut V {
        &mut self.pairs[self.at].1
    }

    /// Gives the key another value; gives the one that it had.
    pub fn insert(&mut self, value: V) -> V {
        std::mem::replace(self.get_mut(), value)
    }

    /// Takes the key away; gives its value.
    pub fn remove(self) -> V {
        self.pairs.remove(self.at).1
    }
}

impl<'a, K, V> Vacant<'a, K, V> {
    /// Gives the key a value.
    pub fn insert(self, value: V) -> &'a mut V {
        self.pairs.insert(self.at, (self.key, value));
        &mut self.pairs[self.at].1
    }
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The value; `value` if there is none yet.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value; what `value` gives if there is none yet.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(value()),
        }
    }

    /// The value; the default if there is none yet.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Changes the value if there is one.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut V)) -> Entry<'a, K, V> {
        if let Entry::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> SortedMap<K, V> {
        let mut pairs: Vec<(K, V)> = pairs.into_iter().collect();
        pairs.arrange_by(|(a, _), (b, _)| a.cmp(b));
        // The last value of a key counts: `dedup_by` takes away the second of two.
        pairs.dedup_by(|second, first| {
            let same = second.0 == first.0;
            if same {
                std::mem::swap(second, first);
            }
            same
        });
        SortedMap { pairs }
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(pairs: [(K, V); N]) -> SortedMap<K, V> {
        pairs.into_iter().collect()
    }
}

impl<K: Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    /// The value of a key that is there; panics if it is not.
    fn index(&self, key: &Q) -> &V {
        match self.place(key) {
            Ok(at) => &self.pairs[at].1,
            Err(_) => panic!("the key is not in the map"),
        }
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> vec::IntoIter<(K, V)> {
        self.pairs.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut SortedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}

/// The keys of a map with their values.
pub struct Iter<'a, K, V>(slice::Iter<'a, (K, V)>);

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<'a, K, V> DoubleEndedIterator for Iter<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a V)> {
        self.0.next_back().map(|(key, value)| (key, value))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

/// The keys of a map with their values, which may be changed.
pub struct IterMut<'a, K, V>(slice::IterMut<'a, (K, V)>);

impl<'a, K, V> Iterator for IterMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);

    fn next(&mut self) -> Option<(&'a K, &'a mut V)> {
        self.0.next().map(|(key, value)| (&*key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for SortedMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SortedMap<K, V>, D::Error> {
        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

struct Pairs<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for Pairs<K, V> {
    type Value = SortedMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<SortedMap<K, V>, A::Error> {
        let mut map = SortedMap::new();
        while let Some((key, value)) = access.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}
