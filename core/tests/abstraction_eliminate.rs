//! `abstract`, `insts` and `eliminate` against the thesis's definitions, by brute force.

mod abstraction_common;

use abstraction_common::*;
use hornbook_core::abstraction::completeness::Truth;
use hornbook_core::abstraction::sigma::{Sigma, Value};
use hornbook_core::horn::{Names, Sort, Term, Var};
use proptest::prelude::*;

fn dice() -> impl Strategy<Value = Dice> {
    prop::collection::vec(any::<u8>(), 128).prop_map(Dice::new)
}

/// A shape and an abstraction that brute force can deal with.
fn setting() -> impl Strategy<Value = (Shape, &'static str)> {
    let shape = |arrays, equation, quantifiers| Shape { arrays, equation, quantifiers };
    prop_oneof![
        3 => (any::<bool>(), any::<bool>(), prop::sample::select(vec!["cell", "cell2"]))
            .prop_map(move |(e, q, s)| (shape(1, e, q), s)),
        1 => Just((shape(1, false, false), "cell3")),
        2 => Just((shape(2, false, false), "cell")),
        1 => Just((shape(2, false, false), "a=cell,b=id")),
        1 => Just((shape(1, true, true), "id")),
    ]
}

fn every_tuple(width: usize, each: &mut dyn FnMut(&[usize])) {
    for code in 0..N.pow(width as u32) {
        let tuple: Vec<usize> = (0..width).map(|i| code / N.pow(i as u32) % N).collect();
        each(&tuple);
    }
}

/// T Def. 20: `F_σ(a#, a)` says `a# ∈ σ(a)`.
#[test]
fn formulas_say_what_the_abstractions_are() {
    let cell2 = Sigma::Power(Box::new(Sigma::Cell), 2);
    let pair = Sigma::Tuple(vec![Sigma::Cell, Sigma::Id]);
    let both = Sigma::Tuple(vec![Sigma::Cell, Sigma::Cell]);
    for (sigma, arrays, scalars) in
        [(Sigma::Cell, 1, 0), (Sigma::Id, 0, 1), (cell2, 1, 0), (pair, 1, 1), (both, 2, 0)]
    {
        let mut concrete: Vec<Var> = (0..arrays).map(|n| array(&format!("a{n}"))).collect();
        concrete.extend((0..scalars).map(|_| Var::int("i")));
        let sharp = sigma.fresh(&concrete, &mut Names::avoiding(concrete.clone()));
        let tuple = concrete.iter().map(|v| Value::Leaf(Term::var(v))).collect::<Vec<_>>();
        let value = match sigma {
            Sigma::Tuple(_) => Value::Tuple(tuple),
            _ => tuple[0].clone(),
        };
        let mut slots = Slots::default();
        concrete.iter().for_each(|v| {
            slots.slot(v);
        });
        let code = slots.compile(&sigma.formula(&sharp, &value));
        let sharps: Vec<usize> =
            sharp.leaves().iter().filter_map(|t| Some(slots.slot(t.as_var()?))).collect();
        let none = Relations::new();
        let mut world = World::new(&slots, &none);
        let free: Vec<usize> = (0..concrete.len()).collect();
        world.all(&free, &mut |w| {
            let values: Vec<usize> = free.iter().map(|s| w.values[*s]).collect();
            let members = abstract_values(&sigma, &values);
            every_tuple(sharps.len(), &mut |leaves| {
                sharps.iter().zip(leaves).for_each(|(s, n)| w.values[*s] = *n);
                assert_eq!(w.holds(&code), members.iter().any(|m| m == leaves), "{sigma}");
            });
            true
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// T Theorems 4 and 5: the abstract clause holds in `M#` exactly if the clause holds in
    /// `γ(M#)`.
    #[test]
    fn abstract_clauses_speak_of_gamma(mut dice in dice(), (shape, choice) in setting()) {
        let way = way(random_system(&mut dice, shape), choice);
        for _ in 0..4 {
            let relations = random_abstract_model(&mut dice, &way.concrete, &way.abstraction);
            let abstracted = valid(&way.abstracted.clauses[0], &way.abstracted, &relations);
            let concrete = valid_in_gamma(&way, &relations);
            if let (Some(abstracted), Some(concrete)) = (abstracted, concrete) {
                prop_assert_eq!(abstracted, concrete, "{:?}", way.concrete);
            }
        }
    }

    /// T Theorem 6: a model of the eliminated clause is one of the abstract clause.
    #[test]
    fn eliminate_is_sound(mut dice in dice(), (shape, choice) in setting()) {
        let way = way(random_system(&mut dice, shape), choice);
        for _ in 0..4 {
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
    fn proved_conditions_imply_completeness(mut dice in dice(), (shape, choice) in setting()) {
        let way = way(random_system(&mut dice, shape), choice);
        let call = &way.elimination.calls[0].call;
        let Truth::Complete(condition) = call.completeness.truth else {
            return Ok(());
        };
        for _ in 0..4 {
            let Some(relations) = closed_model(&mut dice, &way) else {
                return Ok(());
            };
            if valid(&way.abstracted.clauses[0], &way.abstracted, &relations) == Some(true) {
                let eliminated = valid(&way.elimination.clause, &way.abstracted, &relations);
                let shown = way.abstracted.show(&way.elimination.clause);
                prop_assert_ne!(eliminated, Some(false), "{:?} {}", condition, shown);
            }
        }
    }
}

/// The definitions above can tell a complete set of instances from an incomplete one: T Example
/// 19, where the cell 0 matters and the call is said to keep it.
#[test]
fn the_oracle_sees_a_loss() {
    use hornbook_core::horn::{Goal, Instance, PredId, Premise};
    let a = array("a");
    let read = Term::select(Term::var(&a), Term::int(0));
    let premise = Premise::Instance(Instance::plain(PredId(0), vec![Term::var(&a)]));
    let goal = Goal::Instance(Instance::plain(PredId(1), vec![read]));
    let clause = clause_of(vec![premise], goal);
    let system = system_of(vec![("P", vec![a]), ("Q", vec![Var::new("x", Sort::Int)])], clause);
    let mut way = way(system, "cell");
    let tuples = [vec![0], vec![1]].map(|t: Vec<usize>| t);
    let relations = Relations::from([
        (
            "P#".to_owned(),
            alpha(way.abstraction.sigma(PredId(0)), &[Sort::Int, Sort::Int], &tuples),
        ),
        ("Q#".to_owned(), alpha(way.abstraction.sigma(PredId(1)), &[Sort::Int], &tuples)),
    ]);
    let hold = |way: &Way| valid(&way.elimination.clause, &way.abstracted, &relations);
    assert_eq!(valid(&way.abstracted.clauses[0], &way.abstracted, &relations), Some(true));
    assert_eq!(hold(&way), Some(true));
    way.elimination.clause.premises.clear();
    assert_eq!(hold(&way), Some(false));
}
