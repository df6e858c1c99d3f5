//! The data-abstraction framework (T chapters 3 to 5): abstract the arrays, eliminate the
//! quantifiers that this introduces, say what was lost, and simplify what is left.
//!
//! - `sigma`: the algebra of data abstractions and their formulas
//! - `abstract_`: T Algorithm 1
//! - `eliminate`: T Algorithm 2, which asks
//! - `insts`: T Algorithms 3 to 5 and 7, which asks
//! - `relevant`: T Listing 5.6
//! - `completeness`: what is known of a call to `insts`
//! - `instantiate`, `ackermann`, `fold`, `simplify`: from eliminated clauses to array-free ones
//!
//! **Invariant:** no step ever strengthens a premise, so a model of the last stage is a model of
//! the first (T Theorem 6). Nothing here asks a solver.

pub mod abstract_;
pub mod ackermann;
pub mod completeness;
pub mod eliminate;
pub mod fold;
pub mod instantiate;
pub mod insts;
pub mod relevant;
pub mod sigma;
pub mod simplify;
