//! Forward abstract interpretation: on systems with few states, all that is reachable is in what
//! it finds, and that is the least set of its form.

use crate::support::states::*;
use hornbook_base::Budget;
use hornbook_chc::engine::{Engine, Finding};
use hornbook_chc::forward::Forward;
use hornbook_chc::hints::{Hints, Role};
use hornbook_chc::houdini::inductive_part;
use hornbook_chc::rule::Lemmas;
use hornbook_chc::search::strategies::VocabularyLevel;
use hornbook_chc::settings::Mining;
use hornbook_chc::vocabulary::{RuleCases, Vocabulary, collect_atoms};
use hornbook_horn::{PredId, Term, Var};
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{Outcome, UnknownReason};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The atoms of each predicate with their roles, each atom once.
type Roles = BTreeMap<usize, Vec<(Term, Role)>>;

/// What the analysis ended with.
#[derive(Debug, PartialEq)]
struct Analysed {
    lemmas: Lemmas,
    excluded: BTreeSet<usize>,
    reachable: Lemmas,
    questions: u64,
}

/// What is found in slices, or why it is not.
fn analyse(small: &Small, roles: &Roles, slice: u64) -> Result<Analysed, String> {
    let atoms = |(pred, atoms): (&usize, &Vec<(Term, Role)>)| {
        (PredId(*pred as u32), atoms.iter().map(|(atom, _)| atom.clone()).collect())
    };
    let vocabulary: Vocabulary = roles.iter().map(atoms).collect();
    let role = |pred: PredId, atom: &Term| {
        let known = roles[&(pred.0 as usize)].iter().find(|(a, _)| a == atom);
        known.expect("an atom of the vocabulary").1
    };
    let forward = Forward::new(small.rules(), &small.system(), &vocabulary, &role);
    let mut forward = forward.expect("linear rules");
    loop {
        match forward.step(&mut Budget::steps(slice)) {
            None => assert!(forward.questions() < 10_000, "no end"),
            Some(Finding::Invariant { lemmas, fires }) => {
                let excluded = small.targets().into_iter().filter(|t| !fires.contains(t)).collect();
                let [lemmas, reachable] = lemmas.try_into().expect("two ways to say it");
                let questions = forward.questions();
                return Ok(Analysed { lemmas, excluded, reachable, questions });
            }
            Some(Finding::Stuck(why)) => return Err(why),
            Some(other) => panic!("{other:?}"),
        }
    }
}

fn role() -> impl Strategy<Value = Role> {
    prop_oneof![
        2 => Just(Role::Index),
        1 => Just(Role::Flag),
        1 => Just(Role::Number),
        2 => Just(Role::Content),
    ]
}

/// A system with random atoms for its predicates.
fn with_atoms() -> impl Strategy<Value = (Small, Roles)> {
    let one = (any::<prop::sample::Index>(), atom(PARAMS), role());
    (small(2), prop::collection::vec(one, 0..=9)).prop_map(|(small, atoms)| {
        let mut roles: Roles = (0..small.arities.len()).map(|p| (p, vec![])).collect();
        for (pred, atom, role) in atoms {
            let pred = pred.index(small.arities.len());
            let own = roles.entry(pred).or_default();
            let term = atom.term(&small.params(pred));
            if !own.iter().any(|(known, _)| *known == term) {
                own.push((term, role));
            }
        }
        (small, roles)
    })
}

/// A system with the atoms that are mined from it.
fn with_mined_atoms() -> impl Strategy<Value = (Small, Roles)> {
    use VocabularyLevel::{Guards, Lean, Stride};
    let richness = prop_oneof![Just(Lean), Just(Guards), Just(Stride)];
    (small(2), richness, prop::collection::vec(role(), 12)).prop_map(|(small, richness, roles)| {
        let (rules, system) = (small.rules(), small.system());
        let (hints, settings) = (Hints::default(), Mining::default());
        let rule_cases = RuleCases::from_rules(&rules, &system);
        let mined = collect_atoms(&rule_cases, &system, &hints, richness, &settings).vocabulary;
        let of = |p: usize| {
            let atoms = mined.get(&PredId(p as u32)).cloned().unwrap_or_default();
            (p, atoms.into_iter().zip(roles.iter().copied()).collect())
        };
        (small.clone(), (0..small.arities.len()).map(of).collect())
    })
}

