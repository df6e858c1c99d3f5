//! The example programs and random ones, held against what they ought to give.
//!
//! - [`rewrite`]: other ways to write a program that mean the same. The verdict should not change.
//! - [`programs`]: the example programs with the verdicts that they expect, and [`examples`], which
//!   has them all solved, as they are and rewritten.
//! - [`classes`]: systems of Horn clauses in classes, and whether they have models.
//! - [`random`]: random programs whose verdicts are held against runs.
//! - [`open`]: what is known about the completeness of calls to `insts`.
//! - [`conjecture`]: T Conjecture 1, by brute force over small clauses with two premises.
//! - [`scaling`]: families of programs that grow.
//! - [`nightly`]: how much of all this tests look at.
//! - [`records`]: how large the records of all of these are.
//! - [`auto`]: the method `auto` beside the abstractions that it tries.
//! - [`runs`], [`dice`], [`pool`], [`solve`]: what these share.
#![forbid(unsafe_code)]

pub mod auto;
pub mod classes;
pub mod conjecture;
pub mod dice;
pub mod examples;
pub mod nightly;
pub mod open;
pub mod pool;
pub mod programs;
pub mod random;
pub mod records;
pub mod rewrite;
pub mod runs;
pub mod scaling;
pub mod solve;
