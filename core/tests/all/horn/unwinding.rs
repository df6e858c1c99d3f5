//! Loops whose rounds are bounded by constants, unwound, and what is known of the values of terms.

use crate::support::eval::{Env, eval, same};
use crate::support::front::clauses;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::solve::{Limit, solve};
use hornbook_horn::known::{KnownValue, KnownValues, bounds, evaluate, residual};
use hornbook_horn::unwinding::{UnwindingLimits, unwind};
use hornbook_horn::{Goal, Op, Sort, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};

/// The most rounds of each loop, in the order of the text.
fn rounds(text: &str) -> Option<Vec<usize>> {
    let unwound = unwind(&clauses(text), &UnwindingLimits::default())?;
    let mut rounds = unwound.rounds;
    rounds.sort_by_key(|it| it.span.start);
    Some(rounds.iter().map(|it| it.rounds).collect())
}

#[test]
fn constants_bound_the_rounds() {
    for (text, expected) in [
        ("int s = 0; for (int i = 0; i < 12; i++) { s += i; } assert(s > 0);", vec![12]),
        ("int x = 1, n = 0; while (x < 100) { x = 3 * x; n++; } assert(n == 5);", vec![5]),
        // Cells may be anything.
        (
            "int a[6]; for (int i = 0; i < 6; i++) { for (int j = i; j < 6; j++) { a[i] = a[j]; } } assert(a[0] == a[5]);",
            vec![6, 21],
        ),
        // One does not know when it stops, but when at the latest.
        ("int a[8]; int i = 0; while (i < 8 && a[i] != 0) { i++; } assert(i <= 8);", vec![8]),
        // Cells decide.
        (
            "int a[4] = {3, 1, 2, 0}; int i = 0, n = 0; while (a[i] != 0) { i = a[i]; n++; } assert(n == 1);",
            vec![1],
        ),
        // A few inputs.
        (
            "int n = nondet(0, 5); int s = 0; for (int i = 0; i < n; i++) { s += i; } assert(s >= 0);",
            vec![4],
        ),
        (
            "int n = nondet(); assume(n == 7); for (int i = 0; i < n; i++) { } assert(n > 0);",
            vec![7],
        ),
        (
            "int n = nondet(); assume(2 <= n && n < 5); for (int i = 0; i < n; i++) { } assert(n > 0);",
            vec![4],
        ),
        // All numbers of a sum cannot be told apart, but those that count the rounds can.
        (
            "int a[20]; int s = 0; for (int i = 0; i < 20; i++) { if (a[i] > 0) { s = 2 * s + 1; } else { s = 2 * s; } } assert(s >= 0);",
            vec![20],
        ),
    ] {
        assert_eq!(rounds(text), Some(expected), "{text}");
    }
}

#[test]
fn loops_without_such_bounds_are_left_alone() {
    for text in [
        "int n = nondet(); int s = 0; for (int i = 0; i < n; i++) { s++; } assert(s >= 0);",
        "int n = nondet(0, 1000); int s = 0; for (int i = 0; i < n; i++) { s++; } assert(s >= 0);",
        "int s = 0; for (int i = 0; i < 100000; i++) { s++; } assert(s >= 0);",
        "int i = 0; while (i >= 0) { i++; } assert(i < 0);",
        "int i = 0; while (nondet() > 0) { i++; } assert(i >= 0);",
        "int a[]; int i = 0; while (a[i] != 0) { i++; } assert(i >= 0);",
        // There is none.
        "int x = nondet(); assert(x == x);",
    ] {
        assert!(rounds(text).is_none(), "{text}");
    }
}

#[test]
fn each_claim_is_there_in_order() {
    let text = "int s = 0; assert(s == 0); for (int i = 0; i < 3; i++) { s += i; assert(s <= 3); } assert(s == 3); \
                if (s > 5) { assert(s == 0); } int x = nondet(); assert(x != s);";
    let unwound = unwind(&clauses(text), &UnwindingLimits::default()).expect("three rounds");
    let claims = unwound.system.clauses.iter().filter(|c| c.goal.is_claim());
    let claims: Vec<(u32, bool)> = claims
        .map(|c| {
            let assert = c.origin.assert.expect("an assertion").0;
            (assert, matches!(&c.goal, Goal::Cond(goal) if goal.is_true()))
        })
        .collect();
    // The fourth one is never reached, and the last one is open.
    assert_eq!(claims, [(0, true), (1, true), (2, true), (3, false), (4, false)]);
    assert!(unwound.system.preds.iter().all(|pred| !pred.loop_head));
}

#[test]
fn bounds_are_passed_on() {
    let var = |name: &str| Term::var(&Var::int(name));
    let conditions = [
        Term::le(Term::int(0), var("i")),
        Term::lt(var("i"), var("j")),
        Term::lt(Term::app(Op::Mul, vec![Term::int(2), var("j")]), Term::int(11)),
    ];
    let found = |name: &str| bounds(&Var::int(name), &conditions);
    assert_eq!(found("i"), Some((Int::ZERO, Int::from(4))));
    assert_eq!(found("j"), Some((Int::ONE, Int::from(5))));
    assert_eq!(found("k"), None);
    assert_eq!(bounds(&Var::int("i"), &conditions[..2]), None);
}

