//! Random programs: one or two loops, and claims that hold, almost hold, or almost do not.

use super::mutate;
use super::templates::{self, ARRAYS, Loop};
use crate::dice::Dice;
use crate::rewrite;
use hornbook_core::lang::parse;

/// A random program, which has no errors.
pub fn program(dice: &mut Dice) -> String {
    let (mut tree, _) = parse(&plain(dice));
    let changes = *dice.pick(&[0, 0, 1, 1, 1, 2]);
    (0..changes).for_each(|_| mutate::once(&mut tree.body, dice));
    rewrite::text(&tree)
}

/// A program whose last claims are true if nothing that came before was overwritten.
fn plain(dice: &mut Dice) -> String {
    let loops: Vec<Loop> = (0..1 + dice.below(2)).map(|tag| templates::any(dice, tag)).collect();
    let mut text = start(dice);
    for piece in &loops {
        text += &piece.before;
        text += &piece.text;
    }
    let claims: Vec<&String> = loops.iter().flat_map(|piece| &piece.claims).collect();
    let last = loops.last().map_or(0, |piece| piece.claims.len());
    for _ in 0..1 + dice.below(2) {
        // What the last loop did has not been overwritten.
        let from = if dice.chance(60) { claims.len() - last } else { 0 };
        let claim = claims[from + dice.below(claims.len() - from)];
        text += &format!("assert({claim});\n");
    }
    text
}

/// The length and the arrays, with something known of them now and then.
fn start(dice: &mut Dice) -> String {
    let mut text = "int n = nondet();\n".to_owned();
    if dice.chance(30) {
        text += "assume(n >= 1);\n";
    }
    for array in ARRAYS {
        text += &format!("int {array}[n];\n");
        if dice.chance(15) {
            let claim = dice.pick(&["%[k] >= 0", "%[k] == k", "%[k] != 1", "%[k] <= %[0]"]);
            text += &format!("assume(forall k in 0..n: {});\n", claim.replace('%', array));
        }
    }
    text
}
