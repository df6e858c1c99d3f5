//! From rational solutions to integer ones: equations, a short search with cuts, then a complete method.
//!
//! The complete method restricts branching to integer forms `y` that the bounded constraints determine (see
//! `hermite` and `recession`); their values lie in a finite box, so it terminates, and any solution with
//! integer `y` extends to an integer solution of everything. The choice of `y` is free: the box should be
//! about as wide in all directions (see `widths` and `lattice`), so that its middle is a good guess and few
//! splits are needed otherwise. Every refutation is a tree of splits over rational contradictions, whatever
//! phase found it.

use super::branch_and_bound::{BranchAndBound, BranchResult, Conflict};
use super::diophantine::{self, Equations};
use super::gomory::cut;
use super::hermite::Hermite;
use super::lattice::Reduction;
use super::recession::{Cone, Constraint, Recession, constraints};
use super::round::{Middle, coordinates, round};
use super::simplex::{Side, Simplex};
use super::tableau::{Combination, TVar, primitive};
use super::widths::{Measures, Point, Widths};
use hornbook_base::{Budget, Exhausted, Int};
use std::collections::BTreeSet;

/// Splits before the complete method starts.
const SHORT: u32 = 100;

/// The first so many splits of the short search are cuts, where there are any.
const CUTS: u32 = 6;

/// The weight of the widest form; the others weigh more.
const PRECISION: i64 = 16;

/// The result of the search for an integer solution of the bounds.
pub(super) enum IntegerResult {
    /// A value for each theory variable of the input; the others are zero.
    Solved(Vec<Int>),
    /// There is no integer solution.
    Refuted(Conflict),
}

/// A function that gives the variable for a form in normal form.
pub(super) type FormNaming<'a> = &'a mut dyn FnMut(&mut Simplex, &Combination) -> TVar;

/// The search for an integer solution of the bounds of a simplex; it can be interrupted.
pub(super) struct IntegerSearch {
    record: bool,
    /// The position of the simplex trail at the start.
    mark: usize,
    phase: Phase,
    /// Results of the complete method: directions of recession, ...
    recession: Recession,
    /// ... and coordinates.
    hermite: Hermite,
}

enum Phase {
    /// A few splits near the rational solution: on these forms first, and not on the determined variables.
    Near { forms: Vec<TVar>, determined: Vec<TVar>, search: BranchAndBound },
    /// The classification of constraints as bounded.
    Recede(Cone),
    /// The coordinates that bounded constraints determine. The first ones are fixed by equations; only the
    /// others are changed later.
    Triangulate { forms: Vec<TVar>, done: usize, fixed: usize },
    /// The widths of the polytope in the directions of the bounded forms.
    Measure { widths: Widths, fixed: usize },
    /// The reduction to coordinates in which the widths are similar, ...
    Reduce { reduction: Reduction, points: Vec<Point> },
    /// ... and the trial of an integer point in the middle.
    Middle(Middle),
    /// Splits on the coordinates that are determined.
    Anywhere { pinned: Vec<TVar>, search: BranchAndBound },
}

impl IntegerSearch {
    /// Starts from a rational solution of the simplex.
    pub(super) fn new(
        simplex: &mut Simplex,
        name: FormNaming<'_>,
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
        let phase = Phase::Near { forms, determined, search };
        IntegerSearch {
            record,
            mark: simplex.mark(),
            phase,
            recession: Recession::default(),
            hermite: Hermite::default(),
        }
    }

    /// Whether the complete method was needed.
    pub(super) fn is_complete(&self) -> bool {
        !matches!(self.phase, Phase::Near { .. })
    }

