//! Exports of reports and of single formulas as text.
//!
//! ```text
//! stages, stories, outcome -> derivation -> document -> latex | html | text
//! story -> drawing -> slides | handout
//! ```
//!
//! [`document`] has the parts of a text, and each writer knows one format.

pub mod derivation;
pub mod document;
mod drawing;
pub mod formula;
pub mod handout;
pub mod html;
pub mod latex;
pub mod slides;
pub mod text;
mod verdict;

pub use derivation::{DerivationReport, derivation_document};
pub use document::{Block, Document, Inline};

fn heading(level: u8, words: Vec<Inline>) -> Block {
    Block::Heading { level, words }
}
