//! Random loop programs in TI's form: what the conditions certify is held against runs. With one condition
//! left out the same look finds a wrong judgement.

use super::is_certified;
use hornbook_core::base::Span;
use hornbook_core::horn::linear::Linear;
use hornbook_core::lang::ast::StmtKind;
use hornbook_core::lang::interp::run;
use hornbook_core::lang::{Options, front_end, parse};
use hornbook_core::tiling::form::var;
use hornbook_core::tiling::loops::Loop;
use hornbook_core::tiling::theorem::{Condition, proof, proof_with};
use hornbook_core::tiling::tiles::Tile;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::pool;

/// Bodies of loops, and a claim that holds behind them.
const RIGHT: [(&[&str], &str); 11] = [
    (&["a[i] = 1;"], "a[k] == 1"),
    (&["a[i] = i;", "b[i] = a[i];"], "b[k] == k"),
    (&["b[i] = a[i];"], "a[k] == b[k]"),
    (&["a[i] = 0;", "a[i] = a[i] + 1;"], "a[k] == 1"),
    (&["a[i] = 7;", "b[i] = a[i];"], "b[k] == 7"),
    (&["b[i] = t;", "if (a[i] < b[i]) { a[i] = b[i]; }"], "a[k] >= t"),
    (&["b[i] = a[n - 1 - i];", "a[i] = b[n - 1 - i];"], "a[k] == b[n - 1 - k]"),
    (&["a[i] = i; b[i] = a[i] + 1;"], "b[k] == k + 1"),
    (&["if (i == 0) { a[i] = t; } else { a[i] = a[i - 1]; }"], "a[k] == t"),
    (&["b[i] = a[i];"], "b[k] == 1"),
    (&["a[i] = nondet(0, 2);"], "a[k] >= 0"),
];

/// A program of some loops that write two arrays, and a claim about all cells of a range: one that holds, with
/// something changed here and there.
fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x7117);
    let mut text = "int n = nondet(0, 5), t = nondet(-1, 2);\nint a[], b[];\n".to_owned();
    if dice.chance(30) {
        text += "assume(n > 0);\n";
    }
    let (bodies, claim) = *dice.pick(&RIGHT);
    for body in bodies {
        text += &a_loop(&mut dice, body);
    }
    let claims = ["a[k] == 1", "a[k] == t", "a[k] == b[k]", "a[k] >= 0", "b[k] == k", "a[k] == k"];
    let claim = if dice.chance(10) { dice.pick(&claims) } else { claim };
    let high = if dice.chance(10) { dice.pick(&["n - 1", "2 * n", "n + 1"]) } else { "n" };
    text + &format!("assert(forall k in 0..{high}: {claim});\n")
}

fn a_loop(dice: &mut Dice, body: &str) -> String {
    let heads = [
        "for (int i = n - 1; i >= 0; i--)",
        "for (int i = 1; i < n; i++)",
        "for (int i = 0; i < n; i += 2)",
        "for (int i = 0; i < n - 1; i++)",
    ];
    let changed = dice.chance(25);
    let head = if changed { dice.pick(&heads) } else { "for (int i = 0; i < n; i++)" };
    if !dice.chance(25) {
        return format!("{head} {{ {body} }}\n");
    }
    let array = dice.pick(&["a", "b"]);
    let index = dice.pick(&["i", "i + 1", "i - 1", "n - 1 - i", "2 * i", "2 * i + 1"]);
    let value =
        dice.pick(&["1", "t", "i", "0", "a[i]", "b[i]", "a[i - 1]", "b[i + 1]", "a[i] + 1"]);
    let more = match dice.below(3) {
        0 => format!("if (t > 0) {{ {array}[{index}] = {value}; }}"),
        _ => format!("{array}[{index}] = {value};"),
    };
    match dice.chance(50) {
        true => format!("{head} {{ {body} {more} }}\n"),
        false => format!("{head} {{ {more} {body} }}\n"),
    }
}

/// Where the claim stands.
fn claim(text: &str) -> Span {
    let (tree, _) = parse(text);
    let last = tree.body.last().expect("a claim");
    assert!(matches!(last.kind, StmtKind::Assert(_)));
    last.span
}

/// Of what a round writes only the cell at the counter.
fn at_counter(l: &Loop) -> Vec<Tile> {
    let cells = vec![Linear::var(&var(&l.counter))];
    let arrays = l.changes.iter().filter(|name| name.len() == 1 && **name != l.counter);
    arrays.map(|array| Tile { array: array.clone(), cells: cells.clone() }).collect()
}

/// Whether all conditions but those of a name are certified.
fn certified(text: &str, without: &str) -> bool {
    // Without T3* any tile goes: the one cell at the counter.
    let found = match without {
        "T3*" => proof_with(&parse(text).0, claim(text), &at_counter),
        _ => proof(&parse(text).0, claim(text)),
    };
    let asked = |c: &&Condition| c.name != without;
    found.is_ok_and(|all| all.iter().filter(asked).all(|c| is_certified(&c.text)))
}

fn is_broken(text: &str) -> bool {
    let program = front_end(text, Options::default()).0.expect("a program");
    (0..150).any(|seed| !run(&program, &mut Dice::new(seed), 2_000).failed.is_empty())
}

fn programs() -> u64 {
    let wanted = std::env::var("HORNBOOK_PROGRAMS").ok().and_then(|n| n.parse().ok());
    wanted.unwrap_or(600)
}

#[test]
fn no_run_contradicts_what_the_conditions_certify() {
    let seeds: Vec<u64> = (0..programs()).collect();
    let look = |seed: &u64| {
        let text = program(*seed);
        let (holds, broken) = (certified(&text, ""), is_broken(&text));
        assert!(!(holds && broken), "certified, but a run breaks it:\n{text}");
        (holds, broken)
    };
    let found = pool::map(&seeds, look);
    let (holds, broken) =
        (found.iter().filter(|f| f.0).count(), found.iter().filter(|f| f.1).count());
    println!("{} programs: {holds} certified by tiles, {broken} broken by runs", found.len());
    assert!(holds * 5 >= found.len() && broken * 5 >= found.len(), "{holds} held, {broken} broken");
}

/// A program that is certified without some conditions although a run breaks it.
fn wrong_without(name: &str) -> Option<String> {
    (0..4_000).map(program).find(|text| certified(text, name) && is_broken(text))
}

#[test]
fn without_t0_a_wrong_judgement_is_found() {
    assert!(wrong_without("T0").is_some());
}

#[test]
fn without_t1_a_wrong_judgement_is_found() {
    assert!(wrong_without("T1").is_some());
}

#[test]
fn without_t2_a_wrong_judgement_is_found() {
    assert!(wrong_without("T2*").is_some());
}

#[test]
fn without_t3_a_wrong_judgement_is_found() {
    assert!(wrong_without("T3*").is_some());
}

#[test]
fn without_what_must_hold_at_the_start_a_wrong_judgement_is_found() {
    assert!(wrong_without("T2**").is_some());
}
