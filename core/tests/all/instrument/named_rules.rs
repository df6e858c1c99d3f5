//! Rules by hand: their names, what comes of them, and what invariants say of the original.

use super::{instrumented, outcome, search};
use hornbook_base::{LineIndex, Severity};
use hornbook_corpus::programs::{expectations, folder};
use hornbook_lang::{parse, print};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Choices, Input, MethodChoice};
use hornbook_records::attempts::{Attempt, AttemptResult};
use hornbook_records::export::Export;
use hornbook_records::{Outcome, UnknownReason, Verdict};
use hornbook_tasks::instrument::apply::apply;
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::instrument::named_rules::{NamedRule, NamedRules};

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
            let name = NamedRules::naming(&candidate.choices, &tree, &lines, &library);
            let read: NamedRules = name.to_string().parse().expect("a name");
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
    assert_eq!((&attempt.came, attempt.task), (&AttemptResult::Certified, Some(1)));
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
    let AttemptResult::Fails(broken) = &attempt.came else { panic!("{attempt:?}") };
    assert_eq!((broken.guard.as_str(), broken.line), ("i == sum_hi", 6));
    assert!(broken.values.contains(&("sum_hi".to_owned(), "1".to_owned())), "{broken:?}");
    // It says nothing about the program.
    assert!(!matches!(outcome.verdict, Verdict::Buggy(_)));
}

/// The guards hold on all runs, and the claim on short ones only.
#[test]
fn what_is_wrong_on_long_runs_only_is_not_certified() {
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
        ("sum(b): 5 begin(0)", "no variable `b`"),
        ("sum(a): 6 append, 6 append_write", "no place"),
    ] {
        let input = Input::program(SUM, &choices(rules));
        let said: Vec<&str> = input.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(said.iter().any(|message| message.contains(why)), "{rules}: {said:?}");
        assert!(input.diagnostics.iter().all(|d| d.severity == Severity::Warning));
        let outcome = by_hand(SUM, rules);
        let refused = |came: &AttemptResult| matches!(came, AttemptResult::Refused(_));
        assert!(outcome.attempts.tried.iter().all(|attempt| refused(&attempt.came)), "{rules}");
        assert_ne!(outcome.verdict, Verdict::Certified);
    }
}

#[test]
fn the_workbench_offers_what_fits() {
    let method = Some(MethodChoice::Instrument);
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
    let mut rules = NamedRules::default();
    for (name, line) in [("begin", 5), ("append", 6), ("use", 8)] {
        let rule = named(name).into_iter().find(|r| r.line == line && r.column.is_none());
        rules = rules.with_rule("sum(a)", None, rule.expect("a rule").clone());
    }
    let input = Input::program(SUM, &Choices { rules: rules.clone(), ..Choices::default() });
    let bench = pipeline::workbench(&input).expect("a program");
    assert!(bench.offers.is_empty());
    assert!(bench.places[0].iter().all(Option::is_some));
    let made = bench.made.expect("something").expect("a program");
    assert!(made.broken.is_none() && made.runs > 1, "{}", made.runs);
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
    assert!(!unknown(&with(SUM, Some(MethodChoice::Instrument))));
    let nested = "int n = nondet();\nassume(n > 0);\nint a[n];\nint b[n];\n\
        int s = sum(a, 0, sum(b, 0, n));\nassert(s == s);\n";
    let said = with(nested, Some(MethodChoice::Auto));
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
    let lines: Vec<&str> =
        outcome.instrumented[0].points.iter().map(|p| p.title.as_str()).collect();
    assert!(lines.contains(&"at the loop of line 3, as it is written out"), "{lines:?}");
    let wrong = format!("{}{main}", total.replace("i < n", "i < n - 1"));
    assert!(matches!(instrumented(&wrong).verdict, Verdict::Buggy(_)));
    // Rules by hand are about the text as it is.
    let rules = "sum(a) in total: 3 begin(0), 3 append";
    let input = Input::program(&format!("{total}{main}"), &choices(rules));
    assert!(input.diagnostics.is_empty(), "{:?}", input.diagnostics);
}

