//! Tuples over the sets of several calls (T Algorithm 5), without tuples of contradicting guards.
//!
//! An instance of an abstraction that does not have each value of each cell says something only where its
//! guard holds. The guards of two components may contradict each other, as where the slice before an index
//! is empty in one array and not in the other one. A tuple of both says nothing, and there may be
//! exponentially many of them. It is false whatever the variables are, so no proof of completeness speaks of it.
//! Where sets are cut, or would have to be on the way, nothing is left out: a set that lacks more than such tuples is seen
//! by its size, `ELEMENTS`.

use super::{ELEMENTS, Instantiation, combinations, joined};
use crate::facts::Facts;
use crate::sigma::{Sigma, Value};
use hornbook_horn::Term;
use hornbook_horn::fold::fold;

/// The most elements with guards that are compared with each other.
const GUARDED: usize = 128;
/// The most prefixes of tuples: some cannot be extended.
const BEGINNINGS: usize = 4 * ELEMENTS;

/// The tuples that take one element of each set, as many as are allowed; the first set varies slowest.
pub(super) fn tuples(
    parts: &[Sigma],
    exprs: &[Value],
    sets: &[&[Instantiation]],
) -> Vec<Instantiation> {
    let all = parts.iter().zip(exprs).zip(sets);
    let guards: Vec<Vec<Option<Guard>>> =
        all.map(|((part, expr), set)| Guard::all(part, expr, set)).collect();
    let several = guards.iter().filter(|set| set.iter().any(Option::is_some)).count() > 1;
    let is_cut = sets.iter().any(|set| set.len() >= ELEMENTS);
    if is_cut || !several || guards.iter().flatten().flatten().count() > GUARDED {
        return combinations(sets);
    }
    let mut chosen: Vec<Vec<usize>> = vec![vec![]];
    for (j, set) in sets.iter().enumerate() {
        let fits = |begun: &Vec<usize>, n: usize| {
            let Some(new) = &guards[j][n] else { return true };
            let before = begun.iter().enumerate().filter_map(|(j, n)| guards[j][*n].as_ref());
            before.into_iter().all(|old| !old.contradicts(new))
        };
        let longer = chosen.iter().flat_map(|begun| {
            let fits = &fits;
            let next = (0..set.len()).filter(move |n| fits(begun, *n));
            next.map(|n| begun.iter().copied().chain([n]).collect())
        });
        chosen = longer.take(BEGINNINGS + 1).collect();
        if chosen.len() > BEGINNINGS {
            return combinations(sets);
        }
    }
    if chosen.is_empty() {
        return combinations(sets).into_iter().take(1).collect();
    }
    let tuple = |chosen: &Vec<usize>| {
        joined(sets.iter().zip(chosen).map(|(set, n)| set[*n].clone()).collect())
    };
    chosen.iter().take(ELEMENTS).map(tuple).collect()
}

/// The guard of an instance.
struct Guard {
    formula: Term,
    facts: Facts,
}

impl Guard {
    /// The guards of a set's elements, as far as they are about numbers.
    fn all(part: &Sigma, expr: &Value, set: &[Instantiation]) -> Vec<Option<Guard>> {
        let guard = |element: &Instantiation| {
            let formula = fold(&part.formula(&element.sharp, &element.q, expr));
            let formula = Term::and(formula.conjuncts().into_iter().filter(|c| !c.has_array()));
            let facts = || Facts::from_formulas([&formula]).with_sums();
            (!formula.is_true()).then(|| Guard { facts: facts(), formula: formula.clone() })
        };
        match set.len() > 1 && part.lacks_values() {
            true => set.iter().map(guard).collect(),
            false => set.iter().map(|_| None).collect(),
        }
    }

    fn contradicts(&self, other: &Guard) -> bool {
        let excludes = |a: &Guard, b: &Guard| a.facts.decide(&b.formula) == Some(false);
        excludes(self, other) || excludes(other, self)
    }
}
