//! Solving array-free Horn clauses.
//!
//! - `rule`: clauses in the form that engines work on
//! - `reduce`: what is done to rules before an engine sees them, one pass after the other
//! - `mine`: the vocabulary of atoms that lemmas are made of
//! - `engine`: what engines have in common
//! - `pdr`: property-directed reachability over that vocabulary, the main engine
//! - `forward`: forward abstract interpretation over it, which needs no assertion
//! - `houdini`: of guessed lemmas, those that are inductive
//! - `minimise`: a small inductive part of an invariant
//! - `refute`: from an abstract counterexample to a derivation of false
//! - `unroll`: bounded search for derivations of false in the clauses
//! - `bounded`: bounded search in the program: short runs of the program that violate an assertion
//! - `simulate`: runs of the program on likely values, where that search does not get far enough
//! - `model`, `derivation`: plain data, what was found
//!
//! **Invariant:** nothing here is believed before `check/` has looked at it.

pub mod bounded;
pub mod derivation;
pub mod engine;
pub mod forward;
pub mod houdini;
pub mod mine;
pub mod minimise;
pub mod model;
pub mod pdr;
pub mod reduce;
pub mod refute;
pub mod rule;
pub mod simulate;
pub mod unroll;
