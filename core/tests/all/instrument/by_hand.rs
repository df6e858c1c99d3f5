//! Rules by hand: their names, what comes of them, and what invariants say of the original.

use super::{instrumented, outcome, search};
use hornbook_core::base::{LineIndex, Severity};
use hornbook_core::explain::{Outcome, UnknownReason, Verdict};
use hornbook_core::instrument::apply::apply;
use hornbook_core::instrument::attempts::Came;
use hornbook_core::instrument::by_hand::{ByHand, NamedRule};
use hornbook_core::instrument::library::operators;
use hornbook_core::lang::{parse, print};
use hornbook_core::pipeline::{self, Choices, Export, Input, Named};
use hornbook_corpus::programs::{expectations, folder};

const SUM: &str = "int n = nondet();\nassume(n > 0);\nint a[n];\nint s = 0;\n\
    for (int i = 0; i < n; i++) {\n  s += a[i];\n}\nassert(s == sum(a, 0, n));\n";

fn choices(rules: &str) -> Choices {
    Choices { rules: rules.parse().expect("rules"), ..Choices::default() }
}

fn by_hand(text: &str, rules: &str) -> Outcome {
    outcome(text, &choices(rules), 8_000_000)
}

/// What the search finds can be named, and its name means the same.
#[test]
fn every_candidate_has_a_name() {
    let all = expectations(&folder()).expect("the example programs");
    let mut named = 0;
    for e in all.iter().filter(|e| e.way == "instrument") {
        let (tree, _) = parse(&e.text);
        let (library, lines) = (operators(&tree).0, LineIndex::new(&e.text));
        for candidate in std::iter::from_fn({
            let mut search = search(&e.text);
            move || search.next()
        })
        .take(2)
        {
            let name = ByHand::naming(&candidate.choices, &tree, &lines, &library);
            let read: ByHand = name.to_string().parse().expect("a name");
            assert_eq!(read, name);
            let again = read.resolve(&tree, &lines, &library);
            let again = again.unwrap_or_else(|why| panic!("{}: {name}: {why}", e.program));
            let made = apply(&tree, &library, &again).expect("a program");
            assert_eq!(print::whole(&made), candidate.text, "{}: {name}", e.program);
            named += 1;
        }
    }
    assert!(named >= 150, "{named}");
}

#[test]
fn the_right_rules_certify_and_the_invariant_is_translated() {
    let outcome = by_hand(SUM, "sum(a): 5 begin(0), 6 append, 8 use");
    assert_eq!(outcome.verdict, Verdict::Certified);
    let [attempt] = outcome.attempts.tried.as_slice() else { panic!("{:?}", outcome.attempts) };
    assert_eq!((&attempt.came, attempt.task), (&Came::Certified, Some(1)));
    let instrumented = outcome.instrumented[0].clone();
    let at_loop = instrumented.points.iter().find(|p| p.invariant.loop_head).expect("a loop");
    assert_eq!(at_loop.title, "at the loop of line 5");
    assert!(at_loop.sentences.contains(&"s == sum(a, 0, i)".to_owned()), "{at_loop:?}");
    assert!(at_loop.some.is_empty(), "{at_loop:?}");
    let added: Vec<&str> =
        instrumented.added.iter().map(|span| span.slice(&instrumented.text)).collect();
    assert!(added.contains(&"assert(i == sum_hi);"), "{added:?}");
    assert!(!added.iter().any(|piece| piece.contains("s += a[i]")), "{added:?}");
    // The search comes to the same, and says the same.
    let found = super::instrumented(SUM).instrumented[0].clone();
    assert_eq!(found.rules.to_string(), "sum(a): 5 begin(0), 6 append, 8 use");
}

#[test]
fn a_maximum_is_only_one_where_there_are_cells() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = a[0];\n\
        for (int i = 1; i < n; i++) {\n  if (a[i] > m) { m = a[i]; }\n}\n\
        assert(m == max(a, 0, n));\n";
    let found = instrumented(text).instrumented[0].clone();
    let said: Vec<&String> = found.points.iter().flat_map(|p| &p.sentences).collect();
    assert!(said.iter().any(|s| s.contains("==> m == max(a, 0, i)")), "{said:?}");
}