fn all_hold(lemmas: &Lemmas, small: &Small, (pred, args): &State) -> bool {
    let of = lemmas.get(&PredId(*pred as u32)).into_iter().flatten();
    of.into_iter().all(|l| holds(l, &small.params(*pred), args))
}

fn states(small: &Small) -> Vec<State> {
    let of = |p: usize| valuations(small.arities[p]).into_iter().map(move |args| (p, args));
    (0..small.arities.len()).flat_map(of).collect()
}

/// Values of guards, and the values that facts have in all states of the part.
type Parts = BTreeMap<Vec<bool>, Vec<Option<bool>>>;

/// The least union of parts that contains all that follows from it, by enumeration.
fn least(small: &Small, roles: &Roles) -> BTreeSet<State> {
    let values = |(pred, args): &State, guards: bool| -> Vec<bool> {
        let is_guard = |role: &Role| matches!(role, Role::Index | Role::Flag);
        let atoms = roles[pred].iter().filter(|(_, role)| is_guard(role) == guards);
        atoms.map(|(atom, _)| holds(atom, &small.params(*pred), args)).collect()
    };
    let known: BTreeMap<State, (Vec<bool>, Vec<bool>)> = states(small)
        .into_iter()
        .map(|s| (s.clone(), (values(&s, true), values(&s, false))))
        .collect();
    let mut parts: BTreeMap<usize, Parts> = BTreeMap::new();
    let inside = |parts: &BTreeMap<usize, Parts>, state: &State| {
        let (guards, facts) = &known[state];
        let part = parts.get(&state.0).and_then(|parts| parts.get(guards));
        part.is_some_and(|part| part.iter().zip(facts).all(|(p, f)| p.is_none_or(|p| p == *f)))
    };
    loop {
        let mut changed = false;
        for step in &small.steps {
            for values in valuations(VARS) {
                let (Some(premises), Some(state)) = (step.fires(&values), step.derives(&values))
                else {
                    continue;
                };
                if !premises.iter().all(|p| inside(&parts, p)) || inside(&parts, &state) {
                    continue;
                }
                changed = true;
                let (guards, facts) = &known[&state];
                let own = parts.entry(state.0).or_default().entry(guards.clone());
                let part = own.or_insert_with(|| facts.iter().map(|f| Some(*f)).collect());
                for (p, f) in part.iter_mut().zip(facts) {
                    *p = p.filter(|p| p == f);
                }
            }
        }
        if !changed {
            return states(small).into_iter().filter(|s| inside(&parts, s)).collect();
        }
    }
}

