//! Abstracting clauses and choosing cells.

mod choices;
mod conditions;
mod conjecture;
mod counts;
mod eliminate;
mod errata;
mod exists;
mod golden;
mod morphing;
mod relevant;
mod simplify;
mod slices;
mod tables;
mod thesis;
mod witness;
mod z3;
