//! Witnesses of incompleteness: concrete models that show that a call to `insts` loses information
//! (T Def. 24, contraposed as in T Eq. 4.6).
//!
//! - `model`: what a witness is, as plain data
//! - `problem`: the part of a call that the search understands
//! - `rows`: models written with terms, and what `α` makes of them
//! - `evaluate`: the value of a term under a concrete valuation
//! - `search`: the search itself
//!
//! **Invariant:** what is found here counts only after `check::witness` has accepted it.
//! **Invariant:** only clauses with one predicate premise, over abstractions made of `id`, `cell`, its
//! plain and ordered powers, products and `•`, are searched; for all others there is no answer. Finding
//! nothing says nothing.

mod evaluate;
pub mod model;
mod problem;
mod rows;
mod search;

pub use problem::Problem;
pub use search::search;
