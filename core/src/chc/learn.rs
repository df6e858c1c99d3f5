//! Facts that the states have in common which runs came to.
//!
//! A fact has the form `where && when ==> what`. `what` is an equation or a bound; `where` says which cells are looked at
//! together (`k = i`, `l = k + 1`); and `when` is a region, made of atoms that are known (`k < i`).
//!
//! - `equations`: what is equal in a region, by elimination
//! - `region`: the states in which something holds, told from those in which it does not
//!
//! Equations come from elimination in small regions. Where values of two cells are equal the same elimination says at
//! which places these are: `a[k] = b[n - 1 - k]` is not an equation of numbers, but `k + l = n - 1` is one. Then a region
//! is looked for, as large as possible, in which the fact holds of all states.
//!
//! **Soundness:** all of it are guesses. What the rules keep together is found by induction before it is used, and of
//! the rest only the atoms are taken.

pub mod equations;
mod region;

use super::hints::{Hints, Role};
use super::mine::Vocabulary;
use super::settings::Learning;
use crate::base::{Budget, Int};
use crate::horn::linear::{Constraint, Linear};
use crate::horn::prenex::negate;
use crate::horn::{Pred, PredId, Sort, Subst, System, Term, Var};
use equations::Equations;
use region::{Form, Guards, Set};
use std::collections::{BTreeMap, BTreeSet};

/// States at predicates: the values of their parameters, where they are known; truth values are 0 and 1.
pub type States = BTreeMap<PredId, Vec<Row>>;

/// One of them.
pub type Row = Vec<Option<i64>>;

/// Something that holds of all states that were seen in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Which cells are looked at together, and when.
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
    let at = |(pred, rows): (&PredId, &Vec<Row>)| {
        let atoms = known.get(pred)?;
        let point = Point::new(*pred, system.pred(*pred), hints, rows)?;
        let allowed = limits.work.min(budget.left());
        let mut own = Budget::steps(allowed);
        let search = Search {
            guards: point.guards(atoms),
            point: &point,
            limits,
            found: vec![],
            determined: vec![],
        };
        let found = search.run(atoms, &mut own);
        budget.charge(allowed - own.left());
        Some((*pred, found))
    };
    states.iter().filter_map(at).collect()
}

/// A predicate with the states that were seen there.
struct Point {
    /// Its numbers: values of cells first, then places, then scalars. An equation says what the first of them are.
    vars: Vec<Var>,
    roles: Vec<Role>,
    flags: Vec<Var>,
    states: Vec<State>,
    /// Pairs of copies of a cell of one array: the numbers that are their places.
    copies: Vec<(Vec<usize>, Vec<usize>)>,
    /// The states in which all places are at least zero: arrays begin there. Facts are read off these, and then held
    /// against all.
    inside: Set,
    /// What is said of one copy may be said of another.
    swaps: Vec<Subst>,
}

/// The values of the numbers and of the flags.
struct State {
    numbers: Vec<i128>,
    flags: Vec<i128>,
}

