//! The search for ghost variables that express more than cells.
//!
//! - `choice_sites`, `numbers`: the options at each site
//! - [`sample`]: candidates on sample runs; [`search`]: the search for candidates (PI Alg. 1)
//! - [`existence`]: witnesses of existential claims
//!
//! The programs with ghost variables, and why their claims carry over, are in
//! [`hornbook_tasks::instrument`]; nothing that is found here needs to be trusted.
//!
//! # Where PI is imprecise
//!
//! PI Alg. 1 has no case for an oracle without an answer. Such a candidate is ruled out alone.

#![forbid(unsafe_code)]

mod choice_sites;
pub mod existence;
mod numbers;
pub mod sample;
pub mod search;
