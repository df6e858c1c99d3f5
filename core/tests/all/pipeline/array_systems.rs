//! Systems of clauses with arrays that are no program: those that contradict each other are `buggy`, with a derivation over
//! arrays that was evaluated step by step.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::Budget;
use hornbook_check::derivation::verify;
use hornbook_corpus::pool;
use hornbook_corpus::solve::{Limit, solve};
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{System, smtlib};
use hornbook_runs::array_derivations::ArrayDerivations;
use std::rc::Rc;

/// Systems of one kind, each with a number and whether it contradicts itself. `%N` is the number, and `%W` one that makes
/// the claim wrong or right.
struct Family {
    name: &'static str,
    /// The value of `%W` where the claim holds, for a number, and where it does not.
    right: fn(i64) -> i64,
    wrong: fn(i64) -> i64,
    text: &'static str,
}

const A: &str = "(Array Int Int)";

const FAMILIES: [Family; 13] = [
    Family {
        name: "cells are set one by one",
        right: |_| 7,
        wrong: |_| 8,
        text: "(declare-fun P ($A Int) Bool)
            (assert (forall ((a $A)) (P a 0)))
            (assert (forall ((a $A) (i Int)) (=> (and (P a i) (< i %N)) (P (store a i 7) (+ i 1)))))
            (assert (forall ((a $A) (i Int) (k Int)) (=> (and (P a i) (>= i %N) (<= 0 k) (< k %N)) (= (select a k) %W))))",
    },
    Family {
        name: "a copy",
        right: |_| 0,
        wrong: |_| 1,
        text: "(declare-fun P ($A $A Int) Bool)
            (assert (forall ((a $A) (b $A)) (P a b 0)))
            (assert (forall ((a $A) (b $A) (i Int)) (=> (and (P a b i) (< i %N)) (P a (store b i (select a i)) (+ i 1)))))
            (assert (forall ((a $A) (b $A) (i Int)) (=> (and (P a b i) (>= i %N)) (= (select b 0) (+ (select a 0) %W)))))",
    },
    Family {
        name: "a write and a read",
        right: |n| n + 1,
        wrong: |n| n,
        text: "(declare-fun P ($A Int) Bool)
            (assert (forall ((a $A) (v Int)) (=> (< v %N) (P (store (store a 3 %N) 4 v) v))))
            (assert (forall ((a $A) (v Int)) (=> (P a v) (not (= (+ (select a 3) 0) %W)))))",
    },
    Family {
        name: "an array of equal cells",
        right: |n| n,
        wrong: |n| n + 1,
        text: "(declare-fun P ($A) Bool)
            (assert (P ((as const $A) %N)))
            (assert (forall ((a $A) (i Int)) (=> (P a) (P (store a i %N)))))
            (assert (forall ((a $A) (k Int)) (=> (P a) (= (select a k) %W))))",
    },
    Family {
        name: "any table",
        right: |n| n + 1,
        wrong: |n| n,
        text: "(declare-fun P ((Array Int $A)) Bool)
            (declare-fun Q ((Array Int $A)) Bool)
            (assert (forall ((t (Array Int $A))) (P t)))
            (assert (forall ((t (Array Int $A))) (=> (P t) (Q (store t 2 (store (select t 2) 5 %N))))))
            (assert (forall ((t (Array Int $A))) (=> (Q t) (not (= (select (select t 2) 5) %W)))))",
    },
    Family {
        name: "truth values",
        right: |n| n,
        wrong: |n| n - 1,
        text: "(declare-fun P ((Array Int Bool) Int) Bool)
            (assert (forall ((a (Array Int Bool))) (P a 0)))
            (assert (forall ((a (Array Int Bool)) (i Int)) (=> (and (P a i) (< i %N)) (P (store a i true) (+ i 1)))))
            (assert (forall ((a (Array Int Bool)) (i Int)) (=> (and (P a i) (not (select a (- %N 1)))) (< i %W))))",
    },
    Family {
        name: "equal arrays",
        right: |_| 0,
        wrong: |_| 1,
        text: "(declare-fun P ($A) Bool)
            (declare-fun Q ($A) Bool)
            (assert (forall ((a $A)) (=> (= (select a 1) %N) (P a))))
            (assert (forall ((a $A)) (=> (= (select a 1) (+ %N 1 (- %W))) (Q a))))
            (assert (forall ((a $A) (b $A)) (=> (and (P a) (Q b) (= a b)) false)))",
    },
    Family {
        name: "the largest of some",
        right: |_| 0,
        wrong: |_| 1,
        text: "(declare-fun P ($A Int Int) Bool)
            (assert (forall ((a $A)) (P a 1 (select a 0))))
            (assert (forall ((a $A) (i Int) (m Int)) (=> (and (P a i m) (< i %N) (> (select a i) m)) (P a (+ i 1) (select a i)))))
            (assert (forall ((a $A) (i Int) (m Int)) (=> (and (P a i m) (< i %N) (<= (select a i) m)) (P a (+ i 1) m))))
            (assert (forall ((a $A) (i Int) (m Int)) (=> (and (P a i m) (>= i %N)) (>= m (+ (select a 0) %W)))))",
    },
    Family {
        name: "two cells are exchanged",
        right: |_| 0,
        wrong: |_| 1,
        text: "(declare-fun P ($A Int Int) Bool)
            (declare-fun Q ($A Int Int) Bool)
            (assert (forall ((a $A)) (P a (select a 0) (select a %N))))
            (assert (forall ((a $A) (x Int) (y Int)) (=> (P a x y) (Q (store (store a 0 (select a %N)) %N (select a 0)) x y))))
            (assert (forall ((a $A) (x Int) (y Int)) (=> (Q a x y) (and (= (select a 0) y) (= (select a %N) (+ x %W))))))",
    },
    Family {
        name: "two derivations in one clause",
        right: |_| 2,
        wrong: |_| 1,
        text: "(declare-fun P ($A Int) Bool)
            (assert (forall ((a $A)) (=> (= (select a 0) 0) (P a 0))))
            (assert (forall ((a $A) (b $A) (i Int) (j Int)) (=> (and (P a i) (P b j) (< (+ i j) %N)) (P (store a (+ i j 1) i) (+ i j 1)))))
            (assert (forall ((a $A) (i Int)) (=> (P a i) (not (= (select a 0) (- %W 1))))))",
    },
    Family {
        name: "counted cells",
        right: |n| n,
        wrong: |n| n - 1,
        text: "(declare-fun P ($A Int Int) Bool)
            (assert (forall ((a $A)) (P a 0 0)))
            (assert (forall ((a $A) (i Int) (c Int)) (=> (and (P a i c) (< i %N)) (P a (+ i 1) (+ c (ite (= (select a i) 3) 1 0))))))
            (assert (forall ((a $A) (i Int) (c Int)) (=> (P a i c) (<= c %W))))",
    },
    Family {
        name: "a write that changes nothing",
        right: |_| 0,
        wrong: |_| 1,
        text: "(declare-fun P ($A $A Int) Bool)
            (assert (forall ((a $A) (i Int)) (P a (store a i (+ (select a i) %W)) i)))
            (assert (forall ((a $A) (b $A) (i Int)) (=> (and (P a b i) (= i %N)) (= (select a %N) (select b %N)))))",
    },
    Family {
        name: "a sum over a table",
        right: |n| n,
        wrong: |n| n + 1,
        text: "(declare-fun P ($A Int Int) Bool)
            (assert (P ((as const $A) 1) 0 0))
            (assert (forall ((a $A) (i Int) (s Int)) (=> (and (P a i s) (< i %N)) (P a (+ i 1) (+ s (select a i))))))
            (assert (forall ((a $A) (i Int) (s Int)) (=> (and (P a i s) (= i %N)) (= s %W))))",
    },
];

