//! Families of programs that grow: small members are certified, and no run of any contradicts it.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::pool;
use hornbook_corpus::runs::{Ending, ending, typed};
use hornbook_corpus::scaling::{FAMILIES, ScalingFamily};
use hornbook_corpus::solve::{Limit, solve};
use hornbook_lang::parse;

/// Steps for each member: some times more than any of the small ones needs.
const STEPS: u64 = 2_000_000;
/// Two of these need more.
const HARD: &str = "grids in a row";
/// Runs of each member.
const RUNS: u64 = 40;

#[test]
fn small_members_are_certified() {
    let count = |family: &ScalingFamily| if family.name == HARD { 1 } else { 2 };
    let sizes = |family: &'static ScalingFamily| family.sizes[..count(family)].iter();
    let all: Vec<(&ScalingFamily, usize)> =
        FAMILIES.iter().flat_map(|family| sizes(family).map(move |size| (family, *size))).collect();
    let wrong = pool::map(&all, |(family, size)| {
        let text = (family.text)(*size);
        let solved = solve(&text, family.way, Heuristic::default(), Limit::Steps(STEPS));
        let verdict = solved.map_or_else(|why| why, |solved| solved.verdict().to_owned());
        let ScalingFamily { name, way, .. } = family;
        (verdict != "certified").then(|| format!("{name} {way} {size}: {verdict}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_run_of_a_member_fails() {
    for ScalingFamily { name, sizes, text, .. } in &FAMILIES {
        let mut finished = 0;
        for size in *sizes {
            let program = typed(&parse(&text(*size)).0);
            let program = program.unwrap_or_else(|| panic!("{name} {size} has errors"));
            for seed in 0..RUNS {
                let Some(end) = ending(&program, seed, false) else { continue };
                finished += usize::from(matches!(end, Ending::Finished(_)));
                let (Ending::Finished(failed) | Ending::Stopped(failed)) = end;
                assert!(failed.is_empty(), "{name} {size}, run {seed}: {failed:?}");
            }
        }
        assert!(finished >= 20, "{name}: only {finished} runs came to an end");
    }
}
