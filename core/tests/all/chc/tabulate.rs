//! Tabulation: of recursion with finitely many calls the value is known, whatever the size of the tree.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::solve::{Limit, solve};
use proptest::prelude::*;

/// Many times more steps than any of the systems needs.
const STEPS: u64 = 5_000_000;

/// The checked answer to a system: `certified` or `buggy`, if there is one.
fn answer(text: &str) -> &'static str {
    let solved = solve(text, "cell1", Heuristic::default(), Limit::Steps(STEPS));
    solved.unwrap_or_else(|why| panic!("{why}: {text}")).verdict()
}

/// A function that is defined by recursion over numbers: `f(n) = a*f(n-d) + b*f(n-e) + c`, and `n` below
/// `base`.
#[derive(Clone, Debug)]
struct Recursion {
    base: i64,
    factors: (i64, i64),
    steps: (i64, i64),
    constant: i64,
}

impl Recursion {
    /// The value, straight from the definition.
    fn value(&self, n: i64) -> i64 {
        if n < self.base {
            return n;
        }
        let ((a, b), (d, e)) = (self.factors, self.steps);
        a * self.value(n - d) + b * self.value(n - e) + self.constant
    }

    /// Clauses that say that the value for `n` is not `value`.
    fn clauses(&self, n: i64, claim: &str) -> String {
        let ((a, b), (d, e)) = (self.factors, self.steps);
        format!(
            "(set-logic HORN)(declare-fun f (Int Int) Bool)
             (assert (forall ((n Int)) (=> (< n {base}) (f n n))))
             (assert (forall ((n Int) (r Int) (s Int))
               (=> (and (>= n {base}) (f (- n {d}) r) (f (- n {e}) s))
                   (f n (+ (* {a} r) (* {b} s) {c})))))
             (assert (forall ((r Int)) (=> (and (f {n} r) {claim}) false)))",
            base = self.base,
            c = number(self.constant),
            a = number(a),
            b = number(b),
        )
    }
}

fn number(n: i64) -> String {
    if n < 0 { format!("(- {})", -n) } else { n.to_string() }
}

fn recursions() -> impl Strategy<Value = Recursion> {
    (0i64..3, -2i64..3, -2i64..3, 1i64..3, 1i64..3, -3i64..4).prop_map(
        |(base, a, b, d, e, constant)| Recursion { base, factors: (a, b), steps: (d, e), constant },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn values_are_those_of_the_definition(f in recursions(), n in 3i64..9, off in -1i64..2) {
        let value = f.value(n);
        let differs = f.clauses(n, &format!("(not (= r {}))", number(value + off)));
        prop_assert_eq!(answer(&differs), if off == 0 { "certified" } else { "buggy" });
        let equals = f.clauses(n, &format!("(= r {})", number(value + off)));
        prop_assert_eq!(answer(&equals), if off == 0 { "buggy" } else { "certified" });
    }
}

#[test]
fn calls_that_answers_demand_are_answered() {
    let ackermann = "(set-logic HORN)(declare-fun a (Int Int Int) Bool)
        (assert (forall ((n Int)) (=> (>= n 0) (a 0 n (+ n 1)))))
        (assert (forall ((m Int) (r Int)) (=> (and (> m 0) (a (- m 1) 1 r)) (a m 0 r))))
        (assert (forall ((m Int) (n Int) (r Int) (s Int))
          (=> (and (> m 0) (> n 0) (a m (- n 1) r) (a (- m 1) r s)) (a m n s))))
        (assert (forall ((r Int)) (=> (and (a 2 3 r) CLAIM) false)))";
    assert_eq!(answer(&ackermann.replace("CLAIM", "(not (= r 9))")), "certified");
    assert_eq!(answer(&ackermann.replace("CLAIM", "(= r 9)")), "buggy");
    let hanoi = "(set-logic HORN)(declare-fun h (Int Int) Bool)(assert (h 0 0))
        (assert (forall ((n Int) (a Int) (b Int))
          (=> (and (> n 0) (h (- n 1) a) (h (- n 1) b)) (h n (+ a b 1)))))
        (assert (forall ((r Int)) (=> (and (h 12 r) (not (= r 4095))) false)))";
    assert_eq!(answer(hanoi), "certified");
}

#[test]
fn facts_of_several_premises_are_joined() {
    // Entry, body and end of a recursion as predicates of their own, 60 calls deep.
    let pieces = "(set-logic HORN)(declare-fun enter (Int) Bool)(declare-fun body (Int) Bool)
        (declare-fun back (Int Int) Bool)(declare-fun end (Int Int) Bool)(assert (enter 60))
        (assert (forall ((n Int)) (=> (enter n) (body n))))
        (assert (forall ((n Int)) (=> (and (body n) (<= n 0)) (end n 0))))
        (assert (forall ((n Int)) (=> (and (body n) (> n 0)) (enter (- n 1)))))
        (assert (forall ((n Int) (r Int)) (=> (and (body n) (> n 0) (end (- n 1) r)) (back n r))))
        (assert (forall ((n Int) (r Int)) (=> (back n r) (end n (+ r 1)))))
        (assert (forall ((r Int)) (=> (and (end 60 r) (= r 60)) false)))";
    assert_eq!(answer(pieces), "buggy");
}
