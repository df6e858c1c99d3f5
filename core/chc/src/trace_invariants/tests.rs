//! Facts that constructed states must reveal.

use super::*;
use hornbook_base::Span;
use hornbook_horn::Pred;
use hornbook_lia::{Model, Value};
use proptest::prelude::*;

/// A predicate over a sample, or two of different functions, and two scalars.
fn system(params: &[&str]) -> System {
    let params = params.iter().map(|name| Var::int(*name)).collect();
    let pred = Pred {
        name: "P".into(),
        title: String::new(),
        span: Span::default(),
        loop_head: true,
        params,
        witnesses: vec![],
        within: None,
    };
    System { preds: vec![pred], ..System::default() }
}

fn hints(scalars: &[&str], values: &[&str]) -> Hints {
    let vars = |names: &[&str]| names.iter().map(|name| Var::int(*name)).collect();
    Hints {
        scalars: [(PredId(0), vars(scalars))].into(),
        values: [(PredId(0), vars(values))].into(),
        ..Hints::default()
    }
}

fn at_most(a: &str, b: &str) -> Term {
    let form = Linear::var(&Var::int(a)).sub(&Linear::var(&Var::int(b)));
    Constraint::Le(form).to_term()
}

fn at_least_zero(a: &str) -> Term {
    Constraint::Le(Linear::var(&Var::int(a)).scale(&Int::MINUS_ONE)).to_term()
}

/// The facts that the rows suggest, each checked against the rows.
fn learn(params: &[&str], hints: &Hints, atoms: Vec<Term>, rows: &[Vec<i64>]) -> Vec<String> {
    let system = system(params);
    let known = [(PredId(0), atoms)].into();
    let states =
        [(PredId(0), rows.iter().map(|r| r.iter().copied().map(Some).collect()).collect())];
    let limits = Learning::default();
    let mut budget = Budget::steps(10_000_000);
    let found =
        infer_trace_invariants(&system, hints, &known, &states.into(), &limits, &mut budget);
    let found = found.into_values().flatten().collect::<Vec<_>>();
    for row in rows {
        let value = |(name, n): (&&str, &i64)| (Var::int(*name), Value::Int(Int::from(*n)));
        let model = Model { values: params.iter().zip(row).map(value).collect() };
        for fact in &found {
            assert!(model.satisfies(&fact.claim()), "{} in {row:?}", fact.claim());
        }
    }
    found.iter().map(|fact| fact.claim().to_string()).collect()
}

/// Samples of a function of which the first `i` are filled, at all rounds.
fn filled(with: impl Fn(i64) -> i64) -> Vec<Vec<i64>> {
    let sample = |i: i64, k: i64| if (0..i).contains(&k) { with(k) } else { 1_000 + 7 * k * k };
    let round = |i: i64| (-1..12).map(move |k| vec![k, sample(i, k), i]);
    (0..12).flat_map(round).collect()
}

#[test]
fn what_a_loop_fills_cells_with() {
    let atoms = vec![at_most("i", "k"), at_least_zero("k")];
    let found = learn(&["k", "v", "i"], &hints(&["i"], &["v"]), atoms, &filled(|k| 3 * k + 1));
    assert!(found.iter().any(|t| t.ends_with("v == 3 * k + 1")), "{found:?}");
}

#[test]
fn two_regions_have_an_equation_each() {
    let with = |k: i64| if k < 5 { 2 * k } else { 10 - k };
    let five = Constraint::Le(Linear::var(&Var::int("k")).sub(&Linear::constant(4))).to_term();
    let atoms = vec![at_most("i", "k"), at_least_zero("k"), five];
    let found = learn(&["k", "v", "i"], &hints(&["i"], &["v"]), atoms, &filled(with));
    assert!(found.iter().any(|t| t.ends_with("v == 2 * k")), "{found:?}");
    assert!(found.iter().any(|t| t.ends_with("k + v == 10")), "{found:?}");
}

