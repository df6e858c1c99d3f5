//! Program instrumentation (PI).

pub mod aggregate;
pub mod apply;
pub mod library;
pub mod obligations;
pub mod operator;
pub mod pattern;
mod places;
pub mod sample;
pub mod search;
pub mod sites;
