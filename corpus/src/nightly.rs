//! The extent of tests: a part for each change, all by `cargo xtask nightly`.
//!
//! Which part it is does not change from one time to the next, so what failed once fails again.

use std::ops::Range;

/// Whether tests may take long: [`VARIABLE`] is 1.
pub fn is_now() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == "1")
}

/// The variable in the environment that `cargo xtask nightly` sets.
pub const VARIABLE: &str = "HORNBOOK_NIGHTLY";

/// The factor of random tests by night.
const TIMES: u32 = 10;

/// All things by night, else one of `every`, the first and the next as far behind each other.
///
/// # Panics
/// If `every` is 0.
pub fn part<T>(all: impl IntoIterator<Item = T>, every: usize) -> Vec<T> {
    all.into_iter().step_by(if is_now() { 1 } else { every }).collect()
}

/// The second of two by night, else the first.
pub fn either<T>(usual: T, by_night: T) -> T {
    if is_now() { by_night } else { usual }
}

/// How many random things to look at: `usual` for each change, and many more by night.
pub fn number(usual: u32) -> u32 {
    if is_now() { usual * TIMES } else { usual }
}

/// The seeds of so many random things ([`number`]), from 0.
pub fn seeds(usual: u32) -> Range<u64> {
    0..number(usual).into()
}
