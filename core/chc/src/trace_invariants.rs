//! Invariants that the states of traces suggest.
//!
//! A fact has the form `where && when ==> what`. `what` is an equation or a bound; `where` is the
//! *alignment*, which relates the indices of samples (`k = i`, `l = k + 1`); and `when` is a region, a
//! conjunction of known atoms (`k < i`).
//!
//! - `boxes`: equations of samples with several indices
//! - `equations`: equations in a region, by elimination
//! - `index_maps`: the indices at which values are equal
//! - `order`: the regions in which the value of one sample is at most that of another
//! - `observed`: a predicate with its states
//! - `region`: separation of the states in which a fact holds from those in which it does not
//!
//! Equations come from elimination in small regions. Then a region is searched for, as large as possible, in
//! which the fact holds of all states.
//!
//! **Soundness:** all facts are guesses. Those that are inductive are found before they are used, and of the
//! others only the atoms are taken.

mod boxes;
pub mod equations;
mod index_maps;
mod order;
mod observed;
mod region;

use super::hints::{Hints, Role};
use super::settings::Learning;
use super::vocabulary::Vocabulary;
use equations::Equations;
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{PredId, Subst, System, Term, Var};
use observed::ObservedPredicate;
use region::{CompiledForm, Guards, StateSet};
use std::collections::{BTreeMap, BTreeSet};

/// Steps for the facts at one predicate.
pub(crate) const TRACE_STEPS: u64 = 200_000;

/// The most facts at one loop head.
const MAX_FACTS: usize = 80;

/// The most regions in which equations are looked for, for each choice of samples.
const MAX_REGIONS: usize = 400;

/// The most choices of samples that are looked at together.
const MAX_BASES: usize = 30;

/// States at predicates: the values of their parameters, where they are known; truth values are 0 and 1.
pub type States = BTreeMap<PredId, Vec<Row>>;

/// The values of the parameters in one state.
pub type Row = Vec<Option<i64>>;

/// A fact that holds of all observed states in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceInvariant {
    /// The alignment of the samples and the region.
    pub region: Vec<Term>,
    /// The equation or bound.
    pub said: Constraint,
}

impl TraceInvariant {
    /// The implication from the region to the fact.
    pub(crate) fn claim(&self) -> Term {
        Term::or(self.region.iter().map(negate).chain([self.said.to_term()]))
    }

    /// The fact with other names for variables.
    fn renamed(&self, names: &Subst) -> TraceInvariant {
        let region = self.region.iter().map(|t| t.subst(names)).collect();
        let said = self.said.to_term().subst(names);
        TraceInvariant {
            region,
            said: Constraint::from_literal(&said).unwrap_or_else(|| self.said.clone()),
        }
    }

