//! Directions in which a system of bounds is unbounded.
//!
//! A constraint is *bounded* when its form has a limit on both sides over all rational solutions.
//! If the bounded constraints alone have an integer solution, moving it far enough in a direction
//! of recession satisfies the others too (Bromberger 2018), so only the former need branching.

use super::simplex::{BoundReason, Side, Simplex};
use super::tableau::TVar;
use hornbook_base::{Budget, Exhausted, Int, Rat};

/// A bound of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    pub(super) var: TVar,
    pub(super) side: Side,
}

/// All bounds of a system.
pub(super) fn constraints(simplex: &Simplex) -> Vec<Constraint> {
    let sides = [Side::Lower, Side::Upper];
    (0..simplex.len() as TVar)
        .flat_map(|var| sides.map(|side| Constraint { var, side }))
        .filter(|c| simplex.bound(c.var, c.side).is_some())
        .collect()
}

/// The classification of constraints, with a direction of recession.
#[derive(Default)]
pub(super) struct Recession {
    /// An integer direction of the input variables along which every unbounded constraint gets
    /// strictly looser and no bounded one changes. By theory variable; forms are zero.
    pub(super) direction: Vec<Int>,
    /// By theory variable: whether it has constraints, all of them bounded.
    pub(super) bounded: Vec<bool>,
}

/// The search for directions of recession, constraint by constraint; it can be interrupted.
pub(super) struct Cone {
    constraints: Vec<Constraint>,
    /// All bounds moved to zero: its solutions are the directions of recession.
    simplex: Simplex,
    /// The sum of the directions found so far.
    direction: Vec<Rat>,
    bounded: Vec<bool>,
    /// The number of constraints that are classified.
    done: usize,
    /// The position of the trail before the present constraint was made strictly looser.
    asked: Option<usize>,
}

const WHY: BoundReason = BoundReason::Split(0);

impl Cone {
    /// Starts to split the constraints of `simplex` into bounded and unbounded ones.
    pub(super) fn new(simplex: &Simplex, constraints: Vec<Constraint>) -> Cone {
        let mut cone = Simplex::default();
        for v in 0..simplex.len() as TVar {
            cone.new_var(if simplex.is_input(v) { Vec::new() } else { simplex.form(v) });
        }
        for c in &constraints {
            // Both bounds zero cannot clash, so this never fails.
            let _ = cone.assert(c.var, c.side, Int::ZERO, WHY, 0);
        }
        Cone {
            constraints,
            simplex: cone,
            direction: vec![Rat::ZERO; simplex.len()],
            bounded: vec![false; simplex.len()],
            done: 0,
            asked: None,
        }
    }

    /// All bounds of the system.
    pub(super) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Works until all constraints are classified.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(&mut self, budget: &mut Budget) -> Result<Recession, Exhausted> {
        while let Some(&c) = self.constraints.get(self.done) {
            if self.asked.is_some() || self.is_open(c) {
                self.ask(c, budget)?;
            }
            self.done += 1;
        }
        let scale = self.direction.iter().fold(Int::ONE, |m, d| m.lcm(d.den()));
        let whole = |d: &Rat| (d.num() * &scale).div_floor(d.den());
        let direction = self.direction.iter().map(whole).collect();
        Ok(Recession { direction, bounded: std::mem::take(&mut self.bounded) })
    }

    /// Whether it is open if some direction makes the constraint strictly looser.
    fn is_open(&self, c: Constraint) -> bool {
        let form = self.simplex.form(c.var);
        let speed = form.iter().fold(Rat::ZERO, |sum, (w, k)| {
            &sum + &(&Rat::from(k.clone()) * &self.direction[*w as usize])
        });
        !self.bounded[c.var as usize] && speed == Rat::ZERO
    }

    /// Searches for a direction that makes the constraint strictly looser.
    fn ask(&mut self, c: Constraint, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut clash = false;
        let mark = self.asked.unwrap_or_else(|| self.simplex.mark());
        if self.asked.replace(mark).is_none() {
            let outward = match c.side {
                Side::Upper => Int::MINUS_ONE,
                Side::Lower => Int::ONE,
            };
            clash = self.simplex.assert(c.var, c.side, outward, WHY, usize::MAX).is_err();
        }
        if clash || self.simplex.check(budget)?.is_some() {
            self.bounded[c.var as usize] = true;
        } else {
            for v in (0..self.direction.len() as TVar).filter(|&v| self.simplex.is_input(v)) {
                let d = &mut self.direction[v as usize];
                *d = &*d + &self.simplex.value(v);
            }
        }
        self.simplex.undo_to_mark(mark);
        self.asked = None;
        Ok(())
    }
}
