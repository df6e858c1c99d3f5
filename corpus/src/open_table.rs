//! The completeness of calls to `insts`, as a table.

use crate::args::OpenOptions;
use hornbook_corpus::open::{ClassifiedCall, CompletenessAnswer, KINDS, all_tasks, classify_calls};
use hornbook_corpus::pool;
use std::collections::BTreeMap;

/// Classifies all calls; returns whether at most the given percentage is open.
pub fn run(options: &OpenOptions) -> Result<bool, String> {
    let mut asked = all_tasks(options.random, options.seed)?;
    asked.retain(|a| a.name.contains(&options.filter));
    asked.iter_mut().for_each(|a| a.large_blocks |= options.large_blocks);
    let programs = asked.len();
    let seen = pool::map(&asked, |a| classify_calls(a, options.steps)).concat();
    kinds(&seen);
    reasons(&seen);
    if options.each {
        for call in &seen {
            if let CompletenessAnswer::Open(reason) = &call.answer {
                println!("[{}] {}; {}", call.kind, reason, call.at);
            }
        }
    }
    let open = seen.iter().filter(|s| matches!(s.answer, CompletenessAnswer::Open(_))).count();
    let steps: u64 = seen.iter().map(|s| s.steps).sum();
    let percent = open as u64 * 1000 / (seen.len() as u64).max(1);
    println!(
        "{programs} programs in all ways, {} calls, {open} open: {}.{} %; {steps} steps",
        seen.len(),
        percent / 10,
        percent % 10
    );
    Ok(open * 100 <= seen.len() * options.most)
}

/// Prints the completeness by the kind of call, most open ones first.
fn kinds(seen: &[ClassifiedCall]) {
    let mut rows: BTreeMap<&str, [usize; 3]> = KINDS.iter().map(|k| (*k, [0; 3])).collect();
    for call in seen {
        let column = match call.answer {
            CompletenessAnswer::Complete(_) => 0,
            CompletenessAnswer::Incomplete => 1,
            CompletenessAnswer::Open(_) => 2,
        };
        rows.entry(call.kind).or_default()[column] += 1;
    }
    println!("{:52} {:>9} {:>11} {:>7}", "calls with", "complete", "incomplete", "open");
    let mut rows: Vec<(&str, [usize; 3])> = rows.into_iter().collect();
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(row[2]));
    let total = rows.iter().fold([0; 3], |sum: [usize; 3], (_, row)| {
        [sum[0] + row[0], sum[1] + row[1], sum[2] + row[2]]
    });
    for (kind, [complete, incomplete, open]) in rows.into_iter().chain([("all", total)]) {
        println!("{kind:52} {complete:9} {incomplete:11} {open:7}");
    }
    println!();
}

/// Prints the reasons why calls are open, and the conditions by which others are complete, the most frequent
/// first.
fn reasons(seen: &[ClassifiedCall]) {
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    let mut complete: BTreeMap<&str, usize> = BTreeMap::new();
    for call in seen {
        match &call.answer {
            CompletenessAnswer::Open(reason) => *open.entry(reason.as_str()).or_default() += 1,
            CompletenessAnswer::Complete(condition) => {
                *complete.entry(condition.as_str()).or_default() += 1
            }
            CompletenessAnswer::Incomplete => {}
        }
    }
    let mut open: Vec<_> = open.into_iter().collect();
    open.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    println!("open because");
    open.iter().for_each(|(reason, n)| println!("  {n:6} {reason}"));
    println!("complete by");
    complete.iter().for_each(|(condition, n)| println!("  {n:6} {condition}"));
    println!();
}
