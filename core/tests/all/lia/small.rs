//! Small models: proposals are checked, optima are exact.

use crate::support::formulas::*;
use hornbook_base::{Budget, Int};
use hornbook_horn::term::{Op, Term, Var};
use hornbook_lia::lp::{Objective, find_small_model, minimise};
use hornbook_lia::{Model, Value};
use proptest::prelude::*;

fn vars(n: usize) -> Vec<Var> {
    (0..n).map(|i| Var::int(format!("x{i}"))).collect()
}

fn size(model: &Model, v: &Var) -> Int {
    model.get(v).as_ref().and_then(Value::as_int).expect("an integer").abs()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn small_models_are_lexicographically_least(f in formula(SMALL)) {
        let vars = vars(SMALL.ints);
        let model = find_small_model(std::slice::from_ref(&f), &vars, &mut plenty());
        let Some(model) = model else {
            prop_assert!(brute_force(SMALL, 4, &f).is_none());
            return Ok(());
        };
        prop_assert!(model.satisfies(&f));
        // No model within a box has a smaller first variable.
        let first = Term::lt(size_term(&vars[0]), Term::int(size(&model, &vars[0])));
        let smaller = Term::app(Op::And, vec![f, first]);
        prop_assert!(brute_force(SMALL, 4, &smaller).is_none());
    }

    #[test]
    fn sums_of_absolute_values_are_least(f in formula(SMALL)) {
        let constraints = [boxed(SMALL, 3), vec![f]].concat();
        let objective = Objective::AbsoluteValues(vars(SMALL.ints));
        let all = Term::app(Op::And, constraints.clone());
        let Some(model) = minimise(&constraints, &objective, &mut plenty()) else {
            prop_assert!(brute_force(SMALL, 3, &all).is_none());
            return Ok(());
        };
        prop_assert!(model.satisfies(&all));
        let sum: Int = vars(SMALL.ints).iter().map(|v| size(&model, v)).sum();
        let sizes = vars(SMALL.ints).iter().map(size_term).collect();
        let smaller = Term::lt(Term::app(Op::Add, sizes), Term::int(sum));
        prop_assert!(brute_force(SMALL, 3, &Term::app(Op::And, vec![all, smaller])).is_none());
    }
}

fn size_term(v: &Var) -> Term {
    let x = Term::var(v);
    Term::ite(Term::lt(x.clone(), Term::int(0)), Term::app(Op::Neg, vec![x.clone()]), x)
}

#[test]
fn a_linear_objective_is_minimised() {
    let constraints = [
        Term::le(Term::int(17), Term::add(times(3, x(0)), times(5, x(1)))),
        Term::le(Term::int(0), x(0)),
        Term::le(Term::int(0), x(1)),
    ];
    let objective = Objective::Linear(Term::add(times(2, x(0)), times(3, x(1))));
    let model = minimise(&constraints, &objective, &mut plenty()).expect("a model");
    assert_eq!(
        model.eval(&Term::add(times(2, x(0)), times(3, x(1)))),
        Some(Value::Int(Int::from(11)))
    );
}

#[test]
fn unbounded_objectives_end_with_the_budget() {
    let constraints = [Term::le(x(0), x(1))];
    let objective = Objective::Linear(x(0));
    let model = minimise(&constraints, &objective, &mut Budget::steps(2000)).expect("a model");
    assert!(model.satisfies(&constraints[0]));
}

#[test]
fn far_models_come_near() {
    let f = [
        Term::lt(Term::int(1000), Term::add(x(0), x(1))),
        Term::app(Op::Ne, vec![Term::app(Op::Mod, vec![x(0), Term::int(2)]), Term::int(0)]),
    ];
    let model = find_small_model(&f, &vars(2), &mut plenty()).expect("a model");
    assert_eq!(size(&model, &vars(2)[0]), Int::ONE);
    assert_eq!(model.get(&vars(2)[1]), Some(Value::Int(Int::from(1000))));
}
