//! Tiling (**TI**: Chakraborty, Gupta and Unadkat, 2017): a claim about a whole array is split by the rounds of
//! the loops that write it. Each round takes care of the cells of its *tile*. Here is what makes programs from
//! tiles and hints, without any search.
//!
//! - [`loops`]: the segments of a program, and loops in counted form (TI Sec. 3), with [`form`], sums of
//!   variables
//! - [`tiles`]: which cells a round takes care of
//! - [`slices`]: claims about all cells of a range; [`backward`]: what rounds need for them
//! - [`rounds`], [`needs`]: the rounds of a loop, and what they need for a claim
//! - [`theorem`]: the conditions T0 to T3 of a claim as programs, and why they suffice; `tiled`: a claim at one loop
//! - [`hinted`]: the program with hints at the heads of its loops
//! - [`by_hand`]: tiles that someone names
//!
//! # Soundness
//!
//! A hint is no part of what a program does, and no claim rests on one. So whatever is said here, the program
//! with hints has the runs of the program, and a proof of its claims is one of the program's. That the conditions
//! of a claim certify it is a theorem ([`theorem`]).
//!
//! # Where the paper is imprecise
//!
//! - TI T3 as printed ends in the slice of the round itself; it must be that of the earlier round, as in T3*.
//! - A condition is missing: a mid-condition on cells that the loop overwrites is no invariant, so what a round
//!   needs may only be used at its own tile, and earlier rounds must leave it alone. Here it is said of the cells
//!   of rounds to come.
pub mod backward;
pub mod by_hand;
pub mod form;
pub mod hinted;
pub mod loops;
pub mod needs;
pub mod rounds;
pub mod slices;
pub mod theorem;
mod tiled;
pub mod tiles;
