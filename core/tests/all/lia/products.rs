//! Products of unknowns: what is decided is true, and refutations have proofs.

use crate::support::formulas::*;
use hornbook_base::Budget;
use hornbook_check::proof::verify;
use hornbook_evidence::proof::{Law, Proof};
use hornbook_horn::term::{Op, Subst, Term, Var};
use hornbook_lia::{Answer, Outcome, Reason, Solver, prove};
use proptest::prelude::*;

fn mul(a: Term, b: Term) -> Term {
    Term::app(Op::Mul, vec![a, b])
}

fn square(t: &Term) -> Term {
    mul(t.clone(), t.clone())
}

/// What becomes of formulas: whether they have a model, if that is decided. Models and proofs are checked.
fn decided(formulas: &[Term]) -> Option<bool> {
    match prove(formulas, &mut plenty()).expect("supported") {
        Outcome::Sat(model) => {
            assert!(formulas.iter().all(|f| model.satisfies(f)), "{formulas:?}");
            Some(true)
        }
        Outcome::Unsat(proof) => {
            assert_eq!(verify(formulas, &proof), Ok(()), "{formulas:?}");
            Some(false)
        }
        Outcome::Unknown(reason) => {
            assert_eq!(reason, Reason::Products, "{formulas:?}");
            None
        }
    }
}

/// The proof that a formula holds for all integers.
fn proof_of(claim: &Term) -> Proof {
    let refused = [Term::not(claim.clone())];
    match prove(&refused, &mut plenty()).expect("supported") {
        Outcome::Unsat(proof) => {
            assert_eq!(verify(&refused, &proof), Ok(()), "{claim}");
            proof
        }
        other => panic!("{claim}: {other:?}"),
    }
}

