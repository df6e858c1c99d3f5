//! Verdicts in words and pictures: the analyses that make records.
//!
//! - `invariant`, `decode`: invariants in the words of the program
//! - `instrumented`: what invariants with ghost variables say of the original
//! - `valuation`: what breaks without a line of an invariant
//! - `moments`, `sample`, `cloud`: runs that are made up, for pictures of invariants and of abstractions
//! - `run` with `run::frames`, `outside`: a failing run in words, and where it leaves declared lengths
//! - `story`: a verdict in five sentences and pictures
//! - `tree`, `repetitions`, `mixture`: a derivation in words, and where it is that of no run
//! - `worlds`: a derivation moment by moment, beside the real runs that come nearest to it
//! - `witness`, `graph`: pictures, as data
//! - `certificate`: the obligations of a model as a script for other solvers
//! - `export`: texts to take along
//!
//! What these make is in [`hornbook_records`], as plain data.

#![forbid(unsafe_code)]

pub mod certificate;
pub mod cloud;
mod decode;
pub mod export;
pub mod graph;
pub mod instrumented;
pub mod invariant;
pub mod mixture;
mod moments;
mod outside;
pub mod repetitions;
pub mod run;
pub mod sample;
pub mod story;
pub mod tree;
pub mod valuation;
pub mod witness;
pub mod worlds;
