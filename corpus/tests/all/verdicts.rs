//! Verdicts hang on what a program does, not on how it is written.

use hornbook_corpus::examples::{Variant, original, rewritten, solve_variant};
use hornbook_corpus::programs::{Expectation, expectations, folder};
use hornbook_corpus::solve::Limit;
use hornbook_corpus::{nightly, pool};

/// Programs that need more steps than this take too long to be solved in all ways.
const STEPS: u64 = 30_000;
/// A rewritten program may take so many times as many.
const SLACK: u64 = 24;
/// Of so many ways in a row a program is rewritten in one, and the next program in the next of them: all ways
/// for all programs take too long for every change.
const APART: usize = 2;

/// Where the right answer is not found yet: the program, the rewriting. It may be `unknown` there,
/// but never wrong.
const OPEN: [(&str, &str); 1] = [("08_append", "count-down")];

/// Tiles are of loops in counted form, which some rewritings undo.
const OF_FORM: &str = "tiling";

fn is_open(e: &Expectation, variant: &Variant) -> bool {
    e.way == OF_FORM || OPEN.contains(&(e.program.as_str(), variant.name()))
}

/// Whether a program counts the other way than the formula or the slices of its abstraction, which name the
/// counter, are meant for.
fn is_turned(e: &Expectation, variant: &Variant) -> bool {
    variant.name() == "count-down" && ["{", "slice("].iter().any(|named| e.way.contains(named))
}

/// What is wrong with the verdicts on ways to write the program with this number; nothing for one that is
/// not solved soon.
fn deviations((number, e): &(usize, Expectation)) -> Option<Vec<String>> {
    let plain = solve_variant(e, &original(e), Limit::Steps(STEPS)).expect("an answer");
    // A search that is stopped early may know that the abstraction is too weak, but not yet that a
    // run fails.
    if plain.verdict() != e.verdict {
        return None;
    }
    let of = |variant: &Variant| {
        let found = solve_variant(e, variant, Limit::Steps(SLACK * STEPS)).expect("an answer");
        let fine = found.verdict() == plain.verdict()
            || found.verdict() == "unknown" && is_open(e, variant)
            || found.verdict() == "too-weak" && is_turned(e, variant);
        let Expectation { program, way, .. } = e;
        let (name, text) = (variant.name(), &variant.text);
        (!fine).then(|| format!("{program} {way} {name}: {}\n{text}", found.verdict()))
    };
    let apart = if nightly::is_now() { 1 } else { APART };
    Some(rewritten(e).iter().skip(number % apart).step_by(apart).filter_map(of).collect())
}

#[test]
fn rewritten_programs_have_the_same_verdicts() {
    let all = expectations(&folder()).expect("the example programs");
    let all: Vec<(usize, Expectation)> =
        all.into_iter().filter(|e| e.tier <= 2).enumerate().collect();
    let all = nightly::part(all, 5);
    let found: Vec<Vec<String>> = pool::map(&all, deviations).into_iter().flatten().collect();
    println!("{} of {} expectations", found.len(), all.len());
    assert!(found.len() >= 15, "only {} programs were solved", found.len());
    assert!(found.iter().all(Vec::is_empty), "{}", found.concat().join("\n"));
}
