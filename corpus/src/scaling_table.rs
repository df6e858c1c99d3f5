//! The growth of time and steps with the size of programs, as a table.

use crate::args::ScalingOptions;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::scaling::{FAMILIES, ScalingFamily};
use hornbook_corpus::solve::{Limit, solve};

/// A member of a family with its time and steps.
struct ScalingRow {
    size: usize,
    ms: f64,
    steps: u64,
    verdict: &'static str,
}

/// Solves the members of all families some times; says whether no verdict was wrong. A family ends
/// with the first member that is not certified: larger ones would only use up their time.
pub fn run(options: &ScalingOptions) -> Result<bool, String> {
    let mut right = true;
    println!(
        "{:<21} {:<11} {:>4} {:>10} {:>6} {:>9} {:>10} {:>6} {:>9}",
        "family", "way", "size", "median ms", "times", "exponent", "steps", "times", "exponent"
    );
    let chosen =
        |f: &&ScalingFamily| [f.name, f.way].iter().any(|text| text.contains(&options.filter));
    for family in FAMILIES.iter().filter(chosen) {
        let mut before: Option<ScalingRow> = None;
        for size in family.sizes {
            let row = member(family, *size, options)?;
            print(family, &row, before.as_ref().filter(|_| row.verdict == "certified"));
            if row.verdict != "certified" {
                println!("  {}, so the family ends here", row.verdict);
                right &= row.verdict != "buggy";
                break;
            }
            before = Some(row);
        }
    }
    Ok(right)
}

/// Solves a member as often as the options say. The verdict is the first that is not `certified`.
fn member(
    family: &ScalingFamily,
    size: usize,
    options: &ScalingOptions,
) -> Result<ScalingRow, String> {
    let text = (family.text)(size);
    let mut row = ScalingRow { size, ms: 0.0, steps: 0, verdict: "certified" };
    let mut times = vec![];
    for _ in 0..options.runs.max(1) {
        let limit = Limit::Time(options.budget);
        let solved = solve(&text, family.way, Heuristic::default(), limit)?;
        (row.verdict, row.steps) = (solved.verdict(), solved.outcome.statistics.steps);
        times.push(solved.ms());
        if row.verdict != "certified" {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    row.ms = times[times.len() / 2];
    Ok(row)
}

fn print(family: &ScalingFamily, row: &ScalingRow, before: Option<&ScalingRow>) {
    let ms = growth(before.map(|b| (row.ms / b.ms, row.size as f64 / b.size as f64)));
    let steps = |b: &ScalingRow| row.steps as f64 / b.steps.max(1) as f64;
    let steps = growth(before.map(|b| (steps(b), row.size as f64 / b.size as f64)));
    let (ScalingFamily { name, way, .. }, ScalingRow { size, .. }) = (family, row);
    println!("{name:<21} {way:<11} {size:>4} {:>10.1} {ms} {:>10} {steps}", row.ms, row.steps);
}

/// The ratio of growth, and its exponent relative to the sizes.
fn growth(ratios: Option<(f64, f64)>) -> String {
    match ratios {
        Some((more, larger)) => {
            // Without the sign of a zero.
            let tenths = (10.0 * more.ln() / larger.ln()).round() + 0.0;
            format!("{more:>6.1} {:>9.1}", tenths / 10.0)
        }
        None => " ".repeat(16),
    }
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn growth_is_a_power_of_the_size() {
        assert_eq!(growth(Some((8.0, 2.0))).split_whitespace().collect::<Vec<_>>(), ["8.0", "3.0"]);
        assert_eq!(growth(None).len(), growth(Some((8.0, 2.0))).len());
    }
}
