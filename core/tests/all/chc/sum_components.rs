//! A sum of abstractions decides what its parts decide.

use hornbook_base::Budget;
use hornbook_chc::hints::Hints;
use hornbook_chc::sum_components::split_into_components;
use hornbook_check::model::{Obligation, obligations, verify};
use hornbook_evidence::model::{Model, RedundantInstances};
use hornbook_horn::{Term, smtlib};
use hornbook_lia as lia;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};

const STEPS: u64 = 6_000_000;

fn verdict(text: &str, abstraction: &str) -> Verdict {
    let input =
        Input::program(text, &Choices::abstraction(abstraction.parse().expect(abstraction)));
    let mut solving = Solving::new(&input).expect("a program without errors");
    let outcome = match solving.step(STEPS) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    };
    outcome.verdict
}

/// What one part shows is shown by the sum, whichever part it is and however many there are.
#[test]
fn sums_decide_what_a_part_decides() {
    let copy = "int n = nondet(); assume(n > 0); int a[n], b[n]; \
                for (int i = 0; i < n; i++) { b[i] = a[i]; } assert(forall k in 0..n: a[k] == b[k]);";
    let sorted = "int n = nondet(); assume(n > 0); int a[n]; \
                  for (int i = 0; i < n; i++) { a[i] = i; } \
                  assert(forall k, l: 0 <= k && k < l && l < n ==> a[k] < a[l]);";
    let claims = "int n = nondet(); assume(n > 0); int a[n]; int i = 0; \
                  while (i < n) { a[i] = 3; i++; } assert(i == n); assert(forall k in 0..n: a[k] == 3);";
    for (text, abstraction) in [
        (copy, "cell (+) smash"),
        (copy, "smash (+) cell"),
        (copy, "nothing (+) smash (+) cell"),
        (copy, "a = cell (+) smash, b = cell"),
        (sorted, "cell2 (+) smash"),
        (sorted, "smash (+) cell2"),
        (claims, "nothing (+) cell"),
        (claims, "cell (+) nothing"),
    ] {
        let verdict = verdict(text, abstraction);
        assert!(matches!(verdict, Verdict::Certified), "{abstraction}: {}\n{text}", verdict.name());
    }
}

/// What no part shows is too weak or buggy, as it is with each of them.
#[test]
fn sums_of_weak_parts_are_weak() {
    let text = "int n = nondet(); assume(n > 2); int a[n]; \
                for (int i = 0; i < n; i++) { a[i] = i; } assert(a[1] == 1);";
    for abstraction in ["smash (+) nothing", "nothing (+) smash"] {
        let verdict = verdict(text, abstraction);
        assert!(matches!(verdict, Verdict::TooWeak { .. }), "{abstraction}: {}", verdict.name());
    }
    let wrong = text.replace("a[1] == 1", "a[1] == 2");
    let verdict = verdict(&wrong, "cell (+) smash");
    assert!(matches!(verdict, Verdict::Buggy(_)), "{}", verdict.name());
}

/// Clauses of two parts that count different things.
const TWO: &str = "(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((t Int) (x Int)) (=> (or (and (= t 0) (= x 0)) (and (= t 1) (= x 5))) (p t x))))
(assert (forall ((t Int) (x Int) (y Int) (z Int)) (=> (and (p 0 x) (p 1 y) \
(or (and (= t 0) (= z (+ x 2))) (and (= t 1) (= z (- y 1))))) (p t z))))
(assert (forall ((x Int) (y Int)) (=> (and (p 0 x) (p 1 y)) (>= x 0))))
";

/// Whether a formula over the second parameter, said of one part, is a model, with the instances that this part needs
/// and with all.
fn holds(part: usize, formula: fn(&Term) -> Term) -> [bool; 2] {
    let system = smtlib::read(TWO).0.expect("clauses");
    let (part, _) = split_into_components(&system, &Hints::default()).swap_remove(part);
    let pred = system.pred_ids().next().expect("p");
    let params = &system.pred(pred).params;
    let said = part.relativize(pred, params, formula(&Term::var(&params[1])));
    [part.unneeded(&RedundantInstances::new()), RedundantInstances::new()].map(|unneeded| {
        let model = Model { formulas: [(pred, said.clone())].into(), unneeded };
        let obligations = obligations(&system, &model, &|_| false).expect("not recursive");
        let prove = |o: &Obligation| lia::prove(&o.formulas, &mut Budget::steps(10_000));
        let proofs = obligations.iter().map(|o| match prove(o) {
            Ok(lia::Outcome::Unsat(proof)) => Some(proof),
            _ => None,
        });
        let Some(proofs) = proofs.collect::<Option<Vec<_>>>() else { return false };
        verify(&system, &model, &|_| false, &proofs).is_ok()
    })
}

#[test]
fn what_a_part_keeps_is_a_model_of_all_clauses() {
    let positive = |x: &Term| Term::le(Term::int(0), x.clone());
    assert_eq!(holds(0, positive), [true, true]);
    // The other part comes down, and its number is not asked for.
    assert_eq!(holds(1, positive), [false, false]);
    assert_eq!(holds(1, |x| Term::le(x.clone(), Term::int(5))), [false, false]);
}
