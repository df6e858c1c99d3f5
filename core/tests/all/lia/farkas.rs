//! Farkas multipliers: they add up, and they are found wherever there is no rational solution.

use crate::support::formulas::*;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::term::{Op, Term, Var};
use hornbook_lia::lp::farkas;
use hornbook_lia::{Answer, Solver};
use proptest::prelude::*;

/// The form that is at most zero, or zero.
fn form(t: &Term) -> (Linear, bool) {
    match Constraint::from_literal(t) {
        Some(Constraint::Le(form)) => (form, false),
        Some(Constraint::Eq(form)) => (form, true),
        other => panic!("{t} is {other:?}"),
    }
}

/// Whether the comparisons have a common rational solution: it is a fraction `x / t` where `x` and
/// `t >= 1` solve the comparisons with all constants multiplied by `t`.
fn rationally_satisfiable(comparisons: &[Term]) -> bool {
    let mut solver = Solver::new();
    let t = Linear::var(&Var::int("t"));
    solver.assert(&Term::le(Term::int(1), t.to_term())).expect("linear");
    for (form, equation) in comparisons.iter().map(form) {
        let constant = Linear::constant(form.constant_part().clone());
        let sum = form.sub(&constant).add_scaled(&t, form.constant_part());
        let op = if equation { Op::Eq } else { Op::Le };
        solver.assert(&Term::app(op, vec![sum.to_term(), Term::int(0)])).expect("linear");
    }
    solver.check(&[], &mut plenty()) == Answer::Sat
}

fn add_up(comparisons: &[Term], multipliers: &[(usize, Int)]) -> Linear {
    multipliers.iter().fold(Linear::constant(0), |sum, (i, m)| {
        let (form, equation) = form(&comparisons[*i]);
        assert!(equation || m.is_positive(), "{m} times an inequality");
        sum.add_scaled(&form, m)
    })
}

fn comparison(bits: u32) -> BoxedStrategy<Term> {
    let ops = prop::sample::select(vec![Op::Lt, Op::Le, Op::Ge, Op::Gt, Op::Eq]);
    let part = (number(9, bits), 0..3usize).prop_map(|(c, i)| times(c, x(i)));
    let sum = prop::collection::vec(part, 1..4).prop_map(|parts| Term::app(Op::Add, parts));
    (ops, sum, number(20, bits))
        .prop_map(|(op, sum, k)| Term::app(op, vec![sum, Term::int(k)]))
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn multipliers_exist_where_there_is_no_rational_solution(
        comparisons in prop_oneof![
            4 => prop::collection::vec(comparison(0), 1..8),
            1 => prop::collection::vec(comparison(70), 1..8),
        ],
    ) {
        match farkas(&comparisons, &mut plenty()) {
            None => prop_assert!(rationally_satisfiable(&comparisons)),
            Some(multipliers) => {
                let sum = add_up(&comparisons, &multipliers);
                prop_assert!(sum.as_constant().is_some_and(Int::is_positive), "{sum:?}");
                prop_assert!(!rationally_satisfiable(&comparisons));
            }
        }
    }

    #[test]
    fn every_comparison_that_is_named_is_needed(
        comparisons in prop::collection::vec(comparison(0), 3..8),
    ) {
        let multipliers = farkas(&comparisons, &mut plenty()).unwrap_or_default();
        for left_out in 0..multipliers.len() {
            let others = multipliers.iter().enumerate().filter(|(at, _)| *at != left_out);
            let others: Vec<Term> = others.map(|(_, (i, _))| comparisons[*i].clone()).collect();
            prop_assert!(rationally_satisfiable(&others));
        }
    }
}

#[test]
fn a_consequence_is_explained() {
    let (i, n) = (x(0), x(1));
    let premises = [
        Term::le(Term::int(0), i.clone()),
        Term::lt(i.clone(), n.clone()),
        Term::le(times(3, n.clone()), Term::int(10)),
        // The negation of what follows: 3 * i <= 7.
        Term::lt(Term::int(7), times(3, i)),
    ];
    let multipliers = farkas(&premises, &mut plenty());
    let expected = [(1, 3), (2, 1), (3, 1)].map(|(i, m)| (i, Int::from(m)));
    assert_eq!(multipliers, Some(expected.to_vec()));
}

#[test]
fn what_is_no_comparison_has_no_multipliers() {
    let product = Term::app(Op::Mul, vec![x(0), x(1)]);
    for t in [p(0), Term::app(Op::Ne, vec![x(0), x(0)]), Term::lt(product, Term::int(0))] {
        assert_eq!(farkas(&[t], &mut plenty()), None);
    }
    // Numbers are comparisons as well.
    assert_eq!(farkas(&[Term::lt(x(0), x(0))], &mut Budget::steps(0)), Some(vec![(0, Int::ONE)]));
    let wrong = Term::app(Op::Eq, vec![Term::int(1), Term::int(3)]);
    assert_eq!(farkas(&[wrong], &mut plenty()), Some(vec![(0, Int::MINUS_ONE)]));
}
