//! Compares Hornbook's linear integer arithmetic, and its Horn engine, with other solvers: answers
//! and times.
//!
//! ```text
//! random   -+            +-> ours
//! recorded -+-> scripts -+-> z3 (worker) -+-> rows -> table
//!                        +-> oxiz (worker)
//! ```
//!
//! `horn` is about the engine.
#![forbid(unsafe_code)]

mod args;
mod compare;
mod horn;
mod ours;
mod oxiz;
mod random;
mod recorded;
mod row;
mod script;
mod table;
mod worker;
mod z3;

use args::{Arithmetic, Line, Other};
use clap::Parser;
use compare::Comparison;
use random::FAMILIES;
use row::Row;
use script::Script;
use std::process::ExitCode;

/// Formulas that go to a solver in one go, so that the solvers do not disturb each other's caches.
const BATCH: u64 = 200;

fn main() -> ExitCode {
    // A worker, which only this program itself starts.
    let result = match std::env::args().nth(1).as_deref() {
        Some(oxiz::ARGUMENT) => oxiz::serve(),
        Some(horn::SERVE) => horn::serve(),
        _ => {
            let line = Line::parse();
            match &line.other {
                Some(Other::Horn(args)) => horn::run(args),
                None => run(&line.arithmetic),
            }
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Compares everything and prints the tables.
fn run(args: &Arithmetic) -> Result<(), String> {
    let mut comparison = Comparison::new(args)?;
    let mut rows = random_rows(args, &mut comparison)?;
    rows.extend(recorded_rows(args, &mut comparison)?);
    let tables = table::tables(&rows);
    println!("{tables}");
    if let Some(page) = &args.page {
        table::write(page, table::MARKS, &tables)?;
    }
    match comparison.faults {
        0 => Ok(()),
        n => Err(format!("{n} scripts show a fault; they are in {}", args.scripts.display())),
    }
}

fn random_rows(args: &Arithmetic, comparison: &mut Comparison) -> Result<Vec<Row>, String> {
    let count = args.formulas.div_ceil(FAMILIES.len() as u64);
    let mut rows = vec![];
    for family in FAMILIES {
        let mut row = Row::new(family.name);
        for first in (0..count).step_by(BATCH as usize) {
            let numbers = first..count.min(first + BATCH);
            let scripts: Vec<Script> =
                numbers.map(|n| Script::formula(family.formula(args.seed, n))).collect();
            comparison.batch(&mut row, &scripts)?;
        }
        eprintln!("{}: {} formulas", row.name, row.questions());
        rows.push(row);
    }
    Ok(rows)
}

/// One row for each abstraction.
fn recorded_rows(args: &Arithmetic, comparison: &mut Comparison) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = vec![];
    for task in recorded::tasks(&args.programs)?.iter().step_by(args.sample as usize) {
        let name = format!("recorded, {}", task.abstraction());
        if rows.last().is_none_or(|row| row.name != name) {
            rows.push(Row::new(name));
        }
        let scripts = task.record()?;
        let Some(row) = rows.last_mut() else { continue };
        comparison.batch(row, &scripts)?;
        let questions: usize = scripts.iter().map(Script::questions).sum();
        eprintln!("{}: {questions} questions to {} solvers", task.name(), scripts.len());
    }
    Ok(rows)
}
