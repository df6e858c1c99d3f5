//! An evaluated sum or count with the variables that say what is known of it, and how two of them are related.

use super::MOST_CELLS;
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Lambda, Name};
use hornbook_lang::rewrite::{build, substitute};
use std::collections::BTreeMap;

/// An evaluation of a sum or a count, with the variables that say what is known of it.
#[derive(Clone)]
pub(super) struct KnownSummary {
    pub array: String,
    /// The contribution of a cell.
    pub cell: Contribution,
    /// Values of the variables that the contribution speaks of, when it was evaluated: each with its copy.
    pub copies: Vec<(String, String)>,
    pub lo: String,
    pub hi: String,
    pub value: String,
    /// The variable that says whether it is still about the cells of the array.
    pub valid: String,
}

/// The contribution of a cell to a summary.
#[derive(Clone)]
pub(super) enum Contribution {
    /// Its value.
    Value,
    /// One, if the formula holds of its value [`CELL`] and its index [`INDEX`].
    OneIf(Expr),
}

impl Contribution {
    /// The contribution to a count with a formula.
    pub(super) fn from_formula(formula: &Lambda) -> Contribution {
        let params = formula.params.iter().map(|param| param.text.clone());
        let map = params.zip([build::name(CELL), build::name(INDEX)]).collect();
        let mut holds = formula.body.clone();
        substitute(&mut holds, &map);
        Contribution::OneIf(holds)
    }

    pub(super) fn is_same(&self, other: &Contribution) -> bool {
        match (self, other) {
            (Contribution::Value, Contribution::Value) => true,
            (Contribution::OneIf(one), Contribution::OneIf(other)) => build::same(one, other),
            _ => false,
        }
    }
}

impl KnownSummary {
    /// The contribution of a cell with this value.
    pub(super) fn contribution(&self, value: Expr, index: Expr) -> Expr {
        match &self.cell {
            Contribution::Value => value,
            Contribution::OneIf(formula) => {
                let copies = self.copies.iter().map(|(of, copy)| (of.clone(), build::name(copy)));
                let mut map: BTreeMap<String, Expr> = copies.collect();
                map.extend([(CELL.to_owned(), value), (INDEX.to_owned(), index)]);
                let mut holds = formula.clone();
                substitute(&mut holds, &map);
                choose(holds, number(1), number(0))
            }
        }
    }

    /// The contribution of the cell at an index, as it is now.
    pub(super) fn now(&self, index: &Expr) -> Expr {
        self.contribution(cell(&self.array, index), index.clone())
    }

    /// The contributions of so many cells from an index on.
    pub(super) fn cells(&self, from: &Expr, count: i64) -> Option<Expr> {
        let cells = (0..count).map(|k| self.now(&build::plus(from.clone(), k)));
        cells.reduce(|sum, next| build::binary(BinaryOp::Add, sum, next))
    }

    /// Whether it is about the same cells and the same formula as another one, if variables of that have equal values.
    pub(super) fn is_about_the_same(&self, other: &KnownSummary) -> bool {
        self.array == other.array && self.cell.is_same(&other.cell)
    }
}

/// Summaries of two arrays have one value if the cells of the range have.
pub(super) fn equal_where_cells_are(old: &KnownSummary, new: &KnownSummary) -> Expr {
    let [lo, hi, value] = [&new.lo, &new.hi, &new.value].map(|name| build::name(name));
    let [low, high, known] = [&old.lo, &old.hi, &old.value].map(|name| build::name(name));
    let args = vec![build::name(&old.array), build::name(&new.array), lo.clone(), hi.clone()];
    let name = Name { text: "bound_eq".to_owned(), span: Span::default() };
    let same_cells = build::expr(ExprKind::Call { name, args, lambda: None });
    let when = [old.valid_for(new), equal(lo, low), equal(hi, high), same_cells];
    implies(and(when), equal(value, known))
}

