//! The boolean layer beside batsat, a port of MiniSat: what the own solver costs.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

mod lia_common;

use batsat::{BasicSolver, SolverInterface, lbool};
use criterion::{Criterion, criterion_group, criterion_main};
use hornbook_base::Budget;
use hornbook_horn::term::Term;
use hornbook_lia::{Answer, Lit, Solver};
use lia_common::cnf::{self, Clause, Family, families};
use lia_common::dice::Dice;
use std::hint::black_box;

/// Whether the formulas have models, by the own solver.
fn own(formulas: &[Vec<Term>]) -> Vec<bool> {
    formulas.iter().map(|f| ask_own(&mut cnf::solver(f), &[])).collect()
}

fn ask_own(solver: &mut Solver, assumptions: &[Lit]) -> bool {
    solver.check(assumptions, &mut Budget::steps(u64::MAX)) == Answer::Sat
}

/// The same by batsat.
fn other(formulas: &[Vec<Clause>]) -> Vec<bool> {
    formulas.iter().map(|f| ask_other(&mut batsat(f), &[])).collect()
}

fn ask_other(solver: &mut BasicSolver, assumptions: &[batsat::Lit]) -> bool {
    solver.solve_limited(assumptions) == lbool::TRUE
}

fn batsat(clauses: &[Clause]) -> BasicSolver {
    let mut solver = BasicSolver::default();
    for clause in clauses {
        let mut lits = clause.iter().map(|&lit| literal(&mut solver, lit)).collect();
        solver.add_clause_reuse(&mut lits);
    }
    solver
}

fn literal(solver: &mut BasicSolver, lit: i32) -> batsat::Lit {
    batsat::Lit::new(solver.var_of_int(lit.unsigned_abs()), lit > 0)
}

/// Formulas that are hard enough for the search to matter, each for a new solver.
fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for Family { name, formulas } in families() {
        let own_formulas: Vec<Vec<Term>> = formulas.iter().map(|f| cnf::terms(f)).collect();
        assert_eq!(own(&own_formulas), other(&formulas), "{name}");
        group.bench_function(format!("{name}/own"), |b| b.iter(|| own(&own_formulas)));
        group.bench_function(format!("{name}/batsat"), |b| b.iter(|| other(&formulas)));
    }
}

/// Many questions with eight assumptions each about one formula.
fn questions(c: &mut Criterion) {
    for (vars, clauses) in [(75, 300), (100, 300)] {
        let mut dice = Dice::new(88_172_645_463_325_252);
        let formula = cnf::random(&mut dice, vars, clauses);
        let asked = cnf::assumptions(&mut dice, vars, 8, 2000);
        compare_questions(c, &format!("questions/{vars}"), &formula, &asked);
    }
}

fn compare_questions(c: &mut Criterion, name: &str, formula: &[Clause], asked: &[Vec<i32>]) {
    let mut own = cnf::solver(&cnf::terms(formula));
    let mut own_literal = |lit: &i32| own.literal(&cnf::literal(*lit)).expect("a truth value");
    let own_asked: Vec<Vec<Lit>> =
        asked.iter().map(|lits| lits.iter().map(&mut own_literal).collect()).collect();
    let mut other = batsat(formula);
    let mut other_literal = |lit: &i32| literal(&mut other, *lit);
    let other_asked: Vec<Vec<batsat::Lit>> =
        asked.iter().map(|lits| lits.iter().map(&mut other_literal).collect()).collect();
    for (a, b) in own_asked.iter().zip(&other_asked) {
        assert_eq!(ask_own(&mut own, a), ask_other(&mut other, b));
    }
    let mut group = c.benchmark_group(name);
    group.sample_size(20);
    group.bench_function("own", |b| {
        b.iter(|| own_asked.iter().filter(|lits| ask_own(&mut own, black_box(lits))).count());
    });
    group.bench_function("batsat", |b| {
        b.iter(|| other_asked.iter().filter(|lits| ask_other(&mut other, black_box(lits))).count());
    });
}

criterion_group!(benches, searches, questions);
criterion_main!(benches);
