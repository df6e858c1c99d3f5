//! Linear integer arithmetic with booleans: an exact, complete and incremental decision procedure.
//!
//! ```text
//! terms -> clausify (lift) -> search: cdcl (analyze_conflict, justify)
//!                                     -> simplex (tableau, propagate_bounds)
//!                                     -> integers (diophantine, gomory, branch_and_bound;
//!                                                  recession, hermite, widths, lattice, round)
//! ```
//!
//! Conflict-driven clause learning decides the propositional part; only atoms that justify the
//! asserted formulas reach the simplex. Comparisons over `ite` are gates, so those do not either.
//! Rational solutions become integer ones by a short branch and bound after the equations are
//! eliminated, then by a complete method. A search that runs out of steps goes on with the next
//! ones. docs/solver.md says how fast it is.
//!
//! The solver is our own, instead of a SAT solver with a hook for theories, because engines need
//! unsatisfiable cores over assumptions and checkers a proof of every refutation with certificates
//! of the arithmetic. Both are simplest where propositional and arithmetic reasoning are written
//! together, and every order is fixed. It deliberately knows neither arrays nor quantifiers.
//!
//! **Invariant:** every decision is made on exact numbers and in a fixed order. Floating point
//! appears in `lp` only, where it proposes points and multipliers that are then checked exactly.
//! **Invariant:** an answer `Unsat` of [`prove()`] comes with a proof that `check::proof` verifies
//! without any code from here but the types in [`proof`].

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

mod analyze_conflict;
mod branch_and_bound;
mod cdcl;
mod clausify;
mod cube;
mod diophantine;
mod gomory;
mod hash;
mod hermite;
mod integers;
mod justify;
mod lattice;
mod lift;
mod linear;
mod lit;
pub mod lp;
mod model;
mod products;
mod propagate_bounds;
mod prove;
mod recession;
mod round;
mod schedule;
mod search;
mod simplex;
mod solver;
mod tableau;
pub mod transcript;
mod widths;

pub use clausify::Unsupported;
pub use cube::cube;
pub use hornbook_evidence::proof::Proof;
pub use lit::Lit;
pub use model::{Model, Value};
pub use prove::{Outcome, prove};
pub use solver::{Answer, Reason, Solver, Statistics};
