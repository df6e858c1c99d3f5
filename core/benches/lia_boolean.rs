//! The boolean layer: formulas without arithmetic.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

mod lia_common;

use criterion::{Criterion, criterion_group, criterion_main};
use hornbook_base::Budget;
use lia_common::cnf::{Family, families, solver, terms};

fn boolean(c: &mut Criterion) {
    let mut group = c.benchmark_group("boolean");
    group.sample_size(10);
    for Family { name, formulas } in families() {
        let formulas: Vec<_> = formulas.iter().map(|f| terms(f)).collect();
        let ask = |f| solver(f).check(&[], &mut Budget::steps(u64::MAX));
        group.bench_function(name, |b| {
            b.iter(|| formulas.iter().map(|f| ask(f)).collect::<Vec<_>>());
        });
    }
}

criterion_group!(benches, boolean);
criterion_main!(benches);
