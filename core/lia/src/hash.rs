//! Hash tables for look-ups only: a fast hash, and no way to depend on order.
//!
//! **Invariant:** these tables are never iterated, so nothing observable depends on hashing.

/// A look-up table.
pub(super) type Table<K, V> = rustc_hash::FxHashMap<K, V>;
