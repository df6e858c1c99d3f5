//! Keeps the core's sources in order: what no file may hold. Which crate may use which is Cargo's to
//! enforce, and what the compiler and clippy can see is theirs.
//!
//! Each rule is a function from a file's text to what breaks it, so that each can be seen to fail on a
//! few lines; the first tests apply them to every file of the crates.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A broken rule: the line and what is wrong.
type Violation = (usize, String);

/// Every file begins by saying what it is for.
fn header(source: &str) -> Vec<Violation> {
    let first = source.lines().next().unwrap_or_default();
    let said = first.strip_prefix("//!").is_some_and(|text| !text.trim().is_empty());
    if said { Vec::new() } else { vec![(1, "the file does not begin with `//! …`".to_owned())] }
}

/// No test is switched off, and nothing is said to be unfinished.
fn leftovers(source: &str) -> Vec<Violation> {
    let of_line = |(index, line): (usize, &str)| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let word = words.find(|word| matches!(*word, "TODO" | "FIXME" | "XXX"));
        let ignored = line.trim_start().starts_with("#[ignore").then_some("#[ignore]");
        word.or(ignored).map(|what| (index + 1, format!("`{what}` is left")))
    };
    source.lines().enumerate().filter_map(of_line).collect()
}

type Check = fn(&str) -> Vec<Violation>;

/// The `src` folders of the core's crates.
fn source_folders() -> Vec<PathBuf> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(core).expect("readable").map(|entry| entry.expect("readable").path());
    let mut folders: Vec<PathBuf> =
        crates.map(|of_crate| of_crate.join("src")).filter(|folder| folder.is_dir()).collect();
    folders.sort();
    folders
}

/// Applies a rule to all files of the core's crates.
fn holds(check: Check) {
    let mut files = Vec::new();
    source_folders().iter().for_each(|folder| rust_files(folder, &mut files));
    assert!(files.len() > 300, "only {} files of source", files.len());
    let mut report = String::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("source is text");
        for (line, what) in check(&source) {
            writeln!(report, "{}:{line}: {what}", file.display()).expect("strings take text");
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("readable");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn files_say_what_they_are_for() {
    holds(header);
}

#[test]
fn nothing_is_left_unfinished() {
    holds(leftovers);
}

// ---- The rules can fail ----------------------------------------------------------------------

#[track_caller]
fn breaks(check: Check, source: &str, expected: &[usize]) {
    let violations = check(source);
    let lines: Vec<usize> = violations.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, expected, "{violations:?}\n{source}");
}

#[test]
fn a_missing_header_is_found() {
    breaks(header, "//! Says it.\n", &[]);
    for source in ["", "// Says it.", "//!\n//! Says it.", "\n//! Says it.", "use std::fs;"] {
        breaks(header, source, &[1]);
    }
}

#[test]
fn leftovers_are_found() {
    breaks(leftovers, "//! A\n// TODO: more\n/* FIXME */\n// TODOS", &[2, 3]);
    breaks(leftovers, "#[test]\n#[ignore = \"slow\"]\nfn f() {}", &[2]);
    breaks(leftovers, "// no #[ignore] here\nfn todo() {}", &[]);
}
