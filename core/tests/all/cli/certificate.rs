//! The command line: certificates are written where there is something to certify.

use std::path::PathBuf;
use std::process::Command;

const CERTIFIED: &str = "int n = nondet(); int i = 0; while (i < n) { i = i + 1; } assert(i >= 0);";
const BUGGY: &str = "int n = nondet();\nint i = 0;\nassert(i < n);\n";
const CLAUSES: &str = "(declare-fun |P Q| (Int) Bool)
(assert (|P Q| 0))
(assert (forall ((x Int)) (=> (and (|P Q| x) (< x 5)) (|P Q| (+ x 1)))))
(assert (forall ((x Int)) (=> (|P Q| x) (< x 6))))
";

/// The exit status, standard output and standard error.
fn run(words: &[&str]) -> (i32, String, String) {
    let binary = env!("CARGO_BIN_EXE_hornbook");
    let output = Command::new(binary).args(words).output().expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit status"), text(output.stdout), text(output.stderr))
}

/// A file of these tests that is not there.
fn absent(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("certificate-{name}"));
    let _ = std::fs::remove_file(&path);
    path.to_string_lossy().into_owned()
}

fn file(name: &str, text: &str) -> String {
    let path = absent(name);
    std::fs::write(&path, text).expect("a writable folder for tests");
    path
}

#[test]
fn what_is_certified_has_a_certificate() {
    let cases = [
        ("check", file("a.hb", CERTIFIED), absent("a.out")),
        ("check", file("b.smt2", CLAUSES), absent("b.out")),
        ("solve", file("c.smt2", CLAUSES), absent("c.out")),
    ];
    for (command, input, out) in &cases {
        let plain = run(&[command, input]);
        assert_eq!((plain.0, plain.2.as_str()), (0, ""), "{}", plain.1);
        assert_eq!(run(&[command, input, "--certificate", out]), plain);
        let text = std::fs::read_to_string(out).expect("a certificate");
        assert!(text.starts_with("; Proof obligations for a verdict `certified` of Hornbook."));
        let (status, answers, err) = run(&["smt", out]);
        assert_eq!((status, err.as_str()), (0, ""), "{text}");
        assert_eq!(answers, "unsat\n".repeat(text.matches("(check-sat)\n").count()), "{text}");
        // A certificate that is there already is replaced.
        std::fs::write(out, "old").expect("a writable file");
        assert_eq!(run(&[command, input, &format!("--certificate={out}")]), plain);
        assert_eq!(std::fs::read_to_string(out).expect("a certificate"), text);
    }
}

/// What is certified with ghost variables rests on another program, which the certificate shows.
#[test]
fn a_certificate_shows_the_program_that_it_is_about() {
    let text = "int n = nondet();\nassume(n >= 0);\nint a[n];\nint s = 0;\n\
        for (int i = 0; i < n; i++) { s += a[i]; }\nassert(s == sum(a, 0, n));\n";
    let (input, out) = (file("i.hb", text), absent("i.out"));
    let (status, said, err) =
        run(&["check", &input, "--method", "instrument", "--certificate", &out]);
    assert_eq!((status, err.as_str()), (0, ""), "{said}");
    let text = std::fs::read_to_string(&out).expect("a certificate");
    assert!(text.starts_with("; These are about another program than the text."), "{text}");
    assert!(text.contains("\n;     sum_of_a = sum_of_a + a[i];\n"), "{text}");
    let (status, answers, _) = run(&["smt", &out]);
    assert_eq!(status, 0, "{text}");
    assert_eq!(answers, "unsat\n".repeat(text.matches("(check-sat)\n").count()), "{text}");
}

#[test]
fn other_verdicts_have_none() {
    let (input, out) = (file("d.hb", BUGGY), absent("d.out"));
    let plain = run(&["check", &input]);
    let (status, said, err) = run(&["check", &input, "--certificate", &out]);
    assert_eq!((status, said), (1, plain.1));
    assert_eq!(err, format!("hornbook: the verdict is buggy: `{out}` was not written\n"));
    let input = file("e.hb", CERTIFIED);
    let words = ["check", &input, "--certificate", &out, "--budget-ms", "0"];
    let (status, _, err) = run(&words);
    assert_eq!(status, 3);
    assert_eq!(err, format!("hornbook: the verdict is unknown: `{out}` was not written\n"));
    let (status, _, err) = run(&["check", &file("f.hb", "int x"), "--certificate", &out]);
    assert!(status == 65 && !err.contains("not written"), "{err}");
    assert!(!PathBuf::from(out).exists());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let (input, folder) = (file("g.hb", CERTIFIED), absent("no-such-folder"));
    let plain = run(&["check", &input]);
    let out = format!("{folder}/out");
    let (status, said, err) = run(&["check", &input, "--certificate", &out]);
    assert_eq!((status, said), (74, plain.1));
    assert!(err.starts_with(&format!("hornbook: `{out}` cannot be written: ")), "{err}");
}

#[test]
fn the_option_is_explained() {
    let input = file("h.hb", CERTIFIED);
    for (words, why) in [
        (vec!["check", &input, "--certificate", "-"], "this takes the name of a file, not `-`"),
        (vec!["check", &input, "--certificate"], "a value is required for '--certificate <OUT>'"),
        (vec!["horn", &input, "--certificate", "x"], "unexpected argument '--certificate'"),
    ] {
        let (status, _, err) = run(&words);
        assert!(status == 64 && err.contains(why), "{err}");
    }
    for command in ["check", "solve"] {
        let (_, help, _) = run(&["help", command]);
        assert!(
            help.contains("--certificate <OUT>") && help.contains("proof obligations"),
            "{help}"
        );
    }
}
