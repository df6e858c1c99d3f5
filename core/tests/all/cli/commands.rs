//! The command line: what each command prints and which exit status it gives.

use crate::support::command::run_with;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn run(words: &[&str]) -> Output {
    run_with(words, "")
}

/// The exit status, standard output and standard error.
fn read_output(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("an exit status"), text(&output.stdout), text(&output.stderr))
}

fn program(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    folder.join(name).to_string_lossy().into_owned()
}

/// A file that only one test writes.
fn scratch(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a writable folder for tests");
    path.to_string_lossy().into_owned()
}

const CERTIFIED: &str = "int n = nondet(); int i = 0; while (i < n) { i = i + 1; } assert(i >= 0);";
const BUGGY: &str = "int n = nondet();\nint i = 0;\nassert(i < n);\n";
const TWO_CELLS: &str = "(set-logic HORN)
(declare-fun P (Int (Array Int Int)) Bool)
(assert (forall ((n Int) (v Int) (a (Array Int Int)))
  (=> (forall ((k Int)) (= (select a k) v)) (P n a))))
(assert (forall ((n Int) (a (Array Int Int)))
  (=> (P n a) (= (select a 0) (select a 1)))))
";
const REFUTED: &str = "(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 5)) (P (+ x 1)))))
(assert (forall ((x Int)) (=> (P x) (< x 1))))
";

/// Two loops that count by `i`: clauses call the second counter `i_2`, which nobody has written.
#[test]
fn check_prints_the_names_that_the_program_has() {
    let text = "int n = nondet(0, 100);\nint a[n];\n\
                for (int i = 0; i < n; i++) { a[i] = 0; }\n\
                for (int i = 0; i < n; i++) { assert(a[i] == 0); a[i] = 1; }\n\
                assert(forall k in 0..n: a[k] == 1);";
    let (status, out, _) = read_output(&run_with(&["check", "-"], text));
    assert_eq!(status, 0, "{out}");
    for line in ["forall k: 0 <= k < i ==> a[k] == 0", "forall k: 0 <= k < i ==> a[k] == 1"] {
        assert!(out.contains(line), "{line} in {out}");
    }
    assert!(!out.contains("i_2"), "{out}");
}

#[test]
fn check_prints_the_invariants_of_a_certified_program() {
    let (status, out, err) = read_output(&run_with(&["check", "-"], CERTIFIED));
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "line 1: certified");
    assert!(lines.iter().any(|l| l.starts_with("    ") && l.contains('i')), "{out}");
    assert!(lines.last().is_some_and(|l| l.starts_with("certified")), "{out}");
}

#[test]
fn check_prints_the_run_of_a_buggy_program() {
    let (status, out, _) = read_output(&run_with(&["check", "-"], BUGGY));
    assert_eq!(status, 1, "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "line 3: buggy");
    assert!(lines[1].starts_with("  choose n = "), "{out}");
    assert!(out.contains("  line 3: the assertion fails: "), "{out}");
    assert!(lines.last().is_some_and(|l| l.starts_with("buggy")), "{out}");
}

#[test]
fn an_abstraction_that_loses_too_much_is_too_weak() {
    let file = scratch("two_cells.smt2", TWO_CELLS.as_bytes());
    for command in ["check", "solve"] {
        let (status, out, _) = read_output(&run(&[command, &file, "--abstraction", "cell1"]));
        assert_eq!(status, 2, "{out}");
        assert!(out.starts_with("line 5: too-weak\n  "), "{out}");
        assert!(out.lines().last().is_some_and(|l| l.starts_with("too-weak")), "{out}");
    }
}

#[test]
fn without_time_there_is_no_answer() {
    let words = ["check", "-", "--budget-ms", "0"];
    let (status, out, _) = read_output(&run_with(&words, CERTIFIED));
    assert_eq!(status, 3, "{out}");
    assert!(out.starts_with("line 1: unknown\n  the budget ran out"), "{out}");
    assert!(out.lines().last().is_some_and(|l| l.starts_with("unknown")), "{out}");
}

#[test]
fn what_is_decided_without_an_abstraction_says_so() {
    let text = "int n = nondet();\nint a[n];\nassume(forall k: a[k] > 0);\nassert(a[n] != 0);";
    let out = std::env::temp_dir().join(format!("hornbook-exact-{}.smt2", std::process::id()));
    let file = out.to_str().expect("a name");
    let words = ["check", "-", "--abstraction", "auto", "--certificate", file];
    let (status, said, _) = read_output(&run_with(&words, text));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("decided as it is") && !said.contains("loop heads"), "{said}");
    let certificate = std::fs::read_to_string(file).expect("a certificate");
    let _ = std::fs::remove_file(file);
    let wrong = certificate.contains("--abstraction") || certificate.contains("--large-blocks");
    assert!(certificate.contains("nothing was abstracted") && !wrong, "{certificate}");
    let words = ["check", "-", "--abstraction", "auto", "--format", "json"];
    let (_, json, _) = read_output(&run_with(&words, text));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let task = &json["outcome"]["tasks"][0];
    assert_eq!((&task["exact"], &task["options"]), (&true.into(), &"".into()), "{task}");
}

