//! Directions in which a system of bounds is unbounded.
//!
//! A constraint is *bounded* when its form has a limit on both sides over all rational solutions.
//! If the bounded constraints alone have an integer solution, moving it far enough in a direction
//! of recession satisfies the others too (Bromberger 2018), so only the former need branching.

use super::simplex::{Side, Simplex, Why};
use super::tableau::TVar;
use crate::base::{Budget, Exhausted, Int, Rat};

/// One bound of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    pub(super) var: TVar,
    pub(super) side: Side,
}

/// The answer.
pub(super) struct Recession {
    /// An integer direction of the input variables along which every unbounded constraint gets
    /// strictly looser and no bounded one changes. By theory variable; forms are zero.
    pub(super) direction: Vec<Int>,
    /// By theory variable: whether it has constraints, all of them bounded.
    pub(super) bounded: Vec<bool>,
}

/// Splits the constraints of `simplex` into bounded and unbounded ones.
pub(super) fn recession(
    simplex: &Simplex,
    constraints: &[Constraint],
    budget: &mut Budget,
) -> Result<Recession, Exhausted> {
    let mut cone = Simplex::default();
    for v in 0..simplex.len() as TVar {
        cone.new_var(if simplex.is_input(v) { Vec::new() } else { simplex.form(v) });
    }
    let why = Why::Split(0);
    for c in constraints {
        // Both bounds zero cannot clash, so this never fails.
        let _ = cone.assert(c.var, c.side, Int::ZERO, why, 0);
    }
    let mut direction = vec![Rat::ZERO; simplex.len()];
    let mut bounded = vec![false; simplex.len()];
    for c in constraints {
        if bounded[c.var as usize] || direction_of(simplex, c.var, &direction) != Rat::ZERO {
            continue;
        }
        let mark = cone.mark();
        let outward = match c.side {
            Side::Upper => Int::MINUS_ONE,
            Side::Lower => Int::ONE,
        };
        let clash = cone.assert(c.var, c.side, outward, why, usize::MAX).is_err();
        if clash || cone.check(budget)?.is_some() {
            bounded[c.var as usize] = true;
        } else {
            for (v, d) in direction.iter_mut().enumerate() {
                if simplex.is_input(v as TVar) {
                    *d = &*d + &cone.value(v as TVar);
                }
            }
        }
        cone.undo_to_mark(mark);
    }
    let scale = direction.iter().fold(Int::ONE, |m, d| m.lcm(d.den()));
    let whole = |d: &Rat| (d.num() * &scale).div_floor(d.den());
    Ok(Recession { direction: direction.iter().map(whole).collect(), bounded })
}

/// How fast the form of `v` grows along `direction`.
fn direction_of(simplex: &Simplex, v: TVar, direction: &[Rat]) -> Rat {
    let form = simplex.form(v);
    form.iter()
        .fold(Rat::ZERO, |sum, (w, c)| &sum + &(&Rat::from(c.clone()) * &direction[*w as usize]))
}
