//! Certificates: the proof obligations of everything that is certified are unsatisfiable, for
//! Hornbook's own arithmetic and for z3, and damage to them shows.

use crate::support::programs::{Solved, solved};
use crate::support::z3;
use hornbook_corpus::nightly;
use hornbook_evidence::laws::{ProductLaw, list_laws};
use hornbook_evidence::model::Model;
use hornbook_explain::certificate::{CertifiedModel, format_script};
use hornbook_horn::{Goal, Term};
use hornbook_pipeline::{
    Choices, Driver, Input, MethodChoice, Questions, ScriptStatus, Solving, Status, stages,
};
use hornbook_records::Verdict;
use std::collections::BTreeSet;

/// Steps for each of the small programs here, and for its questions.
const STEPS: u64 = 20_000_000;
/// How long z3 may think about one obligation, in milliseconds.
const Z3: usize = 20_000;

/// The certificate, if the verdict is `certified`.
fn certificate(input: &Input, steps: u64) -> Option<String> {
    let mut solving = Solving::new(input).expect("no errors");
    match solving.step(steps) {
        Status::Done(outcome) => solving.certificate(&outcome),
        Status::Running(_) => None,
    }
}

fn small(text: &str) -> String {
    certificate(&Input::program(text, &Choices::default()), STEPS).expect("certified")
}

/// Hornbook's answers to the questions of a script.
fn ours(script: &str) -> Vec<String> {
    let mut questions = Questions::read(script).unwrap_or_else(|d| panic!("{d:?}\n{script}"));
    let mut out = String::new();
    loop {
        match questions.step(STEPS) {
            ScriptStatus::Output(text) => out += &text,
            ScriptStatus::Running => out += &format!("{:?}\n", questions.give_up()),
            ScriptStatus::Failed(why) => panic!("{why:?}\n{script}"),
            ScriptStatus::Done => break,
        }
    }
    out.lines().map(str::to_owned).filter(|l| !l.starts_with([' ', '(', ')'])).collect()
}

fn questions(script: &str) -> usize {
    script.matches("(check-sat)\n").count()
}

/// For each predicate that has a formula the script with another formula for it.
fn with_other_formulas(script: &str, other: &str) -> Vec<String> {
    let lines: Vec<&str> = script.lines().collect();
    let formula = |n: &usize| {
        lines[*n].starts_with("(define-fun") && !lines[n - 1].contains("what its clauses derive")
    };
    let damaged = |n: usize| {
        let mut lines = lines.clone();
        let body = format!("  {other})");
        (lines[n + 1] != body).then(|| {
            lines[n + 1] = &body;
            // z3 takes an answer that is not the announced one for an error.
            lines.retain(|l| !l.starts_with("(set-info"));
            lines.join("\n") + "\n"
        })
    };
    (1..lines.len()).filter(formula).filter_map(damaged).collect()
}

const LOOP: &str = "int n = nondet();\nint i = 0;\nwhile (i < n) { i = i + 1; }\nassert(i >= 0);\n";
const BRANCHES: &str = "int x = nondet(); int y = 0; int abs; bool div = x > 0;
if (div) { y = x + 1; } else { y = 1 - x; abs = y; }
if (y > 5) { y = y - 1; }
assert(y > 0);
";

#[test]
fn what_is_certified_has_obligations_that_hold() {
    let wanted = solved().iter().filter(|s| s.expectation.verdict == "certified");
    let certificates = nightly::part(wanted, 12);
    assert!(certificates.len() >= 15, "only {}", certificates.len());
    let mut texts = vec![];
    for Solved { expectation, certificate, .. } in certificates {
        let name = format!("{}, {}", expectation.program, expectation.way);
        // Whether it is certified is for the tests of the example programs to say.
        let Some(text) = certificate else { continue };
        let answers = ours(text);
        assert_eq!(answers.len(), questions(text), "{name}");
        // Without abstraction there is one for each assertion.
        let least = if text.contains("Here nothing was abstracted") { 1 } else { 2 };
        let holds = questions(text) >= least && answers.iter().all(|a| a == "unsat");
        assert!(holds, "{name}: {answers:?}");
        texts.push(text.clone());
    }
    assert!(texts.len() >= 15, "only {} certificates", texts.len());
    let Some(answers) = z3::run(&texts, Z3) else { return };
    for (text, answers) in texts.iter().zip(&answers) {
        assert_eq!(answers.len(), questions(text), "{answers:?}\n{text}");
        assert!(answers.iter().all(|a| a == "unsat"), "{answers:?}\n{text}");
    }
    let weaker: Vec<String> = texts.iter().flat_map(|t| with_other_formulas(t, "true")).collect();
    assert!(weaker.len() > texts.len());
    let Some(answers) = z3::run(&weaker, Z3) else { return };
    for (text, answers) in weaker.iter().zip(&answers) {
        assert!(answers.iter().any(|a| a == "sat"), "{answers:?}\n{text}");
    }
}

#[test]
fn damage_shows() {
    for text in [small(LOOP), small(BRANCHES)] {
        assert!(ours(&text).iter().all(|a| a == "unsat"), "{text}");
        for other in ["true", "false"] {
            for damaged in with_other_formulas(&text, other) {
                assert!(ours(&damaged).iter().any(|a| a == "sat"), "{damaged}");
            }
        }
    }
    assert_eq!(with_other_formulas(&small(LOOP), "true").len(), 1);
}

