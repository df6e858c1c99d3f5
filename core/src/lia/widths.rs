//! How wide a polytope is in the directions of some forms, up to a small factor, and where about
//! its middle is.
//!
//! Each end of a range is approached by bounds that ask for four times more each time; the last
//! one that could be met is near enough to the end for what the widths are needed for. The middle
//! is that of the points that met them.

use super::simplex::{Side, Simplex, Why};
use super::tableau::TVar;
use crate::base::{Budget, Exhausted, Int, Rat};

/// Ranges are measured in this part of a unit.
const PARTS: i64 = 16;

const WHY: Why = Why::Split(0);

/// The search for them, form by form; it can be interrupted.
pub(super) struct Widths {
    forms: Vec<TVar>,
    /// The widths found.
    widths: Vec<Int>,
    probe: Option<Probe>,
    /// The sum of the points at the ends.
    sum: Vec<Rat>,
}

/// What was measured.
pub(super) struct Measures {
    /// The forms with their widths, in sixteenths, at least one.
    pub(super) widths: Vec<(TVar, Int)>,
    /// A point of the polytope far from its ends, by input variable; other entries mean nothing.
    pub(super) middle: Vec<Rat>,
}

impl Widths {
    /// Begins to measure forms whose values the bounds limit on both sides.
    pub(super) fn new(forms: Vec<TVar>) -> Widths {
        Widths { forms, widths: Vec::new(), probe: None, sum: Vec::new() }
    }

    /// Works until all forms are measured. The simplex keeps its bounds, and stands at a solution
    /// before as after.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        simplex: &mut Simplex,
        budget: &mut Budget,
    ) -> Result<Measures, Exhausted> {
        self.sum.resize(simplex.len(), Rat::ZERO);
        while let Some(&form) = self.forms.get(self.widths.len()) {
            let probe = match &mut self.probe {
                Some(probe) => probe,
                None => {
                    // The bounds have a solution, so this only looks for it again.
                    simplex.check(budget)?;
                    self.probe.insert(Probe::new(simplex, form))
                }
            };
            probe.run(simplex, &mut self.sum, budget)?;
            let width = &probe.ends[1] - &probe.ends[0];
            self.widths.push((&Rat::from(Int::from(PARTS)) * &width).ceil().max(Int::ONE));
            self.probe = None;
        }
        simplex.check(budget)?;
        let part = Rat::new(Int::ONE, Int::from(2 * self.forms.len().max(1))).unwrap_or(Rat::ONE);
        let middle = self.sum.iter().map(|x| x * &part).collect();
        let widths = self.forms.iter().copied().zip(std::mem::take(&mut self.widths)).collect();
        Ok(Measures { widths, middle })
    }
}

/// The search for the ends of the range of one form.
struct Probe {
    form: TVar,
    /// Where the range seems to end, below and above.
    ends: [Rat; 2],
    /// Which end is looked for, and how much further it may be.
    side: Option<Side>,
    step: Int,
    /// The last point that was found.
    point: Vec<Rat>,
    /// Where the trail stood.
    mark: usize,
    /// Whether the simplex is looking for a point beyond the end.
    asked: bool,
}

impl Probe {
    fn new(simplex: &Simplex, form: TVar) -> Probe {
        let value = simplex.value(form);
        Probe {
            form,
            ends: [value.clone(), value],
            side: Some(Side::Lower),
            step: Int::ONE,
            point: simplex.point(),
            mark: simplex.mark(),
            asked: false,
        }
    }

    /// Finds both ends, and adds the points there to the `sum`.
    fn run(
        &mut self,
        simplex: &mut Simplex,
        sum: &mut [Rat],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        while let Some(side) = self.side {
            let clash = !self.asked && self.ask(simplex, side);
            self.asked = true;
            let beyond = !clash && simplex.check(budget)?.is_none();
            self.asked = false;
            if beyond {
                self.ends[side as usize] = simplex.value(self.form);
                self.point = simplex.point();
                self.step = &self.step * &Int::from(4i64);
            } else {
                simplex.undo_to_mark(self.mark);
                for (sum, x) in sum.iter_mut().zip(&self.point) {
                    *sum = &*sum + x;
                }
                self.step = Int::ONE;
                self.side = (side == Side::Lower).then_some(Side::Upper);
            }
        }
        Ok(())
    }

    /// Asks for a point beyond the end; whether there is none for a reason that is seen at once.
    fn ask(&self, simplex: &mut Simplex, side: Side) -> bool {
        let end = &self.ends[side as usize];
        let (opposite, target) = match side {
            Side::Lower => (Side::Upper, end.ceil() - &self.step),
            Side::Upper => (Side::Lower, end.floor() + &self.step),
        };
        simplex.assert(self.form, opposite, target, WHY, usize::MAX).is_err()
    }
}
