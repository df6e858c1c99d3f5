//! The language: from text to a typed program, and what running one means.
pub mod typed;
