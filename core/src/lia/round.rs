//! Integer solutions from rational points.
//!
//! The coordinates of a change of variables are rounded; then one walks in a direction of
//! recession until the constraints that this makes looser hold (Bromberger 2018).

use super::hermite::Hermite;
use super::recession::{Constraint, Recession, constraints};
use super::simplex::{Side, Simplex};
use crate::base::{Int, Rat};

/// The integer point next to a rational one, moved along the direction until the unbounded
/// constraints hold; if the others hold as well, which is certain where the point satisfies them
/// and the coordinates that they pin down are integers there.
pub(super) fn round(
    simplex: &Simplex,
    hermite: &Hermite,
    recession: &Recession,
    point: &[Rat],
) -> Option<Vec<Int>> {
    let nearest = |x: Rat| x.num().div_nearest(x.den());
    let y: Vec<Int> =
        (0..hermite.variables.len()).map(|j| nearest(hermite.value(j, point))).collect();
    let floor = |v: usize| if simplex.is_input(v as u32) { point[v].floor() } else { Int::ZERO };
    let mut solution: Vec<Int> = (0..simplex.len()).map(floor).collect();
    for (v, x) in hermite.variables.iter().zip(hermite.solve(&y)) {
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

/// How many steps along the direction bring the constraint to hold, if any number does.
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
