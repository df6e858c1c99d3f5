//! The simplex: conjunctions of linear inequalities, where most of the work is pivots.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

mod lia_common;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use hornbook_base::Budget;
use hornbook_lia::Solver;
use lia_common::cnf::solver;
use lia_common::systems::{Family, families};

/// More than any of the questions needs.
fn plenty() -> Budget {
    Budget::steps(u64::MAX)
}

/// Each question goes to a new solver, as one that has answered knows a solution.
fn simplex(c: &mut Criterion) {
    let mut group = c.benchmark_group("simplex");
    group.sample_size(20);
    for Family { name, formulas } in families() {
        let fresh = || formulas.iter().map(|f| solver(f)).collect();
        group.bench_function(name, |b| {
            b.iter_batched_ref(
                fresh,
                |solvers: &mut Vec<Solver>| {
                    solvers.iter_mut().map(|s| s.check(&[], &mut plenty())).collect::<Vec<_>>()
                },
                BatchSize::LargeInput,
            );
        });
    }
}

criterion_group!(benches, simplex);
criterion_main!(benches);
