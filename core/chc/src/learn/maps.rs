//! At which places the values of two samples are equal.
//!
//! `a[k] = b[n - 1 - k]` is not an equation of numbers, but `k + l = n - 1` is one. The states in which the values are
//! equal, and not by chance, vote for it: each for all sums of both places and a few scalars that are zero there. States
//! in which all scalars are the same have few votes together, as anything is equal in one of them. The sum with most
//! votes is taken, then that with most of the votes that are left, since one part of a function may have gone
//! one way and another part another. Of samples of several places all places together say which one it is; there
//! elimination tells.

use super::point::State;
use super::region::{Form, Set};
use super::{BY_PLACES, Base, SPARE, Search};
use crate::hints::Role;
use hornbook_base::{Budget, Int};
use hornbook_horn::Var;
use hornbook_horn::linear::{Constraint, Linear};
use std::collections::{BTreeMap, BTreeSet};

impl Search<'_> {
    /// At which places two values are equal.
    pub(super) fn maps(&mut self, base: &Base, budget: &mut Budget) {
        let values: Vec<Var> = self.point.with_role(Role::Content).into_iter().cloned().collect();
        for (n, a) in values.iter().enumerate() {
            for b in &values[n + 1..] {
                if budget.left() == 0 {
                    return;
                }
                let equal = Linear::var(a).sub(&Linear::var(b));
                let Some(holds) = Form::of(&equal, &self.point.vars).map(|f| self.zero(&f)) else {
                    continue;
                };
                let telling = holds.and(&self.rare(a)).and(&self.point.inside);
                let ways = match (self.only_place(a), self.only_place(b)) {
                    (Some(k), Some(l)) => self.voted(&k, &l, &telling, budget),
                    _ => self.eliminated(&equal, &telling, budget),
                };
                for forms in ways {
                    if budget.left() == 0 || self.found.len() >= self.limits.facts {
                        return;
                    }
                    self.mapped(base, &forms, &equal, (&holds, &telling), budget);
                }
            }
        }
    }

    /// The place of a sample that has one.
    fn only_place(&self, value: &Var) -> Option<Linear> {
        match &self.point.places_of(value)[..] {
            [place] => Some(Linear::var(place)),
            _ => None,
        }
    }

    /// Sums that are zero in most of these states, in most of those that are left then, and so on.
    fn voted(
        &self,
        k: &Linear,
        l: &Linear,
        telling: &Set,
        budget: &mut Budget,
    ) -> Vec<Vec<Linear>> {
        let mut sums: Vec<(Linear, Set)> = vec![];
        for together in [k.sub(l), k.add(l)] {
            for shift in self.shifts() {
                if budget.left() == 0 {
                    return vec![];
                }
                budget.charge((telling.len() / VOTES_PER_STEP) as u64);
                sums.extend(self.near_zero(&together.add(&shift), telling));
            }
        }
        let situations = self.situations();
        let votes = |sum: &Set, open: &Set| -> usize {
            let mut seen = vec![0; situations.len()];
            sum.and(open).members().for_each(|n| seen[situations[n]] += 1);
            seen.into_iter().map(|votes| votes.min(EACH)).sum()
        };
        let (mut open, mut chosen) = (telling.clone(), vec![]);
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

    /// For each state a number that tells which values the scalars have.
    fn situations(&self) -> Vec<usize> {
        let is_scalar: Vec<bool> =
            self.point.vars.iter().map(|v| self.point.role(v) == Role::Number).collect();
        let mut known: BTreeMap<Vec<i128>, usize> = BTreeMap::new();
        let of = |state: &State| {
            let scalars = state.numbers.iter().zip(&is_scalar).filter(|(_, is)| **is);
            let next = known.len();
            *known.entry(scalars.map(|(n, _)| *n).collect()).or_insert(next)
        };
        self.point.states.iter().map(of).collect()
    }

    /// Nothing, a scalar, two of them; with both signs.
    fn shifts(&self) -> Vec<Linear> {
        let scalars: Vec<Linear> =
            self.point.with_role(Role::Number).into_iter().map(Linear::var).collect();
        let signed = |v: &Linear| [v.clone(), v.scale(&Int::MINUS_ONE)];
        let two = scalars.iter().enumerate().flat_map(|(n, a)| {
            let others = scalars[n + 1..].iter().flat_map(signed);
            others.flat_map(move |b| signed(a).map(|a| a.add(&b)))
        });
        [Linear::default()].into_iter().chain(scalars.iter().flat_map(signed)).chain(two).collect()
    }

    /// The form with each constant by which it is zero in some of these states, and in which.
    fn near_zero(&self, form: &Linear, telling: &Set) -> Vec<(Linear, Set)> {
        let Some(test) = Form::of(form, &self.point.vars) else { return vec![] };
        let mut votes: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
        for n in telling.members() {
            let value = test.value(&self.point.states[n].numbers);
            if value.unsigned_abs() <= u128::from(NEAR) {
                votes.entry(value).or_default().push(n);
            }
        }
        let all = self.point.states.len();
        let sum = |(value, there): (i128, Vec<usize>)| {
            let constant = Linear::constant(-i64::try_from(value).unwrap_or_default());
            (form.add(&constant), Set::of_members(&there, all))
        };
        votes.into_iter().filter(|(_, there)| there.len() > SPARE).map(sum).collect()
    }

    /// What elimination says of the places in small regions.
    fn eliminated(&self, equal: &Linear, telling: &Set, budget: &mut Budget) -> Vec<Vec<Linear>> {
        let about = self.point.samples_in([&equal.to_term()]);
        let mut all: Vec<Vec<Linear>> = vec![];
        for region in self.guards.regions(telling, self.limits.regions) {
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

    /// Whether an equation says where one place is by others, all of them places of samples that are meant.
    fn is_map(&self, form: &Linear, about: &BTreeSet<usize>) -> bool {
        let with = |role: Role| form.coeffs().keys().filter(|v| self.point.role(v) == role).count();
        let unit = form.coeffs().values().all(|c| c.abs().is_one());
        let near = form.constant_part().to_i64().is_some_and(|n| n.unsigned_abs() <= NEAR);
        let samples = self.point.samples_in([&form.to_term()]);
        unit && near
            && with(Role::Index) == 2
            && with(Role::Content) == 0
            && samples.is_subset(about)
    }

    /// Adds that values are equal where these equations hold.
    fn mapped(
        &mut self,
        base: &Base,
        forms: &[Linear],
        equal: &Linear,
        (holds, telling): (&Set, &Set),
        budget: &mut Budget,
    ) {
        let there = forms.iter().filter_map(|form| Form::of(form, &self.point.vars));
        let has = there.fold(base.has.clone(), |has, form| has.and(&self.zero(&form)));
        let said = forms.iter().map(|form| Constraint::Eq(form.clone()).to_term()).collect();
        let telling = Some(telling.clone());
        let base = Base { said, has, effort: 1, telling, ..Base::default() };
        self.add(&base, holds, &Constraint::Eq(equal.clone()), BY_PLACES, budget);
    }

    /// The states in which a value is not one of the small numbers that are often equal by chance.
    pub(super) fn rare(&self, value: &Var) -> Set {
        let at = self.point.vars.iter().position(|v| v == value).unwrap_or(0);
        self.point.states.iter().map(|state| state.numbers[at].abs() >= RARE).collect()
    }
}

/// Numbers below this are often equal by chance.
const RARE: i128 = 16;

/// How far apart places may be that go together, beside scalars.
const NEAR: u64 = 4;

/// Ways in which one part or another of a function may have gone.
const MAPS: usize = 8;

/// Votes of states that have the same scalars.
const EACH: usize = 4;

/// So many votes are counted in about the time of one step.
const VOTES_PER_STEP: usize = 250;
