//! What every other room needs: places in a text, diagnostics, exact numbers, budgets,
//! text.
//!
//! **Invariant:** nothing here knows about programs, clauses or formulas.

mod budget;
mod diagnostic;
mod int;
mod rat;
mod span;
pub mod text;

pub use budget::{Budget, Exhausted, walked};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use int::Int;
pub use rat::Rat;
pub use span::{LineColumn, LineIndex, Span};
