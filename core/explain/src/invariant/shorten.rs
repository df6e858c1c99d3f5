//! Equivalent sentences with fewer literals: `i <= n` for "if n <= i, then i = n".
//!
//! A model of clauses says of a bound only what a proof has needed: that it is met where it is reached. Reads of
//! cells are unknown numbers here, so what is equivalent is so for all arrays.

use super::wording::{name_reads, normalize};
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Subst, Term};
use hornbook_lia::{Answer, Solver};

/// The solver's step budget for one question.
const MAX_SOLVER_STEPS: u64 = 1_000;

/// Shortens `guard ==> claim`, a conjunction and a disjunction of literals. The claim is not empty.
pub(super) fn shorten(guard: &mut Vec<Term>, claim: &mut Vec<Term>) {
    while absorb_equation(guard, claim)
        || drop_implied_guard(guard)
        || drop_contradicted_claim(guard, claim)
    {}
}

/// `f <= 0 ==> f == 0` is `0 <= f`, and `f <= 0 ==> f == 0 || c` is `f < 0 ==> c`.
fn absorb_equation(guard: &mut Vec<Term>, claim: &mut Vec<Term>) -> bool {
    let mut reads = Subst::new();
    let mut bound =
        |t: &Term| match normalize(&Constraint::from_literal(&name_reads(t, &mut reads))?) {
            Constraint::Le(f) => Some(f),
            _ => None,
        };
    let bounds: Vec<Option<Linear>> = guard.iter().map(&mut bound).collect();
    let mut equation =
        |t: &Term| match normalize(&Constraint::from_literal(&name_reads(t, &mut reads))?) {
            Constraint::Eq(f) => Some(f),
            _ => None,
        };
    let equations: Vec<Option<Linear>> = claim.iter().map(&mut equation).collect();
    let met = bounds.iter().enumerate().find_map(|(n, bound)| {
        let bound = bound.as_ref()?;
        let opposite = bound.scale(&Int::MINUS_ONE);
        let is_its = |f: &Option<Linear>| f.as_ref().is_some_and(|f| f == bound || *f == opposite);
        Some((n, equations.iter().position(is_its)?, bound, opposite))
    });
    let Some((n, m, bound, opposite)) = met else { return false };
    claim.remove(m);
    if claim.is_empty() {
        guard.remove(n);
        claim.push(Constraint::Le(opposite).to_term().subst(&reads));
    } else {
        guard[n] = Constraint::Le(bound.add(&Linear::constant(1))).to_term().subst(&reads);
    }
    true
}

/// Removes a condition that the others imply.
fn drop_implied_guard(guard: &mut Vec<Term>) -> bool {
    let is_implied = |n: &usize| {
        let others = guard.iter().enumerate().filter(|(m, _)| m != n).map(|(_, t)| t.clone());
        is_unsatisfiable(others.chain([Term::not(guard[*n].clone())]))
    };
    // Those that come last are the most complicated.
    let found = (0..guard.len()).rev().find(is_implied);
    found.map(|n| guard.remove(n)).is_some()
}

/// Removes an alternative that the conditions exclude.
fn drop_contradicted_claim(guard: &[Term], claim: &mut Vec<Term>) -> bool {
    let is_excluded =
        |n: &usize| is_unsatisfiable(guard.iter().cloned().chain([claim[*n].clone()]));
    let found = (0..claim.len()).rev().filter(|_| claim.len() > 1).find(is_excluded);
    found.map(|n| claim.remove(n)).is_some()
}

