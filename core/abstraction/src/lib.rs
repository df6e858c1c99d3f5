//! The data-abstraction framework (T chapters 3 to 6): abstract the arrays, eliminate the
//! quantifiers that this introduces, report losses, and simplify the clauses.
//!
//! - `sigma`: the algebra of data abstractions and their formulas
//! - `abstract_`: T Algorithm 1
//! - `eliminate`: T Algorithm 2, which asks
//! - `insts`: T Algorithms 3 to 8, which asks, as `heuristic` says,
//! - `relevant_basic`: T Listing 5.6, or
//! - `relevant_linked`: the same with T Sec. 6.3.1, which follows `links`; `relevant` is what both return
//! - `candidate_cells`: the cells that are tried where a quantified index reaches any
//! - `completeness`: the completeness of a call to `insts`
//! - `simplify`: from eliminated clauses to array-free ones, by `fold`, `guards`, `ackermann` and
//!   `instantiate`, with `facts` that their conditions state
//! - `counts`: the facts about numbers of occurrences that simplification keeps
//! - `array_property`: the indices at which quantified conditions are kept, and the losses
//!
//! **Invariant:** no step ever strengthens a premise, so a model of the last stage is a model of
//! the first (T Theorem 6). Nothing here asks a solver.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod abstract_;
pub mod ackermann;
pub mod array_property;
mod candidate_cells;
pub mod counts;
pub mod eliminate;
pub mod facts;
pub mod ground;
pub mod guards;
pub mod heuristic;
pub mod instantiate;
pub mod insts;
mod links;
pub mod relevant;
pub mod relevant_basic;
pub mod relevant_linked;
pub mod sigma;
pub mod simplify;
pub mod witness;

pub use insts::completeness;
