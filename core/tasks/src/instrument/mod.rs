//! Program instrumentation (**PI**: Amilon, Esen, Gurov, Lidström and Rümmer, 2023): ghost variables follow a sum,
//! a maximum, a number of cells or a square, so that numbers express what cells cannot. This
//! module makes programs with ghost variables from choices, without any search.
//!
//! - [`operator`]: operators with their rules (PI Def. 1); [`library`] has ours, as texts
//! - [`pattern`]: the patterns of rules; [`aggregate`]: the laws of sums and the like
//! - [`obligations`]: the soundness of an operator, as programs to be certified
//! - [`apply`], `agreements`: a program with ghost variables, from [`choices`], with [`statement`]
//! - [`named_rules`]: the user's rules; [`sites`]: the sites where rules can be applied
//!
//! # Soundness
//!
//! Let `P'` be what [`apply`] makes of a program `P` and some choices, and let all operators in it meet
//! their obligations. **Theorem** (PI Theorem 1). *If an assertion of `P` and all guards of `P'` hold in all
//! runs of `P'`, the assertion holds in all runs of `P`.*
//!
//! *Proof.* Take a run of `P`, and the run of `P'` with the same choices.
//!
//! 1. What rules add assigns only to ghost variables, and ends. So, as long as no assumption of a guard stops it, the run
//!    of `P'` gives the variables of `P` the values that they have in the run of `P`, if the values that are
//!    replaced are the same ones.
//! 2. Between statements the invariant of each operator holds, of what the array holds *now*. It holds at first, when all
//!    intervals are empty (obligation 1). A rule that is applied in front of a statement keeps it for the
//!    array as it is then, or, a rule for a write, as it will be behind the statement (2c); behind such a rule nothing else is done for the
//!    operator at that statement. Every other statement that may change the array, the array's expression, or a
//!    variable of the formula is preceded by the rule for any change, behind which the invariant holds for any array
//!    and formula: it speaks of the formula in aggregates only, which are any then. Such variables are declared once, so
//!    the names mean the same everywhere.
//! 3. A value that is replaced is evaluated in the state in which the rule's guards were, since no rule of that operator changes
//!    ghost variables between them and the statement. By the invariant and the guards the new value is the
//!    old one (2d).
//! 4. The first guard that failed would fail before its assumption could stop the run. Since all hold,
//!    none stops it, and the run of `P'` comes to the assertion with the same values. ∎
//!
//! No second copy of the array is needed, which PI keeps and compares: there a statement may change the
//! array without a rule, here none may. An operator that follows a number keeps a copy, as PI does, since numbers
//! are cheap; so any statement may change the number.
//!
//! # Where PI is imprecise
//!
//! - PI Figs. 4, 5 and 7 assign to `a'` first. Where `a'` is `a` itself the guard compares the copy with the new array, and
//!   always fails. Here what a rule does comes before the statement.
//! - PI Lemma 2 fails as printed: the invariant lets `qu_P` be false for an empty interval, and *use* then gives
//!   false for a range in which all cells satisfy everything. Here the invariant is about empty
//!   intervals too.
//! - There is no value below all numbers, so an empty range has no maximum: *use* asks for a range that is not empty.
//! - A guard in PI is an assertion that ends the run. Ours do not, so each is also assumed: else a wrong rule would make a right program
//!   look wrong.
pub mod aggregate;
mod agreements;
pub mod apply;
pub mod choices;
pub mod followed;
pub mod library;
pub mod named_rules;
pub mod obligations;
pub mod operator;
pub mod pattern;
pub mod sites;
pub mod statement;
