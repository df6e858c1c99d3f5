//! Equations of samples of several places.
//!
//! Two loops within each other have filled the rows before this one, and of this one the samples before this place. With each
//! further dimension there is one more such region, and each place has two ends: these regions have many literals, more
//! than can be tried. In boxes, where each place is below a scalar, elimination sees what is equal; in which regions it is,
//! the search for literals finds.

use super::order::within;
use super::region::{Form, Set, WORDS_PER_STEP};
use super::{BY_PLACES, Base, SPARE, Search};
use crate::hints::Role;
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Term, Var};
use std::collections::BTreeSet;

impl Search<'_> {
    /// Adds the equations that hold where the places of one sample are in a box, for each sample with several places.
    pub(super) fn boxes(&mut self, base: &Base, budget: &mut Budget) {
        let mut known: BTreeSet<Linear> = BTreeSet::new();
        for places in self.rows(base) {
            for region in self.boxes_of(&places, &base.has.and(&self.point.inside), budget) {
                if budget.left() == 0 {
                    return;
                }
                for form in self.equations_in(&region, budget) {
                    if self.found.len() >= 2 * self.limits.facts {
                        return;
                    }
                    if self.is_about_values(&form) && known.insert(form.clone()) {
                        self.equal(base, form, budget);
                    }
                }
            }
        }
    }

    /// The places of samples that have more than one; where samples are looked at together, those that are aligned.
    fn rows(&self, base: &Base) -> Vec<Vec<Var>> {
        if !base.aligned.is_empty() {
            return vec![base.aligned.iter().cloned().collect()];
        }
        let values = self.point.with_role(Role::Content).into_iter();
        let places = values.map(|v| self.point.places_of(v).into_iter().cloned().collect());
        places.filter(|places: &Vec<Var>| places.len() > 1).collect()
    }

    /// The states in which each of these places is below something, for all choices of what; so many at most.
    fn boxes_of(&self, places: &[Var], all: &Set, budget: &mut Budget) -> Vec<Set> {
        let mut boxes = vec![all.clone()];
        for place in places {
            let bounds = self.guards.iter().filter(|g| self.is_bound(&g.literal, place));
            let bounds: Vec<&Set> = bounds.map(|g| &g.set).collect();
            budget.charge((boxes.len() * bounds.len() * all.words() / WORDS_PER_STEP) as u64);
            let smaller = boxes.iter().flat_map(|all| bounds.iter().map(|set| all.and(set)));
            let known: BTreeSet<Set> = smaller.filter(|set| set.len() > SPARE).collect();
            boxes = known.into_iter().collect();
            boxes.sort_by_key(|set| std::cmp::Reverse(set.len()));
            boxes.truncate(self.limits.regions);
        }
        boxes
    }

    /// Whether a literal says that a place is below one scalar, or at most a number.
    fn is_bound(&self, literal: &Term, place: &Var) -> bool {
        let Some(Constraint::Le(form)) = Constraint::of(literal) else { return false };
        let others: Vec<&Var> = form.coeffs().keys().filter(|v| *v != place).collect();
        let is_below = match &others[..] {
            [] => true,
            [other] => self.point.role(other) == Role::Number && form.constant_part().is_one(),
            _ => false,
        };
        form.coeff(place).is_one() && is_below
    }

    fn is_about_values(&self, form: &Linear) -> bool {
        form.coeffs().keys().any(|v| self.point.role(v) == Role::Content)
    }

    /// Adds an equation with the regions where it holds.
    fn equal(&mut self, base: &Base, form: Linear, budget: &mut Budget) {
        let Some(test) = Form::of(&form, &self.point.vars) else { return };
        let (holds, mut base) = (self.zero(&test), within(self.point, base, &form));
        // Of two values that are small numbers it may be so by chance.
        if form.coeffs().keys().all(|v| self.point.role(v) == Role::Content) {
            let rare = form.coeffs().keys().fold(holds.clone(), |all, v| all.and(&self.rare(v)));
            base.telling = (rare.len() > SPARE).then_some(rare);
        }
        self.add(&base, &holds, &Constraint::Eq(form), BY_PLACES, budget);
    }
}
