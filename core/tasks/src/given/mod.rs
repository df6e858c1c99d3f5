//! The reader's own invariants, judged by exactly what is written (Floyd 1967, Hoare 1969).
//!
//! - [`cut_loops`]: a program without loops whose assertions are the proof obligations
//! - [`range_summaries`]: sums and counts in that program
//! - [`written`]: the variables that a statement may change

pub mod cut_loops;
pub mod range_summaries;
pub mod written;
