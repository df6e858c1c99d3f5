//! Farkas multipliers: short certificates that linear comparisons contradict each other.
//!
//! By Farkas' lemma comparisons without a rational solution add up, with suitable multipliers, to
//! `0 < 0`. Linear programming proposes multipliers with a small sum; they are made fractions again
//! and added up exactly. Where that fails the exact simplex gives them.
#![allow(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    reason = "proposals only: all that is taken over is exact"
)]

use crate::simplex::{BoundReason, Side, Simplex};
use crate::tableau::{Combination, TVar};
use good_lp::{Expression, ProblemVariables, Solution, SolverModel, variable};
use hornbook_base::{Budget, Int, Rat};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::term::{Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The largest denominator of a multiplier that is read from a float.
const DENOMINATOR: i64 = 10_000;

/// The most comparisons for which a proposal is worth its time.
const MAX_ROWS: usize = 300;

/// A comparison `form <= 0`, or `form = 0`.
struct LinearConstraint {
    form: Linear,
    equation: bool,
}

/// Multipliers with which comparisons add up to `n <= 0` for a positive `n`, by the number of the
/// comparison and without zeros: positive ones, for equations also negative ones. A comparison
/// `a <= b` counts as `a - b <= 0`, and `a < b` as `a - b + 1 <= 0`.
///
/// `None` if they have a common rational solution, if one is not a linear `<`, `<=`, `=`, `>=`, `>`
/// or the negation of an inequality, or if the budget ran out. To ask whether comparisons imply
/// another one, add its negation.
pub fn farkas(comparisons: &[Term], budget: &mut Budget) -> Option<Vec<(usize, Int)>> {
    let row = |t: &Term| match Constraint::from_literal(t)? {
        Constraint::Le(form) => Some(LinearConstraint { form, equation: false }),
        Constraint::Eq(form) => Some(LinearConstraint { form, equation: true }),
        _ => None,
    };
    let rows: Vec<LinearConstraint> = comparisons.iter().map(row).collect::<Option<_>>()?;
    propose(&rows)
        .and_then(|multipliers| whole(&multipliers))
        .filter(|multipliers| contradict(&rows, multipliers))
        .or_else(|| exact(&rows, budget))
}

/// Whether the rows add up to a contradiction.
fn contradict(rows: &[LinearConstraint], multipliers: &[(usize, Int)]) -> bool {
    let mut sum = Linear::constant(0);
    for (i, m) in multipliers {
        let Some(row) = rows.get(*i).filter(|row| row.equation || !m.is_negative()) else {
            return false;
        };
        sum = sum.add_scaled(&row.form, m);
    }
    sum.as_constant().is_some_and(Int::is_positive)
}

/// Multipliers as floats: the forms cancel, the constants add up to one, the sum is least.
fn propose(rows: &[LinearConstraint]) -> Option<Vec<f64>> {
    if rows.len() > MAX_ROWS {
        return None;
    }
    let mut problem = ProblemVariables::new();
    // The multiplier of an equation is the difference of two.
    let parts: Vec<_> = rows
        .iter()
        .map(|row| {
            let negative = row.equation.then(|| problem.add(variable().min(0)));
            (problem.add(variable().min(0)), negative)
        })
        .collect();
    let mut cost = Expression::from(0.0);
    let mut constants = Expression::from(-1.0);
    let mut sums: BTreeMap<&Var, Expression> = BTreeMap::new();
    for (row, (plus, minus)) in rows.iter().zip(&parts) {
        let mut multiplier = Expression::from(*plus);
        cost += *plus;
        if let Some(minus) = minus {
            multiplier -= *minus;
            cost += *minus;
        }
        constants += multiplier.clone() * row.form.constant_part().to_f64_lossy();
        for (v, c) in row.form.coeffs() {
            *sums.entry(v).or_default() += multiplier.clone() * c.to_f64_lossy();
        }
    }
    let mut model = good_lp::microlp(problem.minimise(cost));
    for sum in sums.into_values().chain([constants]) {
        model.add_constraint(sum.eq(0.0));
    }
    let solution = model.solve().ok()?;
    let value = |(plus, minus): &(_, Option<_>)| {
        solution.value(*plus) - minus.map_or(0.0, |minus| solution.value(minus))
    };
    Some(parts.iter().map(value).collect())
}

/// The integer multiples of floats, as near as small denominators allow; without zeros.
fn whole(multipliers: &[f64]) -> Option<Vec<(usize, Int)>> {
    let fractions: Vec<Rat> = multipliers.iter().map(|&x| fraction(x)).collect::<Option<_>>()?;
    let scale = fractions.iter().fold(Int::ONE, |m, q| m.lcm(q.den()));
    let scaled = fractions.iter().map(|q| (q.num() * &scale).div_floor(q.den()));
    Some(scaled.enumerate().filter(|(_, m)| !m.is_zero()).collect())
}

/// The fraction with a small denominator that is near a float: the last convergent of its
/// continued fraction that has one.
fn fraction(x: f64) -> Option<Rat> {
    let limit = Int::from(DENOMINATOR);
    let (mut before, mut last) = ((Int::ZERO, Int::ONE), (Int::ONE, Int::ZERO));
    let mut rest = x;
    loop {
        let digit = Int::from_f64_rounded(rest.floor())?;
        let next = (&digit * &last.0 + &before.0, &digit * &last.1 + &before.1);
        if next.1 > limit {
            break;
        }
        (before, last) = (last, next);
        let gap = rest - rest.floor();
        if gap < 1e-9 {
            break;
        }
        rest = gap.recip();
    }
    Rat::new(last.0, last.1)
}

/// Multipliers by the exact simplex.
fn exact(rows: &[LinearConstraint], budget: &mut Budget) -> Option<Vec<(usize, Int)>> {
    let vars: BTreeSet<&Var> = rows.iter().flat_map(|row| row.form.coeffs().keys()).collect();
    let mut simplex = Simplex::default();
    let columns: BTreeMap<&Var, TVar> =
        vars.into_iter().map(|v| (v, simplex.new_var(Combination::new()))).collect();
    for (i, row) in rows.iter().enumerate() {
        let form: Combination =
            row.form.coeffs().iter().map(|(v, c)| (columns[v], c.clone())).collect();
        let bound = -row.form.constant_part().clone();
        if form.is_empty() {
            let m = if row.form.constant_part().is_negative() { Int::MINUS_ONE } else { Int::ONE };
            let alone = vec![(i, m)];
            if contradict(rows, &alone) {
                return Some(alone);
            }
            continue;
        }
        let v = simplex.new_var(form);
        let sides = if row.equation { &[Side::Upper, Side::Lower][..] } else { &[Side::Upper] };
        for (number, side) in sides.iter().enumerate() {
            let why = BoundReason::Split((2 * i + number) as u32);
            // A new form has no bound that this one could contradict.
            let _ = simplex.assert(v, *side, bound.clone(), why, 0);
        }
    }
    let multipliers = simplex.check(budget).ok()??.into_iter().filter_map(|(why, m)| match why {
        BoundReason::Split(number) if number % 2 == 0 => Some((number as usize / 2, m)),
        BoundReason::Split(number) => Some((number as usize / 2, -m)),
        BoundReason::Lit(_) => None,
    });
    let mut multipliers: Vec<(usize, Int)> = multipliers.collect();
    multipliers.sort_by_key(|(i, _)| *i);
    contradict(rows, &multipliers).then_some(multipliers)
}
