//! `abstract`, `insts` and `eliminate` against the thesis's definitions, by brute force.

use crate::support::finite::*;
use hornbook_abstraction::completeness::Truth;
use hornbook_abstraction::heuristic::{Heuristic, Order, Policy};
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::sigma::{Shape as SigmaShape, Sigma, Value};
use hornbook_corpus::nightly;
use hornbook_horn::{Goal, Instance, Names, PredId, Premise, Quantifier, Sort, System, Term, Var};
use proptest::prelude::*;

fn dice() -> impl Strategy<Value = Dice> {
    prop::collection::vec(any::<u8>(), 128).prop_map(Dice::new)
}

/// A shape, an abstraction, the size of the domain: what brute force can deal with. The losses
/// behind the gaps in the thesis need four cells to show.
fn setting() -> impl Strategy<Value = (Shape, &'static str, usize)> {
    let shape =
        |arrays, equation, quantifiers| Shape { arrays, equation, quantifiers, second: false };
    let one = [
        "cell",
        "cell2",
        "cell<2",
        "smash",
        "first",
        "slice(i)",
        "sign",
        "nothing",
        "cell (+) smash",
        "cell2 (+) sign",
        "cell (*) smash",
        "(id * sign) . cell",
        "(smash (+) first)^2",
        "{k, v => (k, v) if k < i; (v, k) if k == 1}",
        "cell (*) cell",
        "smash^<2",
    ];
    prop_oneof![
        3 => (any::<bool>(), any::<bool>(), prop::sample::select(vec!["cell", "cell2", "cell<2"]), 3usize..=4)
            .prop_map(move |(e, q, s, n)| (shape(1, e, q), s, n)),
        4 => (any::<bool>(), prop::sample::select(one.to_vec()))
            .prop_map(move |(e, s)| (shape(1, e, false), s, 3)),
        1 => prop::sample::select(vec!["cell3", "cell<3"]).prop_map(move |s| (shape(1, false, false), s, 3)),
        2 => prop::sample::select(vec!["cell", "cell<2", "a=cell,b=smash", "a=cell,b=id", "P.a=cell2,Q.a=cell,b=nothing", "cell,b={k, v => (k, v) if k == 0; (k, v) if k == 1} . cell", "cell2,b=cell (+) nothing", "cell,b=first", "cell,b=cell (*) first"])
            .prop_map(move |s| (shape(2, false, false), s, 3)),
        1 => Just((shape(1, true, true), "id", 3)),
        2 => prop::sample::select(vec!["cell", "cell2", "cell<2", "smash"])
            .prop_map(move |s| (Shape { second: true, ..shape(1, false, false) }, s, 3)),
    ]
}

fn policy() -> impl Strategy<Value = Policy> {
    let order = prop::sample::select(vec![Order::LeftToRight, Order::RightToLeft]);
    let heuristic = prop::sample::select(Heuristic::ALL.to_vec());
    (prop_oneof![2 => Just(Heuristic::Relevant), 1 => heuristic], order)
        .prop_map(|(heuristic, order)| Policy { heuristic, order, cells: vec![] })
}

fn every_tuple(width: usize, each: &mut dyn FnMut(&[usize])) {
    for code in 0..n().pow(width as u32) {
        let tuple: Vec<usize> = (0..width).map(|i| code / n().pow(i as u32) % n()).collect();
        each(&tuple);
    }
}

