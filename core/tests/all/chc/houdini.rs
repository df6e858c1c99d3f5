//! Of guessed lemmas, those that are inductive, and those that others imply: held against all
//! subsets of the candidates.

use crate::support::states::*;
use hornbook_base::Budget;
use hornbook_chc::houdini::inductive_part;
use hornbook_chc::minimise::{drop_implied_lemmas, minimise_lemmas};
use hornbook_chc::rule::Lemmas;
use hornbook_horn::{PredId, Term};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Candidates by predicate and the test that they are.
type Candidates = Vec<(usize, Test)>;

fn plenty() -> Budget {
    Budget::steps(50_000_000)
}

fn lemmas(small: &Small, candidates: &Candidates) -> Lemmas {
    let of = |pred: usize| {
        let own = candidates.iter().filter(|(p, _)| *p == pred);
        let terms = own.map(|(_, t)| t.term(&small.params(pred))).collect();
        (PredId(pred as u32), terms)
    };
    (0..small.arities.len()).map(of).collect()
}

/// For each way that a step fires: the candidates that hold before, and those that hold after; of
/// candidates that are about other predicates both say so.
fn firings(small: &Small, candidates: &Candidates) -> BTreeSet<(u32, u32)> {
    let mut out = BTreeSet::new();
    for step in &small.steps {
        for values in valuations(VARS) {
            let (Some(premises), Some(state)) = (step.fires(&values), step.derives(&values)) else {
                continue;
            };
            let fits =
                |(pred, test): &(usize, Test), (p, args): &State| pred != p || test.holds(args);
            let mask = |keep: &dyn Fn(&(usize, Test)) -> bool| {
                let bits = candidates.iter().enumerate().filter(|(_, c)| keep(c));
                bits.fold(0, |mask, (n, _)| mask | 1 << n)
            };
            let before = mask(&|c| premises.iter().all(|p| fits(c, p)));
            out.insert((before, mask(&|c| fits(c, &state))));
        }
    }
    out
}

/// All sets of candidates that are inductive.
fn inductive_sets(small: &Small, candidates: &Candidates) -> Vec<u32> {
    let firings = firings(small, candidates);
    let keeps =
        |set: u32| firings.iter().all(|(before, after)| set & !before != 0 || set & !after == 0);
    (0..1 << candidates.len()).filter(|set| keeps(*set)).collect()
}

fn candidates(count: usize) -> impl Strategy<Value = Candidates> {
    let one = (any::<prop::sample::Index>(), test(PARAMS)).prop_map(|(p, t)| (p.index(2), t));
    prop::collection::vec(one, 0..=count)
}

