//! Sentences mean what they meant before, and read as people write them.

use super::chains::{strung, text};
use super::idle::without_idle;
use super::implied::without_implied;
use super::wording::Wording;
use super::*;
use proptest::prelude::*;

fn v(name: &str) -> Term {
    Term::var(&Var::int(name))
}

fn n(n: i64) -> Term {
    Term::int(n)
}

fn times(c: i64, t: Term) -> Term {
    Term::app(Op::Mul, vec![n(c), t])
}

fn read(index: Term) -> Term {
    Term::select(Term::var(&Var::new("a", Sort::int_array())), index)
}

fn words(indices: &[&str], t: &Term) -> String {
    let indices: Vec<Var> = indices.iter().map(Var::int).collect();
    let a = Var::new("a", Sort::int_array());
    let params: Vec<Var> = [a].into_iter().chain(["z", "i", "c"].iter().map(Var::int)).collect();
    Wording { indices: &indices, params: &params }.formula(t).to_string()
}

#[test]
fn literals_are_written_as_people_do() {
    let at = || read(v("k"));
    let formula = Term::add(times(2, v("k")), v("c"));
    assert_eq!(words(&["k"], &Term::eq(formula, at())), "a[k] == 2 * k + c");
    assert_eq!(words(&["k"], &Term::lt(n(6), at())), "a[k] > 6");
    assert_eq!(words(&["k"], &Term::le(n(0), at())), "a[k] >= 0");
    assert_eq!(words(&["k"], &Term::le(at(), Term::sub(v("c"), n(1)))), "a[k] < c");
    let next = read(Term::add(v("k"), n(1)));
    assert_eq!(words(&["k"], &Term::le(at(), next)), "a[k] <= a[k + 1]");
    let three_more = Term::add(v("z"), n(3));
    assert_eq!(words(&[], &Term::eq(three_more, v("i"))), "i == z + 3");
    assert_eq!(words(&[], &Term::eq(Term::add(v("z"), v("i")), n(3))), "z + i == 3");
    assert_eq!(words(&["k"], &Term::le(n(0), Term::add(v("k"), n(1)))), "-1 <= k");
    let odd = Term::add(times(2, v("k")), n(1));
    assert_eq!(words(&["k"], &Term::le(n(0), odd)), "0 <= k");
    assert_eq!(words(&["k"], &Term::lt(times(2, v("k")), times(2, v("i")))), "k < i");
    assert_eq!(words(&["k"], &Term::lt(Term::add(v("k"), v("c")), v("i"))), "k < i - c");
    assert_eq!(words(&["k"], &Term::lt(v("k"), n(10))), "k < 10");
    let residue = Term::app(Op::Mod, vec![v("i"), n(2)]);
    assert_eq!(words(&[], &Term::app(Op::Ne, vec![residue, n(1)])), "i % 2 == 0");
    let either = Term::or([Term::lt(n(0), v("z")), Term::eq(v("z"), times(2, v("i")))]);
    assert_eq!(words(&[], &either), "0 < z || z == 2 * i");
}

#[test]
fn bounds_of_an_index_are_a_chain() {
    let indices = [Var::int("k"), Var::int("j")];
    let guard = vec![
        Term::lt(v("j"), v("n")),
        Term::eq(v("x"), n(0)),
        Term::lt(v("k"), v("j")),
        Term::le(n(0), v("k")),
    ];
    let claim = Term::le(read(v("k")), read(v("j")));
    let guard = Term::and(strung(guard, &indices));
    let part = Term::forall(indices.to_vec(), Term::implies(guard, claim));
    assert_eq!(text(&part), "forall k, j: x == 0 && 0 <= k < j < n ==> a[k] <= a[j]");
    let fact = Term::lt(v("i"), v("n"));
    assert_eq!(text(&fact), "i < n");
}

fn sentence(indices: &[&str], guard: Vec<Term>, claim: Term) -> Sentence {
    let indices = indices.iter().map(Var::int).collect();
    Sentence { indices, merged: Subst::new(), guard, claim: vec![claim] }
}

fn left_out(indices: &[&str], guard: Vec<Term>, claim: Term) -> String {
    let vars: Vec<Var> = indices.iter().map(Var::int).collect();
    let (guard, claim) = without_idle(&vars, &guard, &[claim]);
    let mut sentence = Sentence { indices: vec![], merged: Subst::new(), guard, claim };
    sentence.reword(&[]);
    sentence.to_term().to_string()
}

