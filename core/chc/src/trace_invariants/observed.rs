//! A predicate with its observed states.

use super::Row;
use super::region::{self, Guard, Guards, StateSet};
use crate::hints::{Hints, Role};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Pred, PredId, Sort, Subst, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A predicate with its observed states.
pub(super) struct ObservedPredicate {
    /// The numbers: values of samples first, then indices, then scalars. An equation determines the first of
    /// them.
    pub(super) vars: Vec<Var>,
    pub(super) roles: Vec<Role>,
    pub(super) flags: Vec<Var>,
    /// The sample of each index and value.
    pub(super) samples: BTreeMap<Var, usize>,
    pub(super) states: Vec<ObservedState>,
    /// Pairs of copies of a sample of one function, as positions of their indices.
    pub(super) copies: Vec<(Vec<usize>, Vec<usize>)>,
    /// The states in which all indices are at least zero. Facts are found in these states, and then checked
    /// in all.
    pub(super) inside: StateSet,
    /// Renamings that exchange copies.
    pub(super) swaps: Vec<Subst>,
}

/// The values of the numbers and of the flags.
pub(super) struct ObservedState {
    pub(super) numbers: Vec<i128>,
    pub(super) flags: Vec<i128>,
}

impl ObservedPredicate {
    pub(super) fn new(
        pred: PredId,
        info: &Pred,
        hints: &Hints,
        rows: &[Row],
    ) -> Option<ObservedPredicate> {
        // A parameter without a known value is left out.
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
            Some(ObservedState { numbers: values(&numbers)?, flags: values(&flags)? })
        };
        let mut states: Vec<ObservedState> = rows.iter().filter_map(state).collect();
        // Similar states are adjacent, and a part of them should be as varied as all (the factor is the
        // golden ratio).
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|n| (*n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut shuffled: Vec<Option<ObservedState>> = states.drain(..).map(Some).collect();
        let states: Vec<ObservedState> = order.iter().filter_map(|n| shuffled[*n].take()).collect();
        let roles: Vec<Role> = numbers.iter().map(role).collect();
        let is_inside = |roles: &[Role], state: &ObservedState| {
            roles.iter().zip(&state.numbers).all(|(role, n)| *role != Role::Index || *n >= 0)
        };
        let vars = |places: Vec<usize>| places.iter().map(|n| info.params[*n].clone()).collect();
        let mut observed = ObservedPredicate {
            vars: vars(numbers),
            inside: states.iter().map(|state| is_inside(&roles, state)).collect(),
            roles,
            flags: vars(flags),
            samples: samples(info, |v| hints.role(pred, &Term::var(v))),
            states,
            copies: vec![],
            swaps: vec![],
        };
        for group in hints.copies.get(&pred).into_iter().flatten() {
            for copies in group.windows(2) {
                let there = copies[0].iter().cloned().zip(copies[1].iter().map(Term::var));
                let back = copies[1].iter().cloned().zip(copies[0].iter().map(Term::var));
                observed.swaps.push(there.chain(back).collect());
            }
            let places: Vec<Vec<usize>> = group.iter().map(|copy| observed.places(copy)).collect();
            for (n, a) in places.iter().enumerate() {
                let others = places[n + 1..].iter().filter(|b| !a.is_empty() && a.len() == b.len());
                observed.copies.extend(others.map(|b| (a.clone(), b.clone())));
            }
        }
        (!observed.vars.is_empty() && !observed.states.is_empty()).then_some(observed)
    }

    /// The positions of those variables that are indices.
    fn places(&self, vars: &[Var]) -> Vec<usize> {
        let at = |v: &Var| self.vars.iter().position(|w| w == v);
        vars.iter().filter_map(at).filter(|n| self.roles[*n] == Role::Index).collect()
    }

    pub(super) fn role(&self, v: &Var) -> Role {
        self.vars.iter().position(|w| w == v).map_or(Role::Flag, |n| self.roles[n])
    }

