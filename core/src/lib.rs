//! Hornbook's core: from the text of an array program to a checked verdict.
//!
//! The rooms stand in the order in which data walks through them, and each imports only rooms
//! above it; `pipeline` alone knows them all. ARCHITECTURE.md has the map.
#![forbid(unsafe_code)]

pub mod abstraction;
pub mod base;
pub mod explain;
pub mod horn;
pub mod lang;