#[test]
fn indices_without_a_read_are_left_out() {
    let fact = left_out(&["k"], vec![Term::le(v("i"), v("k"))], Term::lt(n(0), v("k")));
    assert_eq!(fact, "0 < i");
    let fact = left_out(&["k"], vec![Term::le(v("k"), v("m"))], Term::lt(v("k"), v("j")));
    assert_eq!(fact, "m < j");
    let more = |t: Term| Term::add(t, n(1));
    let guard =
        vec![Term::le(v("hi"), v("j")), Term::lt(more(v("k")), v("lo")), Term::lt(v("k"), v("j"))];
    assert_eq!(left_out(&["k", "j"], guard, Term::lt(more(v("k")), v("j"))), "lo <= hi");
    // The cell between the bounds is read.
    let guard = vec![Term::le(v("i"), v("k")), Term::lt(read(v("k")), v("k"))];
    let kept = left_out(&["k"], guard, Term::lt(n(0), v("k")));
    assert_eq!(kept, "i <= k && a[k] < k ==> 0 < k");
}

#[test]
fn what_is_said_of_one_array_stands_together() {
    let of = |array: &str| Term::select(Term::var(&Var::new(array, Sort::int_array())), v("k"));
    let k = || vec![Var::int("k")];
    let about = |array: &str| Term::forall(k(), Term::le(n(0), of(array)));
    let both = Term::forall(k(), Term::le(of("a"), of("b")));
    let scalar = Term::le(n(0), v("i"));
    let mut parts =
        [both, about("b"), about("a"), Term::forall(k(), Term::le(of("b"), n(9))), scalar];
    parts.sort_by_cached_key(group);
    let said: Vec<String> = parts.iter().map(text).collect();
    let expected = [
        "0 <= i",
        "forall k: 0 <= a[k]",
        "forall k: 0 <= b[k]",
        "forall k: b[k] <= 9",
        "forall k: a[k] <= b[k]",
    ];
    assert_eq!(said, expected);
}

#[test]
fn what_follows_is_not_said() {
    let range = || vec![Term::le(n(0), v("k")), Term::lt(v("k"), v("i"))];
    let said = without_implied(vec![
        sentence(&[], vec![], Term::eq(v("x"), n(7))),
        sentence(&[], vec![], Term::le(n(0), v("x"))),
        sentence(&["k"], range(), Term::eq(read(v("k")), v("x"))),
        sentence(
            &["j"],
            vec![Term::eq(v("j"), n(3)), Term::lt(n(3), v("i"))],
            Term::lt(n(0), read(v("j"))),
        ),
        sentence(&["k"], range(), Term::eq(read(v("k")), n(8))),
    ]);
    let said: Vec<String> = said.iter().map(|s| s.to_term().to_string()).collect();
    let expected = [
        "x == 7",
        "forall k: 0 <= k && k < i ==> a[k] == x",
        "forall k: 0 <= k && k < i ==> a[k] == 8",
    ];
    assert_eq!(said, expected);
}

#[test]
fn two_bounds_are_an_equation() {
    let params = ["z", "i"].map(Var::int);
    let range = || vec![Term::lt(v("k"), v("i"))];
    let (low, high) = (Term::le(v("z"), read(v("k"))), Term::le(read(v("k")), v("z")));
    let bounds = vec![sentence(&["k"], range(), low), sentence(&["k"], range(), high)];
    let said = with_equations(bounds, &params);
    let said: Vec<String> = said.iter().map(|s| s.to_term().to_string()).collect();
    assert_eq!(said, ["forall k: k < i ==> a[k] == z"]);
}

#[test]
fn indices_have_names_that_the_program_does_not() {
    let params = ["k", "l"].map(Var::int);
    let names: Vec<String> = index_names(&params).take(3).map(|v| v.name.to_string()).collect();
    assert_eq!(names, ["j", "m", "p"]);
    let many: Vec<Var> = INDICES.iter().map(Var::int).collect();
    assert_eq!(index_names(&many).next(), Some(Var::int("k1")));
}