#[test]
fn where_cells_are_equal_is_an_equation_of_their_places() {
    let value = |k: i64| 100 + 37 * k * k;
    let mut rows = vec![];
    for n in 3..9 {
        for (k, l) in (0..n).flat_map(|k| (0..n).map(move |l| (k, l))) {
            // b[l] = a[n - 1 - l].
            rows.push(vec![k, value(k), l, value(n - 1 - l), n]);
        }
    }
    let known = hints(&["n"], &["v", "w"]);
    let found = learn(&["k", "v", "l", "w", "n"], &known, vec![at_most("k", "n")], &rows);
    assert!(
        found.iter().any(|t| t.contains("k + l + 1 != n") && t.ends_with("v == w")),
        "{found:?}"
    );
}

#[test]
fn parts_of_an_array_may_have_gone_different_ways() {
    // b is a rotated to the left by d, so that a sample of a that was among the first d is now behind the
    // others.
    let value = |k: i64| 100 + 37 * k * k;
    let mut rows = vec![];
    for (n, d) in (3..9).flat_map(|n| (1..n).map(move |d| (n, d))) {
        for (k, l) in (0..n).flat_map(|k| (0..n).map(move |l| (k, l))) {
            rows.push(vec![k, value(k), l, value((l + d) % n), n, d]);
        }
    }
    let known = hints(&["n", "d"], &["v", "w"]);
    let params = ["k", "v", "l", "w", "n", "d"];
    let found = learn(&params, &known, vec![at_least_zero("k"), at_least_zero("l")], &rows);
    let about = |map: &str| found.iter().any(|t| t.contains(map) && t.ends_with("v == w"));
    assert!(about("k != d + l") && about("k + n != d + l"), "{found:?}");
}

/// Two samples of a function whose first `i` samples are sorted; the others are not.
fn sorted_so_far() -> Vec<Vec<i64>> {
    let value = |i: i64, k: i64| if k < i { 10 * k + i % 3 } else { 7 * (k * k + 5 * i) % 61 - 30 };
    let mut rows = vec![];
    for i in 0..10 {
        for (k, l) in (-1..12).flat_map(|k| (-1..12).map(move |l| (k, l))) {
            let beyond = |k: i64| if k < 0 { 90 - 180 * (i % 2) } else { value(i, k) };
            rows.push(vec![k, beyond(k), l, beyond(l), i]);
        }
    }
    rows
}

#[test]
fn the_order_of_values_is_learned_where_clauses_compare_them() {
    let compares = |claim: &str| {
        let text = format!(
            "(declare-fun P (Int Int Int Int Int) Bool)
             (assert (forall ((k Int) (v Int) (l Int) (w Int) (i Int))
               (=> (and (P k v l w i) (< k l)) {claim})))"
        );
        let (system, problems) = hornbook_horn::smtlib::read(&text);
        system.unwrap_or_else(|| panic!("{problems:?}"))
    };
    let found = |claim: &str| {
        let mut system = compares(claim);
        let params = ["k", "v", "l", "w", "i"];
        system.preds[0].params = params.iter().map(|name| Var::int(*name)).collect();
        let rows = sorted_so_far().into_iter().map(|r| r.into_iter().map(Some).collect());
        let states = [(PredId(0), rows.collect())].into();
        let (known, hints) = ([(PredId(0), vec![])].into(), hints(&["i"], &["v", "w"]));
        let mut budget = Budget::steps(10_000_000);
        let found = infer_trace_invariants(
            &system,
            &hints,
            &known,
            &states,
            &Learning::default(),
            &mut budget,
        );
        let claims = found.into_values().flatten().map(|fact| fact.claim().to_string());
        claims.filter(|t| t.ends_with("v <= w")).collect::<Vec<_>>()
    };
    let ordered = found("(<= v w)");
    let of_prefix =
        |t: &String| t.contains("l >= i") && (t.contains("k >= l") || t.contains("l < k"));
    assert!(ordered.iter().any(of_prefix), "{ordered:?}");
    assert_eq!(found("(= v w)"), Vec::<String>::new());
}

