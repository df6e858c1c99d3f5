//! SMT-LIB 2: systems of Horn clauses as text, in both directions, and scripts of questions.
//!
//! ```text
//! text -> sexp -> terms (operations) -> clauses -> read      system -> write -> text
//!                                   \-> script
//! ```
//!
//! **Invariant:** every text is read to its end without a panic or deep recursion; whatever is
//! wrong with it becomes a diagnostic with a place.
//! **Invariant:** what [`write()`] makes of a system without quantified instances, [`read()`] makes
//! that system of again: the same predicates, sorts, clauses and terms, but for variables whose
//! names mean something else in SMT-LIB. Array operations beyond reads and writes are replaced by
//! quantified premises first (`horn::arrays::standard`).
//!
//! Both forms that clauses come in are read: `declare-fun` with `assert`, and that of z3's
//! fixedpoint engine with `declare-rel`, `declare-var`, `rule` and `query`.

mod clauses;
mod operations;
mod read;
mod script;
mod sexp;
mod terms;
mod write;

pub use read::read;
pub use script::{Command, Script, WrittenTerm, script};
pub use terms::{RESERVED, show as sort};
pub use write::{clause, symbol, term, write, write_fixedpoint};
