//! Checkers: small programs that trust nobody and never search.
//!
//! **Invariant:** nothing here imports the search it checks; only plain data is shared.

pub mod derivation;
mod formula;
pub mod model;
pub mod proof;
mod unit_propagation;
pub mod witness;
