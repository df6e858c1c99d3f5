//! Models of clauses from files: a formula with quantifiers for each predicate, which z3 confirms.

use crate::support::z3;
use hornbook_corpus::nightly;
use hornbook_corpus::programs::{clauses, expectations, folder};
use hornbook_horn::smtlib;
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::Verdict;

/// Steps for each system.
const STEPS: u64 = 1_000_000;
/// Milliseconds that z3 may think about a clause.
const Z3: usize = 3_000;

/// The model of clauses if they are certified; inside there is none if the proof gives none.
fn model(text: &str) -> Option<Option<String>> {
    let input = Input::clauses(text, &Choices::default());
    assert!(input.diagnostics.is_empty(), "{text}: {:?}", input.diagnostics);
    let mut driver = Driver::new(&input).expect("clauses");
    while driver.steps() < STEPS {
        if let Status::Done(outcome) = driver.step(STEPS) {
            let is_certified = outcome.verdict == Verdict::Certified;
            return is_certified.then(|| driver.horn_model(&outcome));
        }
    }
    None
}

/// For each clause the question whether the model violates it.
fn questions(text: &str, model: &str) -> Vec<String> {
    let (system, _) = smtlib::read(text);
    let system = system.expect("clauses");
    let definitions = model.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let definitions = definitions.expect("a list of definitions");
    let negated = |clause| {
        let asserted = smtlib::clause(&system, clause);
        let (start, end) = (asserted.find("(assert"), asserted.rfind(')'));
        let (start, end) = (start.expect("an assertion"), end.expect("an assertion"));
        format!("{definitions}\n(assert (not {}))", &asserted[start + "(assert".len()..end])
    };
    system.clauses.iter().map(negated).collect()
}

/// The systems of the folder, and the clauses of example programs, with their arrays.
fn systems() -> Vec<String> {
    let mut all: Vec<String> =
        nightly::part(clauses().expect("the systems"), 5).into_iter().map(|e| e.text).collect();
    let programs = nightly::part(expectations(&folder()).expect("the programs"), 16);
    let of_program = |text: &String| {
        let input = Input::program(text, &Choices::default());
        Some(smtlib::write(input.system.as_ref()?, None))
    };
    all.extend(programs.iter().filter_map(|e| of_program(&e.text)));
    all
}

#[test]
fn z3_confirms_each_model() {
    let (mut certified, mut asked) = (0, vec![]);
    for text in systems() {
        let Some(model) = model(&text) else { continue };
        certified += 1;
        let model = model.unwrap_or_else(|| panic!("no model of {text}"));
        asked.extend(questions(&text, &model));
    }
    assert!(certified >= 15, "{certified} systems");
    let Some(answers) = z3::check(&asked, Z3) else { return };
    let count = |answer: &str| answers.iter().filter(|a| *a == answer).count();
    let (confirmed, open) = (count("unsat"), count("unknown"));
    let other =
        answers.iter().zip(&asked).find(|(a, _)| !["unsat", "unknown"].contains(&a.as_str()));
    assert_eq!(other, None);
    assert!(open * 20 <= confirmed, "{open} open, {confirmed} confirmed");
}

const FILL: &str = "(set-logic HORN)(declare-fun fill (Int Int Int (Array Int Int)) Bool)
(assert (forall ((p Int) (n Int) (m (Array Int Int))) (fill 0 n p m)))
(assert (forall ((i Int) (n Int) (p Int) (m (Array Int Int)))
  (=> (and (fill i n p m) (< i n)) (fill (+ i 1) n p (store m (+ p i) 0)))))
(assert (forall ((i Int) (n Int) (p Int) (m (Array Int Int)) (k Int))
  (=> (and (fill i n p m) (>= i n) (<= 0 k) (< k n)) (= (select m (+ p k)) CLAIM))))";

#[test]
fn cells_have_quantifiers_and_names_are_those_of_the_clauses() {
    let model = model(&FILL.replace("CLAIM", "0")).expect("certified").expect("a model");
    assert!(
        model.starts_with(
            "(\n  (define-fun fill ((i Int) (n Int) (p Int) (m (Array Int Int))) Bool"
        )
    );
    assert!(model.contains("(forall ((") && model.contains("(select m "), "{model}");
    assert_eq!(model.matches('(').count(), model.matches(')').count());
}

#[test]
fn what_is_not_certified_has_no_model() {
    assert_eq!(model(&FILL.replace("CLAIM", "1")), None);
}
