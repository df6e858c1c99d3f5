//! From rational solutions to integer ones: a short branch and bound, then a complete method.
//!
//! The complete method restricts branching to integer forms `y` that the bounded constraints pin
//! down (see `hermite` and `recession`); their values lie in a finite box, so it terminates, and
//! any solution with integer `y` extends to an integer solution of everything. Every refutation
//! is a tree of splits over rational contradictions, whatever way it was found.

use super::branch_and_bound::{BranchAndBound, Conflict, Search};
use super::hermite::Hermite;
use super::recession::{Constraint, Recession, recession};
use super::simplex::{Side, Simplex};
use super::tableau::{Combination, TVar, content};
use crate::base::{Budget, Exhausted, Int};
use std::collections::BTreeSet;

/// Splits on input variables before the complete method starts.
const SHORT: u64 = 100;

/// Whether the bounds have an integer solution.
pub(super) enum Outcome {
    /// Yes: a value for each theory variable of the input; the others are zero.
    Solved(Vec<Int>),
    /// No.
    Refuted(Conflict),
}

/// Looks for an integer solution of the bounds of a simplex that has just found a rational one, by
/// a few splits on variables. `None` if they were not enough.
pub(super) fn near(
    simplex: &mut Simplex,
    record: bool,
    budget: &mut Budget,
) -> Result<Option<Outcome>, Exhausted> {
    if simplex.fractional().is_none() {
        return Ok(Some(Outcome::Solved(values(simplex))));
    }
    let mark = simplex.mark();
    let result = short_search(simplex, record, budget);
    simplex.undo_to_mark(mark);
    result
}

/// The same by the complete method. `name` gives the variable that stands for a form.
pub(super) fn anywhere(
    simplex: &mut Simplex,
    name: &mut dyn FnMut(&mut Simplex, &Combination) -> TVar,
    record: bool,
    budget: &mut Budget,
) -> Result<Outcome, Exhausted> {
    let mark = simplex.mark();
    let result = complete_search(simplex, name, record, budget);
    simplex.undo_to_mark(mark);
    result
}

/// The current values of the input variables.
fn values(simplex: &Simplex) -> Vec<Int> {
    (0..simplex.len() as TVar)
        .map(|v| if simplex.is_input(v) { simplex.value(v).floor() } else { Int::ZERO })
        .collect()
}

fn short_search(
    simplex: &mut Simplex,
    record: bool,
    budget: &mut Budget,
) -> Result<Option<Outcome>, Exhausted> {
    let mut search = BranchAndBound::new(simplex, record, SHORT);
    Ok(match search.run(Simplex::fractional, budget)? {
        Search::Found => Some(Outcome::Solved(values(simplex))),
        Search::Refuted(conflict) => Some(Outcome::Refuted(conflict)),
        Search::Cut => None,
    })
}

fn complete_search(
    simplex: &mut Simplex,
    name: &mut dyn FnMut(&mut Simplex, &Combination) -> TVar,
    record: bool,
    budget: &mut Budget,
) -> Result<Outcome, Exhausted> {
    let constraints = constraints(simplex);
    let recession = recession(simplex, &constraints, budget)?;
    let forms = bounded_forms(simplex, &constraints, &recession);
    let variables: BTreeSet<TVar> =
        constraints.iter().flat_map(|c| simplex.form(c.var)).map(|(v, _)| v).collect();
    let hermite = Hermite::new(variables.into_iter().collect(), &forms, budget)?;
    let pinned: Vec<(TVar, bool)> = (0..hermite.rank)
        .map(|j| {
            let mut form = hermite.form(j);
            let flipped = form.first().is_some_and(|(_, c)| c.is_negative());
            if flipped {
                form.iter_mut().for_each(|(_, c)| *c = -&*c);
            }
            debug_assert!(content(&form).is_one());
            (name(simplex, &form), flipped)
        })
        .collect();
    let choose = |simplex: &Simplex| {
        let fractional = |v: &TVar| !simplex.value(*v).is_integer();
        pinned.iter().map(|(v, _)| *v).find(fractional)
    };
    let mut search = BranchAndBound::new(simplex, record, u64::MAX);
    match search.run(choose, budget)? {
        Search::Refuted(conflict) => Ok(Outcome::Refuted(conflict)),
        Search::Found | Search::Cut => {
            let solution = extend(simplex, &hermite, &pinned, &recession, &constraints);
            Ok(Outcome::Solved(solution))
        }
    }
}

