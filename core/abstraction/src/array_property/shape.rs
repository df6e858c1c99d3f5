//! The reads of a quantified condition: each cell by index maps `±x + t` of the quantified variables.

use super::super::ackermann::cell;
use super::{PartialReason, Universal};
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Names, Node, Op, Sort, Term, Var};
use std::collections::BTreeSet;

/// `±x + t`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    minus: bool,
    offset: Linear,
}

impl Map {
    pub(crate) fn identity() -> Map {
        Map { minus: false, offset: Linear::default() }
    }

    fn signed(minus: bool, f: &Linear) -> Linear {
        if minus { f.scale(&Int::MINUS_ONE) } else { f.clone() }
    }

    /// `x -> self(other(x))`
    pub(crate) fn after(&self, other: &Map) -> Map {
        let offset = Map::signed(self.minus, &other.offset).add(&self.offset);
        Map { minus: self.minus != other.minus, offset }
    }

    pub(crate) fn inverse(&self) -> Map {
        let offset = Map::signed(!self.minus, &self.offset);
        Map { minus: self.minus, offset }
    }

    pub(crate) fn apply(&self, x: &Term) -> Term {
        let offset = self.offset.to_term();
        let plain =
            || if self.minus { Term::sub(offset, x.clone()) } else { Term::add(x.clone(), offset) };
        match Linear::from_term(x) {
            Some(x) => Map::signed(self.minus, &x).add(&self.offset).to_term(),
            None if self.offset == Linear::default() && !self.minus => x.clone(),
            None => plain(),
        }
    }
}

/// A cell that a condition reads: the array, and for each dimension which variable gives the index,
/// and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellRead {
    pub(crate) array: Var,
    pub(crate) indices: Vec<(usize, Map)>,
}

/// A condition with its reads.
pub(crate) struct ConditionShape {
    pub(crate) vars: Vec<Var>,
    /// The body with variables instead of reads at fixed indices.
    pub(crate) body: Term,
    pub(crate) reads: Vec<CellRead>,
    /// All arrays, also those with other uses.
    pub(crate) arrays: BTreeSet<Var>,
    pub(crate) gap: Option<PartialReason>,
}

/// The variables that stand for reads at fixed indices, the same in all conditions.
pub(crate) struct Fixed {
    pub(crate) names: Names,
    pub(crate) reads: Vec<(Term, Var)>,
}

impl Fixed {
    pub(crate) fn name(&mut self, read: &Term) -> Term {
        if let Some((_, v)) = self.reads.iter().find(|(known, _)| known == read) {
            return Term::var(v);
        }
        let v = self.names.fresh(&Var::new("cell", read.sort()));
        self.reads.push((read.clone(), v.clone()));
        Term::var(&v)
    }

    /// Puts the named reads back.
    pub(crate) fn unnamed(&self, t: &Term) -> Term {
        let back = self.reads.iter().map(|(t, v)| (v.clone(), t.clone())).collect();
        t.subst(&back)
    }
}

impl ConditionShape {
    pub(crate) fn from_universal(
        u: &Universal,
        whole: &BTreeSet<Var>,
        fixed: &mut Fixed,
    ) -> ConditionShape {
        let mut shape = ConditionShape {
            vars: u.vars.clone(),
            body: u.body.clone(),
            reads: vec![],
            arrays: u.body.free_vars().into_iter().filter(|v| v.sort.is_array()).collect(),
            gap: None,
        };
        shape.body = shape.name_fixed(&u.body, fixed);
        let body = shape.body.clone();
        if body.has_quantifier() {
            shape.gap = Some(PartialReason::Nesting);
        }
        if u.vars.iter().any(|v| v.sort != Sort::Int) {
            shape.gap = Some(PartialReason::Shape);
        }
        if !shape.arrays.is_disjoint(whole) {
            shape.gap = Some(PartialReason::Whole);
        }
        shape.collect(&body);
        if !shape.is_pointwise() && !shape.is_line() {
            shape.gap = shape.gap.or(Some(PartialReason::Index));
        }
        shape
    }

    /// Names the reads at fixed indices.
    fn name_fixed(&self, t: &Term, fixed: &mut Fixed) -> Term {
        if t.has_quantifier() {
            return t.clone();
        }
        let is_fixed = !self.vars.iter().any(|v| t.mentions(v));
        if is_fixed && t.as_app(Op::Select).is_some() && !t.sort().is_array() {
            return fixed.name(t);
        }
        t.map_children(|c| self.name_fixed(c, fixed))
    }

    fn collect(&mut self, t: &Term) {
        if let Some((array, indices)) = cell(t) {
            let maps: Option<Vec<_>> = indices.iter().map(|i| self.index_map(i)).collect();
            match maps {
                Some(indices) => {
                    let read = CellRead { array: array.clone(), indices };
                    if !self.reads.contains(&read) {
                        self.reads.push(read);
                    }
                }
                None => {
                    self.gap = self.gap.or(Some(PartialReason::Index));
                    indices.into_iter().for_each(|i| self.collect(i));
                }
            }
            return;
        }
        match t.node() {
            Node::App(_, args) | Node::Pred(_, args) => {
                for arg in args {
                    if arg.as_var().is_some_and(|v| v.sort.is_array()) {
                        self.gap = self.gap.or(Some(PartialReason::Index));
                    }
                    self.collect(arg);
                }
            }
            Node::Quant(_, _, body) => self.collect(body),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }

    pub(crate) fn index_map(&self, index: &Term) -> Option<(usize, Map)> {
        let form = Linear::from_term(index)?;
        let mut used = (0..self.vars.len()).filter(|&n| !form.coeff(&self.vars[n]).is_zero());
        let (n, None) = (used.next()?, used.next()) else { return None };
        let minus = (-&form.coeff(&self.vars[n])).is_one();
        let is_unit = minus || form.coeff(&self.vars[n]).is_one();
        let offset = form.replace(&self.vars[n], &Linear::default());
        is_unit.then_some((n, Map { minus, offset }))
    }

    /// Whether each read has all variables, in order, as its indices.
    pub(crate) fn is_pointwise(&self) -> bool {
        let in_order = |r: &CellRead| r.indices.iter().map(|(n, _)| *n).eq(0..self.vars.len());
        self.reads.iter().all(in_order)
    }

    /// Whether each read has one index.
    fn is_line(&self) -> bool {
        self.reads.iter().all(|r| r.indices.len() == 1)
    }

    /// The dimensions of its cells.
    pub(crate) fn dimensions(&self) -> usize {
        if self.is_pointwise() { self.vars.len() } else { 1 }
    }

    /// The body with `value` for each read.
    pub(crate) fn with_values(&self, t: &Term, value: &impl Fn(&Var, &Term) -> Term) -> Term {
        match cell(t) {
            Some((array, _)) => value(array, t),
            None => t.map_children(|c| self.with_values(c, value)),
        }
    }
}
