//! The sizes of records, as a table.

use crate::args::RecordOptions;
use hornbook_corpus::pool;
use hornbook_corpus::programs::{expectations, folder};
use hornbook_corpus::records::{FAMILIES, RecordFamily, RecordInput, random_inputs};

/// Measures the records of all programs; says whether there were any.
pub fn run(options: &RecordOptions) -> Result<bool, String> {
    println!(
        "{:<17} {:>8} {:>11} {:>11} {:>11}  largest",
        "bytes", "programs", "median", "95 percent", "most"
    );
    if !options.families {
        let input_for = |e: hornbook_corpus::programs::Expectation| RecordInput {
            name: format!("{} with {}", e.program, e.way),
            text: e.text,
            way: e.abstraction,
            heuristic: e.heuristic,
        };
        let examples: Vec<RecordInput> =
            expectations(&folder())?.into_iter().map(input_for).collect();
        summary("example programs", &examples)?;
        summary("random programs", &random_inputs(options.seed, options.programs))?;
    }
    for family in &FAMILIES {
        members(family, options)?;
    }
    Ok(true)
}

/// One line about many programs.
fn summary(title: &str, subjects: &[RecordInput]) -> Result<(), String> {
    let sizes = pool::map(subjects, RecordInput::bytes);
    let mut sizes = sizes
        .into_iter()
        .zip(subjects)
        .map(|(size, subject)| Ok((size?, subject.name.as_str())))
        .collect::<Result<Vec<(usize, &str)>, String>>()?;
    sizes.sort_unstable();
    let at = |percent: usize| sizes.get((sizes.len() * percent / 100).min(sizes.len().max(1) - 1));
    if let (Some(median), Some(most_of), Some(largest)) = (at(50), at(95), at(100)) {
        let count = sizes.len();
        let (median, most_of, (largest, name)) = (median.0, most_of.0, largest);
        println!("{title:<17} {count:8} {median:11} {most_of:11} {largest:11}  {name}");
    }
    Ok(())
}

/// A line for each member of a family, up to the first one that is very large.
fn members(family: &RecordFamily, options: &RecordOptions) -> Result<(), String> {
    let RecordFamily { name, way, sizes, text, .. } = family;
    for &size in *sizes {
        let bytes = RecordInput::new((*name).to_owned(), text(size), way).bytes()?;
        println!("{name:<17} {size:8} {:>11} {:>11} {bytes:11}  {way}", "", "");
        if bytes > options.most {
            println!("  so the family ends here");
            break;
        }
    }
    Ok(())
}