    /// Gives up the search; the simplex gets its bounds back.
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
        name: FormNaming<'_>,
        budget: &mut Budget,
    ) -> Result<IntegerResult, Exhausted> {
        loop {
            if let Some(outcome) = self.search(simplex, &mut *name, budget)? {
                self.abandon(simplex);
                return Ok(outcome);
            }
            self.advance(simplex, &mut *name, budget)?;
        }
    }

    /// Continues a phase that searches.
    fn search(
        &mut self,
        simplex: &mut Simplex,
        name: FormNaming<'_>,
        budget: &mut Budget,
    ) -> Result<Option<IntegerResult>, Exhausted> {
        let found = match &mut self.phase {
            Phase::Near { forms, determined, search } => {
                let choose = |simplex: &mut Simplex, splits| {
                    let fractional = |v: &&TVar| !simplex.value(**v).is_integer();
                    let form = forms.iter().find(fractional).copied();
                    form.or_else(|| near(simplex, &mut *name, determined, splits))
                };
                search.run(simplex, choose, budget)?
            }
            Phase::Middle(middle) => {
                let coordinates = middle.run(&self.hermite, budget)?;
                budget.charge((self.hermite.variables.len() as u64).pow(2));
                let solution = round(simplex, &self.hermite, &self.recession, &coordinates);
                return Ok(solution.map(IntegerResult::Solved));
            }
            Phase::Anywhere { pinned, search } => {
                let choose = |simplex: &mut Simplex, _| {
                    pinned.iter().copied().find(|v| !simplex.value(*v).is_integer())
                };
                search.run(simplex, choose, budget)?
            }
            _ => return Ok(None),
        };
        Ok(match (found, &self.phase) {
            (BranchResult::Refuted(conflict), _) => Some(IntegerResult::Refuted(conflict)),
            (BranchResult::Found, Phase::Anywhere { .. }) => {
                let coordinates = coordinates(simplex, &self.hermite);
                let solution = round(simplex, &self.hermite, &self.recession, &coordinates);
                // Bounded constraints use only coordinates that are integers, and a direction of recession
                // satisfies the others.
                debug_assert!(solution.is_some(), "integer coordinates extend to a solution");
                solution.map(IntegerResult::Solved)
            }
            (BranchResult::Found, _) => Some(IntegerResult::Solved(values(simplex))),
            (BranchResult::Cut, _) => None,
        })
    }

    /// Prepares the complete method, one phase further.
    fn advance(
        &mut self,
        simplex: &mut Simplex,
        name: FormNaming<'_>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        self.phase = match &mut self.phase {
            Phase::Near { .. } => {
                self.abandon(simplex);
                Phase::Recede(Cone::new(simplex, constraints(simplex)))
            }
            Phase::Recede(cone) => {
                self.recession = cone.run(budget)?;
                self.hermite = Hermite::new(variables(simplex, cone.constraints()));
                let forms = bounded_forms(simplex, cone.constraints(), &self.recession);
                Phase::Triangulate { forms, done: 0, fixed: 0 }
            }
            Phase::Triangulate { forms, done, fixed } => {
                while let Some(&form) = forms.get(*done) {
                    budget.begin((self.hermite.variables.len() as u64).pow(2))?;
                    self.hermite.add(&simplex.form(form));
                    *done += 1;
                    if width(simplex, form).is_some_and(|w| w.is_zero()) {
                        *fixed = self.hermite.rank;
                    }
                }
                // Equations hold everywhere: they have no width.
                forms.retain(|&form| width(simplex, form).is_none_or(|w| !w.is_zero()));
                let widths = Widths::new(std::mem::take(forms), &self.hermite.variables);
                Phase::Measure { widths, fixed: *fixed }
            }
            Phase::Measure { widths, fixed } => {
                let Measures { widths, points } = widths.run(simplex, budget)?;
                budget.charge((widths.len() * self.hermite.variables.len()) as u64);
                let steps = steps(simplex, &self.hermite, *fixed, &widths);
                Phase::Reduce { reduction: Reduction::new(*fixed, steps), points }
            }
            Phase::Reduce { reduction, points } => {
                reduction.run(&mut self.hermite, budget)?;
                Phase::Middle(Middle::new(std::mem::take(points)))
            }
            Phase::Middle(_) => {
                let pinned = pin(simplex, name, &self.hermite);
                Phase::Anywhere { pinned, search: BranchAndBound::new(self.record, None) }
            }
            Phase::Anywhere { .. } => return Ok(()),
        };
        Ok(())
    }
}

/// The next form to split near the rational solution: first forms of cuts, then variables, determined ones
/// last.
fn near(
    simplex: &mut Simplex,
    name: FormNaming<'_>,
    determined: &[TVar],
    splits: u32,
) -> Option<TVar> {
    let fractional = simplex.fractional(determined).or_else(|| simplex.fractional(&[]))?;
    let form = if splits < CUTS { cut(simplex, fractional) } else { None };
    Some(form.map_or(fractional, |form| name(simplex, &form)))
}

/// Variables for the coordinates that the bounded constraints determine.
fn pin(simplex: &mut Simplex, name: FormNaming<'_>, hermite: &Hermite) -> Vec<TVar> {
    (0..hermite.rank).map(|j| name(simplex, &primitive(hermite.form(j)))).collect()
}

/// The current values of the input variables.
fn values(simplex: &Simplex) -> Vec<Int> {
    (0..simplex.len() as TVar)
        .map(|v| if simplex.is_input(v) { simplex.value(v).floor() } else { Int::ZERO })
        .collect()
}

/// The variables of the input that the constraints mention, sorted.
fn variables(simplex: &Simplex, constraints: &[Constraint]) -> Vec<TVar> {
    let mentioned = constraints.iter().flat_map(|c| simplex.form(c.var)).map(|(v, _)| v);
    let variables: BTreeSet<TVar> = mentioned.collect();
    variables.into_iter().collect()
}

/// The forms with bounded constraints, those with the narrowest range first: equations, then forms with two
/// bounds, then those that are bounded only by the interplay of others.
fn bounded_forms(
    simplex: &Simplex,
    constraints: &[Constraint],
    recession: &Recession,
) -> Vec<TVar> {
    let mut vars: Vec<TVar> = constraints.iter().map(|c| c.var).collect();
    vars.dedup();
    vars.retain(|&v| recession.bounded[v as usize]);
    let key = |&v: &TVar| {
        let width = width(simplex, v);
        (width.is_none(), width, simplex.form(v).len())
    };
    let mut keyed: Vec<_> = vars.iter().map(|v| (key(v), *v)).collect();
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    keyed.into_iter().map(|(_, v)| v).collect()
}

/// The difference of the bounds of `v`, if it has both.
fn width(simplex: &Simplex, v: TVar) -> Option<Int> {
    let (lower, upper) = (simplex.bound(v, Side::Lower)?, simplex.bound(v, Side::Upper)?);
    Some(upper - lower)
}

/// The change of the measured forms by a step in each coordinate from `fixed` to the rank, relative to their
/// widths.
fn steps(
    simplex: &Simplex,
    hermite: &Hermite,
    fixed: usize,
    widths: &[(TVar, Int)],
) -> Vec<Vec<Int>> {
    let widest = widths.iter().map(|(_, w)| w).max().cloned().unwrap_or(Int::ONE);
    let rows: Vec<(Vec<Int>, Int)> = widths
        .iter()
        .map(|(v, w)| {
            (hermite.image(&simplex.form(*v)), (&widest * &Int::from(PRECISION)).div_ceil(w))
        })
        .collect();
    (fixed..hermite.rank)
        .map(|j| rows.iter().map(|(image, weight)| &image[j] * weight).collect())
        .collect()
}
