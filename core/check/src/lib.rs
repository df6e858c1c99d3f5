//! Checkers: small programs that trust no search and never search.
//!
//! - `model`: the formulas that must be valid for a model, and their proofs
//! - `proof`: replays proofs of the arithmetic, on clauses that `formula` makes by its own code
//! - `laws`: the laws of products that accepted proofs need
//! - `derivation`: evaluates every clause application of a derivation of `false`
//! - `witness`: evaluates a witness of incompleteness, and asks for a proof of its second half
//! - `plan`: makes the proof obligations of a method's claim again
//!
//! **Invariant:** nothing here imports the search it checks; only plain data is shared, and the
//! making of tasks from a method's plan, which is free of search.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod derivation;
mod formula;
pub mod laws;
pub mod model;
pub mod plan;
pub mod proof;
mod unit_propagation;
pub mod witness;
