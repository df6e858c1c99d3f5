//! The search for witnesses of incompleteness: concrete models that show that a call to `insts` loses
//! information (T Def. 24, contraposed as in T Eq. 4.6). Their definition is in
//! [`hornbook_abstraction::witness`].
//!
//! - `problem`: the parts of a call that the search works on
//! - `cells`: the relevant cells
//! - `build`: abstract values of a concrete one, cell by cell
//! - `shapes`: formulas over arrays of finitely many cells and a tail, without arrays
//! - `evaluate`: the value of a term under a concrete valuation
//! - `pattern`: values for tuples that differ from the arguments at chosen cells
//! - `finish`: from these values to a loss
//! - `search`: the patterns and their order
//!
//! **Invariant:** a result counts only after `check::witness` has accepted it, so the search may guess. A
//! failure means nothing.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

mod build;
mod cells;
mod evaluate;
mod finish;
mod pattern;
mod problem;
mod search;
mod shapes;

pub use evaluate::evaluate;
pub use hornbook_abstraction::witness::reason::Reason;
pub use problem::CallProblem;
pub use search::find_witness;

use hornbook_horn::Term;

/// The number of nodes of formulas that take one step.
const NODES: usize = 16;

/// The steps to read formulas.
pub fn reading_steps(formulas: &[Term]) -> u64 {
    let nodes = formulas.iter().map(Term::size).fold(0, usize::saturating_add);
    u64::try_from(nodes / NODES).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Var;

    #[test]
    fn long_formulas_are_more_work() {
        let long =
            |n: i64| (0..n).fold(Term::var(&Var::int("x")), |t, k| Term::add(t, Term::int(k)));
        let [few, many] = [100, 1_000].map(|n| reading_steps(&[Term::eq(long(n), Term::int(0))]));
        assert!(few >= 5 && many >= 8 * few, "{few} {many}");
    }
}
