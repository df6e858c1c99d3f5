//! Random programs with aggregates: what is certified is held against runs. With a guard, or a rule for a
//! write, left out on purpose the same look finds a wrong verdict.

use super::{outcome, search};
use hornbook_base::{LineIndex, Span};
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_instrument::search::Search;
use hornbook_lang::interp::run;
use hornbook_lang::{Options, front_end, parse};
use hornbook_pipeline::{Choices, Input, MethodChoice, Solving, Status, workbench};
use hornbook_records::{Outcome, Verdict};
use hornbook_tasks::instrument::library::{library, operators};
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::instrument::operator::{Operator, RuleStep};
use std::collections::BTreeSet;

/// A program that computes something of an array by loops and compares it with an aggregate: often what
/// was computed with what it should be.
pub(super) fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut text = String::new();
    if dice.chance(30) {
        text += FUNCTIONS;
    }
    let size = if dice.chance(70) { "nondet(1, 6)" } else { "4" };
    let several = if dice.chance(30) { "int n = SIZE, s = 0;\nint a[];\n" } else { PLAIN };
    text += &several.replace("SIZE", size);
    let statements = 1 + dice.below(4);
    for k in 0..statements {
        text += &statement(&mut dice, k, text.starts_with(FUNCTIONS));
    }
    if dice.chance(60) {
        let (computed, aggregate) = *dice.pick(&COMPUTED);
        text += computed;
        text += &format!("assert(s == {aggregate});\n");
    }
    let others = if text.contains("assert") && dice.chance(50) { 0 } else { 2 };
    for _ in 0..dice.below(others + 1) {
        let aggregate = aggregate(&mut dice);
        let against = dice.pick(&["s", "s", "s", "n", "0", "before"]).to_owned();
        let known = against != "before" || text.contains("before");
        let against = if known { against } else { "s" };
        let op = dice.pick(&["==", "==", "<=", ">="]);
        text += &format!("assert({against} {op} {aggregate});\n");
    }
    if !text.contains("assert") {
        text += "assert(s == sum(a, 0, n));\n";
    }
    text
}

const PLAIN: &str = "int n = SIZE;\nint a[];\nint s = 0;\n";

/// Functions of the names that the program has, too.
const FUNCTIONS: &str = "int total(int a[], int n) {\n  int s = 0;\n\
    for (int i = 0; i < n; i++) { s += a[i]; }\n  return s;\n}\n\
    void put(int a[], int s, int i) {\n  if (s > 0) { a[i] = s; }\n}\n\
    int bump(int a[]) {\n  a[0] = a[0] + 1;\n  return a[0];\n}\n";

/// Ways to compute something, and what it is.
const COMPUTED: [(&str, &str); 7] = [
    ("s = 0;\nfor (int i = 0; i < n; i++) { s += a[i]; }\n", "sum(a, 0, n)"),
    ("s = 0;\nfor (int i = n - 1; i >= 0; i--) { s = s + a[i]; }\n", "sum(a, 0, n)"),
    ("s = a[0];\nfor (int i = 1; i < n; i++) { if (a[i] > s) { s = a[i]; } }\n", "max(a, 0, n)"),
    (
        "s = 0;\nfor (int i = 0; i < n; i++) { if (a[i] > 1) s++; }\n",
        "count(a, 0, n, (x) -> x > 1)",
    ),
    ("s = sum(a, 0, n);\na[0]++;\ns = s + 1;\n", "sum(a, 0, n)"),
    ("s = 0;\nwhile (s != count(a, 0, n, 0)) { s++; }\n", "count(a, 0, n, 0)"),
    ("s = sum(a, 0, n);\na[0], a[1] = a[1], a[0];\n", "sum(a, 0, n)"),
];

fn aggregate(dice: &mut Dice) -> String {
    let low = dice.pick(&["0", "0", "0", "1"]);
    let high = dice.pick(&["n", "n", "n", "n - 1"]);
    match dice.below(7) {
        0 | 1 => format!("sum(a, {low}, {high})"),
        2 => format!("count(a, {low}, {high}, {})", dice.below(2)),
        3 => format!("count(a, {low}, {high}, (x) -> x > 1)"),
        4 => format!("count(a, {low}, {high}, (x, i) -> x == i)"),
        5 => "min(a, 0, n)".to_owned(),
        _ => "max(a, 0, n)".to_owned(),
    }
}

