//! Random programs: one or two loops, and claims that hold, almost hold, or almost do not.

use super::mutate;
use super::templates::{self, ARRAYS, Loop};
use crate::dice::Dice;
use hornbook_lang::{parse, print};

/// A random program, which has no errors.
pub fn program(dice: &mut Dice) -> String {
    let (mut tree, _) = parse(&plain(dice));
    let changes = *dice.pick(&[0, 0, 1, 1, 1, 2]);
    (0..changes).for_each(|_| mutate::once(&mut tree.body, dice));
    print::whole(&tree)
}

/// A program whose claims are true unless a later loop overwrites what they are about.
fn plain(dice: &mut Dice) -> String {
    let count = if dice.chance(65) { 1 } else { 2 };
    let loops: Vec<Loop> = (0..count).map(|tag| templates::any(dice, tag)).collect();
    let parts = loops.iter().map(|piece| format!("{}{}", piece.before, piece.text));
    let rest = parts.collect::<String>() + &claims(dice, &loops);
    start(dice, &rest) + &rest
}

/// One claim or two; most of them about the last loop, which nobody has overwritten.
fn claims(dice: &mut Dice, loops: &[Loop]) -> String {
    let all: Vec<&String> = loops.iter().flat_map(|piece| &piece.claims).collect();
    let last = loops.last().map_or(0, |piece| piece.claims.len());
    let count = if dice.chance(70) { 1 } else { 2 };
    let one = |_| {
        let from = if dice.chance(60) { all.len() - last } else { 0 };
        format!("assert({});\n", dice.pick(&all[from..]))
    };
    (0..count).map(one).collect()
}

/// The length and the arrays that the rest needs, with something known of them now and then.
fn start(dice: &mut Dice, rest: &str) -> String {
    let mut text = "int n = nondet();\n".to_owned();
    if dice.chance(30) {
        text += "assume(n >= 1);\n";
    }
    for array in ARRAYS.iter().filter(|array| rest.contains(&format!("{array}["))) {
        text += &format!("int {array}[n];\n");
        if dice.chance(15) {
            let claim = dice.pick(&["%[k] >= 0", "%[k] == k", "%[k] != 1", "%[k] <= %[0]"]);
            text += &format!("assume(forall k in 0..n: {});\n", claim.replace('%', array));
        }
    }
    text
}
