//! Verdicts in words and pictures: the analyses that make records.
//!
//! - `invariant`, `decode`: invariants over the variables of the program
//! - `instrumented`: invariants with ghost variables, translated to the original
//! - `valuation`: counterexamples to induction without a line of an invariant
//! - `sample_inputs`, `sample`, `abstraction_plot`: sample runs, for pictures of invariants and of abstractions
//! - `run` with `run::frames`, `out_of_bounds`: a failing run in words, and where it leaves declared lengths
//! - `story`: a verdict in five sentences and pictures
//! - `tree`, `repetitions`, `spurious_step`: a derivation in words, and the step at which it becomes spurious
//! - `concrete_traces`: an abstract derivation, state by state, beside the nearest concrete traces
//! - `open_claims`: the questions that no strategy has answered, and what may help
//! - `judgement` with `line_shapes`, `refuted_forms`: the judgement of given lines, and shapes of lines that are missing
//! - `witness`, `graph`: pictures, as data
//! - `certificate`: the obligations of a model as a script for other solvers
//! - `export`: exported documents
//!
//! The records that these make are in [`hornbook_records`], as plain data.

#![forbid(unsafe_code)]

pub mod abstraction_plot;
pub mod certificate;
pub mod concrete_traces;
mod decode;
pub mod export;
pub mod graph;
pub mod instrumented;
pub mod judgement;
pub mod invariant;
mod line_shapes;
mod negative_divisions;
pub mod open_claims;
mod out_of_bounds;
mod refuted_forms;
pub mod repetitions;
pub mod run;
pub mod sample;
pub mod sample_inputs;
pub mod spurious_step;
pub mod story;
pub mod tree;
pub mod valuation;
pub mod witness;
