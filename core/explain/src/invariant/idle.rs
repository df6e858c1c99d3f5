//! Indices of which no cell is read: what a sentence says of all of them is a fact about the rest.
//!
//! `forall k: guard ==> claim` is false where some `k` has the guard and not the claim. That there
//! is such a `k` is said without it by setting each lower bound against each upper one.

use super::wording::{normal, opaque};
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Subst, Term, Var};

/// A literal that a counterexample has, and whether it denies a part of the claim.
#[derive(Clone, PartialEq)]
struct Fact {
    literal: Term,
    denies: bool,
}

/// A bound on the index, `c * k <= form` or `form <= c * k` with `c > 0`.
struct Bound {
    c: Int,
    form: Linear,
    denies: bool,
}

/// Guard and claim without the given indices as far as these can be left out exactly. A claim that
/// is always true is `[true]`.
pub(super) fn without_idle(
    indices: &[Var],
    guard: &[Term],
    claim: &[Term],
) -> (Vec<Term>, Vec<Term>) {
    let mut reads = Subst::new();
    let guards = guard.iter().map(|t| (t.clone(), false));
    let denied = claim.iter().map(|t| (negate(t), true));
    let mut facts: Vec<Fact> = guards
        .chain(denied)
        .map(|(t, denies)| Fact { literal: opaque(&t, &mut reads), denies })
        .collect();
    let mut changed = false;
    for k in indices.iter().filter(|k| !reads.values().any(|read| read.mentions(k))) {
        if facts.iter().any(|f| f.literal.mentions(k))
            && let Some(rest) = eliminated(&facts, k)
        {
            facts = rest;
            changed = true;
        }
    }
    if !changed {
        return (guard.to_vec(), claim.to_vec());
    }
    let (denied, guards): (Vec<Fact>, Vec<Fact>) = facts.into_iter().partition(|f| f.denies);
    let back = |f: &Fact| f.literal.subst(&reads);
    let mut guard: Vec<Term> = guards.iter().map(back).collect();
    let mut claim: Vec<Term> = denied.iter().map(|f| negate(&back(f))).collect();
    if claim.is_empty() {
        claim.extend(guard.pop().map(|t| negate(&t)));
    }
    (guard, claim)
}

/// `exists k: facts`, if it can be said exactly: each pair of bounds has a coefficient one.
fn eliminated(facts: &[Fact], k: &Var) -> Option<Vec<Fact>> {
    let (about, mut rest): (Vec<Fact>, Vec<Fact>) =
        facts.iter().cloned().partition(|f| f.literal.mentions(k));
    let (mut lower, mut upper) = (vec![], vec![]);
    for fact in about {
        let forms = match Constraint::from_literal(&fact.literal).map(|c| normal(&c))? {
            Constraint::Le(f) => vec![f],
            Constraint::Eq(f) => vec![f.scale(&Int::MINUS_ONE), f],
            _ => return None,
        };
        for f in forms {
            let c = f.coeff(k);
            let others = f.replace(k, &Linear::default());
            let (denies, size) = (fact.denies, c.abs());
            if c.is_zero() {
                add(&mut rest, others, denies);
            } else if c.is_positive() {
                upper.push(Bound { c: size, form: others.scale(&Int::MINUS_ONE), denies });
            } else {
                lower.push(Bound { c: size, form: others, denies });
            }
        }
    }
    let unit = |bounds: &[Bound]| bounds.iter().all(|b| b.c.is_one());
    if !unit(&lower) && !unit(&upper) {
        return None;
    }
    for low in &lower {
        for high in &upper {
            let gap = low.form.scale(&high.c).sub(&high.form.scale(&low.c));
            let denies = low.denies || high.denies;
            add(&mut rest, gap, denies);
        }
    }
    Some(rest)
}

/// Adds `form <= 0` unless it is known on its face.
fn add(facts: &mut Vec<Fact>, form: Linear, denies: bool) {
    let bound = normal(&Constraint::Le(form));
    let Constraint::Le(form) = &bound else { return };
    match form.as_constant() {
        Some(c) if !c.is_positive() => {}
        Some(_) => facts.push(Fact { literal: Term::bool(false), denies }),
        None => {
            let literal = bound.to_term();
            let known = facts.iter().any(|f| match Constraint::from_literal(&f.literal) {
                Some(Constraint::Le(other)) => {
                    form.sub(&other).as_constant().is_some_and(|c| !c.is_positive())
                }
                _ => false,
            });
            if !known {
                facts.push(Fact { literal, denies });
            }
        }
    }
}
