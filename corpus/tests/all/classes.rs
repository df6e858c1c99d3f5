//! Systems of Horn clauses in classes: what their files say, and the answers to some of each class.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::classes::{ClauseAnswer, ClauseSystem, systems};
use hornbook_corpus::pool;
use hornbook_corpus::solve::{Limit, solve};
use std::collections::BTreeSet;

/// Of each class the first system that has a model and the first that has none, of those that are
/// answered within 20,000 steps.
const CHOSEN: [(&str, &str, &str); 24] = [
    ("calls", "inner_calls_a", "fifteenth_b"),
    ("cells", "alternate_a", "alternate_c"),
    ("deep", "count_d", "count_a"),
    ("disequal", "distinct_a", "distinct_c"),
    ("div", "ceil_a", "ceil_c"),
    ("half-planes", "budget_a", "budget_c"),
    ("in a row", "again_a", "again_c"),
    ("lockstep", "race_a", "race_c"),
    ("machines", "balanced_a", "balanced_b"),
    ("meeting", "agree_a", "agree_b"),
    ("moved", "between_a", "between_c"),
    ("mutual", "clock_a", "clock_c"),
    ("nested", "rows_a", "shared_c"),
    ("nonlinear", "ackermann_a", "ackermann_c"),
    ("petri", "mutex_a", "readers_b"),
    ("phases", "mode_a", "mode_b"),
    ("producers", "batch_a", "batch_c"),
    ("products", "area_a", "area_c"),
    ("region", "abs_a", "abs_c"),
    ("residues", "combination_a", "combination_c"),
    ("sums", "choices_a", "choices_c"),
    ("toggles", "alternating_b", "alternating_c"),
    ("vacuous", "empty_a", "empty_b"),
    ("walks", "bishop_a", "bishop_b"),
];
/// Steps for each: some times more than any of them needs.
const STEPS: u64 = 400_000;

fn all() -> Vec<ClauseSystem> {
    systems().expect("the systems in classes")
}

#[test]
fn every_file_has_its_class_and_its_expectation() {
    let all = all();
    let classes: BTreeSet<&str> = all.iter().map(|system| system.class.as_str()).collect();
    let chosen: BTreeSet<&str> = CHOSEN.iter().map(|(class, ..)| *class).collect();
    assert_eq!(classes, chosen, "each class has systems that are solved here");
    let unsat = all.iter().filter(|system| system.expected == ClauseAnswer::Unsat).count();
    assert!(all.len() >= 150, "only {} systems", all.len());
    assert!(unsat * 10 >= all.len() * 4, "only {unsat} of {} without a model", all.len());
    let mut texts: Vec<&str> = all.iter().map(|system| clauses(&system.text)).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), all.len(), "two systems are the same");
}

/// A text without its first comments.
fn clauses(text: &str) -> &str {
    text.find("(set-logic").map_or(text, |start| &text[start..])
}

#[test]
fn some_of_each_class_are_answered() {
    let all = all();
    let named = |class: &str, name: &str, expected: ClauseAnswer| {
        let system = all.iter().find(|s| s.class == class && s.name == name);
        let system = system.unwrap_or_else(|| panic!("{class} has no {name}")).clone();
        assert_eq!(system.expected, expected, "{name}");
        system
    };
    let of = |(class, sat, unsat): &(&str, &str, &str)| {
        [named(class, sat, ClauseAnswer::Sat), named(class, unsat, ClauseAnswer::Unsat)]
    };
    let chosen: Vec<ClauseSystem> = CHOSEN.iter().flat_map(of).collect();
    let wrong = pool::map(&chosen, |system| {
        let solved = solve(&system.text, "cell1", Heuristic::default(), Limit::Steps(STEPS));
        let answer = ClauseAnswer::from_solved(
            &solved.unwrap_or_else(|why| panic!("{}: {why}", system.name)),
        );
        (answer != system.expected).then(|| format!("{}: {}", system.name, answer.word()))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
