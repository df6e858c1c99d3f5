//! Loops that are replaced by what they do: programs that are certified so, programs that must not be, and random
//! programs against their runs.

use crate::support::verdicts::{check_page, outcome, solve_by};
use hornbook_corpus::dice::Dice;
use hornbook_corpus::{nightly, pool};
use hornbook_lang::interp::{ListedChoices, run};
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{Choices, MethodChoice};
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use hornbook_tasks::method_result::ProofKind;
use hornbook_tasks::plan::loop_summaries::LoopSummaryPlan;
use std::fmt::Write;

fn auto() -> Choices {
    Choices { method: Some(MethodChoice::Auto), ..Choices::default() }
}

fn solve(text: &str) -> Outcome {
    outcome(text, &auto(), 3_000_000)
}

/// The program whose loops are replaced, as a text.
fn replaced(text: &str) -> Option<String> {
    let typed = front_end(text, Options::default()).0.unwrap_or_else(|| panic!("{text}"));
    let claims = (0..).zip(&typed.asserts).map(|(n, _)| Some(AssertId(n))).collect();
    let program = LoopSummaryPlan::new(&Choices::default(), claims).build_program(text).ok()?;
    Some(program.task(1, 100).source.text().to_owned())
}

/// Whether the last claim is certified by the program whose loops are replaced.
fn is_certified(text: &str) -> bool {
    let is_certified = |claim: &AssertionOutcome| claim.verdict == Verdict::Certified;
    let outcome = replaced(text).map(|program| solve(&program));
    outcome.is_some_and(|outcome| outcome.assertions.last().is_some_and(is_certified))
}

const N: &str = "int n = nondet();\n";

/// Two loops, or a loop and a claim about a sum.
const EQUAL_SUMS: [&str; 12] = [
    "int x = 0, y = 0; for (int i = 0; i < n; i++) { x += i; } for (int i = 0; i < n; i++) { y += i; } assert(x == y);",
    "int x = 0, y = 0; for (int i = 0; i < n; i++) { x += i; } for (int i = 0; i < n; i++) { y += 2 * i; } assert(y == 2 * x);",
    "int a[n]; int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } for (int i = n - 1; i >= 0; i--) { s -= a[i]; } assert(s == 0);",
    "int a[n]; int c = 0, d = 0; int i = 0; while (i < n) { if (a[i] > 0) { c++; } i++; } i = n; while (i > 0) { i--; } \
     for (int k = 0; k < n; k++) { if (a[k] > 0) { d = d + 1; } } assert(c == d);",
    "assume(n >= 0); int a[n]; int c = 0, d = 0; for (int i = 0; i < n; i++) { if (a[i] > 0) { c++; } } \
     for (int i = 0; i < n; i++) { if (a[i] <= 0) { d++; } } assert(c + d == n);",
    "assume(n >= 0); int m = nondet(0, n + 1); int a[n]; int x = 0, y = 0, s = 0; for (int i = 0; i < m; i++) { x += a[i]; } \
     for (int i = m; i < n; i++) { y += a[i]; } for (int i = 0; i < n; i++) { s += a[i]; } assert(s == x + y);",
    "int a[n], b[n]; for (int i = 0; i < n; i++) { b[i] = a[i]; } int x = 0, y = 0; for (int i = 0; i < n; i++) { x += a[i]; } \
     for (int i = 0; i < n; i++) { y += b[i]; } assert(x == y);",
    "assume(n > 0); int a[n]; int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } assert(s - a[n - 1] == sum(a, 0, n - 1));",
    "int a[n]; int c = 0; for (int i = 0; i < n; i++) { if (a[i] == 7) { c++; } } assert(c == count(a, 0, n, 7));",
    "int a[n]; int s = 0, p = 0, q = 0; for (int i = 0; i < n; i++) { int v = a[i]; if (v > 0) { p += v; } else { q += v; } } \
     for (int i = 0; i < n; i++) { s += a[i] > 0 ? a[i] : 0; } assert(s == p);",
    "assume(n > 1); int a[n]; int s = 0, t = 0; for (int i = 0; i < n; i++) { s += a[i]; } \
     a[0], a[n - 1] = a[n - 1], a[0]; for (int i = 0; i < n; i++) { t += a[i]; } assert(s == t);",
    "int p = 1, q = 1; for (int i = 0; i < n; i++) { p = 2 * p; } for (int j = 0; j < n; j++) { q = q + q; } assert(p == q);",
];