    /// The literals of the implication; equations are two half-planes.
    pub(crate) fn atoms(&self) -> Vec<Term> {
        let parts =
            self.region.iter().filter_map(Constraint::from_literal).chain([self.said.clone()]);
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

/// The invariants that the states at each predicate suggest. Regions are conjunctions of the `known` atoms.
pub(crate) fn infer_trace_invariants(
    system: &System,
    hints: &Hints,
    known: &Vocabulary,
    states: &States,
    limits: &Learning,
    budget: &mut Budget,
) -> BTreeMap<PredId, Vec<TraceInvariant>> {
    let with_order = order::compares_values(system, hints);
    let at = |(pred, rows): (&PredId, &Vec<Row>)| {
        let atoms = known.get(pred)?;
        let observed = ObservedPredicate::new(*pred, system.pred(*pred), hints, rows)?;
        let allowed = TRACE_STEPS.min(budget.left());
        let search = InvariantSearch {
            guards: observed.guards(atoms),
            observed: &observed,
            limits,
            with_order,
            found: vec![],
            determined: vec![],
        };
        Some((*pred, budget.run_limited(allowed, |own| search.run(atoms, own))))
    };
    states.iter().filter_map(at).collect()
}

/// The search for facts at one predicate.
struct InvariantSearch<'p> {
    observed: &'p ObservedPredicate,
    guards: Guards,
    limits: &'p Learning,
    /// Whether the order of values matters.
    with_order: bool,
    found: Vec<TraceInvariant>,
    /// The variables that equations have determined, with the states of the region.
    determined: Vec<(Var, StateSet)>,
}

/// An alignment of samples with the states that satisfy it.
#[derive(Default)]
struct Alignment {
    said: Vec<Term>,
    has: StateSet,
    /// The cost of the alignment.
    effort: usize,
    /// Indices that equal those of another sample, all of its dimensions together.
    aligned: BTreeSet<Var>,
    /// If a fact may hold of some states by chance, the others.
    informative: Option<StateSet>,
}

impl InvariantSearch<'_> {
    fn run(mut self, atoms: &[Term], budget: &mut Budget) -> Vec<TraceInvariant> {
        let bases = self.bases(atoms);
        // The most certain come first, as long as there is time.
        let in_rows = self.find_row_equations(&bases, atoms, budget);
        self.add_bounds(&bases[0], budget);
        self.add_mapped_equations(&bases[0], budget);
        if self.with_order {
            self.add_orders(&bases, atoms, budget);
        }
        for base in &bases {
            self.add_equations(base, budget);
        }
        self.add_residues(&bases[0], budget);
        // Facts with fewer conditions come first.
        self.found.sort_by_key(|fact| fact.region.len());
        self.found.truncate(MAX_FACTS);
        self.found.extend(in_rows);
        for swap in &self.observed.swaps {
            let swapped: Vec<TraceInvariant> =
                self.found.iter().map(|fact| fact.renamed(swap)).collect();
            for fact in swapped {
                if !self.found.contains(&fact) {
                    self.found.push(fact);
                }
            }
        }
        self.found
    }

    /// The equations of samples that have several indices.
    fn find_row_equations(
        &mut self,
        bases: &[Alignment],
        atoms: &[Term],
        budget: &mut Budget,
    ) -> Vec<TraceInvariant> {
        let is_row = |v: &&Var| self.observed.places_of(v).len() > 1;
        if !self.limits.boxes || !self.observed.with_role(Role::Content).iter().any(is_row) {
            return vec![];
        }
        let others = self.found.len();
        let guards = std::mem::replace(&mut self.guards, self.observed.row_guards(atoms));
        let is_cell_or_aligned =
            |base: &&Alignment| base.effort == usize::from(!base.aligned.is_empty());
        for base in bases.iter().filter(is_cell_or_aligned) {
            self.add_box_equations(base, budget);
        }
        self.guards = guards;
        if self.found.len() > others {
            self.find_scalar_orders();
        }
        self.found.drain(others..).collect()
    }

    /// The trivial alignment, and those in which indices are equal or differ as an atom says; the simplest
    /// first.
    fn bases(&self, atoms: &[Term]) -> Vec<Alignment> {
        let mut bases = vec![Alignment {
            has: StateSet::all(self.observed.states.len()),
            ..Alignment::default()
        }];
        self.align(&mut bases);
        let places = self.observed.with_role(Role::Index);
        for (n, place) in places.iter().enumerate() {
            let mut new = vec![];
            for (anchor, effort) in self.anchors(place, &places[..n], atoms) {
                let Some(there) = self.observed.where_holds(&anchor) else { continue };
                for base in bases.iter().filter(|base| !base.aligned.contains(*place)) {
                    let has = there.and(&base.has);
                    if has.len() > SPARE && !self.is_one_cell_twice(&has) {
                        let said = [&base.said[..], std::slice::from_ref(&anchor)].concat();
                        let (effort, aligned) = (base.effort + effort, base.aligned.clone());
                        new.push(Alignment { said, has, effort, aligned, informative: None });
                    }
                }
            }
            bases.extend(new);
            bases.sort_by_key(|base| base.effort);
            bases.truncate(MAX_BASES);
        }
        bases
    }

