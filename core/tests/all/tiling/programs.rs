//! The example programs that expect a verdict of tiling.

use hornbook_core::explain::{Outcome, UnknownReason};
use hornbook_core::pipeline::{Choices, Driver, Input, Named, Status};
use hornbook_corpus::pool;
use hornbook_corpus::programs::{Expectation, expectations, folder};

fn verdict(text: &str) -> String {
    outcome(text, Named::Tiling).verdict.name().to_owned()
}

fn outcome(text: &str, method: Named) -> Outcome {
    let choices = Choices { method: Some(method), ..Choices::default() };
    let input = Input::program(text, &choices);
    let mut driver =
        Driver::new(&input).unwrap_or_else(|| panic!("{:?}\n{text}", input.diagnostics));
    let done = (0..400).find_map(|_| match driver.step(20_000) {
        Status::Done(outcome) => Some(outcome),
        Status::Running(_) => None,
    });
    done.unwrap_or_else(|| driver.so_far(&UnknownReason::Budget))
}

#[test]
fn example_programs_have_the_verdicts_that_they_expect() {
    let all = expectations(&folder()).expect("the example programs");
    let all: Vec<Expectation> = all.into_iter().filter(|e| e.way == "tiling").collect();
    assert!(all.len() >= 40, "{} programs", all.len());
    let look = |e: &Expectation| {
        let found = verdict(&e.text);
        (found != e.verdict).then(|| format!("{}: {found}", e.program))
    };
    let wrong: Vec<String> = pool::map(&all, look).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The page on tiling shows where the paper goes wrong.
#[test]
fn every_program_of_the_page_has_its_verdict() {
    let page = include_str!("../../../../docs/tiling.md");
    let blocks = page.split("```hornbook\n").skip(1);
    let programs: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(programs.len(), 3);
    for text in programs {
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// expect: ").expect("an expected verdict");
        assert_eq!(verdict(text), expected, "{text}");
    }
}

/// What is certified with hints has invariants in the words of the program, at its own lines.
#[test]
fn invariants_are_told_of_the_program_itself() {
    let text = "int n = nondet();\nint a[], b[], c[], d[], e[];\n\
        for (int i = 0; i < n; i++) { b[i] = a[i]; }\n\
        for (int i = 0; i < n; i++) { c[i] = b[i]; }\n\
        for (int i = 0; i < n; i++) { d[i] = c[i]; }\n\
        for (int i = 0; i < n; i++) { e[i] = d[i]; }\n\
        assert(forall k in 0..n: e[k] == a[k]);\n";
    for method in [Named::Tiling, Named::Auto] {
        let outcome = outcome(text, method);
        assert_eq!(outcome.verdict.name(), "certified");
        let last = outcome.invariants.iter().rfind(|i| i.loop_head).expect("a loop");
        assert_eq!(last.line, 6, "{method}");
        let said: Vec<String> = last.sentences().collect();
        assert!(said.iter().any(|s| s.contains("a[k] == e[k]")), "{method}: {said:?}");
    }
}
