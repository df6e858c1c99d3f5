//! Shared basics: places in a text, diagnostics, exact numbers, budgets, text.
//!
//! **Invariant:** nothing here knows about programs, clauses or formulas.

#![forbid(unsafe_code)]
// What is exact stays exact: a fraction for a proposal is only converted here.
#![deny(clippy::float_arithmetic)]

mod budget;
mod diagnostic;
mod ids;
mod int;
pub mod latex;
pub mod random;
mod rat;
pub mod settings;
mod span;
pub mod text;

pub use budget::{Budget, Exhausted, rewrite_steps};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ids::{AssertId, FunctionId};
pub use int::Int;
pub use rat::Rat;
pub use span::{LineColumn, LineIndex, Span};