#[test]
fn what_only_merged_steps_certify_says_so() {
    let file = program("13_init_even_cells.hb");
    let note = "  (found with the steps between two loop heads taken as one)\n";
    let words = ["check", &file, "--abstraction", "cell1"];
    let (status, out, _) = read_output(&run(&words));
    assert_eq!(status, 0, "{out}");
    assert!(out.contains(note), "{out}");
    // Who asks for merged steps knows it.
    let (status, out, _) = read_output(&run(&[&words[..], &["--large-blocks"]].concat()));
    assert_eq!((status, out.contains(note)), (0, false), "{out}");
    // A choice that is too weak by itself stays too weak.
    let file = program("16_constant_forgotten.hb");
    let (status, out, _) = read_output(&run(&["check", &file, "--abstraction", "cell1"]));
    assert_eq!((status, out.contains(note)), (2, false), "{out}");
    assert_eq!(read_output(&run(&["check", &file, "--large-blocks"])).0, 0);
}

#[test]
fn the_time_is_kept_whatever_a_step_takes() {
    let start = Instant::now();
    let file = program("21_merge_sorted.hb");
    let words = ["check", &file, "--abstraction", "cell2", "--budget-ms", "500"];
    let (status, out, _) = read_output(&run(&words));
    assert_eq!(status, 3, "{out}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn clauses_that_contradict_each_other_are_buggy() {
    let (status, out, _) = read_output(&run_with(&["solve", "-"], REFUTED));
    assert_eq!(status, 1, "{out}");
    assert!(
        out.starts_with("line 4: buggy\n  line 2: P(0)\n  line 3: P(1)\n  line 4: false\n"),
        "{out}"
    );
    // Standard input that looks like clauses is read as clauses.
    assert_eq!(read_output(&run_with(&["check", "-"], REFUTED)).1, out);
}

#[test]
fn errors_in_the_input_are_shown_with_their_place() {
    let file = scratch("wrong.hb", b"int n;\nint m = k;\n");
    for words in [["check", &file], ["horn", &file], ["abstract", &file], ["explain", &file]] {
        let (status, _, err) = read_output(&run(&words));
        assert_eq!(status, 65, "{err}");
        assert!(err.starts_with(&format!("{file}:2:9: error: ")), "{err}");
        assert!(err.contains("  2 | int m = k;\n    |         ^\n"), "{err}");
    }
    let (status, _, err) = read_output(&run_with(&["solve", "-"], "(assert (P 1)"));
    assert_eq!(status, 65);
    assert!(err.starts_with("standard input:1:1: error: this `(` is never closed"), "{err}");
    let file = scratch("latin.hb", b"int n;\nint \xe4;");
    let (status, _, err) = read_output(&run(&["check", &file]));
    assert_eq!((status, err), (65, format!("{file}:2:5: error: this is not UTF-8 text\n")));
}

#[test]
fn warnings_do_not_change_the_status() {
    let text = "int n = nondet(); if (n > 0) { int n = 1; assert(n == 1); }";
    let (status, out, _) = read_output(&run_with(&["check", "-"], text));
    assert_eq!(status, 0, "{out}");
}

#[test]
fn cells_by_hand_are_used_or_explained() {
    let text = "int a[]; int i = nondet(); int v = a[i]; assert(v == v);";
    let warned = |cells: &[&str]| {
        let mut words = vec!["abstract", "-"];
        cells.iter().for_each(|c| words.extend(["--cells", c]));
        let (status, _, err) = read_output(&run_with(&words, text));
        assert_eq!(status, 0, "{err}");
        err
    };
    assert!(!warned(&["3:a=i"]).contains("clause"), "{}", warned(&["3:a=i"]));
    for (cells, part) in [
        ("99:a=i", "there is no clause 99: the clauses have the numbers 0 to"),
        ("3:b=i", "no premise of clause 3 is about an array `b`"),
        ("3:a=zzz", "there is no variable `zzz`"),
        ("3:a=i +", "a value is expected"),
        ("3:a=true", "is no integer"),
        ("3:a=", "no cells of `a` are named"),
    ] {
        assert!(warned(&[cells]).contains(part), "{cells}: {}", warned(&[cells]));
    }
    let (status, _, err) =
        read_output(&run_with(&["check", "-", "--cells", "3:a=i", "--heuristic", "mg16"], text));
    assert!(status == 64 && err.contains("`--heuristic manual`"), "{err}");
}

#[test]
fn json_is_one_object_with_outcome_and_diagnostics() {
    let json = |text: &str| -> (i32, serde_json::Value) {
        let (status, out, _) = read_output(&run_with(&["check", "-", "--format=json"], text));
        (status, serde_json::from_str(&out).expect("JSON"))
    };
    let (status, report) = json(BUGGY);
    assert_eq!(status, 1);
    assert_eq!(report["outcome"]["assertions"][0]["line"], 3);
    assert!(report["outcome"]["verdict"]["Buggy"]["steps"].is_array(), "{report}");
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(0));
    let (status, report) = json("int n = k;");
    assert_eq!(status, 65);
    assert!(report["outcome"].is_null());
    assert_eq!(report["diagnostics"][0]["severity"], "Error");
}

