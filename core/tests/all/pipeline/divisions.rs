//! Quotients and remainders by unknowns: what wraps is certified, nothing wrong is claimed, and runs compute them.

use crate::support::verdicts::outcome;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_lang::interp::run;
use hornbook_lang::typed::AssertionKind;
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{Choices, ChosenAbstraction};
use hornbook_records::Verdict;

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
        let outcome = outcome(text, &Choices::abstraction(ChosenAbstraction::Auto), 8 * STEPS);
        assert_eq!(outcome.verdict.name(), "certified", "{text}");
    }
}

/// What holds of indices that wrap is found out, not only followed.
#[test]
fn loops_around_a_ring_are_certified() {
    for text in [
        // The distance of two places stays.
        "int n = nondet(); assume(n > 3); int p = 0, q = 3;\n\
         while (nondet()) { p = (p + 1) % n; q = (q + 1) % n; }\nassert(q == (p + 3) % n);",
        // Backwards.
        "int n = nondet(); assume(n > 1); int p = 0;\n\
         while (nondet()) { p = (p + n - 1) % n; }\nassert(0 <= p < n);",
        // Rounds and the place within the round.
        "int n = nondet(); assume(n > 0); int hour = 0, days = 0, total = 0;\n\
         while (nondet()) { total++; hour = (hour + 1) % n; if (hour == 0) { days++; } }\n\
         assert(total == days * n + hour);",
        // A quotient from before the loop that counts it.
        "int x = nondet(), y = nondet(); assume(x >= 0 && y > 0); int q = x / y, p = 0, r = x;\n\
         while (r >= y) { r -= y; p++; }\nassert(p == q);",
    ] {
        let cell1 = Choices::abstraction("cell1".parse().expect("a name"));
        let outcome = outcome(text, &cell1, 2 * STEPS);
        assert_eq!(outcome.verdict.name(), "certified", "{text}");
    }
}

/// Each step is made of the one before, in every case of it: that may not be written out.
#[test]
fn many_steps_around_a_ring_are_certified() {
    let step = "p = (p + 1) % n; ";
    let text = format!(
        "int n = nondet(); assume(n > 0); int p = 0;\nwhile (nondet()) {{ {} }}\nassert(p < n);",
        step.repeat(12)
    );
    assert_eq!(verdict(&text), "certified");
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

/// A loop whose steps divide, and a claim about where it ends.
fn random_loop(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x10_0b);
    let step = |dice: &mut Dice| {
        let moved =
            *dice.pick(&["p + 1", "p + 2", "p - 1", "p + q", "p + n - 1", "q + 1", "p + p"]);
        let divided = *dice.pick(&["%", "%", "%", "/"]);
        format!("{} = ({moved}) {divided} n;", dice.pick(&["p", "p", "q"]))
    };
    let steps: String = (0..1 + usize::from(dice.chance(50))).map(|_| step(&mut dice)).collect();
    let start = dice.pick(&["0", "1", "n - 1", "n"]);
    let least = dice.pick(&["0", "1", "-2"]);
    let claim = *dice.pick(&[
        "0 <= p",
        "p < n",
        "p <= n",
        "q <= p",
        "p >= 0 && q < n",
        "p == q",
        "(p + 1) % n == q",
    ]);
    format!(
        "int n = nondet(-3, 6); assume(n > {least}); int p = {start}, q = 0;\n\
         while (nondet()) {{ {steps} }}\nassert({claim});"
    )
}

#[test]
fn certified_loops_have_no_run_that_violates_their_claims() {
    let look = |seed: &u64| {
        let text = random_loop(*seed);
        let program = front_end(&text, Options::default()).0.expect(&text);
        // For any n, which is more than runs try.
        let any = text.replace("nondet(-3, 6)", "nondet()");
        let found = verdict(&any);
        let fails = |seed| !run(&program, &mut Dice::new(seed), 200).failed.is_empty();
        let broken = (0..400).any(fails);
        assert!(!(found == "certified" && broken), "{text}");
        found
    };
    let found = pool::map(&nightly::seeds(60).collect::<Vec<_>>(), look);
    let of = |name| found.iter().filter(|verdict| **verdict == name).count();
    let (certified, buggy) = (of("certified"), of("buggy"));
    println!("{} loops: {certified} certified, {buggy} buggy", found.len());
    assert!(certified * 10 > found.len() && buggy * 10 > found.len(), "{certified}, {buggy}");
}

#[test]
fn certified_claims_hold_of_all_small_numbers() {
    let seeds: Vec<u64> = nightly::seeds(400).collect();
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
