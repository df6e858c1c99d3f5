//! What the rooms' tests share: second ways to compute things, random inputs, and other programs.

pub mod bare;
pub mod calling;
pub mod calls;
pub mod command;
pub mod eval;
pub mod finite;
pub mod follow;
pub mod formulas;
pub mod front;
pub mod least_model;
pub mod merged;
pub mod program;
pub mod programs;
pub mod rules;
pub mod solve;
pub mod states;
pub mod text;
pub mod verdicts;
pub mod z3;