fn check_found(small: &Small, roles: &Roles) -> Result<(), TestCaseError> {
    let found = analyse(small, roles, 1_000).map_err(|why| too_hard(&why))?;
    let reachable = small.reachable();
    for state in reachable.keys() {
        prop_assert!(all_hold(&found.lemmas, small, state), "{:?} is excluded", state);
        prop_assert!(all_hold(&found.reachable, small, state), "{:?} is havoc_products", state);
    }
    let (rules, system) = (small.rules(), small.system());
    let inductive = inductive_part(&rules, &system, &found.lemmas, &mut Budget::steps(50_000_000));
    prop_assert_eq!(inductive.as_ref(), Some(&found.lemmas));
    for target in small.targets() {
        let fireable = small.height(target, &reachable).is_some();
        let excluded = found.excluded.contains(&target);
        prop_assert!(!excluded || !fireable, "rule {} can fire", target);
        // It is excluded exactly if it cannot fire where the analysis has come to.
        let mut question = rules[target].cond.clone();
        for atom in &rules[target].body {
            let params = system.pred(atom.pred).params.iter().cloned();
            let map = params.zip(atom.args.iter().cloned()).collect();
            let known = found.reachable.get(&atom.pred).into_iter().flatten();
            question.extend(known.map(|f| f.subst(&map)));
        }
        prop_assert_eq!(excluded, unsatisfiable(&question), "rule {}", target);
    }
    let is_claim = |n: &usize| small.steps[*n].head.is_none();
    prop_assert!(found.excluded.iter().all(is_claim));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_reachable_is_found((small, roles) in with_atoms()) {
        check_found(&small, &roles)?;
    }

    #[test]
    fn what_is_reachable_is_found_with_mined_atoms((small, roles) in with_mined_atoms()) {
        check_found(&small, &roles)?;
    }

    /// If the steps say that all is in range, nothing out of range counts.
    #[test]
    fn it_is_the_least_set_of_its_form((mut small, roles) in with_atoms()) {
        small.guarded = true;
        let expected = least(&small, &roles);
        let found = analyse(&small, &roles, 1_000).map_err(|why| too_hard(&why))?;
        for state in states(&small) {
            let known = found.reachable.contains_key(&PredId(state.0 as u32));
            let inside = known && all_hold(&found.reachable, &small, &state);
            // A predicate that no rule speaks of is not looked at.
            prop_assert_eq!(inside, expected.contains(&state), "{:?}", state);
            // Lemmas say less.
            prop_assert!(!inside || all_hold(&found.lemmas, &small, &state));
        }
    }

    #[test]
    fn slices_do_not_change_what_is_found((small, roles) in with_atoms(), slice in 1u64..50_000) {
        prop_assert_eq!(analyse(&small, &roles, 1), analyse(&small, &roles, slice));
    }
}

/// What is said of a scalar is not said under a condition on a cell, and what is said of a cell is.
#[test]
fn facts_are_told_apart_by_guards() {
    // The second is the parity of the first.
    let start = Step {
        body: vec![],
        tests: vec![
            Test::Mod(Form::from_coefficients([1, 1, 0], 0), 2, 0),
            Test::Le(Form::from_coefficients([0, 1, 0], -1)),
        ],
        head: Some((
            0,
            vec![Form::from_coefficients([1, 0, 0], 0), Form::from_coefficients([0, 1, 0], 0)],
        )),
    };
    let claim = |bad| Step { body: vec![(0, vec![0, 1])], tests: vec![bad], head: None };
    let both = |a, b| Test::And(Box::new(a), Box::new(b));
    let steps = vec![
        start,
        claim(both(
            Test::Eq(Form::from_coefficients([1, 0, 0], -3)),
            Test::Eq(Form::from_coefficients([0, 1, 0], 0)),
        )),
        claim(both(
            Test::Eq(Form::from_coefficients([1, 0, 0], -2)),
            Test::Eq(Form::from_coefficients([0, 1, 0], 0)),
        )),
    ];
    let small = Small { arities: vec![2], steps, guarded: true };
    let params = small.params(0);
    let even = Test::Mod(Form::from_coefficients([1, 0, 0], 0), 2, 0).term(&params);
    let zero = Test::Eq(Form::from_coefficients([0, 1, 0], 0)).term(&params);
    let found = |roles: [Role; 2]| {
        let atoms = [even.clone(), zero.clone()].into_iter().zip(roles).collect();
        analyse(&small, &[(0, atoms)].into(), 1_000).expect("easy questions")
    };
    let apart = found([Role::Index, Role::Content]);
    let lemmas = vec![
        Term::or([Term::not(even.clone()), zero.clone()]),
        Term::or([even.clone(), Term::not(zero.clone())]),
    ];
    assert_eq!(apart.lemmas, [(PredId(0), lemmas)].into());
    assert_eq!(apart.excluded, [1].into());
    // No condition on an index for what is no cell; but what was found is in the parts.
    let number = found([Role::Index, Role::Number]);
    assert_eq!(number.lemmas, [(PredId(0), vec![])].into());
    assert_eq!((&number.reachable, &number.excluded), (&apart.reachable, &[1].into()));
    // Nothing is told apart by what is no guard.
    let together = found([Role::Content, Role::Content]);
    assert_eq!(together.reachable, [(PredId(0), vec![Term::bool(true)])].into());
    assert_eq!(together.excluded, [].into());
}

