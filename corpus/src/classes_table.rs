//! The systems of clauses by their classes as a table: how many are answered, and what it takes.

use crate::args::ClassOptions;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::classes::{ClauseAnswer, ClauseSystem, systems};
use hornbook_corpus::pool;
use hornbook_corpus::solve::{Limit, solve};
use std::time::Duration;

/// The result of a system, without its terms, which stay with their thread.
struct ClassRow {
    system: ClauseSystem,
    answer: ClauseAnswer,
    /// Whether the answer came in time: the clock is looked at between two slices of work only.
    late: bool,
    ms: f64,
    steps: u64,
}

impl ClassRow {
    fn is_answered(&self) -> bool {
        self.answer == self.system.expected && !self.late
    }

    fn is_wrong(&self) -> bool {
        self.answer.contradicts(self.system.expected)
    }
}

/// Solves the systems; says whether nothing contradicts what they expect.
pub fn run(options: &ClassOptions) -> Result<bool, String> {
    let mut all = systems()?;
    all.retain(|s| s.name.contains(&options.filter) || s.class.contains(&options.filter));
    let rows = pool::map(&all, |system| row(system, options.budget));
    let rows = rows.into_iter().collect::<Result<Vec<ClassRow>, String>>()?;
    rows.iter().filter(|row| options.each || !row.is_answered()).for_each(print_row);
    print(&rows);
    let contrary = rows.iter().filter(|row| row.is_wrong()).count();
    println!("{contrary} contradictions");
    Ok(contrary == 0)
}

fn row(system: &ClauseSystem, budget: Duration) -> Result<ClassRow, String> {
    let solved = solve(&system.text, "cell1", Heuristic::default(), Limit::Time(budget));
    let solved = solved.map_err(|wrong| format!("{}: {wrong}", system.name))?;
    let (answer, steps) = (ClauseAnswer::from_solved(&solved), solved.outcome.statistics.steps);
    let late = answer != ClauseAnswer::Unknown && solved.time > budget;
    Ok(ClassRow { system: system.clone(), answer, late, ms: solved.ms(), steps })
}

/// Prints the row of a system.
fn print_row(row: &ClassRow) {
    let ClauseSystem { name, class, expected, .. } = &row.system;
    let what = match row.answer {
        _ if row.is_wrong() => "CONTRADICTION",
        ClauseAnswer::Unknown => "unanswered",
        _ if row.late => "late",
        _ => "answered",
    };
    let (answer, expected) = (row.answer.word(), expected.word());
    println!(
        "{what:10} {name:20} {class:12} {answer:7} expected {expected:5} {:9.1} ms {:9} steps",
        row.ms, row.steps
    );
}

/// A line for each class, in the order of their names, then those for both answers and for all.
fn print(rows: &[ClassRow]) {
    println!(
        "\n{:12} {:>8} {:>5} {:>10} {:>10} {:>13} {:>12}",
        "class", "answered", "of", "median ms", "sum ms", "median steps", "sum steps"
    );
    let mut classes: Vec<&str> = rows.iter().map(|row| row.system.class.as_str()).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        line(class, rows.iter().filter(|row| row.system.class == class));
    }
    for expected in [ClauseAnswer::Sat, ClauseAnswer::Unsat] {
        line(expected.word(), rows.iter().filter(|row| row.system.expected == expected));
    }
    line("all", rows.iter());
}

fn line<'a>(name: &str, rows: impl Iterator<Item = &'a ClassRow>) {
    let rows: Vec<&ClassRow> = rows.collect();
    let answered = rows.iter().filter(|row| row.is_answered()).count();
    let mut times: Vec<f64> = rows.iter().map(|row| row.ms).collect();
    let mut steps: Vec<u64> = rows.iter().map(|row| row.steps).collect();
    times.sort_by(f64::total_cmp);
    steps.sort_unstable();
    let (all, middle) = (rows.len(), rows.len() / 2);
    println!(
        "{name:12} {answered:8} {all:5} {:10.1} {:10.0} {:13} {:12}",
        times.get(middle).copied().unwrap_or_default(),
        times.iter().fold(0.0, |sum, ms| sum + ms),
        steps.get(middle).copied().unwrap_or_default(),
        steps.iter().sum::<u64>()
    );
}