impl Point {
    fn new(pred: PredId, info: &Pred, hints: &Hints, rows: &[Row]) -> Option<Point> {
        // What is known in no state cannot be spoken of.
        let seen = |n: usize| rows.iter().any(|row| row.get(n).copied().flatten().is_some());
        let of_sort = |sort: &Sort| -> Vec<usize> {
            (0..info.params.len()).filter(|n| info.params[*n].sort == *sort && seen(*n)).collect()
        };
        let (mut numbers, flags) = (of_sort(&Sort::Int), of_sort(&Sort::Bool));
        let role = |n: &usize| hints.role(pred, &Term::var(&info.params[*n]));
        numbers.sort_by_key(|n| match role(n) {
            Role::Content => 0,
            Role::Index => 1,
            Role::Number | Role::Flag => 2,
        });
        let state = |row: &Row| {
            let values = |places: &[usize]| -> Option<Vec<i128>> {
                places.iter().map(|n| row.get(*n).copied().flatten().map(i128::from)).collect()
            };
            Some(State { numbers: values(&numbers)?, flags: values(&flags)? })
        };
        let mut states: Vec<State> = rows.iter().filter_map(state).collect();
        // Like ones stand together, and a part of them should be as varied as all (the factor is the golden ratio).
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|n| (*n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut shuffled: Vec<Option<State>> = states.drain(..).map(Some).collect();
        let states: Vec<State> = order.iter().filter_map(|n| shuffled[*n].take()).collect();
        let roles: Vec<Role> = numbers.iter().map(role).collect();
        let is_inside = |roles: &[Role], state: &State| {
            roles.iter().zip(&state.numbers).all(|(role, n)| *role != Role::Index || *n >= 0)
        };
        let vars = |places: Vec<usize>| places.iter().map(|n| info.params[*n].clone()).collect();
        let mut point = Point {
            vars: vars(numbers),
            inside: states.iter().map(|state| is_inside(&roles, state)).collect(),
            roles,
            flags: vars(flags),
            states,
            copies: vec![],
            swaps: vec![],
        };
        for group in hints.copies.get(&pred).into_iter().flatten() {
            for copies in group.windows(2) {
                let there = copies[0].iter().cloned().zip(copies[1].iter().map(Term::var));
                let back = copies[1].iter().cloned().zip(copies[0].iter().map(Term::var));
                point.swaps.push(there.chain(back).collect());
            }
            let places: Vec<Vec<usize>> = group.iter().map(|copy| point.places(copy)).collect();
            for (n, a) in places.iter().enumerate() {
                let others = places[n + 1..].iter().filter(|b| !a.is_empty() && a.len() == b.len());
                point.copies.extend(others.map(|b| (a.clone(), b.clone())));
            }
        }
        (!point.vars.is_empty() && !point.states.is_empty()).then_some(point)
    }

    /// The numbers among these that are indices.
    fn places(&self, vars: &[Var]) -> Vec<usize> {
        let at = |v: &Var| self.vars.iter().position(|w| w == v);
        vars.iter().filter_map(at).filter(|n| self.roles[*n] == Role::Index).collect()
    }

    fn role(&self, v: &Var) -> Role {
        self.vars.iter().position(|w| w == v).map_or(Role::Flag, |n| self.roles[n])
    }

    fn with_role(&self, role: Role) -> Vec<&Var> {
        self.vars.iter().zip(&self.roles).filter(|(_, r)| **r == role).map(|(v, _)| v).collect()
    }

    /// Literals about anything but values, with the states in which they hold.
    fn guards(&self, atoms: &[Term]) -> Guards {
        let has_value = |t: &Term| t.free_vars().iter().any(|v| self.role(v) == Role::Content);
        let about = atoms.iter().filter(|t| !has_value(t));
        let literals = about.flat_map(|t| [t.clone(), negate(t)]);
        let with_states = |t: Term| self.where_holds(&t).map(|set| (t, set));
        Guards::new(literals.filter_map(with_states).collect())
    }

    /// The states in which a literal holds; `None` if it speaks of what is not known.
    fn where_holds(&self, literal: &Term) -> Option<Set> {
        let test = region::Test::of(literal, &self.vars, &self.flags)?;
        Some(self.states.iter().map(|state| test.holds(&state.numbers, &state.flags)).collect())
    }
}

/// The search for facts at one point.
struct Search<'p> {
    point: &'p Point,
    guards: Guards,
    limits: &'p Learning,
    found: Vec<Learned>,
    /// What equations have determined, and where.
    determined: Vec<(Var, Set)>,
}

/// States in which certain cells are looked at together.
struct Base {
    said: Vec<Term>,
    has: Set,
    /// How much is said.
    effort: usize,
}

