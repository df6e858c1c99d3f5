//! The method `auto` beside the abstractions and methods that it tries, as a table.

use crate::args::AutoOptions;
use hornbook_corpus::auto::{AutoMeasurement, MethodRun, measure};
use hornbook_corpus::pool;
use hornbook_corpus::programs::{Example, examples, folder};

/// The greatest median ratio to the steps of the best abstraction.
const MEDIAN: f64 = 2.0;

/// Solves the programs with all methods; returns whether `auto` is within its bounds everywhere.
pub fn run(options: &AutoOptions) -> Result<bool, String> {
    let mut all = examples(&folder())?;
    all.retain(|example| example.name.contains(&options.filter));
    let all: Vec<Example> = all.into_iter().step_by(options.every.max(1)).collect();
    println!(
        "{:38} {:22} {:>10} {:>10} {:>6}  verdicts",
        "program", "best part", "steps", "auto", "ratio"
    );
    let rows = pool::map(&all, |example| {
        let row = measure(&example.name, &example.text, options.steps);
        if let Ok(Some(row)) = &row {
            print_row(row, options.reading);
        }
        row.map_err(|wrong| format!("{}: {wrong}", example.name))
    });
    let rows: Vec<AutoMeasurement> =
        rows.into_iter().collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect();
    Ok(summary(&rows, options.reading))
}

/// Prints the row of a program.
fn print_row(row: &AutoMeasurement, reading: u64) {
    let best = row.least();
    let (way, steps) = best.map_or(("", 0), |best| (best.way.as_str(), best.steps));
    let ratio = row.ratio_to_least().map_or(String::new(), |ratio| format!("{ratio:.1}"));
    let verdict = |came: &MethodRun| format!("{}:{}:{}", came.way, came.verdict, came.steps);
    let all: Vec<String> =
        row.parts.iter().chain(&row.methods).chain([&row.auto]).map(verdict).collect();
    let mark = if is_worse(row, reading) { " <<<" } else { "" };
    println!(
        "{:38} {way:22} {steps:>10} {:>10} {ratio:>6}  {}{mark}",
        row.name,
        row.auto.steps,
        all.join(" ")
    );
}

/// Whether `auto` exceeds its bounds.
fn is_worse(row: &AutoMeasurement, reading: u64) -> bool {
    let bounds = [row.bound(reading), row.bound_by_least(reading)];
    let slow = bounds.into_iter().flatten().any(|bound| row.auto.steps > bound);
    let silent = row.is_too_weak() && row.auto.verdict == "unknown";
    row.is_lost() || slow || silent
}

fn summary(rows: &[AutoMeasurement], reading: u64) -> bool {
    let (all, beside): (Vec<&AutoMeasurement>, Vec<&AutoMeasurement>) =
        (rows.iter().collect(), rows.iter().filter(|r| r.tried() > r.parts.len()).collect());
    let median = ratios("auto / best abstraction", &all, AutoMeasurement::ratio);
    let answered = rows.iter().filter(|row| row.best().is_some()).count();
    let more = rows.iter().filter(|row| row.best().is_none() && row.auto.is_answer()).count();
    println!(
        "{} programs, {} of them with methods beside the abstractions; an abstraction answers {answered}, auto {more} \
         others",
        rows.len(),
        beside.len()
    );
    ratios("auto / best abstraction or method", &all, AutoMeasurement::ratio_to_least);
    ratios("the same where methods stand beside", &beside, AutoMeasurement::ratio_to_least);
    let too_weak: Vec<&AutoMeasurement> = rows.iter().filter(|row| row.is_too_weak()).collect();
    let silent = too_weak.iter().filter(|row| row.auto.verdict == "unknown").count();
    println!(
        "too weak by all abstractions: {}, of which auto says nothing about {silent}",
        too_weak.len()
    );
    let worse: Vec<&AutoMeasurement> = rows.iter().filter(|row| is_worse(row, reading)).collect();
    println!("worse than (tried + 1) times the best, and {reading} steps: {}", worse.len());
    for row in &worse {
        let what = match (row.is_lost(), row.ratio_to_least()) {
            (true, _) => "not answered".to_owned(),
            (false, Some(ratio)) => {
                format!("{ratio:.1} times, {} abstractions and methods", row.tried())
            }
            (false, None) => "too weak, and not said".to_owned(),
        };
        println!("  {:38} {what}", row.name);
    }
    worse.is_empty() && median <= MEDIAN
}

/// Prints the distribution of the ratios, and returns their median.
fn ratios(
    what: &str,
    rows: &[&AutoMeasurement],
    ratio: fn(&AutoMeasurement) -> Option<f64>,
) -> f64 {
    let mut ratios: Vec<f64> = rows.iter().filter_map(|row| ratio(row)).collect();
    ratios.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let last = ratios.len().saturating_sub(1);
        ratios.get((part * last as f64).round() as usize).copied().unwrap_or_default()
    };
    println!(
        "{what}: {} programs, median {:.2}, 95 % {:.2}, worst {:.2}",
        ratios.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    at(0.5)
}
