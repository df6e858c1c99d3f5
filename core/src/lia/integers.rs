//! From rational solutions to integer ones: equations, a short search with cuts, then a complete
//! method.
//!
//! The complete method restricts branching to integer forms `y` that the bounded constraints pin
//! down (see `hermite` and `recession`); their values lie in a finite box, so it terminates, and
//! any solution with integer `y` extends to an integer solution of everything. Every refutation
//! is a tree of splits over rational contradictions, whatever way it was found.

use super::branch_and_bound::{BranchAndBound, Conflict, Search};
use super::diophantine::{self, Equations};
use super::gomory::cut;
use super::hermite::Hermite;
use super::recession::{Cone, Constraint, Recession};
use super::simplex::{Side, Simplex};
use super::tableau::{Combination, TVar, primitive};
use crate::base::{Budget, Exhausted, Int};
use std::collections::BTreeSet;

/// Splits before the complete method starts.
const SHORT: u32 = 100;

/// The first so many splits of the short search are cuts, where there are any.
const CUTS: u32 = 6;

/// Whether the bounds have an integer solution.
pub(super) enum Outcome {
    /// Yes: a value for each theory variable of the input; the others are zero.
    Solved(Vec<Int>),
    /// No.
    Refuted(Conflict),
}

/// Gives the variable that stands for a form in normal form.
pub(super) type Name<'a> = &'a mut dyn FnMut(&mut Simplex, &Combination) -> TVar;

/// The search for an integer solution of the bounds of a simplex; it can be interrupted.
pub(super) struct IntegerSearch {
    record: bool,
    /// Where the trail of the simplex stood.
    mark: usize,
    stage: Stage,
}

enum Stage {
    /// A few splits near the rational solution: on these first, and not on those.
    Near { forms: Vec<TVar>, determined: Vec<TVar>, search: BranchAndBound },
    /// Which constraints are bounded?
    Recede(Cone),
    /// Which forms do they pin down?
    Triangulate { recession: Recession, forms: Vec<Combination>, done: usize, hermite: Hermite },
    /// Splits on those.
    Anywhere { recession: Recession, hermite: Hermite, pinned: Vec<Pinned>, search: BranchAndBound },
}

/// The variable that stands for a `y`.
struct Pinned {
    var: TVar,
    /// Whether it stands for the negated one.
    flipped: bool,
}

impl IntegerSearch {
    /// Begins with a simplex that has just found a rational solution.
    pub(super) fn new(
        simplex: &mut Simplex,
        name: Name<'_>,
        record: bool,
        budget: &mut Budget,
    ) -> IntegerSearch {
        let (mut forms, mut determined) = (Vec::new(), Vec::new());
        if simplex.fractional(&[]).is_some() {
            let (equations, work) = diophantine::solve(simplex);
            budget.charge(work);
            match equations {
                Equations::Contradiction(form) => forms.push(name(simplex, &form)),
                Equations::Solved { free, determined: rest } => {
                    forms.extend(free.iter().map(|form| name(simplex, form)));
                    determined = rest;
                }
            }
        }
        let search = BranchAndBound::new(record, Some(SHORT));
        let stage = Stage::Near { forms, determined, search };
        IntegerSearch { record, mark: simplex.mark(), stage }
    }

    /// Whether the complete method was needed.
    pub(super) fn is_complete(&self) -> bool {
        !matches!(self.stage, Stage::Near { .. })
    }

    /// Forgets the search; the simplex gets its bounds back.
    pub(super) fn abandon(&self, simplex: &mut Simplex) {
        simplex.undo_to_mark(self.mark);
    }

