//! The language: from text to a typed program, and what running one means.
pub mod ast;
pub mod parser;
pub mod token;
pub mod typed;

pub use parser::parse;
