//! Ghost variables for what cells cannot express: the search for them.
//!
//! - `places`, `numbers`: what could be chosen
//! - [`sample`]: candidates held against runs; [`search`]: what is chosen (PI Alg. 1)
//! - [`existence`]: places for what claims say to exist
//!
//! What makes programs from the choices, and why their claims carry over, is
//! [`hornbook_tasks::instrument`]; nothing that is found here needs to be trusted.
//!
//! # Where PI is imprecise
//!
//! PI Alg. 1 has no case for an oracle without an answer. Such a candidate is ruled out alone.

#![forbid(unsafe_code)]

pub mod existence;
mod numbers;
mod places;
pub mod sample;
pub mod search;
