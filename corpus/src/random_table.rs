//! The verdicts on random programs as a table, and what contradicts them.

use crate::args::RandomOptions;
use hornbook_corpus::random::{ABSTRACTIONS, Effort, Extent, Finding, look_at};
use std::collections::BTreeMap;

/// How many runs of each program there are.
const EXTENT: Extent = Extent { ordered: 500, random: 250 };

/// The columns, by what is said of an assertion.
const VERDICTS: [&str; 5] = ["certified", "buggy", "too-weak", "unknown", "rejected"];

/// Looks at as many programs as the options ask for; says whether nothing was contradicted.
pub fn run(options: &RandomOptions) -> Result<bool, String> {
    let effort = Effort { steps: options.steps, extent: EXTENT };
    let mut rows = vec![Row::default(); ABSTRACTIONS.len()];
    for number in 0..options.programs {
        let finding = look_at(options.seed, number, effort)?;
        show(&finding);
        rows[finding.abstraction].add(&finding);
    }
    print(&rows);
    let contradictions: usize = rows.iter().map(|row| row.contradictions).sum();
    println!("{contradictions} contradictions");
    Ok(contradictions == 0)
}

/// What was found with one abstraction.
#[derive(Clone, Default)]
struct Row {
    programs: usize,
    verdicts: BTreeMap<&'static str, usize>,
    runs: usize,
    contradictions: usize,
}

impl Row {
    fn add(&mut self, finding: &Finding) {
        self.programs += 1;
        self.runs += finding.runs;
        self.contradictions += finding.contradictions.len();
        for verdict in &finding.verdicts {
            *self.verdicts.entry(verdict).or_default() += 1;
        }
    }
}

/// Shows a program at once if something is wrong with its answer.
fn show(finding: &Finding) {
    let Finding { number, text, contradictions, verdicts, .. } = finding;
    let abstraction = ABSTRACTIONS[finding.abstraction];
    for contradiction in contradictions {
        println!("CONTRADICTION: program {number} with `{abstraction}`: {contradiction}\n{text}");
    }
    if verdicts.contains(&"rejected") {
        println!("rejected: an answer on program {number} with `{abstraction}`\n{text}");
    }
}

fn print(rows: &[Row]) {
    print!("{:16} {:>8}", "abstraction", "programs");
    VERDICTS.iter().for_each(|verdict| print!(" {verdict:>9}"));
    println!(" {:>10} contradictions", "runs");
    for (abstraction, row) in ABSTRACTIONS.iter().zip(rows) {
        print!("{abstraction:16} {:8}", row.programs);
        for verdict in VERDICTS {
            print!(" {:9}", row.verdicts.get(verdict).copied().unwrap_or(0));
        }
        println!(" {:10} {:14}", row.runs, row.contradictions);
    }
}
