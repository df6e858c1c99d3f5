//! Evidence as plain data: proofs of the arithmetic, models of clauses, derivations of `false`.
//!
//! **Invariant:** data only. Its meaning is defined here; `hornbook-check` decides whether it is valid.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod derivation;
pub mod laws;
pub mod model;
pub mod proof;