/// Programs that come close to the ones above and are wrong.
const UNEQUAL_SUMS: [&str; 9] = [
    "int x = 0, y = 0; for (int i = 0; i < n; i++) { x += i; } for (int i = 0; i <= n; i++) { y += i; } assert(x == y);",
    "int a[n]; int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } for (int i = n; i > 0; i--) { s -= a[i]; } assert(s == 0);",
    "int a[n]; int c = 0, d = 0; for (int i = 0; i < n; i++) { if (a[i] > 0) { c++; } } \
     for (int i = 0; i < n; i++) { if (a[i] <= 0) { d++; } } assert(c + d == n);",
    "int m = nondet(); int a[n]; int x = 0, y = 0, s = 0; for (int i = 0; i < m; i++) { x += a[i]; } \
     for (int i = m; i < n; i++) { y += a[i]; } for (int i = 0; i < n; i++) { s += a[i]; } assert(s == x + y);",
    "int a[n], b[n]; for (int i = 0; i < n; i++) { b[i] = a[i + 1]; } int x = 0, y = 0; for (int i = 0; i < n; i++) { x += a[i]; } \
     for (int i = 0; i < n; i++) { y += b[i]; } assert(x == y);",
    // Each round reads what the round before has written.
    "int a[n]; int s = 0, t = 0; for (int i = 1; i < n; i++) { s += a[i - 1]; a[i] = a[i - 1] + 1; } \
     for (int i = 1; i < n; i++) { t += a[i - 1]; } assert(s == t + 1);",
    "int p = 1, q = 2; for (int i = 0; i < n; i++) { p = 2 * p; } for (int j = 0; j < n; j++) { q = q + q; } assert(p == q);",
    "int p = 1, q = 1; for (int i = 0; i < n; i++) { p = nondet(); } for (int j = 0; j < n; j++) { q = nondet(); } assert(p == q);",
    "int p = 1, q = 1; for (int i = 0; i < n; i++) { int t; p = t; } for (int j = 0; j < n; j++) { int t; q = t; } assert(p == q);",
];

#[test]
fn sums_are_known_without_invariants() {
    for program in EQUAL_SUMS {
        let text = format!("{N}{program}");
        assert!(is_certified(&text), "{text}\n{:?}", replaced(&text));
    }
    for program in UNEQUAL_SUMS {
        let text = format!("{N}{program}");
        assert!(!is_certified(&text), "{text}\n{:?}", replaced(&text));
    }
}

