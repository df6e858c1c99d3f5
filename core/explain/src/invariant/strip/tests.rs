//! Strips of examples, and random ones compared with all small values of their scalars.

use super::*;
use hornbook_horn::Sort;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn v(name: &str) -> Term {
    Term::var(&Var::int(name))
}

fn n(n: i64) -> Term {
    Term::int(n)
}

fn read(array: &str, index: Term) -> Term {
    Term::select(Term::var(&Var::new(array, Sort::int_array())), index)
}

fn forall(indices: &[&str], guard: Vec<Term>, claim: Term) -> Term {
    Term::forall(indices.iter().map(Var::int).collect(), Term::implies(Term::and(guard), claim))
}

/// `forall k: from <= k < to ==> a[k] == value`.
fn filled(from: Term, to: Term, value: i64) -> Term {
    let guard = vec![Term::le(from, v("k")), Term::lt(v("k"), to)];
    forall(&["k"], guard, Term::eq(read("a", v("k")), n(value)))
}

/// The strip in short: ticks from left to right, then for each fact its lane, ranges and claim.
fn drawn(strip: &Strip) -> String {
    let tick = |t: &Tick| t.before.iter().map(Term::to_string).collect::<Vec<_>>().join("=");
    let ticks: Vec<String> = strip.ticks.iter().map(tick).collect();
    let end = |end: Option<usize>| end.map_or("..".to_owned(), |n| ticks[n].clone());
    let range = |r: &IndexRange| format!("[{}, {})", end(r.from), end(r.to));
    let fact = |f: &StripFact| {
        let ranges: Vec<String> = f.ranges.iter().map(range).collect();
        format!("; {}: {} {}", f.lane, ranges.join(" "), f.claim)
    };
    let facts: String = strip.facts.iter().map(fact).collect();
    let open: String =
        strip.unordered.iter().map(|(a, b)| format!("; {} ? {}", ticks[*a], ticks[*b])).collect();
    format!("{} {}{facts}{open}", strip.array, ticks.join(" "))
}

fn only(parts: &[Term]) -> String {
    let strips = make_strips(parts);
    assert_eq!(strips.len(), 1);
    drawn(&strips[0])
}

#[test]
fn ranges_that_meet_share_a_lane_where_the_order_of_their_ends_is_known() {
    let ranges = [filled(n(0), v("i"), 1), filled(v("i"), v("n"), 2)];
    let order = [Term::le(n(0), v("i")), Term::le(v("i"), v("n"))];
    let known: Vec<Term> = order.iter().chain(&ranges).cloned().collect();
    assert_eq!(only(&known), "a 0 i n; 0: [0, i) a[k] == 1; 0: [i, n) a[k] == 2");
    // That they meet is enough; which of 0 and n is greater is not known then.
    assert_eq!(only(&ranges), "a 0 i n; 0: [0, i) a[k] == 1; 0: [i, n) a[k] == 2; 0 ? n");
}

#[test]
fn ranges_that_may_overlap_have_their_own_lanes() {
    let parts = [filled(n(0), v("i"), 1), filled(n(0), v("n"), 2)];
    assert_eq!(only(&parts), "a 0 i n; 0: [0, i) a[k] == 1; 1: [0, n) a[k] == 2; i ? n");
    let parts = [filled(n(0), v("i"), 1), filled(v("j"), v("n"), 2)];
    let strip = only(&parts);
    assert!(strip.contains("1: [j, n)") && strip.contains("; i ? j"), "{strip}");
}

#[test]
fn ends_that_are_the_same_are_one_tick() {
    let parts = [Term::eq(v("i"), v("n")), filled(n(0), v("i"), 1), filled(n(0), v("n"), 2)];
    assert_eq!(only(&parts), "a 0 i=n; 0: [0, i=n) a[k] == 1; 1: [0, i=n) a[k] == 2");
}

#[test]
fn single_cells_and_open_ranges_have_places() {
    let cell = Term::eq(read("a", v("i")), n(7));
    let rest = forall(&["k"], vec![Term::lt(v("i"), v("k"))], Term::le(n(0), read("a", v("k"))));
    assert_eq!(only(&[cell, rest]), "a i i + 1; 0: [i, i + 1) a[i] == 7; 0: [i + 1, ..) 0 <= a[k]");
    let all = forall(&["k"], vec![], Term::eq(read("a", v("k")), n(0)));
    assert_eq!(only(&[all]), "a ; 0: [.., ..) a[k] == 0");
}