/// The blocks of a language in a document.
fn blocks<'d>(document: &'d str, language: &str) -> Vec<&'d str> {
    let begin = format!("```{language}\n");
    document.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_documented_json_is_what_is_printed() {
    let document = include_str!("../../../../docs/json.md");
    let (programs, records) = (blocks(document, "c"), blocks(document, "json"));
    assert_eq!((programs.len(), records.len()), (1, 2));
    let words = [
        &["check", "-", "--method", "abstraction"][..],
        &["compare", "-", "--clause", "2", "--heuristic", "mg16"],
    ];
    for (words, documented) in words.iter().zip(records) {
        let words = [words, &["--format", "json"][..]].concat();
        let (_, out, err) = read_output(&run_with(&words, programs[0]));
        let mut documented: serde_json::Value = serde_json::from_str(documented).expect("JSON");
        let mut printed: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        // How much work it was is not the same for ever.
        for record in [&mut documented, &mut printed] {
            if let Some(work) = record.pointer_mut("/outcome/statistics") {
                work.as_object_mut().expect("counts").values_mut().for_each(|n| *n = 0.into());
            }
            if let Some(work) = record.pointer_mut("/outcome/tasks/0/steps") {
                *work = 0.into();
            }
            let rows =
                record.pointer_mut("/outcome/strategies").and_then(|rows| rows.as_array_mut());
            rows.into_iter().flatten().for_each(|row| row["steps"] = 0.into());
        }
        assert_eq!(printed, documented, "{err}");
    }
}

#[test]
fn help_says_every_exit_status() {
    for command in ["check", "horn", "abstract", "compare", "explain", "export", "format", "smt"] {
        let (_, out, _) = read_output(&run(&["help", command]));
        let statuses = out.split("Exit status: ").nth(1).expect("the statuses");
        for status in ["0", "64 wrong usage", "65 errors in the", "74 the"] {
            assert!(statuses.contains(status), "{command}: {statuses}");
        }
    }
}