/// Two equal loops are told apart by what they read, whatever their variables are called.
#[test]
fn equal_loops_are_equal_up_to_names() {
    let loops = "int n = nondet(); int a[5], b[9]; b = a; int p = 1, z = 0, q = 1, c = 0; FIRST SECOND assert(CLAIM);";
    let first = "while (p < n) { p = p * 2 + z; z = z + p; }";
    let second = "while (q < n) { q = q * 2 + c; c = c + q; }";
    let swapped = "while (z < n) { z = z * 2 + p; p = p + z; }";
    let length = "while (p < len(a) + z * z) { p = p + 1 + z * z; }";
    let other_length = "while (q < len(b) + c * c) { q = q + 1 + c * c; }";
    let programs = [
        ([first, second], "p == q && z == c", true),
        ([first, second], "p == c", false),
        ([first, second], "p == z", false),
        (["z = 1; p = 0; while (p < n) { p = p * 2 + z; z = z + p; }", swapped], "p == z", false),
        // The loops begin with 0 and 1, in another order of names.
        (
            [
                "q = 0; c = 1; while (q < n) { q = q * 2 + c; c = c + q; }",
                "p = 1; z = 0; while (z < n) { z = z * 2 + p; p = p + z; }",
            ],
            "q == z && c == p",
            true,
        ),
        (
            [
                "q = 0; c = 1; while (q < n) { q = q * 2 + c; c = c + q; }",
                "p = 1; z = 0; while (z < n) { z = z * 2 + p; p = p + z; }",
            ],
            "q == p",
            false,
        ),
        ([length, other_length], "p == q", false),
    ];
    for ([first, second], claim, holds) in programs {
        let text = loops.replace("FIRST", first).replace("SECOND", second).replace("CLAIM", claim);
        assert_eq!(is_certified(&text), holds, "{text}\n{:?}", replaced(&text));
    }
}

/// All pairs of hundreds of equal loops would fill the memory; through the first one they are still equal.
#[test]
fn many_equal_loops_have_few_relations() {
    let loops: String = (0..60)
        .map(|n| {
            format!("int s{n} = 0; for (int i = 0; i < n; i++) {{ s{n} = s{n} * 2 + a[i]; }} ")
        })
        .collect();
    let text = format!("{N}int a[n]; {loops} assert(s0 == s59);");
    let program = replaced(&text).expect("a program");
    let relations = program.matches("computed").count();
    assert!(relations < 60 * 40, "{relations}");
    assert!(is_certified(&text));
}

/// A round may read cells that later rounds write, and none that earlier ones have written.
#[test]
fn cells_are_given_by_their_index() {
    let up = "for (int i = 1; i < n; i++) { BODY }";
    let down = "for (int i = n - 1; i >= 1; i--) { BODY }";
    let programs = [
        (up, "a[i] = a[i + 1];", "+", true),
        (up, "a[i] = a[i - 1];", "-", false),
        (down, "a[i] = a[i - 1];", "-", true),
        (down, "a[i] = a[i + 1];", "+", false),
        (up, "a[n - i] = a[n - i - 1];", "-", true),
        (up, "a[n - i] = a[n - i + 1];", "+", false),
    ];
    for (rounds, body, sign, holds) in programs {
        let text = format!(
            "{N}int a[], b[]; b = a; {}\nassert(forall k in 1..n: a[k] == b[k {sign} 1]);",
            rounds.replace("BODY", body)
        );
        assert_eq!(is_certified(&text), holds, "{text}\n{:?}", replaced(&text));
    }
}

#[test]
fn the_proof_is_named() {
    let text = format!("{N}{}", EQUAL_SUMS[2]);
    let outcome = solve(&text);
    assert_eq!(outcome.verdict, Verdict::Certified);
    assert_eq!(outcome.assertions[0].proof, Some(ProofKind::LoopSummaries));
}

