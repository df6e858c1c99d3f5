//! The language: from text to a typed program, and what running one means.
//!
//! A text passes [`token`] (the lexer), [`parser`], which gives a syntax tree ([`ast`]), and
//! [`typeck`], which gives a [`typed::Program`]; the rooms behind see only that. [`mod@print`] writes
//! a syntax tree back as text, and [`interp`] says what running a typed program means.
//!
//! **Invariants.** Every text gives a tree, and all its diagnostics at once. A typed program
//! exists exactly when there is no error. Trees are bounded in height, so recursive walks over
//! them fit on a small stack. Nothing here knows about clauses or solvers.

pub mod ast;
pub mod interp;
pub mod parser;
pub mod print;
pub mod token;
pub mod typeck;
pub mod typed;

use crate::base::Diagnostic;
pub use parser::parse;

/// Parses and checks a text. Diagnostics are sorted by place; there is a program exactly when
/// none of them is an error.
pub fn front_end(text: &str) -> (Option<typed::Program>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = parse(text);
    let (program, found) = typeck::check(&tree, diagnostics.is_empty());
    diagnostics.extend(found);
    diagnostics.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity)));
    (program, diagnostics)
}
