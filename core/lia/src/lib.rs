//! Linear integer arithmetic with truth values: an exact, complete and incremental decision procedure with models,
//! unsatisfiable cores and proofs.
//!
//! ```
//! use hornbook_base::{Budget, Int};
//! use hornbook_horn::{Term, Var};
//! use hornbook_lia::{Answer, Outcome, Solver, Value, prove};
//!
//! let (x, y) = (Term::var(&Var::int("x")), Term::var(&Var::int("y")));
//! let twice = |t: &Term| Term::add(t.clone(), t.clone());
//! // 2x + 3y = 7, and both are positive.
//! let sum = Term::add(twice(&x), Term::add(twice(&y), y.clone()));
//! let mut solver = Solver::new();
//! solver.assert(&Term::eq(sum, Term::int(7)))?;
//! solver.assert(&Term::lt(Term::int(0), x.clone()))?;
//! solver.assert(&Term::lt(Term::int(0), y.clone()))?;
//! assert_eq!(solver.check(&[], &mut Budget::steps(10_000)), Answer::Sat);
//! assert_eq!(solver.model().eval(&x), Some(Value::Int(Int::from(2))));
//!
//! // A contradiction has a proof, which a checker can verify without this crate.
//! let never = [Term::lt(x.clone(), y.clone()), Term::lt(y, x)];
//! assert!(matches!(prove(&never, &mut Budget::steps(10_000))?, Outcome::Unsat(_)));
//! # Ok::<(), hornbook_lia::Unsupported>(())
//! ```
//!
//! ```text
//! terms -> clausify (lift) -> search: cdcl (analyze_conflict, justify)
//!                                     -> simplex (tableau, propagate_bounds)
//!                                     -> integers (diophantine, gomory, branch_and_bound;
//!                                                  recession, hermite, widths, lattice, round)
//! ```
//!
//! Conflict-driven clause learning decides the propositional part; only atoms that justify the asserted
//! formulas reach the simplex. Comparisons over `ite` are gates, so those do not either. Rational solutions
//! become integer ones by a short branch and bound after the equations are eliminated, then by a complete
//! method. A search that runs out of steps continues with the next ones. docs/solver.md has measurements.
//!
//! A SAT solver with a hook for theories would not do: engines need unsatisfiable cores over assumptions, and
//! checkers a proof of every refutation with certificates of the arithmetic. Both are simplest where
//! propositional and arithmetic reasoning are written together, and every order is fixed. There is
//! deliberately no other theory, and no quantifier.
//!
//! **Invariant:** every decision is made on exact numbers and in a fixed order. Floating point
//! appears in `lp` only, where it proposes points and multipliers that are then checked exactly.
//! **Invariant:** an answer `Unsat` of [`prove()`] comes with a proof that a checker verifies
//! without any code from here: the types are in `hornbook_evidence::proof`.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

mod analyze_conflict;
mod branch_and_bound;
mod cdcl;
mod implicant;
mod diophantine;
mod gomory;
mod hash;
mod hermite;
mod integers;
mod justify;
mod lattice;
mod linear;
mod lit;
pub mod lp;
mod model;
mod propagate_bounds;
mod recession;
mod round;
mod schedule;
mod simplex;
mod solver;
mod tableau;
mod widths;

pub use hornbook_evidence::proof::Proof;
pub use implicant::find_implicant;
pub use lit::Lit;
pub use model::{Model, Value};

pub use solver::clausify::Unsupported;
pub use solver::prove::{Outcome, prove};
pub use solver::transcript;
pub use solver::{Answer, Reason, Solver, Statistics};
