//! Numbers of occurrences against their definition, and the term of T Sec. 6.3.1.2.

use crate::support::eval::{Env, eval};
use hornbook_base::Int;
use hornbook_horn::arrays::counts::{count, values};
use hornbook_horn::{Op, Sort, Term, Var, arrays};
use hornbook_lang::interp::{ArrayValue, Value};
use proptest::prelude::*;

fn number(name: &str) -> Term {
    Term::var(&Var::int(name))
}

fn array(name: &str) -> Term {
    Term::var(&Var::new(name, Sort::int_array()))
}

/// The arrays `a` and `b` with few values, and numbers that are likely to be near their cells.
fn env() -> impl Strategy<Value = Env> {
    let cells = || prop::collection::btree_map(-2i64..6, 0i64..3, 0..7);
    let numbers = prop::collection::vec(-2i64..6, 4);
    (cells(), cells(), numbers).prop_map(|(a, b, numbers)| {
        let array = |cells: std::collections::BTreeMap<i64, i64>| {
            let int = |n: i64| Value::Int(Int::from(n));
            let cells = cells.into_iter().map(|(k, v)| (Int::from(k), int(v)));
            Value::Array(ArrayValue { default: Box::new(int(1)), cells: cells.collect() })
        };
        let arrays = [("a", array(a)), ("b", array(b))];
        let arrays = arrays.into_iter().map(|(n, v)| (Var::new(n, Sort::int_array()), v));
        let names = ["i", "j", "lo", "hi"].into_iter().zip(numbers);
        let numbers = names.map(|(n, v)| (Var::int(n), Value::Int(Int::from(v))));
        arrays.chain(numbers).collect()
    })
}

fn numbers() -> impl Strategy<Value = Term> {
    let names = prop::sample::select(vec!["i", "j", "lo", "hi"]);
    prop_oneof![names.prop_map(number), (-2i64..6).prop_map(Term::int)]
}

