//! Every example of the language reference does what it says there.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::sigma::Sigma;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::UnknownReason;

/// Steps that an example may take.
const STEPS: u64 = 20_000_000;

fn reference() -> &'static str {
    include_str!("../../../../docs/language.md")
}

fn examples() -> Vec<&'static str> {
    let blocks = reference().split("```hornbook\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

fn verdict(text: &str, options: &Choices) -> &'static str {
    let input = Input::program(text, options);
    let Some(mut solving) = Solving::new(&input) else {
        panic!("{text}\n{:#?}", input.diagnostics);
    };
    let outcome = match solving.step(STEPS) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => solving.so_far(&UnknownReason::Budget),
    };
    outcome.verdict.name()
}

#[test]
fn every_example_has_its_verdict() {
    let examples = examples();
    assert!(examples.len() >= 25, "only {} examples", examples.len());
    for text in examples {
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// expect: ").expect("an expected verdict");
        assert_eq!(verdict(text, &Choices::default()), expected, "{text}");
    }
}

/// Merging steps changes clauses, not what can be said about a program; some invariants are
/// harder to find, so an answer may be missing.
#[test]
fn large_blocks_contradict_no_example() {
    let options = Choices { large_blocks: true, ..Choices::default() };
    let mut same = 0;
    for text in examples() {
        let (small, large) = (verdict(text, &Choices::default()), verdict(text, &options));
        let contradiction =
            matches!((small, large), ("certified", "buggy") | ("buggy", "certified"));
        assert!(!contradiction, "{small} {large}\n{text}");
        same += usize::from(small == large);
    }
    assert!(same * 10 >= examples().len() * 9, "{same} of {}", examples().len());
}

#[test]
fn every_word_of_the_language_is_explained() {
    let words = [
        "int",
        "bool",
        "if",
        "else",
        "while",
        "do",
        "for",
        "break",
        "continue",
        "return",
        "havoc",
        "hint",
        "assume",
        "assert",
        "nondet",
        "true",
        "forall",
        "exists",
        "min",
        "max",
        "abs",
        "len",
        "const_array",
        "insert",
        "erase",
        "fill",
        "sub_array",
        "sorted",
        "bound_eq",
        "permutation",
        "sum",
        "count",
        "abstraction",
        "heuristic",
        "budget-ms",
        "check-bounds",
        "large-blocks",
    ];
    let text = reference();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    for word in words {
        assert!(text.split(|c| !is_part(c)).any(|found| found == word), "{word}");
    }
}

/// What the page on abstractions shows can be written like that, and is shown again as it was.
#[test]
fn every_abstraction_of_the_documents_can_be_read() {
    let text = include_str!("../../../../docs/abstractions.md");
    let section = text.split("## Heuristics").next().unwrap_or_default();
    let rows = section.lines().filter(|l| l.starts_with("| `"));
    let written: Vec<&str> = rows
        .flat_map(|row| row.split(" | ").next().unwrap_or_default().split('`').skip(1).step_by(2))
        .collect();
    assert!(written.len() >= 18, "{written:?}");
    for sigma in written {
        let read: Sigma = sigma.parse().unwrap_or_else(|e| panic!("{sigma}: {e}"));
        assert_eq!(read.to_string().parse::<Sigma>().expect(sigma), read);
    }
    for heuristic in Heuristic::ALL {
        assert!(text.contains(&format!("| `{heuristic}` |")), "{heuristic} is not explained");
    }
}
