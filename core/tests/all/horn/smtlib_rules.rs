//! The form of clauses that z3's fixedpoint engine reads: rules and queries.

use crate::support::programs::Example;
use hornbook_base::LineIndex;
use hornbook_horn::smtlib::{read, write, write_fixedpoint};
use hornbook_horn::{Clause, Goal, System};
use hornbook_pipeline::{Choices, Input};

fn good(text: &str) -> System {
    let (system, diagnostics) = read(text);
    system.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"))
}

fn errors(text: &str) -> Vec<String> {
    let lines = LineIndex::new(text);
    read(text).1.iter().map(|d| d.render("t", &lines)).collect()
}

#[test]
fn rules_and_queries_are_clauses() {
    let system = good(
        "(declare-rel P (Int Bool)) (declare-rel Q ())
         (declare-var x Int) (declare-var b Bool)
         (rule (P 0 true) start)
         (rule (=> (and (P x b) (< x 9)) (P (+ x 1) b)))
         (rule (forall ((y Int)) (=> (P y false) Q)))
         (query Q :print-certificate true)
         (query P)
         (query (and (P x b) (> x 10)))",
    );
    let shown: Vec<String> = system.clauses.iter().map(|c| system.show(c)).collect();
    assert_eq!(
        shown,
        [
            "P(0, true)",
            "P(x, b) && x < 9 ==> P(x + 1, b)",
            "P(y, false) ==> Q()",
            "Q() ==> false",
            "P(x1, x2) ==> false",
            "P(x, b) && x > 10 ==> false",
        ]
    );
}

#[test]
fn mistakes_are_reported_with_their_places() {
    let found = errors(
        "(declare-rel P)
(declare-rel R ((Array Bool Int)))
(declare-var x Real)
(declare-var y Int)
(declare-rel P (Int))
(rule (P z))
(rule)
(assert (P y))
(query (P true))
(rule (P ((as const (Array Int Bool)) 3)))
(frobnicate)",
    );
    let text = found.join("");
    for (line, message) in [
        (1, "a predicate is declared as `(declare-rel P (Int Int))`"),
        (2, "indices of arrays must be of sort `Int`"),
        (3, "real numbers are not supported"),
        (6, "`z` is not declared"),
        (7, "`rule` takes a formula"),
        (8, "the variable `y` is not bound in this formula"),
        (9, "argument 1 of `P` is of sort `Bool`, but `Int` is needed"),
        (10, "this is of sort `Int`, but `Bool` is needed"),
        (11, "the command `frobnicate` is not supported for Horn clauses"),
    ] {
        assert!(text.contains(&format!("t:{line}:")), "nothing for line {line}:\n{text}");
        assert!(text.contains(message), "{message}\n{text}");
    }
    assert_eq!(found.len(), 9, "{text}");
}

#[test]
fn arrays_of_arrays_and_constant_arrays_are_read() {
    let system = good(
        "(declare-rel M ((Array Int (Array Int Int)) (Array Int Bool)))
         (rule (M ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 0))
                  ((as const (Array Int Bool)) false)))
         (query (exists ((m (Array Int (Array Int Int))) (f (Array Int Bool)))
           (and (M m f) (select f (select (select m 1) 2)))))",
    );
    assert_eq!(
        system.show(&system.clauses[0]),
        "M(const_array(const_array(0)), const_array(false))"
    );
    assert_eq!(system.show(&system.clauses[1]), "M(m, f) && f[m[1][2]] ==> false");
}

/// Each claim gets a predicate for its violation; after that nothing changes any more.
#[test]
fn what_is_written_as_rules_is_read_again() {
    let mut count = 0;
    for Example { name, text } in crate::support::programs::menu() {
        let input = Input::program(&text, &Choices::default());
        let Some(system) = input.system else { continue };
        let once = good(&write_fixedpoint(&system, Some(&input.lines)));
        let is_step = |c: &&Clause| matches!(c.goal, Goal::Instance(_));
        let claims = system.clauses.len() - system.clauses.iter().filter(is_step).count();
        assert_eq!(once.preds.len(), system.preds.len() + claims);
        assert_eq!(once.clauses.len(), system.clauses.len() + claims);
        let shown = |s: &System, c: &Clause| s.show(c);
        for clause in system.clauses.iter().filter(is_step) {
            let text = shown(&system, clause);
            assert!(once.clauses.iter().any(|c| shown(&once, c) == text), "{text}");
        }
        let twice = good(&write_fixedpoint(&once, None));
        let shown = |s: &System| s.clauses.iter().map(|c| s.show(c)).collect::<Vec<_>>();
        assert_eq!(shown(&twice), shown(&once), "{name}");
        count += 1;
    }
    assert!(count >= 26);
}

#[test]
fn made_arrays_become_premises_for_other_provers() {
    let text = "int n; int a[]; int b[] = insert(a, 2, n); assert(sorted(b, 0, n));";
    let system = Input::program(text, &Choices::default()).system.expect("a system");
    let written = write(&system, None);
    assert!(!written.contains("insert") && !written.contains("sorted"), "{written}");
    let again = good(&written);
    assert_eq!(write(&again, None), write(&good(&write(&again, None)), None));
    assert!(written.contains("(forall ((k Int)) (= (select made k)"), "{written}");
}
