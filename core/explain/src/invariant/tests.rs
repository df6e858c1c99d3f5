//! Rewriting preserves the meaning of sentences, and gives the form that people write.

use super::implied::remove_implied;
use super::ranges::merge_ranges;
use super::unread_indices::eliminate_unread;
use super::wording::Wording;
use super::*;
use hornbook_base::Span;
use hornbook_records::StateTable;
use hornbook_records::invariant::chains::{order_chains, to_text};
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
    Wording { indices: &indices, params: &params }.reword(t).to_string()
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
fn many_states_are_rows_of_values() {
    let state = |i: i64| Term::and([Term::eq(v("i"), n(i)), Term::eq(v("s"), n(3 * i - 2))]);
    let states = |most: i64| Term::or((0..most).map(state));
    let listed = StateTable::from_part(&states(20)).expect("states");
    assert_eq!(
        listed.to_string(),
        "(i, s) is one of these 20: (0, -2), (1, 1), (2, 4), (3, 7), (4, 10), ..., (19, 55)"
    );
    assert_eq!(listed.rows.len(), 20);
    assert_eq!(StateTable::from_part(&states(8)), None, "so few are written as they are");
    let one = Term::or((0..12).rev().map(|i| Term::eq(v("i"), n(i))));
    let listed = StateTable::from_part(&one).expect("states");
    assert_eq!(listed.to_string(), "i is one of these 12: 0, 1, 2, 3, 4, ..., 11");
    let more = Term::or([states(20), Term::le(v("i"), n(0))]);
    assert_eq!(StateTable::from_part(&more), None, "an inequality is no state");
    let fewer = Term::or([states(20), Term::eq(v("i"), n(30))]);
    assert_eq!(StateTable::from_part(&fewer), None, "s is anything there");
    let twice = Term::and([Term::eq(v("i"), n(30)), Term::eq(v("i"), n(31))]);
    assert_eq!(StateTable::from_part(&Term::or([states(20), twice])), None, "that is no state");
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
    let guard = Term::and(order_chains(guard, &indices));
    let part = Term::forall(indices.to_vec(), Term::implies(guard, claim));
    assert_eq!(to_text(&part), "forall k, j: x == 0 && 0 <= k < j < n ==> a[k] <= a[j]");
    let fact = Term::lt(v("i"), v("n"));
    assert_eq!(to_text(&fact), "i < n");
}

fn sentence(indices: &[&str], guard: Vec<Term>, claim: Term) -> Sentence {
    let indices = indices.iter().map(Var::int).collect();
    Sentence { indices, merged: Subst::new(), guard, claim: vec![claim] }
}

