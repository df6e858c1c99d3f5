//! Constrained Horn clauses (T Sec. 2.1 and 2.2): terms, and clauses with provenance.
//!
//! - `term`, `clause`: terms and clauses; each clause knows its place in the text and the instruction that
//!   it encodes
//! - `arrays`: operations beyond reads and writes, by their definitions; `growth` measures them first
//! - `arrays::counts`: numbers of occurrences
//! - `blocks`, `loops`, `passive`, `unwinding`: equivalent systems with other clauses
//! - `known`: values of terms as far as they are known
//! - `prenex`, `fold`: equivalence-preserving rewriting
//! - `linear`, `polynomial`, `classify`, `cone`: analyses of terms and clauses
//! - `cfg`: the control-flow graph as a value
//! - `notation`: mathematical notation, which `html`, `latex` and the page draw
//! - `read`: the parser of terms that people type beside a program, in the syntax in which terms are shown
//! - `smtlib`: clauses as SMT-LIB 2, read and written
//!
//! **Invariant:** clauses here may have arrays and quantifiers; nothing here decides anything.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod arrays;
pub mod blocks;
pub mod cfg;
pub mod classify;
pub mod coefficients;
pub mod clause;
pub mod cone;
pub mod constant_indices;
pub mod fold;
pub mod growth;
pub mod html;
pub mod latex;
pub mod known;
pub mod linear;
pub mod loops;
pub mod notation;
pub mod polynomial;
pub mod prenex;
pub mod read;
pub mod smtlib;
pub mod passive;
pub mod term;
pub mod unwinding;

pub use clause::{
    Clause, ClauseId, ExprTerm, FunctionPart, FunctionPosition, Goal, Instance, Instruction,
    Origin, Pred, PredId, Premise, System,
};
pub use term::{
    Memo, Names, Node, Op, Quantifier, Seen, Sort, Subst, Substituter, Term, Var, table,
};
