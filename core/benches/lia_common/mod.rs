//! Formulas for the benches of the arithmetic.
#![allow(dead_code, reason = "each bench uses its own part")]

pub mod cnf;
pub mod dice;
pub mod systems;
