//! Every refutation has a proof that the checker accepts, and no other proof.

use crate::support::formulas::*;
use hornbook_base::{Budget, Int};
use hornbook_check::proof::{Rejection, verify};
use hornbook_evidence::proof::{Node, Proof};
use hornbook_horn::term::{Op, Term};
use hornbook_lia::{Outcome, Reason, prove};
use proptest::prelude::*;

/// Decides, and checks model or proof.
fn checked(formulas: &[Term]) -> Option<Proof> {
    match prove(formulas, &mut plenty()).expect("linear") {
        Outcome::Sat(model) => {
            assert!(formulas.iter().all(|f| model.satisfies(f)));
            None
        }
        Outcome::Unsat(proof) => {
            assert_eq!(verify(formulas, &proof), Ok(()), "{formulas:?}\n{proof:?}");
            Some(proof)
        }
        Outcome::Unknown(_) => panic!("budget too small for {formulas:?}"),
    }
}

const WIDE: Shape = Shape { bools: 0, coefficient: 9, constant: 20, depth: 2, ..SMALL };

/// Coefficients far beyond machine words.
const HUGE: Shape = Shape { bits: 70, depth: 2, ..SMALL };

fn equations() -> impl Strategy<Value = Vec<Term>> {
    let shape = Shape { ints: 4, bools: 0, coefficient: 7, rich: false, depth: 0, ..SMALL };
    let part = |n: i64| -n..=n;
    let form = prop::collection::vec(part(shape.coefficient), shape.ints);
    let row = (form, part(shape.constant), any::<bool>()).prop_map(|(cs, k, equation)| {
        let sum = cs.iter().enumerate().map(|(i, &c)| times(c, x(i))).collect();
        let op = if equation { Op::Eq } else { Op::Le };
        Term::app(op, vec![Term::app(Op::Add, sum), Term::int(k)])
    });
    prop::collection::vec(row, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn refutations_of_boxed_formulas_are_accepted(
        fs in prop::collection::vec(formula(SMALL), 1..5),
    ) {
        let all = [boxed(SMALL, 3), fs].concat();
        let refuted = checked(&all).is_some();
        prop_assert_eq!(refuted, brute_force(SMALL, 3, &Term::app(Op::And, all)).is_none());
    }

    #[test]
    fn refutations_with_large_numbers_are_accepted(
        fs in prop::collection::vec(formula(HUGE), 1..4),
    ) {
        checked(&[boxed(HUGE, 4), fs].concat());
    }

    #[test]
    fn refutations_without_bounds_are_accepted(fs in prop::collection::vec(formula(WIDE), 2..6)) {
        checked(&fs);
    }

    #[test]
    fn systems_of_equations_and_inequalities_are_decided(rows in equations()) {
        checked(&rows);
    }

    #[test]
    fn changed_proofs_are_rejected_or_still_proofs(
        fs in prop::collection::vec(formula(SMALL), 3..6),
        place in any::<prop::sample::Index>(),
    ) {
        let all = [boxed(SMALL, 2), fs].concat();
        if let Some(proof) = checked(&all) {
            for changed in mutations(&proof, place) {
                // Rejected, or accepted; but never for formulas that have a model.
                let _ = verify(&all, &changed);
                prop_assert!(verify(&[], &changed).is_err());
                prop_assert!(verify(&boxed(SMALL, 2), &changed).is_err());
            }
        }
    }

    #[test]
    fn a_small_budget_never_gives_a_wrong_answer(f in formula(SMALL), steps in 0u64..40) {
        let full = prove(std::slice::from_ref(&f), &mut plenty()).expect("linear");
        match prove(&[f], &mut Budget::steps(steps)).expect("linear") {
            Outcome::Unknown(reason) => prop_assert_eq!(reason, Reason::Budget),
            early => prop_assert_eq!(early, full),
        }
    }
}

fn mutations(proof: &Proof, place: prop::sample::Index) -> Vec<Proof> {
    let mut out = Vec::new();
    let mut change = |f: &dyn Fn(&mut Proof)| {
        let mut copy = proof.clone();
        f(&mut copy);
        out.push(copy);
    };
    if !proof.lemmas.is_empty() {
        let i = place.index(proof.lemmas.len());
        change(&|p| drop(p.lemmas.remove(i)));
        change(&|p| p.lemmas[i].clause.iter_mut().for_each(|l| l.positive = !l.positive));
        change(&|p| p.lemmas[i].clause.truncate(1));
        change(&|p| p.lemmas[i].certificate.truncate(1));
    }
    let i = place.index(proof.steps.len());
    change(&|p| drop(p.steps.remove(i)));
    change(&|p| p.steps[i].iter_mut().for_each(|l| l.positive = !l.positive));
    out
}

fn le(a: Term, k: i64) -> Term {
    Term::le(a, Term::int(k))
}

/// `1 <= x0`, `1 <= x1`, `x0 + 2 x1 <= 2`: one lemma with three premises.
fn triangle() -> (Vec<Term>, Proof) {
    let sum = Term::add(x(0), times(2, x(1)));
    let formulas = vec![le(Term::sub(Term::int(1), x(0)), 0), le(times(-1, x(1)), -1), le(sum, 2)];
    let proof = checked(&formulas).expect("contradictory");
    (formulas, proof)
}

#[test]
fn a_wrong_multiplier_is_rejected() {
    let (formulas, proof) = triangle();
    let lemma = proof.lemmas.iter().position(|l| l.clause.len() == 3).expect("a lemma");
    for part in 0..3 {
        for wrong in [0, -1, 7] {
            let mut changed = proof.clone();
            let Node::Farkas(parts) = &mut changed.lemmas[lemma].certificate[0] else {
                panic!("not a leaf");
            };
            parts[part].1 = Int::from(wrong);
            assert_eq!(verify(&formulas, &changed), Err(Rejection::Lemma(lemma)));
        }
    }
}

#[test]
fn a_missing_lemma_and_a_flipped_literal_are_rejected() {
    let (formulas, proof) = triangle();
    let lemma = proof.lemmas.iter().position(|l| l.clause.len() == 3).expect("a lemma");
    let mut without = proof.clone();
    without.lemmas.remove(lemma);
    assert!(matches!(verify(&formulas, &without), Err(Rejection::Step(_))));
    for i in 0..3 {
        let mut flipped = proof.clone();
        flipped.lemmas[lemma].clause[i].positive ^= true;
        assert_eq!(verify(&formulas, &flipped), Err(Rejection::Lemma(lemma)));
    }
    let mut unfinished = proof.clone();
    unfinished.steps.pop();
    assert_eq!(verify(&formulas, &unfinished), Err(Rejection::NoContradiction));
    let mut dangling = proof;
    dangling.atoms.pop();
    assert!(matches!(verify(&formulas, &dangling), Err(Rejection::NoSuchAtom(_))));
}

#[test]
fn splits_that_do_not_cover_are_rejected() {
    let odd = Term::eq(Term::add(times(2, x(0)), times(-4, x(1))), Term::add(times(6, x(2)), x(3)));
    let formulas = vec![odd, Term::eq(x(3), Term::add(times(2, x(4)), Term::int(1)))];
    let proof = checked(&formulas).expect("parity");
    let mut splits = 0;
    for (l, lemma) in proof.lemmas.iter().enumerate() {
        for (n, node) in lemma.certificate.iter().enumerate() {
            let Node::Split { low, high, .. } = node else {
                continue;
            };
            splits += 1;
            for (new_low, new_high) in [(*high, *low), (*low, *low), (n, *high)] {
                let mut changed = proof.clone();
                if let Node::Split { low, high, .. } = &mut changed.lemmas[l].certificate[n] {
                    (*low, *high) = (new_low, new_high);
                }
                assert_eq!(verify(&formulas, &changed), Err(Rejection::Lemma(l)));
            }
            let mut changed = proof.clone();
            if let Node::Split { bound, .. } = &mut changed.lemmas[l].certificate[n] {
                *bound = &*bound + &Int::from(3);
            }
            assert_eq!(verify(&formulas, &changed), Err(Rejection::Lemma(l)));
        }
    }
    assert!(splits > 0);
}

#[test]
fn proofs_survive_a_trip_through_json() {
    let (formulas, proof) = triangle();
    let text = serde_json::to_string(&proof).expect("plain data");
    let back: Proof = serde_json::from_str(&text).expect("plain data");
    assert_eq!(back, proof);
    assert_eq!(verify(&formulas, &back), Ok(()));
}

#[test]
fn junctions_of_one_part_are_that_part() {
    let alone = |op| Term::app(op, vec![p(0)]);
    let not = Term::app(Op::Not, vec![p(0)]);
    for op in [Op::And, Op::Or] {
        assert!(checked(&[Term::eq(not.clone(), alone(op))]).is_some());
        assert!(checked(&[Term::app(Op::Ne, vec![p(0), alone(op)])]).is_some());
    }
}
