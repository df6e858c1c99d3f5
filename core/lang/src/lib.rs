//! The language: from text to a typed program, and the meaning of runs.
//!
//! A text passes [`token`] (the lexer), [`parser`], which gives a syntax tree ([`ast`]), and [`typeck`],
//! which gives a [`typed::TypedProgram`]; later crates see only that. [`mod@print`] prints a syntax tree,
//! [`mod@format`] formats a text without losing comments, [`rewrite`] transforms trees and maps places in
//! their texts back, and [`interp`] runs typed programs.
//!
//! **Invariants.** Every text gives a tree, and all its diagnostics at once. A typed program
//! exists exactly when there is no error. Trees are bounded in height, so recursive walks over
//! them fit on a small stack. Nothing here knows about clauses or solvers.

#![forbid(unsafe_code)]

pub mod ast;
pub mod calls;
mod follow_up;
pub mod format;
pub mod inline;
pub mod interp;
pub mod parser;
pub mod print;
pub mod rewrite;
mod similar;
pub mod token;
pub mod typeck;
pub mod typed;

use follow_up::without_follow_ups;
use hornbook_base::Diagnostic;
pub use parser::{expression, parse};
use serde::{Deserialize, Serialize};

/// Options of a program's meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Every access to an array with a declared length asserts that the index lies within it.
    pub check_bounds: bool,
}

/// Parses and checks a text. Diagnostics are sorted by place; there is a program exactly when
/// none of them is an error.
pub fn front_end(text: &str, options: Options) -> (Option<typed::TypedProgram>, Vec<Diagnostic>) {
    let (tree, syntax) = parse(text);
    let switched_on = tree.pragmas.iter().any(|p| p.key == "check-bounds");
    let options = Options { check_bounds: options.check_bounds || switched_on };
    let (program, found) = typeck::check(&tree, syntax.is_empty(), options);
    (program, without_follow_ups(text, syntax, found))
}
