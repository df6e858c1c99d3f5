//! The example programs and the verdicts that they expect, within a fixed number of steps.

use crate::support::programs::{Solved, solved};
use hornbook_base::LineIndex;
use hornbook_corpus::programs::Expectation;
use std::collections::BTreeMap;

/// Runs that fail are shown with lines of the text and end at the assertion.
fn bad_run(solved: &Solved) -> Option<String> {
    let (line, what) = solved.failure.as_ref()?;
    let line = LineIndex::new(&solved.expectation.text).line_text(*line).to_owned();
    let asserted = line.contains("assert(") && what.starts_with("the assertion fails");
    let owed = line.contains("ensures") && what.starts_with("what the function owes fails");
    let good = asserted || owed || what.starts_with("what the call must keep fails");
    (!good).then(|| format!("the run ends with `{what}` at `{line}`"))
}

/// What is to be said against a result. Open programs may lack a verdict, but none may be wrong.
fn complaint(solved: &Solved) -> Option<String> {
    let Expectation { program, abstraction, verdict, open, .. } = &solved.expectation;
    let found = solved.verdict;
    // A search that is cut off may know already that the abstraction is too weak.
    let is_open = open.is_some() || solved.is_cut_off;
    let allowed = found == verdict || is_open && ["unknown", "too-weak"].contains(&found);
    if !allowed {
        return Some(format!("{program} {abstraction}: {found}, not {verdict}"));
    }
    bad_run(solved).map(|what| format!("{program} {abstraction}: {what}"))
}

/// Programs that may need more than the steps that there are for every change: those that do, and few more.
const CUT_OFF: usize = 110;

#[test]
fn the_example_programs_have_their_verdicts() {
    let all = solved();
    assert!(all.len() >= 300, "only {} expectations", all.len());
    let is_cut_off = |s: &&Solved| s.is_cut_off && s.expectation.open.is_none();
    let cut_off = all.iter().filter(is_cut_off).count();
    assert!(cut_off <= CUT_OFF, "{cut_off} were cut off");
    println!("{:48} {:8} {:10} {:10} questions    steps", "program", "", "expected", "verdict");
    let mut changes = vec![];
    // Whether an open program has each verdict that it expects.
    let mut open_programs: BTreeMap<&str, bool> = BTreeMap::new();
    for solved in all {
        let Solved { expectation: e, verdict, questions, steps, .. } = solved;
        let Expectation { program, abstraction, verdict: expected, .. } = e;
        let open = e.open.as_ref().map(|reason| format!(" open: {reason}")).unwrap_or_default();
        println!(
            "{program:48} {abstraction:8} {expected:10} {verdict:10} {questions:9} {steps:8}{open}"
        );
        changes.extend(complaint(solved));
        if e.open.is_some() {
            *open_programs.entry(program).or_insert(true) &= verdict == expected;
        }
    }
    let done = open_programs.into_iter().filter(|(_, done)| *done);
    changes.extend(done.map(|(program, _)| format!("{program}: solved, so not `// open:`")));
    assert!(changes.is_empty(), "{}", changes.join("\n"));
}
