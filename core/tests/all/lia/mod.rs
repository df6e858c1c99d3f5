//! Linear integer arithmetic.

mod conjunctions;
mod farkas;
mod lattice;
mod products;
mod proofs;
mod small;
mod solver;
