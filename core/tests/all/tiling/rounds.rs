//! Counted loops and their tiles, held against runs.

use super::loops;
use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_horn::linear::Linear;
use hornbook_lang::interp::{State, Trace, Value, run};
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end, print};
use hornbook_tasks::tiling::form::expr;
use hornbook_tasks::tiling::loops::Loop;
use hornbook_tiling::tiles::find_tiles;
use std::collections::{BTreeMap, BTreeSet};

fn describe_loop(l: &Loop) -> (String, String, i64, String) {
    let text = |form: &Linear| print::expr(&expr(form));
    (l.counter.clone(), text(&l.first), l.step, text(&l.bound))
}

/// The only loop of a text.
fn only(text: &str) -> Loop {
    match loops(text).as_slice() {
        [Ok(l)] => l.clone(),
        other => panic!("{other:?}\n{text}"),
    }
}

fn counted(text: &str) -> (String, String, i64, String) {
    describe_loop(&only(text))
}

fn shape(counter: &str, first: &str, step: i64, bound: &str) -> (String, String, i64, String) {
    (counter.to_owned(), first.to_owned(), step, bound.to_owned())
}

#[test]
fn loops_are_brought_into_counted_form() {
    assert_eq!(counted("int n; for (int i = 0; i < n; i++) { }"), shape("i", "0", 1, "n"));
    assert_eq!(counted("int n; for (int i = 1; i <= n; i += 3) { }"), shape("i", "1", 3, "n + 1"));
    assert_eq!(
        counted("int n; for (int i = n - 1; 0 <= i; i--) { }"),
        shape("i", "n - 1", -1, "-1")
    );
    assert_eq!(
        counted("int n; int i = n; int x = 0; while (n - i < 5) { x = x + i; i = i - 1; }"),
        shape("i", "n", -1, "n - 5")
    );
    assert_eq!(counted("int n; for (int i = 0; i != n; i++) { }"), shape("i", "0", 1, "n"));
}

#[test]
fn loops_that_do_not_fit_have_a_reason() {
    let why = |text: &str| match loops(text).as_slice() {
        [Err(misfit)] => misfit.why.clone(),
        other => panic!("{other:?}"),
    };
    for (text, reason) in [
        ("int n; for (int i = 0; i < n; i++) { if (n > 3) { break; } }", "it can be left early"),
        ("int n; for (int i = 0; i < n; i++) { n = n - 1; }", "its bound changes"),
        ("int n; int i; while (i < n) { i++; }", "the first value of its counter is not known"),
        (
            "int n; int i = 0; n = nondet(); i = n; n = 3; while (i < n) { i++; }",
            "the first value of its counter is not known",
        ),
        (
            "int n, x; int i; for (i = 0, x = 3; i < n; i++) { }",
            "its header sets more than the counter",
        ),
        ("int n; for (int i = 0; i > n; i++) { }", "its counter does not go towards its bound"),
        (
            "int n; int i = 0; while (i < n) { if (n > 3) { i++; } i++; }",
            "no variable counts its rounds by equal steps",
        ),
        (
            "int n; int i = 0; while (i < n) { if (n > 3) { continue; } i++; }",
            "a `continue` passes by the counting",
        ),
        (
            "int n; int i = 0; while (i < n && n > 3) { i++; }",
            "its condition does not compare the counter with a bound",
        ),
    ] {
        assert_eq!(why(text), reason, "{text}");
    }
}

/// A program with one counted loop that writes cells.
fn program(dice: &mut Dice) -> String {
    let first = dice.below(4);
    let step = 1 + dice.below(3);
    let (n, up) = (dice.below(9), dice.chance(60));
    let head = match (up, dice.chance(50)) {
        (true, true) => format!("for (int i = {first}; i < {n}; i += {step})"),
        (true, false) => format!("for (int i = {first}; {n} >= i; i = i + {step})"),
        (false, true) => format!("for (int i = {n}; i >= {first}; i -= {step})"),
        (false, false) => format!("for (int i = {n} + {first}; i > {first}; i -= {step})"),
    };
    let mut body = String::new();
    for k in 0..1 + dice.below(3) {
        let index = index(dice);
        body += &match dice.below(4) {
            0 => format!("int t{k} = {index}; a[t{k}] = i; "),
            1 => format!("if (i % 2 == 0) {{ a[{index}] = 1; }} else {{ b[i] = 2; }} "),
            2 => format!("b[{index}] = i; "),
            _ => format!("a[{index}] = {k}; "),
        };
    }
    format!("int a[], b[];\n{head} {{ {body}}}\n")
}

