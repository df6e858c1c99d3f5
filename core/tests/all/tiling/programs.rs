//! The example programs that expect a verdict of tiling.

use crate::support::verdicts::{check_page, expected_of, solve_by};
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_corpus::programs::Expectation;
use hornbook_pipeline::MethodChoice;

#[test]
fn example_programs_have_the_verdicts_that_they_expect() {
    let all = expected_of("tiling");
    assert!(all.len() >= 40, "{} programs", all.len());
    // Each has fewer steps among the other example programs, too.
    let all = nightly::part(all, 3);
    let look = |e: &Expectation| {
        let found = solve_by(MethodChoice::Tiling, &e.text).verdict;
        (found.name() != e.verdict).then(|| format!("{}: {}", e.program, found.name()))
    };
    let wrong: Vec<String> = pool::map(&all, look).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page on tiling shows where the paper goes wrong.
#[test]
fn every_program_of_the_page_has_its_verdict() {
    let page = include_str!("../../../../docs/tiling.md");
    assert_eq!(check_page(page, |text| solve_by(MethodChoice::Tiling, text)), 4);
}

/// What is certified with hints has invariants in the words of the program, at its own lines.
#[test]
fn invariants_are_told_of_the_program_itself() {
    let text = "int n = nondet();\nint a[], b[], c[], d[], e[];\n\
        for (int i = 0; i < n; i++) { b[i] = a[i]; }\n\
        for (int i = 0; i < n; i++) { c[i] = b[i]; }\n\
        for (int i = 0; i < n; i++) { d[i] = c[i]; }\n\
        for (int i = 0; i < n; i++) { e[i] = d[i]; }\n\
        assert(forall k in 0..n: e[k] == a[k]);\n";
    for method in [MethodChoice::Tiling, MethodChoice::Auto] {
        let outcome = solve_by(method, text);
        assert_eq!(outcome.verdict.name(), "certified");
        let last = outcome.invariants.iter().rfind(|i| i.loop_head).expect("a loop");
        assert_eq!(last.line, 6, "{method}");
        let said: Vec<String> = last.sentences().collect();
        assert!(said.iter().any(|s| s.contains("a[k] == e[k]")), "{method}: {said:?}");
    }
}

/// Conditions certify the claim, and what is asked afterwards has invariants to show: that is done to its end.
#[test]
fn invariants_are_shown_besides_conditions() {
    let examples = crate::support::programs::all();
    for name in ["tiling/all_backwards", "tiling/battery"] {
        let example = examples.iter().find(|example| example.name == name).expect(name);
        let outcome = solve_by(MethodChoice::Tiling, &example.text);
        assert_eq!(outcome.verdict.name(), "certified", "{name}");
        let of_loops = outcome.invariants.iter().filter(|i| i.loop_head && !i.parts.is_empty());
        assert!(of_loops.count() > 0, "{name}");
    }
}

/// Twice as many loops in a row take four times as many steps, or little more.
#[test]
fn steps_grow_at_most_quadratically_with_the_loops() {
    let steps = |count: usize| {
        let outcome = solve_by(MethodChoice::Tiling, &hornbook_corpus::scaling::loops(count));
        assert_eq!(outcome.verdict.name(), "certified", "{count} loops");
        outcome.statistics.steps
    };
    let found: Vec<u64> = [4, 8, 16].into_iter().map(steps).collect();
    println!("4, 8 and 16 loops: {found:?} steps");
    assert!(found.windows(2).all(|pair| pair[1] <= 5 * pair[0]), "{found:?}");
}
