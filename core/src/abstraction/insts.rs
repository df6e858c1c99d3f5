//! `insts`: with which abstract values a quantified premise is instantiated (T Chapter 5).

use super::completeness::{self, Completeness};
use super::relevant::{self, relevant};
use super::sigma::{Sigma, Value};
use crate::horn::{Names, Term, Var};
use serde::{Deserialize, Serialize};

/// One element of an instantiation set: `(a#, q)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instantiation {
    /// The abstract value.
    pub sharp: Value,
    /// What the existential quantifiers of `F_σ` are set to.
    pub q: Value,
}

/// One call to `insts`, with what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The abstraction of the predicate.
    pub sigma: Sigma,
    /// The abstracted value.
    pub expr: Value,
    /// The rest of the clause, and what must be preserved.
    pub context: Term,
    /// How the set was found.
    pub case: Case,
    /// The instantiation set, never empty, without repetitions.
    pub set: Vec<Instantiation>,
    /// What is known about the call's completeness.
    pub completeness: Completeness,
}

/// Which algorithm answered a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Case {
    /// The value itself (T Algorithm 4).
    Finite,
    /// The relevant cells (T Algorithm 3).
    Cell {
        /// The search for them.
        relevant: relevant::Call,
        /// None was found, so any cell was taken.
        any: bool,
    },
    /// The product of the components' sets, found from left to right (T Algorithm 5).
    Tuple {
        /// One call for each component.
        calls: Vec<Call>,
    },
    /// All tuples over the set of the base abstraction (T Listing 5.8).
    Power {
        /// The call for the base.
        base: Box<Call>,
    },
}

/// `insts` for the value `expr` abstracted by `sigma`, in the context `ctx`.
///
/// `names` gives the fresh variables. Sound whatever it returns; `completeness` in the result says
/// whether anything is lost.
pub fn insts(sigma: &Sigma, expr: &Value, ctx: &Term, names: &mut Names) -> Call {
    let (case, set) = match (sigma, expr) {
        (Sigma::Cell, Value::Leaf(array)) => cell(array, ctx, names),
        (Sigma::Tuple(parts), Value::Tuple(exprs)) => tuple(parts, exprs, ctx, names),
        (Sigma::Power(base, n), _) => power(base, *n, expr, ctx, names),
        // What is forgotten has one abstract value, whatever it is.
        (Sigma::Tuple(parts), Value::Leaf(_)) if parts.is_empty() => {
            (Case::Finite, vec![Instantiation { sharp: Value::unit(), q: Value::unit() }])
        }
        _ => (Case::Finite, vec![Instantiation { sharp: expr.clone(), q: Value::unit() }]),
    };
    let completeness = completeness::of_call(sigma, &case, &set);
    Call { sigma: sigma.clone(), expr: expr.clone(), context: ctx.clone(), case, set, completeness }
}

/// T Algorithm 3, Listing 5.5.
fn cell(array: &Term, ctx: &Term, names: &mut Names) -> (Case, Vec<Instantiation>) {
    let avar = names.fresh(&Var::new("a", array.sort()));
    let omega = Term::and([Term::eq(Term::var(&avar), array.clone()), Term::not(ctx.clone())]);
    let relevant = relevant(&avar, &omega);
    let (mut indices, _) = relevant.split();
    let any = indices.is_empty();
    if any {
        indices.push(Term::var(&names.fresh(&Var::int("any"))));
    }
    let at = |k: Term| {
        let v = Term::select(array.clone(), k.clone());
        let sharp = Value::Tuple(vec![Value::Leaf(k), Value::Leaf(v)]);
        Instantiation { sharp, q: Value::unit() }
    };
    (Case::Cell { relevant, any }, indices.into_iter().map(at).collect())
}

/// T Algorithm 5, for tuples of any width taken as pairs of pairs: while one component is
/// instantiated, the instances of those before it and the values of those after it are preserved.
fn tuple(
    parts: &[Sigma],
    exprs: &[Value],
    ctx: &Term,
    names: &mut Names,
) -> (Case, Vec<Instantiation>) {
    let mut calls: Vec<Call> = Vec::with_capacity(parts.len());
    let mut ctx = ctx.clone();
    for (j, (sigma, expr)) in parts.iter().zip(exprs).enumerate() {
        let later = exprs[j + 1..].iter().flat_map(Value::leaves);
        let call = insts(sigma, expr, &preserving(later.collect(), &ctx), names);
        let chosen = call.set.iter().flat_map(|i| i.sharp.leaves());
        ctx = preserving(expr.leaves().into_iter().chain(chosen).collect(), &ctx);
        calls.push(call);
    }
    let set = product(&calls.iter().map(|c| c.set.clone()).collect::<Vec<_>>());
    (Case::Tuple { calls }, set)
}

/// `P_any(values) ==> ctx`: a context that also forbids the values to change (T Sec. 5.2).
fn preserving(values: Vec<Term>, ctx: &Term) -> Term {
    if values.is_empty() {
        return ctx.clone();
    }
    Term::implies(Term::pred("Any", values), ctx.clone())
}

/// T Listing 5.8.
fn power(
    base: &Sigma,
    n: usize,
    expr: &Value,
    ctx: &Term,
    names: &mut Names,
) -> (Case, Vec<Instantiation>) {
    let base = insts(base, expr, ctx, names);
    let set = product(&vec![base.set.clone(); n]);
    (Case::Power { base: Box::new(base) }, set)
}

/// Elements that an instantiation set may have. More would help nobody; leaving some out is sound.
pub const ELEMENTS: usize = 256;

/// The ways to take one element of each set, as tuples, as many as are allowed; the first set
/// varies slowest.
fn product(sets: &[Vec<Instantiation>]) -> Vec<Instantiation> {
    let mut out: Vec<Vec<Instantiation>> = vec![vec![]];
    for set in sets {
        out = out
            .into_iter()
            .flat_map(|prefix| {
                set.iter().map(move |i| {
                    let mut longer = prefix.clone();
                    longer.push(i.clone());
                    longer
                })
            })
            .take(ELEMENTS)
            .collect();
    }
    let join = |parts: Vec<Instantiation>| {
        let (sharps, qs) = parts.into_iter().map(|i| (i.sharp, i.q)).unzip();
        Instantiation { sharp: Value::Tuple(sharps), q: Value::Tuple(qs) }
    };
    out.into_iter().map(join).collect()
}