/// A system of a family, which contradicts itself or not.
fn system(family: &Family, number: i64, contradicts: bool) -> String {
    let w = if contradicts { (family.wrong)(number) } else { (family.right)(number) };
    let number = number.to_string();
    let text = family.text.replace("%N", &number).replace("%W", &w.to_string()).replace("$A", A);
    format!("(set-logic HORN)\n{text}\n(check-sat)\n")
}

#[test]
fn nearly_all_are_answered_and_none_wrongly() {
    let cases: Vec<(usize, i64, bool)> = (0..FAMILIES.len())
        .flat_map(|family| (1..=4).flat_map(move |n| [false, true].map(|c| (family, n, c))))
        .collect();
    assert!(cases.len() >= 100);
    let answers = pool::map(&cases, |(family, number, contradicts)| {
        let text = system(&FAMILIES[*family], *number, *contradicts);
        let limit = Limit::Steps(4_000_000);
        let solved = solve(&text, "method auto", Heuristic::default(), limit);
        solved.unwrap_or_else(|why| panic!("{why}\n{text}")).verdict()
    });
    let mut open = vec![];
    for ((family, number, contradicts), verdict) in cases.iter().zip(&answers) {
        let what = format!("{} {number} {contradicts}", FAMILIES[*family].name);
        match *verdict {
            "certified" => assert!(!contradicts, "{what}"),
            "buggy" => assert!(contradicts, "{what}"),
            other => open.push(format!("{what}: {other}")),
        }
    }
    assert!(20 * open.len() <= cases.len(), "{open:#?}");
}

