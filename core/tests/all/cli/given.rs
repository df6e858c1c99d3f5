//! Exit statuses where the given invariants must suffice, and where nothing is claimed.

use crate::support::command::run_with;

/// The exit status of `check` with these options.
fn status(words: &[&str], text: &str) -> Option<i32> {
    run_with(&[&["check", "-"], words].concat(), text).status.code()
}

/// A loop with this line about it.
fn counting(line: &str) -> String {
    format!(
        "int n = nondet(); assume(n >= 0); int i = 0; while (i < n) {{ {line} i++; }} assert(i == n);"
    )
}

#[test]
fn given_invariants_have_the_four_verdicts() {
    let given = |line: &str| status(&["--invariants", "given"], &counting(line));
    assert_eq!(given("invariant i <= n;"), Some(0));
    assert_eq!(given("invariant i < n;"), Some(1));
    assert_eq!(given("invariant 0 <= i;"), Some(2));
    assert_eq!(given(""), Some(2));
    let sum = "int a[]; int s = 0; for (int i = 0; i < 3; i++) { invariant s == sum(a, 0, i); s = s + a[i]; } assert(s == 0);";
    assert_ne!(status(&["--invariants", "given"], sum), Some(0));
}

#[test]
fn lines_are_claims_where_the_solver_may_add_others() {
    assert_eq!(status(&[], &counting("invariant 0 <= i;")), Some(0));
    assert_eq!(status(&[], &counting("invariant i < n;")), Some(1));
}

#[test]
fn nothing_asserted_is_not_certified() {
    assert_eq!(status(&[], "int i = 0; while (i < 3) { i++; }"), Some(4));
    assert_eq!(status(&[], "int i = 0; while (i < 3) { hint i <= 3; i++; }"), Some(4));
    // What stands behind the end of a line that is a carriage return counts.
    assert_eq!(status(&[], "// a comment\rint i = 1;\rassert(i == 2);\r"), Some(1));
}

#[test]
fn main_is_run_for_any_values() {
    assert_eq!(status(&[], "void main(int x) { assert(x != 7); }"), Some(1));
    assert_eq!(
        status(&[], "int main(int x, int a[]) { assert(x + a[0] == a[0] + x); return 0; }"),
        Some(0)
    );
}

#[test]
fn a_verdict_says_whether_every_run_ends() {
    let last = |words: &[&str], text: &str| {
        let run = run_with(&[&["check", "-"], words].concat(), text);
        let out = String::from_utf8(run.stdout).expect("text");
        out.lines().last().unwrap_or_default().to_owned()
    };
    let given = ["--invariants", "given"];
    let bound = "invariant i <= n;";
    let measured = "invariant i <= n; decreases n - i;";
    let [found, alone] =
        ["certified: no run violates an assertion", "certified: what is given suffices"];
    assert_eq!(last(&[], &counting(bound)), format!("{found}, if it ends"));
    assert_eq!(last(&[], &counting(measured)), found);
    assert_eq!(last(&given, &counting(bound)), format!("{alone}, if the run ends"));
    assert_eq!(last(&given, &counting(measured)), alone);
    // A measure of one loop says nothing of another one, and without a loop there is nothing to say.
    let two = counting(measured) + " while (nondet()) { i = i + 1; }";
    assert_eq!(last(&[], &two), format!("{found}, if it ends"));
    assert_eq!(last(&[], "int i = 1; assert(i == 1);"), found);
    let calls = "void f(int n) { if (n > 0) { f(n - 1); } }\nf(3); assert(true);";
    assert_eq!(last(&[], calls), format!("{found}, if it ends"));
}
