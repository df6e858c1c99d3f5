//! Relevant cells against T Def. 27, by brute force.

use crate::support::finite::*;
use hornbook_abstraction::relevant::{Levels, TopReason};
use hornbook_abstraction::relevant_basic::relevant_basic;
use hornbook_abstraction::relevant_linked::relevant;
use hornbook_horn::{Op, Sort, Term, Var};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn scalars() -> Vec<Var> {
    vec![Var::int("i"), Var::int("x")]
}

/// A random formula over some arrays, with equalities between them among its parts.
fn random_omega(dice: &mut Dice, arrays: &[&str]) -> Term {
    let arrays = arrays.iter().map(|name| array(name)).collect();
    let mut random = Random { dice, arrays, scalars: scalars() };
    let mut parts = vec![];
    for _ in 0..1 + random.dice.below(4) {
        parts.push(match random.dice.below(3) {
            0 | 1 => {
                let (l, r) = (random.updated(), random.updated());
                let op = if random.dice.below(4) == 0 { Op::Ne } else { Op::Eq };
                Term::app(op, vec![l, r])
            }
            _ => random.formula(1),
        });
    }
    if random.dice.below(4) == 0 { Term::or(parts) } else { Term::and(parts) }
}

/// A random formula with quantified equations that move cells and values. Sums go round here, so
/// there is no order among its parts.
fn random_links(dice: &mut Dice) -> Term {
    let names = ["a", "b", "c"];
    let k = Var::int("q");
    let mut parts = vec![];
    for _ in 0..1 + dice.below(3) {
        let arrays = names.iter().map(|name| array(name)).collect();
        let mut random = Random { dice, arrays, scalars: scalars() };
        let shifted = |dice: &mut Dice, t: Term| match dice.below(3) {
            0 => t,
            by => Term::add(t, Term::int(by)),
        };
        parts.push(match random.dice.below(3) {
            0 => Term::eq(random.value(), random.index()),
            1 => Term::eq(random.updated(), random.updated()),
            _ => {
                let side = |dice: &mut Dice| {
                    let a = Term::var(&array(names[dice.below(3)]));
                    let index = shifted(dice, Term::var(&k));
                    shifted(dice, Term::select(a, index))
                };
                let (l, r) = (side(dice), side(dice));
                let equal = Term::eq(l, r);
                let guard = Term::app(Op::Ne, vec![Term::var(&k), Term::var(&Var::int("i"))]);
                let body = if dice.below(2) == 0 { equal } else { Term::implies(guard, equal) };
                Term::forall(vec![k.clone()], body)
            }
        });
    }
    Term::and(parts)
}

/// T Def. 27 for the cells with these indices: two arrays that agree on them are as good as each
/// other, in that if `ω` holds for the one, it can be made to hold for the other.
fn is_relevant(a: &Var, omega: &Term, paths: &[Vec<Term>]) -> bool {
    let mut slots = Slots::default();
    let searched = slots.slot(a);
    let omega_code = slots.compile(omega);
    let codes: Vec<Vec<Code>> =
        paths.iter().map(|p| p.iter().map(|i| slots.compile(i)).collect()).collect();
    let mut bound = BTreeSet::new();
    bound_vars(omega, &mut bound);
    let free = |s: &usize| *s != searched && !bound.contains(&slots.vars[*s]);
    let others: Vec<usize> = (0..slots.vars.len()).filter(free).collect();
    let arrays = size(&a.sort);
    let none = Relations::new();
    let mut world = World::new(&slots, &none);
    let satisfiable: Vec<bool> = (0..arrays)
        .map(|n| {
            world.values[searched] = n;
            !world.all(&others, &mut |w| !w.holds(&omega_code))
        })
        .collect();
    (0..arrays).all(|one| {
        world.values[searched] = one;
        world.all(&others, &mut |w| {
            if !w.holds(&omega_code) {
                return true;
            }
            let cells: Vec<Vec<usize>> =
                codes.iter().map(|p| p.iter().map(|c| w.eval(c)).collect()).collect();
            (0..arrays).all(|other| {
                let agree = cells.iter().all(|p| read(one, &a.sort, p) == read(other, &a.sort, p));
                !agree || satisfiable[other]
            })
        })
    })
}

fn read(array: usize, sort: &Sort, path: &[usize]) -> usize {
    match (sort, path) {
        (Sort::Array(element), [k, rest @ ..]) => {
            read(cell_of(array, *k, size(element)), element, rest)
        }
        _ => array,
    }
}

fn bound_vars(t: &Term, out: &mut BTreeSet<Var>) {
    use hornbook_horn::Node;
    match t.node() {
        Node::Quant(_, vars, body) => {
            out.extend(vars.iter().cloned());
            bound_vars(body, out);
        }
        Node::App(_, args) | Node::Pred(_, args) => args.iter().for_each(|a| bound_vars(a, out)),
        _ => {}
    }
}

