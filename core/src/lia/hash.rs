//! Hash tables for look-ups only: a fast multiplicative hash, and no way to depend on order.
//!
//! **Invariant:** these tables are never iterated, so nothing observable depends on hashing.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A look-up table.
pub(super) type Table<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// Multiply and rotate, one machine word at a time.
#[derive(Clone, Copy, Default)]
pub(super) struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    fn write_i64(&mut self, n: i64) {
        self.mix(n.cast_unsigned());
    }

    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    fn finish(&self) -> u64 {
        // The table looks at the top bits and at the bottom bits; spread the good ones.
        self.0 ^ (self.0 >> 32)
    }
}
