//! Random programs with aggregates: what is certified is held against runs. With a guard, or a rule for a
//! write, left out on purpose the same look finds a wrong verdict.

use super::instrumented;
use hornbook_core::explain::Verdict;
use hornbook_core::instrument::library::library;
use hornbook_core::instrument::operator::{Deed, Operator};
use hornbook_core::instrument::search::Search;
use hornbook_core::lang::interp::run;
use hornbook_core::lang::{Options, front_end};
use hornbook_core::pipeline::{Choices, Input, Solving, Status};
use hornbook_corpus::dice::Dice;
use hornbook_corpus::pool;

/// A program that computes something of an array by loops and compares it with an aggregate.
pub(super) fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let size = if dice.chance(70) { "nondet(1, 6)" } else { "4" };
    let mut text = format!("int n = {size};\nint a[];\nint s = 0;\n");
    let statements = 1 + dice.below(4);
    for k in 0..statements {
        text += &statement(&mut dice, k);
    }
    for _ in 0..1 + dice.below(2) {
        let aggregate = aggregate(&mut dice);
        let against = dice.pick(&["s", "s", "s", "n", "0", "before"]).to_owned();
        let known = against != "before" || text.contains("before");
        let against = if known { against } else { "s" };
        let op = dice.pick(&["==", "==", "<=", ">="]);
        text += &format!("assert({against} {op} {aggregate});\n");
    }
    text
}

fn aggregate(dice: &mut Dice) -> String {
    let low = dice.pick(&["0", "0", "0", "1"]);
    let high = dice.pick(&["n", "n", "n", "n - 1"]);
    match dice.below(5) {
        0 | 1 => format!("sum(a, {low}, {high})"),
        2 => format!("count(a, {low}, {high}, {})", dice.below(2)),
        3 => format!("count(a, {low}, {high}, (x) -> x > 1)"),
        _ => "max(a, 0, n)".to_owned(),
    }
}

fn statement(dice: &mut Dice, number: usize) -> String {
    let i = format!("i{number}");
    let (low, high) = (dice.pick(&["0", "0", "0", "1"]), dice.pick(&["n", "n", "n", "n - 1"]));
    let up = format!("for (int {i} = {low}; {i} < {high}; {i}++)");
    let down = format!("for (int {i} = {high} - 1; {i} >= {low}; {i}--)");
    let head = if dice.chance(75) { up } else { down };
    let value = dice.pick(&["0", "1", "2", "n", "nondet(0, 3)"]);
    let cell = dice.pick(&["0", "1", "n - 1", "n", "nondet(0, 4)"]);
    match dice.below(11) {
        0..=2 => format!("s = 0;\n{head} {{ s += a[{i}]; }}\n"),
        3 => format!("s = 0;\n{head} {{ if (a[{i}] > 1) s++; }}\n"),
        4 => format!("s = 0;\n{head} {{ if (a[{i}] == 0) {{ s++; }} }}\n"),
        5 => format!("s = a[0];\n{head} {{ if (a[{i}] > s) s = a[{i}]; }}\n"),
        6 => format!("{head} {{ a[{i}] = {value}; }}\n"),
        7 => format!("{head} {{ a[{i}] = a[{i}] + 1; s++; }}\n"),
        8 => format!("a[{cell}] = {value};\n"),
        9 => format!("int t{number} = a[0];\na[0] = a[1];\na[1] = t{number};\n"),
        _ if number == 0 => "int before = sum(a, 0, n);\n".to_owned(),
        _ => "havoc a;\n".to_owned(),
    }
}

/// A run that breaks an assertion.
fn breaks(text: &str) -> Option<u64> {
    let program = front_end(text, Options::default()).0.expect("a program");
    (0..200).find(|seed| !run(&program, &mut Dice::new(*seed), 2_000).failed.is_empty())
}

/// How many programs are looked at.
fn programs() -> u64 {
    let wanted = std::env::var("HORNBOOK_PROGRAMS").ok().and_then(|n| n.parse().ok());
    wanted.unwrap_or(150)
}

#[test]
fn no_run_contradicts_what_is_certified() {
    let seeds: Vec<u64> = (0..programs()).collect();
    let look = |seed: &u64| {
        let text = program(*seed);
        let verdict = instrumented(&text).verdict;
        let wrong = verdict == Verdict::Certified && breaks(&text).is_some();
        assert!(!wrong, "certified, but a run breaks it:\n{text}");
        verdict.name()
    };
    let verdicts = pool::map(&seeds, look);
    let count = |name: &str| verdicts.iter().filter(|v| **v == name).count();
    let (certified, buggy) = (count("certified"), count("buggy"));
    println!("{} programs: {certified} certified, {buggy} buggy", seeds.len());
    assert!(certified >= 10 && buggy >= 30, "{certified} certified, {buggy} buggy");
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
fn without(is_left_out: impl Fn(&str, &Deed) -> bool) -> Vec<Operator> {
    let mut operators = library();
    for operator in &mut operators {
        for rule in &mut operator.tree.rules {
            let deeds = Operator::deeds(rule);
            let name = rule.name.text.clone();
            let kept = rule.body.iter().zip(&deeds).filter(|(_, deed)| !is_left_out(&name, deed));
            rule.body = kept.map(|(stmt, _)| stmt.clone()).collect();
        }
    }
    operators
}

/// A program that is certified by such operators although a run breaks it.
fn wrong_verdict(is_left_out: impl Fn(&str, &Deed) -> bool) -> Option<String> {
    let library = without(is_left_out);
    (0..400).map(program).find(|text| breaks(text).is_some() && certified_by(text, library.clone()))
}

#[test]
fn without_a_guard_the_same_look_finds_a_wrong_verdict() {
    let guard_of_use = |rule: &str, deed: &Deed| rule == "use" && matches!(deed, Deed::Guard(_));
    assert!(wrong_verdict(guard_of_use).is_some());
}

#[test]
fn without_the_rule_for_a_write_the_same_look_finds_a_wrong_verdict() {
    let writes = |rule: &str, _: &Deed| rule == "forget" || rule == "outside" || rule == "inside";
    assert!(wrong_verdict(writes).is_some());
}
