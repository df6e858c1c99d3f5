//! What searches hand over, as plain data: proofs of the arithmetic, models of clauses, derivations of `false`.
//!
//! **Invariant:** data only. What it means is said here; whether it is so `hornbook-check` finds out.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod derivation;
pub mod laws;
pub mod model;
pub mod proof;