/// Random terms over `x`, `y`, `b` and the array `a`.
struct Terms<'d>(&'d mut Dice);

impl Terms<'_> {
    fn number(&mut self, depth: usize) -> Term {
        let kind = if depth == 0 { self.0.below(2) } else { self.0.below(9) };
        let below = depth.saturating_sub(1);
        match kind {
            0 => Term::int(self.0.below(5) as i64 - 1),
            1 => Term::var(&Var::int(*self.0.pick(&["x", "y", "k"]))),
            2 => Term::add(self.number(below), self.number(below)),
            3 => Term::sub(self.number(below), self.number(below)),
            4 => Term::app(Op::Mul, vec![self.number(below), self.number(below)]),
            5 => Term::ite(self.truth(below), self.number(below), self.number(below)),
            6 => {
                let op = *self.0.pick(&[Op::Div, Op::Mod]);
                Term::app(op, vec![self.number(below), Term::int(1 + self.0.below(3) as i64)])
            }
            _ => Term::select(self.array(below), self.number(below)),
        }
    }

    fn array(&mut self, depth: usize) -> Term {
        let below = depth.saturating_sub(1);
        match if depth == 0 { 0 } else { self.0.below(4) } {
            0 | 1 => Term::var(&Var::new("a", Sort::int_array())),
            2 => Term::store(self.array(below), self.number(below), self.number(below)),
            _ => Term::ite(self.truth(below), self.array(below), self.array(below)),
        }
    }

    fn truth(&mut self, depth: usize) -> Term {
        let below = depth.saturating_sub(1);
        match if depth == 0 { 0 } else { self.0.below(7) } {
            0 => Term::var(&Var::new("b", Sort::Bool)),
            1 => Term::app(
                *self.0.pick(&[Op::And, Op::Or, Op::Implies]),
                vec![self.truth(below), self.truth(below)],
            ),
            2 => Term::not(self.truth(below)),
            3 => {
                let k = Var::int("k");
                let range = [
                    Term::le(Term::int(0), Term::var(&k)),
                    Term::lt(Term::var(&k), self.number(0)),
                ];
                let body = self.truth(below);
                match self.0.chance(50) {
                    true => Term::forall(vec![k], Term::implies(Term::and(range), body)),
                    false => Term::quant(
                        hornbook_horn::Quantifier::Exists,
                        vec![k],
                        Term::and(range.into_iter().chain([body])),
                    ),
                }
            }
            _ => Term::app(
                *self.0.pick(&[Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge]),
                vec![self.number(below), self.number(below)],
            ),
        }
    }
}

/// Knowledge is true whatever the other values are, and putting it in changes no value: held against the evaluation of
/// terms by their meaning.
#[test]
fn what_is_known_holds_for_all_values_of_the_rest() {
    let (mut known_often, mut written_out) = (0, 0);
    for seed in 0..6_000 {
        let mut dice = Dice::new(seed);
        let term = match seed % 2 {
            0 => Terms(&mut dice).truth(3),
            _ => Terms(&mut dice).number(3),
        };
        let mut array = ArrayValue::default();
        *array.default = Value::Int(Int::from(dice.below(3)));
        (0..3).for_each(|i| array.set(Int::from(i), Value::Int(Int::from(dice.below(4)))));
        let number = |dice: &mut Dice| Value::Int(Int::from(dice.below(4) as i64 - 1));
        let env: Env = [
            (Var::int("x"), number(&mut dice)),
            (Var::int("y"), number(&mut dice)),
            (Var::int("k"), number(&mut dice)),
            (Var::new("b", Sort::Bool), Value::Bool(dice.chance(50))),
            (Var::new("a", Sort::int_array()), Value::Array(array)),
        ]
        .into_iter()
        .collect();
        let mut values = KnownValues::new();
        for (v, value) in &env {
            if dice.chance(50) {
                values.insert(v.clone(), known(value, &mut dice));
            }
        }
        let Some(expected) = eval(&term, &env) else { continue };
        let found = evaluate(&term, &values);
        if let Some(constant) = found.to_term() {
            known_often += 1;
            assert!(
                same(&eval(&constant, &env).expect("a constant"), &expected),
                "{term} is not {constant}"
            );
        }
        let put_in = residual(&term, &values);
        written_out += usize::from(term.has_quantifier() && !put_in.has_quantifier());
        let after = eval(&put_in, &env).expect("it had a value before");
        assert!(same(&after, &expected), "{term} is not {put_in}");
    }
    assert!(known_often > 800 && written_out > 200, "{known_often}, {written_out}");
}