#[test]
fn horn_and_abstract_print_clauses() {
    let file = program("01_init_zero.hb");
    let (status, out, _) = read_output(&run(&["horn", &file]));
    assert_eq!(status, 0);
    assert!(out.starts_with("(set-logic HORN)\n"), "{out}");
    assert!(out.contains("(declare-fun L7 (Int (Array Int Int) Int) Bool)"), "{out}");
    assert!(out.contains("\n; clause 5, line 8: writes a cell\n(assert (forall ("), "{out}");
    assert!(out.ends_with("(check-sat)\n"), "{out}");
    let stage = |stage: &str| read_output(&run(&["abstract", &file, "--stage", stage])).1;
    let (abstracted, eliminated) = (stage("abstract"), stage("eliminate"));
    assert!(abstracted.contains("(=> (forall ("), "{abstracted}");
    assert!(!eliminated.contains("(=> (forall (") && eliminated.contains("Array"), "{eliminated}");
    assert!(!stage("final").contains("Array"));
    assert_eq!(read_output(&run(&["abstract", &file])).1, stage("final"));
    let whole = read_output(&run(&["abstract", &file, "--abstraction", "id"])).1;
    assert!(whole.contains("Array"));
}

#[test]
fn a_clause_is_compared_under_several_ways() {
    // The claim reads one cell besides the goal's: the thesis's heuristics differ (T Table 5.2).
    let text = "int a[]; int b[]; int i = nondet();\nb[i] = a[i];\nassert(forall k: b[k] >= 0);";
    let compare = |more: &[&str]| -> String {
        let words = [&["compare", "-"], more].concat();
        let (status, out, err) = read_output(&run_with(&words, text));
        assert!(status == 0 && err.is_empty(), "{err}");
        out
    };
    let heuristics = compare(&["--clause", "4"]);
    let clauses = heuristics.lines().filter(|l| l.starts_with("clause ")).count();
    assert!(clauses == 1 && heuristics.starts_with("clause 4: L2(a, b, i) ==> "), "{heuristics}");
    let set = |way: &str| -> String {
        let mut lines = heuristics.lines().skip_while(|l| l.trim() != format!("cell1 with {way}"));
        lines.nth(1).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(set("relevant"), set("relevant-basic"));
    assert!(set("relevant").contains("(i, a[i])") && set("mg16").contains("(i, a[i])"));
    assert!(!set("ma15").contains("(i, a[i])") && set("ma15").contains("k_a'"), "{heuristics}");
    // One element keeps the goal's cell of `a`, another one the cell that is read; none has both.
    let verdicts = heuristics.lines().filter_map(|l| l.trim().strip_prefix("criterion: "));
    let lost = "; truth: incomplete: a witness was found and checked";
    let criteria: Vec<&str> = verdicts.filter_map(|v| v.strip_suffix(lost)).collect();
    let left_out = "relevant cells left out: i";
    assert_eq!(criteria, ["⊤-free", "⊤-free", "⊤-free", left_out], "{heuristics}");
    let abstractions =
        compare(&["--clause", "4", "--abstraction", "smash", "--abstraction", "cell<2"]);
    let ways = abstractions.lines().filter(|l| l.ends_with(" with relevant"));
    let ways: Vec<&str> = ways.map(str::trim).collect();
    assert_eq!(ways, ["smash with relevant", "cell<2 with relevant"]);
    let json = compare(&["--format", "json"]);
    let all: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let rows = all.as_array().expect("one comparison for each clause");
    assert!(rows.iter().all(|c| c["rows"].as_array().is_some_and(|r| r.len() == 4)), "{json}");
}

#[test]
fn completeness_is_claimed_where_it_is_proved() {
    let copy = program("06_copy.hb");
    let (_, out, _) =
        read_output(&run(&["compare", &copy, "--clause", "3", "--abstraction", "smash"]));
    assert!(out.contains("complete by C1"), "{out}");
    // What is known of a cell of `Q`'s array matters to `P`'s, which is the same.
    let system = "(set-logic HORN)
(declare-fun P ((Array Int Int)) Bool)
(declare-fun Q ((Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (=> (= (select a 3) 1) (P a))))
(assert (forall ((b (Array Int Int))) (=> (= (select b 3) 2) (Q b))))
(assert (forall ((a (Array Int Int))) (=> (and (P a) (Q a)) false)))";
    let file = scratch("joined.smt2", system.as_bytes());
    let words = ["compare", &file, "--clause", "2", "--abstraction", "P=cell,Q=id"];
    let (status, out, err) = read_output(&run(&words));
    assert!(status == 0 && !out.contains("truth: complete"), "{out}{err}");
    assert!(out.contains("it is used below a quantifier over arrays"), "{out}");
}

#[test]
fn printed_clauses_can_be_solved() {
    let file = program("01_init_zero.hb");
    for words in [vec!["horn", &file], vec!["abstract", &file]] {
        let (_, clauses, _) = read_output(&run(&words));
        let (status, out, _) = read_output(&run_with(&["solve", "-"], &clauses));
        assert_eq!(status, 0, "{out}");
    }
}

#[test]
fn explain_prints_the_road_and_a_story_for_each_clause() {
    let (status, out, _) = read_output(&run(&["explain", &program("01_init_zero.hb")]));
    assert_eq!(status, 0);
    let record: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let clauses = record["road"]["stages"]["clauses"].as_array().expect("clauses");
    let stories = record["stories"].as_array().expect("stories");
    assert_eq!(clauses.len(), stories.len());
    for (clause, story) in clauses.iter().zip(stories) {
        assert_eq!(clause["id"], story["id"]);
        let first = &story["steps"][0];
        assert_eq!(
            (&first["paper"], &first["stage"]),
            (&"T Algorithm 1".into(), &"abstract".into())
        );
        let [before, after] = ["before", "after"].map(|part| &first[part]["Clause"]);
        assert_eq!((&before["side"], &after["side"]), (&"Concrete".into(), &"Abstract".into()));
        assert_eq!(before["clause"]["id"], clause["id"]);
    }
    let stages = record["road"]["stage_list"].as_array().expect("stages");
    assert_eq!(stages.iter().filter(|stage| stage["takes_steps"] == true).count(), 3);
    assert_eq!((&stages[0]["key"], &stages[0]["shows"]), (&"program".into(), &"Text".into()));
}

#[test]
fn smt_answers_questions() {
    let script = "(set-logic QF_LIA)
(declare-const x Int) (declare-fun |a b| () Bool)
(define-fun twice ((n Int)) Int (* 2 n))
(assert (and |a b| (= (twice x) (- 6))))
(check-sat)
(push 1) (assert (> x 0)) (check-sat) (pop 1)
(echo \"done\")";
    let (status, out, err) = read_output(&run_with(&["smt", "-"], script));
    assert_eq!((status, err.as_str()), (0, ""));
    let model = "(\n  (define-fun x () Int (- 3))\n  (define-fun |a b| () Bool true)\n)\n";
    assert_eq!(out, format!("sat\n{model}unsat\ndone\n"));
    let asking = format!("{script}(check-sat)(get-model)");
    let (_, out, _) = read_output(&run_with(&["smt", "-"], &asking));
    assert_eq!(out, format!("sat\nunsat\ndone\nsat\n{model}"));
    let product = "(declare-const x Int)\n(declare-const y Int)\n(assert (= (* x y) 6))(assert (> x 4))(check-sat)";
    let (_, out, _) = read_output(&run_with(&["smt", "-"], product));
    assert_eq!(out, "sat\n(\n  (define-fun x () Int 6)\n  (define-fun y () Int 1)\n)\n");
    let quotient = "(declare-const x Int)\n(declare-const y Int)\n(assert (= (div x y) 6))";
    let (status, _, err) = read_output(&run_with(&["smt", "-"], quotient));
    assert_eq!(status, 65);
    assert!(
        err.contains(":3:9: error: this is not linear integer arithmetic: `(div x y)`"),
        "{err}"
    );
}

/// What a script prints, which has no errors.
fn answers(script: &str) -> String {
    let (status, out, err) = read_output(&run_with(&["smt", "-"], script));
    assert_eq!((status, err.as_str()), (0, ""), "{script}");
    out
}

#[test]
fn smt_gives_cores_and_values() {
    let script = "(set-option :produce-unsat-cores true)
(declare-const x Int) (declare-const p Bool)
(assert (! (> x 3) :named big))
(assert (! (< x 10) :named small))
(push 1)
(assert (! (= (* 2 x) 7) :named |an odd one|))
(check-sat) (get-unsat-core)
(pop 1)
(check-sat-assuming ((not big) p)) (get-unsat-assumptions) (get-unsat-core)
(check-sat-assuming (p (< x 5)))
(get-value (x p (+ x 1))) (get-unsat-core) (get-model)
(assert (not small)) (check-sat) (get-unsat-core) (get-value (x))
(reset-assertions) (check-sat)";
    let out = answers(script);
    let lines: Vec<&str> = out.lines().collect();
    let model = ["(", "  (define-fun x () Int 4)", "  (define-fun p () Bool true)", ")"];
    let only = |wanted: &str, answer: &str| {
        format!("(error \"there is {wanted} only right after the answer {answer}\")")
    };
    let (no_core, no_value) = (only("a core", "unsat"), only("a value", "sat"));
    let expected = [
        &["unsat", "(|an odd one|)", "unsat", "((not big))", "(big)", "sat"],
        &["((x 4) (p true) ((+ x 1) 5))", &no_core][..],
        &model,
        &["unsat", "(small)", &no_value, "sat"],
    ]
    .concat();
    assert_eq!(lines, expected, "{out}");
}

#[test]
fn smt_starts_again_and_prints_what_is_asked_for() {
    let script = "(set-logic QF_LIA)(define-const k Int 5)(declare-const x Int)(assert (= x k))\
                  (check-sat)(get-value (x))(reset)(declare-const x Bool)(assert x)(check-sat)";
    let (status, out, err) = read_output(&run_with(&["smt", "-"], script));
    assert_eq!((status, out.as_str(), err.as_str()), (0, "sat\n((x 5))\nsat\n", ""));
}

#[test]
fn smt_says_what_it_does_not_support() {
    for (script, message) in [
        ("(set-logic QF_BV)", "1:12: error: questions in the logic `QF_BV` are not answered"),
        ("(set-option :print-success true)", "the option `:print-success` is not supported"),
        ("(assert (= -3 3))", "`-3` is not declared; the number is `(- 3)`"),
        ("(assert ((_ divisible 3) 3))", "operations with an index"),
        ("(assert (! true :named 3))", "1:17: error: a name is expected after `:named`"),
        (
            "(declare-const p Bool)(assert (not (! p :named q)))",
            "1:41: error: only whole assertions can have a name",
        ),
        ("(check-sat-assuming true)", "1:21: error: a list of terms is expected"),
        ("(check-sat-assuming (3))", "error: this is of sort `Int`, but `Bool` is needed"),
        ("(assert (! true :named a))(assert (! true :named a))", "error: `a` is declared twice"),
        ("(get-proof)", "1:2: error: the command `get-proof` is not supported"),
        ("(check-sat 3)", "error: `check-sat` has the wrong number of arguments"),
        ("(declare-fun f (Int) Int)", "error: functions with parameters are not supported"),
    ] {
        let (status, _, err) = read_output(&run_with(&["smt", "-"], script));
        assert!(status == 65 && err.contains(message), "{script}: {err}");
    }
}

#[test]
fn smt_reads_deep_terms() {
    let levels = 10_000;
    let nested = |open: &dyn Fn(usize) -> String, inner: &str, close: &str| {
        let opened: String = (0..levels).map(open).collect();
        let term = format!("{opened}{inner}{}", close.repeat(levels));
        answers(&format!(
            "(declare-const x Int)(declare-const p Bool)(assert {term})(check-sat)(echo \"\")"
        ))
    };
    let sat = |out: String| assert!(out.starts_with("sat\n"), "{out}");
    sat(nested(&|i| format!("(and p (or (< x {i}) "), "p", "))"));
    sat(nested(&|i| format!("(ite (< x {i}) p "), "p", ")"));
    sat(nested(&|i| format!("(let ((y (ite (< x {i}) {i} x))) "), "(> y 7)", ")"));
}

#[test]
fn wrong_usage_is_explained() {
    let file = program("01_init_zero.hb");
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage: hornbook <COMMAND>"),
        (&["prove", "x"], "unrecognized subcommand 'prove'"),
        (&["chekc", "x"], "a similar subcommand exists: 'check'"),
        (&["--quiet", "check"], "unexpected argument '--quiet'"),
        (&["check"], "required arguments were not provided:\n  <FILE>"),
        (&["check", "a", "b"], "unexpected argument 'b'"),
        (&["check", "/no/such/file"], "`/no/such/file` cannot be read: there is no such file"),
        (&["check", env!("CARGO_MANIFEST_DIR")], "cannot be read: this is a directory"),
        (&["check", &file, "--fast"], "unexpected argument '--fast'"),
        (&["horn", &file, "--abstraction", "id"], "unexpected argument '--abstraction'"),
        (&["solve", &file, "--check-bounds"], "unexpected argument '--check-bounds'"),
        (&["check", &file, "--format"], "a value is required for '--format <FORMAT>'"),
        (&["check", &file, "--format", "xml"], "[possible values: text, json]"),
        (&["horn", &file, "--format", "json"], "[possible values: smtlib, rules, latex, dot]"),
        (&["check", &file, "--budget-ms", "soon"], "this takes a number of milliseconds"),
        (&["check", &file, "--abstraction", "sell"], "there is no abstraction `sell`"),
        (&["horn", "x", "--loops=yes"], "unexpected value 'yes' for '--loops'"),
        (
            &["check", &file, "--abstraction", "cell (+)"],
            "an abstraction is expected where the text",
        ),
        (&["explain", &file, "--abstraction", "auto"], "is for `check`, `solve` and `export`"),
        (&["check", &file, "--order", "up"], "[possible values: left, right]"),
        (&["check", &file, "--cells", "a=k"], "cells are written as in `3:a=k,i + 1`"),
        (&["compare", &file, "--clause", "99"], "there is no clause 99; the clauses are 0 to"),
        (
            &["check", &file, "--heuristic", "guess"],
            "[possible values: relevant, relevant-basic, mg16, ma15, manual]",
        ),
        (&["abstract", &file, "--stage", "last"], "[possible values: abstract, eliminate, final]"),
        (&["check", &file, "--format=text", "--format=json"], "cannot be used multiple times"),
        (&["export", &file, "--output", &file], "would overwrite the input"),
        (&["help", "prove"], "unrecognized subcommand 'prove'"),
    ];
    for (words, message) in cases {
        let (status, out, err) = read_output(&run(words));
        assert_eq!((status, out.as_str()), (64, ""), "{words:?}: {err}");
        assert!(err.contains(message) && err.contains("--help"), "{words:?}: {err}");
    }
}

#[test]
fn help_and_version() {
    let (status, out, _) = read_output(&run(&["help"]));
    assert_eq!(status, 0);
    assert_eq!(read_output(&run(&["--help"])).1, out);
    let commands =
        ["check", "horn", "abstract", "compare", "explain", "export", "format", "solve", "smt"];
    for command in commands {
        assert!(out.contains(&format!("\n  {command} ")), "{out}");
        let (status, details, _) = read_output(&run(&["help", command]));
        assert_eq!(status, 0);
        assert!(
            details.contains(&format!("Usage: hornbook {command} [OPTIONS] <FILE")),
            "{details}"
        );
        assert_eq!(read_output(&run(&[command, "--help"])).1, details);
    }
    let (status, out, _) = read_output(&run(&["--version"]));
    assert_eq!((status, out), (0, format!("hornbook {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hornbook"))
        .args(["explain", &program("01_init_zero.hb")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let (status, _, err) = read_output(&child.wait_with_output().expect("the binary ends"));
    assert_eq!((status, err.as_str()), (0, ""));
}

#[test]
fn deep_texts_are_refused_or_handled() {
    let parens = "(".repeat(100_000);
    for command in ["solve", "smt", "check", "horn"] {
        let (status, _, err) = read_output(&run_with(&[command, "-"], &parens));
        assert_eq!(status, 65, "{command}");
        assert!(err.contains("never closed") && err.len() < 1_000_000, "{command}: {err}");
    }
    // As deep as it may be.
    let sum = format!("{}x{}", "(+ 1 ".repeat(380), ")".repeat(380));
    let nots = format!("{}(P x){}", "(not ".repeat(380), ")".repeat(380));
    let text = format!(
        "(declare-fun P (Int) Bool)\n(assert (forall ((x Int)) (=> (= x 0) (P {sum}))))\n\
         (assert (forall ((x Int)) (=> {nots} (> {sum} 0))))"
    );
    for command in ["check", "abstract", "horn", "explain"] {
        let (status, _, err) = read_output(&run_with(&[command, "-"], &text));
        assert_eq!(status, 0, "{command}: {err}");
    }
}
