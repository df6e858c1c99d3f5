//! T Conjecture 1 over small clauses, as a table.

use crate::args::ConjectureOptions;
use hornbook_corpus::conjecture::{
    CELL_SETS, CellSet, Condition, Losses, Models, Shape, formulas, shapes,
};
use hornbook_corpus::pool;
use std::collections::BTreeMap;

/// The number of conditions in a work item of a thread.
const IN_A_ROW: usize = 512;

/// Checks the conjecture for all clauses.
pub fn run(options: &ConjectureOptions) -> Result<bool, String> {
    println!(
        "{:22} {:>7} {:>9} {:>14} {:>15}  shortest",
        "premises", "indices", "clauses", "calls complete", "counterexamples"
    );
    for shape in shapes().iter().filter(|s| s.describe().contains(&options.filter)) {
        let seen = compute_losses(shape);
        let clauses = seen.len() * CELL_SETS.len() * CELL_SETS.len();
        let complete = count(&seen, Losses::calls_are_complete);
        let refuted = count(&seen, Losses::refutes);
        let mut shortest = shortest(&seen, options.cells);
        let more =
            shortest.split_off(shortest.len().min(if options.each { usize::MAX } else { 1 }));
        let (name, indices) = (shape.describe(), shape.indices);
        let first = shortest.first().map_or("", |s| s.as_str());
        println!("{name:22} {indices:7} {clauses:9} {complete:14} {refuted:15}  {first}");
        shortest.iter().skip(1).for_each(|line| println!("{:71}  {line}", ""));
        if !more.is_empty() {
            println!("{:71}  and {} more of this length", "", more.len());
        }
    }
    Ok(true)
}

/// The losses for each condition.
fn compute_losses(shape: &Shape) -> BTreeMap<Condition, Losses> {
    let models = Models::for_shape(shape);
    let rows: Vec<Vec<Condition>> =
        shape.conditions().chunks(IN_A_ROW).map(<[Condition]>::to_vec).collect();
    let look =
        |row: &Vec<Condition>| row.iter().map(|c| (*c, models.losses(*c))).collect::<Vec<_>>();
    pool::map(&rows, look).into_iter().flatten().collect()
}

fn pairs() -> impl Iterator<Item = (CellSet, CellSet)> {
    CELL_SETS.into_iter().flat_map(|first| CELL_SETS.into_iter().map(move |second| (first, second)))
}

fn count(
    seen: &BTreeMap<Condition, Losses>,
    test: impl Fn(Losses, CellSet, CellSet) -> bool,
) -> usize {
    seen.values().map(|lost| pairs().filter(|(s, t)| test(*lost, *s, *t)).count()).sum()
}

/// The counterexamples with the shortest conditions.
fn shortest(seen: &BTreeMap<Condition, Losses>, most: usize) -> Vec<String> {
    let mut out = vec![];
    let mut length = usize::MAX;
    for formula in formulas(most) {
        if formula.cells > length {
            break;
        }
        let Some(lost) = seen.get(&formula.table) else { continue };
        for (s, t) in pairs().filter(|(s, t)| lost.refutes(*s, *t)) {
            length = formula.cells;
            out.push(format!("{} at {} and {}", formula.text, show(s), show(t)));
        }
    }
    out
}

fn show(places: CellSet) -> &'static str {
    ["{}", "{i}", "{i + 1}", "{i, i + 1}"][places]
}
