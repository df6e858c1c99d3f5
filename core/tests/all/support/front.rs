//! What the tests of the encoding share: the meaning of terms and clauses, executable, and random
//! programs.

use hornbook_base::{LineIndex, Severity};
use hornbook_encode::encode;
use hornbook_horn::System;
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end};

/// The typed program of a text without errors.
pub fn typed(text: &str, options: Options) -> TypedProgram {
    let lines = LineIndex::new(text);
    let (program, diagnostics) = front_end(text, options);
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let shown = || errors.map(|d| d.render("t.hb", &lines)).collect::<String>();
    program.unwrap_or_else(|| panic!("{}\n{text}", shown()))
}

/// The clauses of a text without errors.
pub fn clauses(text: &str) -> System {
    encode(&typed(text, Options::default()), &LineIndex::new(text)).expect("small steps")
}
