//! Polytopes that are small, or thin, in coordinates that the solver does not see.
//!
//! A small system is seen through a unimodular change of variables with large multipliers: it has
//! as many integer solutions as before, but they lie far away and in long thin polytopes. Slices
//! of random directions around a point are thin in directions that nobody chose.

use crate::support::formulas::{times, x};
use hornbook_base::{Budget, Int};
use hornbook_check::proof::verify;
use hornbook_horn::term::{Op, Term};
use hornbook_lia::{Answer, Outcome, Solver, prove};
use proptest::prelude::*;

/// What one of these systems may cost.
const STEPS: u64 = 1_000_000;

/// The small solutions are looked for up to this number either way.
const LIMIT: i64 = 4;

/// `coefficients * z <= bound`.
#[derive(Clone, Debug)]
struct Row {
    coefficients: Vec<Int>,
    bound: Int,
}

/// `z_to = z'_to + factor * z'_from`.
#[derive(Clone, Debug)]
struct Shear {
    from: usize,
    to: usize,
    factor: i64,
}

fn row(variables: usize) -> impl Strategy<Value = Row> {
    (prop::collection::vec(-9i64..=9, variables), -14i64..=14).prop_map(|(cs, bound)| Row {
        coefficients: cs.into_iter().map(Int::from).collect(),
        bound: Int::from(bound),
    })
}

fn shear(variables: usize) -> impl Strategy<Value = Shear> {
    (0..variables, 1..variables, -1_000_000i64..1_000_000)
        .prop_map(move |(from, by, factor)| Shear { from, to: (from + by) % variables, factor })
}

/// How far a bound is away: numbers of all lengths.
fn room() -> impl Strategy<Value = Int> {
    (any::<u128>(), 20u32..128).prop_map(|(n, bits)| Int::from((n >> bits) as i128))
}

/// Three coefficients of about the same length.
fn coefficients() -> impl Strategy<Value = Vec<i64>> {
    (prop::collection::vec(any::<i64>(), 3), 0u32..60)
        .prop_map(|(cs, bits)| cs.into_iter().map(|c| c >> bits).collect())
}

/// Bounds in all directions, and more.
fn system(variables: usize) -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec(row(variables), 1..5).prop_map(move |mut rows| {
        for (i, sign) in (0..variables).flat_map(|i| [(i, 1), (i, -1)]) {
            let mut coefficients = vec![Int::ZERO; variables];
            coefficients[i] = Int::from(sign);
            rows.push(Row { coefficients, bound: Int::from(LIMIT) });
        }
        rows
    })
}

fn brute_force(rows: &[Row], variables: usize) -> bool {
    let side = 2 * LIMIT + 1;
    (0..side.pow(variables as u32)).any(|mut code| {
        let mut z = Vec::new();
        for _ in 0..variables {
            z.push(Int::from(code % side - LIMIT));
            code /= side;
        }
        rows.iter().all(|row| {
            let value: Int = row.coefficients.iter().zip(&z).map(|(c, z)| c * z).sum();
            value <= row.bound
        })
    })
}

/// The same rows over other variables.
fn sheared(mut rows: Vec<Row>, shears: &[Shear]) -> Vec<Term> {
    for shear in shears {
        for row in &mut rows {
            let change = &row.coefficients[shear.to] * &Int::from(shear.factor);
            row.coefficients[shear.from] += &change;
        }
    }
    let form = |row: &Row| {
        let parts = row.coefficients.iter().enumerate().map(|(i, c)| times(c.clone(), x(i)));
        Term::app(Op::Add, parts.collect())
    };
    rows.iter().map(|row| Term::le(form(row), Term::int(row.bound.clone()))).collect()
}

/// Decides within the budget, and checks the answer.
fn decide(formulas: &[Term]) -> bool {
    match prove(formulas, &mut Budget::steps(STEPS)).expect("linear") {
        Outcome::Sat(model) => {
            assert!(formulas.iter().all(|f| model.satisfies(f)), "{formulas:?}");
            true
        }
        Outcome::Unsat(proof) => {
            assert_eq!(verify(formulas, &proof), Ok(()));
            false
        }
        Outcome::Unknown(reason) => panic!("{reason:?} for {formulas:?}"),
    }
}

/// Decides in slices of so many steps.
fn in_slices(formulas: &[Term], slice: u64) -> bool {
    let mut solver = Solver::new();
    formulas.iter().for_each(|f| solver.assert(f).expect("linear"));
    solver.ask(&[]);
    for _ in 0..STEPS {
        match solver.step(&mut Budget::steps(slice)) {
            Answer::Sat => return true,
            Answer::Unsat => return false,
            Answer::Unknown(_) => {}
        }
    }
    panic!("no answer for {formulas:?}")
}

fn agrees(rows: Vec<Row>, variables: usize, shears: &[Shear]) {
    let expected = brute_force(&rows, variables);
    assert_eq!(decide(&sheared(rows, shears)), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn in_the_plane(rows in system(2), shears in prop::collection::vec(shear(2), 1..5)) {
        agrees(rows, 2, &shears);
    }

    #[test]
    fn in_space(rows in system(3), shears in prop::collection::vec(shear(3), 1..7)) {
        agrees(rows, 3, &shears);
    }

    #[test]
    fn in_four_dimensions(rows in system(4), shears in prop::collection::vec(shear(4), 1..9)) {
        agrees(rows, 4, &shears);
    }

    /// A point, and slices around it with large coefficients: narrow ones have only few other
    /// points, wide ones have corners, where the simplex stands, that are like needles.
    #[test]
    fn slices_around_a_point(
        slices in prop::collection::vec(
            (coefficients(), room(), room()),
            2..6,
        ),
        point in prop::collection::vec(any::<i64>(), 3),
        slice in 1u64..20,
    ) {
        let bounds = |(coefficients, below, above): &(Vec<i64>, Int, Int)| {
            let products = coefficients.iter().zip(&point);
            let value: Int = products.map(|(&c, &x)| &Int::from(c) * &Int::from(x)).sum();
            let parts = coefficients.iter().enumerate().map(|(i, &c)| times(c, x(i)));
            let form = Term::app(Op::Add, parts.collect());
            let low = Term::le(Term::int(&value - below), form.clone());
            [low, Term::le(form, Term::int(value + above))]
        };
        let formulas: Vec<Term> = slices.iter().flat_map(bounds).collect();
        prop_assert!(decide(&formulas));
        prop_assert!(in_slices(&formulas, slice));
    }
}