fn index(dice: &mut Dice) -> String {
    let (factor, more) = (dice.below(4), dice.below(4));
    match dice.below(3) {
        0 => format!("{factor} * i + {more}"),
        1 => format!("{more} - i"),
        _ => format!("i + {more}"),
    }
}

/// The cells that each round writes, in the order of the rounds, by the value of the counter.
fn writes(program: &TypedProgram, trace: &Trace) -> Vec<(Int, BTreeSet<(String, Int)>)> {
    let mut rounds: Vec<(Int, BTreeSet<(String, Int)>)> = vec![];
    let mut state = State::default();
    for step in &trace.steps {
        let counter = state.scalars.iter().find(|(id, _)| *program.var(**id).name == *"i");
        let now = match counter {
            Some((_, Value::Int(n))) => Some(n.clone()),
            _ => None,
        };
        for change in step.changes.iter().filter(|change| !change.indices.is_empty()) {
            let now = now.clone().expect("the counter of the loop");
            if rounds.last().is_none_or(|(last, _)| *last != now) {
                rounds.push((now, BTreeSet::new()));
            }
            let cell = (program.var(change.var).name.to_string(), change.indices[0].clone());
            rounds.last_mut().expect("a round").1.insert(cell);
        }
        state.apply(step);
    }
    rounds
}

/// A round takes care of cells that no later round writes; every round of a run is one of the counted form.
#[test]
fn tiles_are_left_alone_by_later_rounds() {
    let (mut looked, mut owned) = (0, 0);
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let text = program(&mut dice);
        let l = only(&text);
        let typed = front_end(&text, Options::default()).0.expect("a program");
        let rounds = writes(&typed, &run(&typed, &mut dice, 2_000));
        let number = |form: &Linear| form.as_constant().cloned().expect("a number");
        let counter = hornbook_tasks::tiling::form::var("i");
        for (n, (i, _)) in rounds.iter().enumerate() {
            let gone = i - &number(&l.first);
            assert!(gone.rem_euclid(&l.step.abs().into()).is_some_and(|r| r.is_zero()), "{text}");
            let below = if l.step > 0 { *i < number(&l.bound) } else { *i > number(&l.bound) };
            assert!(below, "{text}");
            looked += 1;
            for tile in find_tiles(&l) {
                for cell in &tile.cells {
                    let at = number(&cell.replace(&counter, &Linear::constant(i.clone())));
                    let cell = (tile.array.clone(), at);
                    let later = rounds[n + 1..].iter().find(|(_, cells)| cells.contains(&cell));
                    assert_eq!(later, None, "{text}{cell:?} of the round {i}");
                    owned += 1;
                }
            }
        }
    }
    assert!(looked > 500 && owned > 400, "{looked} rounds, {owned} cells");
}

/// At the head of the loop the cells of earlier rounds are those that are said to be done.
#[test]
fn what_is_done_is_what_earlier_rounds_own() {
    let mut looked = 0;
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let text = program(&mut dice);
        let l = only(&text);
        let number = |form: &Linear| form.as_constant().and_then(Int::to_i64).expect("a number");
        let counter = hornbook_tasks::tiling::form::var("i");
        let (first, bound) = (number(&l.first), number(&l.bound));
        let goes_on = |i: i64| if l.step > 0 { i < bound } else { i > bound };
        let rounds: Vec<i64> = std::iter::successors(Some(first), |i| Some(i + l.step))
            .take_while(|i| goes_on(*i))
            .collect();
        for tile in find_tiles(&l) {
            let at = |form: &Linear, i: i64| number(&form.replace(&counter, &Linear::constant(i)));
            let owner: BTreeMap<i64, i64> = rounds
                .iter()
                .flat_map(|i| tile.cells.iter().map(move |cell| (at(cell, *i), *i)))
                .collect();
            for (cell, own) in owner {
                let Some(done) = tile.earlier_cells(&Linear::constant(cell), &l) else { continue };
                for now in &rounds {
                    let end = at(&done.end, *now);
                    let said = match done.op.text() {
                        "<" => cell < end,
                        _ => cell > end,
                    };
                    let earlier = (*now - own) * l.step > 0;
                    assert_eq!(said, earlier, "{text}cell {cell} of {own}, at {now}");
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}
