//! What methods say of programs, and the verdicts that these expect.

use hornbook_corpus::programs::{Expectation, expectations, folder};
use hornbook_pipeline::{Choices, Driver, Input, MethodChoice, Status};
use hornbook_records::{Outcome, UnknownReason};

/// Steps at one time.
const SLICE: u64 = 20_000;

/// What comes out within so many steps.
pub fn outcome(text: &str, choices: &Choices, steps: u64) -> Outcome {
    let input = Input::program(text, choices);
    let driver = Driver::new(&input);
    let mut driver = driver.unwrap_or_else(|| panic!("{:?}\n{text}", input.diagnostics));
    let done = (0..steps.div_ceil(SLICE)).find_map(|_| match driver.step(SLICE) {
        Status::Done(outcome) => Some(outcome),
        Status::Running(_) => None,
    });
    done.unwrap_or_else(|| driver.so_far(&UnknownReason::Budget))
}

/// What a method comes to within as many steps as any of the programs needs.
pub fn solve_by(method: MethodChoice, text: &str) -> Outcome {
    outcome(text, &Choices { method: Some(method), ..Choices::default() }, 8_000_000)
}

/// The example programs that expect a verdict of a way to look for it.
pub fn expected_of(way: &str) -> Vec<Expectation> {
    let all = expectations(&folder()).expect("the example programs");
    all.into_iter().filter(|e| e.way == way).collect()
}

/// Holds the programs of a page against the verdicts that they expect, and returns how many there are.
pub fn check_page(page: &str, verdict: impl Fn(&str) -> Outcome) -> usize {
    let blocks = page.split("```hornbook\n").skip(1);
    let programs: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    for text in &programs {
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// expect: ").expect("an expected verdict");
        assert_eq!(verdict(text).verdict.name(), expected, "{text}");
    }
    programs.len()
}