fn dice() -> impl Strategy<Value = Dice> {
    prop::collection::vec(any::<u8>(), 96).prop_map(Dice::new)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// T Theorem 17 for Listing 5.6, with up to three arrays.
    #[test]
    fn cells_outside_the_set_do_not_matter(mut dice in dice(), three in any::<bool>()) {
        let names: &[&str] = if three { &["a", "b", "c"] } else { &["a", "b"] };
        set_n(if three { 2 } else { 3 });
        let omega = random_omega(&mut dice, names);
        let a = array("a");
        let (paths, top) = relevant_basic(&a, &omega).split();
        if top.is_some() {
            return Ok(());
        }
        prop_assert!(is_relevant(&a, &omega, &paths), "{} with {:?}", omega, paths);
    }

    /// The claim at the top of `completeness`: the same for the extended search.
    #[test]
    fn linked_cells_outside_the_set_do_not_matter(mut dice in dice(), links in any::<bool>()) {
        set_n(2 + usize::from(!links && dice.below(3) == 0));
        let omega = if links { random_links(&mut dice) } else { random_omega(&mut dice, &["a", "b"]) };
        let a = array("a");
        let call = relevant(&a, Levels::FIRST, &omega);
        let (paths, top) = call.split();
        if top.is_some() || !call.tree {
            return Ok(());
        }
        prop_assert!(is_relevant(&a, &omega, &paths), "{} with {:?}", omega, paths);
    }

    /// Where both searches give an answer without a `⊤`, they agree on formulas without quantifiers.
    #[test]
    fn the_extension_changes_nothing_that_was_understood(mut dice in dice()) {
        let omega = random_omega(&mut dice, &["a", "b", "c"]);
        let a = array("a");
        let (basic, basic_top) = relevant_basic(&a, &omega).split();
        let (linked, linked_top) = relevant(&a, Levels::FIRST, &omega).split();
        prop_assert_eq!(basic_top.is_none(), linked_top.is_none(), "{}", omega);
        let sorted = |paths: &[Vec<Term>]| -> BTreeSet<Vec<Term>> {
            paths.iter().cloned().collect()
        };
        prop_assert_eq!(sorted(&basic), sorted(&linked), "{}", omega);
    }
}

/// What the listing overlooks: equations that come back to the array.
#[test]
fn cycles_of_moved_cells_are_no_relevant_set() {
    set_n(2);
    let k = Var::int("k");
    let next = Term::add(Term::var(&k), Term::int(1));
    let at = |name: &str, i: &Term| Term::select(Term::var(&array(name)), i.clone());
    let all = |body: Term| Term::forall(vec![k.clone()], body);
    let itself = all(Term::eq(at("a", &Term::var(&k)), at("a", &next)));
    let moved = all(Term::eq(at("b", &Term::var(&k)), at("a", &next)));
    let twice =
        Term::and([moved.clone(), Term::eq(Term::var(&array("a")), Term::var(&array("b")))]);
    let a = array("a");
    for omega in [itself, twice] {
        assert!(!is_relevant(&a, &omega, &[]), "{omega}");
        let (_, top) = relevant(&a, Levels::FIRST, &omega).split();
        assert_eq!(top.map(|t| t.reason), Some(TopReason::Cycle), "{omega}");
    }
    let call = relevant(&a, Levels::FIRST, &moved);
    assert_eq!((call.found.len(), call.tree), (0, true));
}

/// `forall b: b == a ==> b[1] == 0` uses the cell 1 of `a`, which no search for `b` finds outside of
/// the quantifier.
#[test]
fn quantifiers_over_arrays_are_not_looked_into() {
    set_n(3);
    let (a, b) = (array("a"), array("b"));
    let read = Term::select(Term::var(&b), Term::int(1));
    let same = Term::eq(Term::var(&b), Term::var(&a));
    let omega = Term::forall(vec![b], Term::implies(same, Term::eq(read, Term::int(0))));
    assert!(!is_relevant(&a, &omega, &[]), "{omega}");
    for call in [relevant(&a, Levels::FIRST, &omega), relevant_basic(&a, &omega)] {
        let reason = call.split().1.map(|top| top.reason);
        assert_eq!(reason, Some(TopReason::BoundArray), "{omega}");
    }
}

/// Cells of arrays of arrays, whole rows that are equal, and rows that are written (2 by 2).
#[test]
fn cells_of_rows_against_the_definition() {
    set_n(2);
    let matrix = Var::new("m", Sort::array_of(Sort::int_array()));
    let m = Term::var(&matrix);
    let v = |name: &str| Term::var(&Var::int(name));
    let row = |i: &str| Term::select(m.clone(), v(i));
    let cell = |i: &str, j: &str| Term::select(row(i), v(j));
    let written = Term::store(m.clone(), v("i"), Term::store(row("i"), v("j"), v("x")));
    let other = Term::var(&Var::new("o", matrix.sort.clone()));
    let b = Term::var(&array("b"));
    let zero = |t: Term| Term::eq(t, Term::int(0));
    for (omega, expected) in [
        (zero(cell("i", "j")), "i j"),
        (Term::and([Term::eq(b.clone(), row("i")), zero(Term::select(b.clone(), v("j")))]), "i j"),
        (
            Term::and([
                Term::eq(other.clone(), written.clone()),
                zero(Term::select(Term::select(other.clone(), v("j")), v("i"))),
            ]),
            "j i",
        ),
        (
            Term::and([
                Term::eq(b.clone(), Term::select(written.clone(), v("k"))),
                zero(Term::select(b.clone(), v("x"))),
            ]),
            "k x",
        ),
        (Term::eq(written, other), ""),
        (Term::eq(row("i"), row("i")), ""),
    ] {
        let call = relevant(&matrix, Levels::all(2), &omega);
        let (paths, top) = call.split();
        assert!(top.is_none() && call.tree, "{omega}: {:?}", call.found);
        let shown: Vec<String> = paths
            .iter()
            .map(|p| p.iter().map(Term::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(shown.join(", "), expected, "{omega}");
        assert!(is_relevant(&matrix, &omega, &paths), "{omega}");
    }
    // Two rows of one matrix are compared: any cell of them matters.
    let rows = Term::eq(row("i"), row("j"));
    assert!(relevant(&matrix, Levels::all(2), &rows).split().1.is_some());
    let outer = relevant(&matrix, Levels::FIRST, &zero(cell("i", "j"))).split().0;
    assert_eq!(outer, [vec![v("i")]]);
}
