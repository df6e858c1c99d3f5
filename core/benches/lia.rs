//! The questions of a Horn engine: one transition relation, many sets of assumptions.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

mod lia_common;

use criterion::{Criterion, criterion_group, criterion_main};
use hornbook_base::Budget;
use hornbook_horn::term::{Op, Term, Var};
use hornbook_lia::{Answer, Lit, Outcome, Solver, prove};
use lia_common::dice::Dice;
use std::hint::black_box;

fn var(name: &str, i: u64) -> Term {
    Term::var(&Var::int(format!("{name}{i}")))
}

/// A loop body: some paths, each with a guard and a simultaneous assignment.
fn transition(dice: &mut Dice, vars: u64, paths: u64) -> Term {
    Term::or((0..paths).map(|_| {
        let mut parts = vec![Term::lt(var("x", dice.roll(vars)), var("x", dice.roll(vars)))];
        let changed = [dice.roll(vars), dice.roll(vars), dice.roll(vars)];
        parts.extend((0..vars).map(|i| {
            let mut value = var("x", i);
            if changed.contains(&i) {
                value = Term::add(var("x", dice.roll(vars)), Term::int(dice.small(2)));
            }
            Term::eq(var("y", i), value)
        }));
        Term::and(parts)
    }))
}

/// A candidate for an invariant: bounds, differences, equalities, disjunctions, parity.
fn candidate(dice: &mut Dice, vars: u64) -> impl Fn(&str) -> Term + use<> {
    let (kind, i, j) = (dice.roll(8), dice.roll(vars), dice.roll(vars));
    let (k, l, c) = (dice.roll(vars), dice.small(4), dice.small(3));
    move |name| {
        let (a, b, d) = (var(name, i), var(name, j), var(name, k));
        let scaled = Term::app(Op::Mul, vec![Term::int(c), d.clone()]);
        match kind {
            0 => Term::le(Term::int(l), a),
            1 | 2 => Term::le(a, Term::add(b, Term::int(l))),
            3 => Term::eq(a, Term::add(b, Term::int(l))),
            4 => Term::le(Term::add(a, b), Term::add(scaled, Term::int(l))),
            5 => Term::implies(Term::lt(a.clone(), b), Term::le(d, a)),
            6 => Term::or([
                Term::lt(a.clone(), b.clone()),
                Term::eq(a, d),
                Term::lt(b, Term::int(l)),
            ]),
            _ => Term::eq(Term::app(Op::Mod, vec![a, Term::int(2)]), Term::int(l & 1)),
        }
    }
}

struct Questions {
    solver: Solver,
    asked: Vec<Vec<Lit>>,
}

fn questions(vars: u64, pool: u64, assumptions: u64, count: usize) -> Questions {
    let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
    let mut solver = Solver::new();
    solver.assert(&transition(&mut dice, vars, 4)).expect("linear");
    let candidates: Vec<(Lit, Lit)> = (0..pool)
        .map(|_| {
            let f = candidate(&mut dice, vars);
            let before = solver.literal(&f("x")).expect("linear");
            (before, solver.literal(&f("y")).expect("linear"))
        })
        .collect();
    let asked = (0..count)
        .map(|_| {
            let mut pick = || candidates[dice.roll(pool) as usize];
            let goal = pick();
            let mut lits: Vec<Lit> = (0..assumptions).map(|_| pick().0).collect();
            lits.extend([goal.0, !goal.1]);
            lits
        })
        .collect();
    Questions { solver, asked }
}

fn inductiveness(c: &mut Criterion) {
    for (vars, pool, assumptions) in [(5, 30, 4), (12, 60, 8), (20, 120, 24), (40, 200, 30)] {
        let Questions { mut solver, asked } = questions(vars, pool, assumptions, 2000);
        let mut next = 0;
        let mut sat = 0;
        for lits in &asked {
            let answer = solver.check(lits, &mut Budget::steps(u64::MAX));
            sat += usize::from(answer == Answer::Sat);
        }
        let name = format!("inductive/{vars} vars, {assumptions} assumptions, {sat}/2000 sat");
        c.bench_function(&name, |b| {
            b.iter(|| {
                next = (next + 1) % asked.len();
                black_box(solver.check(&asked[next], &mut Budget::steps(u64::MAX)))
            });
        });
    }
}

fn refutations(c: &mut Criterion) {
    let mut dice = Dice::new(88_172_645_463_325_252);
    let formulas: Vec<Vec<Term>> = (0..50)
        .map(|_| {
            let mut parts = vec![transition(&mut dice, 8, 4)];
            parts.extend((0..10).map(|_| candidate(&mut dice, 8)("x")));
            parts.extend((0..6).map(|_| Term::not(candidate(&mut dice, 8)("y"))));
            parts
        })
        .collect();
    let mut next = 0;
    c.bench_function("prove/8 vars", |b| {
        b.iter(|| {
            next = (next + 1) % formulas.len();
            let outcome = prove(&formulas[next], &mut Budget::steps(u64::MAX));
            matches!(black_box(outcome), Ok(Outcome::Unsat(_)))
        });
    });
}

criterion_group!(benches, inductiveness, refutations);
criterion_main!(benches);
