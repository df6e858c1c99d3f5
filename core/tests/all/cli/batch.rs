//! `hornbook batch`: folders of files.

use crate::support::command::{folder, path, run};
use std::path::PathBuf;

/// A new folder of one test, with programs of each verdict.
fn programs(name: &str) -> PathBuf {
    let files = [
        ("right.hb", "int x = nondet(0, 9); assert(x >= 0);"),
        ("inner/wrong.hb", "int x = nondet(); assert(x >= 0);"),
        ("inner/empty.hb", "int x = 1;"),
        ("bad.hb", "int x = ;\n"),
        (
            "model.smt2",
            "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(check-sat)\n",
        ),
        ("notes.txt", "no program"),
    ];
    folder(name, &files)
}

/// The files with their verdicts in a table, without times.
fn verdicts(table: &str) -> Vec<[&str; 2]> {
    let rows = table.lines().filter(|line| line.contains(" ms"));
    rows.filter_map(first_two_words).collect()
}

fn first_two_words(line: &str) -> Option<[&str; 2]> {
    let mut words = line.split_whitespace();
    Some([words.next()?, words.next()?])
}

#[test]
fn a_folder_is_checked_and_compared() {
    let folder = programs("batch-compared");
    let expect = folder.join("expected.tsv");
    let all = "bad.hb\terror\ninner/empty.hb\tnothing-asserted\ninner/wrong.hb\tbuggy\n\
               model.smt2\tcertified\nright.hb\tcertified\n";
    std::fs::write(&expect, all).expect("a file for tests");
    let batch = |more: &[&str]| {
        run(&[&["batch", path(&folder), "--expect", path(&expect), "--jobs", "2"], more].concat())
    };
    let (status, out, err) = batch(&[]);
    assert_eq!(status, 0, "{out}{err}");
    let expected = [
        ["bad.hb", "error"],
        ["inner/empty.hb", "nothing-asserted"],
        ["inner/wrong.hb", "buggy"],
        ["model.smt2", "certified"],
        ["right.hb", "certified"],
    ];
    assert_eq!(verdicts(&out), expected);
    assert!(out.contains("bad.hb:1:9: error"), "{out}");
    assert!(
        out.ends_with("2 certified, 1 buggy, 1 nothing-asserted, 1 error; 0 of 5 differ\n"),
        "{out}"
    );
    assert_eq!(err.lines().filter(|line| line.contains("/5 ")).count(), 5, "progress: {err}");
    std::fs::write(
        &expect,
        all.replace("wrong.hb\tbuggy", "wrong.hb\tcertified") + "gone.hb\tbuggy\n",
    )
    .expect("a file for tests");
    let (csv, html) = (folder.join("table.csv"), folder.join("table.html"));
    let (status, out, _) = batch(&["--csv", path(&csv), "--html", path(&html)]);
    assert_eq!(status, 1);
    assert!(out.contains("expected: certified") && out.contains("2 of 6 differ"), "{out}");
    assert_eq!(verdicts(&out)[1], ["gone.hb", "missing"]);
    let csv = std::fs::read_to_string(&csv).expect("the table");
    assert!(
        csv.starts_with("file,verdict,expected,milliseconds,reason\nbad.hb,error,error,"),
        "{csv}"
    );
    let html = std::fs::read_to_string(&html).expect("the page");
    assert_eq!(html.matches("class=\"differs\"").count(), 2, "{html}");
}

#[test]
fn a_batch_goes_on_where_it_was_stopped() {
    let folder = programs("batch-resumed");
    let done = folder.join("done.tsv");
    // What is said of a file that is done is believed.
    std::fs::write(&done, "right.hb\tunknown\t7\t\n").expect("a file for tests");
    let batch = ["batch", path(&folder), "--resume", path(&done)];
    let (status, out, err) = run(&batch);
    assert_eq!(status, 0, "{out}{err}");
    assert!(verdicts(&out).contains(&["right.hb", "unknown"]), "{out}");
    assert!(!err.contains("right.hb") && err.contains("5/5"), "{err}");
    let (_, again, err) = run(&batch);
    assert_eq!((again, err.as_str()), (out, ""), "nothing is left to do");
    let (status, out, _) = run(&["batch", path(&folder), "--expect", path(&done)]);
    assert_eq!(status, 1);
    assert!(out.contains("1 of 5 differ"), "{out}");
}

#[test]
fn options_go_to_each_check_and_mistakes_are_told() {
    let folder = programs("batch-options");
    let (_, out, _) =
        run(&["batch", path(&folder), "--", "--invariants", "given", "--budget-ms", "2000"]);
    assert!(out.contains("right.hb") && out.contains("certified"), "{out}");
    let (status, _, err) = run(&["batch", path(&folder.join("nowhere"))]);
    assert!(status == 64 && err.contains("cannot be read"), "{err}");
    let expect = folder.join("wrong.tsv");
    std::fs::write(&expect, "right.hb\tcertified\nright.hb true\n").expect("a file for tests");
    let (status, _, err) = run(&["batch", path(&folder), "--expect", path(&expect)]);
    assert!(
        status == 65 && err.contains("wrong.tsv:2: error: a path, a tab and a verdict"),
        "{err}"
    );
    let (status, _, err) = run(&["batch", path(&folder), "--jobs", "0"]);
    assert!(status == 64 && err.contains("from 1 to 64"), "{err}");
}
