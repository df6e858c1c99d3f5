//! Texts from files and standard input.

use hornbook_horn::smtlib;
use hornbook_pipeline::{Choices, Input, diagnose_named_cells};
use std::fmt::Write as _;
use std::io::Read;

/// The reason why there is no text.
pub(crate) enum NoText {
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// The file is no text, as the message shows.
    NotText(String),
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// The reason, when there is none.
pub(crate) fn text(file: &str) -> Result<String, NoText> {
    let bytes = if file == "-" {
        let mut bytes = vec![];
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|e| {
        let why = match e.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "this is a directory".to_owned(),
            _ => e.to_string(),
        };
        NoText::Unreadable(format!("`{file}` cannot be read: {why}"))
    })?;
    String::from_utf8(bytes).map_err(|e| {
        let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|b| **b == b'\n').count();
        let start = good.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        let column = 1 + String::from_utf8_lossy(&good[start..]).chars().count();
        NoText::NotText(format!("{}:{line}:{column}: error: this is not UTF-8 text\n", shown(file)))
    })
}

/// The name of a file in messages.
pub(crate) fn shown(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// Reads a program or clauses, by the name of the file; `clauses` requires clauses.
pub(crate) fn read(file: &str, text: &str, clauses: bool, options: &Choices) -> Input {
    let smtlib =
        std::path::Path::new(file).extension().is_some_and(|e| e.eq_ignore_ascii_case("smt2"));
    let mut input = if clauses || smtlib || (file == "-" && smtlib::is_smtlib(text)) {
        Input::clauses(text, options)
    } else {
        Input::program(text, options)
    };
    let wrong = diagnose_named_cells(&input);
    input.diagnostics.extend(wrong);
    input
}

/// Whether a text looks like SMT-LIB, or is empty but for its comments.
pub(crate) fn may_be_smtlib(text: &str) -> bool {
    let empty = |l: &str| l.trim().is_empty() || l.trim_start().starts_with(';');
    smtlib::is_smtlib(text) || text.lines().all(empty)
}

/// The diagnostics that a terminal shows: more of them tell no more.
const MAX_DIAGNOSTICS: usize = 200;

/// The diagnostics of a text, as a terminal shows them.
pub(crate) fn render(file: &str, input: &Input) -> String {
    let all = &input.diagnostics;
    let shown = all.iter().take(MAX_DIAGNOSTICS).map(|d| d.render(shown(file), &input.lines));
    let mut text: String = shown.collect();
    if let Some(more) = all.len().checked_sub(MAX_DIAGNOSTICS + 1) {
        let _ = writeln!(text, "{file}: {} more of such", more + 1);
    }
    text
}