/// T Def. 20 and 21: `exists q: F_σ[q](a#, a)` says `a# ∈ σ(a)`.
#[test]
fn formulas_say_what_the_abstractions_are() {
    let matrix = || Sort::array_of(Sort::int_array());
    let bools = || Sort::array_of(Sort::Bool);
    let cases: Vec<(&str, Vec<Sort>, usize)> = vec![
        ("cell", vec![Sort::int_array()], 3),
        ("id", vec![Sort::Int], 3),
        ("cell2", vec![Sort::int_array()], 3),
        ("cell<2", vec![Sort::int_array()], 3),
        ("cell<3", vec![Sort::int_array()], 3),
        ("cell (*) smash . cell", vec![Sort::int_array()], 3),
        ("cell (+) (sign . cell)", vec![Sort::int_array()], 3),
        ("first", vec![Sort::int_array()], 3),
        ("smash^<2", vec![Sort::int_array()], 3),
        ("{k, v => (k, v) if k < v; (v, k)}", vec![Sort::int_array()], 3),
        ("smash", vec![bools()], 3),
        ("(id * cell) . cell", vec![matrix()], 2),
        ("((id * cell) . cell)^<2", vec![matrix()], 2),
        ("(id * smash) . cell", vec![matrix()], 2),
        ("cell * id", vec![Sort::int_array(), Sort::Int], 3),
        ("cell * cell", vec![Sort::int_array(), Sort::int_array()], 3),
    ];
    for (text, sorts, domain) in cases {
        set_n(domain);
        let concrete: Vec<Var> =
            sorts.iter().enumerate().map(|(n, s)| Var::new(format!("a{n}"), s.clone())).collect();
        let leaves: Vec<SigmaShape> = concrete.iter().cloned().map(SigmaShape::Leaf).collect();
        let shape = if leaves.len() == 1 { leaves[0].clone() } else { SigmaShape::Tuple(leaves) };
        let sigma: Sigma = text.parse().expect("an abstraction");
        let sigma = sigma.fit(&shape, &[]).expect("an abstraction that fits");
        let (sharp, q) = sigma.fresh(&shape, &mut Names::avoiding(concrete.clone()));
        let tuple = concrete.iter().map(|v| Value::Leaf(Term::var(v))).collect::<Vec<_>>();
        let value = if tuple.len() == 1 { tuple[0].clone() } else { Value::Tuple(tuple) };
        let mut slots = Slots::default();
        concrete.iter().for_each(|v| {
            slots.slot(v);
        });
        let vars = |v: &Value| v.leaves().into_iter().filter_map(|t| t.as_var().cloned()).collect();
        let between: Vec<Var> = vars(&q);
        let formula = Term::quant(Quantifier::Exists, between, sigma.formula(&sharp, &q, &value));
        let code = slots.compile(&formula);
        let sharps: Vec<Var> = vars(&sharp);
        let sharps: Vec<usize> = sharps.iter().map(|v| slots.slot(v)).collect();
        let none = Relations::new();
        let mut world = World::new(&slots, &none);
        let free: Vec<usize> = (0..concrete.len()).collect();
        world.all(&free, &mut |w| {
            let values: Vec<Val> =
                free.iter().map(|s| Val::Leaf(w.values[*s], sorts[*s].clone())).collect();
            let value = if values.len() == 1 { values[0].clone() } else { Val::Tuple(values) };
            let members: Vec<Vec<usize>> =
                abstract_values(&sigma, &value).iter().map(Val::leaves).collect();
            let sizes: Vec<usize> = sharps.iter().map(|s| w.sizes[*s]).collect();
            every_tuple(sharps.len(), &mut |leaves| {
                if leaves.iter().zip(&sizes).any(|(n, size)| n >= size) {
                    return;
                }
                sharps.iter().zip(leaves).for_each(|(s, n)| w.values[*s] = *n);
                assert_eq!(
                    w.holds(&code),
                    members.iter().any(|m| m == leaves),
                    "{sigma} {leaves:?}"
                );
            });
            true
        });
    }
}