/// Products that stand for the third variable of random formulas.
fn product() -> impl Strategy<Value = Term> {
    let plus = |n: i64, t: Term| Term::add(t, Term::int(n));
    prop_oneof![
        Just(mul(x(0), x(1))),
        Just(square(&x(0))),
        (-3i64..4, -3i64..4).prop_map(move |(m, n)| mul(plus(m, x(0)), plus(n, x(1)))),
        (-2i64..3).prop_map(|n| mul(Term::ite(Term::lt(x(0), x(1)), x(1), Term::int(n)), x(0))),
        Just(mul(square(&x(0)), x(1))),
        (2i64..4).prop_map(|n| mul(Term::app(Op::Div, vec![x(0), Term::int(n)]), x(1))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// The definition: all values are tried.
    #[test]
    fn boxed_formulas_are_decided_as_by_trying_all_values(
        fs in prop::collection::vec(formula(SMALL), 1..5),
        product in product(),
    ) {
        let map: Subst = [(Var::int("x2"), product)].into_iter().collect();
        let fs = fs.iter().map(|f| f.subst(&map));
        let all: Vec<Term> = boxed(SMALL, 3).into_iter().chain(fs).collect();
        let expected = brute_force(SMALL, 3, &Term::app(Op::And, all.clone())).is_some();
        prop_assert_eq!(decided(&all).unwrap_or(expected), expected);
    }

    #[test]
    fn unbounded_formulas_have_models_or_proofs(
        fs in prop::collection::vec(formula(SMALL), 1..5),
        product in product(),
    ) {
        let map: Subst = [(Var::int("x2"), product)].into_iter().collect();
        let all: Vec<Term> = fs.iter().map(|f| f.subst(&map)).collect();
        // A refutation must not exclude what small values satisfy.
        if decided(&all) == Some(false) {
            prop_assert_eq!(brute_force(SMALL, 4, &Term::app(Op::And, all)), None);
        }
    }

    #[test]
    fn a_proof_without_its_laws_is_none(fs in prop::collection::vec(formula(SMALL), 1..5)) {
        let map: Subst = [(Var::int("x2"), mul(x(0), x(1)))].into_iter().collect();
        let all: Vec<Term> = fs.iter().map(|f| f.subst(&map)).collect();
        let Ok(Outcome::Unsat(proof)) = prove(&all, &mut plenty()) else { return Ok(()) };
        // What a law may say is fixed: with other terms it is another truth, and refutes nothing alone.
        let swapped = |law: &Law| match law {
            Law::Zero(p, q) => Law::Sign(p.clone(), q.clone()),
            Law::Sign(p, q) => Law::Zero(q.clone(), p.clone()),
        };
        let changed = Proof { laws: proof.laws.iter().map(swapped).collect(), ..proof.clone() };
        prop_assert!(verify(&[], &changed).is_err());
        prop_assert!(verify(&boxed(SMALL, 2), &proof).is_err());
    }
}

#[test]
fn laws_of_arithmetic_are_proved_for_all_integers() {
    let (a, b, c) = (x(0), x(1), x(2));
    let at_least = |t: &Term, n: i64| Term::le(Term::int(n), t.clone());
    let all = |parts: Vec<Term>, then: Term| Term::implies(Term::and(parts), then);
    let difference = Term::sub(a.clone(), b.clone());
    let claims = [
        at_least(&square(&a), 0),
        Term::le(a.clone(), square(&a)),
        at_least(&square(&difference), 0),
        Term::le(mul(Term::int(2), mul(a.clone(), b.clone())), Term::add(square(&a), square(&b))),
        all(vec![at_least(&a, 2), at_least(&b, 3)], at_least(&mul(a.clone(), b.clone()), 6)),
        all(vec![Term::eq(a.clone(), b.clone())], Term::eq(square(&a), square(&b))),
        all(
            vec![Term::eq(a.clone(), b.clone())],
            Term::eq(mul(a.clone(), c.clone()), mul(c.clone(), b.clone())),
        ),
        all(
            vec![Term::le(a.clone(), b.clone()), at_least(&c, 0)],
            Term::le(mul(a.clone(), c.clone()), mul(b.clone(), c.clone())),
        ),
        all(
            vec![at_least(&a, 0), Term::lt(a.clone(), b.clone())],
            Term::lt(square(&a), square(&b)),
        ),
        // A quotient is unique.
        all(
            vec![
                Term::eq(
                    Term::add(mul(a.clone(), c.clone()), x(3)),
                    Term::add(mul(b.clone(), c.clone()), x(4)),
                ),
                at_least(&x(3), 0),
                Term::lt(x(3), c.clone()),
                at_least(&x(4), 0),
                Term::lt(x(4), c.clone()),
            ],
            Term::eq(a.clone(), b.clone()),
        ),
        all(
            vec![Term::eq(mul(a.clone(), b.clone()), b.clone())],
            Term::or([Term::eq(a.clone(), Term::int(1)), Term::eq(b.clone(), Term::int(0))]),
        ),
    ];
    for claim in &claims {
        assert!(!proof_of(claim).laws.is_empty(), "{claim} needs a law");
    }
}

#[test]
fn models_have_true_products() {
    let product = |n| Term::eq(mul(x(0), x(1)), Term::int(n));
    let large = |i| Term::lt(Term::int(1), x(i));
    assert_eq!(decided(&[product(35), large(0), large(1)]), Some(true));
    assert_eq!(decided(&[Term::eq(square(&x(0)), Term::int(49)), large(0)]), Some(true));
    assert_eq!(decided(&[Term::eq(square(&x(0)), Term::int(50))]), Some(false));
    assert_ne!(decided(&[product(37), large(0), large(1)]), Some(true), "a prime number");
}

#[test]
fn what_stays_open_says_why_and_leaves_the_solver_usable() {
    let mut solver = Solver::new();
    // Fermat's last theorem for cubes.
    let cube = |i: usize| mul(square(&x(i)), x(i));
    for i in 0..3 {
        solver.assert(&Term::lt(Term::int(0), x(i))).expect("supported");
    }
    solver.push();
    let sum = Term::add(cube(0), cube(1));
    solver.assert(&Term::eq(sum, cube(2))).expect("supported");
    assert_eq!(solver.check(&[], &mut plenty()), Answer::Unknown(Reason::Products));
    solver.pop();
    assert_eq!(solver.check(&[], &mut plenty()), Answer::Sat);
    assert_eq!(solver.step(&mut Budget::steps(1)), Answer::Unknown(Reason::NotAsked));
}

/// What is put in for a factor is put in for its products: sums are multiplied out through equations.
#[test]
fn equations_are_multiplied() {
    let v = |name: &str| Term::var(&Var::int(name));
    let combination = |p: &str, q: &str| Term::add(mul(v("a"), v(p)), mul(v("b"), v(q)));
    let less = |new: &str, old: &str, by: &str| Term::eq(v(new), Term::sub(v(old), v(by)));
    let mut formulas = vec![
        Term::eq(v("x"), combination("p", "q")),
        Term::eq(v("y"), combination("r", "s")),
        less("x2", "x", "y"),
        less("p2", "p", "r"),
        less("q2", "q", "s"),
        Term::not(Term::eq(v("x2"), combination("p2", "q2"))),
    ];
    assert_eq!(decided(&formulas), Some(false));
    formulas[4] = less("q2", "q", "r");
    assert_ne!(decided(&formulas), Some(false));
}
