//! Approximate widths of a polytope in the directions of some forms, with points at its ends.
//!
//! Each end of a range is approached by bounds that ask for four times more each time, beginning with a whole
//! unit; the last feasible one is near enough to the end for this purpose.

use super::simplex::{BoundReason, Side, Simplex};
use super::tableau::TVar;
use hornbook_base::{Budget, Exhausted, Int, Rat};

const WHY: BoundReason = BoundReason::Split(0);

/// The search for the widths, form by form; it can be interrupted.
pub(super) struct Widths {
    forms: Vec<TVar>,
    /// The variables whose values make up a point.
    variables: Vec<TVar>,
    /// The widths found.
    widths: Vec<Int>,
    probe: Option<RangeSearch>,
    /// The points at the ends.
    points: Vec<Point>,
}

/// The measured widths with points of the polytope.
pub(super) struct Measures {
    /// The forms with their widths in units, at least one.
    pub(super) widths: Vec<(TVar, Int)>,
    /// Points at the ends, two for each form.
    pub(super) points: Vec<Point>,
}

/// A rational point.
#[derive(Clone)]
pub(super) struct Point {
    /// The values of some variables, times the denominator.
    pub(super) numerators: Vec<Int>,
    /// A common denominator, positive.
    pub(super) denominator: Int,
}

impl Point {
    /// The present solution of the simplex, restricted to these variables.
    fn new(simplex: &Simplex, variables: &[TVar]) -> Point {
        let values: Vec<Rat> = variables.iter().map(|v| simplex.value(*v)).collect();
        let denominator = values.iter().fold(Int::ONE, |m, x| m.lcm(x.den()));
        let scaled = |x: &Rat| x.num() * &denominator.div_floor(x.den());
        Point { numerators: values.iter().map(scaled).collect(), denominator }
    }
}

impl Widths {
    /// Starts to measure forms over `variables` whose values the bounds limit on both sides.
    pub(super) fn new(forms: Vec<TVar>, variables: &[TVar]) -> Widths {
        let (widths, points) = (Vec::new(), Vec::new());
        Widths { forms, variables: variables.to_vec(), widths, probe: None, points }
    }

    /// Works until all forms are measured. The simplex, which has a solution, keeps its bounds.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        simplex: &mut Simplex,
        budget: &mut Budget,
    ) -> Result<Measures, Exhausted> {
        while let Some(&form) = self.forms.get(self.widths.len()) {
            let probe = match &mut self.probe {
                Some(probe) => probe,
                None => {
                    // The bounds have a solution, so this only finds it again.
                    simplex.check(budget)?;
                    self.probe.insert(RangeSearch::new(simplex, form, &self.variables))
                }
            };
            probe.run(simplex, &self.variables, budget)?;
            let [lower, upper] = &probe.ends;
            self.widths.push((&upper.value - &lower.value).ceil().max(Int::ONE));
            self.points.extend(probe.ends.iter().map(|end| end.point.clone()));
            self.probe = None;
        }
        let widths = self.forms.iter().copied().zip(std::mem::take(&mut self.widths)).collect();
        Ok(Measures { widths, points: std::mem::take(&mut self.points) })
    }
}

/// A point far out on one side of a form.
#[derive(Clone)]
struct End {
    value: Rat,
    point: Point,
}

impl End {
    fn new(simplex: &Simplex, form: TVar, variables: &[TVar]) -> End {
        End { value: simplex.value(form), point: Point::new(simplex, variables) }
    }
}

/// The search for the ends of the range of one form.
struct RangeSearch {
    form: TVar,
    /// The feasible values farthest below and above.
    ends: [End; 2],
    /// The end that is searched for, and the next distance.
    side: Option<Side>,
    step: Int,
    /// The position of the trail.
    mark: usize,
    /// Whether the simplex searches for a point beyond the end.
    asked: bool,
}

impl RangeSearch {
    fn new(simplex: &Simplex, form: TVar, variables: &[TVar]) -> RangeSearch {
        let start = End::new(simplex, form, variables);
        RangeSearch {
            form,
            ends: [start.clone(), start],
            side: Some(Side::Lower),
            step: Int::ONE,
            mark: simplex.mark(),
            asked: false,
        }
    }

    fn run(
        &mut self,
        simplex: &mut Simplex,
        variables: &[TVar],
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        while let Some(side) = self.side {
            let clash = if self.asked {
                false
            } else {
                budget.begin(1 + variables.len() as u64)?;
                self.ask(simplex, side)
            };
            self.asked = true;
            let beyond = !clash && simplex.check(budget)?.is_none();
            self.asked = false;
            if beyond {
                self.ends[side as usize] = End::new(simplex, self.form, variables);
                self.step = &self.step * &Int::from(4i64);
            } else {
                simplex.undo_to_mark(self.mark);
                self.step = Int::ONE;
                self.side = (side == Side::Lower).then_some(Side::Upper);
            }
        }
        Ok(())
    }

    /// Asks for a point beyond the end; whether a contradiction is immediate.
    fn ask(&self, simplex: &mut Simplex, side: Side) -> bool {
        let end = &self.ends[side as usize].value;
        let (opposite, target) = match side {
            Side::Lower => (Side::Upper, end.ceil() - &self.step),
            Side::Upper => (Side::Lower, end.floor() + &self.step),
        };
        simplex.assert(self.form, opposite, target, WHY, usize::MAX).is_err()
    }
}