#[test]
fn equal_calls_return_the_same() {
    let recursive =
        "int f(int a[], int n) { if (n <= 0) { return 0; } return f(a, n - 1) + a[n - 1]; }\n";
    let early = "int f(int a[], int n) { for (int i = 0; i < n; i++) { if (a[i] > 3) { return i; } } return 0; }\n";
    let chosen = "int f(int a[], int n) { if (n <= 0) { return nondet(); } return f(a, n - 1); }\n";
    let changing = "int f(int a[], int n) { if (n <= 0) { return 0; } a[n] = a[n] + 1; return f(a, n - 1) + a[n]; }\n";
    let twice = "int n = nondet(); int a[n]; int x = f(a, n), y = f(a, n); assert(x == y);";
    for function in [recursive, early] {
        assert!(is_certified(&format!("{function}{twice}")), "{function}");
    }
    for function in [chosen, changing] {
        assert!(!is_certified(&format!("{function}{twice}")), "{function}");
    }
    let lengths = "int f(int a[], int n) { if (n <= 0) { return len(a); } return f(a, n - 1); }\n";
    let of_two =
        "int n = nondet(); int a[3], b[5]; b = a; int x = f(a, n), y = f(b, n); assert(x == y);";
    assert!(!is_certified(&format!("{lengths}{of_two}")));
    let swap = "void g(int a[], int b[], int n) { if (n > 0) { a[n] = b[n] + 1; b[n] = n; g(a, b, n - 1); } }\n";
    let crossed = "int n = nondet(); int a[], b[], c[], d[]; a = const_array(0); d = a; c = b; g(b, a, n); g(c, d, n); ";
    for (claim, holds) in [("b[1] == c[1] && a[1] == d[1]", true), ("b[1] == d[1]", false)] {
        assert_eq!(is_certified(&format!("{swap}{crossed}assert({claim});")), holds, "{claim}");
    }
    let other = "int n = nondet(); int a[n]; int x = f(a, n); a[0] = a[0] + 1; int y = f(a, n); assert(x == y);";
    assert!(!is_certified(&format!("{recursive}{other}")));
    let same = "int n = nondet(); int a[n], b[]; b = a; int m = n; int x = f(a, n), y = f(b, m); assert(x == y);";
    assert!(is_certified(&format!("{recursive}{same}")));
}

const SET_ALL: &str = "void set_all(int a[], int n, int v) ensures forall k in 0..n: a[k] == v;
{ for (int i = 0; i < n; i++) { a[i] = VALUE; } }
int n = nondet(); int a[n], b[n]; set_all(a, n, 0); set_all(b, n, 1);
assert(n > 0 ==> !bound_eq(a, b, 0, n));";

#[test]
fn facts_of_two_contracts_meet() {
    let right = solve(&SET_ALL.replace("VALUE", "v"));
    let proofs: Vec<_> = right.assertions.iter().map(|a| a.proof).collect();
    assert_eq!(right.verdict, Verdict::Certified);
    assert!(proofs.contains(&Some(ProofKind::LoopSummaries)), "{proofs:?}");
    // A claim rests on the contract, and that does not hold here.
    let wrong = solve(&SET_ALL.replace("VALUE", "1"));
    let claim = wrong.assertions.iter().find(|a| a.line == 4).expect("the claim");
    assert_ne!(claim.verdict, Verdict::Certified);
}

