//! Ordered maps and sets, kept as sorted vectors.
//!
//! Most maps here are small. The standard library's trees are compiled anew for each type of key
//! and value, and are much larger code than a search in a vector.

mod map;
mod set;

pub use map::{Entry, SortedMap};
pub use set::SortedSet;
