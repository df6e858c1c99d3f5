//! Hornbook's core: from the text of an array program to a checked verdict.
//!
//! The rooms stand in the order in which data walks through them, and each imports only rooms
//! above it; `pipeline` alone knows them all. ARCHITECTURE.md has the map.
#![forbid(unsafe_code)]

pub mod base;
pub mod lang;
pub mod horn;
pub mod abstraction;
pub mod lia;
pub mod witness;
pub mod chc;
pub mod check;
pub mod explain;
pub mod pipeline;
