//! The check whether conditions can be satisfied at every coordinate without other constraints (D1 of
//! [`super::super::array_property`]).

use super::super::ackermann::cell;
use super::super::array_property::validity::Solvable;
use super::super::facts::Facts;
use super::cells::cell_of;
use super::classes::{CoordinateClasses, IndexPosition};
use super::{CellCondition, Var};
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, Op, Subst, Term};
use std::collections::BTreeMap;

/// The most values that are tried.
const TRIES: usize = 64;
/// The most nodes of the formula.
const SIZE: usize = 1_000;
/// The most conditions that are used.
const KNOWN: usize = 20;

/// Whether all conditions of a group, each with its number, are about one tuple of coordinates, and for
/// every tuple some values of the cells there satisfy them. Coordinates in `read` do not matter.
pub(super) fn is_solvable(
    group: &[(usize, &CellCondition)],
    classes: &CoordinateClasses,
    read: &BTreeMap<usize, Vec<Term>>,
    definitions: &BTreeMap<Var, Term>,
    plain: &[Term],
) -> bool {
    search(group, classes, read, definitions, plain).is_some()
}

fn search(
    group: &[(usize, &CellCondition)],
    classes: &CoordinateClasses,
    read: &BTreeMap<usize, Vec<Term>>,
    definitions: &BTreeMap<Var, Term>,
    plain: &[Term],
) -> Option<()> {
    let (first, condition) = group.first()?;
    let of = |n: usize, v: usize| Some(classes.class_of(&IndexPosition::Bound(n, v))?.0);
    let tuple: Vec<usize> =
        (0..condition.universal.vars.len()).map(|v| of(*first, v)).collect::<Option<_>>()?;
    let taken = group.iter().flat_map(|(_, c)| {
        c.universal.body.free_vars().into_iter().chain(c.universal.vars.iter().cloned())
    });
    let taken = taken.chain(definitions.values().flat_map(Term::free_vars));
    let taken = taken.chain(read.values().flatten().flat_map(Term::free_vars));
    let mut names = Names::avoiding(taken.chain(plain.iter().flat_map(Term::free_vars)));
    let coordinates: Vec<Term> =
        tuple.iter().map(|_| Term::var(&names.fresh(&Var::int("z")))).collect();
    let mut all = vec![];
    for (n, condition) in group {
        let vars = &condition.universal.vars;
        if condition.gap.is_some() || vars.len() != tuple.len() {
            return None;
        }
        let mut at = Subst::new();
        for (v, z) in coordinates.iter().enumerate() {
            let (class, map) = classes.class_of(&IndexPosition::Bound(*n, v))?;
            if class != tuple[v] || classes.clashes(&IndexPosition::Bound(*n, v)) {
                return None;
            }
            at.insert(vars[v].clone(), map.inverse().apply(z));
        }
        all.push(condition.universal.body.subst(&at));
    }
    let body = Term::and(all);
    let known: Vec<Term> = plain
        .iter()
        .filter(|c| !c.has_array() && !c.has_quantifier())
        .take(KNOWN)
        .cloned()
        .collect();
    // A cell outside of the sets has a coordinate outside of one of them.
    let outside = coordinates.iter().zip(&tuple).all(|(z, class)| {
        let other = |t: &Term| Term::app(Op::Ne, vec![z.clone(), t.clone()]);
        let others = read.get(class).into_iter().flatten().map(other);
        let known: Vec<Term> = others.chain(known.iter().cloned()).collect();
        let mut values = CellReads {
            definitions,
            facts: Facts::from_formulas(&known),
            seen: vec![],
            names: names.clone(),
        };
        let Some(body) = values.put(&body) else { return false };
        let vars: Vec<Var> = values.seen.iter().map(|(_, v)| v.clone()).collect();
        Solvable { known: &known, tries: TRIES }.by_terms(&body, &vars)
    });
    outside.then_some(())
}

/// The variables in the place of cells.
struct CellReads<'d> {
    definitions: &'d BTreeMap<Var, Term>,
    facts: Facts,
    seen: Vec<(Term, Var)>,
    names: Names,
}

impl CellReads<'_> {
    /// The term with variables; `None` if an array is read at two positions, or the term grows.
    fn put(&mut self, t: &Term) -> Option<Term> {
        if t.size() > SIZE {
            return None;
        }
        if let Some((array, indices)) = cell(t) {
            if let Some(made) = self.definitions.get(array) {
                let indices: Vec<Term> = indices.into_iter().cloned().collect();
                let made = cell_of(made, &indices);
                return self.put(&fold(&self.facts.settle(&made)));
            }
            if let Some((_, v)) = self.seen.iter().find(|(known, _)| known == t) {
                return Some(Term::var(v));
            }
            if self.seen.iter().any(|(known, _)| cell(known).is_some_and(|(a, _)| a == array)) {
                return None;
            }
            let v = self.names.fresh(&Var::new(&array.name, t.sort()));
            self.seen.push((t.clone(), v.clone()));
            return Some(Term::var(&v));
        }
        let mut whole = true;
        let out = t.map_children(|c| {
            self.put(c).unwrap_or_else(|| {
                whole = false;
                c.clone()
            })
        });
        whole.then_some(out)
    }
}
