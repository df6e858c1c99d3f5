//! Constrained Horn clauses (T Sec. 2.1 and 2.2): terms, and clauses with provenance.
//!
//! - `term`, `clause`: what clauses are; each knows its place in the text and the instruction that
//!   it encodes
//! - `arrays`: operations beyond reads and writes, by their definitions; `growth` measures them
//!   first
//! - `arrays::counts`: numbers of occurrences
//! - `blocks`, `loops`, `straight`: the same program in other clauses
//! - `prenex`, `fold`: rewriting that loses nothing
//! - `linear`, `polynomial`, `classify`, `cone`: what is said about terms and clauses
//! - `cfg`: the control-flow graph as a value
//! - `notation`: how a formula looks to people, which `html`, `latex` and the page draw
//! - `read`: terms that people type beside a program, in the syntax in which terms are shown
//! - `smtlib`: clauses as SMT-LIB 2, read and written
//!
//! **Invariant:** clauses here may have arrays and quantifiers; nothing here decides anything.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod arrays;
pub mod blocks;
pub mod cfg;
pub mod classify;
pub mod clause;
pub mod cone;
pub mod constant_places;
pub mod fold;
pub mod growth;
pub mod html;
pub mod latex;
pub mod linear;
pub mod loops;
pub mod notation;
pub mod polynomial;
pub mod prenex;
pub mod read;
pub mod smtlib;
pub mod straight;
pub mod term;

pub use clause::{
    Clause, ClauseId, Goal, Instance, Instruction, Origin, Part, Pred, PredId, Premise, Said,
    System, Within,
};
pub use term::{Memo, Names, Node, Op, Quantifier, Replacing, Seen, Sort, Subst, Term, Var, table};
