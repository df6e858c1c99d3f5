//! Linear integer arithmetic.

mod conjunctions;
mod farkas;
mod lattice;
mod proofs;
mod small;
mod solver;
