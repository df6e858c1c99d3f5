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
//! Whoever has a program behind the clauses, a checker, or turns to deal out comes in by [`search`].
//!
//! - `solve`: a system to its answer
//! - `search`: the strategies that are tried, and the ledger of what is known
//! - `settings`: every number and switch that steers this
//! - `hints`: what whoever asks knows of the clauses
//! - `rule`: clauses in the form that engines work on
//! - `reduce`: what is done to rules before an engine sees them, one pass after the other
//! - `mine`: the vocabulary of atoms that lemmas are made of
//! - `engine`: what engines have in common
//! - `pdr`: property-directed reachability over that vocabulary, the main engine
//! - `forward`: forward abstract interpretation over it, which needs no assertion
//! - `unroll`: bounded search for derivations of false in the clauses
//! - `saturate`: derivations of false by deriving facts with their numbers
//! - `houdini`: of guessed lemmas, those that are inductive
//! - `minimise`: a small inductive part of an invariant
//! - `refute`: from an abstract counterexample to a derivation of false
//! - `interpolate`: or to atoms that say why there is none
//! - `learn`: what the states of runs have in common
//!
//! What becomes of a system:
//!
//! 1. `rule` brings clauses into the form `body && condition ==> head`.
//! 2. `reduce` puts them through its passes. The facts that it finds join the invariant in the end.
//! 3. `mine` reads a finite vocabulary of atoms off the rules. With free choice of lemmas engines tend to
//!    diverge on clauses with many parameters; a finite vocabulary ends, and its failure is a clear answer.
//! 4. An engine ends with inductive lemmas or with a counterexample over atoms.
//! 5. A counterexample goes to `refute`. It asks first whether the rules near the root fit together, where
//!    most artefacts show, and then one exact question about the whole tree. If that has a model, it is a
//!    derivation of `false` in the clauses. If not, or if the tree is too large to be decided, that
//!    strategy fails on the claim. For the last ones `learn` adds what runs suggest, and `interpolate` reads off
//!    what was missing, and the engine begins again with it.
//! 6. Lemmas go to `minimise`, then to whoever judges them. For predicates that were inlined `houdini` says
//!    which lemmas of the others hold there too.
//!
//! **Invariant:** nothing here knows what the clauses come from, nor of abstraction.
//! **Invariant:** nothing here is believed before `check/` has looked at it.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod apart;
pub mod engine;
pub mod forward;
pub mod hints;
pub mod houdini;
mod interpolate;
pub mod learn;
pub mod mine;
pub mod minimise;
pub mod parts;
pub mod pdr;
pub mod reduce;
pub mod refute;
pub mod rule;
mod saturate;
pub mod search;
pub mod settings;
mod solve;
pub mod unroll;

pub use solve::{Answer, solve};
