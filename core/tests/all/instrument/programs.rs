//! The example programs that expect a verdict of instrumentation.

use super::{instrumented, outcome};
use hornbook_core::pipeline::Choices;
use hornbook_corpus::pool;
use hornbook_corpus::programs::{Expectation, expectations, folder};

#[test]
fn example_programs_have_the_verdicts_that_they_expect() {
    let all = expectations(&folder()).expect("the example programs");
    let all: Vec<Expectation> = all.into_iter().filter(|e| e.way == "instrument").collect();
    assert!(all.len() >= 80, "{} programs", all.len());
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
    let blocks = page.split("```hornbook\n").skip(1);
    let programs: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(programs.len(), 8);
    for text in programs {
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// expect: ").expect("an expected verdict");
        let verdict = outcome(text, &Choices::default(), 8_000_000).verdict;
        assert_eq!(verdict.name(), expected, "{text}");
    }
}
