//! Random formulas and brute force, for the tests of the arithmetic.

use hornbook_base::{Budget, Int};
use hornbook_horn::term::{Op, Sort, Term, Var};
use hornbook_lia::{Model, Value};
use proptest::prelude::*;

/// More than any test needs.
pub fn plenty() -> Budget {
    Budget::steps(20_000_000)
}

pub fn x(i: usize) -> Term {
    Term::var(&Var::int(format!("x{i}")))
}

pub fn p(i: usize) -> Term {
    Term::var(&Var::new(format!("p{i}"), Sort::Bool))
}

pub fn times(n: impl Into<Int>, t: Term) -> Term {
    Term::app(Op::Mul, vec![Term::int(n), t])
}

/// What random formulas look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub ints: usize,
    pub bools: usize,
    pub coefficient: i64,
    /// If not zero: some coefficients and constants have up to so many bits.
    pub bits: u32,
    pub constant: i64,
    /// How many of the comparisons are equations or their negations, in tenths.
    pub equations: u32,
    /// Whether `ite`, `div` and `mod` occur at integer sort.
    pub rich: bool,
    pub depth: u32,
}

pub const SMALL: Shape = Shape {
    ints: 3,
    bools: 2,
    coefficient: 5,
    bits: 0,
    constant: 9,
    equations: 4,
    rich: true,
    depth: 3,
};

/// A number up to `limit` either way, or, if `bits` are given, sometimes a long one.
pub fn number(limit: i64, bits: u32) -> BoxedStrategy<Int> {
    let small = (-limit..=limit).prop_map(Int::from);
    if bits == 0 {
        return small.boxed();
    }
    let long = (any::<i128>(), 1..=bits).prop_map(|(n, bits)| Int::from(n >> (127 - bits)));
    prop_oneof![1 => small, 1 => long].boxed()
}

fn linear(shape: Shape) -> BoxedStrategy<Term> {
    let coefficient = number(shape.coefficient, shape.bits);
    let part = (coefficient, 0..shape.ints).prop_map(|(c, i)| times(c, x(i)));
    let constant = number(shape.constant, shape.bits);
    (prop::collection::vec(part, 1..=shape.ints), constant)
        .prop_map(|(mut parts, k)| {
            parts.push(Term::int(k.clone()));
            Term::app(Op::Add, parts)
        })
        .boxed()
}

fn integer(shape: Shape) -> BoxedStrategy<Term> {
    if !shape.rich {
        return linear(shape);
    }
    let divisor = prop_oneof![-4i64..=-1, 1i64..=4];
    prop_oneof![
        4 => linear(shape),
        1 => (linear(shape), divisor.clone())
            .prop_map(|(a, k)| Term::app(Op::Div, vec![a, Term::int(k)])),
        1 => (linear(shape), divisor)
            .prop_map(|(a, k)| Term::app(Op::Mod, vec![a, Term::int(k)])),
        1 => (linear(shape), linear(shape), linear(shape))
            .prop_map(|(a, b, c)| Term::ite(Term::le(a.clone(), b.clone()), Term::add(c, a), b)),
    ]
    .boxed()
}

fn atom(shape: Shape) -> BoxedStrategy<Term> {
    let ops = prop_oneof![
        10 - shape.equations => prop::sample::select(vec![Op::Lt, Op::Le, Op::Gt, Op::Ge]),
        shape.equations => prop::sample::select(vec![Op::Eq, Op::Eq, Op::Ne]),
    ];
    let comparison =
        (ops, integer(shape), integer(shape)).prop_map(|(op, a, b)| Term::app(op, vec![a, b]));
    if shape.bools == 0 {
        return comparison.boxed();
    }
    prop_oneof![5 => comparison, 1 => (0..shape.bools).prop_map(p)].boxed()
}

/// A random formula.
pub fn formula(shape: Shape) -> BoxedStrategy<Term> {
    atom(shape)
        .prop_recursive(shape.depth, 24, 3, |inner| {
            let two = (inner.clone(), inner.clone());
            prop_oneof![
                2 => prop::collection::vec(inner.clone(), 0..4)
                    .prop_map(|parts| Term::app(Op::And, parts)),
                2 => prop::collection::vec(inner.clone(), 0..4)
                    .prop_map(|parts| Term::app(Op::Or, parts)),
                1 => inner.clone().prop_map(|a| Term::app(Op::Not, vec![a])),
                1 => two.clone().prop_map(|(a, b)| Term::implies(a, b)),
                1 => two.clone().prop_map(|(a, b)| Term::eq(a, b)),
                1 => two.prop_map(|(a, b)| Term::app(Op::Ne, vec![a, b])),
                1 => (inner.clone(), inner.clone(), inner)
                    .prop_map(|(a, b, c)| Term::ite(a, b, c)),
            ]
        })
        .boxed()
}

/// `-limit <= x_i <= limit` for all integer variables.
pub fn boxed(shape: Shape, limit: i64) -> Vec<Term> {
    (0..shape.ints)
        .flat_map(|i| [Term::le(Term::int(-limit), x(i)), Term::le(x(i), Term::int(limit))])
        .collect()
}

/// A model within the box, by trying all points.
pub fn brute_force(shape: Shape, limit: i64, f: &Term) -> Option<Model> {
    let mut ints = vec![-limit; shape.ints];
    loop {
        for truths in 0..1u32 << shape.bools {
            let mut model = Model::default();
            for (i, n) in ints.iter().enumerate() {
                model.values.insert(Var::int(format!("x{i}")), Value::Int(Int::from(*n)));
            }
            for i in 0..shape.bools {
                let v = Var::new(format!("p{i}"), Sort::Bool);
                model.values.insert(v, Value::Bool(truths >> i & 1 == 1));
            }
            if model.satisfies(f) {
                return Some(model);
            }
        }
        let next = ints.iter().position(|&n| n < limit)?;
        ints[next] += 1;
        ints[..next].fill(-limit);
    }
}
