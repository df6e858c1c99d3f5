//! From clauses with arrays to clauses without: abstraction, elimination and simplification of the
//! example programs and of a family of generated ones.

#![allow(missing_docs, reason = "the macros of criterion make undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hornbook_abstraction::abstract_::abstract_;
use hornbook_abstraction::eliminate::{Setting, eliminate};
use hornbook_abstraction::heuristic::Policy;
use hornbook_abstraction::sigma::{Abstraction, Choice};
use hornbook_abstraction::simplify::simplify;
use hornbook_horn::{Clause, System};
use hornbook_pipeline::{Choices, Input};
use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;

/// The clauses without arrays.
fn without_arrays(concrete: &System, choice: &Choice, policy: &Policy) -> Vec<Clause> {
    let abstraction = &Abstraction::new(choice, concrete);
    let abstracted = &abstract_(concrete, abstraction);
    let setting = Setting { concrete, abstracted, abstraction, policy };
    let last = |clause: Clause| simplify(&clause).pop().map_or(clause, |s| s.clause);
    let pairs = concrete.clauses.iter().zip(&abstracted.clauses);
    pairs.map(|(c, a)| last(eliminate(c, a, setting).clause)).collect()
}

fn clauses(text: &str) -> System {
    Input::program(text, &Choices::default()).system.expect("a program without errors")
}

fn measure(c: &mut Criterion, group: &str, name: &str, text: &str, abstraction: &str) {
    let system = clauses(text);
    let choice = abstraction.parse().expect("an abstraction");
    let policy = Policy::default();
    let nodes: usize = without_arrays(&system, &choice, &policy).iter().map(Clause::size).sum();
    let mut group = c.benchmark_group(group);
    group.sample_size(20);
    group.throughput(Throughput::Elements(nodes as u64));
    group.bench_function(format!("{name}, {nodes} nodes"), |b| {
        b.iter(|| without_arrays(black_box(&system), &choice, &policy));
    });
}

fn programs(c: &mut Criterion) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder of example programs");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("a readable entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "hb"));
    paths.sort();
    for abstraction in ["cell1", "cell2"] {
        for path in &paths {
            let text = std::fs::read_to_string(path).expect("a readable program");
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            measure(c, abstraction, &name, &text, abstraction);
        }
    }
}

/// Loops one after the other; each copies every array to the next one.
fn program(loops: usize, arrays: usize) -> String {
    let mut text = String::from("int n = nondet();\nint i;\n");
    for a in 0..arrays {
        let _ = writeln!(text, "int a{a}[n];");
    }
    for l in 0..loops {
        let _ = writeln!(text, "i = 0;\nwhile (i < n) {{\n  a0[i] = {l};");
        for a in 1..arrays {
            let _ = writeln!(text, "  a{a}[i] = a{}[i];", a - 1);
        }
        text.push_str("  i++;\n}\n");
    }
    let (last, value) = (arrays - 1, loops - 1);
    let _ = writeln!(text, "assert(forall k: 0 <= k && k < n ==> a{last}[k] == {value});");
    text
}

fn family(c: &mut Criterion) {
    let sizes = [
        // More loops.
        [1, 1, 1],
        [4, 1, 1],
        [16, 1, 1],
        [64, 1, 1],
        // More arrays.
        [1, 2, 1],
        [1, 4, 1],
        [1, 8, 1],
        [1, 16, 1],
        [1, 32, 1],
        // More cells.
        [1, 1, 2],
        [1, 1, 3],
        [1, 1, 4],
        [1, 1, 6],
        [1, 1, 9],
        // More of all.
        [2, 2, 2],
        [4, 3, 2],
        [8, 4, 2],
    ];
    for [loops, arrays, cells] in sizes {
        let name = format!("{loops} loops, {arrays} arrays, {cells} cells");
        measure(c, "family", &name, &program(loops, arrays), &format!("cell{cells}"));
    }
}

criterion_group!(benches, programs, family);
criterion_main!(benches);