    /// The samples that terms mention.
    pub(super) fn samples_in<'a>(
        &self,
        terms: impl IntoIterator<Item = &'a Term>,
    ) -> BTreeSet<usize> {
        let vars = terms.into_iter().flat_map(Term::free_vars);
        vars.filter_map(|v| self.samples.get(&v).copied()).collect()
    }

    /// The indices of the sample that has this value.
    pub(super) fn places_of(&self, value: &Var) -> Vec<&Var> {
        let Some(sample) = self.samples.get(value) else { return vec![] };
        let mut places = self.with_role(Role::Index);
        places.retain(|v| self.samples.get(*v) == Some(sample));
        places
    }

    pub(super) fn with_role(&self, role: Role) -> Vec<&Var> {
        self.vars.iter().zip(&self.roles).filter(|(_, r)| **r == role).map(|(v, _)| v).collect()
    }

    /// Literals without values, with the states in which they hold: the known atoms, and comparisons of
    /// indices with scalars.
    pub(super) fn guards(&self, atoms: &[Term]) -> Guards {
        let scalars = self.with_role(Role::Number);
        let places = self.with_role(Role::Index).into_iter();
        let before: Vec<Term> = places
            .flat_map(|k| scalars.iter().map(move |n| Term::lt(Term::var(k), Term::var(n))))
            .collect();
        self.guards_of(self.without_values(atoms).chain(before))
    }

    /// Literals that compare indices and scalars, known or not; and the known atoms over scalars and their
    /// sums.
    pub(super) fn plain_guards(&self, atoms: &[Term]) -> Guards {
        self.guards_of(self.plain(atoms))
    }

    /// Guards without values, including those about an index alone: a row may have constant length.
    pub(super) fn row_guards(&self, atoms: &[Term]) -> Guards {
        let is_alone =
            |t: &Term| self.count(t, Role::Index) == 1 && self.count(t, Role::Number) == 0;
        self.guards_of(self.plain(atoms).chain(self.without_values(atoms).filter(is_alone)))
    }

    fn plain<'a>(&'a self, atoms: &'a [Term]) -> impl Iterator<Item = Term> + 'a {
        // Atoms that are no such comparisons: between scalars, and of sums of scalars.
        let is_else =
            move |t: &Term| self.count(t, Role::Index) == 0 || self.count(t, Role::Number) > 1;
        self.comparisons().into_iter().chain(self.without_values(atoms).filter(is_else))
    }

    fn count(&self, t: &Term, wanted: Role) -> usize {
        t.free_vars().iter().filter(|v| self.role(v) == wanted).count()
    }

    /// Comparisons of indices with zero, scalars and other indices.
    fn comparisons(&self) -> Vec<Term> {
        let places = self.with_role(Role::Index);
        let scalars = self.with_role(Role::Number);
        let mut about: Vec<Term> = vec![];
        for (n, k) in places.iter().enumerate() {
            about.push(Term::lt(Term::var(k), Term::int(0)));
            for other in scalars.iter().chain(&places[n + 1..]) {
                let (k, other) = (Term::var(k), Term::var(other));
                about.extend([Term::lt(k.clone(), other.clone()), Term::lt(other, k)]);
            }
        }
        about
    }

    fn without_values<'a>(&'a self, atoms: &'a [Term]) -> impl Iterator<Item = Term> + 'a {
        let has_value = |t: &&Term| t.free_vars().iter().any(|v| self.role(v) == Role::Content);
        atoms.iter().filter(move |t| !has_value(t)).cloned()
    }

    fn guards_of(&self, atoms: impl Iterator<Item = Term>) -> Guards {
        let literals = atoms.flat_map(|t| [t.clone(), negate(&t)]);
        let guard = |t: Term| {
            let set = self.where_holds(&t)?;
            Some(Guard { samples: self.samples_in([&t]), set, literal: t })
        };
        Guards::new(literals.filter_map(guard).collect())
    }

    /// The states in which a literal holds; `None` if it mentions a variable without known value.
    pub(super) fn where_holds(&self, literal: &Term) -> Option<StateSet> {
        let test = region::CompiledLiteral::from_literal(literal, &self.vars, &self.flags)?;
        Some(self.states.iter().map(|state| test.holds(&state.numbers, &state.flags)).collect())
    }
}

/// The parameters that are indices and values of samples, by samples: indices stand before their values.
fn samples(info: &Pred, role: impl Fn(&Var) -> Role) -> BTreeMap<Var, usize> {
    let (mut samples, mut places) = (BTreeMap::new(), vec![]);
    for (n, v) in info.params.iter().enumerate() {
        match role(v) {
            Role::Index => places.push(v),
            Role::Content => samples.extend(places.drain(..).chain([v]).map(|v| (v.clone(), n))),
            Role::Number | Role::Flag => places.clear(),
        }
    }
    samples
}
