//! The engines for Horn clauses without arrays.

mod claim_cones;
mod counters;
mod forward;
mod houdini;
mod pdr;
mod reduce;
mod sum_components;
mod tabulate;
mod unroll;