fn constraints(simplex: &Simplex) -> Vec<Constraint> {
    let sides = [Side::Lower, Side::Upper];
    (0..simplex.len() as TVar)
        .flat_map(|var| sides.map(|side| Constraint { var, side }))
        .filter(|c| simplex.bound(c.var, c.side).is_some())
        .collect()
}

/// The forms with bounded constraints, those with the narrowest range first: equations, then
/// slices, then those that are bounded only by the interplay of others.
fn bounded_forms(
    simplex: &Simplex,
    constraints: &[Constraint],
    recession: &Recession,
) -> Vec<Combination> {
    let mut vars: Vec<TVar> = constraints.iter().map(|c| c.var).collect();
    vars.dedup();
    vars.retain(|&v| recession.bounded[v as usize]);
    let width = |v: TVar| {
        let (lower, upper) = (simplex.bound(v, Side::Lower), simplex.bound(v, Side::Upper));
        let width = lower.zip(upper).map(|(l, u)| u - l);
        (width.is_none(), width, simplex.form(v).len())
    };
    vars.sort_by_cached_key(|&v| width(v));
    vars.into_iter().map(|v| simplex.form(v)).collect()
}

/// An integer solution from a rational one in which the pinned forms are integers.
fn extend(
    simplex: &Simplex,
    hermite: &Hermite,
    pinned: &[(TVar, bool)],
    recession: &Recession,
    constraints: &[Constraint],
) -> Vec<Int> {
    let mut y: Vec<Int> = pinned
        .iter()
        .map(|(v, flipped)| {
            let value = simplex.value(*v).floor();
            if *flipped { -value } else { value }
        })
        .collect();
    // The other coordinates are free; rounding stays near the rational solution.
    for j in hermite.rank..hermite.variables.len() {
        let value = hermite.form(j).iter().fold(crate::base::Rat::ZERO, |sum, (v, c)| {
            &sum + &(&crate::base::Rat::from(c.clone()) * &simplex.value(*v))
        });
        y.push(value.floor());
    }
    let mut solution = values(simplex);
    for (v, x) in hermite.variables.iter().zip(hermite.solve(&y)) {
        solution[*v as usize] = x;
    }
    let steps = constraints
        .iter()
        .map(|c| steps_to_satisfy(simplex, *c, &solution, &recession.direction))
        .max()
        .unwrap_or(Int::ZERO);
    for (x, d) in solution.iter_mut().zip(&recession.direction) {
        *x += &(&steps * d);
    }
    solution
}

/// How many steps along the direction bring the constraint to hold.
fn steps_to_satisfy(
    simplex: &Simplex,
    constraint: Constraint,
    solution: &[Int],
    direction: &[Int],
) -> Int {
    let form = simplex.form(constraint.var);
    let along = |x: &[Int]| form.iter().map(|(v, c)| c * &x[*v as usize]).sum::<Int>();
    let (value, speed) = (along(solution), along(direction));
    let Some(bound) = simplex.bound(constraint.var, constraint.side) else {
        return Int::ZERO;
    };
    let (missing, speed) = match constraint.side {
        Side::Lower => (bound - &value, speed),
        Side::Upper => (&value - bound, -speed),
    };
    if missing.is_positive() && speed.is_positive() { missing.div_ceil(&speed) } else { Int::ZERO }
}
