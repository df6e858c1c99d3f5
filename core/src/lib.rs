//! Hornbook's core: from the text of an array program to a checked verdict.
//!
//! The rooms stand in the order in which data walks through them, and each imports only rooms
//! above it; `pipeline` alone knows them all. Those that compute exactly refuse floating point.
//! ARCHITECTURE.md has the map.
#![forbid(unsafe_code)]

pub mod base;
pub mod lang;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod horn;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod lia;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod chc;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod abstraction;
pub mod runs;
pub mod instrument;
pub mod existence;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod tiling;
pub mod method;
#[deny(clippy::float_arithmetic, clippy::disallowed_types)]
pub mod check;
pub mod explain;
pub mod pipeline;
