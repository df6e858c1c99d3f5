//! Witnesses of incompleteness: concrete models that show that a call to `insts` loses information
//! (T Def. 24, contraposed as in T Eq. 4.6).
//!
//! - `model`: what a witness is, as plain data
//! - `reason`: why no witness is known
//! - `problem`: the parts of a call that the search works on
//! - `cells`: the cells that can matter
//! - `build`: abstract values of a concrete one, cell by cell
//! - `shapes`: formulas over arrays of finitely many cells and a tail, without arrays
//! - `evaluate`: the value of a term under a concrete valuation
//! - `pattern`: values for tuples that differ from the arguments at chosen cells
//! - `finish`: from these values to a loss
//! - `search`: which patterns are tried
//!
//! **Invariant:** what is found here counts only after `check::witness` has accepted it, so the search
//! may guess. Finding nothing says nothing.

mod build;
mod cells;
mod evaluate;
mod finish;
pub mod model;
mod pattern;
mod problem;
mod reason;
mod search;
mod shapes;

pub use evaluate::evaluate;
pub use problem::Problem;
pub use reason::Reason;
pub use search::search;
