//! Property-directed reachability, held against enumeration. For it two states are one if all atoms have the same values in
//! both: a claim is excluded exactly if nothing violates it that is reached then.

use crate::support::states::*;
use hornbook_base::Budget;
use hornbook_chc::engine::{Engine, Finding};
use hornbook_chc::houdini::inductive_part;
use hornbook_chc::pdr::Pdr;
use hornbook_chc::rule::Lemmas;
use hornbook_chc::settings::Reachability;
use hornbook_chc::vocabulary::Vocabulary;
use hornbook_horn::{PredId, Term};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What the engine ended with.
#[derive(Debug, PartialEq)]
struct Reached {
    lemmas: Lemmas,
    /// Rules for `false` for which there was a counterexample over the atoms.
    violated: BTreeSet<usize>,
    questions: u64,
}

/// Works in slices until all is said. That no question is too hard is certain where all numbers are in range.
fn reach(small: &Small, vocabulary: &Vocabulary, settings: &Reachability, slice: u64) -> Reached {
    assert!(small.guarded);
    let pdr = Pdr::new(small.rules(), &small.system(), vocabulary, settings);
    let mut pdr = pdr.expect("linear rules");
    let mut violated = BTreeSet::new();
    loop {
        match pdr.step(&mut Budget::steps(slice)) {
            None => assert!(pdr.questions() < 100_000, "no end"),
            Some(Finding::Counterexample(found)) => {
                assert!(violated.insert(found.rule()), "rule {} twice", found.rule());
                pdr.retire_rule(found.rule());
            }
            Some(Finding::Invariant { lemmas, fires }) => {
                assert_eq!(fires, violated);
                let [lemmas] = lemmas.try_into().expect("one way to say it");
                return Reached { lemmas, violated, questions: pdr.questions() };
            }
            Some(other) => panic!("{other:?}"),
        }
    }
}

fn settings() -> impl Strategy<Value = Reachability> {
    let renew = prop_oneof![1usize..=3, Just(1_000)];
    (any::<[bool; 4]>(), renew).prop_map(|([set_free, drop, widen, push], renew)| Reachability {
        renew,
        set_free,
        drop,
        widen,
        push,
    })
}

/// An equation with a number, or of both parameters: what is set free, and what remains then.
fn equation() -> impl Strategy<Value = Test> {
    let coefficients = prop_oneof![Just([1, 0, 0]), Just([0, 1, 0]), Just([1, -1, 0])];
    (coefficients, 0..VALUES)
        .prop_map(|(coefficients, n)| Test::Eq(Form::from_coefficients(coefficients, -n)))
}

/// A system that says that all is in range, with random atoms for its predicates.
fn with_atoms() -> impl Strategy<Value = (Small, Vocabulary)> {
    let one = (any::<prop::sample::Index>(), prop_oneof![atom(PARAMS), equation()]);
    (small(2), prop::collection::vec(one, 0..=12)).prop_map(|(mut small, atoms)| {
        small.guarded = true;
        let mut vocabulary = Vocabulary::new();
        for (pred, atom) in atoms {
            let pred = pred.index(small.arities.len());
            let own = vocabulary.entry(PredId(pred as u32)).or_default();
            let term = atom.term(&small.params(pred));
            if !own.contains(&term) {
                own.push(term);
            }
        }
        (small, vocabulary)
    })
}

/// The rules for `false` that fire if states with the same values of all atoms are one, by enumeration.
fn violated_over_atoms(small: &Small, vocabulary: &Vocabulary) -> BTreeSet<usize> {
    let minterm = |(pred, args): &State| {
        let atoms = vocabulary.get(&PredId(*pred as u32)).into_iter().flatten();
        let values = atoms.map(|atom| holds(atom, &small.params(*pred), args));
        (*pred, values.collect::<Vec<bool>>())
    };
    let (mut reached, mut violated) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let before = (reached.len(), violated.len());
        for (n, step) in small.steps.iter().enumerate() {
            for values in valuations(VARS) {
                let Some(premises) = step.fires(&values) else { continue };
                if !premises.iter().all(|p| reached.contains(&minterm(p))) {
                    continue;
                }
                match step.derives(&values) {
                    Some(state) => {
                        reached.insert(minterm(&state));
                    }
                    None => {
                        violated.insert(n);
                    }
                }
            }
        }
        if before == (reached.len(), violated.len()) {
            return violated;
        }
    }
}