/// The values of a summary by an earlier one, each with the condition for it.
pub(super) fn relations(old: &KnownSummary, new: &KnownSummary) -> Vec<(Expr, Expr)> {
    let [lo, hi, value] = [&new.lo, &new.hi, &new.value].map(|name| build::name(name));
    let [low, high, known] = [&old.lo, &old.hi, &old.value].map(|name| build::name(name));
    let is = |sum: Expr| equal(value.clone(), sum);
    let (same_lo, same_hi) = (equal(lo.clone(), low.clone()), equal(hi.clone(), high.clone()));
    let mut all = vec![(and([same_lo.clone(), same_hi.clone()]), is(known.clone()))];
    for count in 1..=MOST_CELLS {
        let after = |from: &Expr| build::plus(from.clone(), count);
        let is_range = |from: &Expr, to: &Expr| compare(from.clone(), CompareOp::Le, to.clone());
        let mut relate = |ends: [Expr; 3], op, from: &Expr| {
            let Some(cells) = new.cells(from, count) else { return };
            all.push((and(ends), is(build::binary(op, known.clone(), cells))));
        };
        let (old_range, new_range) = (is_range(&low, &high), is_range(&lo, &hi));
        relate(
            [same_lo.clone(), equal(hi.clone(), after(&high)), old_range.clone()],
            BinaryOp::Add,
            &high,
        );
        relate(
            [same_lo.clone(), equal(high.clone(), after(&hi)), new_range.clone()],
            BinaryOp::Sub,
            &hi,
        );
        relate([same_hi.clone(), equal(low.clone(), after(&lo)), old_range], BinaryOp::Add, &lo);
        relate([same_hi.clone(), equal(lo.clone(), after(&low)), new_range], BinaryOp::Sub, &low);
    }
    all
}

/// The values of a summary by two earlier ones: of two parts, or of the whole and the other part.
pub(super) fn relations_to_two(
    one: &KnownSummary,
    other: &KnownSummary,
    new: &KnownSummary,
) -> Vec<(Expr, Expr)> {
    let ends = |of: &KnownSummary| [build::name(&of.lo), build::name(&of.hi)];
    let value = |of: &KnownSummary| build::name(&of.value);
    let meet = |first: &KnownSummary, second: &KnownSummary, whole: &KnownSummary| {
        let ([a, b], [c, d], [lo, hi]) = (ends(first), ends(second), ends(whole));
        let ordered = [
            compare(a.clone(), CompareOp::Le, b.clone()),
            compare(c.clone(), CompareOp::Le, d.clone()),
        ];
        and([equal(a, lo), equal(b, c), equal(d, hi)].into_iter().chain(ordered))
    };
    let sum = |first, second| build::binary(BinaryOp::Add, value(first), value(second));
    vec![
        (meet(one, other, new), equal(value(new), sum(one, other))),
        (meet(one, new, other), equal(value(other), sum(one, new))),
        (meet(new, one, other), equal(value(other), sum(new, one))),
    ]
}

impl KnownSummary {
    /// Whether it is known, and about the same formula as a new one.
    pub(super) fn valid_for(&self, new: &KnownSummary) -> Expr {
        let pairs = self.copies.iter().zip(&new.copies);
        let same = pairs.map(|((_, own), (_, other))| equal(build::name(own), build::name(other)));
        and(std::iter::once(build::name(&self.valid)).chain(same))
    }
}

/// Names in formulas that no program has: the value and the index of a cell, and what is counted.
pub(super) const CELL: &str = "$cell";
pub(super) const INDEX: &str = "$index";
pub(super) const COUNTED: &str = "$counted";

pub(super) fn cell(array: &str, index: &Expr) -> Expr {
    build::expr(ExprKind::Index(Box::new(build::name(array)), Box::new(index.clone())))
}

pub(super) fn number(n: i64) -> Expr {
    build::int(&Int::from(n))
}

pub(super) fn compare(left: Expr, op: CompareOp, right: Expr) -> Expr {
    build::compare(left, op, right)
}

pub(super) fn equal(left: Expr, right: Expr) -> Expr {
    build::compare(left, CompareOp::Eq, right)
}

pub(super) fn not_equal(left: Expr, right: Expr) -> Expr {
    build::compare(left, CompareOp::Ne, right)
}

pub(super) fn minus(left: Expr, right: Expr) -> Expr {
    build::binary(BinaryOp::Sub, left, right)
}

pub(super) fn implies(when: Expr, then: Expr) -> Expr {
    build::binary(BinaryOp::Implies, when, then)
}

/// All of them; there is at least one.
pub(super) fn and(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let all = parts.into_iter().fold(None, |all, part| Some(build::and(all, part)));
    all.unwrap_or_else(|| build::truth(true))
}

pub(super) fn choose(cond: Expr, then: Expr, els: Expr) -> Expr {
    build::expr(ExprKind::Ite(Box::new(cond), Box::new(then), Box::new(els)))
}
