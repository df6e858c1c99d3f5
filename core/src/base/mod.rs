//! What every other room needs: places in a text, diagnostics, exact numbers, budgets, ordered
//! maps and sets, sorting, text.
//!
//! **Invariant:** nothing here knows about programs, clauses or formulas.

mod arrange;
mod budget;
mod diagnostic;
mod int;
mod rat;
mod sorted;
mod span;
pub mod text;

pub use arrange::Arrange;
pub use budget::{Budget, Exhausted};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use int::Int;
pub use rat::Rat;
pub use sorted::{Entry, SortedMap, SortedSet};
pub use span::{LineColumn, LineIndex, Span};
