//! Tiling (**TI**: Chakraborty, Gupta and Unadkat, 2017): a claim about a whole array is split by the rounds of
//! the loops that write it. Each round owns the cells of its *tile*. This module makes programs from tiles and
//! hints, without any search.
//!
//! - [`loops`]: the segments of a program, and loops in counted form (TI Sec. 3), with [`form`], sums of
//!   variables
//! - [`tiles`]: the cells that a round owns
//! - [`slices`]: claims about all cells of a range; [`backward`]: their weakest preconditions
//! - [`rounds`], [`needs`]: the rounds of a loop, and their needs for a claim
//! - [`theorem`]: the conditions T0 to T3 of a claim as programs, and why they suffice; `tiled_slice`: a slice at a loop
//! - [`hints`]: the program with hints at the heads of its loops
//! - [`named_tiles`]: the user's tiles
//!
//! # Soundness
//!
//! Hints change no run, and no claim rests on one. So the program with any hints has the runs of the program, and
//! a proof of its claims is one of the program's. The conditions of a claim certify it by a theorem ([`theorem`]).
//!
//! # Where the paper is imprecise
//!
//! - TI T3 as printed ends in the slice of the round itself; it must be that of the earlier round, as in T3*.
//! - A condition is missing: a mid-condition on cells that the loop overwrites is no invariant, so what a round
//!   needs may only be used at its own tile, and earlier rounds must leave it alone. Here it is said of the cells
//!   of rounds to come.
pub mod backward;
pub mod form;
pub mod hints;
pub mod loops;
pub mod named_tiles;
pub mod needs;
pub mod rounds;
pub mod slices;
pub mod theorem;
mod tiled_slice;
pub mod tiles;