/// Whether the indices of neighbours were added, which a finite domain does not have.
fn has_neighbours(call: &Call) -> bool {
    matches!(call.algorithm, Algorithm::Ordered { padded: true, .. })
        || call.algorithm.calls().into_iter().any(has_neighbours)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    /// T Theorems 4 and 5: the abstract clause holds in `M#` exactly if the clause holds in
    /// `γ(M#)`.
    #[test]
    fn abstract_clauses_speak_of_gamma(mut dice in dice(), (shape, choice, domain) in setting()) {
        set_n(domain);
        let way = way(random_system(&mut dice, shape), choice);
        for _ in 0..3 {
            let relations = random_abstract_model(&mut dice, &way.concrete, &way.abstraction);
            let abstracted = valid(&way.abstracted.clauses[0], &way.abstracted, &relations);
            let concrete = valid_in_gamma(&way, &relations);
            if let (Some(abstracted), Some(concrete)) = (abstracted, concrete) {
                prop_assert_eq!(abstracted, concrete, "{:?}", way.concrete);
            }
        }
    }

    /// T Theorem 6: a model of the eliminated clause is one of the abstract clause, whatever the
    /// heuristic and the order.
    #[test]
    fn eliminate_is_sound(
        mut dice in dice(), (shape, choice, domain) in setting(), policy in policy(),
    ) {
        set_n(domain);
        let way = way_with(random_system(&mut dice, shape), choice, &policy);
        for _ in 0..3 {
            let relations = random_abstract_model(&mut dice, &way.concrete, &way.abstraction);
            if valid(&way.elimination.clause, &way.abstracted, &relations) == Some(true) {
                let abstracted = valid(&way.abstracted.clauses[0], &way.abstracted, &relations);
                prop_assert_ne!(abstracted, Some(false), "{:?}", way.concrete);
            }
        }
    }

    /// T Def. 23 and 24, for clauses with one predicate premise: where a condition says
    /// `complete`, the eliminated clause holds in `α(M)` whenever the abstract one does.
    #[test]
    fn proved_conditions_imply_completeness(
        mut dice in dice(), (shape, choice, domain) in setting(), policy in policy(),
    ) {
        set_n(domain);
        let shape = Shape { second: false, ..shape };
        let way = way_with(random_system(&mut dice, shape), choice, &policy);
        complete_as_said(&mut dice, &way)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::number(300), ..ProptestConfig::default() })]

    /// The same beside finite abstractions and slices, where two indices show what goes wrong.
    #[test]
    fn proved_conditions_hold_beside_finite_abstractions(
        mut dice in dice(), choice in prop::sample::select(BESIDE.to_vec()), policy in policy(),
    ) {
        set_n(2);
        let shape = Shape { arrays: 2, equation: false, quantifiers: false, second: false };
        let way = way_with(random_system(&mut dice, shape), choice, &policy);
        complete_as_said(&mut dice, &way)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::number(400), ..ProptestConfig::default() })]

    /// The same for a call before another one, whose premise still has its quantifiers.
    #[test]
    fn proved_conditions_hold_before_other_premises(
        mut dice in dice(), policy in policy(),
        choice in prop::sample::select(vec!["P=cell,Q=id", "cell", "P=cell2,Q=id", "P=cell,Q=smash"]),
    ) {
        set_n(3);
        let way = way_with(random_joined_system(&mut dice), choice, &policy);
        let first = &way.elimination.calls[0];
        let Truth::Complete(condition) = first.call.completeness.truth else { return Ok(()) };
        if has_neighbours(&first.call) {
            return Ok(());
        }
        let (before, source) = (&way.elimination.goal_freed, &way.concrete.clauses[0]);
        let Premise::Instance(replaced) = &source.premises[first.premise] else {
            panic!("a call for an instance")
        };
        let (sigma, expr) = (&first.call.sigma, &first.call.expr);
        let instances = first.call.set.iter().map(|i| {
            let guard = sigma.formula(&i.sharp, &i.q, expr);
            let args = i.sharp.leaves();
            Premise::Instance(Instance { bound: vec![], guard, pred: replaced.pred, args })
        });
        let rest = before.premises.iter().enumerate().filter(|(n, _)| *n != first.premise);
        let premises = instances.chain(rest.map(|(_, p)| p.clone())).collect();
        let after = before.with_formulas(premises, before.goal.clone());
        for _ in 0..4 {
            let relations = random_model(&mut dice, &way.concrete, &way.abstraction);
            if valid(before, &way.abstracted, &relations) == Some(true) {
                let instantiated = valid(&after, &way.abstracted, &relations);
                let shown = way.abstracted.show(&after);
                prop_assert_ne!(instantiated, Some(false), "{:?} {}", condition, shown);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::number(500), ..ProptestConfig::default() })]

    /// The same where places are not kept, where arrays are only passed on, and where it depends on the
    /// written cells what is relevant: conditions C1 with fixed cells, C3, C4 and C5.
    #[test]
    fn proved_conditions_hold_without_places_and_in_cases(
        mut dice in dice(), (choice, arrays, domain) in placeless(), policy in policy(),
    ) {
        set_n(domain);
        let shape = Shape { arrays, equation: false, quantifiers: false, second: false };
        let way = way_with(random_system(&mut dice, shape), choice, &policy);
        complete_as_said(&mut dice, &way)?;
    }
}