/// Arrays made from `a` and `b` by all operations.
fn made() -> impl Strategy<Value = Term> {
    let leaf = prop::sample::select(vec!["a", "b"]).prop_map(array);
    leaf.prop_recursive(3, 12, 2, |inner| {
        let n = numbers;
        let op = |op: Op| move |args: Vec<Term>| Term::app(op, args);
        let of = move |first: BoxedStrategy<Term>, kind: Op, more: usize| {
            (first, prop::collection::vec(n(), more))
                .prop_map(move |(a, rest)| op(kind)([a].into_iter().chain(rest).collect()))
        };
        let inner = inner.boxed();
        prop_oneof![
            of(inner.clone(), Op::Store, 2),
            of(inner.clone(), Op::Insert, 2),
            of(inner.clone(), Op::Erase, 1),
            of(inner.clone(), Op::Fill, 3),
            n().prop_map(move |v| op(Op::ConstArray)(vec![v])),
            (inner.clone(), n(), n(), inner.clone()).prop_map(move |(a, lo, hi, rest)| op(
                Op::SubArray
            )(
                vec![
                a, lo, hi, rest
            ]
            )),
            (n(), n(), inner.clone(), inner).prop_map(|(x, y, a, b)| Term::ite(
                Term::lt(x, y),
                a,
                b
            )),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// A count that went inwards is the number of cells.
    #[test]
    fn counts_of_made_arrays(
        array in made(),
        lo in numbers(),
        hi in prop_oneof![
            numbers(),
            (numbers(), numbers(), numbers()).prop_map(|(x, y, z)| Term::ite(Term::lt(x, y.clone()), y, z)),
        ],
        v in -1i64..4,
        env in env(),
    ) {
        let v = Term::int(v);
        let plain = Term::app(Op::Count, vec![array.clone(), lo.clone(), hi.clone(), v.clone()]);
        let inner = count(&array, &lo, &hi, &v);
        prop_assert_eq!(eval(&plain, &env), eval(&inner, &env), "{} is not {}", plain, inner);
        let all = values(&inner);
        prop_assert!(all.iter().all(|c| c.array.as_var().is_some() && c.value == v));
        prop_assert_eq!(arrays::expand(&plain), arrays::expand(&inner));
    }

    /// A permutation is defined by the counts of all values.
    #[test]
    fn permutations_keep_the_counts(env in env(), lo in -1i64..3, hi in 0i64..6) {
        let ends = [Term::int(lo), Term::int(hi)];
        let args = [array("a"), array("b")].into_iter().chain(ends);
        let whole = Term::app(Op::Permutation, args.collect());
        let of = |name: &str, v: i64| {
            let args = vec![array(name), Term::int(lo), Term::int(hi), Term::int(v)];
            eval(&Term::app(Op::Count, args), &env).expect("a number")
        };
        // No other value is in a cell.
        let same = (0..3).all(|v| of("a", v) == of("b", v));
        prop_assert_eq!(eval(&whole, &env), Some(Value::Bool(same)));
    }
}

/// The multiset of `b[i <- v]` as an update of that of `b`: the value that stood in `b[i]` occurs once
/// less than it did. The thesis's printed term counts the new value there.
#[test]
fn the_update_of_a_multiset_is_misprinted() {
    let (b, i, v, z) = (array("b"), number("i"), number("v"), number("z"));
    let of = |value: &Term| count(&b, &Term::int(0), &Term::int(3), value);
    let old = Term::select(b.clone(), i.clone());
    let updated = |at_old: Term| {
        let new =
            Term::ite(Term::eq(z.clone(), v.clone()), Term::add(of(&v), Term::int(1)), of(&z));
        let changed = Term::ite(Term::eq(z.clone(), old.clone()), at_old, new);
        Term::ite(Term::eq(old.clone(), v.clone()), of(&z), changed)
    };
    let printed = updated(Term::sub(of(&v), Term::int(1)));
    let meant = updated(Term::sub(of(&old), Term::int(1)));
    let written = Term::store(b.clone(), i.clone(), v.clone());
    let real = Term::app(Op::Count, vec![written, Term::int(0), Term::int(3), z.clone()]);
    let int = |n: i64| Value::Int(Int::from(n));
    let mut wrong = 0;
    for (i, v, z) in (0..27).map(|n| (n % 3, n / 3 % 3, n / 9)) {
        let cells = [(0, 1), (1, 1), (2, 2)].map(|(k, v)| (Int::from(k), int(v)));
        let b = ArrayValue { default: Box::new(int(0)), cells: cells.into_iter().collect() };
        let env: Env = [
            (Var::new("b", Sort::int_array()), Value::Array(b)),
            (Var::int("i"), int(i)),
            (Var::int("v"), int(v)),
            (Var::int("z"), int(z)),
        ]
        .into_iter()
        .collect();
        assert_eq!(eval(&meant, &env), eval(&real, &env), "i = {i}, v = {v}, z = {z}");
        wrong += usize::from(eval(&printed, &env) != eval(&real, &env));
    }
    assert!(wrong > 0);
}

/// A count of what is made of very many arrays is not written out, and counts in it can be solved.
#[test]
fn counts_of_many_operations_stay_small() {
    let v = number("v");
    let fill =
        |a: Term, n: i64| Term::app(Op::Fill, vec![a, Term::int(n), number("i"), Term::int(n % 3)]);
    for operations in [3, 6, 12, 40] {
        let made = (0..operations).fold(array("a"), fill);
        let counted = count(&made, &number("lo"), &number("hi"), &v);
        assert!(counted.size() < 200_000, "{operations}: {}", counted.size());
        assert_eq!(counted.as_app(Op::Count).is_some(), operations > 5, "{operations}");
        assert_eq!(arrays::expand(&counted), arrays::expand(&arrays::expand(&counted)));
    }
}