#[test]
fn neighbours_are_looked_at_together() {
    // s[l] = s[k] + a with l = k + 1, where a is the sample of another function at k.
    let sum = |k: i64| (0..k).map(|j| 3 * j * j + 5).sum::<i64>();
    let mut rows = vec![];
    for (k, l) in (0..16).flat_map(|k| (0..16).map(move |l| (k, l))) {
        rows.push(vec![k, sum(k), l, sum(l), k, 3 * k * k + 5, 16]);
    }
    let known = hints(&["n"], &["v", "w", "x"]);
    let found = learn(&["k", "v", "l", "w", "m", "x", "n"], &known, vec![], &rows);
    assert!(
        found.iter().any(|t| t.contains("l != k + 1") && t.ends_with("v + x == w")),
        "{found:?}"
    );
}

#[test]
fn residues_that_no_condition_mentions() {
    let rows: Vec<Vec<i64>> = (0..80).map(|i| vec![i, 5 * i % 6]).collect();
    let found = learn(&["i", "x"], &hints(&["i", "x"], &[]), vec![], &rows);
    assert_eq!(found, ["(i + x) % 6 == 0", "(i - x) % 2 == 0"]);
}

#[test]
fn values_are_bounded_by_scalars() {
    let rows = (0..12).flat_map(|i| (0..8).map(move |k| vec![k, (i * (k + 3) * 7) % (i + 1), i]));
    let rows: Vec<Vec<i64>> = rows.collect();
    let found = learn(&["k", "v", "i"], &hints(&["i"], &["v"]), vec![], &rows);
    assert!(
        found.contains(&"v <= i".to_owned()) && found.contains(&"0 <= v".to_owned()),
        "{found:?}"
    );
}

#[test]
fn what_is_not_known_is_not_spoken_of() {
    let system = system(&["k", "x"]);
    let rows = (0..30).map(|n| vec![None, Some(2 * n)]).collect();
    let known = [(PredId(0), vec![at_least_zero("k")])].into();
    let found = infer_trace_invariants(
        &system,
        &hints(&["x"], &[]),
        &known,
        &[(PredId(0), rows)].into(),
        &Learning::default(),
        &mut Budget::steps(1_000_000),
    );
    assert!(found[&PredId(0)].iter().all(|fact| !fact.claim().to_string().contains('k')));
    assert!(!found[&PredId(0)].is_empty());
}

proptest! {
    /// The definition: a fact is true of every state that was seen.
    #[test]
    fn facts_hold_of_all_states(
        rows in prop::collection::vec((-2i64..6, -3i64..4, -2i64..6), 12..80),
        slope in -2i64..3,
    ) {
        let rows: Vec<Vec<i64>> = rows
            .iter()
            .map(|(k, v, i)| vec![*k, if k < i { slope * k + 1 } else { *v }, *i])
            .collect();
        let atoms = vec![at_most("i", "k"), at_least_zero("k"), at_least_zero("i")];
        learn(&["k", "v", "i"], &hints(&["i"], &["v"]), atoms, &rows);
    }
}

/// Two samples in rows of two functions, of which the second has been filled from the first up to row `i`.
fn copied_rows() -> Vec<Vec<i64>> {
    let value = |x: i64, y: i64| 100 + 17 * x + 3 * x * y + y * y;
    let mut rows = vec![];
    for (n, i) in (0..9).flat_map(|n| (0..=n).map(move |i| (n, i))) {
        for (x, y) in (-1..10).flat_map(|x| (-1..6).map(move |y| (x, y))) {
            let there = (0..i).contains(&x) && (0..5).contains(&y);
            let other = if there { value(x, y) } else { 5_000 + value(y, x) };
            rows.push(vec![x, y, value(x, y), x, y, other, i, n]);
            rows.push(vec![x, y, value(x, y), x + 1, 5 - y, 9_000 + i, i, n]);
        }
    }
    rows
}