#[test]
fn names_that_mean_something_in_smt_lib_are_replaced() {
    let text = small(BRANCHES);
    assert!(!text.contains("(div ") && !text.contains("(abs "), "{text}");
    assert!(text.contains("; clause 0, line 1: the program starts\n"), "{text}");
}

#[test]
fn several_models_stand_in_scopes_of_their_own() {
    let input = Input::program(LOOP, &Choices::default());
    let system = input.system.as_ref().expect("no errors");
    let stages = stages(system, &input.lines, &input.settings);
    let system = &stages.simplified;
    // Of the loop head nothing is said in one model, which proves nothing, and all in the other.
    let head = system.pred_ids().find(|p| system.pred(*p).loop_head).expect("a loop");
    let i = system.pred(head).params.iter().find(|v| &*v.name == "i").expect("a counter");
    let model = |formula| Model { formulas: [(head, formula)].into(), ..Model::default() };
    let (weak, strong) = (model(Term::bool(true)), model(Term::le(Term::int(0), Term::var(i))));
    let claims = system.clauses.iter().filter(|c| matches!(c.goal, Goal::Cond(_)));
    let (none, all) = (BTreeSet::new(), claims.map(|c| c.id).collect());
    let no_laws = BTreeSet::new();
    let proved = [
        CertifiedModel { system, model: &weak, claims: &none, merged: false, laws: &no_laws },
        CertifiedModel { system, model: &strong, claims: &all, merged: true, laws: &no_laws },
    ];
    let text = format_script(&proved, &[], "", &input.lines);
    assert_eq!(ours(&text).len(), 2 * system.clauses.len() - 1, "{text}");
    assert!(ours(&text).iter().all(|a| a == "unsat"), "{text}");
    let wrong =
        format_script(&[CertifiedModel { claims: &all, ..proved[0] }], &[], "", &input.lines);
    assert_eq!(ours(&wrong).iter().filter(|a| *a == "sat").count(), 1, "{wrong}");
}

#[test]
fn a_model_is_told_as_text() {
    let input = Input::program(LOOP, &Choices::default());
    let mut solving = Solving::new(&input).expect("no errors");
    let Status::Done(outcome) = solving.step(STEPS) else { panic!("no answer") };
    assert_eq!(outcome.verdict, Verdict::Certified);
    let [model] = outcome.models.as_slice() else { panic!("{:?}", outcome.models) };
    assert_eq!((model.lines.as_slice(), model.merged), (&[4][..], false));
    let [definition] = model.definitions.as_slice() else { panic!("{model:?}") };
    assert!(definition.starts_with("(define-fun |L3#| ((n Int) (i Int)) Bool\n  "), "{definition}");
}

/// The laws of products that the proofs of a program need, and its certificate.
fn laws(text: &str, method: MethodChoice) -> (Vec<ProductLaw>, String) {
    let choices = Choices { method: Some(method), ..Choices::default() };
    let mut driver = Driver::new(&Input::program(text, &choices)).expect("no errors");
    let Status::Done(outcome) = driver.step(STEPS) else { panic!("no answer: {text}") };
    assert_eq!(outcome.verdict, Verdict::Certified, "{text}");
    (outcome.laws.clone(), driver.certificate(&outcome).expect("a certificate"))
}

#[test]
fn the_laws_of_products_are_named() {
    let table = |value: &str, claim: &str| {
        format!(
            "int n = nondet(); int a[]; int i = 0;\nwhile (i < n) {{ a[i] = {value}; i = i + 1; }}\n\
             int k = nondet(); assume(0 <= k && k < n);\nassert({claim});"
        )
    };
    let said =
        |laws: &[ProductLaw]| format!("these laws of products: {}.", list_laws(laws).unwrap());
    for method in [MethodChoice::Abstraction, MethodChoice::Auto] {
        let (found, text) = laws(&table("i * i", "a[k] == k * k"), method);
        assert!(found.contains(&ProductLaw::EqualFactors), "{found:?}");
        assert!(text.contains(&said(&found)), "{text}");
        let (found, text) = laws(&table("i * i", "a[k] >= 0"), method);
        assert!(found.contains(&ProductLaw::Squares), "{found:?}");
        assert!(text.contains(&said(&found)), "{text}");
        let (found, text) = laws(&table("3 * i + 1", "a[k] == 3 * k + 1"), method);
        assert_eq!(found, []);
        assert!(!text.contains("laws of products"), "{text}");
    }
}

#[test]
fn laws_are_those_that_proofs_need() {
    let of =
        |claim: &str| laws(&format!("int x, y, z; assert({claim});"), MethodChoice::Abstraction).0;
    assert_eq!(of("x * y == y * x"), []);
    assert_eq!(of("x + x == 2 * x"), []);
    // Nothing is left to prove of what is the same as a polynomial.
    assert_eq!(of("(x + y) * z == x * z + y * z"), []);
    assert_eq!(of("x == 0 ==> x * y == 0"), [ProductLaw::ZeroFactor]);
    assert_eq!(of("x >= 0 && y >= 0 ==> x * y >= 0"), [ProductLaw::Signs]);
    assert_eq!(
        of("x == y ==> x * z == y * z"),
        [ProductLaw::Distribution, ProductLaw::EqualFactors]
    );
    assert_eq!(of("x * x >= 0"), [ProductLaw::Squares]);
    let larger = of("x >= y && z >= 0 ==> x * z >= y * z");
    assert_eq!(larger, [ProductLaw::Distribution, ProductLaw::Order]);
}
