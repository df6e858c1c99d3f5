//! The part of a call to `insts` that the search understands.

use crate::abstraction::eliminate::Instantiated;
use crate::abstraction::insts::{Algorithm, Call};
use crate::abstraction::sigma::{Abstraction, Sigma, Value};
use crate::horn::{Clause, Goal, Instance, Op, Sort, Subst, System, Term, Var};
use std::collections::BTreeSet;

/// A call, with the clause it belongs to.
#[derive(Clone, Copy)]
pub struct Problem<'p> {
    /// The clause before `abstract`.
    pub concrete: &'p Clause,
    /// The call.
    pub done: &'p Instantiated,
    /// The abstraction of each predicate.
    pub abstraction: &'p Abstraction,
    /// The abstract predicates, by whose names the context speaks of them.
    pub abstracted: &'p System,
}

/// One parameter of the premise's predicate.
pub(super) struct Component {
    /// The variable that stands there.
    pub(super) var: Var,
    /// How many cells the abstraction keeps; none for a scalar.
    pub(super) kept: usize,
    /// Whether they are in the order of their indices.
    pub(super) ordered: bool,
    /// The indices at which the call instantiates, then those that its heuristic left out.
    pub(super) relevant: Vec<Term>,
    /// How many of them the call instantiates at.
    pub(super) chosen: usize,
}

impl Component {
    /// The cells at which the call instantiates, as reads.
    pub(super) fn cells(&self) -> impl Iterator<Item = Term> {
        self.relevant.iter().map(|k| Term::select(Term::var(&self.var), k.clone()))
    }
}

/// What the search works on.
pub(super) struct Parts<'p> {
    pub(super) problem: Problem<'p>,
    pub(super) components: Vec<Component>,
    /// The conditions of the clause.
    pub(super) conditions: Term,
    /// The goal, if it is a predicate, over the premise's arguments.
    pub(super) goal: Option<Instance>,
    /// Whether the premise's arguments determine all variables of the clause.
    pub(super) determined: bool,
}

impl<'p> Problem<'p> {
    /// The parts of the problem, if it is of the kind that is searched.
    pub(super) fn parts(self) -> Option<Parts<'p>> {
        let mut instances = self.concrete.instances();
        let (premise, None) = (instances.next()?, instances.next()) else {
            return None;
        };
        let quantified = |t: &Term| t.has_quantifier();
        if self.concrete.terms().any(quantified) {
            return None;
        }
        let components = components(&self.done.call)?;
        let vars: BTreeSet<&Var> = components.iter().map(|c| &c.var).collect();
        if vars.len() < components.len() {
            return None;
        }
        let conditions = Term::and(self.concrete.conditions().cloned());
        let defined = definitions(&conditions, &vars);
        let goal = match &self.concrete.goal {
            Goal::Instance(i) => {
                let args = i.args.iter().map(|a| a.subst(&defined)).collect();
                Some(Instance { args, ..i.clone() })
            }
            Goal::Cond(_) => None,
        };
        let conditions = conditions.subst(&defined);
        let free = |t: &Term| t.free_vars().iter().any(|v| !vars.contains(v));
        let fits = goal.as_ref().is_none_or(|g| {
            g.pred != premise.pred
                && !g.args.iter().any(free)
                && searchable(self.abstraction.sigma(g.pred), &g.args)
        });
        let determined = !free(&conditions);
        fits.then_some(Parts { problem: self, components, conditions, goal, determined })
    }
}

/// The variables that conditions `v = t` define by the given ones.
fn definitions(conditions: &Term, known: &BTreeSet<&Var>) -> Subst {
    let mut out = Subst::new();
    for condition in conditions.conjuncts() {
        let Some([left, right]) = condition.as_app(Op::Eq) else { continue };
        for (v, t) in [(left, right), (right, left)] {
            let t = t.subst(&out);
            if let Some(v) = v.as_var().filter(|v| !known.contains(v) && !out.contains_key(v))
                && t.free_vars().iter().all(|w| known.contains(w))
            {
                out.insert(v.clone(), t);
                break;
            }
        }
    }
    out
}

/// Whether the abstraction keeps scalars as they are and cells of integer arrays.
fn searchable(sigma: &Sigma, args: &[Term]) -> bool {
    let Sigma::Tuple(parts) = sigma else {
        return false;
    };
    parts.len() == args.len() && parts.iter().zip(args).all(|(s, a)| kept(s, &a.sort()).is_some())
}

/// How many cells an abstraction keeps of a parameter.
fn kept(sigma: &Sigma, sort: &Sort) -> Option<usize> {
    let cells = *sort == Sort::int_array();
    match sigma {
        Sigma::Id if !sort.is_array() => Some(0),
        Sigma::Cell if cells => Some(1),
        Sigma::Power(base, n) | Sigma::Ordered(base, n) if cells && **base == Sigma::Cell => {
            Some(*n)
        }
        Sigma::Product(parts) if cells => parts.iter().map(|p| kept(p, sort)).sum(),
        _ => None,
    }
}

fn components(call: &Call) -> Option<Vec<Component>> {
    let (Sigma::Tuple(parts), Algorithm::Tuple { calls, .. }) = (&call.sigma, &call.algorithm)
    else {
        return None;
    };
    let one = |(sigma, call): (&Sigma, &Call)| {
        let Value::Leaf(expr) = &call.expr else {
            return None;
        };
        let var = expr.as_var()?.clone();
        let kept = kept(sigma, &var.sort)?;
        let (mut relevant, mut left_out) = (vec![], vec![]);
        indices(call, &mut relevant, &mut left_out)?;
        left_out.retain(|k| !relevant.contains(k));
        let chosen = relevant.len();
        relevant.extend(left_out);
        let ordered = matches!(sigma, Sigma::Ordered(..));
        Some(Component { var, kept, ordered, relevant, chosen })
    };
    parts.iter().zip(calls).map(one).collect()
}

/// The indices at which a call instantiates, and those that its heuristic left out.
fn indices(call: &Call, chosen: &mut Vec<Term>, left_out: &mut Vec<Term>) -> Option<()> {
    match &call.algorithm {
        Algorithm::Finite => {}
        Algorithm::Cell { left_out: more, .. } => {
            let indices = call.set.iter().map(|i| i.sharp.leaves().into_iter().next());
            for k in indices.collect::<Option<Vec<Term>>>()? {
                if !chosen.contains(&k) {
                    chosen.push(k);
                }
            }
            left_out.extend(more.iter().cloned());
        }
        Algorithm::Power { base } | Algorithm::Ordered { base, padded: false } => {
            indices(base, chosen, left_out)?;
        }
        Algorithm::Product { pair } => {
            pair.algorithm.calls().into_iter().try_for_each(|c| indices(c, chosen, left_out))?;
        }
        // Neighbours of cells are no cells of the set, and other abstractions have none.
        Algorithm::Ordered { .. }
        | Algorithm::Tuple { .. }
        | Algorithm::Sum { .. }
        | Algorithm::Compose { .. } => {
            return None;
        }
    }
    Some(())
}