/// Wrong programs that were once certified, or nearly so; each is violated by long runs only.
const WRONG: [&str; 13] = [
    // The call changes the array.
    "void set(int a[]) ensures a[0] == 1; { a[0] = 1; }
int n = nondet(); int a[n]; for (int i = 0; i < n; i++) { a[i] = 0; } set(a); assert(n <= 100000);",
    "void set(int a[]) ensures a[0] == old(a[0]) + 1; { a[0] = a[0] + 1; a[5] = 7; }
int n = nondet(); int a[], b[]; for (int i = 0; i < n; i++) { a[i] = 0; } b = a; set(a); assert(n < 100000 || a[5] == b[5]);",
    "void set(int a[]) requires len(a) > 0; { a[0] = 1; }
int n = nondet(1, 1000000); int a[n]; for (int i = 0; i < n; i++) { a[i] = 0; } set(a); assert(n < 100000 || a[0] == 0);",
    // Nothing returns from what is left of a body, whatever is done with calls.
    "#pragma calls inline
int f(int x) requires x >= 0; { return x + 1; }
int n = nondet(); assume(n >= 0); int a[n]; for (int i = 0; i < n; i++) { a[i] = 0; } int y = f(n); assert(y < 100000);",
    "#pragma calls modular
int f(int x) requires x >= 0; { return x + 1; }
int n = nondet(); assume(n >= 0); int a[n]; for (int i = 0; i < n; i++) { a[i] = 0; } int y = f(n); assert(y < 100000);",
    // Indices are evaluated before anything is assigned.
    "int n = nondet(); assume(n > 1000); int a[n], b[n];
for (int i = 0; i < n; i++) { b[i], a[b[i]] = i, 5; } assert(a[n - 1] == 5);",
    // Lengths are no cells.
    "int f(int a[], int x) { if (x <= 0) { return len(a); } return f(a, x - 1); }
int n = nondet(), m = nondet(); assume(n > 1000 && m > n); int a[n], b[m]; a = const_array(0); b = const_array(0);
int s = f(a, 1500), t = f(b, 1500); assert(s == t);",
    // A quantifier binds a name that is a variable elsewhere.
    "int n = nondet(); assume(n > 10000); int a[n], k = 1, s = 0, t = 0;
for (int i = 0; i < n; i++) { if (exists k: a[k] == i) { s = s * 2; } s = s * 2 + k; }
k = 2;
for (int i = 0; i < n; i++) { if (exists k: a[k] == i) { t = t * 2; } t = t * 2 + k; } assert(s == t);",
    "int n = nondet(); assume(n > 10000); int a[n], k = 1, s = 0, t = 0;
for (int i = 0; i < n; i++) { if (count(a, 0, n, (k) -> k == 2) == i) { s = s * 2; } s = s * 2 + k; }
k = 2;
for (int i = 0; i < n; i++) { if (count(a, 0, n, (k) -> k == 2) == i) { t = t * 2; } t = t * 2 + k; } assert(s == t);",
    // The header reads what it sets.
    "int n = nondet(); assume(n >= 10000); int x = 1, y = 0, s = 0, t = 0;
for (y = x, x = 0; x < n; x++) { s = s + y * y; } x = 2; y = 0;
for (y = x, x = 0; x < n; x++) { t = t + y * y; } assert(s == t);",
    // Other orders of names.
    "int n = nondet(); assume(n > 10000); int p = 0, q = 0, s = 0, r = 0, i = 0, j = 0;
while (i * i < n) { i++; p += 1; q += 2; } while (j * j < n) { j++; s += 1; r += 2; } assert(p == r);",
    "void f(int a[], int b[], int n) { if (n > 0) { a[n] = 1; b[n] = 2; f(a, b, n - 1); } }
int n = nondet(); assume(n > 10000); int a[], z[], y[], b[]; y = a; b = z; f(a, z, n); f(y, b, n); assert(a[1] == b[1]);",
    "int[] f(int p[], int q[], int n) { if (n > 0) { p[n] = 1; q[n] = 2; int r[] = f(p, q, n - 1); r[0] = 3; return r; } return p; }
int n = nondet(); assume(n > 10000); int p[], q[], s[], r[]; s = p; r = q; p = f(p, q, n); r = f(s, r, n); assert(q[7] == s[7]);",
];

#[test]
fn wrong_programs_are_not_certified() {
    for text in WRONG {
        // Some have no program without loops.
        let Some(program) = replaced(text) else { continue };
        let outcome = solve(&program);
        let claims = outcome.assertions.iter().filter(|a| a.kind == AssertionKind::Asserted);
        let certified = claims.filter(|a| a.verdict == Verdict::Certified).count();
        assert_eq!(certified, 0, "{text}\n{program}");
    }
}

/// A value that is used twice is written twice, up to a limit.
#[test]
fn long_values_are_not_known() {
    let branches = "if (a[i] > j) { s = s + j; j = j + s; } ".repeat(60);
    let squares = "t = t * t + 1; ".repeat(60);
    for body in [branches, squares] {
        let text = format!(
            "{N}int a[n]; int s = 0, c = 0; for (int i = 0; i < n; i++) {{ int j = a[i], t = i; {body} c++; }}"
        );
        let counted = format!("{text} assert(n > 0 ==> c == n);");
        assert!(is_certified(&counted));
    }
}