/// The first derivation that is accepted.
fn derivation(text: &str) -> (System, Derivation) {
    let (system, wrong) = smtlib::read(text);
    let system = system.unwrap_or_else(|| panic!("{wrong:?}"));
    let mut search = ArrayDerivations::new(Rc::new(system.clone()));
    let mut budget = Budget::steps(4_000_000);
    while search.may_help() && budget.left() > 0 {
        let found = search.step(&mut budget);
        if let Some(found) = found.into_iter().find(|found| verify(&system, found).is_ok()) {
            return (system, found);
        }
    }
    panic!("there is no derivation\n{text}");
}

/// All derivations with one value changed.
fn changed(derivation: &Derivation) -> Vec<Derivation> {
    let other = |value: &Ground| match value {
        Ground::Int(n) => Ground::Int(n + &hornbook_base::Int::from(1_000)),
        Ground::Bool(b) => Ground::Bool(!b),
        Ground::Array(cells, rest) => {
            let mut cells = cells.clone();
            cells.retain(|(i, _)| *i != hornbook_base::Int::ZERO);
            let changed = match &**rest {
                Ground::Int(_) => Ground::Int(hornbook_base::Int::from(-977)),
                other => return Ground::Array(vec![], Box::new(other.clone())),
            };
            cells.push((hornbook_base::Int::ZERO, changed));
            Ground::Array(cells, rest.clone())
        }
    };
    let own = derivation.values.iter().map(|(v, value)| {
        let mut changed = derivation.clone();
        changed.values.insert(v.clone(), other(value));
        changed
    });
    let below = derivation
        .children
        .iter()
        .enumerate()
        .flat_map(|(n, child)| changed(child).into_iter().map(move |child| (n, child)));
    let below = below.map(|(n, child)| {
        let mut changed = derivation.clone();
        changed.children[n] = child;
        changed
    });
    own.chain(below).collect()
}

/// In the copy each value decides about a step.
#[test]
fn a_derivation_with_a_changed_step_is_refused() {
    let copy = FAMILIES.iter().find(|family| family.name == "a copy").expect("it is there");
    let (clauses, found) = derivation(&system(copy, 2, true));
    let mut refused = 0;
    for changed in changed(&found) {
        if changed == found {
            continue;
        }
        assert!(verify(&clauses, &changed).is_err(), "{changed:?}");
        refused += 1;
    }
    assert!(refused > 8, "{refused}");
    let mut shorter = found.clone();
    shorter.children[0].children.clear();
    assert!(verify(&clauses, &shorter).is_err());
}
