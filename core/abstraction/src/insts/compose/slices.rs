//! The cells at which formulas over cells, such as slices, are instantiated (T Examples 13 and 16).
//!
//! A formula may have abstract values of some cells only: a slice has those of the cells within its bounds.
//! An instance at another cell says nothing. So where no relevant cell certainly has a value, the formula is
//! also instantiated at the *ends* of its slices: the first cell, or where there is none the last one, lies
//! in a slice unless it is empty. Any cells are sound.
//!
//! With one cell for each of several formulas, as in `slice(i)`, each has cells of its own, without those
//! that certainly have no value of it. These say nothing where the context is false, so nothing is lost.
//! Where a goal says that a cell lies in a slice, or that the slice is empty, only the former is about the
//! cell.

use super::super::{Algorithm, Call, ELEMENTS, Instantiation, cell_at, combinations};
use super::Composition;
use crate::array_property::validity::is_valid;
use crate::facts::Facts;
use crate::sigma::{Finite, Sigma, Value};
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Op, Subst, Term, Var};

/// The cells for a composition of formulas with cells, if the formulas need others than the relevant ones in
/// `found`.
pub(super) fn places(
    both: Composition<'_>,
    found: &Call,
    facts: &Facts,
) -> Option<Vec<Instantiation>> {
    let formulas = formulas(both)?;
    let Value::Leaf(array) = both.expr else { return None };
    let (keys, any) = keys(found)?;
    if formulas.iter().all(|f| pins(f).is_none() && ends(f).is_empty()) {
        return None;
    }
    let alone = formulas.len() == 1;
    let lists: Vec<Vec<Instantiation>> = formulas
        .iter()
        .map(|f| Slices { formula: f, facts, alone }.cells(&keys, any))
        .map(|cells| cells.into_iter().map(|k| cell_at(array, k)).collect())
        .collect();
    match lists.as_slice() {
        [only] if alone => Some(only.clone()),
        _ => Some(combinations(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>())),
    }
}

/// Leaves out values that certainly are none of the intermediate cells, where each formula has a cell of its
/// own. At least one stays.
pub(super) fn leave_out_impossible(
    both: Composition<'_>,
    between: &Instantiation,
    facts: &Facts,
    set: &mut Vec<Instantiation>,
) {
    // The size shows whether a set was cut.
    if set.len() >= ELEMENTS || formulas(both).is_none_or(|formulas| formulas.len() <= 1) {
        return;
    }
    let possible = |i: &Instantiation| {
        let formula = fold(&both.second.formula(&i.sharp, &i.q, &between.sharp));
        facts.decide(&formula) != Some(false) && !is_valid(&[], &Term::not(formula))
    };
    if set.iter().any(possible) {
        set.retain(possible);
    }
}

/// The only indices for which `second ⊙ first` has abstract values, if the formula says so: then
/// it is finite although cells are not (T Def. 28).
pub fn pinned_indices(second: &Sigma, first: &Sigma) -> Option<Vec<Term>> {
    let (Sigma::Finite(finite), Sigma::Cell) = (second, first) else { return None };
    pins(finite)
}

/// The indices that each case of a formula fixes.
fn pins(finite: &Finite) -> Option<Vec<Term>> {
    let [k, _] = finite.params.as_slice() else { return None };
    let pin = |when: &Term| {
        when.conjuncts().iter().find_map(|c| {
            let [a, b] = c.as_app(Op::Eq)? else { return None };
            let free = |t: &Term| finite.params.iter().all(|p| !t.mentions(p));
            match (a.as_var() == Some(k), b.as_var() == Some(k)) {
                (true, _) if free(b) => Some(b.clone()),
                (_, true) if free(a) => Some(a.clone()),
                _ => None,
            }
        })
    };
    finite.cases.iter().map(|c| pin(&c.when)).collect()
}

/// The formulas of a composition with cells: one, or one for each of several cells.
fn formulas<'b>(both: Composition<'b>) -> Option<Vec<&'b Finite>> {
    match (both.second, both.first) {
        (part, Sigma::Cell) => of_one_cell(part).map(|formula| vec![formula]),
        (Sigma::Tuple(parts), Sigma::Power(base, n)) if **base == Sigma::Cell => {
            let formulas: Option<Vec<&Finite>> = parts.iter().map(of_one_cell).collect();
            formulas.filter(|formulas| formulas.len() == *n)
        }
        _ => None,
    }
}

fn of_one_cell(part: &Sigma) -> Option<&Finite> {
    match part {
        Sigma::Finite(formula) if formula.params.len() == 2 => Some(formula),
        _ => None,
    }
}

