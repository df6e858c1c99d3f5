//! Every text is read to its end: no panic, no endless loop, no deep recursion.

use hornbook_base::Severity;
use hornbook_lang::interp::{ListedChoices, run};
use hornbook_lang::{Options, front_end, parse};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// What holds of every text.
fn check(text: &str) {
    let (program, diagnostics) = front_end(text, Options::default());
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(program.is_none(), errors, "{text:?}");
    for d in &diagnostics {
        let (start, end) = (d.span.start as usize, d.span.end as usize);
        assert!(start <= end && end <= text.len(), "{text:?}: {d:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{text:?}: {d:?}");
    }
    assert!(diagnostics.is_sorted_by_key(|d| d.span));
    if let Some(program) = program {
        run(&program, &mut ListedChoices::default(), 200);
    }
}

const WORDS: &[&str] = &[
    "int", "bool", "if", "else", "while", "for", "assume", "assert", "nondet", "nondet()", "true",
    "false", "forall", "exists", "in", "break", "return", "void", "do", "(", ")", "[", "]", "{",
    "}", ";", ",", ":", "..", "?", "=", "+=", "-=", "++", "--", "+", "-", "*", "/", "%", "==",
    "!=", "<", "<=", ">", ">=", "&&", "||", "!", "==>", "<==>", "&", "≤", "@", "\"", "'", "//",
    "/*", "*/", "\n", "a", "b", "i", "n", "x", "f(", "0", "1", "42", "1.5", "2x", "and", "float",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

/// Pieces that make sense, so that mistakes come later and in more interesting places.
const PIECES: &[&str] = &[
    "int n;",
    "int a[n];",
    "int x = nondet();",
    "bool b;",
    "x = x + 1;",
    "a[x] = a[x - 1];",
    "x++;",
    "if (x < n) {",
    "} else {",
    "}",
    "while (x < n) {",
    "for (int i = 0; i < n; i++)",
    "{",
    "assert(forall k in 0..n: a[k] == 0);",
    "assert(0 <= x < n);",
    "assume(n > 3);",
    "x += a[n];",
    "b = x == n;",
    "b = !b && nondet();",
    "x = -x * 3 / 2 % 5;",
    "x = x * n;",
    "a = a;",
    ";",
    "assert(exists j, k: j < k ==> a[j] != a[k])",
    "b = x;",
    "int n = n;",
    "x = (",
    ")",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..25).prop_map(|parts| parts.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_row_of_tokens_is_read(text in soup()) {
        check(&text);
    }

    #[test]
    fn any_row_of_statements_is_read(text in pieces()) {
        check(&text);
    }
}

/// Reads a text on a small stack and in little time; gives the number of diagnostics.
fn small(text: String) -> usize {
    let start = Instant::now();
    let thread = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || front_end(&text, Options::default()).1.len())
        .expect("a thread");
    let diagnostics = thread.join().expect("no overflow");
    assert!(start.elapsed() < Duration::from_secs(5));
    diagnostics
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    for piece in [
        "(",
        "{",
        "!",
        "-",
        "[",
        "a[",
        "1+(",
        "x=(",
        "assert(",
        "if(x)",
        "if(x){",
        "while(1",
        "for(",
        "forall k: ",
        "else ",
        "do ",
        "a ==> ",
        "0 < (",
        "int a[",
        "f(",
        "nondet(",
        "void f(",
        "int f(){",
        "if(x);else ",
        "true ? ",
        "a[i=",
        "++",
        "x++ + ",
        "}",
        ")",
        "int ",
        "int x, ",
        "x\n",
        "/*",
        "(\n",
    ] {
        for start in ["", "x = ", "assert(", "int x = ", "while ("] {
            assert!(small(format!("{start}{}", piece.repeat(10_000))) > 0, "{start}{piece}");
        }
    }
}

#[test]
fn long_chains_are_one_error_and_no_overflow() {
    for operator in ["+", "&&", "<", "<==>", "*", "==>", "=="] {
        let chain = vec!["1"; 100_000].join(operator);
        let (_, diagnostics) = parse(&format!("x = {chain};"));
        assert_eq!(diagnostics.len(), 1, "{operator}");
        assert!(small(format!("int x = 0; bool b = {chain};")) > 0);
    }
}

#[test]
fn long_programs_are_read_quickly() {
    assert!(small("x = y + 1;\n".repeat(50_000)) > 0);
    assert!(small((0..50_000).map(|i| format!("v{i} = 1;\n")).collect()) > 0);
    assert!(small((0..30_000).map(|i| format!("int v{i} = 1;\n")).collect()) > 0);
    assert!(small("int i = 0; {".repeat(20_000)) > 0);
    assert!(small("{ int i = 0; i++; }".repeat(20_000)) > 0);
    assert!(small("@ ".repeat(100_000)) > 0);
    assert!(small(format!("int x = {};", "9".repeat(1_000_000))) > 0);
    assert!(small(" ".repeat(2_000_000)) > 0);
}

#[test]
fn the_largest_allowed_trees_fit_a_small_stack() {
    let parens = format!("bool b = {}true{};", "(".repeat(250), ")".repeat(250));
    let chain = format!("int x = {};", vec!["1"; 300].join("+"));
    let blocks = format!("{}x++;{}", "if (b) {".repeat(250), "}".repeat(250));
    let compare = format!("assert({});", vec!["x + x"; 298].join("<="));
    let text = format!("{parens}{chain}{blocks}{compare}");
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let (program, diagnostics) = front_end(&text, Options::default());
        assert_eq!(diagnostics, []);
        let program = program.expect("a program");
        let trace = run(&program, &mut ListedChoices::default(), 2000);
        assert!(trace.end.is_some() && trace.failed.is_empty());
    });
    thread.expect("a thread").join().expect("no overflow");
}
