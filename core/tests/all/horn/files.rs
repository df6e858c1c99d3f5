//! Horn clauses without arrays in the style of other tools: never a wrong answer, and what is
//! answered stays answered.
//!
//! The first line of a file says whether its clauses have a model, `; expect: sat` or `; expect:
//! unsat`. The second line of those that are not solved says what that would take, `; open: ..`.

use crate::support::z3;
use hornbook_corpus::nightly;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};
use std::path::PathBuf;

/// Steps for each file: many times more than any of those that are solved needs.
const STEPS: u64 = 20_000_000;
/// How long z3 may think about a file, in milliseconds.
const Z3: usize = 1_000;

struct File {
    name: String,
    text: String,
    /// Whether there is a model.
    expected: String,
    /// Whether it is known not to be solved.
    open: bool,
}

fn files() -> Vec<File> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/horn");
    let entries = std::fs::read_dir(folder).expect("the folder of clauses");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a readable entry").path()).collect();
    // Those in the folder `classes` are a test of the crate `corpus`.
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.iter().map(file).collect()
}

fn file(path: &PathBuf) -> File {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut lines = text.lines();
    let expected = lines.next().and_then(|l| l.strip_prefix("; expect: "));
    let expected = expected.unwrap_or_else(|| panic!("{name} expects nothing")).to_owned();
    let open = lines.next().is_some_and(|l| l.starts_with("; open: "));
    File { name, text, expected, open }
}

/// `sat`, `unsat`, or that there is no such answer.
fn answer(file: &File) -> &'static str {
    let input = Input::clauses(&file.text, &Choices::default());
    assert!(input.diagnostics.is_empty(), "{}: {:?}", file.name, input.diagnostics);
    let mut solving = Solving::new(&input).expect("clauses");
    let outcome = match solving.step(STEPS) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    };
    match outcome.verdict {
        Verdict::Certified => "sat",
        Verdict::Buggy(_) | Verdict::Refuted(_) => "unsat",
        // No abstraction is to blame, for there are no arrays: an answer that was not recognised.
        Verdict::TooWeak { .. } | Verdict::NotShown(_) => "too weak",
        Verdict::NothingAsserted => "nothing asserted",
        Verdict::Unknown(UnknownReason::Rejected(why)) => panic!("{}: {why}", file.name),
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn no_answer_is_wrong_and_none_is_lost() {
    let files = files();
    assert!(files.len() >= 50, "only {} files", files.len());
    let mut changes = vec![];
    for file in &files {
        let answer = answer(file);
        println!("{:32} {:6} {answer}", file.name, file.expected);
        let fits = match answer {
            "sat" | "unsat" => answer == file.expected && !file.open,
            _ => file.open,
        };
        if !fits {
            let open = if file.open { ", which was open" } else { "" };
            changes.push(format!("{}: {answer}, expected {}{open}", file.name, file.expected));
        }
    }
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}

#[test]
fn z3_expects_the_same() {
    // Its interface for assertions does not know rules and queries.
    let files: Vec<File> =
        files().into_iter().filter(|f| !f.text.contains("declare-rel")).collect();
    let files = nightly::part(files, 3);
    let texts: Vec<String> = files.iter().map(|f| f.text.clone()).collect();
    let Some(answers) = z3::solve(&texts, Z3) else { return };
    assert_eq!(answers.len(), files.len());
    for (file, answer) in files.iter().zip(&answers) {
        assert!(*answer == file.expected || answer == "unknown", "{}: {answer}", file.name);
    }
}
