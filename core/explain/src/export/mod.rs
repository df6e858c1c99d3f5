//! Whole derivations, and single formulas, as text to take along.
//!
//! ```text
//! stages, stories, outcome -> derivation -> document -> latex | html | text
//! story -> drawing -> slides
//! ```
//!
//! [`document`] is what a text consists of, and each writer knows one format; none of them
//! knows what is told.

pub mod derivation;
pub mod document;
mod drawing;
pub mod formula;
pub mod html;
pub mod latex;
pub mod slides;
pub mod text;
mod verdict;

pub use derivation::{Derivation, derivation};
pub use document::{Block, Document, Inline};

fn heading(level: u8, words: Vec<Inline>) -> Block {
    Block::Heading { level, words }
}
