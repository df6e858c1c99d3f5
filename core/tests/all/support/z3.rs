//! What z3 thinks of Horn clauses and of formulas.

use std::io::Write;
use std::process::{Command, Stdio};

/// The answers of z3's Horn solver, through its Python interface: `sat`, `unsat`, `unknown`, or
/// an error. `None` without z3.
pub fn solve(texts: &[String], milliseconds: usize) -> Option<Vec<String>> {
    answers(texts, "HORN", milliseconds)
}

/// The same for z3's ordinary solver.
pub fn check(texts: &[String], milliseconds: usize) -> Option<Vec<String>> {
    answers(texts, "ALL", milliseconds)
}

/// What z3 answers to the questions of whole scripts, one list for each. `None` without z3.
pub fn run(texts: &[String], milliseconds: usize) -> Option<Vec<Vec<String>>> {
    const CODE: &str = "
import json, sys, z3
for text in json.load(sys.stdin):
    limit = f'(set-option :timeout {sys.argv[1]})'
    context = z3.Context()
    said = z3.Z3_eval_smtlib2_string(context.ref(), limit + text)
    print(json.dumps(said.splitlines()))
";
    let out = python(CODE, &[&milliseconds.to_string()], texts)?;
    Some(out.lines().map(|line| serde_json::from_str(line).expect("a list")).collect())
}

fn answers(texts: &[String], logic: &str, milliseconds: usize) -> Option<Vec<String>> {
    const CODE: &str = "
import json, sys, z3
for text in json.load(sys.stdin):
    try:
        formulas = z3.parse_smt2_string(text)
        solver = z3.SolverFor(sys.argv[1])
        solver.set('timeout', int(sys.argv[2]))
        solver.add(formulas)
        print(solver.check())
    except z3.Z3Exception as e:
        print('unknown' if 'canceled' in repr(e) else repr(e))
";
    let out = python(CODE, &[logic, &milliseconds.to_string()], texts)?;
    Some(out.lines().map(str::to_owned).collect())
}

/// What a program in Python prints that reads the texts; `None` without z3.
fn python(code: &str, words: &[&str], texts: &[String]) -> Option<String> {
    let Ok(python) = std::env::var("HORNBOOK_Z3_PYTHON") else {
        println!("z3 is missing (HORNBOOK_Z3_PYTHON is not set); this check is skipped");
        return None;
    };
    let mut child = Command::new(python)
        .args(["-c", code])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let json = serde_json::to_string(texts).expect("JSON");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(json.as_bytes()).expect("python reads");
    drop(pipe);
    let output = child.wait_with_output().expect("python ends");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