fn statement(dice: &mut Dice, number: usize, has_functions: bool) -> String {
    // Counters of the same name, or each with its own.
    let i = if dice.chance(50) { "i".to_owned() } else { format!("i{number}") };
    let (low, high) = (dice.pick(&["0", "0", "0", "1"]), dice.pick(&["n", "n", "n", "n - 1"]));
    let up = format!("for (int {i} = {low}; {i} < {high}; {i}++)");
    let down = format!("for (int {i} = {high} - 1; {i} >= {low}; {i}--)");
    let head = if dice.chance(75) { up } else { down };
    let value = dice.pick(&["0", "1", "2", "n", "nondet(0, 3)"]);
    let cell = dice.pick(&["0", "1", "n - 1", "n", "nondet(0, 4)"]);
    if has_functions && dice.chance(60) {
        let calls = ["s = total(a, n);", "put(a, SIGN, CELL);", "s = bump(a) + total(a, n);"];
        let call = dice.pick(&calls).replace("CELL", cell);
        return call.replace("SIGN", ["s", "1", "n", "0 - 1"][dice.below(4)]) + "\n";
    }
    match dice.below(16) {
        0..=2 => format!("s = 0;\n{head} {{ s += a[{i}]; }}\n"),
        3 => format!("s = 0;\n{head} {{ if (a[{i}] > 1) s++; }}\n"),
        4 => format!("s = 0;\n{head} {{ if (a[{i}] == 0) {{ s++; }} }}\n"),
        5 => format!("s = a[0];\n{head} {{ if (a[{i}] > s) s = a[{i}]; }}\n"),
        6 => format!("{head} {{ a[{i}] = {value}; }}\n"),
        7 => format!("{head} {{ a[{i}] = a[{i}] + 1; s++; }}\n"),
        8 => format!("a[{cell}] = {value};\n"),
        9 => format!("int t{number} = a[0];\na[0] = a[1];\na[1] = t{number};\n"),
        10 => format!("{{\n  int s = {value}, n = 2;\n  {head} {{ a[{i}] = s; }}\n}}\n"),
        11 => format!("a[0], a[1] = a[1], {value};\n"),
        12 => format!("{head} {{ s = 0; for (int j = 0; j < n; j++) {{ s += a[j]; }} }}\n"),
        13 => format!("if (s == sum(a, 0, n)) {{ a[{cell}] = 1; s++; }}\n"),
        _ if number == 0 => "int before = sum(a, 0, n);\n".to_owned(),
        14 => format!("{head} {{ if (a[{i}] < 0) {{ continue; }} a[{i}] -= 1; s--; }}\n"),
        _ => "havoc a;\n".to_owned(),
    }
}

/// The assertions that runs break.
fn broken(text: &str) -> BTreeSet<Span> {
    let program = front_end(text, Options::default()).0.expect("a program");
    let runs = (0..200).flat_map(|seed| run(&program, &mut Dice::new(seed), 2_000).failed);
    runs.map(|(id, _)| program.assert_span(id)).collect()
}

/// The names of the verdicts on programs, many at a time; says how far it has come where it takes long.
fn look(verdict: &(impl Fn(u64) -> &'static str + Sync)) -> (usize, usize, usize) {
    let all: Vec<u64> = nightly::seeds(50).collect();
    let mut verdicts = vec![];
    let mut counted = (0, 0, 0);
    for some in all.chunks(500) {
        verdicts.extend(pool::map(some, |seed| verdict(*seed)));
        let count = |name: &str| verdicts.iter().filter(|v| **v == name).count();
        counted = (verdicts.len(), count("certified"), count("buggy"));
        println!("{} programs: {} certified, {} buggy", counted.0, counted.1, counted.2);
    }
    counted
}

/// The name of the verdict, if no run speaks against what is certified.
fn not_contradicted(text: &str, outcome: &Outcome) -> &'static str {
    let certified = outcome.assertions.iter().filter(|a| a.verdict == Verdict::Certified);
    let certified: Vec<Span> = certified.map(|a| a.span).collect();
    if !certified.is_empty() {
        let broken = broken(text);
        let wrong = certified.iter().find(|span| broken.contains(span));
        let wrong = wrong.map(|span| span.slice(text));
        assert_eq!(wrong, None, "certified, but a run breaks it:\n{text}");
    }
    outcome.verdict.name()
}

