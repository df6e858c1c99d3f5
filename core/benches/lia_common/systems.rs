//! Conjunctions of linear inequalities.

use super::dice::Dice;
use hornbook_horn::term::{Op, Term, Var};

/// A name and formulas of the same kind.
pub struct Family {
    pub name: String,
    pub formulas: Vec<Vec<Term>>,
}

/// How many formulas a family has.
const EACH: usize = 5;

/// What the simplex is measured on.
pub fn families() -> Vec<Family> {
    let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
    let mut families = Vec::new();
    let mut several = |name: String, make: &dyn Fn(&mut Dice) -> Vec<Term>| {
        families.push(Family { name, formulas: (0..EACH).map(|_| make(&mut dice)).collect() });
    };
    for vars in [6, 12, 16] {
        several(format!("dense-{vars}-unsat"), &|dice| dense(dice, vars));
    }
    for solvable in [true, false] {
        let end = if solvable { "sat" } else { "unsat" };
        for vars in [10, 20, 40] {
            several(format!("intervals-{vars}-{end}"), &|dice| intervals(dice, vars, solvable));
        }
        for vars in [50, 200] {
            several(format!("differences-{vars}-{end}"), &|dice| differences(dice, vars, solvable));
        }
        for places in [5, 10, 15] {
            several(format!("transport-{places}-{end}"), &|dice| transport(dice, places, solvable));
        }
    }
    families
}

fn var(name: &str) -> Term {
    Term::var(&Var::int(name))
}

/// `factors · terms <= bound`.
fn at_most(factors: &[i64], terms: &[Term], bound: i64) -> Term {
    let product = |(c, t): (&i64, &Term)| Term::app(Op::Mul, vec![Term::int(*c), t.clone()]);
    let sum = factors.iter().zip(terms).filter(|(c, _)| **c != 0).map(product).collect();
    Term::le(Term::app(Op::Add, sum), Term::int(bound))
}

/// Inequalities that hold at one integer point, or whose sum contradicts a last one.
fn around(dice: &mut Dice, x: &[Term], rows: Vec<Vec<i64>>, solvable: bool) -> Vec<Term> {
    let point: Vec<i64> = x.iter().map(|_| dice.small(20)).collect();
    let mut opposite = vec![0; x.len()];
    let mut total = 0;
    let mut system: Vec<Term> = Vec::new();
    for factors in rows {
        let value: i64 = factors.iter().zip(&point).map(|(c, p)| c * p).sum();
        let bound = value + dice.roll(20).cast_signed();
        opposite.iter_mut().zip(&factors).for_each(|(sum, c)| *sum -= c);
        total += bound;
        system.push(at_most(&factors, x, bound));
    }
    if !solvable {
        system.push(at_most(&opposite, x, -total - 1));
    }
    system
}

/// Bounds on sums of neighbouring variables, three times as many as variables. The corners of what
/// they allow are integers, so that there is nothing to do but pivots.
fn intervals(dice: &mut Dice, vars: usize, solvable: bool) -> Vec<Term> {
    let x: Vec<Term> = (0..vars).map(|i| var(&format!("x{i}"))).collect();
    let interval = |_| {
        let ends = dice.hand(vars as u64 + 1, 2);
        let inside = ends[0].min(ends[1])..ends[0].max(ends[1]);
        let factor = if dice.roll(2) == 0 { 1 } else { -1 };
        (0..vars as u64).map(|i| if inside.contains(&i) { factor } else { 0 }).collect()
    };
    let rows = (0..3 * vars).map(interval).collect();
    around(dice, &x, rows, solvable)
}

/// Twice as many inequalities as variables, half of their factors zero. Only without a solution:
/// the way from a fraction to an integer would hide the pivots.
fn dense(dice: &mut Dice, vars: usize) -> Vec<Term> {
    let x: Vec<Term> = (0..vars).map(|i| var(&format!("x{i}"))).collect();
    let mut factor = |_| if dice.roll(2) == 0 { dice.small(4) } else { 0 };
    let rows = (0..2 * vars).map(|_| (0..vars).map(&mut factor).collect()).collect();
    around(dice, &x, rows, false)
}

/// Bounds on differences: a cycle through all variables and as many chords twice. They hold at one
/// point, or the cycle is too short by one.
fn differences(dice: &mut Dice, vars: usize, solvable: bool) -> Vec<Term> {
    let x: Vec<Term> = (0..vars).map(|i| var(&format!("x{i}"))).collect();
    let point: Vec<i64> = (0..vars).map(|_| dice.small(100)).collect();
    let least = |a: usize, b: usize| point[a] - point[b];
    let bound = |a: usize, b: usize, k: i64| at_most(&[1, -1], &[x[a].clone(), x[b].clone()], k);
    let mut rows: Vec<Term> = (0..vars)
        .map(|a| {
            let b = (a + 1) % vars;
            let short = i64::from(!solvable && b == 0);
            bound(a, b, least(a, b) - short)
        })
        .collect();
    for _ in 0..2 * vars {
        if let [a, b] = dice.hand(vars as u64, 2)[..] {
            let (a, b) = (a as usize, b as usize);
            rows.push(bound(a, b, least(a, b) + dice.roll(10).cast_signed()));
        }
    }
    rows
}

/// What the places on the left have goes to as many on the right, each of which wants some. It
/// suffices just so, or one piece is missing.
fn transport(dice: &mut Dice, places: usize, solvable: bool) -> Vec<Term> {
    let way = |from: usize, to: usize| var(&format!("x{from}_{to}"));
    let mut has = vec![0; places];
    let mut wants = vec![0; places];
    let mut rows = Vec::new();
    for (from, has) in has.iter_mut().enumerate() {
        for (to, wants) in wants.iter_mut().enumerate() {
            let amount = dice.roll(10).cast_signed();
            *has += amount;
            *wants += amount;
            rows.push(Term::le(Term::int(0), way(from, to)));
        }
    }
    has[0] -= i64::from(!solvable);
    let (plus, minus) = (vec![1; places], vec![-1; places]);
    for here in 0..places {
        let out: Vec<Term> = (0..places).map(|to| way(here, to)).collect();
        rows.push(at_most(&plus, &out, has[here]));
        let into: Vec<Term> = (0..places).map(|from| way(from, here)).collect();
        rows.push(at_most(&minus, &into, -wants[here]));
    }
    rows
}