/// `requires` at a call is part of the proof, and a claim inside of a replaced loop has no proof.
#[test]
fn nothing_is_certified_that_is_not_there() {
    let call = "int f(int x) requires x > 0; ensures result > 0; { return x; }
int n = nondet(); int i = 0; while (i < n) { i++; } int y = f(n); assert(y > 0);";
    let outcome = solve(call);
    assert!(outcome.assertions.iter().all(|a| a.line != 2 || a.verdict != Verdict::Certified));
    let inside = "void check(int x) { assert(x < 3); }
int n = nondet(); int s = 0; check(1); for (int i = 0; i < n; i++) { s += i; check(i); }
for (int i = 0; i < n; i++) { s -= i; } assert(s == 0);";
    let outcome = solve(inside);
    let verdicts: Vec<&str> = outcome.assertions.iter().map(|a| a.verdict.name()).collect();
    assert_eq!(verdicts, ["buggy", "certified"]);
}

#[test]
fn every_program_of_the_page_has_its_verdict() {
    let page = include_str!("../../../../docs/loop-summaries.md");
    assert_eq!(check_page(page, |text| solve_by(MethodChoice::Auto, text)), 5);
}

// ---- Random programs -------------------------------------------------------------------------

/// A random expression of a round.
fn expression(dice: &mut Dice, depth: u32) -> String {
    if depth > 0 && dice.chance(50) {
        let [a, b] = [0, 1].map(|_| expression(dice, depth - 1));
        return match dice.below(5) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("2 * {a}"),
            3 => format!("({} ? {a} : {b})", condition(dice)),
            _ => format!("max({a}, {b})"),
        };
    }
    let array = *dice.pick(&["a", "b"]);
    let index = *dice.pick(&["i", "i", "i + 1", "i - 1", "2 - i", "0", "v"]);
    match dice.below(4) {
        0 => (*dice.pick(&["i", "x", "y", "v", "t"])).to_owned(),
        1 => dice.below(3).to_string(),
        _ => format!("{array}[{index}]"),
    }
}

fn condition(dice: &mut Dice) -> String {
    let op = *dice.pick(&["<", "<=", "==", "!=", ">", ">="]);
    let not = if dice.chance(20) { "!" } else { "" };
    format!("{not}({} {op} {})", expression(dice, 0), expression(dice, 0))
}

fn statement(dice: &mut Dice, depth: u32) -> String {
    let e = expression(dice, 1);
    let array = *dice.pick(&["a", "b"]);
    let index = *dice.pick(&["i", "i", "i + 1", "2 - i", "0", "v"]);
    match dice.below(14) {
        0..3 => format!("{} += {e};", dice.pick(&["x", "y"])),
        3 => format!("x -= {e};"),
        4 => "y++;".to_owned(),
        5..8 => format!("{array}[{index}] = {e};"),
        8 => format!("v = {e};"),
        9 => format!("{} = {e};", dice.pick(&["x", "y"])),
        10 => "x, y = y, x;".to_owned(),
        11 if depth > 0 => format!("for (int j = 0; j < 2; j++) {{ {} }}", statement(dice, 0)),
        _ if depth > 0 => {
            let [then, els] = [0, 1].map(|_| statement(dice, depth - 1));
            format!("if ({}) {{ {then} }} else {{ {els} }}", condition(dice))
        }
        _ => format!("{array}[i] += {e};"),
    }
}

fn random_loop(dice: &mut Dice) -> String {
    let mut body = vec![format!("int v = {};", dice.pick(&["a[i]", "i", "0", "2 - i"]))];
    body.extend((0..1 + dice.below(3)).map(|_| statement(dice, 1)));
    if dice.chance(10) {
        body.push(format!("if ({}) {{ break; }}", condition(dice)));
    }
    let body = body.join(" ");
    match dice.below(5) {
        0 => format!("for (int i = 2; i >= 0; i--) {{ {body} }}"),
        1 => format!("t = 0; while (t < 3) {{ int i = t; {body} t++; }}"),
        2 => format!("for (int i = 0; i <= t; i++) {{ {body} }}"),
        _ => format!("for (int i = 0; i < 3; i++) {{ {body} }}"),
    }
}