/// A system with one random clause over an array of truth values: `P(f, i) && condition ==> Q(f', v, i')`, or an assertion.
fn random_truth_system(dice: &mut Dice) -> System {
    let (f, i) = (Var::new("f", Sort::array_of(Sort::Bool)), Var::int("i"));
    let index = |dice: &mut Dice| match dice.below(3) {
        0 => Term::int(dice.below(2)),
        _ => Term::var(&i),
    };
    let cell = |dice: &mut Dice| Term::select(Term::var(&f), index(dice));
    let formula = |dice: &mut Dice| {
        let (p, q) = (cell(dice), cell(dice));
        match dice.below(5) {
            0 => p,
            1 => Term::not(p),
            2 => Term::eq(p, q),
            3 => Term::or([p, Term::not(q)]),
            _ => Term::eq(Term::var(&i), index(dice)),
        }
    };
    let args = vec![Term::var(&f), Term::var(&i)];
    let mut premises = vec![Premise::Instance(Instance::plain(PredId(0), args))];
    premises.extend((0..dice.below(3)).map(|_| Premise::Cond(formula(dice))));
    let updated = match dice.below(3) {
        0 => Term::store(Term::var(&f), index(dice), formula(dice)),
        _ => Term::var(&f),
    };
    let goal = match dice.below(4) {
        0 => Goal::Cond(formula(dice)),
        _ => Goal::Instance(Instance::plain(PredId(1), vec![updated, formula(dice), index(dice)])),
    };
    let params = vec![f.clone(), i.clone()];
    let of_goal = vec![f.clone(), Var::new("v", Sort::Bool), i.clone()];
    system_of(vec![("P", params), ("Q", of_goal)], clause_of(premises, goal))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::number(150), ..ProptestConfig::default() })]

    /// The same for arrays of truth values: condition C6.
    #[test]
    fn proved_conditions_hold_for_pairs_of_truth_values(
        mut dice in dice(), policy in policy(), cells in 3usize..=4,
        choice in prop::sample::select(vec!["cell2", "cell<2", "cell (*) cell", "cell"]),
    ) {
        set_n(cells);
        let way = way_with(random_truth_system(&mut dice), choice, &policy);
        complete_as_said(&mut dice, &way)?;
    }
}

/// Abstractions that do not show where a value stands, alone and beside others.
const PLACELESS: [&str; 10] = [
    "smash",
    "cell,b=smash",
    "smash,b=cell",
    "cell (*) first",
    "cell (*) smash",
    "smash (+) nothing",
    "cell (+) smash",
    "smash,b={k, v => (k, v) if k == 0; (k, v) if k == 1} . cell",
    "{k, v => 0 if v == 0; 1 if v != 0} . cell",
    "cell<2",
];

