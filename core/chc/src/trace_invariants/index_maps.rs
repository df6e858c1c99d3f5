//! Index maps: the indices at which the values of two samples are equal.
//!
//! `a[k] = b[n - 1 - k]` is not an equation of numbers, but `k + l = n - 1` is one. Each state in which the
//! values are equal, and not by chance, votes for the sums of both indices and a few scalars that are zero
//! there. States with equal scalars have few votes together, as many sums are equal in one of them. The sum
//! with most votes is taken, then the one with most of the votes that are left, since two parts of a function
//! may have different maps. Samples with several indices need all of them together; their maps come from
//! elimination.

use super::observed::ObservedState;
use super::region::{CompiledForm, StateSet};
use super::{Alignment, BY_PLACES, InvariantSearch, MAX_FACTS, MAX_REGIONS, SPARE};
use crate::hints::Role;
use hornbook_base::{Budget, Int};
use hornbook_horn::Var;
use hornbook_horn::linear::{Constraint, Linear};
use std::collections::{BTreeMap, BTreeSet};

impl InvariantSearch<'_> {
    /// Adds facts with index maps at which two values are equal.
    pub(super) fn add_mapped_equations(&mut self, base: &Alignment, budget: &mut Budget) {
        let values: Vec<Var> =
            self.observed.with_role(Role::Content).into_iter().cloned().collect();
        for (n, a) in values.iter().enumerate() {
            for b in &values[n + 1..] {
                if budget.left() == 0 {
                    return;
                }
                let equal = Linear::var(a).sub(&Linear::var(b));
                let Some(holds) =
                    CompiledForm::from_linear(&equal, &self.observed.vars).map(|f| self.zero(&f))
                else {
                    continue;
                };
                let informative = holds.and(&self.rare(a)).and(&self.observed.inside);
                let ways = match (self.only_place(a), self.only_place(b)) {
                    (Some(k), Some(l)) => self.voted(&k, &l, &informative, budget),
                    _ => self.eliminated(&equal, &informative, budget),
                };
                for forms in ways {
                    if budget.left() == 0 || self.found.len() >= MAX_FACTS {
                        return;
                    }
                    self.mapped(base, &forms, &equal, (&holds, &informative), budget);
                }
            }
        }
    }

    /// The index of a sample that has one.
    fn only_place(&self, value: &Var) -> Option<Linear> {
        match &self.observed.places_of(value)[..] {
            [place] => Some(Linear::var(place)),
            _ => None,
        }
    }

    /// Sums that are zero in most of these states, in most of those that are left then, and so on.
    fn voted(
        &self,
        k: &Linear,
        l: &Linear,
        informative: &StateSet,
        budget: &mut Budget,
    ) -> Vec<Vec<Linear>> {
        let mut sums: Vec<(Linear, StateSet)> = vec![];
        for together in [k.sub(l), k.add(l)] {
            for shift in self.shifts() {
                if budget.left() == 0 {
                    return vec![];
                }
                budget.charge((informative.len() / VOTES_PER_STEP) as u64);
                sums.extend(self.near_zero(&together.add(&shift), informative));
            }
        }
        let situations = self.situations();
        let votes = |sum: &StateSet, open: &StateSet| -> usize {
            let mut seen = vec![0; situations.len()];
            sum.and(open).members().for_each(|n| seen[situations[n]] += 1);
            seen.into_iter().map(|votes| votes.min(EACH)).sum()
        };
        let (mut open, mut chosen) = (informative.clone(), vec![]);
        while chosen.len() < MAPS {
            budget.charge((sums.len() * open.len() / VOTES_PER_STEP) as u64);
            let votes = |n: usize| votes(&sums[n].1, &open);
            let most = (0..sums.len()).max_by_key(|n| (votes(*n), usize::MAX - n));
            let Some(best) = most.filter(|n| votes(*n) > SPARE) else { break };
            open = open.without(&sums[best].1);
            chosen.push(vec![sums[best].0.clone()]);
        }
        chosen
    }

    /// A number for each state that identifies the values of the scalars.
    fn situations(&self) -> Vec<usize> {
        let is_scalar: Vec<bool> =
            self.observed.vars.iter().map(|v| self.observed.role(v) == Role::Number).collect();
        let mut known: BTreeMap<Vec<i128>, usize> = BTreeMap::new();
        let of = |state: &ObservedState| {
            let scalars = state.numbers.iter().zip(&is_scalar).filter(|(_, is)| **is);
            let next = known.len();
            *known.entry(scalars.map(|(n, _)| *n).collect()).or_insert(next)
        };
        self.observed.states.iter().map(of).collect()
    }

    /// The offsets of an index map: zero, a scalar, or two of them, with both signs.
    fn shifts(&self) -> Vec<Linear> {
        let scalars: Vec<Linear> =
            self.observed.with_role(Role::Number).into_iter().map(Linear::var).collect();
        let signed = |v: &Linear| [v.clone(), v.scale(&Int::MINUS_ONE)];
        let two = scalars.iter().enumerate().flat_map(|(n, a)| {
            let others = scalars[n + 1..].iter().flat_map(signed);
            others.flat_map(move |b| signed(a).map(|a| a.add(&b)))
        });
        [Linear::default()].into_iter().chain(scalars.iter().flat_map(signed)).chain(two).collect()
    }

    /// The form with each constant for which it is zero in some of these states, and these states.
    fn near_zero(&self, form: &Linear, informative: &StateSet) -> Vec<(Linear, StateSet)> {
        let Some(test) = CompiledForm::from_linear(form, &self.observed.vars) else {
            return vec![];
        };
        let mut votes: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
        for n in informative.members() {
            let value = test.value(&self.observed.states[n].numbers);
            if value.unsigned_abs() <= u128::from(NEAR) {
                votes.entry(value).or_default().push(n);
            }
        }
        let all = self.observed.states.len();
        let sum = |(value, there): (i128, Vec<usize>)| {
            let constant = Linear::constant(-i64::try_from(value).unwrap_or_default());
            (form.add(&constant), StateSet::from_members(&there, all))
        };
        votes.into_iter().filter(|(_, there)| there.len() > SPARE).map(sum).collect()
    }

    /// Equations of indices by elimination in small regions.
    fn eliminated(
        &self,
        equal: &Linear,
        informative: &StateSet,
        budget: &mut Budget,
    ) -> Vec<Vec<Linear>> {
        let about = self.observed.samples_in([&equal.to_term()]);
        let mut all: Vec<Vec<Linear>> = vec![];
        for region in self.guards.regions(informative, MAX_REGIONS) {
            let forms = self.equations_in(&region, budget);
            let forms: Vec<Linear> = forms.into_iter().filter(|f| self.is_map(f, &about)).collect();
            // Each by itself, and all together.
            let ways = match forms.len() {
                0 | 1 => vec![forms],
                _ => forms.iter().map(|f| vec![f.clone()]).chain([forms.clone()]).collect(),
            };
            for forms in ways.into_iter().filter(|forms| !forms.is_empty()) {
                if !all.contains(&forms) {
                    all.push(forms);
                }
            }
        }
        all
    }

    /// Whether an equation determines one index by others, all of them indices of these samples.
    fn is_map(&self, form: &Linear, about: &BTreeSet<usize>) -> bool {
        let with =
            |role: Role| form.coeffs().keys().filter(|v| self.observed.role(v) == role).count();
        let unit = form.coeffs().values().all(|c| c.abs().is_one());
        let near = form.constant_part().to_i64().is_some_and(|n| n.unsigned_abs() <= NEAR);
        let samples = self.observed.samples_in([&form.to_term()]);
        unit && near
            && with(Role::Index) == 2
            && with(Role::Content) == 0
            && samples.is_subset(about)
    }

    /// Adds the fact that values are equal where these equations hold.
    fn mapped(
        &mut self,
        base: &Alignment,
        forms: &[Linear],
        equal: &Linear,
        (holds, informative): (&StateSet, &StateSet),
        budget: &mut Budget,
    ) {
        let there =
            forms.iter().filter_map(|form| CompiledForm::from_linear(form, &self.observed.vars));
        let has = there.fold(base.has.clone(), |has, form| has.and(&self.zero(&form)));
        let said = forms.iter().map(|form| Constraint::Eq(form.clone()).to_term()).collect();
        let informative = Some(informative.clone());
        let base = Alignment { said, has, effort: 1, informative, ..Alignment::default() };
        self.add(&base, holds, &Constraint::Eq(equal.clone()), BY_PLACES, budget);
    }

    /// The states in which a value is not one of the small numbers that are often equal by chance.
    pub(super) fn rare(&self, value: &Var) -> StateSet {
        let at = self.observed.vars.iter().position(|v| v == value).unwrap_or(0);
        self.observed.states.iter().map(|state| state.numbers[at].abs() >= RARE).collect()
    }
}

/// Smaller numbers are often equal by chance.
const RARE: i128 = 16;

/// The largest difference of mapped indices, beside scalars.
const NEAR: u64 = 4;

/// The number of parts of a function with different maps.
const MAPS: usize = 8;

/// The votes of states with equal scalars.
const EACH: usize = 4;

/// The number of votes that take about the time of one step.
const VOTES_PER_STEP: usize = 250;