/// The indices of the cells of a call, and whether any would do.
fn keys(call: &Call) -> Option<(Vec<Term>, bool)> {
    match &call.algorithm {
        Algorithm::Cell { any, .. } => {
            let first = |i: &Instantiation| i.sharp.leaves().first().cloned();
            Some((call.set.iter().filter_map(first).collect(), *any))
        }
        Algorithm::Power { base } => keys(base),
        _ => None,
    }
}

/// One formula over a cell.
struct Slices<'s> {
    formula: &'s Finite,
    facts: &'s Facts,
    /// Whether it is the only formula.
    alone: bool,
}

impl Slices<'_> {
    /// The indices at which it is instantiated, at least one. `any` says whether all those found would do.
    fn cells(&self, found: &[Term], any: bool) -> Vec<Term> {
        if let Some(pinned) = pins(self.formula) {
            return pinned;
        }
        let ends = ends(self.formula);
        let mut cells: Vec<Term> = found.to_vec();
        if any && !ends.is_empty() {
            cells.clear();
        }
        if !self.alone {
            cells.retain(|k| self.may_have_value(k));
        }
        if !cells.iter().any(|k| self.settles(k)) {
            let more: Vec<Term> = ends.into_iter().filter(|k| !cells.contains(k)).collect();
            cells.extend(more);
        }
        if cells.is_empty() { found.to_vec() } else { cells }
    }

    /// Whether a cell may have an abstract value that depends on it, where the cell is mentioned.
    fn may_have_value(&self, k: &Term) -> bool {
        let whens = self.whens(k, true);
        let possible = |facts: &Facts| facts.decide(&whens) != Some(false);
        let mut cases = self.facts.cases(k).into_iter();
        possible(self.facts) && cases.all(|c| c.iter().any(|c| c.speaks && possible(&c.facts)))
    }

    /// Whether a cell certainly has an abstract value, unless there is one that depends on no cell.
    fn settles(&self, k: &Term) -> bool {
        let known = |facts: &Facts, when: &Term| facts.decide(when) == Some(true);
        let either = Term::or([self.whens(k, true), self.whens(k, false)]);
        let mut cases = self.facts.cases(k).into_iter();
        known(self.facts, &self.whens(k, true))
            || cases.any(|c| c.iter().all(|c| known(&c.facts, &either)))
    }

    /// The condition under which a cell has abstract values, those that depend on the cell or the others.
    fn whens(&self, k: &Term, dependent: bool) -> Term {
        let Some(index) = self.formula.params.first() else { return Term::bool(false) };
        let at = Subst::from([(index.clone(), k.clone())]);
        let whens = self.formula.cases.iter().map(|c| &c.when);
        let whens = whens.filter(|when| is_constant(self.formula, when) != dependent);
        Term::or(whens.map(|when| when.subst(&at)))
    }
}

/// Whether a condition mentions no cell, although it is not always true.
fn is_constant(formula: &Finite, when: &Term) -> bool {
    !when.is_true() && formula.params.iter().all(|p| !when.mentions(p))
}

/// The first cell within the bounds of each case or, where there is none, the last one.
fn ends(formula: &Finite) -> Vec<Term> {
    let Some(k) = formula.params.first() else { return vec![] };
    let mut out: Vec<Term> = vec![];
    for case in &formula.cases {
        let bounds: Vec<Bound> =
            case.when.conjuncts().iter().flat_map(|c| bounds(c, k, &formula.params)).collect();
        let side = |low: bool| bounds.iter().filter(move |b| b.low == low).map(|b| b.at.clone());
        let lows: Vec<Term> = side(true).collect();
        let mine = if lows.is_empty() { side(false).collect() } else { lows };
        let new: Vec<Term> = mine.into_iter().filter(|t| !out.contains(t)).collect();
        out.extend(new);
    }
    out
}

/// A bound of the indices of a slice.
struct Bound {
    low: bool,
    at: Term,
}

/// The bounds by a comparison of the index `k`, in terms that do not depend on the cell.
fn bounds(comparison: &Term, k: &Var, params: &[Var]) -> Vec<Bound> {
    let (form, both) = match Constraint::from_literal(comparison) {
        Some(Constraint::Le(form)) => (form, false),
        Some(Constraint::Eq(form)) => (form, true),
        _ => return vec![],
    };
    let rest = form.replace(k, &Linear::default());
    let fixed = params.iter().all(|p| rest.coeff(p).is_zero());
    let coefficient = form.coeff(k);
    // `k + rest <= 0` or `-k + rest <= 0`
    let (upper, lower) = (coefficient == Int::ONE, coefficient == Int::MINUS_ONE);
    if !fixed || !(upper || lower) {
        return vec![];
    }
    let at = if upper { rest.scale(&Int::MINUS_ONE) } else { rest }.to_term();
    let bound = |low| Bound { low, at: at.clone() };
    let lows = [true, false].into_iter().filter(|low| both || *low == lower);
    lows.map(bound).collect()
}
