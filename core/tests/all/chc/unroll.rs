//! Unrolling: on systems with few states it finds a derivation exactly if there is one, and one
//! of the least height.

use crate::support::states::*;
use hornbook_base::Budget;
use hornbook_chc::engine::{Engine, Finding};
use hornbook_chc::refute::{DerivationTree, Refutation, derive};
use hornbook_chc::unroll::Unroll;
use hornbook_check as check;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Questions for one system that may have no end.
const QUESTIONS: u64 = 60;
/// Questions for one that has an end.
const MANY: u64 = 1_000;
/// Derivations that are at most so high are found with that many.
const HEIGHT: u32 = 4;

/// Rules for `false` in the order in which they were reported.
type Findings = Vec<(usize, Said)>;

/// What is said of a rule for `false`.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Derived(DerivationTree),
    Nothing,
    TooHard,
}

/// Works in slices until all is said or so many questions were asked. Says whether all is said.
fn work(unroll: &mut Unroll, slice: u64, questions: u64) -> (Findings, bool) {
    let mut findings = vec![];
    while unroll.questions() < questions {
        match unroll.step(&mut Budget::steps(slice)) {
            None => {}
            Some(Finding::Over) => return (findings, true),
            Some(Finding::Derivation(tree)) => {
                findings.push((tree.rule, Said::Derived(tree)));
            }
            Some(Finding::Nothing(target)) => findings.push((target, Said::Nothing)),
            Some(Finding::Hard(target, _)) => findings.push((target, Said::TooHard)),
            Some(other) => panic!("{other:?}"),
        }
    }
    (findings, false)
}

fn unroll(small: &Small, targets: &[usize]) -> Unroll {
    Unroll::new(small.rules(), targets)
}

fn search(small: &Small, targets: &[usize]) -> (Findings, bool) {
    let mut unroll = unroll(small, targets);
    let (mut findings, mut done) = work(&mut unroll, 1, QUESTIONS);
    let reachable = small.reachable();
    let is_near = |t: &usize| small.height(*t, &reachable).is_some_and(|h| h <= HEIGHT);
    let near: Vec<usize> = targets.iter().copied().filter(is_near).collect();
    let missing = |known: &Findings| near.iter().any(|t| !known.iter().any(|(n, _)| n == t));
    while !done && missing(&findings) && unroll.questions() < MANY {
        let next = unroll.questions() + 1;
        let (more, end) = work(&mut unroll, 1, next);
        findings.extend(more);
        done = end;
    }
    (findings, done)
}

/// That of a rule without premises is 0.
fn height(tree: &DerivationTree) -> u32 {
    tree.children.iter().map(|c| height(c) + 1).max().unwrap_or(0)
}

/// The rules fit together: each is applied to what its premises are.
fn is_well_formed(small: &Small, tree: &DerivationTree) -> bool {
    let body = &small.rules()[tree.rule].body;
    let fits = |(atom, child): (&hornbook_chc::rule::Atom, &DerivationTree)| {
        let head = &small.steps[child.rule].head;
        head.as_ref().is_some_and(|(pred, _)| *pred == atom.pred.0 as usize)
            && is_well_formed(small, child)
    };
    body.len() == tree.children.len() && body.iter().zip(&tree.children).all(fits)
}

/// Each step leads to larger values, so that there are no long derivations.
fn growing(mut small: Small) -> Small {
    small.guarded = true;
    for step in &mut small.steps {
        let Some((_, head)) = &step.head else { continue };
        for (_, args) in &step.body {
            // What is derived from comes before what is derived: args[0] < head[0].
            let mut less = head[0].clone();
            less.coefficients.iter_mut().for_each(|c| *c = -*c);
            less.coefficients[args[0]] += 1;
            less.constant = 1 - less.constant;
            step.tests.push(Test::Le(less));
        }
    }
    small
}