/// Names and choices in rules by hand that would make ghost variables lie.
#[test]
fn rules_speak_of_the_program_only() {
    let lies = [
        // The rule changes it on the way.
        (
            "int z = nondet();\n\
         int a[];\n\
         a[1] = 7;\n\
         int x = 0;\n\
         int s = sum(a, 1, 2);\n\
         assert(s == 0 || z * z != 15241578750190521);\n\
         ",
            "sum(a): 4 begin(sum_lo + 1), 5 use",
        ),
        // A formula about a ghost variable.
        (
            "int z = nondet();\n\
         int a[];\n\
         a[0] = 4;\n\
         int x = 0;\n\
         int y = 0;\n\
         int w = 0;\n\
         assert(z * z != 15241578750190521);\n\
         ",
            "sum(a): 4 begin(0), 5 begin(4); count(a, (v) -> v == sum_hi): 4 first(0); count(a, (v) -> v == sum_hi): 6 first(0)",
        ),
        // An array that is chosen.
        (
            "int z = nondet();\n\
         int m[][];\n\
         m[0][0] = 4;\n\
         int x = 0;\n\
         int y = 0;\n\
         assert(z * z != 15241578750190521);\n\
         ",
            "sum(m[nondet(3, 3)]): 4 first(0); sum(m[nondet(3, 3)]): 5 first(0)",
        ),
        // An array for which a function is called.
        (
            "int stop(int v) { assume(v > 5); return 0; }\n\
         int z = nondet();\n\
         int m[][];\n\
         m[0][0] = 4;\n\
         int x = 0;\n\
         int y = 0;\n\
         assert(z * z != 15241578750190521);\n\
         ",
            "sum(m[stop(x)]): 6 first(0); sum(m[stop(x)]): 6 first(0)",
        ),
        // A choice, evaluated more than once.
        (
            "operator sm(int a[]) {\n\
           ghost int lo = 0, hi = 0, s = 0;\n\
           invariant lo <= hi && s == sum(a, lo, hi);\n\
           rule go(e): a[i] { lo = e; hi = e; s = 0; }\n\
           rule forget: havoc a { lo = hi; s = 0; }\n\
           rule use: sum(a, l, u) { guard(l == lo && u == hi); return s; }\n\
         }\n\
         int a[];\n\
         int z = nondet();\n\
         int f() { return nondet(); }\n\
         int y = a[5];\n\
         int s = sum(a, 1, 2);\n\
         assert(s == 0 || z * z != 15241578750190521);\n\
         ",
            "sm(a): 11 go(nondet(3, 3)), 12 use",
        ),
        // The same behind a value.
        (
            "operator sm(int a[]) {\n\
           ghost int lo = 0, hi = 0, s = 0;\n\
           invariant lo <= hi && s == sum(a, lo, hi);\n\
           rule go(e): a[i] { lo = e; hi = e; s = 0; }\n\
           rule forget: havoc a { lo = hi; s = 0; }\n\
           rule use(e): sum(a, l, u) { guard(l == lo && u == hi); return s + e - e; }\n\
         }\n\
         int a[];\n\
         int z = nondet();\n\
         int y = a[5];\n\
         int t = 0;\n\
         int s = sum(a, 1, 1);\n\
         assert(s == 0 || z * z != 15241578750190521);\n\
         ",
            "sm(a): 10 go(1), 12 use(nondet(3, 3))",
        ),
    ];
    for (text, rules) in lies {
        let outcome = by_hand(text, rules);
        assert_ne!(outcome.verdict, Verdict::Certified, "{rules}\n{text}");
        let refused = |attempt: &Attempt| matches!(attempt.came, AttemptResult::Refused(_));
        assert!(outcome.attempts.tried.iter().all(refused), "{:?}", outcome.attempts);
    }
    // Where the program is `main` there are no statements outside of it.
    let text = "int main() { int z = nondet(); assert(z == 0); return z; }\n";
    let outcome = by_hand(text, "square:; square:");
    assert_ne!(outcome.verdict, Verdict::Certified);
}

/// What is evaluated in another order, or of other variables, than where it stands.
#[test]
fn what_stands_in_front_of_a_statement_is_what_it_evaluates() {
    let wrong = [
        // An earlier variable of the declaration has the name of one in the value.
        "int n = nondet(1000, 2000);\n\
         int a[];\n\
         int s = 0;\n\
         for (int i = 0; i < n; i++) { a[i] = 1; }\n\
         {\n\
           int n = n + 1, s = sum(a, 0, n);\n\
           assert(s == n - 1);\n\
         }\n\
         ",
        // The same in the header of a loop.
        "int n = nondet(1000, 2000);\n\
         int a[];\n\
         for (int i = 0; i < n; i++) { a[i] = 1; }\n\
         for (int n = n + 1, s = sum(a, 0, n); n > 0; n = 0) {\n\
           assert(s == n - 1);\n\
         }\n\
         ",
        // A call that stays writes before.
        "int next(int a[]) { a[0] = a[0] + 1; return a[0]; }\n\
         int get(int a[]) { return a[0]; }\n\
         int n = nondet(1000, 2000);\n\
         int a[];\n\
         a[0] = 0;\n\
         int b[];\n\
         int s = 0;\n\
         for (int i = 0; i < n; i++) { s += b[i]; }\n\
         int x = (n > 0 ? next(a) : 0) + get(a);\n\
         assert(s == sum(b, 0, n) && x == 1);\n\
         ",
        // A call that stays claims something before one that never ends.
        "int spin() { while (true) { } return 0; }\n\
         int hit(int n) { assert(n < 1500); if (n > 3) { return 1; } return 2; }\n\
         int n = nondet(1000, 2000);\n\
         int b[];\n\
         int s = 0;\n\
         for (int i = 0; i < n; i++) { s += b[i]; }\n\
         int x = hit(n) + spin();\n\
         assert(s == sum(b, 0, n));\n\
         ",
    ];
    for text in wrong {
        let verdict = instrumented(text).verdict;
        assert!(matches!(verdict, Verdict::Buggy(_)), "{verdict:?}\n{text}");
    }
}

/// The second operator owes its proofs, too.
#[test]
fn each_operator_of_a_text_is_proved_before_it_counts() {
    let text = "operator one() {\n\
           ghost int of = 0, sq = 0;\n\
           invariant sq == of * of;\n\
           rule use: y * y { guard(y == of + 5); return sq + 10 * of + 25; }\n\
         }\n\
         operator two() {\n\
           ghost int of = 0, sq = 0;\n\
           invariant sq == of * of;\n\
           rule begin(e) { of = e; sq = e * e; }\n\
           rule add: x = x + e { guard(x == of); sq = sq + 2 * e * of + e * e; of = of + e; }\n\
           rule use: y * y { guard(y == of); return sq; }\n\
         }\n\
         int n = nondet(0, 50);\n\
         int y = 0;\n\
         int p = 0;\n\
         while (y < n) {\n\
           p = p + y + y + 1;\n\
           y++;\n\
         }\n\
         assert(y * y == p);\n\
         ";
    assert_eq!(instrumented(text).verdict, Verdict::Certified);
}
