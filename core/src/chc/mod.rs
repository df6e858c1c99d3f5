//! Solving array-free Horn clauses.
//!
//! - `rule`: clauses in the form that engines work on
//! - `reduce`: inlining by resolution until only loops remain
//! - `prune`: premises that others imply by symmetry are left out
//! - `mine`: the vocabulary of atoms that lemmas are made of
//! - `pdr`: property-directed reachability over that vocabulary, the engine
//! - `minimise`: a small inductive part of an invariant
//! - `refute`: from an abstract counterexample to a derivation of false
//! - `bounded`: short runs of the program that violate an assertion
//! - `model`, `derivation`: plain data, what was found
//!
//! **Invariant:** nothing here is believed before `check/` has looked at it.

pub mod bounded;
pub mod derivation;
pub mod mine;
pub mod minimise;
pub mod model;
pub mod pdr;
pub mod prune;
pub mod reduce;
pub mod refute;
pub mod rule;