impl Search<'_> {
    fn run(mut self, atoms: &[Term], budget: &mut Budget) -> Vec<Learned> {
        let bases = self.bases(atoms);
        self.bounds(&bases[0], budget);
        self.residues(&bases[0], budget);
        self.maps(&bases[0], budget);
        for base in &bases {
            self.equations(base, budget);
        }
        // What needs less to be true comes first.
        self.found.sort_by_key(|fact| fact.region.len());
        self.found.truncate(self.limits.facts);
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

    /// All states, and those in which places are one, or as far apart as an atom says; the simplest first.
    fn bases(&self, atoms: &[Term]) -> Vec<Base> {
        let mut bases =
            vec![Base { said: vec![], has: Set::all(self.point.states.len()), effort: 0 }];
        let places = self.point.with_role(Role::Index);
        for (n, place) in places.iter().enumerate() {
            let mut new = vec![];
            for (anchor, effort) in self.anchors(place, &places[..n], atoms) {
                let Some(there) = self.point.where_holds(&anchor) else { continue };
                for base in &bases {
                    let has = there.and(&base.has);
                    if has.len() > SPARE && !self.is_one_cell_twice(&has) {
                        let said = [&base.said[..], std::slice::from_ref(&anchor)].concat();
                        new.push(Base { said, has, effort: base.effort + effort });
                    }
                }
            }
            bases.extend(new);
            bases.sort_by_key(|base| base.effort);
            bases.truncate(self.limits.bases);
        }
        bases
    }

    /// Where a place may be: at one of these others or beside it, or where an atom compares it with a scalar.
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
        let mut known = BTreeSet::new();
        forms.retain(|(form, _)| known.insert(form.clone()));
        forms.into_iter().map(|(form, effort)| (Constraint::Eq(form).to_term(), effort)).collect()
    }

    /// Whether two copies of a cell are at one place in all these states: what they have in common is no news.
    fn is_one_cell_twice(&self, states: &Set) -> bool {
        self.point.copies.iter().any(|(a, b)| {
            let at = |n: usize, places: &[usize]| -> Vec<i128> {
                places.iter().map(|p| self.point.states[n].numbers[*p]).collect()
            };
            states.members().all(|n| at(n, a) == at(n, b))
        })
    }

    /// What elimination finds in regions of one or two atoms.
    fn equations(&mut self, base: &Base, budget: &mut Budget) {
        let mut known: BTreeSet<Linear> = BTreeSet::new();
        let within = base.has.and(&self.point.inside);
        // Cells that are looked at together are in few regions already.
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
                    self.add(base, &holds, &Constraint::Eq(form), self.literals(), budget);
                }
            }
        }
    }

    /// Of how many literals the region of an equation may be made: a place has two ends, and one more tells phases.
    fn literals(&self) -> usize {
        1 + 2 * self.point.with_role(Role::Index).len().max(1)
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

    /// At which places two values are equal.
    fn maps(&mut self, base: &Base, budget: &mut Budget) {
        let values: Vec<Var> = self.point.with_role(Role::Content).into_iter().cloned().collect();
        for (n, a) in values.iter().enumerate() {
            for b in &values[n + 1..] {
                let equal = Linear::var(a).sub(&Linear::var(b));
                let Some(holds) = Form::of(&equal, &self.point.vars).map(|f| self.zero(&f)) else {
                    continue;
                };
                let mut known: BTreeSet<Linear> = BTreeSet::new();
                let telling = holds.and(&self.rare(a)).and(&self.point.inside);
                for region in self.guards.regions(&telling, self.limits.regions) {
                    if budget.left() == 0 || self.found.len() >= self.limits.facts {
                        return;
                    }
                    for form in self.equations_in(&region, budget) {
                        let places =
                            form.coeffs().keys().filter(|v| self.point.role(v) == Role::Index);
                        let has_value =
                            form.coeffs().keys().any(|v| self.point.role(v) == Role::Content);
                        let negated = form.scale(&Int::MINUS_ONE);
                        let is_new = known.insert(form.clone()) && known.insert(negated);
                        if places.count() < 2 || has_value || !is_new {
                            continue;
                        }
                        let Some(there) = Form::of(&form, &self.point.vars).map(|f| self.zero(&f))
                        else {
                            continue;
                        };
                        let said = vec![Constraint::Eq(form).to_term()];
                        let base = Base { said, has: there.and(&base.has), effort: 1 };
                        self.add(
                            &base,
                            &holds,
                            &Constraint::Eq(equal.clone()),
                            self.literals(),
                            budget,
                        );
                    }
                }
            }
        }
    }

    /// The states in which a value is not one of the small numbers that are often equal by chance.
    fn rare(&self, value: &Var) -> Set {
        let at = self.point.vars.iter().position(|v| v == value).unwrap_or(0);
        self.point.states.iter().map(|state| state.numbers[at].abs() >= RARE).collect()
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
                    for by in [1, 0, -1] {
                        if budget.left() == 0 || self.found.len() >= self.limits.facts {
                            return;
                        }
                        let form = form.add(&Linear::constant(by));
                        let Some(test) = Form::of(&form, &self.point.vars) else { continue };
                        let states = self.point.states.iter();
                        let holds = states.map(|state| test.value(&state.numbers) <= 0).collect();
                        if self.add(base, &holds, &Constraint::Le(form), 2, budget) {
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
            let values: Vec<i128> =
                self.point.states.iter().map(|state| test.value(&state.numbers)).collect();
            if values.iter().collect::<BTreeSet<_>>().len() <= SPARE {
                continue;
            }
            // The largest says most.
            for modulus in (2..=self.limits.moduli as i128).rev() {
                let mut found = false;
                for rest in 0..modulus {
                    if budget.left() == 0 || self.found.len() >= self.limits.facts {
                        return;
                    }
                    let holds = values.iter().map(|v| v.rem_euclid(modulus) == rest).collect();
                    let (m, r) = (modulus as i64, rest as i64);
                    let said = Constraint::Mod(form.clone(), m.into(), r.into());
                    found |= self.add(base, &holds, &said, 2, budget);
                }
                if found {
                    break;
                }
            }
        }
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
        let mut regions = self.guards.separate(&base.has, holds, most, budget);
        regions.retain(|(_, there)| !self.is_one_cell_twice(there));
        // What holds in a region only, with large numbers, is chance, and hard to compute with.
        regions.retain(|(when, _)| when.is_empty() || is_simple(said));
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

/// Numbers below this are often equal by chance.
const RARE: i128 = 16;

/// States that an equation is read off, about.
const ENOUGH: usize = 80;

/// States beyond the number of unknowns by which a fact becomes more than chance.
const SPARE: usize = 8;

#[cfg(test)]
mod tests;
