//! Wrong programs, each with everything that is to be said about it (see `tests/errors`).

use hornbook_base::{Diagnostic, LineIndex, Severity};
use hornbook_pipeline::{Choices, Input};
use std::fmt::Write;
use std::path::PathBuf;

const MARK: &str = "// expected:\n";

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/errors");
    let entries = std::fs::read_dir(folder).expect("the folder of wrong programs");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "hb")).collect();
    files.sort();
    files
}

fn shown(program: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = LineIndex::new(program);
    let mut out = String::new();
    for d in diagnostics {
        let at = lines.line_column(d.span.start);
        let severity = if d.severity == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(out, "// {}:{}: {severity}: {}", at.line, at.column, d.message);
        for hint in &d.hints {
            let _ = writeln!(out, "//   hint: {hint}");
        }
    }
    out
}

#[test]
fn every_wrong_program_is_explained_as_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = String::new();
    let files = files();
    assert!(files.len() >= 60, "only {} programs", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let (program, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let input = Input::program(program, &Choices::default());
        let found = shown(program, &input.diagnostics);
        assert!(!found.is_empty(), "{}: nothing is said", path.display());
        let errors = input.diagnostics.iter().any(|d| d.severity == Severity::Error);
        assert_eq!(errors, input.system.is_none(), "{}", path.display());
        if update {
            std::fs::write(&path, format!("{program}{MARK}{found}")).expect("a written file");
        } else if found != expected {
            let _ = writeln!(wrong, "{}\nexpected:\n{expected}found:\n{found}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