    /// Adds the alignment of samples of several indices with an earlier sample.
    fn align(&self, bases: &mut Vec<Alignment>) {
        let mut samples: BTreeMap<usize, Vec<&Var>> = BTreeMap::new();
        for place in self.observed.with_role(Role::Index) {
            if let Some(sample) = self.observed.samples.get(place) {
                samples.entry(*sample).or_default().push(place);
            }
        }
        let samples: Vec<Vec<&Var>> = samples.into_values().collect();
        for (n, own) in samples.iter().enumerate().filter(|(_, own)| own.len() > 1) {
            let mut new = vec![];
            for other in samples[..n].iter().filter(|other| other.len() == own.len()) {
                let equal = |(a, b): (&&Var, &&Var)| Term::eq(Term::var(a), Term::var(b));
                let said: Vec<Term> = own.iter().zip(other).map(equal).collect();
                let there: Option<Vec<StateSet>> =
                    said.iter().map(|t| self.observed.where_holds(t)).collect();
                for base in there.iter().flat_map(|there| bases.iter().map(move |b| (there, b))) {
                    let (there, base) = base;
                    let has = there.iter().fold(base.has.clone(), |has, set| has.and(set));
                    if has.len() > SPARE && !self.is_one_cell_twice(&has) {
                        let said = [&base.said[..], &said].concat();
                        let mine = own.iter().map(|v| (*v).clone());
                        let aligned = base.aligned.iter().cloned().chain(mine).collect();
                        let effort = base.effort + 1;
                        new.push(Alignment { said, has, effort, aligned, informative: None });
                    }
                }
            }
            bases.extend(new);
        }
        bases.sort_by_key(|base| base.effort);
        bases.truncate(MAX_BASES);
    }

    /// Candidates for the value of an index: one of the other indices or its neighbours, a scalar with which
    /// an atom compares it, or a scalar.
    fn anchors(&self, place: &Var, others: &[&Var], atoms: &[Term]) -> Vec<(Term, usize)> {
        let own = Linear::var(place);
        let mut forms: Vec<(Linear, usize)> = vec![];
        for other in others {
            let apart = |by: i64| own.sub(&Linear::var(other)).add(&Linear::constant(by));
            forms.extend([(apart(0), 1), (apart(-1), 2), (apart(1), 2)]);
        }
        for atom in atoms {
            let Some(Constraint::Le(form)) = Constraint::from_literal(atom) else { continue };
            let others: Vec<&Var> = form.coeffs().keys().filter(|v| *v != place).collect();
            let unit = form.coeffs().values().all(|c| c.abs().is_one());
            let is_about = !form.coeff(place).is_zero() && unit;
            if is_about && others.len() == 1 && self.observed.role(others[0]) == Role::Number {
                let signed = form.scale(&form.coeff(place));
                forms.push((signed, 2));
            }
        }
        let scalars = self.observed.with_role(Role::Number).into_iter();
        forms.extend(scalars.map(|scalar| (own.sub(&Linear::var(scalar)), 2)));
        let mut known = BTreeSet::new();
        forms.retain(|(form, _)| known.insert(form.clone()));
        forms.into_iter().map(|(form, effort)| (Constraint::Eq(form).to_term(), effort)).collect()
    }

    /// Whether two copies of a sample have equal indices in all these states: then they have equal values
    /// anyway.
    fn is_one_cell_twice(&self, states: &StateSet) -> bool {
        self.observed.copies.iter().any(|(a, b)| {
            states.members().all(|n| {
                let numbers = &self.observed.states[n].numbers;
                a.iter().zip(b).all(|(a, b)| numbers[*a] == numbers[*b])
            })
        })
    }

