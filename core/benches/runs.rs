//! How fast long runs are: on machine words, and by the interpreter. Throughput is in instructions and in steps.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hornbook_base::Int;
use hornbook_lang::interp::{Choice, Choices, Status, Value};
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end, interp};
use hornbook_runs::compiled::{CompiledProgram, Machine};
use std::hint::black_box;

const PROGRAMS: [(&str, &str); 4] = [
    (
        "adding",
        "int n = nondet(); int s = 0; for (int i = 0; i < n; i++) { s += i; assert(s >= 0); }",
    ),
    (
        "nested",
        "int n = nondet(); int c = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < 3000; j++) { c++; } } assert(c >= 0);",
    ),
    (
        "remainder",
        "int x = nondet(); int y = 0; while (x > 0) { x--; y = (y + 1) % 7; } assert(y < 7);",
    ),
    (
        "ring",
        "int a[]; int n = nondet(); for (int i = 0; i < n; i++) { a[i % 100] = i; assert(a[7] <= i || i < 7); }",
    ),
];

const INSTRUCTIONS: u64 = 4_000_000;
const STEPS: u64 = 100_000;

/// One large number everywhere.
struct Large;

impl Choices for Large {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        match Value::zero(choice.ty()) {
            Value::Int(_) => Value::Int(Int::from(1_000_000_000)),
            zero => zero,
        }
    }
}

fn interpret(program: &TypedProgram) -> u64 {
    let mut machine = interp::Machine::new(program);
    (0..STEPS).take_while(|_| machine.step(&mut Large) == Status::Running).count() as u64
}

fn runs(c: &mut Criterion) {
    for (name, text) in PROGRAMS {
        let program = front_end(text, Options::default()).0.expect(name);
        let compiled = CompiledProgram::from_program(&program).expect(name);
        let mut group = c.benchmark_group(name);
        group.sample_size(20);
        group.throughput(Throughput::Elements(INSTRUCTIONS));
        group.bench_function("machine words", |b| {
            b.iter(|| {
                let mut left = INSTRUCTIONS;
                let stop = Machine::new(&compiled).go(
                    &compiled,
                    &program,
                    &mut Large,
                    &|_| false,
                    &mut left,
                );
                assert_eq!(left, 0);
                black_box(stop)
            });
        });
        group.throughput(Throughput::Elements(STEPS));
        group.bench_function("interpreter", |b| b.iter(|| black_box(interpret(&program))));
        group.finish();
    }
}

criterion_group!(benches, runs);
criterion_main!(benches);