#[test]
fn facts_about_two_cells_have_two_ranges() {
    let le = Term::le(read("a", v("k")), read("a", v("j")));
    let between = [(n(0), v("k")), (v("k"), v("j"))].map(|(a, b)| Term::lt(a, b));
    let sorted =
        forall(&["k", "j"], [&between[..], &[Term::lt(v("j"), v("i"))]].concat(), le.clone());
    assert_eq!(only(&[sorted]), "a 1 i; 0: [1, i) [1, i) a[k] <= a[j]");
    let near = Term::le(v("k"), Term::add(v("j"), n(2)));
    let apart = forall(&["k", "j"], vec![Term::le(n(0), v("k")), near], le);
    assert_eq!(only(&[apart]), "a 0; 0: [0, ..) [.., ..) a[k] <= a[j]");
    let cells = Term::le(read("a", v("i")), read("a", v("j")));
    let strip = only(&[cells]);
    assert!(strip.contains("[i, i + 1) [j, j + 1) a[i] <= a[j]"), "{strip}");
}

#[test]
fn a_fact_about_two_arrays_is_in_the_strips_of_both_and_others_in_none() {
    let guard = vec![Term::le(n(0), v("k")), Term::lt(v("k"), v("n"))];
    let same = forall(&["k"], guard.clone(), Term::eq(read("a", v("k")), read("b", v("k"))));
    let found: Vec<String> = make_strips(&[same]).iter().map(drawn).collect();
    assert_eq!(found, ["a 0 n; 0: [0, n) a[k] == b[k]", "b 0 n; 0: [0, n) a[k] == b[k]"]);
    let nested = read("a", read("b", v("k")));
    let of_b = make_strips(&[forall(&["k"], guard, Term::eq(nested, n(0)))]);
    assert_eq!(of_b.iter().map(|s| s.array.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(make_strips(&[Term::le(n(0), v("i"))]), []);
}

// ---- All small values -------------------------------------------------------------------------

const SCALARS: [&str; 3] = ["i", "j", "n"];

fn ends() -> impl Strategy<Value = Term> {
    let scalar = prop::sample::select(&SCALARS[..]);
    (prop::option::weighted(0.8, scalar), -1_i64..3).prop_map(|(scalar, c)| match scalar {
        Some(scalar) if c == 0 => v(scalar),
        Some(scalar) => Term::add(v(scalar), n(c)),
        None => n(c),
    })
}

fn value(t: &Term, scalars: &BTreeMap<&str, i64>) -> i64 {
    use hornbook_horn::linear::Linear;
    let form = Linear::from_term(t).expect("a sum");
    let of = |x: &Var| scalars[x.name.as_ref() as &str];
    let sum: i64 = form.coeffs().iter().map(|(x, c)| c.to_i64().expect("small") * of(x)).sum();
    sum + form.constant_part().to_i64().expect("small")
}

proptest! {
    /// The order of ends, and disjointness in a lane, hold for all values of the scalars that satisfy the
    /// invariant.
    #[test]
    fn pictures_are_true(
        order in prop::collection::vec((ends(), ends()), 0..4),
        ranges in prop::collection::vec((ends(), ends()), 1..4),
    ) {
        let facts = ranges.iter().enumerate().map(|(m, (a, b))| filled(a.clone(), b.clone(), m as i64));
        let known = order.iter().map(|(a, b)| Term::le(a.clone(), b.clone()));
        let strips = make_strips(&known.chain(facts).collect::<Vec<_>>());
        let strip = &strips[0];
        prop_assert_eq!(strip.facts.len(), ranges.len());
        let own: Vec<(usize, usize)> = strip.facts.iter()
            .flat_map(|f| &f.ranges).filter_map(|r| Some((r.from?, r.to?))).collect();
        for at in 0..7_i64.pow(3) {
            let scalars: BTreeMap<&str, i64> =
                SCALARS.into_iter().zip([at % 7 - 3, at / 7 % 7 - 3, at / 49 - 3]).collect();
            if !order.iter().all(|(a, b)| value(a, &scalars) <= value(b, &scalars)) {
                continue;
            }
            let ticks: Vec<Vec<i64>> = strip.ticks.iter()
                .map(|t| t.before.iter().map(|end| value(end, &scalars)).collect()).collect();
            for (b, tick) in ticks.iter().enumerate() {
                prop_assert!(tick.iter().all(|end| *end == tick[0]), "one tick");
                for (a, left) in ticks[..b].iter().enumerate() {
                    let said = strip.unordered.contains(&(a, b))
                        || own.contains(&(a, b));
                    prop_assert!(said || left[0] <= tick[0], "{}", drawn(strip));
                }
            }
            let cells = |fact: &StripFact| {
                let end = |tick: Option<usize>| ticks[tick.expect("an end")][0];
                end(fact.ranges[0].from)..end(fact.ranges[0].to)
            };
            for (m, fact) in strip.facts.iter().enumerate() {
                for other in strip.facts[..m].iter().filter(|other| other.lane == fact.lane) {
                    let (one, two) = (cells(fact), cells(other));
                    prop_assert!(!one.clone().any(|k| two.contains(&k)), "{}", drawn(strip));
                }
            }
        }
    }
}