    /// Equations by elimination in regions of one or two atoms.
    fn add_equations(&mut self, base: &Alignment, budget: &mut Budget) {
        let mut known: BTreeSet<Linear> = BTreeSet::new();
        let within = base.has.and(&self.observed.inside);
        // Aligned samples are in few regions already.
        let most = MAX_REGIONS / if base.said.is_empty() { 1 } else { 4 };
        for region in self.guards.regions(&within, most) {
            if budget.left() == 0 || self.found.len() >= 2 * MAX_FACTS {
                return;
            }
            if self.is_one_cell_twice(&region) {
                continue;
            }
            for form in self.equations_in(&region, budget) {
                let Some(lead) = self.observed.vars.iter().find(|v| !form.coeff(v).is_zero())
                else {
                    continue;
                };
                let is_known = |(v, there): &(Var, StateSet)| v == lead && region.is_subset(there);
                if self.determined.iter().any(is_known) || !self.says_something(base, &form) {
                    continue;
                }
                let Some(holds) =
                    CompiledForm::from_linear(&form, &self.observed.vars).map(|f| self.zero(&f))
                else {
                    continue;
                };
                if known.insert(form.clone()) {
                    self.add(base, &holds, &Constraint::Eq(form), BY_PLACES, budget);
                }
            }
        }
    }

    /// The number of literals that the region of a fact about these samples may have: two bounds for an
    /// index, and one more for a phase.
    fn literals(&self, about: &BTreeSet<usize>) -> usize {
        let places = self.observed.with_role(Role::Index).into_iter();
        let meant =
            places.filter(|k| self.observed.samples.get(*k).is_some_and(|c| about.contains(c)));
        1 + 2 * meant.count().max(1)
    }

    /// Whether an equation is about values, or about scalars without alignment.
    fn says_something(&self, base: &Alignment, form: &Linear) -> bool {
        let roles: Vec<Role> = form.coeffs().keys().map(|v| self.observed.role(v)).collect();
        roles.contains(&Role::Content)
            || base.said.is_empty() && roles.iter().all(|r| *r == Role::Number)
    }

    fn zero(&self, form: &CompiledForm) -> StateSet {
        self.observed.states.iter().map(|state| form.value(&state.numbers) == 0).collect()
    }

    fn equations_in(&self, region: &StateSet, budget: &mut Budget) -> Vec<Linear> {
        let mut equations = Equations::new(self.observed.vars.len());
        // Of many states a part suffices; the equations are checked against all of them.
        for n in region.members().step_by(region.len() / ENOUGH + 1) {
            budget.charge(1);
            if !equations.see(&self.observed.states[n].numbers) {
                return vec![];
            }
        }
        // With too few states the equations hold by chance.
        match region.len() >= equations.rank() + SPARE {
            true => equations.forms(&self.observed.vars),
            false => vec![],
        }
    }

    /// Orders between scalars that hold in all states: facts of regions that end at one of them may depend on
    /// the order.
    fn find_scalar_orders(&mut self) {
        let scalars: Vec<Linear> =
            self.observed.with_role(Role::Number).into_iter().map(Linear::var).collect();
        for a in &scalars {
            for b in scalars.iter().filter(|b| *b != a) {
                let form = a.sub(b);
                let Some(test) = CompiledForm::from_linear(&form, &self.observed.vars) else {
                    continue;
                };
                let states = self.observed.states.iter();
                let Some(largest) = states.map(|state| test.value(&state.numbers)).max() else {
                    continue;
                };
                if largest <= 0 {
                    let said = Constraint::Le(form.add(&Linear::constant(i64::from(largest < 0))));
                    self.found.push(TraceInvariant { region: vec![], said });
                }
            }
        }
    }