/// Whether literals are known to contradict each other.
fn is_unsatisfiable(literals: impl Iterator<Item = Term>) -> bool {
    let (mut solver, mut reads) = (Solver::new(), Subst::new());
    let mut assumed = vec![];
    for t in literals {
        let Ok(literal) = solver.literal(&name_reads(&t, &mut reads)) else { return false };
        assumed.push(literal);
    }
    solver.check(&assumed, &mut Budget::steps(MAX_SOLVER_STEPS)) == Answer::Unsat
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::{Sort, Var};
    use proptest::prelude::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn short(guard: &[Term], claim: &[Term]) -> String {
        let (mut guard, mut claim) = (guard.to_vec(), claim.to_vec());
        shorten(&mut guard, &mut claim);
        let said = |terms: &[Term], sign: &str| {
            terms.iter().map(Term::to_string).collect::<Vec<_>>().join(sign)
        };
        format!("{} ==> {}", said(&guard, " && "), said(&claim, " || "))
    }

    #[test]
    fn a_bound_that_is_met_where_it_is_reached_is_a_bound() {
        let (i, n, zero) = (v("i"), v("n"), Term::int(0));
        assert_eq!(
            short(&[Term::le(n.clone(), i.clone())], &[Term::eq(i.clone(), n.clone())]),
            " ==> i <= n"
        );
        assert_eq!(
            short(&[Term::le(i.clone(), zero.clone())], &[Term::eq(i.clone(), zero.clone())]),
            " ==> 0 <= i"
        );
        let cell = || Term::select(Term::var(&Var::new("a", Sort::int_array())), v("i"));
        let either = [Term::eq(i.clone(), n.clone()), Term::le(cell(), zero.clone())];
        assert_eq!(short(&[Term::le(n.clone(), i.clone())], &either), "n < i ==> a[i] <= 0");
        assert_eq!(
            short(&[Term::le(cell(), n.clone())], &[Term::eq(n.clone(), cell())]),
            " ==> n <= a[i]"
        );
    }

    #[test]
    fn conditions_that_follow_and_alternatives_that_are_excluded_go() {
        let (k, l, n, zero) = (v("k"), v("l"), v("n"), Term::int(0));
        let guard = [
            Term::le(zero.clone(), l.clone()),
            Term::le(l.clone(), k.clone()),
            Term::le(zero.clone(), k.clone()),
        ];
        let claim = [Term::lt(k.clone(), zero.clone()), Term::lt(k.clone(), n.clone())];
        assert_eq!(short(&guard, &claim), "0 <= l && l <= k ==> k < n");
    }

    /// Literals over `x` and `y`.
    fn literal() -> impl Strategy<Value = Term> {
        let sum = (-1i64..=1, -1i64..=1, -2i64..=2).prop_map(|(a, b, c)| {
            let times = |c: i64, name: &str| Linear::var(&Var::int(name)).scale(&Int::from(c));
            times(a, "x").add(&times(b, "y")).add(&Linear::constant(c))
        });
        (sum, 0..3).prop_map(|(form, kind)| match kind {
            0 => Constraint::Le(form).to_term(),
            1 => Constraint::Eq(form).to_term(),
            _ => Constraint::Ne(form).to_term(),
        })
    }

    fn holds(t: &Term, x: i64, y: i64) -> bool {
        let map = Subst::from([(Var::int("x"), Term::int(x)), (Var::int("y"), Term::int(y))]);
        hornbook_horn::fold::fold(&t.subst(&map)).is_true()
    }

    proptest! {
        #[test]
        fn what_is_shorter_means_the_same(
            guard in proptest::collection::vec(literal(), 0..4),
            claim in proptest::collection::vec(literal(), 1..3),
        ) {
            let (mut less, mut said) = (guard.clone(), claim.clone());
            shorten(&mut less, &mut said);
            prop_assert!(less.len() + said.len() <= guard.len() + claim.len() && !said.is_empty());
            for x in -4..=4 {
                for y in -4..=4 {
                    let is_true = |guard: &[Term], claim: &[Term]| {
                        !guard.iter().all(|t| holds(t, x, y)) || claim.iter().any(|t| holds(t, x, y))
                    };
                    prop_assert_eq!(is_true(&guard, &claim), is_true(&less, &said), "x = {}, y = {}", x, y);
                }
            }
        }
    }
}
