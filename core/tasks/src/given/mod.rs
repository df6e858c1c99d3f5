//! The reader's own invariants, judged by exactly what is written (Floyd 1967, Hoare 1969).
//!
//! - [`cut_loops`]: a program without loops whose assertions are the proof obligations
//! - [`written`]: the variables that a statement may change

pub mod cut_loops;
pub mod written;
