//! A solver for constrained Horn clauses over the integers and truth values.
//!
//! [`solve()`] takes a system and looks for a model of it, or for a derivation of `false`:
//!
//! ```
//! use hornbook_base::Budget;
//! use hornbook_chc::hints::Hints;
//! use hornbook_chc::{Answer, solve};
//! use hornbook_horn::smtlib;
//!
//! // A counter that goes up to a bound does not go beyond it.
//! let (system, problems) = smtlib::read(
//!     "(set-logic HORN)
//!      (declare-fun inv (Int Int) Bool)
//!      (assert (forall ((n Int)) (=> (>= n 0) (inv 0 n))))
//!      (assert (forall ((i Int) (n Int)) (=> (and (inv i n) (< i n)) (inv (+ i 1) n))))
//!      (assert (forall ((i Int) (n Int)) (=> (and (inv i n) (> i n)) false)))
//!      (check-sat)",
//! );
//! assert!(problems.is_empty());
//! let system = system.expect("the text is a system of clauses");
//!
//! let answer = solve(system, Hints::default(), &mut Budget::steps(1_000_000));
//! let Answer::Satisfiable(models) = answer else { panic!("no model was found") };
//! let invariants: Vec<String> =
//!     models[0].formulas.values().map(|formula| formula.to_string()).collect();
//! assert_eq!(invariants.len(), 1, "there is one predicate");
//! ```
//!
//! Callers that have a program behind the clauses, a checker, or their own scheduling use [`search`].
//!
//! - `solve`: from a system to its answer
//! - `search`: the strategies, and the ledger of the claims
//! - `settings`: the parameters of all searches
//! - `hints`: the caller's knowledge about the clauses
//! - `rule`: clauses in the form that engines work on
//! - `reduce`: the preprocessing passes over rules
//! - `vocabulary`: the vocabulary of atoms that lemmas are made of
//! - `engine`: the interface of engines
//! - `pdr`: property-directed reachability over that vocabulary, the main engine
//! - `forward`: forward abstract interpretation over it, which needs no assertion
//! - `unroll`: bounded search for derivations of false in the clauses
//! - `ground`: values for the variables of a clause, from facts for its premises
//! - `saturate`: derivations of false by forward saturation with concrete facts
//! - `tabulate`: the answers to the finitely many calls that a claim demands
//! - `houdini`: the inductive part of guessed lemmas
//! - `minimise`: a small inductive part of an invariant
//! - `refute`: from an abstract counterexample to a derivation of false
//! - `interpolate`: from a spurious counterexample to the atoms that exclude it
//! - `trace_invariants`: invariants that the states of traces suggest
//!
//! The way of a system:
//!
//! 1. `rule` brings clauses into the form `body && condition ==> head`.
//! 2. `reduce` puts them through its passes. The facts that it finds join the invariant in the end.
//! 3. `vocabulary` collects a finite vocabulary of atoms from the rules. With free choice of lemmas engines
//!    tend to diverge on clauses with many parameters; with a finite vocabulary they terminate, and their
//!    failure is a clear answer.
//! 4. An engine ends with inductive lemmas or with a counterexample over atoms.
//! 5. A counterexample goes to `refute`. It asks first whether the rules near the root are feasible together,
//!    where most spurious ones fail, and then one exact question about the whole tree. If that has a model, it
//!    is a derivation of `false` in the clauses. If not, or if the tree is too large to be decided, that
//!    strategy fails on the claim. The last strategies add atoms from traces (`trace_invariants`) and from
//!    spurious counterexamples (`interpolate`), and restart the engine.
//! 6. Lemmas go to `minimise`, then to the judge. For predicates that were inlined `houdini` selects the
//!    lemmas of the others that hold there too.
//!
//! **Invariant:** nothing here knows the origin of the clauses. Runs, where there are some, are states of their
//! predicates.
//! **Invariant:** a result is a proposal, which a [`search::Judge`] has to accept before it counts.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod claim_cones;
pub mod engine;
pub mod forward;
pub mod hints;
pub mod houdini;
mod interpolate;
pub mod trace_invariants;
pub mod vocabulary;
pub mod minimise;
pub mod sum_components;
pub mod pdr;
pub mod reduce;
pub mod refute;
pub mod rule;
mod ground;
mod saturate;
pub mod search;
pub mod settings;
mod solve;
mod tabulate;
pub mod unroll;

pub use solve::{Answer, solve};