/// Whether the rule cannot fire where lemmas hold.
fn is_excluded(small: &Small, rule: usize, lemmas: &Lemmas) -> bool {
    let (rules, system) = (small.rules(), small.system());
    let mut question = rules[rule].cond.clone();
    for atom in &rules[rule].body {
        let params = system.pred(atom.pred).params.iter().cloned();
        let map = params.zip(atom.args.iter().cloned()).collect();
        question.extend(lemmas.get(&atom.pred).into_iter().flatten().map(|l| l.subst(&map)));
    }
    unsatisfiable(&question)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_the_atoms_exclude_is_excluded((small, vocabulary) in with_atoms(), settings in settings()) {
        let found = reach(&small, &vocabulary, &settings, 1_000);
        prop_assert_eq!(&found.violated, &violated_over_atoms(&small, &vocabulary));
        let (rules, system) = (small.rules(), small.system());
        let mut budget = Budget::steps(50_000_000);
        let inductive = inductive_part(&rules, &system, &found.lemmas, &mut budget);
        prop_assert_eq!(inductive.as_ref(), Some(&found.lemmas));
        for target in small.targets() {
            let fires = found.violated.contains(&target);
            prop_assert!(fires || is_excluded(&small, target, &found.lemmas), "rule {}", target);
        }
    }

    #[test]
    fn slices_do_not_change_what_is_reached((small, vocabulary) in with_atoms(), slice in 1u64..50_000) {
        let settings = Reachability::default();
        let [fine, coarse] = [1, slice].map(|slice| reach(&small, &vocabulary, &settings, slice));
        prop_assert_eq!(fine, coarse);
    }
}

/// `y` becomes `x + 1` in one of several branches, or 0 in none: one lemma says so, not one for each two values.
#[test]
fn a_lemma_is_not_about_single_values() {
    const BRANCHES: i64 = VALUES - 1;
    let not = |test: Test| Test::Not(Box::new(test));
    let equals = |coefficients, n: i64| Test::Eq(Form::from_coefficients(coefficients, -n));
    let is_value = |n| equals([1, 0, 0], n);
    let arrives = |tests, y| {
        let head =
            vec![Form::from_coefficients([1, 0, 0], 0), Form::from_coefficients([0; VARS], y)];
        Step { body: vec![], tests, head: Some((0, head)) }
    };
    let mut steps: Vec<Step> = (0..BRANCHES).map(|n| arrives(vec![is_value(n)], n + 1)).collect();
    steps.push(arrives((0..BRANCHES).map(|n| not(is_value(n))).collect(), 0));
    let (is_next, is_zero) = (equals([-1, 1, 0], 1), equals([0, 1, 0], 0));
    let tests = vec![not(is_next.clone()), not(is_zero.clone())];
    steps.push(Step { body: vec![(0, vec![0, 1])], tests, head: None });
    let small = Small { arities: vec![2], steps, guarded: true };
    let values = (0..BRANCHES).flat_map(|n| [is_value(n), equals([0, 1, 0], n + 1)]);
    let atoms = [is_next, is_zero].into_iter().chain(values);
    let atoms: Vec<Term> = atoms.map(|test| test.term(&small.params(0))).collect();
    let lemmas = |set_free| {
        let settings = Reachability { set_free, ..Reachability::default() };
        let found = reach(&small, &[(PredId(0), atoms.clone())].into(), &settings, 1_000);
        assert!(found.violated.is_empty());
        found.lemmas[&PredId(0)].len()
    };
    assert_eq!(lemmas(true), 1);
    // Else this example shows nothing.
    assert!(lemmas(false) > 1);
}