/// A system with candidates for its predicates.
fn with_candidates(count: usize) -> impl Strategy<Value = (Small, Candidates)> {
    (small(2), candidates(count)).prop_map(|(mut small, mut candidates)| {
        small.guarded = true;
        let preds = small.arities.len();
        candidates.iter_mut().for_each(|(p, _)| *p %= preds);
        (small, candidates)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_inductive_part_is_the_largest_inductive_set((small, candidates) in with_candidates(6)) {
        let sets = inductive_sets(&small, &candidates);
        let largest = sets.iter().fold(0, |all, set| all | set);
        prop_assert!(sets.contains(&largest));
        let kept = candidates.iter().enumerate().filter(|(n, _)| largest & 1 << n != 0);
        let kept: Candidates = kept.map(|(_, c)| c.clone()).collect();
        let given = lemmas(&small, &candidates);
        let found = inductive_part(&small.rules(), &small.system(), &given, &mut plenty());
        prop_assert_eq!(found, Some(lemmas(&small, &kept)));
    }

    /// Of inductive lemmas that exclude the violations, those that are kept are inductive and
    /// exclude them.
    #[test]
    fn what_minimising_keeps_is_inductive((mut small, candidates) in with_candidates(6)) {
        let (rules, system) = (small.rules(), small.system());
        let given = lemmas(&small, &candidates);
        let inductive = inductive_part(&rules, &system, &given, &mut plenty()).expect("lemmas");
        let preds = small.clone();
        let excludes = |lemmas: &Lemmas, step: &Step| {
            let allowed = |(pred, args): &State| {
                let of = lemmas.get(&PredId(*pred as u32)).into_iter().flatten();
                of.into_iter().all(|l| holds(l, &preds.params(*pred), args))
            };
            let fires =
                |values: &Vec<i64>| step.fires(values).is_some_and(|p| p.iter().all(allowed));
            !valuations(VARS).iter().any(fires)
        };
        small.steps.retain(|step| step.head.is_some() || excludes(&inductive, step));
        let (rules, system) = (small.rules(), small.system());
        let kept = minimise_lemmas(&rules, &system, &inductive, &mut plenty());
        let mut claims = small.targets().into_iter();
        prop_assert!(claims.all(|target| excludes(&kept, &small.steps[target])));
        for (pred, lemmas) in &kept {
            prop_assert!(lemmas.iter().all(|l| inductive[pred].contains(l)));
        }
        prop_assert_eq!(inductive_part(&rules, &system, &kept, &mut plenty()), Some(kept));
    }

    #[test]
    fn irredundant_lemmas_say_as_much_and_none_follows_from_the_others(
        (small, candidates) in with_candidates(6)
    ) {
        let given = lemmas(&small, &candidates);
        let kept = drop_implied_lemmas(&given, &mut plenty());
        prop_assert_eq!(kept.keys().collect::<Vec<_>>(), given.keys().collect::<Vec<_>>());
        for (pred, kept) in &kept {
            let given = &given[pred];
            let params = small.params(pred.0 as usize);
            // The same ones in the same order.
            let mut rest = given.iter();
            prop_assert!(kept.iter().all(|k| rest.any(|g| g == k)));
            let all = |lemmas: &[Term], values: &[i64]| lemmas.iter().all(|l| holds(l, &params, values));
            for values in valuations(params.len()) {
                let values: Vec<i64> = values.iter().map(|v| 3 * v - 6).collect();
                prop_assert_eq!(all(kept, &values), all(given, &values));
            }
            for lemma in given.iter().filter(|g| !kept.contains(g)) {
                let question = [&kept[..], &[Term::not(lemma.clone())]].concat();
                prop_assert!(unsatisfiable(&question), "{} is lost", lemma);
            }
            for n in 0..kept.len() {
                let mut question = kept.clone();
                question[n] = Term::not(question[n].clone());
                prop_assert!(!unsatisfiable(&question), "{} is superfluous", kept[n]);
            }
        }
    }
}

/// Of lemmas that imply each other the first one stays, and all stay when there is no time.
#[test]
fn the_first_of_equivalent_lemmas_stays() {
    let params = [hornbook_horn::Var::int("p0")];
    let le = |c: i64, k: i64| Test::Le(Form { coefficients: vec![c], constant: k }).term(&params);
    let given = vec![le(2, -7), le(1, -3), le(1, -4)];
    let lemmas: Lemmas = [(PredId(0), given.clone())].into();
    assert_eq!(drop_implied_lemmas(&lemmas, &mut plenty())[&PredId(0)], given[..1]);
    assert_eq!(drop_implied_lemmas(&lemmas, &mut Budget::steps(0)), lemmas);
}

/// One lemma may need another one, and all of it falls when the rules keep one of them only.
#[test]
fn lemmas_that_need_each_other_stay_or_fall_together() {
    let step = |tests: Vec<Test>, head: Option<Vec<Form>>, body| Step {
        body,
        tests,
        head: head.map(|forms| (0, forms)),
    };
    let form = Form::from_coefficients;
    let start = step(vec![], Some(vec![form([0; 3], 0), form([0; 3], 1)]), vec![]);
    // (x, y) becomes (y - 1, x + 1).
    let turn =
        step(vec![], Some(vec![form([0, 1, 0], -1), form([1, 0, 0], 1)]), vec![(0, vec![0, 1])]);
    let mut small = Small { arities: vec![2], steps: vec![start, turn], guarded: true };
    let low = |coefficients: [i64; 2], constant| {
        (0, Test::Le(Form { coefficients: coefficients.to_vec(), constant }))
    };
    let given = vec![low([1, 0], 0), low([0, 1], -1)];
    let found = |small: &Small| {
        let given = lemmas(small, &given);
        inductive_part(&small.rules(), &small.system(), &given, &mut plenty()).expect("lemmas")
    };
    assert_eq!(found(&small), lemmas(&small, &given));
    // Another start: (0, 2).
    small.steps[0].head = Some((0, vec![form([0; 3], 0), form([0; 3], 2)]));
    assert_eq!(found(&small), lemmas(&small, &vec![]));
    let all = lemmas(&small, &given);
    let none = inductive_part(&small.rules(), &small.system(), &all, &mut Budget::steps(0));
    assert_eq!(none, None);
}

/// What falls last was needed first: one look at each rule is not enough.
#[test]
fn lemmas_fall_one_after_the_other() {
    let form = |c, constant| Form::from_coefficients([c, 0, 0], constant);
    let copy = |from, to| Step {
        body: vec![(from, vec![0])],
        tests: vec![],
        head: Some((to, vec![form(1, 0)])),
    };
    let start = Step { body: vec![], tests: vec![], head: Some((0, vec![form(0, 1)])) };
    let steps = vec![copy(1, 2), copy(0, 1), start];
    let small = Small { arities: vec![1; 3], steps, guarded: true };
    let at_most = |constant: i64| Test::Le(Form { coefficients: vec![1], constant: -constant });
    let given = |bound| (0..3).map(|pred| (pred, at_most(bound))).collect::<Candidates>();
    let found = |bound| {
        let given = lemmas(&small, &given(bound));
        inductive_part(&small.rules(), &small.system(), &given, &mut plenty()).expect("lemmas")
    };
    assert_eq!(found(1), lemmas(&small, &given(1)));
    assert_eq!(found(0), lemmas(&small, &vec![]));
}
