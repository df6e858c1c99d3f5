//! Facts that the states have in common which runs came to.
//!
//! A fact has the form `where && when ==> what`. `what` is an equation or a bound; `where` says which samples are looked at
//! together (`k = i`, `l = k + 1`); and `when` is a region, made of atoms that are known (`k < i`).
//!
//! - `boxes`: what is equal of samples of several places
//! - `equations`: what is equal in a region, by elimination
//! - `maps`: at which places values are equal
//! - `order`: where the value of one sample is at most that of another
//! - `point`: a predicate with its states
//! - `region`: the states in which something holds, told from those in which it does not
//!
//! Equations come from elimination in small regions. Then a region is looked for, as large as possible, in which the
//! fact holds of all states.
//!
//! **Soundness:** all of it are guesses. What the rules keep together is found by induction before it is used, and of
//! the rest only the atoms are taken.

mod boxes;
pub mod equations;
mod maps;
mod order;
mod point;
mod region;

use super::hints::{Hints, Role};
use super::mine::Vocabulary;
use super::settings::Learning;
use equations::Equations;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{PredId, Subst, System, Term, Var};
use point::Point;
use region::{Form, Guards, Set};
use std::collections::{BTreeMap, BTreeSet};

/// States at predicates: the values of their parameters, where they are known; truth values are 0 and 1.
pub type States = BTreeMap<PredId, Vec<Row>>;

/// One of them.
pub type Row = Vec<Option<i64>>;

/// Something that holds of all states that were seen in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Which samples are looked at together, and when.
    pub region: Vec<Term>,
    /// What holds then.
    pub said: Constraint,
}

impl Learned {
    /// The fact.
    pub fn claim(&self) -> Term {
        Term::or(self.region.iter().map(negate).chain([self.said.to_term()]))
    }

    /// The same with other names.
    fn renamed(&self, names: &Subst) -> Learned {
        let region = self.region.iter().map(|t| t.subst(names)).collect();
        let said = self.said.to_term().subst(names);
        Learned { region, said: Constraint::of(&said).unwrap_or_else(|| self.said.clone()) }
    }

    /// What it is made of; equations are two half-planes.
    pub fn atoms(&self) -> Vec<Term> {
        let parts = self.region.iter().filter_map(Constraint::of).chain([self.said.clone()]);
        let halves = |part: Constraint| match part {
            Constraint::Eq(form) => {
                let other = form.scale(&Int::MINUS_ONE);
                vec![Constraint::Le(form), Constraint::Le(other)]
            }
            part => vec![part],
        };
        parts.flat_map(halves).map(|part| part.to_term()).collect()
    }
}

/// What the states at each predicate have in common. Regions are made of the atoms in `known`.
pub fn learned(
    system: &System,
    hints: &Hints,
    known: &Vocabulary,
    states: &States,
    limits: &Learning,
    budget: &mut Budget,
) -> BTreeMap<PredId, Vec<Learned>> {
    let with_order = order::compares_values(system, hints);
    let at = |(pred, rows): (&PredId, &Vec<Row>)| {
        let atoms = known.get(pred)?;
        let point = Point::new(*pred, system.pred(*pred), hints, rows)?;
        let allowed = limits.work.min(budget.left());
        let search = Search {
            guards: point.guards(atoms),
            point: &point,
            limits,
            with_order,
            found: vec![],
            determined: vec![],
        };
        Some((*pred, budget.within(allowed, |own| search.run(atoms, own))))
    };
    states.iter().filter_map(at).collect()
}

/// The search for facts at one point.
struct Search<'p> {
    point: &'p Point,
    guards: Guards,
    limits: &'p Learning,
    /// Whether the order of values is looked at.
    with_order: bool,
    found: Vec<Learned>,
    /// What equations have determined, and where.
    determined: Vec<(Var, Set)>,
}

