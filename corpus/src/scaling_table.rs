//! How time and steps grow with programs, as a table.

use crate::args::ScalingOptions;
use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_corpus::scaling::FAMILIES;
use hornbook_corpus::solve::{Limit, Solved, solve};

/// Solves the members of all families some times; says whether all were certified.
pub fn run(options: &ScalingOptions) -> Result<bool, String> {
    let mut all = true;
    println!(
        "{:<22} {:>5} {:>10} {:>8} {:>10} {:>8}",
        "family", "size", "median ms", "times", "steps", "times"
    );
    for family in &FAMILIES {
        let mut before: Option<(f64, u64)> = None;
        for size in family.sizes {
            let text = (family.text)(*size);
            let limit = Limit::Time(options.budget);
            let once = |_| solve(&text, family.way, Heuristic::default(), limit);
            let runs: Vec<Solved> = (0..options.runs.max(1)).map(once).collect::<Result<_, _>>()?;
            let mut times: Vec<f64> = runs.iter().map(Solved::ms).collect();
            times.sort_by(f64::total_cmp);
            let (ms, steps) = (times[times.len() / 2], runs[0].outcome.statistics.steps);
            let ratio = |of: Option<f64>| of.map_or(String::new(), |ratio| format!("{ratio:.1}"));
            let slower = ratio(before.map(|(known, _)| ms / known));
            let more = ratio(before.map(|(_, known)| steps as f64 / known as f64));
            println!("{:<22} {size:>5} {ms:>10.1} {slower:>8} {steps:>10} {more:>8}", family.name);
            for solved in runs.iter().filter(|solved| solved.verdict() != "certified") {
                println!("NOT CERTIFIED: {}", solved.verdict());
                all = false;
            }
            before = Some((ms, steps));
        }
    }
    Ok(all)
}
