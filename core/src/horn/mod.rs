//! Constrained Horn clauses (T Sec. 2.1 and 2.2): terms, clauses with provenance, and the way
//! there from a typed program.
//!
//! **Invariant:** clauses here may have arrays and quantifiers; nothing here decides anything.

pub mod arrays;
pub mod blocks;
pub mod cfg;
pub mod classify;
pub mod clause;
pub mod encode;
pub mod growth;
pub mod html;
pub mod latex;
pub mod linear;
pub mod loops;
pub mod notation;
pub mod prenex;
pub mod read;
pub mod smtlib;
pub mod term;

pub use clause::{
    Clause, ClauseId, Goal, Instance, Origin, Pred, PredId, Premise, Rule, Said, System,
};
pub use term::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var};
