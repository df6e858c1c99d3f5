//! Loops with few states: what is certified by enumerating them, and how that is said.

use crate::support::verdicts::outcome;
use hornbook_pipeline::Choices;
use hornbook_records::invariant::SuggestionSource;

const STEPS: u64 = 2_000_000;

const SUM: &str = "int n = nondet(); int s = 0;\n\
    for (int i = 0; i < n; i++) { if (i > 2) { break; } s += 2 * i; }\nassert(s <= 6);";

fn verdict(text: &str) -> &'static str {
    let cell1 = Choices::abstraction("cell1".parse().expect("a name"));
    outcome(text, &cell1, STEPS).verdict.name()
}

#[test]
fn states_are_alternatives() {
    let cell1 = Choices::abstraction("cell1".parse().expect("a name"));
    let found = outcome(SUM, &cell1, STEPS);
    assert_eq!(found.verdict.name(), "certified");
    let suggested: Vec<_> = found.invariants.iter().flat_map(|i| &i.suggested).collect();
    let [one] = suggested[..] else { panic!("{suggested:?}") };
    assert_eq!(one.by, SuggestionSource::Enumerated { states: 4 });
    let states = [(0, 0), (1, 0), (2, 2), (3, 6)].map(|(i, s)| format!("i == {i} && s == {s}"));
    assert_eq!(one.said, states.join(" || "));
}

#[test]
fn loops_without_input_are_decided() {
    let right =
        "int x = 1, i = 0;\nwhile (i < 30) { x = (x * 5 + 3) % 101; i++; }\nassert(x != 0);";
    let last = (0..30).fold(1, |x, _| (x * 5 + 3) % 101);
    assert_ne!(last, 0);
    assert_eq!(verdict(right), "certified");
    assert_eq!(verdict(&right.replace("x != 0", &format!("x != {last}"))), "buggy");
}

#[test]
fn choices_between_numbers_are_enumerated() {
    let text = "int s = 0;\nfor (int i = 0; i < 12; i++) { if (nondet()) { s += i % 3; } }\nassert(s <= 12);";
    assert_eq!(verdict(text), "certified");
    assert_eq!(verdict(&text.replace("s <= 12", "s <= 11")), "buggy");
}

#[test]
fn states_of_one_variable_are_alternatives() {
    let cell1 = Choices::abstraction("cell1".parse().expect("a name"));
    let text = "int x = 1;\nwhile (nondet()) { x = (x * 5 + 3) % 31; }\nassert(x != 3);";
    let found = outcome(text, &cell1, STEPS);
    assert_eq!(found.verdict.name(), "certified");
    let said: Vec<&str> =
        found.invariants.iter().flat_map(|i| &i.suggested).map(|s| s.said.as_str()).collect();
    assert_eq!(said, ["x == 1 || x == 8 || x == 12"]);
    assert_eq!(verdict(&text.replace("x != 3", "x != 12")), "buggy");
}

#[test]
fn what_has_no_bound_is_left_out() {
    let text = "int n = nondet(); int x = 1;\n\
        for (int i = 0; i < n; i++) { x = (x * 7 + 3) % 64; }\nassert(x != 13);";
    let reached: Vec<i32> =
        std::iter::successors(Some(1), |x| Some((x * 7 + 3) % 64)).take(100).collect();
    assert!(!reached.contains(&13) && reached.contains(&57));
    assert_eq!(verdict(text), "certified");
    assert_eq!(verdict(&text.replace("x != 13", "x != 57")), "buggy");
}

/// A claim about something else as well needs the states nevertheless.
#[test]
fn states_help_with_parts_of_claims() {
    let text = "int n = nondet();\nassume(n >= 5);\nint x = 1, i = 0;\n\
        while (i < 30) { x = (x * 5 + 3) % 101; i++; }\nassert(x != 0 && n > 0);";
    assert_eq!(verdict(text), "certified");
    assert_eq!(verdict(&text.replace("n > 0", "n > 5")), "buggy");
}

/// Nothing bounds what is counted there, but nothing comes from outside either.
#[test]
fn loops_without_bounds_are_over_at_some_time() {
    let text = "int x = 7, steps = 0;\n\
        while (x != 1) { if (x % 2 == 0) { x /= 2; } else { x = 3 * x + 1; } steps++; }\n\
        assert(steps == 16);";
    let next = |x: &i64| (*x != 1).then_some(if x % 2 == 0 { x / 2 } else { 3 * x + 1 });
    assert_eq!(std::iter::successors(Some(7), next).count(), 17);
    assert_eq!(verdict(text), "certified");
    assert_eq!(verdict(&text.replace("== 16", "== 15")), "buggy");
    let endless = "int x = 1;\nwhile (x != 0) { x = x + 2; }\nassert(false);";
    assert_eq!(verdict(endless), "certified");
}

/// Another loop without input, which has no end in sight, does not take the states of the first one.
#[test]
fn loops_without_bounds_come_last() {
    let cell1 = Choices::abstraction("cell1".parse().expect("a name"));
    let text = "int x = 1, i = 0;\nwhile (i < 30) { x = (x * 5 + 3) % 101; i++; }\n\
        assert(x != 0);\nint y = 3, z = 1, w = 2;\n\
        while (y != 0) { y = 3 * y + z; z = 5 * z - y + 7 * (w % 3); w = w / 2 + y % 11; }\n\
        assert(y == 0);";
    let found = outcome(text, &cell1, 5 * STEPS);
    assert_eq!(found.assertions[0].verdict.name(), "certified");
}
