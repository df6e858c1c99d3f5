//! The verdicts on random programs as a table, and contradictions of them.

use crate::args::RandomOptions;
use hornbook_corpus::random::{
    ABSTRACTIONS, Effort, RandomReport, RunLimits, check_bounded_program, check_program,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// Questions of the search for each answer, where they are easiest.
const QUESTIONS: u64 = 2_000;
/// The numbers of runs of each program.
const EXTENT: RunLimits = RunLimits { ordered: 300, random: 150 };

/// The columns, by what is said of an assertion.
const VERDICTS: [&str; 5] = ["certified", "buggy", "too-weak", "unknown", "rejected"];

/// Looks at as many programs as the options ask for; says whether nothing was contradicted.
pub fn run(options: &RandomOptions) -> Result<bool, String> {
    let effort = Effort { steps: options.steps, questions: QUESTIONS, extent: EXTENT };
    let mut rows = vec![AbstractionRow::default(); ABSTRACTIONS.len()];
    let check = if options.bounded { check_bounded_program } else { check_program };
    for number in 0..options.programs {
        let report = check(options.seed, number, effort)?;
        show(&report, options.bounded);
        rows[report.abstraction].add(&report);
    }
    let used = if options.bounded { &rows[..1] } else { &rows };
    print(used, options.bounded);
    let contradictions: usize = rows.iter().map(|row| row.contradictions).sum();
    println!("{contradictions} contradictions");
    Ok(contradictions == 0)
}

/// The results with one abstraction.
#[derive(Clone, Default)]
struct AbstractionRow {
    programs: usize,
    verdicts: BTreeMap<&'static str, usize>,
    time: Duration,
    runs: usize,
    contradictions: usize,
}

impl AbstractionRow {
    fn add(&mut self, report: &RandomReport) {
        self.programs += 1;
        self.time += report.time;
        self.runs += report.runs;
        self.contradictions += report.contradictions.len();
        for verdict in &report.verdicts {
            *self.verdicts.entry(verdict).or_default() += 1;
        }
    }
}

/// Shows a program at once if something is wrong with its answer, or if it has none and `shows_open`.
fn show(report: &RandomReport, shows_open: bool) {
    let RandomReport { number, text, contradictions, verdicts, .. } = report;
    let (abstraction, _) = ABSTRACTIONS[report.abstraction];
    for contradiction in contradictions {
        println!("CONTRADICTION: program {number} with `{abstraction}`: {contradiction}\n{text}");
    }
    if shows_open && verdicts.iter().any(|verdict| !matches!(*verdict, "certified" | "buggy")) {
        println!("open: program {number}: {verdicts:?}\n{text}");
    }
    if verdicts.contains(&"rejected") {
        println!("rejected: an answer on program {number} with `{abstraction}`\n{text}");
    }
}

fn print(rows: &[AbstractionRow], by_auto: bool) {
    print!("{:16} {:>8}", "abstraction", "programs");
    VERDICTS.iter().for_each(|verdict| print!(" {verdict:>9}"));
    println!(" {:>9} {:>10} contradictions", "ms each", "runs");
    for ((abstraction, _), row) in ABSTRACTIONS.iter().zip(rows) {
        let way = if by_auto { "auto" } else { abstraction };
        print!("{way:16} {:8}", row.programs);
        for verdict in VERDICTS {
            print!(" {:9}", row.verdicts.get(verdict).copied().unwrap_or(0));
        }
        let each = row.time.as_millis() / row.programs.max(1) as u128;
        println!(" {each:9} {:10} {:14}", row.runs, row.contradictions);
    }
}
