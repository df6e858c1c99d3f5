//! Tiles of counted loops, and what can be said with them: the search.
//!
//! - [`tiles`]: which cells a round takes care of (TI Alg. 2)
//! - [`conditions`]: what can then be said at the heads of loops; [`seen`]: what of that small runs do not
//!   speak against
//! - [`learned`]: what runs suggest about what holds between loops; [`filtered`]: what of that holds (TI Alg. 1)
//! - [`picture`]: which round owns which cell; [`values`]: what expressions are on a run
//!
//! What makes programs from tiles and hints, and why their claims carry over, is [`hornbook_tasks::tiling`];
//! nothing that is found here needs to be trusted.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod conditions;
pub mod filtered;
pub mod learned;
pub mod picture;
pub mod seen;
pub mod tiles;
pub mod values;
