//! Values for the variables of a clause, as facts for its premises determine them.

use hornbook_base::Budget;
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::linear::Linear;
use hornbook_horn::{ClauseId, Op, Term, Var};
use hornbook_lia::{Answer, Model, Solver, Value};
use std::collections::BTreeSet;

/// The most steps of one question.
const QUESTION_STEPS: u64 = 20_000;

/// Binds the variables of a premise to the values of a fact. Arguments that do not determine a variable
/// become equations in `conds`; `false` if the two differ.
pub(crate) fn bind(
    known: &mut Model,
    conds: &mut Vec<Term>,
    args: &[Term],
    values: &[Value],
) -> bool {
    args.iter().zip(values).all(|(arg, value)| match arg.as_var() {
        Some(v) => match known.values.get(v) {
            Some(other) => other == value,
            None => known.values.insert(v.clone(), value.clone()).is_none(),
        },
        None if is_known(known, arg) => known.eval(arg).as_ref() == Some(value),
        None => {
            let equation = Term::eq(arg.clone(), value.to_term());
            if let Some((v, value)) = solved(known, &equation) {
                known.values.insert(v, value);
            } else {
                conds.push(equation);
            }
            true
        }
    })
}

/// Whether all variables of a term have values.
pub(crate) fn is_known(known: &Model, t: &Term) -> bool {
    t.free_vars().iter().all(|v| known.values.contains_key(v))
}

/// Assigns variables the values that equations determine.
pub(crate) fn determine(known: &mut Model, conds: &[Term]) {
    let equations: Vec<&Term> = conds.iter().filter(|c| c.as_app(Op::Eq).is_some()).collect();
    while let Some((v, value)) = equations.iter().find_map(|c| solved(known, c)) {
        known.values.insert(v, value);
    }
}

/// The only variable of an equation that has no value, with the value that it must have.
fn solved(known: &Model, equation: &Term) -> Option<(Var, Value)> {
    let [a, b] = equation.as_app(Op::Eq)? else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(v, t)| defined(known, v, t)).or_else(|| {
        let form = Linear::from_term(a)?.sub(&Linear::from_term(b)?);
        let mut open = form.coeffs().iter().filter(|(v, _)| !known.values.contains_key(*v));
        let (Some((v, factor)), None) = (open.next(), open.next()) else { return None };
        let mut terms = form.coeffs().iter().filter(|(w, _)| *w != v);
        let sum = terms.try_fold(form.constant_part().clone(), |sum, (w, c)| {
            Some(sum + c * known.get(w)?.as_int()?)
        })?;
        let is_whole = (-sum.clone()).rem_euclid(factor)?.is_zero();
        let value = (-sum).div_euclid(factor)?;
        is_whole.then(|| (v.clone(), Value::Int(value)))
    })
}

/// The variable that `v = t` defines.
fn defined(known: &Model, v: &Term, t: &Term) -> Option<(Var, Value)> {
    let v = v.as_var().filter(|v| !known.values.contains_key(*v))?;
    is_known(known, t).then(|| Some((v.clone(), known.eval(t)?))).flatten()
}

/// Values for the variables that are still open, so that all conditions hold: `most` of them at most, and
/// whether these are all.
pub(crate) fn enumerate(
    known: &Model,
    open: &BTreeSet<Var>,
    conds: &[Term],
    most: usize,
    budget: &mut Budget,
) -> (Vec<Model>, bool) {
    let mut solver = Solver::new();
    let map = known.values.iter().map(|(v, value)| (v.clone(), value.to_term())).collect();
    if conds.iter().any(|c| solver.assert(&c.subst(&map)).is_err()) {
        return (vec![], false);
    }
    let mut found = vec![];
    while found.len() < most {
        match budget.run_limited(QUESTION_STEPS, |own| solver.check(&[], own)) {
            Answer::Sat => {}
            answer => return (found, answer == Answer::Unsat),
        }
        let mut values = known.clone();
        for v in open {
            let value = solver.model().get(v).unwrap_or(Value::Bool(false));
            values.values.insert(v.clone(), value);
        }
        let same = open.iter().filter_map(|v| {
            let value = values.get(v)?.to_term();
            Some(Term::eq(Term::var(v), value))
        });
        let other = Term::not(Term::and(same));
        let is_asserted = solver.assert(&other).is_ok();
        found.push(values);
        if !is_asserted {
            break;
        }
    }
    (found, false)
}

/// The most clause applications of a derivation.
const MAX_NODES: usize = 20_000;

/// The application of a clause to facts, by their numbers.
pub(crate) struct Application {
    /// The clause.
    pub(crate) clause: ClauseId,
    /// The values of its variables.
    pub(crate) values: Model,
    /// The facts for its premises, in order.
    pub(crate) from: Vec<usize>,
}

impl Application {
    /// The derivation that ends with this application; `origin` knows by which one each fact was derived.
    /// `None` if it is too large as a tree.
    pub(crate) fn derivation<'f>(
        &self,
        origin: &dyn Fn(usize) -> &'f Application,
    ) -> Option<Derivation> {
        let mut left = MAX_NODES;
        self.derivation_within(origin, &mut left)
    }

    fn derivation_within<'f>(
        &self,
        origin: &dyn Fn(usize) -> &'f Application,
        left: &mut usize,
    ) -> Option<Derivation> {
        *left = left.checked_sub(1)?;
        let children = self.from.iter().map(|fact| origin(*fact).derivation_within(origin, left));
        let children = children.collect::<Option<_>>()?;
        Some(ground_derivation(self.clause, &self.values, children))
    }
}

/// The derivation by a clause with these values, and these derivations of its premises.
fn ground_derivation(clause: ClauseId, values: &Model, children: Vec<Derivation>) -> Derivation {
    let ground = |(v, value): (&Var, &Value)| {
        let value = match value {
            Value::Int(n) => Ground::Int(n.clone()),
            Value::Bool(b) => Ground::Bool(*b),
        };
        (v.clone(), value)
    };
    Derivation { clause, values: values.values.iter().map(ground).collect(), children }
}
