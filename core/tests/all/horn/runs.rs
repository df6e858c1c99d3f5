//! The encoding against the interpreter: every step of a run is an instance of a clause, clauses
//! allow nothing else, and assertions are violated by the same states. The same for large blocks.

use crate::support::follow::{Follower, Moment, Seen, run};
use crate::support::front::{clauses, typed};
use crate::support::merged::Merged;
use crate::support::program::{Features, program};
use hornbook_base::LineIndex;
use hornbook_corpus::dice::Dice;
use hornbook_encode::encode;
use hornbook_horn::System;
use hornbook_horn::blocks::large_blocks;
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_lang::{Options, front_end};

const ALL: Features =
    Features { loops: true, opaque: true, quantifiers: true, functions: true, statements: 14 };

/// Says which program a failure is about.
struct Place<'t>(u64, &'t str);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("seed {}:\n{}", self.0, self.1);
        }
    }
}

/// Runs random programs at random.
fn random_runs(
    seeds: u64,
    features: Features,
    mut check: impl FnMut(&TypedProgram, &System, &[Moment]),
) {
    for seed in 0..seeds {
        let mut random = Dice::new(seed);
        let text = program(&mut random, features);
        let _place = Place(seed, &text);
        // Bounds that hang on a choice cannot be checked; such a text is an error.
        let checked = front_end(&text, Options { check_bounds: seed % 3 == 0 }).0;
        let program = checked.unwrap_or_else(|| typed(&text, Options::default()));
        let system = encode(&program, &LineIndex::new(&text)).expect("small steps");
        for _ in 0..4 {
            check(&program, &system, &run(&program, &mut random, 200));
        }
    }
}

fn follow<'a>(program: &'a TypedProgram, system: &'a System, moments: &'a [Moment]) -> Seen {
    let mut follower = Follower::new(program, system, moments);
    follower.follow();
    follower.seen
}

#[test]
fn every_step_of_a_run_is_an_instance_of_a_clause() {
    let (mut good, mut undecided, mut failed) = (0, 0, 0);
    random_runs(1_500, ALL, |program, system, moments| {
        let seen = follow(program, system, moments);
        good += seen.good;
        undecided += seen.undecided;
        failed += seen.asserts.iter().filter(|(_, value, _)| !value).count();
    });
    println!("{good} steps, {undecided} undecided, {failed} failed assertions");
    assert!(good > 50_000 && undecided * 100 < good && failed > 2_000);
}

#[test]
fn what_clauses_express_they_express_exactly() {
    let (mut good, mut undecided) = (0, 0);
    random_runs(1_000, Features { opaque: false, ..ALL }, |program, system, moments| {
        assert!(system.clauses.iter().all(|c| !c.origin.opaque));
        let seen = follow(program, system, moments);
        good += seen.good;
        undecided += seen.undecided;
    });
    println!("{good} steps, {undecided} undecided");
    assert!(good > 30_000 && undecided * 100 < good);
}

/// The assertions of the clauses, sorted.
fn asserted(system: &System) -> Vec<AssertId> {
    let mut all: Vec<AssertId> = system.clauses.iter().filter_map(|c| c.origin.assert).collect();
    all.sort();
    all
}

#[test]
fn kept_points_follow_from_each_other_in_large_blocks() {
    let (mut good, mut undecided) = (0, 0);
    let mut last: Option<(System, System)> = None;
    random_runs(400, ALL, |program, system, moments| {
        if last.as_ref().is_none_or(|(small, _)| small != system) {
            let large = large_blocks(system);
            assert_eq!(asserted(system), asserted(&large), "each assertion keeps its clause");
            last = Some((system.clone(), large));
        }
        let Some((small, large)) = &last else { return };
        let seen = follow(program, small, moments);
        let mut merged = Merged { small, large, moments, seen: &seen, good: 0, undecided: 0 };
        merged.points();
        merged.failures();
        good += merged.good;
        undecided += merged.undecided;
    });
    println!("{good} points and failures, {undecided} undecided");
    assert!(good > 4_000 && undecided * 20 < good);
}

/// A cell of a made array is a number like any other.
#[test]
fn cells_of_made_arrays_can_be_compared() {
    let text = "int a[]; int m[][];
        int x = max(erase(a, 1)[2], min(const_array(3)[0], 4));
        x = max(insert(m, 0, a)[1], 0, 2) + min(const_array(a)[0][1], x);";
    assert_eq!(typed(text, Options::default()).vars.len(), 3);
}

/// A run cannot be lost because one value stands for many.
#[test]
fn a_value_that_differs_below_a_quantifier_has_no_name() {
    let text = "int a[];\n\
                assume(forall k in 1..3: (sorted(a, 0, sum(a, 0, k)) ? k == 1 : k == 2));\n\
                assert(false);";
    let system = clauses(text);
    let assume = system.clauses.iter().find(|c| c.origin.opaque).expect("an opaque clause");
    let shown = system.show(assume);
    assert_eq!(shown, "L2(a) && (forall k: 1 <= k && k < 3 ==> true) ==> L3(a)");
}
