//! Where the value of one sample is at most that of another.
//!
//! An equation is not so by chance in many states, but of two numbers one is the smaller half of the time. So such a fact
//! has to hold in a region with many states.

use super::point::Point;
use super::region::{Form, Set};
use super::{BY_PLACES, Base, Search};
use crate::hints::{Hints, Role};
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Goal, Op, System, Term, Var};
use std::collections::BTreeSet;

impl Search<'_> {
    /// How values of two samples compare, wherever they are or where one is at a scalar.
    pub(super) fn orders(&mut self, bases: &[Base], atoms: &[Term], budget: &mut Budget) {
        let all = std::mem::replace(&mut self.guards, self.point.plain_guards(atoms));
        self.orders_by_guards(bases, budget);
        self.guards = all;
    }

    fn orders_by_guards(&mut self, bases: &[Base], budget: &mut Budget) {
        let values: Vec<Var> = self.point.with_role(Role::Content).into_iter().cloned().collect();
        let mut done: BTreeSet<(Vec<Term>, Var, Var)> = BTreeSet::new();
        let point = self.point;
        for base in bases.iter().filter(|base| is_simple(point, base)) {
            let place = point.samples_in(&base.said);
            for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
                let of = |v: &Var| point.samples.get(v);
                let is_about =
                    place.is_empty() || [of(a), of(b)].iter().flatten().any(|c| place.contains(c));
                if a == b || !is_about || is_done(point, &done, (base, a, b)) {
                    continue;
                }
                if budget.left() == 0 || self.found.len() >= self.limits.facts {
                    return;
                }
                done.insert((base.said.clone(), a.clone(), b.clone()));
                let apart = Linear::var(a).sub(&Linear::var(b));
                let Some(test) = Form::of(&apart, &self.point.vars) else { continue };
                let states = self.point.states.iter();
                let holds: Set = states.map(|s| test.value(&s.numbers) <= 0).collect();
                let base = within(point, base, &apart);
                self.add(&base, &holds, &Constraint::Le(apart), BY_PLACES, budget);
            }
        }
    }
}

/// Whether clauses compare values of two samples otherwise than by equality. Where they do not, the order of values is no
/// part of why something holds.
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

/// Whether nothing is said, or that one place is where a scalar points.
fn is_simple(point: &Point, base: &Base) -> bool {
    let places =
        |said: &Term| said.free_vars().iter().filter(|v| point.role(v) == Role::Index).count();
    match &base.said[..] {
        [] => true,
        [one] => places(one) == 1 && is_near(one),
        _ => false,
    }
}

/// The same where the places of these values are in their arrays, as far as numbers below zero are not.
pub(super) fn within(point: &Point, base: &Base, apart: &Linear) -> Base {
    let samples = point.samples_in([&apart.to_term()]);
    let mut places = point.with_role(Role::Index);
    places.retain(|k| point.samples.get(*k).is_some_and(|sample| samples.contains(sample)));
    let said: Vec<Term> = places.iter().map(|k| Term::le(Term::int(0), Term::var(k))).collect();
    let there = said.iter().filter_map(|t| point.where_holds(t));
    let has = there.fold(base.has.clone(), |has, there| has.and(&there));
    Base { said: [&base.said[..], &said].concat(), has, ..Base::default() }
}

fn is_near(said: &Term) -> bool {
    let Some(Constraint::Eq(form)) = Constraint::of(said) else { return false };
    form.constant_part().to_i64().is_some_and(|n| n.unsigned_abs() <= 1)
}

/// Whether the same was looked at for other copies of the samples.
fn is_done(
    point: &Point,
    done: &BTreeSet<(Vec<Term>, Var, Var)>,
    (base, a, b): (&Base, &Var, &Var),
) -> bool {
    point.swaps.iter().any(|swap| {
        let other = |v: &Var| swap.get(v).and_then(Term::as_var).unwrap_or(v).clone();
        let said = base.said.iter().map(|t| t.subst(swap)).collect();
        done.contains(&(said, other(a), other(b)))
    })
}
