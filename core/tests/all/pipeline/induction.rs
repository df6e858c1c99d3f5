//! Why invariants are enough: each step is confirmed for whole arrays, and without a line that is
//! needed there is a state that the others allow and that leads out.

use crate::support::programs;
use hornbook_explain::valuation::Valuation;
use hornbook_horn::{Sort, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_pipeline::{
    Choices, Driver, Input, MethodChoice, Status, find_failures_without, find_induction_obligations,
};
use hornbook_records::induction::{
    InductionCounterexample, InductionObligation, LineNecessity, ObligationKind, PathTarget,
};
use hornbook_records::{Outcome, Verdict};
use proptest::prelude::*;

const ZEROS: &str = "int n = nondet(); int a[n]; int i = 0;\n\
                     while (i < n) { a[i] = 0; i++; }\n\
                     assert(forall k in 0..n: a[k] == 0);\n\
                     int j = 0;\n\
                     while (j < n) { assert(a[j] == 0); j++; }";

fn solved(text: &str, steps: u64) -> Option<(Input, Outcome)> {
    let input = Input::program(text, &Choices::default());
    let Status::Done(outcome) = Driver::new(&input)?.step(steps) else { return None };
    Some((input, outcome))
}

/// The invariant of the loop of a line.
fn place(outcome: &Outcome, line: u32) -> usize {
    let found = outcome.invariants.iter().position(|i| i.loop_head && i.line == line);
    found.expect("an invariant")
}

fn part(outcome: &Outcome, place: usize, text: &str) -> usize {
    let found = outcome.invariants[place].sentences().position(|said| said == text);
    found.unwrap_or_else(|| {
        panic!("{text}: {:?}", outcome.invariants[place].sentences().collect::<Vec<_>>())
    })
}

#[test]
fn a_loop_starts_stays_and_is_enough() {
    let (input, outcome) = solved(ZEROS, 3_000_000).expect("solved");
    let first = find_induction_obligations(&input, &outcome, place(&outcome, 2)).expect("reasons");
    let said = |r: &InductionObligation| match r.to {
        PathTarget::Loop(end) => (r.role, r.from.map(|p| p.line), end.line),
        PathTarget::Claim { line } => (r.role, r.from.map(|p| p.line), line),
    };
    let mut ways: Vec<_> = first.iter().map(said).collect();
    ways.sort();
    let expected = [
        (ObligationKind::Initiation, None, 2),
        (ObligationKind::Consecution, Some(2), 2),
        (ObligationKind::Sufficiency, Some(2), 3),
        (ObligationKind::Sufficiency, Some(2), 5),
    ];
    assert_eq!(ways, expected);
    assert!(first.iter().all(|r| r.confirmed && !r.clauses.is_empty() && !r.steps.is_empty()));
    assert_eq!(find_induction_obligations(&input, &outcome, 99), None);
}

#[test]
fn an_inner_loop_is_part_of_a_round_of_the_outer_one() {
    let text = "int n = nondet(); int a[n]; int i = 0;\n\
                while (i < n) { int j = 0;\n\
                while (j < 3) { a[i] = 7; j++; }\n\
                i++; }\n\
                assert(forall k in 0..n: a[k] == 7);";
    let (input, outcome) = solved(text, 3_000_000).expect("solved");
    let roles = |line: u32| -> Vec<ObligationKind> {
        let all =
            find_induction_obligations(&input, &outcome, place(&outcome, line)).expect("reasons");
        all.iter().map(|r| r.role).collect()
    };
    assert_eq!(
        roles(2),
        [
            ObligationKind::Initiation,
            ObligationKind::Consecution,
            ObligationKind::Sufficiency,
            ObligationKind::Sufficiency
        ]
    );
    assert_eq!(
        roles(3),
        [ObligationKind::Initiation, ObligationKind::Consecution, ObligationKind::Sufficiency]
    );
}

#[test]
fn without_a_line_a_step_breaks() {
    let (input, outcome) = solved(ZEROS, 3_000_000).expect("solved");
    let second = place(&outcome, 5);
    let bound = part(&outcome, second, "0 <= j");
    let Some(LineNecessity::Breaks(found)) = find_failures_without(&input, &outcome, second, bound)
    else {
        panic!()
    };
    let InductionCounterexample { reason, before, after, .. } = *found;
    assert_eq!(
        (reason.role, reason.to),
        (ObligationKind::Sufficiency, PathTarget::Claim { line: 5 })
    );
    assert_eq!(after, None);
    let j = before.scalars.iter().find(|(name, _)| name == "j").map(|(_, value)| value);
    assert!(j.is_some_and(|j| j.starts_with('-')), "{before:?}");
    let cells = part(&outcome, second, "forall k: 0 <= k < n ==> a[k] == 0");
    let found = find_failures_without(&input, &outcome, second, cells);
    assert!(matches!(found, Some(LineNecessity::Breaks(_))), "{found:?}");
    assert_eq!(find_failures_without(&input, &outcome, second, 9), None);
}

/// Without the fact about cells the step to the claim fails, be the bound there or not.
#[test]
fn a_step_that_fails_with_the_line_does_not_blame_the_line() {
    let (input, mut outcome) = solved(ZEROS, 3_000_000).expect("solved");
    let second = place(&outcome, 5);
    let fails_with_line = |outcome: &Outcome| {
        let bound = part(outcome, second, "0 <= j");
        match find_failures_without(&input, outcome, second, bound) {
            Some(LineNecessity::Breaks(found)) => found.fails_with_line,
            other => panic!("{other:?}"),
        }
    };
    assert!(!fails_with_line(&outcome));
    let cells = part(&outcome, second, "forall k: 0 <= k < n ==> a[k] == 0");
    outcome.invariants[second].parts.remove(cells);
    assert!(fails_with_line(&outcome));
}

/// Where branches meet behind a condition on many cells there is a point that is no loop, and nothing is
/// said of it. So nothing is known of the ways through it.
#[test]
fn ways_through_points_without_invariants_are_left_open() {
    let text = "int n = nondet(); int b[n]; int i = 0; int x = 0; int y = 0;\n\
                while (i < n) {\n\
                if (forall k in 0..n: b[k] == 0) { x = 1; } else { x = 2; }\n\
                assert(x + y > 0);\n\
                y = y + x; i++; }";
    let (input, outcome) = solved(text, 3_000_000).expect("solved");
    let head = place(&outcome, 2);
    let line = part(&outcome, head, "0 <= y");
    let found = find_failures_without(&input, &outcome, head, line);
    assert!(!matches!(found, Some(LineNecessity::Enough)), "{found:?}");
}

#[test]
fn a_bound_variable_is_no_variable_with_a_value() {
    let mut array = ArrayValue::default();
    array.set(1.into(), Value::Int(1.into()));
    let seven = |name: &str| (Var::int(name), Value::Int(7.into()));
    let array = (Var::new("a", Sort::int_array()), Value::Array(array));
    let values = Valuation::from_iter([seven("k"), seven("k'"), seven("k_1"), seven("k_2"), array]);
    assert_eq!(values.truth(&built(0, 0, 3, 0)), Some(false));
}

/// Over the example programs that are soon certified: nearly every step is confirmed, and none is
/// where a line is said to be missing.
#[test]
fn what_is_shown_of_the_example_programs_is_confirmed() {
    let (mut steps, mut confirmed, mut lines, mut decided) = (0, 0, 0, 0);
    for example in programs::menu() {
        let Some((input, outcome)) = solved(&example.text, 400_000) else { continue };
        if outcome.verdict != Verdict::Certified {
            continue;
        }
        for (place, invariant) in outcome.invariants.iter().enumerate() {
            let all = find_induction_obligations(&input, &outcome, place).expect("reasons");
            steps += all.len();
            confirmed += all.iter().filter(|r| r.confirmed).count();
            for part in 0..invariant.parts.len() {
                let found = find_failures_without(&input, &outcome, place, part).expect("a line");
                lines += 1;
                decided += usize::from(found != LineNecessity::Open);
            }
        }
    }
    println!("{confirmed} of {steps} steps confirmed, {decided} of {lines} lines decided");
    assert!(steps > 60 && confirmed * 100 >= steps * 95, "{confirmed} of {steps}");
    assert!(lines > 40 && decided * 100 >= lines * 85, "{decided} of {lines}");
}

// ---- Truth, against trying all indices of a window ---------------------------------------------

/// A formula about the array `a` and the scalar `x`, and its truth, which cells outside of -2..7
/// have no part in.
fn formula() -> impl Strategy<Value = (u8, i64, i64, i64)> {
    (0u8..6, -1i64..4, 0i64..6, -2i64..3)
}

fn built(kind: u8, from: i64, to: i64, c: i64) -> Term {
    let (k, j) = (Term::var(&Var::int("k")), Term::var(&Var::int("j")));
    let a = Term::var(&Var::new("a", Sort::int_array()));
    let at = |i: &Term| Term::select(a.clone(), i.clone());
    let within = |i: &Term| {
        Term::and([Term::le(Term::int(from), i.clone()), Term::lt(i.clone(), Term::int(to))])
    };
    let all = |body: Term| Term::forall(vec![Var::int("k")], Term::implies(within(&k), body));
    match kind {
        0 => all(Term::eq(at(&k), Term::int(c))),
        1 => all(Term::le(at(&k), Term::var(&Var::int("x")))),
        2 => Term::not(all(Term::not(Term::eq(at(&k), Term::int(c))))),
        3 => all(Term::eq(at(&k), Term::add(k.clone(), Term::int(c)))),
        4 => {
            let both = Term::and([within(&k), within(&j), Term::lt(k.clone(), j.clone())]);
            Term::forall(
                vec![Var::int("k"), Var::int("j")],
                Term::implies(both, Term::le(at(&k), at(&j))),
            )
        }
        _ => {
            let stored =
                Term::app(hornbook_horn::Op::Store, vec![a.clone(), Term::int(from), Term::int(c)]);
            let read = Term::select(stored, k.clone());
            Term::forall(
                vec![Var::int("k")],
                Term::implies(within(&k), Term::eq(read, Term::int(c))),
            )
        }
    }
}

fn expected(kind: u8, from: i64, to: i64, c: i64, cells: &dyn Fn(i64) -> i64, x: i64) -> bool {
    let mut range = from..to;
    match kind {
        0 => range.all(|k| cells(k) == c),
        1 => range.all(|k| cells(k) <= x),
        2 => range.any(|k| cells(k) == c),
        3 => range.all(|k| cells(k) == k + c),
        4 => range.clone().all(|k| (k + 1..to).all(|j| cells(k) <= cells(j))),
        _ => range.all(|k| k == from || cells(k) == c),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn truth_is_that_of_trying_all_cells(
        (kind, from, to, c) in formula(), cells in proptest::collection::vec(-2i64..3, 0..6),
        default in -2i64..3, x in -2i64..3,
    ) {
        let mut array = ArrayValue { default: Box::new(Value::Int(default.into())), ..ArrayValue::default() };
        for (k, value) in cells.iter().enumerate() {
            array.set((k as i64).into(), Value::Int((*value).into()));
        }
        let values = Valuation::from_iter([
            (Var::new("a", Sort::int_array()), Value::Array(array)),
            (Var::int("x"), Value::Int(x.into())),
        ]);
        let cell = |k: i64| usize::try_from(k).ok().and_then(|k| cells.get(k)).copied().unwrap_or(default);
        let formula = built(kind, from, to, c);
        let truth = expected(kind, from, to, c, &cell, x);
        prop_assert_eq!(values.truth(&formula), Some(truth), "{}", formula);
        prop_assert_eq!(values.truth(&Term::not(formula)), Some(!truth));
    }
}

#[test]
fn a_claim_that_needs_more_than_what_is_shown_is_not_said_to_follow() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = a[0];\nfor (int i = 1; i < n; i++) { if (a[i] > m) m = a[i]; }\nassert(forall k in 0..n: a[k] <= m);\nassert(exists k in 0..n: a[k] == m);";
    let chosen = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    let input = Input::program(text, &chosen);
    let mut driver = Driver::new(&input).expect("no errors");
    let outcome = loop {
        if let Status::Done(outcome) = driver.step(100_000) {
            break outcome;
        }
    };
    assert_eq!(outcome.verdict, Verdict::Certified);
    let place = outcome.invariants.iter().position(|point| point.loop_head).expect("a loop");
    let all = find_induction_obligations(&input, &outcome, place).expect("obligations");
    let exists =
        |r: &&InductionObligation| r.claims.iter().any(|c| c.to_string().contains("exists"));
    let of_claim = all.iter().find(exists).expect("the second claim");
    assert!(!of_claim.confirmed && of_claim.refuted, "{of_claim:?}");
    assert!(all.iter().all(|r| !(r.confirmed && r.refuted)));
}