/// A program whose inputs are numbers, without claims.
fn random_program(seed: u64) -> String {
    let mut dice = Dice::new((611 << 32) ^ seed);
    let mut text = "int a[], b[];\n".to_owned();
    for k in -1..5 {
        let _ = writeln!(text, "a[{k}] = {}; b[{k}] = {};", dice.below(4), dice.below(4));
    }
    let _ =
        writeln!(text, "int x = {}, y = {}, t = {};", dice.below(3), dice.below(3), dice.below(4));
    let mut loops = vec![random_loop(&mut dice)];
    for _ in 0..dice.below(3) {
        let repeats = dice.chance(40);
        let next = if repeats { dice.pick(&loops).clone() } else { random_loop(&mut dice) };
        loops.push(next);
    }
    for (n, text_of) in loops.iter().enumerate() {
        let change = ["x = y;", "t = 2;", "a[0] = 1;", "y = 0;", ""];
        let _ = writeln!(text, "{text_of} {}", change[(n + dice.below(5)) % 5]);
    }
    text
}

const WATCHED: [&str; 6] = ["x", "y", "t", "a[0]", "a[2]", "b[1]"];

/// The values at the end of the run of a program without choices.
fn last_values(text: &str) -> Option<Vec<(&'static str, i64)>> {
    const RANGE: std::ops::Range<i64> = -40..60;
    let mut claimed = text.to_owned();
    for what in WATCHED {
        RANGE.for_each(|v| _ = writeln!(claimed, "assert({what} != {v});"));
    }
    let program = front_end(&claimed, Options::default()).0.unwrap_or_else(|| panic!("{text}"));
    let trace = run(&program, &mut ListedChoices::default(), 20_000);
    let failed = trace.failed.iter().map(|(id, _)| id.0 as usize);
    let value = |n: usize| (WATCHED[n / RANGE.count()], RANGE.start + (n % RANGE.count()) as i64);
    let values: Vec<(&str, i64)> = failed.map(value).collect();
    (!values.is_empty()).then_some(values)
}

/// How many claims that hold are certified, of how many; `None` if a claim that does not hold is.
fn judged(seed: u64) -> Option<(usize, usize)> {
    let text = random_program(seed);
    let Some(values) = last_values(&text) else { return Some((0, 0)) };
    let mut claimed = text;
    for (what, value) in &values {
        let _ = writeln!(claimed, "assert({what} == {value});\nassert({what} != {value});");
    }
    let Some(program) = replaced(&claimed) else { return Some((0, 0)) };
    let outcome = outcome(&program, &auto(), 400_000);
    let certified: Vec<bool> =
        outcome.assertions.iter().map(|a| a.verdict == Verdict::Certified).collect();
    assert_eq!(certified.len(), 2 * values.len(), "{program}");
    let wrong = certified.iter().skip(1).step_by(2).any(|certified| *certified);
    let right = certified.iter().step_by(2).filter(|certified| **certified).count();
    (!wrong).then_some((right, values.len()))
}

#[test]
fn random_programs_do_what_is_known_of_their_loops() {
    let seeds: Vec<u64> = nightly::seeds(60).collect();
    let found = pool::map(&seeds, |seed| judged(*seed));
    for (seed, found) in seeds.iter().zip(&found) {
        assert!(found.is_some(), "{}", random_program(*seed));
    }
    let sum = |part: fn(&(usize, usize)) -> usize| found.iter().flatten().map(part).sum::<usize>();
    let (certified, all) = (sum(|(certified, _)| *certified), sum(|(_, all)| *all));
    assert!(all >= 3 * seeds.len() && 5 * certified >= all, "{certified} of {all} certified");
}