#[test]
fn cells_of_rows_are_looked_at_together() {
    let five = Constraint::Le(Linear::constant(5).sub(&Linear::var(&Var::int("l'")))).to_term();
    let atoms = vec![at_least_zero("l"), at_least_zero("l'"), five];
    let params = ["k", "k'", "v", "l", "l'", "w", "i", "n"];
    let found = learn(&params, &hints(&["i", "n"], &["v", "w"]), atoms, &copied_rows());
    let fact = "l != k || l' != k' || ";
    let found: Vec<&String> = found.iter().filter(|t| t.starts_with(fact)).collect();
    assert!(found.iter().any(|t| t.ends_with("v == w")), "{found:?}");
}

/// Samples of a cube of three by four by `n`, of which those in slabs before `i` are filled, and in this one the rows before `j`.
fn filled_cube() -> Vec<Vec<i64>> {
    let mut rows = vec![];
    for (n, i, j) in [(2, 0, 1), (3, 1, 2), (4, 2, 0), (4, 1, 3), (5, 2, 2)] {
        for (x, y, z) in (0..175).map(|at| (at / 35 - 1, at / 5 % 7 - 1, at % 5)) {
            let inside = (0..3).contains(&x) && (0..4).contains(&y) && z < n;
            let is_filled = inside && (x < i || x == i && y < j);
            let other = 1_000 + 31 * x * x + 7 * y * z + z * z * n;
            rows.push(vec![x, y, z, if is_filled { x + y + z } else { other }, i, j, n]);
        }
    }
    rows
}

#[test]
fn cubes_are_filled_slab_by_slab() {
    let four = Constraint::Le(Linear::var(&Var::int("l")).sub(&Linear::constant(3))).to_term();
    let params = ["k", "l", "m", "v", "i", "j", "n"];
    let found = learn(&params, &hints(&["i", "j", "n"], &["v"]), vec![four], &filled_cube());
    let of_sum: Vec<&String> = found.iter().filter(|t| t.ends_with("v == k + l + m")).collect();
    let before = |t: &&&String| t.contains("k >= i") && t.contains("l > 3") && t.contains("m >= n");
    let this = |t: &&&String| t.contains("i < k") && t.contains("l >= j") && t.contains("m >= n");
    assert!(of_sum.iter().any(|t| before(&t)), "{of_sum:?}");
    assert!(of_sum.iter().any(|t| this(&t)), "{of_sum:?}");
}

#[test]
fn a_region_speaks_of_the_cells_that_its_fact_is_about() {
    // Whether the third sample is beyond the first five separates these states as well as the indices of the
    // others.
    let rows: Vec<Vec<i64>> = (0..400)
        .map(|n| {
            let k = n % 20;
            let w = if k < 5 { 1_000 + n * n % 97 } else { n };
            let v = if k < 5 { w } else { 2_000 + 3 * n };
            let m = if k < 5 { (k + 2) % 5 } else { 5 + (k + 2) % 15 };
            vec![k, v, k, w, m, 7 * n % 31, n % 7]
        })
        .collect();
    let five = |place: &str| {
        Constraint::Le(Linear::var(&Var::int(place)).sub(&Linear::constant(4))).to_term()
    };
    let params = ["k", "v", "l", "w", "m", "x", "i"];
    let known = hints(&["i"], &["v", "w", "x"]);
    let found = learn(&params, &known, vec![five("m"), five("l")], &rows);
    let about: Vec<&String> = found.iter().filter(|t| t.ends_with("v == w")).collect();
    assert!(!about.is_empty(), "{found:?}");
    let third = |t: &&&String| t.contains("m ") || t.contains("m)");
    assert_eq!(about.iter().filter(third).count(), 0, "{about:?}");
}
