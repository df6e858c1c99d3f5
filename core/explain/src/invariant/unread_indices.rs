//! Elimination of indices at which no cell is read.
//!
//! `forall k: guard ==> claim` is false where some `k` satisfies the guard and not the claim. Fourier-Motzkin
//! elimination removes this `k`: it combines each lower bound with each upper one.

use super::wording::{name_reads, normalize};
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Subst, Term, Var};

/// A literal of a counterexample, and whether it negates a part of the claim.
#[derive(Clone, PartialEq)]
struct CounterexampleLiteral {
    literal: Term,
    denies: bool,
}

/// A bound on the index, `c * k <= form` or `form <= c * k` with `c > 0`.
struct IndexBound {
    c: Int,
    form: Linear,
    denies: bool,
}

/// Eliminates the given indices from guard and claim, as far as that is exact. A claim that is always true is
/// `[true]`.
pub(super) fn eliminate_unread(
    indices: &[Var],
    guard: &[Term],
    claim: &[Term],
) -> (Vec<Term>, Vec<Term>) {
    let mut reads = Subst::new();
    let guards = guard.iter().map(|t| (t.clone(), false));
    let denied = claim.iter().map(|t| (negate(t), true));
    let mut facts: Vec<CounterexampleLiteral> = guards
        .chain(denied)
        .map(|(t, denies)| CounterexampleLiteral { literal: name_reads(&t, &mut reads), denies })
        .collect();
    let mut changed = false;
    for k in indices.iter().filter(|k| !reads.values().any(|read| read.mentions(k))) {
        if facts.iter().any(|f| f.literal.mentions(k))
            && let Some(rest) = eliminate_index(&facts, k)
        {
            facts = rest;
            changed = true;
        }
    }
    if !changed {
        return (guard.to_vec(), claim.to_vec());
    }
    let (denied, guards): (Vec<CounterexampleLiteral>, Vec<CounterexampleLiteral>) =
        facts.into_iter().partition(|f| f.denies);
    let back = |f: &CounterexampleLiteral| f.literal.subst(&reads);
    let mut guard: Vec<Term> = guards.iter().map(back).collect();
    let mut claim: Vec<Term> = denied.iter().map(|f| negate(&back(f))).collect();
    if claim.is_empty() {
        claim.extend(guard.pop().map(|t| negate(&t)));
    }
    (guard, claim)
}

/// Eliminates `k` from `exists k: facts`, if that is exact: each pair of bounds has a coefficient one.
fn eliminate_index(facts: &[CounterexampleLiteral], k: &Var) -> Option<Vec<CounterexampleLiteral>> {
    let (about, mut rest): (Vec<CounterexampleLiteral>, Vec<CounterexampleLiteral>) =
        facts.iter().cloned().partition(|f| f.literal.mentions(k));
    let (mut lower, mut upper) = (vec![], vec![]);
    for fact in about {
        let forms = match Constraint::from_literal(&fact.literal).map(|c| normalize(&c))? {
            Constraint::Le(f) => vec![f],
            Constraint::Eq(f) => vec![f.scale(&Int::MINUS_ONE), f],
            _ => return None,
        };
        for f in forms {
            let c = f.coeff(k);
            let others = f.replace(k, &Linear::default());
            let (denies, size) = (fact.denies, c.abs());
            if c.is_zero() {
                add_inequality(&mut rest, others, denies);
            } else if c.is_positive() {
                upper.push(IndexBound { c: size, form: others.scale(&Int::MINUS_ONE), denies });
            } else {
                lower.push(IndexBound { c: size, form: others, denies });
            }
        }
    }
    let unit = |bounds: &[IndexBound]| bounds.iter().all(|b| b.c.is_one());
    if !unit(&lower) && !unit(&upper) {
        return None;
    }
    for low in &lower {
        for high in &upper {
            let gap = low.form.scale(&high.c).sub(&high.form.scale(&low.c));
            let denies = low.denies || high.denies;
            add_inequality(&mut rest, gap, denies);
        }
    }
    Some(rest)
}

/// Adds `form <= 0` unless it is constant.
fn add_inequality(facts: &mut Vec<CounterexampleLiteral>, form: Linear, denies: bool) {
    let bound = normalize(&Constraint::Le(form));
    let Constraint::Le(form) = &bound else { return };
    match form.as_constant() {
        Some(c) if !c.is_positive() => {}
        Some(_) => facts.push(CounterexampleLiteral { literal: Term::bool(false), denies }),
        None => {
            let literal = bound.to_term();
            let known = facts.iter().any(|f| match Constraint::from_literal(&f.literal) {
                Some(Constraint::Le(other)) => {
                    form.sub(&other).as_constant().is_some_and(|c| !c.is_positive())
                }
                _ => false,
            });
            if !known {
                facts.push(CounterexampleLiteral { literal, denies });
            }
        }
    }
}
