//! The example programs that expect a verdict of instrumentation.

use super::{instrumented, outcome};
use crate::support::verdicts::{check_page, expected_of};
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_corpus::programs::Expectation;
use hornbook_pipeline::Choices;

#[test]
fn example_programs_have_the_verdicts_that_they_expect() {
    let all = expected_of("instrument");
    assert!(all.len() >= 80, "{} programs", all.len());
    // Each has fewer steps among the other example programs, too.
    let all = nightly::part(all, 3);
    let look = |e: &Expectation| {
        let outcome = instrumented(&e.text);
        let attempts = outcome.tasks.iter().filter(|t| t.title.contains("attempt")).count();
        let fine = outcome.verdict.name() == e.verdict;
        (attempts, (!fine).then(|| format!("{}: {}", e.program, outcome.verdict.name())))
    };
    let found = pool::map(&all, look);
    let wrong: Vec<String> = found.iter().filter_map(|(_, wrong)| wrong.clone()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let attempts: usize = found.iter().map(|(n, _)| n).sum();
    // PI's averages are 24 to 59.
    assert!(attempts <= 2 * all.len(), "{attempts} attempts for {} programs", all.len());
}

/// The page on ghost variables shows where the paper goes wrong, and what is done instead.
#[test]
fn every_program_of_the_page_has_its_verdict() {
    let page = include_str!("../../../../docs/instrumentation.md");
    let verdict = |text: &str| outcome(text, &Choices::default(), 8_000_000);
    assert_eq!(check_page(page, verdict), 8);
}