fn check_findings(small: &Small, findings: &Findings, done: bool) -> Result<(), TestCaseError> {
    let reachable = small.reachable();
    let system = small.system();
    let found: BTreeMap<usize, &Said> = findings.iter().map(|(n, t)| (*n, t)).collect();
    prop_assert_eq!(found.len(), findings.len(), "a rule is reported twice");
    for target in small.targets() {
        let least = small.height(target, &reachable);
        let found = found.get(&target);
        prop_assert!(found.is_some() || !done, "nothing is said of rule {}", target);
        match found.copied() {
            Some(Said::Derived(tree)) => {
                prop_assert_eq!(tree.rule, target);
                prop_assert!(is_well_formed(small, tree));
                prop_assert_eq!(Some(height(tree)), least);
                let derived = derive(&small.rules(), tree, &system, &mut Budget::steps(5_000_000));
                let Refutation::Derivation(derivation) = derived else {
                    return Err(TestCaseError::fail(format!("{derived:?}")));
                };
                prop_assert_eq!(derivation.clause.0 as usize, target);
                prop_assert_eq!(check::derivation::verify(&system, &derivation), Ok(()));
            }
            Some(Said::TooHard) => {}
            Some(Said::Nothing) => {
                prop_assert!(least.is_none(), "a derivation of height {:?}", least)
            }
            None => prop_assert!(
                least.is_none_or(|h| h > HEIGHT),
                "no derivation of height {:?} in time",
                least
            ),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_least_derivations_of_linear_systems_are_found(small in small(1)) {
        let (findings, done) = search(&small, &small.targets());
        check_findings(&small, &findings, done)?;
    }

    #[test]
    fn the_least_derivations_with_two_premises_are_found(small in small(2)) {
        let (findings, done) = search(&small, &small.targets());
        check_findings(&small, &findings, done)?;
    }

    /// If there are no long derivations, there is an end.
    #[test]
    fn nothing_is_found_where_there_is_nothing(small in small(1).prop_map(growing)) {
        let mut unroll = unroll(&small, &small.targets());
        let (findings, done) = work(&mut unroll, 1, MANY);
        prop_assert!(done);
        check_findings(&small, &findings, done)?;
    }

    #[test]
    fn slices_do_not_change_what_is_found(small in small(2), slice in 1u64..20_000) {
        let targets = small.targets();
        let mut fine = unroll(&small, &targets);
        let (expected, done) = work(&mut fine, 1, QUESTIONS / 2);
        let mut coarse = unroll(&small, &targets);
        // A question may be gone on with in the next slice, so all is said a little later.
        let most = if done { MANY } else { fine.questions() };
        let (found, coarse_done) = work(&mut coarse, slice, most);
        prop_assert!(found.starts_with(&expected));
        if done {
            prop_assert!(coarse_done);
            prop_assert_eq!(found, expected);
            prop_assert_eq!(coarse.questions(), fine.questions());
        }
    }

    /// A rule that is excused is not reported, whenever that happens, and the others are as ever.
    #[test]
    fn excused_rules_are_not_reported(small in small(2), after in 0u64..12, which: prop::sample::Index) {
        let targets = small.targets();
        let excused = *which.get(&targets);
        let mut unroll = unroll(&small, &targets);
        let (before, _) = work(&mut unroll, 1, after);
        unroll.retire_rule(excused);
        let (later, done) = work(&mut unroll, 1, QUESTIONS);
        prop_assert!(later.iter().all(|(target, _)| *target != excused));
        let others: Vec<usize> = targets.into_iter().filter(|t| *t != excused).collect();
        let (alone, alone_done) = search(&small, &others);
        if done && alone_done {
            let found = |list: &[(usize, Said)]| {
                let others = list.iter().filter(|(t, _)| *t != excused);
                others.cloned().collect::<BTreeMap<usize, Said>>()
            };
            prop_assert_eq!(found(&[before, later].concat()), found(&alone));
        }
    }
}

/// A derivation far away: every height below is tried first, each with few questions.
#[test]
fn long_derivations_are_found() {
    let form = |coefficients: [i64; VARS], constant| Form {
        coefficients: coefficients.to_vec(),
        constant,
    };
    let start = Step {
        body: vec![],
        tests: vec![],
        head: Some((0, vec![form([0; 3], 0), form([0; 3], 0)])),
    };
    let carry = Step {
        body: vec![(0, vec![0, 1])],
        tests: vec![Test::Eq(form([0, 1, 0], 1 - VALUES))],
        head: Some((0, vec![form([1, 0, 0], 1), form([0; 3], 0)])),
    };
    let count = Step {
        body: vec![(0, vec![0, 1])],
        tests: vec![],
        head: Some((0, vec![form([1, 0, 0], 0), form([0, 1, 0], 1)])),
    };
    let last = Test::Eq(form([1, 1, 0], 2 - 2 * VALUES));
    let claim = Step { body: vec![(0, vec![0, 1])], tests: vec![last], head: None };
    let small = Small { arities: vec![2], steps: vec![start, carry, count, claim], guarded: false };
    let (findings, done) = work(&mut unroll(&small, &[3]), 1_000, 1_000);
    assert!(done);
    let [(3, Said::Derived(tree))] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(height(tree) as i64, VALUES * VALUES);
    check_findings(&small, &findings, done).expect("a derivation of the least height");
}
