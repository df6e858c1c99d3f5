//! Terms that were multiplied out have the values that they had.

use crate::support::eval::{Env, eval};
use hornbook_base::Int;
use hornbook_horn::polynomial::Polynomial;
use hornbook_horn::{Op, Term, Var};
use hornbook_lang::interp::Value;
use proptest::prelude::*;

const NAMES: [&str; 3] = ["x", "y", "z"];

/// Sums, differences and products of three variables, small numbers and remainders.
fn term() -> impl Strategy<Value = Term> {
    let variable = || (0..NAMES.len()).prop_map(|i| Term::var(&Var::int(NAMES[i])));
    let remainder = |t: Term| Term::app(Op::Mod, vec![t, Term::int(3)]);
    let leaf = prop_oneof![
        4 => variable(),
        2 => (-3i64..4).prop_map(Term::int),
        1 => variable().prop_map(remainder),
    ];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 1..4).prop_map(|all| Term::app(Op::Add, all)),
            1 => pair.clone().prop_map(|(a, b)| Term::sub(a, b)),
            1 => inner.prop_map(|a| Term::app(Op::Neg, vec![a])),
            3 => pair.prop_map(|(a, b)| Term::app(Op::Mul, vec![a, b])),
        ]
    })
}

fn polynomial(t: &Term) -> Option<Polynomial> {
    Polynomial::from_term(t)
}

/// All values of the variables from -2 to 2.
fn small() -> impl Iterator<Item = Env> {
    let all = move || (-2i64..=2).map(|n| Value::Int(Int::from(n)));
    all().flat_map(move |x| {
        all().flat_map(move |y| {
            let x = x.clone();
            all().map(move |z| {
                let values = [x.clone(), y.clone(), z];
                NAMES.iter().map(Var::int).zip(values).collect()
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn values_stay_the_same(t in term()) {
        if let Some(polynomial) = polynomial(&t) {
            let out = polynomial.to_term();
            for env in small() {
                prop_assert_eq!(eval(&t, &env), eval(&out, &env), "{} became {}", &t, &out);
            }
        }
    }

    #[test]
    fn once_is_enough(t in term()) {
        if let Some(first) = polynomial(&t) {
            prop_assert_eq!(polynomial(&first.to_term()), Some(first));
        }
    }

    #[test]
    fn the_laws_of_arithmetic_hold(a in term(), b in term(), c in term()) {
        let mul = |a: &Term, b: &Term| Term::app(Op::Mul, vec![a.clone(), b.clone()]);
        let same = |left: &Term, right: &Term| match (polynomial(left), polynomial(right)) {
            (Some(left), Some(right)) => left == right,
            _ => true,
        };
        prop_assert!(same(&mul(&a, &b), &mul(&b, &a)));
        prop_assert!(same(&mul(&a, &mul(&b, &c)), &mul(&mul(&a, &b), &c)));
        let sum = Term::add(b.clone(), c.clone());
        prop_assert!(same(&mul(&a, &sum), &Term::add(mul(&a, &b), mul(&a, &c))));
        let zero = Term::sub(a.clone(), a);
        prop_assert!(same(&mul(&zero, &b), &Term::int(0)));
    }
}
