//! Facts that runs suggest, filtered by each other (TI Alg. 1): those that are left hold together, also on longer runs
//! than those that suggested them.

use super::shown::shown;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_lang::interp::run;
use hornbook_lang::{Options, front_end};
use hornbook_records::tiled::{CandidateInvariant, CandidateStatus};

fn fate<'l>(learned: &'l [CandidateInvariant], line: u32, text: &str) -> &'l CandidateStatus {
    let one = learned.iter().find(|one| one.line == line && one.text == text);
    &one.unwrap_or_else(|| panic!("{text} in {learned:?}")).fate
}

#[test]
fn facts_are_shown_together() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n], b[n];\na[0] = 0;\n\
        for (int i = 1; i < n; i++) { a[i] = i; b[i] = a[i - 1]; }\n";
    let learned = shown(text, "").learned;
    // Alone it would want of `a` what only the loop makes true.
    assert_eq!(fate(&learned, 5, "forall k in 1..n: b[k] == k - 1"), &CandidateStatus::Proved);
    assert_eq!(fate(&learned, 5, "forall k in 1..n: a[k] == k"), &CandidateStatus::Proved);
}

#[test]
fn facts_fall_with_those_that_they_rest_on() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n], b[n], c[n];\n\
        for (int i = 0; i < n; i++) { if (i < 100) { a[i] = 5; } else { a[i] = 6; } }\n\
        for (int i = 0; i < n; i++) { b[i] = a[i]; }\n\
        for (int i = 0; i < n; i++) { c[i] = b[i]; }\n";
    let learned = shown(text, "").learned;
    for (line, array) in [(4, 'a'), (5, 'b'), (6, 'c')] {
        assert_eq!(
            fate(&learned, line, &format!("forall k in 0..n: {array}[k] == 5")),
            &CandidateStatus::Open
        );
        assert_eq!(
            fate(&learned, line, &format!("forall k in 0..n: {array}[k] >= 0")),
            &CandidateStatus::Proved
        );
    }
}

#[test]
fn facts_behind_one_loop_are_used_by_the_next_one() {
    // What the last loop needs of `a` cannot be said in front of the choice, but is known there.
    let text = "int n = nondet();\nassume(n > 0);\nint a[n], b[n];\n\
        for (int i = 0; i < n; i++) { int v = nondet(5, 6); a[i] = v; }\n\
        for (int i = 0; i < n; i++) { b[i] = a[i]; }\n";
    let learned = shown(text, "").learned;
    assert_eq!(fate(&learned, 5, "forall k in 0..n: b[k] == 5"), &CandidateStatus::Proved);
}

#[test]
fn nothing_is_left_where_two_variables_have_one_name() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n];\n\
        for (int i = 0; i < n; i++) { int n = 3; a[i] = n; }\n";
    let learned = shown(text, "").learned;
    assert!(learned.iter().all(|one| one.fate != CandidateStatus::Proved), "{learned:?}");
}

/// Bodies of loops, some of which rest on what others do.
const BODIES: [&str; 12] = [
    "a[i] = i;",
    "a[i] = t;",
    "b[i] = a[i];",
    "b[i] = a[i - 1];",
    "a[i] = i; b[i] = a[i - 1];",
    "b[i] = a[i - 1]; a[i] = 1;",
    "if (i < 14) { a[i] = 1; } else { a[i] = t; }",
    "a[i] = a[i - 1];",
    "a[i] = b[i - 1]; b[i] = a[i - 1];",
    "a[i + 1] = b[i]; b[i] = 2;",
    "b[n - 1 - i] = a[i];",
    "if (a[i] < b[i]) { a[i] = b[i]; }",
];

const HEADS: [&str; 4] = [
    "for (int i = 1; i < n; i++)",
    "for (int i = 0; i < n; i++)",
    "for (int i = n - 1; i >= 0; i--)",
    "for (int i = 1; i < n - 1; i++)",
];

/// A program of some loops, each on a line of its own.
fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0xf117);
    let mut text = "int n = nondet(), t = nondet(-1, 2);\nint a[], b[];\n".to_owned();
    text += *dice.pick(&["a[0] = 0;\n", "a[0] = t; b[0] = t;\n", ";\n"]);
    for _ in 0..=dice.below(3) {
        text += &format!("{} {{ {} }}\n", dice.pick(&HEADS), dice.pick(&BODIES));
    }
    text
}

#[test]
fn what_is_left_holds_on_longer_runs() {
    let seeds: Vec<u64> = (0..nightly::either(50, 1_200)).collect();
    let look = |seed: &u64| {
        let text = program(*seed);
        let left: Vec<CandidateInvariant> = shown(&text, "")
            .learned
            .into_iter()
            .filter(|one| one.fate == CandidateStatus::Proved)
            .collect();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[0] = "int n = nondet(0, 25), t = nondet(-1, 2);".to_owned();
        for one in &left {
            lines[one.line as usize - 1] += &format!(" assert({});", one.text);
        }
        let claimed = lines.join("\n");
        let program = front_end(&claimed, Options::default()).0.expect("a program");
        for seed in 0..60 {
            let failed = run(&program, &mut Dice::new(seed), 20_000).failed;
            assert!(failed.is_empty(), "{failed:?} of\n{claimed}");
        }
        left.len()
    };
    let found: usize = pool::map(&seeds, look).into_iter().sum();
    println!("{found} facts left of {} programs", seeds.len());
    assert!(found > seeds.len());
}
