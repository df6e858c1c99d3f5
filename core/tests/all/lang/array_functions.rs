//! Functions that return arrays, and functions that ask for the length of a parameter.

use crate::support::verdicts::outcome;
use hornbook_lang::interp::{ListedChoices, run};
use hornbook_lang::{Options, front_end, parse, print};
use hornbook_pipeline::{Choices, MethodChoice};

const FUNCTIONS: &str = "int[] zeros(int n) { int r[n]; for (int i = 0; i < n; i++) { r[i] = 0; } return r; }
(int[], int) both(int a[]) { a[0] = a[0] + 1; return (a, a[0]); }
int[] down(int n) { if (n <= 0) { return const_array(7); } int r[] = down(n - 1); r[n - 1] = 8; return r; }
bool[][] table(bool b) { bool t[2][2]; t[1][0] = b; return t; }
int size(int a[]) { return len(a); }
int half(int b[]) { return size(b) / 2; }
int last(int c[]) requires len(c) > 0; ensures result == c[len(c) - 1]; { return c[size(c) - 1]; }
";

/// Programs with the verdict on their claim.
const PROGRAMS: [(&str, &str); 12] = [
    ("int n = nondet(); int a[] = zeros(n); assert(forall k in 0..n: a[k] == 0);", "certified"),
    ("int n = nondet(); int a[] = zeros(n); assert(forall k in 0..n + 1: a[k] == 0);", "buggy"),
    ("int a[]; int b[]; int x; b, x = both(a); assert(b[0] == x && a[0] == x);", "certified"),
    (
        "int a[]; int b[]; int x = a[0]; int y; b, y = both(a); a[0] = 5; assert(b[0] == x);",
        "buggy",
    ),
    ("int a[]; int x; a, x = both(a); assert(a[0] == x);", "certified"),
    (
        "int n = nondet(); int d[]; d = down(n); assert(n > 0 ==> d[0] == 8 && d[n] == 7);",
        "certified",
    ),
    ("int n = nondet(); int d[] = down(n); assert(d[n] == 8);", "buggy"),
    ("bool t[][] = table(true); assert(t[1][0]);", "certified"),
    (
        "int n = nondet(); int a[n + 3]; assert(size(a) == n + 3 && 2 * half(a) <= n + 3);",
        "certified",
    ),
    ("int n = 4; int a[n]; n = 7; assert(half(a) == 3);", "buggy"),
    ("int n = nondet(1, 9); int a[n]; int x = last(a); assert(x == a[n - 1]);", "certified"),
    ("int n = nondet(); int a[n]; int x = last(a); assert(x == a[n - 1]);", "buggy"),
];

#[test]
fn they_mean_what_they_say() {
    for (program, verdict) in PROGRAMS {
        let text = format!("{FUNCTIONS}{program}");
        let choices = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
        assert_eq!(outcome(&text, &choices, 4_000_000).verdict.name(), verdict, "{program}");
    }
}

/// A returned array is a copy of all cells: later changes of the original do not change it.
#[test]
fn runs_return_all_cells() {
    let text = format!(
        "{FUNCTIONS}int a[]; fill(a, 0, 3, 4); int b[]; int x; b, x = both(a); a[1] = 9; assert(b[0] == 5 && b[1] == 4 && \
         x == 5 && a[0] == 5); int d[] = down(2); assert(d[0] == 8 && d[1] == 8 && d[2] == 7); assert(down(1)[0] == 8);"
    );
    let program = front_end(&text, Options::default()).0.expect("no errors");
    let trace = run(&program, &mut ListedChoices::default(), 1_000);
    assert!(trace.failed.is_empty() && trace.end.is_some(), "{:?}", trace.failed);
}

#[test]
fn printing_and_parsing_agree() {
    let (tree, diagnostics) = parse(FUNCTIONS);
    assert_eq!(diagnostics, []);
    let printed = print::program(&tree);
    for head in ["int[] zeros(int n)", "(int[], int) both(int a[])", "bool[][] table(bool b)"] {
        assert!(printed.contains(head), "{printed}");
    }
    assert_eq!(print::program(&parse(&printed).0), printed);
}