/// The value of a term without reads.
fn number(t: &Term, at: &[(&str, i64)]) -> i64 {
    let value = |t: &Term| number(t, at);
    match t.node() {
        Node::Int(n) => n.to_i64().expect("a small number"),
        Node::Var(v) => at.iter().find(|(name, _)| *name == &*v.name).expect("a value").1,
        Node::App(Op::Add, args) => args.iter().map(value).sum(),
        Node::App(Op::Sub, args) => value(&args[0]) - value(&args[1]),
        Node::App(Op::Neg, args) => -value(&args[0]),
        Node::App(Op::Mul, args) => value(&args[0]) * value(&args[1]),
        Node::App(Op::Mod, args) => value(&args[0]).rem_euclid(value(&args[1])),
        _ => panic!("{t}"),
    }
}

fn holds(t: &Term, at: &[(&str, i64)]) -> bool {
    let (value, truth) = (|t: &Term| number(t, at), |t: &Term| holds(t, at));
    match t.node() {
        Node::Bool(b) => *b,
        Node::App(Op::Not, args) => !truth(&args[0]),
        Node::App(Op::And, args) => args.iter().all(truth),
        Node::App(Op::Or, args) => args.iter().any(truth),
        Node::App(Op::Implies, args) => !truth(&args[0]) || truth(&args[1]),
        Node::App(Op::Le, args) => value(&args[0]) <= value(&args[1]),
        Node::App(Op::Lt, args) => value(&args[0]) < value(&args[1]),
        Node::App(Op::Ge, args) => value(&args[0]) >= value(&args[1]),
        Node::App(Op::Gt, args) => value(&args[0]) > value(&args[1]),
        Node::App(Op::Eq, args) => value(&args[0]) == value(&args[1]),
        Node::App(Op::Ne, args) => value(&args[0]) != value(&args[1]),
        _ => panic!("{t}"),
    }
}

fn literal() -> impl Strategy<Value = Term> {
    let op = prop_oneof![
        4 => Just(Op::Le),
        2 => Just(Op::Lt),
        1 => Just(Op::Ge),
        1 => Just(Op::Eq),
        1 => Just(Op::Ne),
    ];
    let factor = prop_oneof![Just(-1i64), Just(0), Just(1), Just(1), Just(-1), Just(2), Just(-3)];
    let side = |a: Term, b: Term| Term::add(a, b);
    let form = (proptest::array::uniform4(factor), -4i64..5, any::<bool>());
    (op, form).prop_map(move |(op, ([k, j, x, y], c, parity))| {
        let left = side(times(k, v("k")), times(x, v("x")));
        let right = side(side(times(j, v("j")), times(y, v("y"))), n(c));
        match (op, parity) {
            (Op::Eq | Op::Ne, true) => {
                let sum = Term::add(left, right);
                Term::app(op, vec![Term::app(Op::Mod, vec![sum, n(2)]), n(c.rem_euclid(3))])
            }
            _ => Term::app(op, vec![left, right]),
        }
    })
}

fn places() -> impl Iterator<Item = (i64, i64)> {
    (-2..3).flat_map(|x| (-2..3).map(move |y| (x, y)))
}

proptest! {
    #[test]
    fn wording_keeps_the_meaning(t in literal()) {
        let params = ["x", "y"].map(Var::int);
        let wording = Wording { indices: &[Var::int("k"), Var::int("j")], params: &params };
        let worded = wording.formula(&t);
        for (x, y) in places() {
            for (k, j) in places() {
                let at = [("k", k), ("j", j), ("x", x), ("y", y)];
                prop_assert_eq!(holds(&t, &at), holds(&worded, &at), "{} {}", &t, &worded);
            }
        }
    }

    /// One index at a time, so that those that are tried are enough.
    #[test]
    fn what_is_said_without_an_index_is_the_same(
        guard in proptest::collection::vec(literal(), 0..4),
        claim in literal(),
    ) {
        let (fewer, rest) = without_idle(&[Var::int("k")], &guard, std::slice::from_ref(&claim));
        let new = sentence(&[], fewer, Term::or(rest)).body();
        let old = sentence(&[], guard, claim).body();
        for (x, y) in places() {
            for j in -2..3 {
                let all = |t: &Term| {
                    (-60..61).all(|k| holds(t, &[("k", k), ("j", j), ("x", x), ("y", y)]))
                };
                prop_assert_eq!(all(&old), all(&new), "{} {}", &old, &new);
            }
        }
    }
}