#[test]
fn no_run_contradicts_what_is_certified() {
    let (all, certified, buggy) = look(&|seed| {
        let text = program(seed);
        let choices = Choices { method: Some(MethodChoice::Instrument), ..Choices::default() };
        not_contradicted(&text, &outcome(&text, &choices, 400_000))
    });
    assert!(certified * 10 >= all && buggy * 5 >= all, "{certified} certified, {buggy} buggy");
}

/// Rules by hand: those of the search, of which some are left out, with others of those that fit, with
/// parameters that the search would give them, or others.
fn rules_at_random(text: &str, dice: &mut Dice) -> Option<NamedRules> {
    let bench = workbench(&Input::program(text, &Choices::default()))?;
    let (tree, lines) = (parse(text).0, LineIndex::new(text));
    let found = search(text).next()?;
    let mut rules = NamedRules::naming(&found.choices, &tree, &lines, &operators(&tree).0);
    for ghost in &mut rules.ghosts {
        ghost.rules.retain(|rule| rule.rule == "use" || !dice.chance(5));
    }
    for fitting in &bench.fitting {
        if !dice.chance(2) {
            continue;
        }
        let mut rule = fitting.rule.clone();
        for arg in rule.args.iter_mut().filter(|arg| arg.is_empty()) {
            *arg = (*dice.pick(&["0", "n", "1", "s"])).to_owned();
        }
        rules = rules.with_rule(&fitting.following.what, fitting.following.scope.as_deref(), rule);
    }
    Some(rules)
}

#[test]
fn no_run_contradicts_what_is_certified_by_hand() {
    let (all, certified, _) = look(&|seed| {
        let (text, mut dice) = (program(seed), Dice::new(seed));
        let Some(rules) = rules_at_random(&text, &mut dice) else { return "no rules" };
        let choices = Choices { rules, ..Choices::default() };
        not_contradicted(&text, &outcome(&text, &choices, 400_000))
    });
    assert!(certified * 20 >= all, "{certified} of {all} certified");
}

/// Whether candidates over these operators certify a text, whatever the operators must keep.
fn certified_by(text: &str, library: Vec<Operator>) -> bool {
    let mut search = Search::new(text, library, &Default::default());
    let choices = Choices { large_blocks: true, ..Choices::default() };
    (0..3).any(|_| {
        let Some(candidate) = search.next() else { return false };
        let input = Input::program(&candidate.text, &choices);
        let Some(mut solving) = Solving::new(&input) else { return false };
        matches!(solving.step(60_000), Status::Done(outcome) if outcome.verdict == Verdict::Certified)
    })
}

/// The library without some steps of its rules.
fn without(is_left_out: impl Fn(&str, &RuleStep) -> bool) -> Vec<Operator> {
    let mut operators = library();
    for operator in &mut operators {
        for rule in &mut operator.tree.rules {
            let deeds = Operator::rule_steps(rule);
            let name = rule.name.text.clone();
            let kept = rule.body.iter().zip(&deeds).filter(|(_, deed)| !is_left_out(&name, deed));
            rule.body = kept.map(|(stmt, _)| stmt.clone()).collect();
        }
    }
    operators
}

/// A program that is certified by such operators although a run breaks it.
fn wrong_verdict(is_left_out: impl Fn(&str, &RuleStep) -> bool) -> Option<String> {
    let library = without(is_left_out);
    (0..400)
        .map(program)
        .find(|text| !broken(text).is_empty() && certified_by(text, library.clone()))
}

#[test]
fn without_a_guard_the_same_look_finds_a_wrong_verdict() {
    let guard_of_use =
        |rule: &str, deed: &RuleStep| rule == "use" && matches!(deed, RuleStep::Guard(_));
    assert!(wrong_verdict(guard_of_use).is_some());
}

#[test]
fn without_the_rule_for_a_write_the_same_look_finds_a_wrong_verdict() {
    let writes =
        |rule: &str, _: &RuleStep| rule == "forget" || rule == "outside" || rule == "inside";
    assert!(wrong_verdict(writes).is_some());
}