    /// Bounds of values by scalars or small numbers.
    fn add_bounds(&mut self, base: &Alignment, budget: &mut Budget) {
        let values: Vec<Var> =
            self.observed.with_role(Role::Content).into_iter().cloned().collect();
        let scalars: Vec<Linear> =
            self.observed.with_role(Role::Number).into_iter().map(Linear::var).collect();
        for value in &values {
            for other in scalars.iter().chain([&Linear::default()]) {
                let apart = Linear::var(value).sub(other);
                for form in [apart.clone(), apart.scale(&Int::MINUS_ONE)] {
                    let Some(test) = CompiledForm::from_linear(&form, &self.observed.vars) else {
                        continue;
                    };
                    let states = self.observed.states.iter();
                    let values: Vec<i128> = states.map(|s| test.value(&s.numbers)).collect();
                    for by in [1, 0, -1] {
                        if budget.left() == 0 || self.found.len() >= MAX_FACTS {
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

    /// Residues of numbers, their sums and their differences by small moduli.
    fn add_residues(&mut self, base: &Alignment, budget: &mut Budget) {
        let numbers: Vec<Linear> = self.observed.vars.iter().map(Linear::var).collect();
        let scalars: Vec<Linear> =
            self.observed.with_role(Role::Number).into_iter().map(Linear::var).collect();
        let pairs = scalars
            .iter()
            .enumerate()
            .flat_map(|(n, a)| scalars[n + 1..].iter().flat_map(move |b| [a.add(b), a.sub(b)]));
        let forms: Vec<Linear> = numbers.iter().cloned().chain(pairs).collect();
        for form in forms {
            let Some(test) = CompiledForm::from_linear(&form, &self.observed.vars) else {
                continue;
            };
            let small = |value: i128| i64::try_from(value).unwrap_or(i64::MAX);
            let states = self.observed.states.iter();
            let values: Vec<i64> = states.map(|state| small(test.value(&state.numbers))).collect();
            if values.iter().collect::<BTreeSet<_>>().len() <= SPARE {
                continue;
            }
            // The largest modulus is the strongest.
            for modulus in (2..=self.limits.moduli as i64).rev() {
                let mut found = false;
                for rest in 0..modulus {
                    if budget.left() == 0 || self.found.len() >= MAX_FACTS {
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

    /// The number of values of a form in these states.
    fn values(&self, form: &Linear, states: &StateSet) -> usize {
        let Some(form) = CompiledForm::from_linear(form, &self.observed.vars) else { return 0 };
        let all = states.members().map(|n| form.value(&self.observed.states[n].numbers));
        all.collect::<BTreeSet<_>>().len()
    }

    /// Adds a fact with the regions in which all states satisfy it; whether there is one.
    fn add(
        &mut self,
        base: &Alignment,
        holds: &StateSet,
        said: &Constraint,
        most: usize,
        budget: &mut Budget,
    ) -> bool {
        // A fact about two samples does not depend on the index of a third one.
        let about = self.observed.samples_in(base.said.iter().chain([&said.to_term()]));
        let most = most.min(self.literals(&about));
        let open = base.informative.as_ref().unwrap_or(holds);
        let mut regions = self.guards.separate(&base.has, (holds, open), &about, most, budget);
        regions.retain(|(_, there)| !self.is_one_cell_twice(there));
        // A fact with large numbers that only holds in a region holds by chance, and is hard to compute with.
        regions.retain(|(when, _)| when.is_empty() || is_simple(said));
        if let Constraint::Le(form) = said
            && form.coeffs().keys().all(|v| self.observed.role(v) == Role::Content)
            && form.coeffs().len() > 1
        {
            regions.retain(|(_, there)| there.len() > MANY);
        }
        if let Constraint::Mod(form, ..) = said {
            // A form with few values has any residue by chance.
            regions.retain(|(_, there)| self.values(form, there) > SPARE);
        }
        for (when, there) in &regions {
            let region = [&base.said[..], when].concat();
            let new = TraceInvariant { region, said: said.clone() };
            if let Constraint::Eq(form) = said {
                let lead = self.observed.vars.iter().find(|v| !form.coeff(v).is_zero());
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

/// The number of states from which equations are computed.
const ENOUGH: usize = 80;

/// As many literals as the indices of the fact justify.
const BY_PLACES: usize = usize::MAX;

/// The number of states in which the order of two values is no chance.
const MANY: usize = 100;

/// The number of states beyond that of unknowns by which an equation is no chance.
const SPARE: usize = 8;

#[cfg(test)]
mod tests;