/// States in which certain samples are looked at together.
#[derive(Default)]
struct Base {
    said: Vec<Term>,
    has: Set,
    /// How much is said.
    effort: usize,
    /// Places that are those of another sample, all of its dimensions together.
    aligned: BTreeSet<Var>,
    /// If a fact may hold of some states by chance, those of which it holds for a reason.
    telling: Option<Set>,
}

impl Search<'_> {
    fn run(mut self, atoms: &[Term], budget: &mut Budget) -> Vec<Learned> {
        let bases = self.bases(atoms);
        // The most certain come first, as long as there is time.
        let in_rows = self.in_rows(&bases, atoms, budget);
        self.bounds(&bases[0], budget);
        self.maps(&bases[0], budget);
        if self.with_order {
            self.orders(&bases, atoms, budget);
        }
        for base in &bases {
            self.equations(base, budget);
        }
        self.residues(&bases[0], budget);
        // What needs less to be true comes first.
        self.found.sort_by_key(|fact| fact.region.len());
        self.found.truncate(self.limits.facts);
        self.found.extend(in_rows);
        for swap in &self.point.swaps {
            let swapped: Vec<Learned> = self.found.iter().map(|fact| fact.renamed(swap)).collect();
            for fact in swapped {
                if !self.found.contains(&fact) {
                    self.found.push(fact);
                }
            }
        }
        self.found
    }

    /// The equations of samples that have several places.
    fn in_rows(&mut self, bases: &[Base], atoms: &[Term], budget: &mut Budget) -> Vec<Learned> {
        let is_row = |v: &&Var| self.point.places_of(v).len() > 1;
        if !self.limits.boxes || !self.point.with_role(Role::Content).iter().any(is_row) {
            return vec![];
        }
        let others = self.found.len();
        let guards = std::mem::replace(&mut self.guards, self.point.row_guards(atoms));
        let is_cell_or_aligned =
            |base: &&Base| base.effort == usize::from(!base.aligned.is_empty());
        for base in bases.iter().filter(is_cell_or_aligned) {
            self.boxes(base, budget);
        }
        self.guards = guards;
        if self.found.len() > others {
            self.ordered();
        }
        self.found.drain(others..).collect()
    }

    /// All states, and those in which places are one, or as far apart as an atom says; the simplest first.
    fn bases(&self, atoms: &[Term]) -> Vec<Base> {
        let mut bases = vec![Base { has: Set::all(self.point.states.len()), ..Base::default() }];
        self.align(&mut bases);
        let places = self.point.with_role(Role::Index);
        for (n, place) in places.iter().enumerate() {
            let mut new = vec![];
            for (anchor, effort) in self.anchors(place, &places[..n], atoms) {
                let Some(there) = self.point.where_holds(&anchor) else { continue };
                for base in bases.iter().filter(|base| !base.aligned.contains(*place)) {
                    let has = there.and(&base.has);
                    if has.len() > SPARE && !self.is_one_cell_twice(&has) {
                        let said = [&base.said[..], std::slice::from_ref(&anchor)].concat();
                        let (effort, aligned) = (base.effort + effort, base.aligned.clone());
                        new.push(Base { said, has, effort, aligned, telling: None });
                    }
                }
            }
            bases.extend(new);
            bases.sort_by_key(|base| base.effort);
            bases.truncate(self.limits.bases);
        }
        bases
    }

    /// Adds that samples of several places have the same places as an earlier one.
    fn align(&self, bases: &mut Vec<Base>) {
        let mut samples: BTreeMap<usize, Vec<&Var>> = BTreeMap::new();
        for place in self.point.with_role(Role::Index) {
            if let Some(sample) = self.point.samples.get(place) {
                samples.entry(*sample).or_default().push(place);
            }
        }
        let samples: Vec<Vec<&Var>> = samples.into_values().collect();
        for (n, own) in samples.iter().enumerate().filter(|(_, own)| own.len() > 1) {
            let mut new = vec![];
            for other in samples[..n].iter().filter(|other| other.len() == own.len()) {
                let equal = |(a, b): (&&Var, &&Var)| Term::eq(Term::var(a), Term::var(b));
                let said: Vec<Term> = own.iter().zip(other).map(equal).collect();
                let there: Option<Vec<Set>> =
                    said.iter().map(|t| self.point.where_holds(t)).collect();
                for base in there.iter().flat_map(|there| bases.iter().map(move |b| (there, b))) {
                    let (there, base) = base;
                    let has = there.iter().fold(base.has.clone(), |has, set| has.and(set));
                    if has.len() > SPARE && !self.is_one_cell_twice(&has) {
                        let said = [&base.said[..], &said].concat();
                        let mine = own.iter().map(|v| (*v).clone());
                        let aligned = base.aligned.iter().cloned().chain(mine).collect();
                        let effort = base.effort + 1;
                        new.push(Base { said, has, effort, aligned, telling: None });
                    }
                }
            }
            bases.extend(new);
        }
        bases.sort_by_key(|base| base.effort);
        bases.truncate(self.limits.bases);
    }

    /// Where a place may be: at one of these others or beside it, where an atom compares it with a scalar, or where one
    /// points.
    fn anchors(&self, place: &Var, others: &[&Var], atoms: &[Term]) -> Vec<(Term, usize)> {
        let own = Linear::var(place);
        let mut forms: Vec<(Linear, usize)> = vec![];
        for other in others {
            let apart = |by: i64| own.sub(&Linear::var(other)).add(&Linear::constant(by));
            forms.extend([(apart(0), 1), (apart(-1), 2), (apart(1), 2)]);
        }
        for atom in atoms {
            let Some(Constraint::Le(form)) = Constraint::of(atom) else { continue };
            let others: Vec<&Var> = form.coeffs().keys().filter(|v| *v != place).collect();
            let unit = form.coeffs().values().all(|c| c.abs().is_one());
            let is_about = !form.coeff(place).is_zero() && unit;
            if is_about && others.len() == 1 && self.point.role(others[0]) == Role::Number {
                let signed = form.scale(&form.coeff(place));
                forms.push((signed, 2));
            }
        }
        let scalars = self.point.with_role(Role::Number).into_iter();
        forms.extend(scalars.map(|scalar| (own.sub(&Linear::var(scalar)), 2)));
        let mut known = BTreeSet::new();
        forms.retain(|(form, _)| known.insert(form.clone()));
        forms.into_iter().map(|(form, effort)| (Constraint::Eq(form).to_term(), effort)).collect()
    }

    /// Whether two copies of a sample are at one place in all these states: what they have in common is no news.
    fn is_one_cell_twice(&self, states: &Set) -> bool {
        self.point.copies.iter().any(|(a, b)| {
            states.members().all(|n| {
                let numbers = &self.point.states[n].numbers;
                a.iter().zip(b).all(|(a, b)| numbers[*a] == numbers[*b])
            })
        })
    }

    /// What elimination finds in regions of one or two atoms.
    fn equations(&mut self, base: &Base, budget: &mut Budget) {
        let mut known: BTreeSet<Linear> = BTreeSet::new();
        let within = base.has.and(&self.point.inside);
        // Samples that are looked at together are in few regions already.
        let most = self.limits.regions / if base.said.is_empty() { 1 } else { 4 };
        for region in self.guards.regions(&within, most) {
            if budget.left() == 0 || self.found.len() >= 2 * self.limits.facts {
                return;
            }
            if self.is_one_cell_twice(&region) {
                continue;
            }
            for form in self.equations_in(&region, budget) {
                let Some(lead) = self.point.vars.iter().find(|v| !form.coeff(v).is_zero()) else {
                    continue;
                };
                let is_known = |(v, there): &(Var, Set)| v == lead && region.is_within(there);
                if self.determined.iter().any(is_known) || !self.says_something(base, &form) {
                    continue;
                }
                let Some(holds) = Form::of(&form, &self.point.vars).map(|f| self.zero(&f)) else {
                    continue;
                };
                if known.insert(form.clone()) {
                    self.add(base, &holds, &Constraint::Eq(form), BY_PLACES, budget);
                }
            }
        }
    }

    /// Of how many literals the region of a fact about these samples may be made: a place has two ends, and one more tells
    /// phases.
    fn literals(&self, about: &BTreeSet<usize>) -> usize {
        let places = self.point.with_role(Role::Index).into_iter();
        let meant =
            places.filter(|k| self.point.samples.get(*k).is_some_and(|c| about.contains(c)));
        1 + 2 * meant.count().max(1)
    }

    /// Whether an equation is one of values, or of scalars where no places matter.
    fn says_something(&self, base: &Base, form: &Linear) -> bool {
        let roles: Vec<Role> = form.coeffs().keys().map(|v| self.point.role(v)).collect();
        roles.contains(&Role::Content)
            || base.said.is_empty() && roles.iter().all(|r| *r == Role::Number)
    }

    fn zero(&self, form: &Form) -> Set {
        self.point.states.iter().map(|state| form.value(&state.numbers) == 0).collect()
    }

    fn equations_in(&self, region: &Set, budget: &mut Budget) -> Vec<Linear> {
        let mut equations = Equations::new(self.point.vars.len());
        // Of many a part tells as much; what it suggests is held against all of them.
        for n in region.members().step_by(region.len() / ENOUGH + 1) {
            budget.charge(1);
            if !equations.see(&self.point.states[n].numbers) {
                return vec![];
            }
        }
        // A few states more than numbers, or the equations are chance.
        match region.len() >= equations.rank() + SPARE {
            true => equations.forms(&self.point.vars),
            false => vec![],
        }
    }

    /// How scalars compare in all states: what holds in regions that end at one of them may rest on it.
    fn ordered(&mut self) {
        let scalars: Vec<Linear> =
            self.point.with_role(Role::Number).into_iter().map(Linear::var).collect();
        for a in &scalars {
            for b in scalars.iter().filter(|b| *b != a) {
                let form = a.sub(b);
                let Some(test) = Form::of(&form, &self.point.vars) else { continue };
                let states = self.point.states.iter();
                let Some(largest) = states.map(|state| test.value(&state.numbers)).max() else {
                    continue;
                };
                if largest <= 0 {
                    let said = Constraint::Le(form.add(&Linear::constant(i64::from(largest < 0))));
                    self.found.push(Learned { region: vec![], said });
                }
            }
        }
    }

    /// Values are at most or at least as large as scalars or small numbers.
    fn bounds(&mut self, base: &Base, budget: &mut Budget) {
        let values: Vec<Var> = self.point.with_role(Role::Content).into_iter().cloned().collect();
        let scalars: Vec<Linear> =
            self.point.with_role(Role::Number).into_iter().map(Linear::var).collect();
        for value in &values {
            for other in scalars.iter().chain([&Linear::default()]) {
                let apart = Linear::var(value).sub(other);
                for form in [apart.clone(), apart.scale(&Int::MINUS_ONE)] {
                    let Some(test) = Form::of(&form, &self.point.vars) else { continue };
                    let states = self.point.states.iter();
                    let values: Vec<i128> = states.map(|s| test.value(&s.numbers)).collect();
                    for by in [1, 0, -1] {
                        if budget.left() == 0 || self.found.len() >= self.limits.facts {
                            return;
                        }
                        let holds = values
                            .iter()
                            .map(|value| value.wrapping_add(i128::from(by)) <= 0)
                            .collect();
                        let said = Constraint::Le(form.add(&Linear::constant(by)));
                        if self.add(base, &holds, &said, 2, budget) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// What numbers, their sums and their differences leave when divided by a small number.
    fn residues(&mut self, base: &Base, budget: &mut Budget) {
        let numbers: Vec<Linear> = self.point.vars.iter().map(Linear::var).collect();
        let scalars: Vec<Linear> =
            self.point.with_role(Role::Number).into_iter().map(Linear::var).collect();
        let pairs = scalars
            .iter()
            .enumerate()
            .flat_map(|(n, a)| scalars[n + 1..].iter().flat_map(move |b| [a.add(b), a.sub(b)]));
        let forms: Vec<Linear> = numbers.iter().cloned().chain(pairs).collect();
        for form in forms {
            let Some(test) = Form::of(&form, &self.point.vars) else { continue };
            let small = |value: i128| i64::try_from(value).unwrap_or(i64::MAX);
            let states = self.point.states.iter();
            let values: Vec<i64> = states.map(|state| small(test.value(&state.numbers))).collect();
            if values.iter().collect::<BTreeSet<_>>().len() <= SPARE {
                continue;
            }
            // The largest says most.
            for modulus in (2..=self.limits.moduli as i64).rev() {
                let mut found = false;
                for rest in 0..modulus {
                    if budget.left() == 0 || self.found.len() >= self.limits.facts {
                        return;
                    }
                    let holds = values.iter().map(|v| v.rem_euclid(modulus) == rest).collect();
                    let said = Constraint::Mod(form.clone(), modulus.into(), rest.into());
                    found |= self.add(base, &holds, &said, 2, budget);
                }
                if found {
                    break;
                }
            }
        }
    }

    /// How many values a form has in these states.
    fn values(&self, form: &Linear, states: &Set) -> usize {
        let Some(form) = Form::of(form, &self.point.vars) else { return 0 };
        let all = states.members().map(|n| form.value(&self.point.states[n].numbers));
        all.collect::<BTreeSet<_>>().len()
    }

    /// Adds a fact with the regions in which all states have it; whether there is one.
    fn add(
        &mut self,
        base: &Base,
        holds: &Set,
        said: &Constraint,
        most: usize,
        budget: &mut Budget,
    ) -> bool {
        // What is between two samples does not depend on where a third one is.
        let about = self.point.samples_in(base.said.iter().chain([&said.to_term()]));
        let most = most.min(self.literals(&about));
        let open = base.telling.as_ref().unwrap_or(holds);
        let mut regions = self.guards.separate(&base.has, (holds, open), &about, most, budget);
        regions.retain(|(_, there)| !self.is_one_cell_twice(there));
        // What holds in a region only, with large numbers, is chance, and hard to compute with.
        regions.retain(|(when, _)| when.is_empty() || is_simple(said));
        if let Constraint::Le(form) = said
            && form.coeffs().keys().all(|v| self.point.role(v) == Role::Content)
            && form.coeffs().len() > 1
        {
            regions.retain(|(_, there)| there.len() > MANY);
        }
        if let Constraint::Mod(form, ..) = said {
            // Of few numbers anything is the residue.
            regions.retain(|(_, there)| self.values(form, there) > SPARE);
        }
        for (when, there) in &regions {
            let region = [&base.said[..], when].concat();
            let new = Learned { region, said: said.clone() };
            if let Constraint::Eq(form) = said {
                let lead = self.point.vars.iter().find(|v| !form.coeff(v).is_zero());
                self.determined.extend(lead.map(|v| (v.clone(), there.clone())));
            }
            if !self.found.contains(&new) {
                self.found.push(new);
            }
        }
        !regions.is_empty()
    }
}

/// Whether coefficients and constant are small.
fn is_simple(said: &Constraint) -> bool {
    let (Constraint::Le(form) | Constraint::Eq(form) | Constraint::Mod(form, ..)) = said else {
        return false;
    };
    let size = |n: &Int| n.to_i64().map_or(u64::MAX, i64::unsigned_abs);
    let coefficients = form.coeffs().values().map(size).fold(0, u64::saturating_add);
    coefficients <= 24 && size(form.constant_part()) <= 64
}

/// States that an equation is read off, about.
const ENOUGH: usize = 80;

/// As many literals as go with the places that a fact is about.
const BY_PLACES: usize = usize::MAX;

/// States in which the order of two values is more than chance.
const MANY: usize = 100;

/// States beyond the number of unknowns by which a fact becomes more than chance.
const SPARE: usize = 8;

#[cfg(test)]
mod tests;
