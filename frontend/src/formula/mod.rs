//! Terms and clauses set as mathematics.
//!
//! Formulas are spans with classes, not pictures: they can be selected, wrap before connectives,
//! and are read aloud as the plain text of the term.

mod address;
mod diff;
mod clause;
mod invariant;
mod name;
mod term;

pub use clause::{ClauseFormula, InstanceFormula};
pub use diff::FormulaDiff;
pub use invariant::InvariantPart;
pub use name::{call_variables, predicate, variable};
pub use term::{Formula, Setting, list, term};