/// The knowledge about a value; of an array perhaps only some cells.
fn known(value: &Value, dice: &mut Dice) -> KnownValue {
    match value {
        Value::Int(n) => KnownValue::Int(n.clone()),
        Value::Bool(b) => KnownValue::Bool(*b),
        Value::Array(array) => {
            let cell = |i: i64| array.get(&Int::from(i)).clone();
            let a = Var::new("any", Sort::int_array());
            let written =
                (0..3i64).filter(|_| dice.chance(70)).fold(Term::var(&a), |t, i| match cell(i) {
                    Value::Int(n) => Term::store(t, Term::int(i), Term::int(n)),
                    _ => t,
                });
            evaluate(&written, &KnownValues::new())
        }
    }
}

/// An inlined function has its claims at each of its calls; loops whose rounds constants do not bound may lead to some of
/// these, and a contract has them at calls that no run makes.
#[test]
fn a_claim_is_certified_only_if_all_of_its_places_are_looked_at() {
    for text in [
        "void g(int x) { assert(x < 5); } int i = 0; while (i < 3) { i++; } g(2); int n = nondet(); \
         while (i < n) { i++; } g(i);",
        "void g(int x) { assert(x < 5); } int i = 0; while (i < 3) { i++; } g(i); while (true) { i++; g(i); }",
        "void g(int x) { assert(x != 7); } int x = nondet(); for (int i = 0; i < 3; i++) { g(i); } \
         if (x > 5) { while (x != 0) { x--; } g(7); }",
        "void g(int x) { assert(x < 5); } void f(int n, int x) requires x >= 0; { int j = 0; while (j < n) { j++; } \
         g(x); } f(3, 2);",
        "#pragma calls inline\nvoid g(int x) { assert(x < 5); } void f(int n, int x) requires x >= 0; \
         { int j = 0; while (j < n) { j++; } g(x); } f(3, 2);",
    ] {
        let solved = solve(text, "method auto", Heuristic::default(), Limit::Steps(400_000));
        assert_eq!(solved.expect("no errors").verdict(), "buggy", "{text}");
    }
    let text = "#pragma calls inline\nint f(int n, int x) requires x >= 0; { int j = 0; int t = x % 7; \
                while (j < n) { t = (t * 5 + j * j) % 23; j++; } assert(t != 22 || n != 1000); return t; } \
                int y = f(3, 1); assert(y != 22);";
    let solved = solve(text, "method auto", Heuristic::default(), Limit::Steps(400_000));
    assert_ne!(solved.expect("no errors").verdict(), "certified", "f(1000, 3) gives 22");
}

#[test]
fn only_programs_without_other_loops_are_known_to_end() {
    let says = |text: &str| {
        let limit = Limit::Steps(400_000);
        let solved = solve(text, "method auto", Heuristic::default(), limit).expect("no errors");
        (solved.verdict(), solved.outcome.may_not_end, solved.outcome.exact)
    };
    let bounded = "int f[8]; f[0] = 1; f[1] = 1; for (int i = 2; i < 8; i++) { f[i] = f[i - 1] + f[i - 2]; } \
                   assert(f[7] == 21);";
    assert_eq!(says(bounded), ("certified", false, true));
    let another = format!("{bounded} int n = nondet(); while (n != 0) {{ n--; }}");
    assert_eq!(says(&another), ("certified", true, false));
}

#[test]
fn what_is_too_much_is_left_alone() {
    let inputs: String = "abcdefgh".chars().map(|c| format!("int {c} = nondet(0, 16); ")).collect();
    let sum = "a + b + c + d + e + f + g + h";
    let text = format!("{inputs} int i = 0; while (i < {sum}) {{ i++; }} assert(i >= 0);");
    assert_eq!(rounds(&text), None);
    // Numbers that double their digits in each round.
    let text = "int x = 3; for (int i = 0; i < 60; i++) { x = x * x; } assert(x > 0);";
    assert_eq!(rounds(text), Some(vec![60]));
    let cells = "forall i in 0..4000: forall j in 0..4000: forall k in 0..4000: i + j + k >= 0";
    let text = format!("int s = 0; for (int i = 0; i < 9; i++) {{ s++; assert({cells}); }}");
    let _ = rounds(&text);
}

#[test]
fn rounds_are_counted_as_they_begin() {
    for (text, expected) in [
        ("int i = 0; do { i++; } while (i < 5); assert(i == 5);", vec![5]),
        ("int i = 0; while (true) { if (i >= 5) { break; } i++; } assert(i == 5);", vec![6]),
        (
            "int r = 0; bool c = nondet(); for (int i = 0; i < 3; i++) { if (c) { r++; } } \
             for (int i = 0; i < 2; i++) { for (int j = 0; j < 4; j++) { r++; } } assert(r >= 8);",
            vec![3, 2, 8],
        ),
    ] {
        assert_eq!(rounds(text), Some(expected), "{text}");
    }
}
