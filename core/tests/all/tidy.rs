//! Keeps the core's sources in order: what no file may hold. Which crate may use which is Cargo's to
//! enforce, and what the compiler and clippy can see is theirs.
//!
//! Each rule is a function from a file's text to what breaks it, so that each can be seen to fail on a
//! few lines; the first tests apply them to every file of the crates.

use std::collections::BTreeMap;
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

/// Names of functions that do not say what they do.
const PREPOSITIONS: [&str; 6] = ["of", "with", "by", "at", "within", "about"];

/// No function is called by a preposition alone.
fn function_names(source: &str) -> Vec<Violation> {
    let of_line = |(index, line): (usize, &str)| {
        let code = line.trim_start();
        let (before, after) = code.split_once("fn ").filter(|_| !code.starts_with("//"))?;
        let is_declaration = before.is_empty() || before.ends_with(' ');
        let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let is_bad = is_declaration && PREPOSITIONS.contains(&name);
        is_bad.then(|| (index + 1, format!("the function `{name}` has no verb")))
    };
    source.lines().enumerate().filter_map(of_line).collect()
}

/// The documentation of an item begins with the thing itself.
fn first_sentences(source: &str) -> Vec<Violation> {
    let is_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let mut violations = vec![];
    let mut before = "";
    for (index, line) in source.lines().map(str::trim_start).enumerate() {
        let is_first = is_doc(line) && !is_doc(before);
        let text = line.get(3..).unwrap_or_default().trim_start();
        let words = ["What ", "The same ", "Those ", "That which "];
        let said = words.iter().find(|words| is_first && text.starts_with(**words));
        violations.extend(said.map(|words| (index + 1, format!("begins with `{words}`"))));
        before = line;
    }
    violations
}

/// No text speaks of a thesis without saying whose: readers do not know the papers.
fn nameless_thesis(source: &str) -> Vec<Violation> {
    let of_line = |(index, line): (usize, &str)| {
        let is_text = !line.trim_start().starts_with("//") && line.contains('"');
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        let is_nameless =
            words.any(|word| word.eq_ignore_ascii_case("thesis")) && !line.contains("Braine");
        (is_text && is_nameless).then(|| (index + 1, "a thesis without its author".to_owned()))
    };
    source.lines().enumerate().filter_map(of_line).collect()
}

/// The types that a file declares outside of functions and implementations.
fn declared_types(source: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let code = line.strip_prefix("pub ").or_else(|| {
            let rest = line.strip_prefix("pub(")?;
            Some(rest.split_once(") ")?.1)
        });
        let code = code.unwrap_or(line);
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let name = kinds.iter().find_map(|kind| code.strip_prefix(kind))?;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned)
    };
    source.lines().filter_map(of_line).collect()
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
    holds_in(&source_folders(), check);
}

/// Applies a rule to all files of these folders.
fn holds_in(folders: &[PathBuf], check: Check) {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| rust_files(folder, &mut files));
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

#[test]
fn functions_have_verbs() {
    holds(function_names);
}

#[test]
fn documentation_begins_with_the_thing() {
    holds(first_sentences);
}

#[test]
fn each_thesis_has_its_author() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend");
    let mut folders = source_folders();
    folders.extend(["src", "protocol/src", "worker/src"].map(|folder| page.join(folder)));
    holds_in(&folders, nameless_thesis);
}

#[test]
fn no_two_types_of_a_crate_share_a_name() {
    let mut report = String::new();
    for folder in source_folders() {
        let mut files = Vec::new();
        rust_files(&folder, &mut files);
        let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
        for file in files {
            for name in declared_types(&fs::read_to_string(&file).expect("source is text")) {
                let Some(other) = known.insert(name.clone(), file.clone()) else { continue };
                writeln!(report, "{name}: {} and {}", other.display(), file.display())
                    .expect("strings take text");
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
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

#[test]
fn functions_without_verbs_are_found() {
    breaks(function_names, "fn of() {}\n    pub(super) fn with(&self) {}\n// fn of() {}", &[1, 2]);
    breaks(function_names, "fn office() {}\nfn of_line() {}\nlet f = fn_of(x);", &[]);
}

#[test]
fn documentation_of_nothing_is_found() {
    breaks(first_sentences, "//! What it is\n/// The same\n", &[1]);
    breaks(first_sentences, "/// What it is\nfn f() {}\n    /// The same with more\n", &[1, 3]);
    breaks(first_sentences, "/// The thing.\n/// What it is\n// What\n/// Whatever\n", &[]);
}

#[test]
fn a_thesis_without_its_author_is_found() {
    breaks(nameless_thesis, "let s = \"Thesis, 3\";\nf(\"in the thesis\")", &[1, 2]);
    breaks(nameless_thesis, "f(\"Braine's thesis\")\n// \"thesis\"\nfn thesis() {}", &[]);
    breaks(nameless_thesis, "f(\"hypothesis, parenthesis\")", &[]);
}

#[test]
fn types_are_found_where_they_are_declared() {
    let source = "pub struct A;\npub(super) enum B<T> {}\n  type C = u8;\nuse d::D;\ntrait E {}\n";
    assert_eq!(declared_types(source), ["A", "B", "E"]);
}
