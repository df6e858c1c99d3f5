//! Random loop programs in TI's form: what the conditions certify is held against runs. With one condition
//! left out the test finds a wrong result.

use super::is_certified;
use hornbook_base::Span;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::StmtKind;
use hornbook_lang::interp::run;
use hornbook_lang::{Options, front_end, parse};
use hornbook_tasks::tiling::form::var;
use hornbook_tasks::tiling::loops::Loop;
use hornbook_tasks::tiling::theorem::{Condition, proof_with};
use hornbook_tasks::tiling::tiles::Tile;
use hornbook_tiling::tiles::find_tiles;
use std::ops::Range;

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

/// What stands in front of inner loops, bodies of these, and a claim that holds behind them.
const GRIDS: [(&[(&str, &str)], &str); 10] = [
    (&[("", "a[i][j] = 1;")], "a[x][y] == 1"),
    (&[("", "a[i][j] = i + j;"), ("", "b[i][j] = a[i][j];")], "b[x][y] == x + y"),
    (&[("", "a[j][i] = i - j;")], "a[y][x] == x - y"),
    (&[("int s = i;", "a[i][j] = s;")], "a[x][y] == x"),
    (&[("r[i] = t;", "a[i][j] = r[i];")], "a[x][y] == t"),
    (&[("", "if (j == 0) { a[i][j] = t; } else { a[i][j] = a[i][j - 1]; }")], "a[x][y] == t"),
    (&[("", "a[i][j] = 0;"), ("", "a[i][j]++; b[i][j] = a[i][j];")], "b[x][y] == 1"),
    (&[("", "a[i][j] = nondet(0, 2);")], "a[x][y] >= 0"),
    (&[("r[i] = t;", "a[i][j] = 0;")], "r[x] == t"),
    (&[("a[i][i] = 1;", "if (i != j) { a[i][j] = 1; }")], "a[x][y] == 1"),
];

/// A program with loops in loops, over arrays of arrays.
fn grid(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x96d1);
    let mut text = "int n = nondet(0, 3), m = nondet(0, 3), t = nondet(-1, 2);\n".to_owned();
    text += "int a[][], b[][], r[];\n";
    // The inner loops may count with one variable that is there all the time.
    let shared = dice.chance(30);
    if shared {
        text += "int j = t;\n";
    }
    let (parts, claim) = *dice.pick(&GRIDS);
    for (before, body) in parts {
        let text_of = nested(&mut dice, before, body, shared);
        text += &if shared { text_of.replace("(int j", "(j") } else { text_of };
    }
    let claims = ["a[x][y] == 1", "a[x][y] == x", "a[x][y] == b[x][y]", "r[x] == t"];
    let claim = if dice.chance(10) { dice.pick(&claims) } else { claim };
    let width = if dice.chance(10) { dice.pick(&["m - 1", "x", "n"]) } else { "m" };
    text + &format!("assert(forall x in 0..n: forall y in 0..{width}: {claim});\n")
}

fn nested(dice: &mut Dice, before: &str, body: &str, shared: bool) -> String {
    let outer = ["for (int i = n - 1; i >= 0; i--)", "for (int i = 1; i < n; i++)"];
    let inner = [
        "for (int j = m - 1; j >= 0; j--)",
        "for (int j = 0; j < m; j += 2)",
        "for (int j = 0; j < i; j++)",
        "for (int j = i; j < m; j++)",
        "for (int j = 0; j < n; j++)",
    ];
    let mut head = |others: &[&'static str], usual| match dice.chance(20) {
        true => *dice.pick(others),
        false => usual,
    };
    let outer = head(&outer, "for (int i = 0; i < n; i++)");
    let inner = head(&inner, "for (int j = 0; j < m; j++)");
    let index = ["i", "j", "i + 1", "i - 1", "j + 1", "0", "t"];
    let mut more = |chance: usize, usual: &str, inside: bool| {
        if !dice.chance(chance) {
            return usual.to_owned();
        }
        let named = |name: &&&str| inside || !name.contains('j');
        let index: Vec<&&str> = index.iter().filter(named).collect();
        let (x, y) = (*dice.pick(&index), *dice.pick(&index));
        let array = dice.pick(&["a", "b"]);
        let values = ["1", "t", "i", "a[i][i]", "b[i][0]", "r[i]", "j"];
        let value = dice.pick(&values[..if inside || shared { 7 } else { 6 }]);
        match dice.below(3) {
            0 => format!("r[{x}] = {value}; {usual}"),
            1 => format!("{usual} if (t > 0) {{ {array}[{x}][{y}] = {value}; }}"),
            _ => format!("{usual} {array}[{x}][{y}] = {value};"),
        }
    };
    let (before, body, after) =
        (more(12, before, false), more(15, body, true), more(12, "", false));
    format!("{outer} {{ {before} {inner} {{ {body} }} {after} }}\n")
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
    arrays.map(|array| Tile { array: array.clone(), dimension: 0, cells: cells.clone() }).collect()
}

/// Whether all conditions but those of a name are certified.
fn certified(text: &str, without: &str) -> bool {
    // Without T3* any tile goes: the one cell at the counter.
    let found = match without {
        "T3*" => proof_with(&parse(text).0, claim(text), &at_counter),
        _ => proof_with(&parse(text).0, claim(text), &find_tiles),
    };
    let asked = |c: &&Condition| c.name != without;
    found.is_ok_and(|all| all.conditions.iter().filter(asked).all(|c| is_certified(&c.text)))
}

fn is_broken(text: &str) -> bool {
    let program = front_end(text, Options::default()).0.expect("a program");
    (0..150).any(|seed| !run(&program, &mut Dice::new(seed), 2_000).failed.is_empty())
}

#[test]
fn no_run_contradicts_what_the_conditions_certify() {
    no_run_contradicts(&program, "loops", nightly::seeds(600));
}

#[test]
fn no_run_contradicts_what_the_conditions_of_loops_in_loops_certify() {
    no_run_contradicts(&grid, "loops in loops", 0..nightly::either(250, 6_000));
}

fn no_run_contradicts(program: &(dyn Fn(u64) -> String + Sync), of: &str, seeds: Range<u64>) {
    let seeds: Vec<u64> = seeds.collect();
    let look = |seed: &u64| {
        let text = program(*seed);
        let (holds, broken) = (certified(&text, ""), is_broken(&text));
        assert!(!(holds && broken), "certified, but a run breaks it:\n{text}");
        (holds, broken)
    };
    let found = pool::map(&seeds, look);
    let (holds, broken) =
        (found.iter().filter(|f| f.0).count(), found.iter().filter(|f| f.1).count());
    println!(
        "{} programs of {of}: {holds} certified by tiles, {broken} broken by runs",
        found.len()
    );
    assert!(holds * 5 >= found.len() && broken * 5 >= found.len(), "{holds} held, {broken} broken");
}

/// Whether there are programs of either kind that are certified without some conditions although a run breaks them.
fn is_wrong_without(name: &str) -> bool {
    let wrong = |text: &String| certified(text, name) && is_broken(text);
    let tiles_by_hand = name == "T3*";
    let of_loops = (0..4_000).map(program).any(|text| wrong(&text));
    of_loops && (tiles_by_hand || (0..4_000).map(grid).any(|text| wrong(&text)))
}

#[test]
fn without_one_condition_a_wrong_result_is_found() {
    for name in ["T0", "T1", "T2*", "T3*", "T2**"] {
        assert!(is_wrong_without(name), "{name}");
    }
}