    /// Searches to the end; the simplex gets its bounds back.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        simplex: &mut Simplex,
        name: Name<'_>,
        budget: &mut Budget,
    ) -> Result<Outcome, Exhausted> {
        loop {
            if let Some(outcome) = self.search(simplex, &mut *name, budget)? {
                self.abandon(simplex);
                return Ok(outcome);
            }
            self.advance(simplex, &mut *name, budget)?;
        }
    }

    /// Searches, in a stage that does.
    fn search(
        &mut self,
        simplex: &mut Simplex,
        name: Name<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Outcome>, Exhausted> {
        let found = match &mut self.stage {
            Stage::Near { forms, determined, search } => {
                let choose = |simplex: &mut Simplex, splits| {
                    let fractional = |v: &&TVar| !simplex.value(**v).is_integer();
                    let form = forms.iter().find(fractional).copied();
                    form.or_else(|| near(simplex, &mut *name, determined, splits))
                };
                search.run(simplex, choose, budget)?
            }
            Stage::Anywhere { pinned, search, .. } => {
                let choose = |simplex: &mut Simplex, _| {
                    let fractional = |v: &TVar| !simplex.value(*v).is_integer();
                    pinned.iter().map(|p| p.var).find(fractional)
                };
                search.run(simplex, choose, budget)?
            }
            Stage::Recede(_) | Stage::Triangulate { .. } => return Ok(None),
        };
        Ok(match (found, &self.stage) {
            (Search::Refuted(conflict), _) => Some(Outcome::Refuted(conflict)),
            (Search::Found, Stage::Anywhere { recession, hermite, pinned, .. }) => {
                Some(Outcome::Solved(extend(simplex, hermite, pinned, recession)))
            }
            (Search::Found, _) => Some(Outcome::Solved(values(simplex))),
            (Search::Cut, _) => None,
        })
    }

    /// Prepares the complete method, one stage further.
    fn advance(
        &mut self,
        simplex: &mut Simplex,
        name: Name<'_>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        self.stage = match &mut self.stage {
            Stage::Near { .. } => {
                self.abandon(simplex);
                Stage::Recede(Cone::new(simplex, constraints(simplex)))
            }
            Stage::Recede(cone) => {
                let recession = cone.run(budget)?;
                let forms = bounded_forms(simplex, cone.constraints(), &recession);
                let variables: BTreeSet<TVar> = cone
                    .constraints()
                    .iter()
                    .flat_map(|c| simplex.form(c.var))
                    .map(|(v, _)| v)
                    .collect();
                let hermite = Hermite::new(variables.into_iter().collect());
                Stage::Triangulate { recession, forms, done: 0, hermite }
            }
            Stage::Triangulate { recession, forms, done, hermite } => {
                while let Some(form) = forms.get(*done) {
                    budget.begin((hermite.variables.len() * hermite.variables.len()) as u64)?;
                    hermite.add(form);
                    *done += 1;
                }
                let recession = std::mem::take(recession);
                let hermite = std::mem::take(hermite);
                let pinned = pin(simplex, name, &hermite);
                let search = BranchAndBound::new(self.record, None);
                Stage::Anywhere { recession, hermite, pinned, search }
            }
            Stage::Anywhere { .. } => return Ok(()),
        };
        Ok(())
    }
}

/// What to split near the rational solution: first forms of cuts, then variables, those that
/// others determine last.
fn near(simplex: &mut Simplex, name: Name<'_>, determined: &[TVar], splits: u32) -> Option<TVar> {
    let fractional = simplex.fractional(determined).or_else(|| simplex.fractional(&[]))?;
    let form = if splits < CUTS { cut(simplex, fractional) } else { None };
    Some(form.map_or(fractional, |form| name(simplex, &form)))
}

/// Variables for the forms that a change of variables pins down.
fn pin(simplex: &mut Simplex, name: Name<'_>, hermite: &Hermite) -> Vec<Pinned> {
    let one = |j: usize| {
        let form = hermite.form(j);
        let flipped = form.first().is_some_and(|(_, c)| c.is_negative());
        Pinned { var: name(simplex, &primitive(form)), flipped }
    };
    (0..hermite.rank).map(one).collect()
}

/// The current values of the input variables.
fn values(simplex: &Simplex) -> Vec<Int> {
    (0..simplex.len() as TVar)
        .map(|v| if simplex.is_input(v) { simplex.value(v).floor() } else { Int::ZERO })
        .collect()
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
    pinned: &[Pinned],
    recession: &Recession,
) -> Vec<Int> {
    let mut y: Vec<Int> = pinned
        .iter()
        .map(|p| {
            let value = simplex.value(p.var).floor();
            if p.flipped { -value } else { value }
        })
        .collect();
    // The other coordinates are free; rounding stays near the rational solution.
    for j in hermite.rank..hermite.variables.len() {
        y.push(simplex.evaluate(&hermite.form(j)).floor());
    }
    let mut solution = values(simplex);
    for (v, x) in hermite.variables.iter().zip(hermite.solve(&y)) {
        solution[*v as usize] = x;
    }
    let steps = constraints(simplex)
        .into_iter()
        .map(|c| steps_to_satisfy(simplex, c, &solution, &recession.direction))
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
