//! Equations of samples with several indices.
//!
//! Two nested loops have filled the rows before the present one, and of this one the samples before the
//! present index. Each further dimension adds such a region, and each index has two bounds: these regions
//! have more literals than can be tried. Elimination finds the equations in boxes, where each index is below
//! a scalar; the separation of states finds their regions.

use super::order::restrict_to_nonnegative;
use super::region::{CompiledForm, StateSet, WORDS_PER_STEP};
use super::{Alignment, BY_PLACES, InvariantSearch, MAX_FACTS, MAX_REGIONS, SPARE};
use crate::hints::Role;
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Term, Var};
use std::collections::BTreeSet;

impl InvariantSearch<'_> {
    /// Adds the equations that hold where the indices of one sample are in a box, for each sample with
    /// several indices.
    pub(super) fn add_box_equations(&mut self, base: &Alignment, budget: &mut Budget) {
        let mut known: BTreeSet<Linear> = BTreeSet::new();
        for places in self.rows(base) {
            for region in self.boxes_of(&places, &base.has.and(&self.observed.inside), budget) {
                if budget.left() == 0 {
                    return;
                }
                for form in self.equations_in(&region, budget) {
                    if self.found.len() >= 2 * MAX_FACTS {
                        return;
                    }
                    if self.is_about_values(&form) && known.insert(form.clone()) {
                        self.equal(base, form, budget);
                    }
                }
            }
        }
    }

    /// The indices of samples that have more than one; in an alignment, of the aligned samples.
    fn rows(&self, base: &Alignment) -> Vec<Vec<Var>> {
        if !base.aligned.is_empty() {
            return vec![base.aligned.iter().cloned().collect()];
        }
        let values = self.observed.with_role(Role::Content).into_iter();
        let places = values.map(|v| self.observed.places_of(v).into_iter().cloned().collect());
        places.filter(|places: &Vec<Var>| places.len() > 1).collect()
    }

    /// Boxes: the states in which each of these indices is below a scalar, for all choices of scalars, up to
    /// a limit.
    fn boxes_of(&self, places: &[Var], all: &StateSet, budget: &mut Budget) -> Vec<StateSet> {
        let mut boxes = vec![all.clone()];
        for place in places {
            let bounds = self.guards.iter().filter(|g| self.is_bound(&g.literal, place));
            let bounds: Vec<&StateSet> = bounds.map(|g| &g.set).collect();
            budget.charge((boxes.len() * bounds.len() * all.words() / WORDS_PER_STEP) as u64);
            let smaller = boxes.iter().flat_map(|all| bounds.iter().map(|set| all.and(set)));
            let known: BTreeSet<StateSet> = smaller.filter(|set| set.len() > SPARE).collect();
            boxes = known.into_iter().collect();
            boxes.sort_by_key(|set| std::cmp::Reverse(set.len()));
            boxes.truncate(MAX_REGIONS);
        }
        boxes
    }

    /// Whether a literal bounds an index from above by one scalar or a number.
    fn is_bound(&self, literal: &Term, place: &Var) -> bool {
        let Some(Constraint::Le(form)) = Constraint::from_literal(literal) else { return false };
        let others: Vec<&Var> = form.coeffs().keys().filter(|v| *v != place).collect();
        let is_below = match &others[..] {
            [] => true,
            [other] => self.observed.role(other) == Role::Number && form.constant_part().is_one(),
            _ => false,
        };
        form.coeff(place).is_one() && is_below
    }

    fn is_about_values(&self, form: &Linear) -> bool {
        form.coeffs().keys().any(|v| self.observed.role(v) == Role::Content)
    }

    /// Adds an equation with the regions where it holds.
    fn equal(&mut self, base: &Alignment, form: Linear, budget: &mut Budget) {
        let Some(test) = CompiledForm::from_linear(&form, &self.observed.vars) else { return };
        let (holds, mut base) =
            (self.zero(&test), restrict_to_nonnegative(self.observed, base, &form));
        // Two values that are small numbers may be equal by chance.
        if form.coeffs().keys().all(|v| self.observed.role(v) == Role::Content) {
            let rare = form.coeffs().keys().fold(holds.clone(), |all, v| all.and(&self.rare(v)));
            base.informative = (rare.len() > SPARE).then_some(rare);
        }
        self.add(&base, &holds, &Constraint::Eq(form), BY_PLACES, budget);
    }
}
