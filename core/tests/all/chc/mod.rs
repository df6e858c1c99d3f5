//! The engines for Horn clauses without arrays.

mod apart;
mod forward;
mod houdini;
mod ladder;
mod pdr;
mod reduce;
mod sums;
mod unroll;
