//! Plans of methods: plain data from which the tasks that a claim rests on are made again.
//!
//! - [`itself`]: the text itself, asked about in one way or another
//! - [`with_ghosts`]: the text with ghost variables (PI)
//! - [`with_places`]: the text with places for what a claim says to exist
//! - [`with_hints`]: the text with hints at the heads of its loops
//! - [`by_tiles`]: the conditions of tiles (TI Theorem 1)

pub mod by_tiles;
pub mod itself;
pub mod with_ghosts;
pub mod with_hints;
pub mod with_places;

/// The name of the method that tries abstractions from weak to strong, which a task may ask for.
pub const CLIMB: &str = "auto";
