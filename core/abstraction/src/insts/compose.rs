//! `insts` for compositions (T Algorithm 6).

mod slices;

pub use slices::pinned_indices;

use super::{Algorithm, Answer, Call, ELEMENTS, Instantiation, Insts};
use crate::facts::Facts;
use crate::sigma::{Shape, Sigma, Value};
use hornbook_horn::{Term, Var};

impl Insts<'_> {
    /// T Algorithm 6: the elements of the first set are instantiated one after the other; the
    /// context says that those before are instantiated already and those after are not.
    pub(super) fn compose(
        &mut self,
        second: &Sigma,
        first: &Sigma,
        expr: &Value,
        ctx: &Term,
    ) -> Answer {
        let mut first_call = self.call(first, expr, ctx);
        let both = Composition { second, first, expr };
        let facts = Facts::from_negation(ctx);
        if let Some(places) = slices::places(both, &first_call, &facts) {
            first_call.set = places;
        }
        let elements = first_call.set.clone();
        let mut open: Vec<Term> = elements.iter().map(|i| self.all_of(both, i)).collect();
        let mut calls: Vec<Call> = vec![];
        let mut set = vec![];
        for (n, between) in elements.iter().enumerate() {
            let others = open.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, t)| t.clone());
            let invariant = Term::and(others);
            let inner = match invariant.is_true() {
                true => ctx.clone(),
                false => Term::implies(invariant, ctx.clone()),
            };
            let mut call = self.call(second, &between.sharp, &inner);
            slices::leave_out_impossible(both, between, &facts, &mut call.set);
            open[n] = Term::and(call.set.iter().map(|i| both.instance(between, i)));
            let given = if first.is_function() { Value::unit() } else { between.sharp.clone() };
            set.extend(call.set.iter().map(|i| {
                let q = vec![given.clone(), between.q.clone(), i.q.clone()];
                Instantiation { sharp: i.sharp.clone(), q: Value::Tuple(q) }
            }));
            calls.push(call);
        }
        set.truncate(ELEMENTS);
        (Algorithm::Compose { first: Box::new(first_call), second: calls, left_out: 0 }, set)
    }

    /// All abstract values of one element of the first set, as a formula over a new predicate.
    fn all_of(&mut self, both: Composition<'_>, between: &Instantiation) -> Term {
        let shape = shape_of(&between.sharp);
        let (sharp, q) = both.second.fresh(&shape, self.names);
        let vars = sharp.leaves().into_iter().chain(q.leaves());
        let vars = vars.filter_map(|t| t.as_var().cloned()).collect();
        Term::forall(vars, both.instance(between, &Instantiation { sharp, q }))
    }
}

/// A composition and the value that it is applied to.
#[derive(Clone, Copy)]
pub(super) struct Composition<'b> {
    pub(super) second: &'b Sigma,
    pub(super) first: &'b Sigma,
    pub(super) expr: &'b Value,
}

impl Composition<'_> {
    /// `F_first(between, expr) ∧ F_second(a#, between) ==> P'(a#)`.
    fn instance(&self, between: &Instantiation, element: &Instantiation) -> Term {
        let below = self.first.formula(&between.sharp, &between.q, self.expr);
        let above = self.second.formula(&element.sharp, &element.q, &between.sharp);
        Term::implies(Term::and([below, above]), Term::pred("P'", element.sharp.leaves()))
    }
}

/// The shape of a value that is written with terms.
fn shape_of(value: &Value) -> Shape {
    let name = |t: &Term| match t.as_var() {
        Some(v) => v.clone(),
        None if t.sort().is_array() => Var::new("row", t.sort()),
        None => Var::new("x", t.sort()),
    };
    match value {
        Value::Leaf(t) => Shape::Leaf(name(t)),
        Value::Tuple(parts) => Shape::Tuple(parts.iter().map(shape_of).collect()),
    }
}
