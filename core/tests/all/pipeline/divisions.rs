//! Quotients and remainders by unknowns: what wraps is certified, nothing wrong is claimed, and runs compute them.

use crate::support::verdicts::outcome;
use hornbook_core::explain::Verdict;
use hornbook_core::lang::interp::run;
use hornbook_core::lang::typed::AssertionKind;
use hornbook_core::lang::{Options, front_end};
use hornbook_core::pipeline::{Choices, Wanted};
use hornbook_corpus::dice::Dice;
use hornbook_corpus::pool;

/// Steps that a program may take.
const STEPS: u64 = 2_000_000;

fn verdict(text: &str) -> &'static str {
    let outcome = outcome(text, &Choices::abstraction("cell1".parse().expect("a name")), STEPS);
    if let Verdict::Buggy(run) = &outcome.verdict {
        assert!(!run.steps.is_empty(), "{text}");
    }
    outcome.verdict.name()
}

/// The verdict on a claim about any numbers.
fn claim(claim: &str) -> &'static str {
    verdict(&format!("int x, y; int a[]; assert({claim});"))
}

#[test]
fn what_wraps_is_certified() {
    for right in [
        "0 <= x < y ==> x % y == x && x / y == 0",
        "0 <= x < y ==> (x + 1) % y == (x + 1 == y ? 0 : x + 1)",
        "0 <= x < y ==> (x - 1) % y == (x == 0 ? y - 1 : x - 1)",
        "y > 0 ==> 0 <= x % y < y",
        "y < 0 ==> 0 <= x % y < -y",
        "x == y * (x / y) + x % y",
        "y == 0 ==> x % y == x && x / y == 0",
        "x >= 0 && y > 0 ==> 0 <= x / y <= x",
        "x < 0 && y > 0 ==> x / y < 0",
        "y > 0 ==> x % y == x % y",
        "forall k: 0 <= k < y ==> a[k % y] == a[k]",
        "forall k: 0 <= k < y ==> a[(k + y) % y] == a[k]",
    ] {
        assert_eq!(claim(right), "certified", "{right}");
    }
}

#[test]
fn wrong_claims_have_runs() {
    for wrong in
        ["x % y < y", "x % y <= x", "x == y * (x / y)", "y > 1 ==> (x + 1) % y == x % y + 1"]
    {
        assert_eq!(claim(wrong), "buggy", "{wrong}");
    }
}

#[test]
fn a_divisor_is_checked_where_bounds_are() {
    let text = "#pragma check-bounds\nint x, y; int z = y != 0 ? x / y : 0; assume(x > 0); z += x % y; assert(y == y);";
    let outcome = outcome(text, &Choices::default(), STEPS);
    let divisors = outcome.assertions.iter().filter(|a| a.kind == AssertionKind::Divisor);
    let verdicts: Vec<&str> = divisors.map(|a| a.verdict.name()).collect();
    assert_eq!(verdicts, ["certified", "buggy"]);
}

#[test]
fn a_ring_buffer_and_a_rotation_are_certified() {
    for text in [
        "int c = nondet(); assume(c > 0); int b[c]; int head = 0, size = 0;\n\
         while (nondet()) {\n\
           if (nondet()) { if (size < c) { b[(head + size) % c] = 7; size++; } }\n\
           else { if (size > 0) { assert(b[head] == 7); head = (head + 1) % c; size--; } }\n\
         }\nassert(0 <= size <= c && 0 <= head < c);",
        "int n = nondet(), d = nondet(); assume(0 <= d < n); int a[n], b[n];\n\
         for (int i = 0; i < n; i++) { b[i] = a[(i + d) % n]; }\n\
         assert(forall k in 0..n: b[k] == a[(k + d) % n]);",
    ] {
        let outcome = outcome(text, &Choices::abstraction(Wanted::Auto), 8 * STEPS);
        assert_eq!(outcome.verdict.name(), "certified", "{text}");
    }
}

/// A number made of two unknowns, divisions too.
fn number(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.chance(25) {
        return (*dice.pick(&["x", "y", "0", "1", "2", "-1"])).to_owned();
    }
    let (a, b) = (number(dice, depth - 1), number(dice, depth - 1));
    let op = dice.pick(&["+", "-", "%", "%", "/", "/"]);
    // By the number zero is an error.
    let b = if ["%", "/"].contains(op) && b == "0" { "y".to_owned() } else { b };
    format!("({a} {op} {b})")
}

fn random_claim(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0xd117);
    let mut comparison = |depth| {
        let (a, b) = (number(&mut dice, depth), number(&mut dice, depth));
        format!("{a} {} {b}", dice.pick(&["==", "<", "<=", "!="]))
    };
    let (premise, conclusion) = (comparison(1), comparison(2));
    format!("{premise} ==> {conclusion}")
}

#[test]
fn certified_claims_hold_of_all_small_numbers() {
    let wanted = std::env::var("HORNBOOK_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let seeds: Vec<u64> = (0..wanted.unwrap_or(400)).collect();
    let look = |seed: &u64| {
        let claim_text = random_claim(*seed);
        let text = format!("int x = nondet(-7, 8), y = nondet(-7, 8); assert({claim_text});");
        // What has errors, as a division by a sum that is zero, is none.
        let program = front_end(&text, Options::default()).0?;
        let verdict = claim(&claim_text);
        let fails = |seed| !run(&program, &mut Dice::new(seed), 100).failed.is_empty();
        let broken = (0..400).any(fails);
        assert!(!(verdict == "certified" && broken), "{claim_text}");
        Some(verdict)
    };
    let found: Vec<&str> = pool::map(&seeds, look).into_iter().flatten().collect();
    let of = |name| found.iter().filter(|verdict| **verdict == name).count();
    let (certified, buggy) = (of("certified"), of("buggy"));
    println!("{} claims: {certified} certified, {buggy} buggy", found.len());
    assert!(certified * 10 > found.len() && buggy * 10 > found.len(), "{certified}, {buggy}");
}