#[test]
fn a_wrong_rule_fails_on_a_run() {
    let outcome = by_hand(SUM, "sum(a): 5 begin(1), 6 append, 8 use");
    assert_ne!(outcome.verdict, Verdict::Certified);
    let [attempt] = outcome.attempts.tried.as_slice() else { panic!("{:?}", outcome.attempts) };
    let Came::Fails(broken) = &attempt.came else { panic!("{attempt:?}") };
    assert_eq!((broken.guard.as_str(), broken.line), ("i == sum_hi", 6));
    assert!(broken.values.contains(&("sum_hi".to_owned(), "1".to_owned())), "{broken:?}");
    // It says nothing about the program.
    assert!(!matches!(outcome.verdict, Verdict::Buggy(_)));
}

/// The guard holds on all small runs, but not on all.
#[test]
fn a_wrong_rule_may_fail_on_long_runs_only() {
    let text = SUM.replace("s += a[i]", "s += (i == 50 ? 0 : a[i])");
    let outcome = by_hand(&text, "sum(a): 5 begin(0), 6 append, 8 use");
    assert_ne!(outcome.verdict, Verdict::Certified);
}

#[test]
fn rules_without_a_place_are_said() {
    for (rules, why) in [
        ("sum(a): 7 append", "no place at line 7"),
        ("sum(a): 6 appendix", "no rule `appendix`"),
        ("total(a): 6 append", "no operator `total`"),
        ("sum: 6 append", "sum(int a[])"),
        ("sum(a): 5 begin", "`begin(e)`"),
        ("sum(a): 5 begin(1 +)", "cannot be read"),
        ("sum(a) in f: 5 begin(0)", "no function `f`"),
        ("sum(a): 6 append, 6 append_write", "no place"),
    ] {
        let input = Input::program(SUM, &choices(rules));
        let said: Vec<&str> = input.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(said.iter().any(|message| message.contains(why)), "{rules}: {said:?}");
        assert!(input.diagnostics.iter().all(|d| d.severity == Severity::Warning));
        let outcome = by_hand(SUM, rules);
        let refused = |came: &Came| matches!(came, Came::Refused(_));
        assert!(outcome.attempts.tried.iter().all(|attempt| refused(&attempt.came)), "{rules}");
        assert_ne!(outcome.verdict, Verdict::Certified);
    }
}

#[test]
fn the_workbench_offers_what_fits() {
    let method = Some(Named::Instrument);
    let plain = Input::program(SUM, &Choices { method, ..Choices::default() });
    let bench = pipeline::workbench(&plain).expect("a program");
    assert_eq!(bench.offers.iter().map(|o| o.what.as_str()).collect::<Vec<_>>(), ["sum(a)"]);
    assert!(bench.made.is_none() && bench.places.is_empty());
    let named = |name: &str| -> Vec<&NamedRule> {
        bench.fitting.iter().map(|fitting| &fitting.rule).filter(|r| r.rule == name).collect()
    };
    assert_eq!(named("append").iter().map(|r| r.line).collect::<Vec<_>>(), [6]);
    assert_eq!(named("use").iter().map(|r| r.line).collect::<Vec<_>>(), [8]);
    let begins: Vec<String> = named("begin").iter().map(ToString::to_string).collect();
    assert!(begins.contains(&"5 begin(0)".to_owned()), "{begins:?}");
    // With all of them it is the program that is certified.
    let mut rules = ByHand::default();
    for (name, line) in [("begin", 5), ("append", 6), ("use", 8)] {
        let rule = named(name).into_iter().find(|r| r.line == line && r.column.is_none());
        rules = rules.with("sum(a)", None, rule.expect("a rule").clone());
    }
    let input = Input::program(SUM, &Choices { rules: rules.clone(), ..Choices::default() });
    let bench = pipeline::workbench(&input).expect("a program");
    assert!(bench.offers.is_empty());
    assert!(bench.places[0].iter().all(Option::is_some));
    let made = bench.made.expect("something").expect("a program");
    assert!(made.broken.is_none());
    assert_eq!(made.meanings[0].value, "sum(a, sum_lo, sum_hi)");
    assert_eq!(outcome(SUM, &input.options, 8_000_000).verdict, Verdict::Certified);
    // Without the last one the value stays, and with a wrong one a run shows it.
    let wrong = choices("sum(a): 5 begin(0), 5 begin(2), 6 append");
    let bench = pipeline::workbench(&Input::program(SUM, &wrong)).expect("a program");
    let (broken, run) = bench.made.expect("something").expect("a program").broken.expect("a run");
    assert_eq!(broken.guard, "i == sum_hi");
    assert!(run.steps.last().expect("a step").what.contains("fails"), "{:?}", run.steps.last());
}