/// Those that look at so many values for each of theirs that brute force takes seconds where there is more.
const WIDE: [&str; 4] = [
    "smash (*) smash",
    "smash^2",
    "cell (*) ({k, v => 0 if k == 0; v if k == 1} . cell)",
    "({k, v => (v == 0 ? 1 : v)} . cell) (+) ({k, v => (v == 1 ? 0 : v)} . cell)",
];

/// One of these, a number of arrays and the size of the domain: what takes seconds is rare.
fn placeless() -> impl Strategy<Value = (&'static str, usize, usize)> {
    let one_of = |choices: &[&'static str], arrays, domain| {
        prop::sample::select(choices.to_vec()).prop_map(move |choice| (choice, arrays, domain))
    };
    prop_oneof![
        100 => one_of(&PLACELESS, 1, 3),
        100 => one_of(&PLACELESS, 2, 2),
        40 => one_of(&WIDE, 1, 2),
        1 => one_of(&WIDE, 1, 3),
        1 => one_of(&WIDE, 2, 2),
    ]
}

/// One or two cells of `a`, and of `b` what has one abstract value, several, or perhaps none.
const BESIDE: [&str; 10] = [
    "cell,b={k, v => (k, v) if k == 0; (k, v) if k == 1} . cell",
    "cell2,b={k, v => (k, v) if k == 0; (k, v) if k == 1} . cell",
    "cell,b=first",
    "cell<2,b=first",
    "cell,b=first (+) nothing",
    "cell,b=first (*) first",
    "cell,b={v => v if v == 0; v if v == 1} . first",
    "slice(i)",
    "cell,b=slice(i)",
    "slice(i),b=cell",
];

/// Where a condition says `complete` of the only call, nothing is lost in random models.
fn complete_as_said(dice: &mut Dice, way: &Way) -> Result<(), TestCaseError> {
    let call = &way.elimination.calls[0].call;
    let Truth::Complete(condition) = call.completeness.truth else { return Ok(()) };
    if has_neighbours(call) {
        return Ok(());
    }
    for _ in 0..4 {
        let Some(relations) = closed_model(dice, way) else { return Ok(()) };
        if valid(&way.abstracted.clauses[0], &way.abstracted, &relations) == Some(true) {
            let eliminated = valid(&way.elimination.clause, &way.abstracted, &relations);
            let shown = way.abstracted.show(&way.elimination.clause);
            prop_assert_ne!(eliminated, Some(false), "{:?} {}", condition, shown);
        }
    }
    Ok(())
}

/// The definitions above can tell a complete set of instances from an incomplete one: T Example
/// 19, where the cell 0 matters and the call is said to keep it.
#[test]
fn the_oracle_sees_a_loss() {
    let a = array("a");
    let read = Term::select(Term::var(&a), Term::int(0));
    let premise = Premise::Instance(Instance::plain(PredId(0), vec![Term::var(&a)]));
    let goal = Goal::Instance(Instance::plain(PredId(1), vec![read]));
    let clause = clause_of(vec![premise], goal);
    let system = system_of(vec![("P", vec![a]), ("Q", vec![Var::new("x", Sort::Int)])], clause);
    let mut way = way(system, "cell");
    let tuples = [vec![0], vec![1]].map(|t: Vec<usize>| t);
    let image = |n: u32| {
        let pred = way.concrete.pred(PredId(n));
        (format!("{}#", pred.name), alpha(&way.abstraction, PredId(n), pred, &tuples))
    };
    let relations = Relations::from([image(0), image(1)]);
    let hold = |way: &Way| valid(&way.elimination.clause, &way.abstracted, &relations);
    assert_eq!(valid(&way.abstracted.clauses[0], &way.abstracted, &relations), Some(true));
    assert_eq!(hold(&way), Some(true));
    way.elimination.clause.premises.clear();
    assert_eq!(hold(&way), Some(false));
}
