//! Checkers: small programs that trust nobody and never search.
//!
//! **Invariant:** nothing here imports the search it checks; only plain data is shared.

mod formula;
pub mod proof;
mod unit_propagation;
