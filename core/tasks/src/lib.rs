//! Tasks: questions about programs that are made from a program and choices, without any search. This crate is
//! trusted, as checkers make tasks again by it; so it is kept small.
//!
//! - [`task`]: a question that a method asks, and its answer
//! - [`choices`]: the choices for a text, in one table
//! - [`method_result`]: the result of a method, and the plan that it rests on
//! - [`plan`]: the plans of our methods
//! - [`instrument`], [`existence`]: programs with ghost variables
//! - [`mirrors`]: programs with ghost variables for cells that are compared
//! - [`given`]: programs without loops in which the reader's own invariants are judged
//! - [`loop_summaries`]: programs whose loops are replaced by what they do
//! - [`tiling`]: the conditions of tiles, and programs with hints
//! - [`product_program`]: two programs one after the other, to compare what they compute
//!
//! **Soundness.** A plan is plain data from which the tasks that a claim rests on can be made again, from the
//! text alone. The plan's own file states and proves the theorem that certified tasks certify the claim.
//!
//! **Invariant:** nothing here asks a solver or runs a program.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod choices;
mod declared_types;
pub mod existence;
pub mod given;
pub mod instrument;
pub mod loop_summaries;
pub mod method_result;
pub mod mirrors;
pub mod plan;
pub mod product_program;
pub mod task;
pub mod tiling;
