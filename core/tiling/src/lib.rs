//! The search for tiles of counted loops and the loop invariants that follow from them.
//!
//! - [`tiles`]: the cells that a round owns (TI Alg. 2)
//! - [`mid_conditions`]: loop invariants from tiles; [`plausible_hints`]: those that small runs do not violate
//! - [`candidate_facts`]: facts between loops, suggested by runs; [`fact_filter`]: those that hold (TI Alg. 1)
//! - [`picture`]: the owning round of each cell; [`values`]: the values of expressions on a run
//!
//! The programs with tiles and hints, and why their claims carry over, are in [`hornbook_tasks::tiling`];
//! nothing that is found here needs to be trusted.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

pub mod candidate_facts;
pub mod fact_filter;
pub mod mid_conditions;
pub mod picture;
pub mod plausible_hints;
pub mod tiles;
pub mod values;
