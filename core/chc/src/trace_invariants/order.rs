//! Regions in which the value of one sample is at most that of another.
//!
//! An equation holds in many states by chance only rarely, but one of two numbers is the smaller half of the
//! time. So such a fact has to hold in a region with many states.

use super::observed::ObservedPredicate;
use super::region::{CompiledForm, StateSet};
use super::{Alignment, BY_PLACES, InvariantSearch, MAX_FACTS};
use crate::hints::{Hints, Role};
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Goal, Op, System, Term, Var};
use std::collections::BTreeSet;

impl InvariantSearch<'_> {
    /// Adds orders between values of two samples, at any indices or where one index is a scalar.
    pub(super) fn add_orders(&mut self, bases: &[Alignment], atoms: &[Term], budget: &mut Budget) {
        let all = std::mem::replace(&mut self.guards, self.observed.plain_guards(atoms));
        self.add_guarded_orders(bases, budget);
        self.guards = all;
    }

    fn add_guarded_orders(&mut self, bases: &[Alignment], budget: &mut Budget) {
        let values: Vec<Var> =
            self.observed.with_role(Role::Content).into_iter().cloned().collect();
        let mut done: BTreeSet<(Vec<Term>, Var, Var)> = BTreeSet::new();
        let observed = self.observed;
        for base in bases.iter().filter(|base| is_simple(observed, base)) {
            let place = observed.samples_in(&base.said);
            for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
                let of = |v: &Var| observed.samples.get(v);
                let is_about =
                    place.is_empty() || [of(a), of(b)].iter().flatten().any(|c| place.contains(c));
                if a == b || !is_about || is_done(observed, &done, (base, a, b)) {
                    continue;
                }
                if budget.left() == 0 || self.found.len() >= MAX_FACTS {
                    return;
                }
                done.insert((base.said.clone(), a.clone(), b.clone()));
                let apart = Linear::var(a).sub(&Linear::var(b));
                let Some(test) = CompiledForm::from_linear(&apart, &self.observed.vars) else {
                    continue;
                };
                let states = self.observed.states.iter();
                let holds: StateSet = states.map(|s| test.value(&s.numbers) <= 0).collect();
                let base = restrict_to_nonnegative(observed, base, &apart);
                self.add(&base, &holds, &Constraint::Le(apart), BY_PLACES, budget);
            }
        }
    }
}

/// Whether clauses compare values of two samples other than by equality. Where they do not, no invariant
/// needs the order.
pub(super) fn compares_values(system: &System, hints: &Hints) -> bool {
    system.clauses.iter().any(|clause| {
        let goal = match &clause.goal {
            Goal::Instance(instance) => Some(instance),
            Goal::Cond(_) => None,
        };
        let mut values: BTreeSet<&Var> = BTreeSet::new();
        for instance in clause.instances().chain(goal) {
            let params = system.pred(instance.pred).params.iter().zip(&instance.args);
            let contents =
                params.filter(|(v, _)| hints.role(instance.pred, &Term::var(v)) == Role::Content);
            values.extend(contents.filter_map(|(_, arg)| arg.as_var()));
        }
        let orders = [Op::Lt, Op::Le, Op::Gt, Op::Ge];
        let is_order = |t: &Term| orders.iter().any(|op| t.as_app(*op).is_some());
        let of_two = |t: &Term| t.free_vars().iter().filter(|v| values.contains(v)).count() > 1;
        clause.terms().flat_map(Term::post_order).any(|t| is_order(t) && of_two(t))
    })
}

/// Whether the alignment is trivial, or equates one index with a scalar.
fn is_simple(observed: &ObservedPredicate, base: &Alignment) -> bool {
    let places =
        |said: &Term| said.free_vars().iter().filter(|v| observed.role(v) == Role::Index).count();
    match &base.said[..] {
        [] => true,
        [one] => places(one) == 1 && is_near(one),
        _ => false,
    }
}

/// The alignment with the states in which the indices of these values are not negative, as far as scalars are
/// not.
pub(super) fn restrict_to_nonnegative(
    observed: &ObservedPredicate,
    base: &Alignment,
    apart: &Linear,
) -> Alignment {
    let samples = observed.samples_in([&apart.to_term()]);
    let mut places = observed.with_role(Role::Index);
    places.retain(|k| observed.samples.get(*k).is_some_and(|sample| samples.contains(sample)));
    let said: Vec<Term> = places.iter().map(|k| Term::le(Term::int(0), Term::var(k))).collect();
    let there = said.iter().filter_map(|t| observed.where_holds(t));
    let has = there.fold(base.has.clone(), |has, there| has.and(&there));
    Alignment { said: [&base.said[..], &said].concat(), has, ..Alignment::default() }
}

fn is_near(said: &Term) -> bool {
    let Some(Constraint::Eq(form)) = Constraint::from_literal(said) else { return false };
    form.constant_part().to_i64().is_some_and(|n| n.unsigned_abs() <= 1)
}

/// Whether an equal fact about other copies of the samples was tried.
fn is_done(
    observed: &ObservedPredicate,
    done: &BTreeSet<(Vec<Term>, Var, Var)>,
    (base, a, b): (&Alignment, &Var, &Var),
) -> bool {
    observed.swaps.iter().any(|swap| {
        let other = |v: &Var| swap.get(v).and_then(Term::as_var).unwrap_or(v).clone();
        let said = base.said.iter().map(|t| t.subst(swap)).collect();
        done.contains(&(said, other(a), other(b)))
    })
}
