//! The commands `export` and `format`.

use crate::support::command::run_with;
use std::path::{Path, PathBuf};

/// The exit status, standard output and standard error of the binary.
fn run(words: &[&str], stdin: &str) -> (i32, String, String) {
    let output = run_with(words, stdin);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("a status"), text(&output.stdout), text(&output.stderr))
}

/// A file that only one test writes.
fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a writable folder for tests");
    path.to_string_lossy().into_owned()
}

const UGLY: &str = "int x=1 ; // one\nif(x>0)x++;\n";
const LAID_OUT: &str = "int x = 1; // one\nif (x > 0)\n  x++;\n";
const BUGGY: &str = "int a[]; int i = nondet();\na[i] = 1;\nassert(a[i] == 2);\n";

#[test]
fn programs_are_laid_out() {
    assert_eq!(run(&["format", "-"], UGLY), (0, LAID_OUT.to_owned(), String::new()));
    assert_eq!(run(&["format", "-", "--check"], UGLY), (1, String::new(), String::new()));
    assert_eq!(run(&["format", "-", "--check"], LAID_OUT), (0, String::new(), String::new()));
    let (status, out, err) = run(&["format", "-"], "int x = ;\n");
    assert_eq!((status, out.as_str()), (65, ""));
    assert!(err.starts_with("standard input:1:9: error: a value is missing"), "{err}");
}

#[test]
fn files_change_only_if_that_is_wanted() {
    let file = scratch("ugly.hb", UGLY);
    assert_eq!(run(&["format", &file], "").1, LAID_OUT);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), UGLY);
    assert_eq!(run(&["format", &file, "--write"], ""), (0, String::new(), String::new()));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), LAID_OUT);
    let (status, _, err) = run(&["format", "-", "--write"], UGLY);
    assert!(status == 64 && err.contains("`--write` needs a file"), "{err}");
}

#[test]
fn derivations_are_exported_with_their_verdict() {
    let export = |format: &str| run(&["export", "-", "--format", format], BUGGY);
    let (status, html, err) = export("html");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<strong>buggy</strong>"));
    let (_, latex, _) = export("latex");
    assert!(latex.starts_with("\\documentclass") && latex.contains("\\textbf{buggy}"));
    let (_, text, _) = export("text");
    assert!(text.contains("The program: buggy.") && text.contains("A run with these choices"));
    assert_eq!(run(&["export", "-"], BUGGY).1, text);
    let chosen = run(&["export", "-", "--abstraction", "cell2", "--loops"], BUGGY).1;
    assert!(chosen.contains("Abstraction of arrays: `cell2`"), "{chosen}");
    assert!(chosen.contains("Conditions on any number of cells are loops"), "{chosen}");
}

#[test]
fn clauses_are_exported_as_the_other_commands_print_them() {
    let export = |format: &str| run(&["export", "-", "--format", format], BUGGY);
    assert_eq!(export("smtlib-before"), run(&["horn", "-"], BUGGY));
    assert_eq!(export("smtlib-after"), run(&["abstract", "-"], BUGGY));
}

#[test]
fn exports_go_to_a_file_if_there_is_one() {
    let file = scratch("exported.hb", BUGGY);
    let out = scratch("exported.html", "before");
    let (status, printed, err) = run(&["export", &file, "--format=html", "--output", &out], "");
    assert_eq!((status, printed.as_str(), err.as_str()), (0, "", ""));
    let written = std::fs::read_to_string(&out).expect("a file");
    assert!(written.contains("<title>exported.hb</title>"), "{written}");
    // A text with errors leaves what is there.
    let (status, _, _) = run(&["export", "-", "--output", &out], "int x = ;");
    assert_eq!(status, 65);
    assert_eq!(std::fs::read_to_string(&out).expect("a file"), written);
    let (status, _, err) = run(&["export", &file, "--output", &file], "");
    assert!(status == 64 && err.contains("would overwrite the input"), "{err}");
    assert!(Path::new(&file).exists());
    let (status, _, err) = run(&["export", &file, "--format", "pdf"], "");
    assert!(status == 64 && err.contains("[possible values: latex, html, text"), "{err}");
}