#[test]
fn what_is_not_linear_is_refused() {
    let mut small = Small { arities: vec![1], steps: vec![], guarded: true };
    small.steps.push(Step { body: vec![], tests: vec![], head: None });
    let mut rules = small.rules();
    let x = || Term::var(&Var::int("x"));
    let quotient = Term::app(hornbook_horn::Op::Div, vec![Term::int(9), x()]);
    rules[0].cond = vec![Term::eq(quotient, Term::int(2))];
    let role = |_: PredId, _: &Term| Role::Index;
    assert!(Forward::new(rules, &small.system(), &Vocabulary::new(), &role).is_err());
}

// ---- Programs without assertions -------------------------------------------------------------

fn outcome(text: &str, steps: u64) -> Outcome {
    let abstraction = "cell1".parse().expect("an abstraction");
    let input = Input::program(text, &Choices::abstraction(abstraction));
    let mut solving = Solving::new(&input).expect("a program without errors");
    match solving.step(steps) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    }
}

fn invariants(text: &str) -> Vec<String> {
    let outcome = outcome(text, 1_000_000);
    assert_eq!(outcome.verdict.name(), "certified", "{text}");
    assert!(outcome.assertions.is_empty(), "nothing is to prove");
    outcome.invariants.iter().flat_map(|i| i.sentences()).collect()
}

#[test]
fn what_a_loop_writes_is_found_without_an_assertion() {
    let text = "int n = nondet(); int a[n]; int i = 0;
        while (i < n) { a[i] = 2*i+1; i = i + 1; }";
    assert_eq!(invariants(text), ["0 <= i", "forall k: 0 <= k < i ==> a[k] == 2 * k + 1"]);
}

/// What is written depends on the place.
#[test]
fn what_a_loop_writes_is_told_apart_by_places() {
    let text = "int n = nondet(); int a[n]; int i = 0;
        while (i < n) { a[i] = i < 3 ? 2*i+1 : 2*i; i = i + 1; }";
    let expected = [
        "0 <= i",
        "forall k: 2 < k < i ==> a[k] == 2 * k",
        "forall k: 0 <= k < i && k <= 2 ==> a[k] == 2 * k + 1",
    ];
    assert_eq!(invariants(text), expected);
}

/// What is shown can be put into the program as a hint.
#[test]
fn what_is_shown_is_text_of_the_language() {
    let text = "int n = nondet(); int a[n]; int i = 0;
        while (i < n) { a[i] = i < 3 ? 2*i+1 : 2*i; i = i + 1; }";
    for sentence in invariants(text) {
        let hinted = format!("{text} hint {sentence};");
        let input = Input::program(&hinted, &Choices::default());
        assert!(Solving::new(&input).is_some(), "{sentence}");
    }
}

/// What one loop leaves behind is known in the next one.
#[test]
fn what_a_loop_leaves_is_known_in_the_next_one() {
    let text = "int n = nondet(); int a[n]; int i = 0;
        while (i < n) { a[i] = 7; i++; }
        int j = 0;
        while (j < n) { if (a[j] > 0) { a[j] = 0; } j++; }";
    let found = invariants(text);
    for part in [
        "forall k: 0 <= k < i ==> a[k] == 7",
        "forall k: 0 <= k < j ==> a[k] == 0",
        "forall k: j <= k < n ==> a[k] == 7",
    ] {
        assert!(found.iter().any(|f| f == part), "{part}\n{found:#?}");
    }
}

/// Nothing is said where nothing holds.
#[test]
fn no_invariant_is_made_up() {
    let text = "int n = nondet(); int a[n]; int i = nondet();
        while (i < n) { a[i] = nondet(); i = i + nondet(); }";
    assert_eq!(invariants(text), [""; 0]);
}