#[test]
fn an_operator_that_is_not_sound_is_named() {
    // What is claimed is true, but not for the reason that the operator gives.
    let text = "operator lie(int a[]) {\n  ghost int v = 0;\n  invariant v == 0;\n  \
         rule forget: havoc a { v = 0; }\n  rule use: sum(a, l, u) { return 5; }\n}\n\
         int n = nondet();\nint a[];\nint s = sum(a, 0, n);\nint i = 0;\n\
         while (i < n) { i++; }\nassert(s == sum(a, 0, n));\n";
    let outcome = instrumented(text);
    let Verdict::Unknown(UnknownReason::RestsOn(what)) = &outcome.verdict else {
        panic!("{:?}", outcome.verdict)
    };
    assert_eq!(what, "an operator of the text (lie: use gives the value)");
    let records = pipeline::operator_records(&Input::program(text, &Choices::default()));
    let lie = records.iter().find(|r| r.name == "lie").expect("the text has it");
    assert!(lie.own && lie.used && lie.head == "lie(int a[])", "{lie:?}");
    assert_eq!(lie.rules[1], ("use: sum(a, l, u)".to_owned(), vec!["return 5;".to_owned()]));
    let sum = records.iter().find(|r| r.name == "sum").expect("one of ours");
    assert!(!sum.own && sum.about.contains("sum of the cells"), "{sum:?}");
    assert_eq!(sum.tasks.len(), sum.rules.len() + 1);
}

#[test]
fn documents_have_the_operators_and_the_translation() {
    let choices = choices("sum(a): 5 begin(0), 6 append, 8 use");
    let input = Input::program(SUM, &choices);
    let found = outcome(SUM, &choices, 8_000_000);
    let text = pipeline::export(&input, "sum", Some(&found), Export::Text).expect("a document");
    for part in ["operator sum(int a[])", "s == sum(a, 0, i)", "sum_hi = i + 1;", "begin(0)"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn what_is_followed_is_not_said_to_be_unknown_and_nested_values_are_refused() {
    let with = |text: &str, method| {
        let input = Input::program(text, &Choices { method, ..Choices::default() });
        input.diagnostics.into_iter().map(|d| d.message).collect::<Vec<_>>()
    };
    let unknown = |all: &[String]| all.iter().any(|m| m.contains("any integer"));
    assert!(unknown(&with(SUM, None)));
    assert!(!unknown(&with(SUM, Some(Named::Instrument))));
    let nested = "int n = nondet();\nassume(n > 0);\nint a[n];\nint b[n];\n\
        int s = sum(a, 0, sum(b, 0, n));\nassert(s == s);\n";
    let said = with(nested, Some(Named::Auto));
    assert!(said.iter().any(|m| m.contains("depends on such a value")), "{said:?}");
}

/// What a function does with an array is followed once its calls are written out.
#[test]
fn calls_of_plain_functions_are_written_out() {
    let total = "int total(int a[], int n) {\n  int s = 0;\n  \
        for (int i = 0; i < n; i++) { s += a[i]; }\n  return s;\n}\n";
    let main = "int n = nondet();\nassume(n > 0);\nint a[n];\nint b[n];\n\
        int s = total(a, n) + total(b, n);\nassert(s == sum(a, 0, n) + sum(b, 0, n));\n";
    let outcome = instrumented(&format!("{total}{main}"));
    assert_eq!(outcome.verdict, Verdict::Certified);
    assert!(outcome.attempts.tried.iter().all(|attempt| attempt.written_out));
    let lines: Vec<&str> = outcome.instrumented[0].points.iter().map(|p| p.title.as_str()).collect();
    assert!(lines.contains(&"at the loop of line 3"), "{lines:?}");
    let wrong = format!("{}{main}", total.replace("i < n", "i < n - 1"));
    assert!(matches!(instrumented(&wrong).verdict, Verdict::Buggy(_)));
    // Rules by hand are about the text as it is.
    let rules = "sum(a) in total: 3 begin(0), 3 append";
    let input = Input::program(&format!("{total}{main}"), &choices(rules));
    assert!(input.diagnostics.is_empty(), "{:?}", input.diagnostics);
}
