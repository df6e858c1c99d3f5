//! **C3.** The arrays are only passed on: the context asks of them nothing but that one abstract value
//! is theirs, and that one is in the set.
//!
//! *Claim.* Let the components that are not kept as they are be distinct array variables, and let
//! `(a#, q)` be an element of the set. Write its terms with variables that are equal to them where the
//! context is false, so that `a#` mentions none of the arrays. Let the leaves of `q` then be variables that
//! occur neither in `a#` nor in the abstracted value. If each part of the negated context that mentions one of the arrays or a leaf of
//! `q` is a part of the conjunction `F_σ[q](a#, expr)`, the call is complete.
//!
//! *Proof.* Let a valuation satisfy the instances and falsify the context. If `F_σ[q](a#, expr)` holds,
//! `a# ∈ α(M(P))`, so there is a tuple `t ∈ M(P)` and a `q_t` with `F_σ[q_t](a#, t)`. Its components that
//! are kept as they are have the values that they have in `expr`. Let the array variables have the
//! values of `t` and the leaves of `q` those of `q_t`, and everything else what it has. The parts of
//! the negated context that mention neither are as they were, the others are parts of
//! `F_σ[q_t](a#, t)`. So the context is false, and all abstract values of the tuple are in `α(M(P))`. If
//! `F_σ[q](a#, expr)` does not hold, nothing follows; hence it must be certain. ∎

use crate::insts::Instantiation;
use crate::sigma::{Sigma, Value};
use hornbook_horn::fold::fold;
use hornbook_horn::{Node, Op, Term, Var};
use std::collections::BTreeSet;

/// The most elements that are checked.
const ELEMENTS: usize = 64;

/// Whether the arrays are only passed on. `negation` has the facts where the context is false, part by part;
/// `is_certain` tells whether an element's formula is true there.
pub(super) fn is_passed_on(
    sigma: &Sigma,
    expr: &Value,
    negation: &[Term],
    set: &[Instantiation],
    is_certain: impl Fn(&Instantiation) -> bool,
) -> bool {
    let Some(arrays) = arrays(sigma, expr) else { return false };
    let negation: Vec<Term> = negation.iter().map(fold).flat_map(|t| t.conjuncts()).collect();
    let names = EqualTerms::from_negation(&negation);
    let fits = |i: &&Instantiation| names.fits(sigma, expr, &arrays, &negation, i);
    set.iter().take(ELEMENTS).find(fits).is_some_and(is_certain)
}

/// The arrays that are not kept as they are, if they are distinct variables.
fn arrays(sigma: &Sigma, expr: &Value) -> Option<BTreeSet<Var>> {
    let (Sigma::Tuple(parts), Value::Tuple(exprs)) = (sigma, expr) else { return None };
    let mut out = BTreeSet::new();
    for (_, value) in parts.iter().zip(exprs).filter(|(p, _)| **p != Sigma::Id) {
        let Value::Leaf(t) = value else { return None };
        let v = t.as_var().filter(|v| v.sort.is_array())?;
        if !out.insert(v.clone()) {
            return None;
        }
    }
    // The kept values may mention none of them.
    let kept = parts.iter().zip(exprs).filter(|(p, _)| **p == Sigma::Id);
    let mut kept = kept.flat_map(|(_, value)| value.leaves());
    (!kept.any(|t| out.iter().any(|v| t.mentions(v)))).then_some(out)
}

/// Terms that are equal where the context is false.
struct EqualTerms {
    classes: Vec<BTreeSet<Term>>,
    /// The variables of the goal's abstract value.
    goal: BTreeSet<Var>,
}

impl EqualTerms {
    fn from_negation(negation: &[Term]) -> EqualTerms {
        let mut classes: Vec<BTreeSet<Term>> = vec![];
        for part in negation {
            let Some([a, b]) = part.as_app(Op::Eq) else { continue };
            if a.as_var().is_none() && b.as_var().is_none() {
                continue;
            }
            let touches = |c: &BTreeSet<Term>| c.contains(a) || c.contains(b);
            let (with, without): (Vec<_>, Vec<_>) = classes.into_iter().partition(touches);
            classes = without;
            let joined = with.into_iter().flatten().chain([a.clone(), b.clone()]);
            classes.push(joined.collect());
        }
        let goal = negation.iter().filter_map(|part| match part.as_app(Op::Not)?[0].node() {
            Node::Pred(_, args) => Some(args.iter().flat_map(Term::free_vars).collect::<Vec<_>>()),
            _ => None,
        });
        EqualTerms { goal: goal.flatten().collect(), classes }
    }

    /// A variable that is equal to the term: one of the goal's or none of these.
    fn name(&self, t: &Term, of_goal: bool) -> Term {
        let class = self.classes.iter().find(|c| c.contains(t));
        let fits = |u: &&Term| u.as_var().is_some_and(|v| self.goal.contains(v) == of_goal);
        if fits(&t) {
            return t.clone();
        }
        class.and_then(|c| c.iter().find(fits)).unwrap_or(t).clone()
    }

    fn fits(
        &self,
        sigma: &Sigma,
        expr: &Value,
        arrays: &BTreeSet<Var>,
        negation: &[Term],
        element: &Instantiation,
    ) -> bool {
        let sharp = element.sharp.map(&mut |t| self.name(t, true));
        // Its terms over the arrays would have other values for the new arrays.
        if sharp.leaves().iter().any(|t| arrays.iter().any(|v| t.mentions(v))) {
            return false;
        }
        let q = element.q.map(&mut |t| self.name(t, false));
        let leaves = q.leaves();
        let between: BTreeSet<Var> = leaves.iter().filter_map(|t| t.as_var().cloned()).collect();
        let fixed = sharp.leaves().into_iter().chain(expr.leaves());
        let mut fixed = fixed.flat_map(|t| t.free_vars());
        if between.len() < leaves.len() || fixed.any(|v| between.contains(&v)) {
            return false;
        }
        let formula = fold(&sigma.formula(&sharp, &q, expr)).conjuncts();
        let is_part = |t: &Term| {
            let turned = t.as_app(Op::Eq).map(|a| Term::eq(a[1].clone(), a[0].clone()));
            formula.contains(t) || turned.is_some_and(|t| formula.contains(&t))
        };
        let concerns = |t: &Term| arrays.iter().chain(&between).any(|v| t.mentions(v));
        negation.iter().filter(|t| concerns(t)).all(is_part)
    }
}
