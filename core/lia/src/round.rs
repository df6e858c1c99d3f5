//! Integer solutions from rational points.
//!
//! The coordinates of a change of variables are rounded; then steps in a direction of recession satisfy the
//! constraints that these make looser (Bromberger 2018).

use super::hermite::Hermite;
use super::recession::{Constraint, Recession, constraints};
use super::simplex::{Side, Simplex};
use super::widths::Point;
use hornbook_base::{Budget, Exhausted, Int};

/// The integer coordinates next to the present solution of the simplex.
pub(super) fn coordinates(simplex: &Simplex, hermite: &Hermite) -> Vec<Int> {
    let nearest = |j: usize| {
        let value = simplex.evaluate(&hermite.form(j));
        value.num().div_nearest(value.den())
    };
    (0..hermite.variables.len()).map(nearest).collect()
}

/// The integer coordinates next to the middle of some points, computed point by point: it can be interrupted.
pub(super) struct Middle {
    points: Vec<Point>,
    done: usize,
    /// The sum of the coordinates of the points so far, in parts of a unit.
    sum: Vec<Int>,
}

/// Parts of a unit. The middle is a guess that is tried, so this need not be fine.
const PARTS: i64 = 256;

impl Middle {
    pub(super) fn new(points: Vec<Point>) -> Middle {
        Middle { points, done: 0, sum: Vec::new() }
    }

    /// Works until the coordinates are known; without points they are zero.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        hermite: &Hermite,
        budget: &mut Budget,
    ) -> Result<Vec<Int>, Exhausted> {
        let n = hermite.variables.len();
        self.sum.resize(n, Int::ZERO);
        while let Some(point) = self.points.get(self.done) {
            budget.begin((n * n) as u64)?;
            for (j, sum) in self.sum.iter_mut().enumerate() {
                let value = hermite.coordinate(j, &point.numerators) * Int::from(PARTS);
                *sum += &value.div_nearest(&point.denominator);
            }
            self.done += 1;
        }
        let count = Int::from(self.points.len().max(1)) * Int::from(PARTS);
        Ok(self.sum.iter().map(|sum| sum.div_nearest(&count)).collect())
    }
}

/// The integer point with the given coordinates, moved along the direction until the unbounded
/// constraints hold; if the others hold as well, which is certain where the simplex stands at a
/// solution and the coordinates that they pin down have these values there.
pub(super) fn round(
    simplex: &Simplex,
    hermite: &Hermite,
    recession: &Recession,
    coordinates: &[Int],
) -> Option<Vec<Int>> {
    let mut solution = vec![Int::ZERO; simplex.len()];
    for (v, x) in hermite.variables.iter().zip(hermite.solve(coordinates)) {
        solution[*v as usize] = x;
    }
    let constraints = constraints(simplex);
    let missing = |c: &Constraint| steps_to_satisfy(simplex, *c, &solution, &recession.direction);
    let steps: Option<Vec<Int>> = constraints.iter().map(missing).collect();
    let most = steps?.into_iter().max().unwrap_or(Int::ZERO);
    for (x, d) in solution.iter_mut().zip(&recession.direction) {
        *x += &(&most * d);
    }
    Some(solution)
}

/// The number of steps along the direction after which the constraint holds, if there is one.
fn steps_to_satisfy(
    simplex: &Simplex,
    constraint: Constraint,
    solution: &[Int],
    direction: &[Int],
) -> Option<Int> {
    let form = simplex.form(constraint.var);
    let along = |x: &[Int]| form.iter().map(|(v, c)| c * &x[*v as usize]).sum::<Int>();
    let bound = simplex.bound(constraint.var, constraint.side)?;
    let (value, speed) = (along(solution), along(direction));
    let (missing, speed) = match constraint.side {
        Side::Lower => (bound - &value, speed),
        Side::Upper => (&value - bound, -speed),
    };
    if !missing.is_positive() {
        return Some(Int::ZERO);
    }
    speed.is_positive().then(|| missing.div_ceil(&speed))
}