fn left_out(indices: &[&str], guard: Vec<Term>, claim: Term) -> String {
    let vars: Vec<Var> = indices.iter().map(Var::int).collect();
    let (guard, claim) = eliminate_unread(&vars, &guard, &[claim]);
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
    parts.sort_by_cached_key(arrays_of);
    let said: Vec<String> = parts.iter().map(to_text).collect();
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
    let said = remove_implied(vec![
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

fn all_joined(sentences: Vec<Sentence>) -> Vec<String> {
    let joined = merge_ranges(sentences, &["x", "i"].map(Var::int));
    joined.iter().map(|s| to_text(&s.to_term())).collect()
}

#[test]
fn a_cell_next_to_a_range_is_a_part_of_it() {
    let before = || Term::sub(v("i"), n(1));
    let range = |to: Term| vec![Term::le(n(0), v("k")), Term::lt(v("k"), to)];
    let zero = |index: Term| Term::eq(read(index), n(0));
    let last = || sentence(&[], vec![Term::lt(n(0), v("i"))], zero(before()));
    let all = |to: Term| sentence(&["k"], range(to), zero(v("k")));
    let whole = ["forall k: 0 <= k < i ==> a[k] == 0"];
    assert_eq!(all_joined(vec![last(), all(before())]), whole);
    // One cell further on, something else, or less is known.
    let apart = vec![last(), all(Term::sub(v("i"), n(2)))];
    assert_eq!(all_joined(apart).len(), 2);
    let other = sentence(&[], vec![Term::lt(n(0), v("i"))], Term::le(n(0), read(before())));
    assert_eq!(all_joined(vec![other, all(before())]).len(), 2);
    let seldom = sentence(&[], vec![Term::lt(n(1), v("i"))], zero(before()));
    assert_eq!(all_joined(vec![seldom, all(before())]).len(), 2);
    // In front of the range.
    let tail = vec![Term::le(n(1), v("k")), Term::lt(v("k"), before())];
    let first = sentence(&[], vec![Term::lt(n(0), v("i"))], zero(n(0)));
    let middle = sentence(&["k"], tail, zero(v("k")));
    assert_eq!(all_joined(vec![first, last(), middle]).len(), 3, "for i = 1 it is the same cell");
    let first = sentence(&[], vec![], zero(n(0)));
    let tail = vec![Term::le(n(1), v("k")), Term::lt(v("k"), v("i"))];
    let said = all_joined(vec![first, sentence(&["k"], tail, zero(v("k")))]);
    assert_eq!(said, ["a[0] == 0", "forall k: 1 <= k < i ==> a[k] == 0"], "it holds for i = 0 too");
}

#[test]
fn a_range_begins_with_an_index_that_can_be_meant() {
    let of = |from: i64, when: Vec<Term>| {
        let guard = [Term::le(n(from), v("k")), Term::lt(v("k"), v("i"))].into_iter().chain(when);
        all_joined(vec![sentence(&["k"], guard.collect(), Term::eq(read(v("k")), n(7)))])
    };
    let even = Term::eq(Term::app(Op::Mod, vec![v("k"), n(2)]), n(0));
    let expected = ["forall k: 0 <= k < i && k % 2 == 0 ==> a[k] == 7"];
    assert_eq!(of(-1, vec![even.clone()]), expected);
    assert_eq!(of(-2, vec![even]), ["forall k: -2 <= k < i && k % 2 == 0 ==> a[k] == 7"]);
    assert_eq!(of(-1, vec![]), ["forall k: -1 <= k < i ==> a[k] == 7"]);
}

#[test]
fn two_bounds_are_an_equation() {
    let params = ["z", "i"].map(Var::int);
    let range = || vec![Term::lt(v("k"), v("i"))];
    let (low, high) = (Term::le(v("z"), read(v("k"))), Term::le(read(v("k")), v("z")));
    let bounds = vec![sentence(&["k"], range(), low), sentence(&["k"], range(), high)];
    let said = merge_bounds(bounds, &params);
    let said: Vec<String> = said.iter().map(|s| s.to_term().to_string()).collect();
    assert_eq!(said, ["forall k: k < i ==> a[k] == z"]);
}

#[test]
fn indices_have_names_that_the_program_does_not() {
    let params = ["k", "l"].map(Var::int);
    let names: Vec<String> = index_names(&params).take(3).map(|v| v.name.to_string()).collect();
    assert_eq!(names, ["j", "m", "p"]);
    let many: Vec<Var> = INDEX_NAMES.iter().map(Var::int).collect();
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
        let worded = wording.reword(&t);
        for (x, y) in places() {
            for (k, j) in places() {
                let at = [("k", k), ("j", j), ("x", x), ("y", y)];
                prop_assert_eq!(holds(&t, &at), holds(&worded, &at), "{} {}", &t, &worded);
            }
        }
    }

    /// One index at a time, so that the tested values suffice.
    #[test]
    fn what_is_said_without_an_index_is_the_same(
        guard in proptest::collection::vec(literal(), 0..4),
        claim in literal(),
    ) {
        let (fewer, rest) = eliminate_unread(&[Var::int("k")], &guard, std::slice::from_ref(&claim));
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

/// The truth of a sentence for values of `a` from index -3 to 4, and of `x`.
fn is_true_of(sentence: &Sentence, cells: u32, x: i64) -> bool {
    let value = |index: i64| i64::from(cells >> (index + 3).clamp(0, 7) & 1);
    let holds_at = |k: i64| {
        let reads = |t: &Term| filled(t, &|index| value(number(index, &[("k", k), ("x", x)])));
        holds(&reads(&sentence.body()), &[("k", k), ("x", x)])
    };
    match sentence.indices.is_empty() {
        true => holds_at(0),
        false => (-6..7).all(holds_at),
    }
}

/// The term with numbers for reads.
fn filled(t: &Term, value: &dyn Fn(&Term) -> i64) -> Term {
    match t.as_app(Op::Select) {
        Some([_, index]) => n(value(index)),
        _ => t.map_children(|c| filled(c, value)),
    }
}

fn about_cells() -> impl Strategy<Value = Sentence> {
    let near = || {
        (any::<bool>(), -2i64..3).prop_map(|(free, c)| match free {
            true => Term::add(v("x"), n(c)),
            false => n(c),
        })
    };
    let (claim, known) = (0i64..2, prop::option::of(-2i64..3));
    let range = (near(), near(), prop::option::of(0i64..2), claim.clone());
    let range = range.prop_map(|(from, to, parity, value)| {
        let parity = parity.map(|r| Term::eq(Term::app(Op::Mod, vec![v("k"), n(2)]), n(r)));
        let bounds = [Term::le(from, v("k")), Term::lt(v("k"), to)];
        let guard = bounds.into_iter().chain(parity).collect();
        sentence(&["k"], guard, Term::eq(read(v("k")), n(value)))
    });
    let cell = (near(), known, claim).prop_map(|(index, known, value)| {
        let guard = known.map(|c| Term::le(n(c), v("x"))).into_iter().collect();
        sentence(&[], guard, Term::eq(read(index), n(value)))
    });
    prop_oneof![range, cell]
}

proptest! {
    #[test]
    fn joined_sentences_say_the_same(said in proptest::collection::vec(about_cells(), 1..4)) {
        let joined = merge_ranges(said.clone(), &[Var::int("x")]);
        for x in -2..3 {
            for cells in 0..256 {
                let all = |of: &[Sentence]| of.iter().all(|s| is_true_of(s, cells, x));
                let terms = |of: &[Sentence]| of.iter().map(|s| to_text(&s.to_term())).collect::<Vec<_>>();
                prop_assert_eq!(all(&said), all(&joined), "{:?} {:?}", terms(&said), terms(&joined));
            }
        }
    }
}

/// The number of parts, and whether something is left unsaid, of a lemma at a point whose array has this formal value.
fn described(array: Value, lemma: Term) -> (usize, bool) {
    let params = vec![Var::new("a", Sort::int_array()), Var::int("n")];
    let formal = Value::Tuple(vec![array, Value::Leaf(v("n"))]);
    let pred = Pred {
        name: "L1".to_owned(),
        title: "before line 1".to_owned(),
        span: Span::default(),
        loop_head: true,
        params,
        witnesses: vec![],
        within: None,
    };
    let sigma = Sigma::Tuple(vec![Sigma::Cell, Sigma::Id]);
    let (pred, sigma, formal, lemmas) = (&pred, &sigma, &formal, &[lemma]);
    let invariant = describe(&PointLemmas { pred, sigma, formal, lemmas, line: 1, names: vec![] });
    (invariant.parts.len(), invariant.has_unsaid)
}

#[test]
fn what_has_no_words_is_not_taken_for_nothing() {
    let positive = || Term::le(n(0), v("n"));
    let cell = || Value::Tuple(vec![Value::Leaf(v("k")), Value::Leaf(v("w"))]);
    let other = || Value::Leaf(v("w"));
    assert_eq!(described(cell(), positive()), (1, false));
    assert_eq!(described(cell(), Term::bool(true)), (0, false));
    assert_eq!(described(other(), positive()), (0, true));
    assert_eq!(described(other(), Term::bool(true)), (0, false));
}
