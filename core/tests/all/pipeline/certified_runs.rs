//! The whole road on random programs in the whole language: what is certified fails in no run,
//! under several abstractions, heuristics and encodings.

use crate::support::follow::run;
use crate::support::program::{Features, program};
use hornbook_abstraction::heuristic::{Heuristic, Order};
use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::StepKind;
use hornbook_lang::typed::AssertId;
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};
use std::collections::BTreeSet;

/// Programs that are tried.
const PROGRAMS: u64 = 600;
/// Steps that the search for each answer may take.
const STEPS: u64 = 20_000;

/// The assertions that some of many random runs comes to, and those that some run violates.
fn met(input: &Input, random: &mut Dice) -> (BTreeSet<AssertId>, BTreeSet<AssertId>) {
    let (mut reached, mut violated) = (BTreeSet::new(), BTreeSet::new());
    let Some(program) = &input.program else { return (reached, violated) };
    for _ in 0..60 {
        for moment in run(program, random, 200).iter().filter(|m| !m.blocked) {
            if let StepKind::Assert { id, value } = moment.step.kind {
                reached.insert(id);
                if value == Some(false) {
                    violated.insert(id);
                }
            }
        }
    }
    (reached, violated)
}

#[test]
fn no_run_breaks_what_is_certified_or_comes_to_what_is_unreached() {
    let (mut certified, mut buggy, mut unreached) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let mut random = Dice::new(77_000 + seed);
        let features = Features {
            loops: seed % 2 == 0,
            opaque: seed % 5 == 0,
            quantifiers: seed % 3 == 0,
            functions: seed % 3 == 1,
            statements: 4 + seed as usize % 6,
        };
        let text = program(&mut random, features);
        let abstraction = match seed % 14 {
            0 => "id",
            3 => "first",
            7 => "sign . cell",
            9 => "cell * nothing",
            _ => "cell1",
        };
        let heuristics = &Heuristic::ALL[..4];
        let options = Choices {
            abstraction: Some(abstraction.parse().expect("an abstraction")),
            heuristic: Some(heuristics[seed as usize % heuristics.len()]),
            order: if seed % 8 < 4 { Order::RightToLeft } else { Order::LeftToRight },
            large_blocks: seed % 4 == 1,
            loops: seed % 6 == 3,
            ..Choices::default()
        };
        let input = Input::program(&text, &options);
        let mut solving = Solving::new(&input).expect("a program without errors");
        let outcome = match solving.step(STEPS) {
            Status::Done(outcome) => outcome,
            Status::Running(_) => solving.so_far(&UnknownReason::Budget),
        };
        let (reached, violated) = met(&input, &mut random);
        for assertion in &outcome.assertions {
            let broken = assertion.id.is_some_and(|id| violated.contains(&id));
            let claimed = assertion.verdict == Verdict::Certified;
            assert!(!(broken && claimed), "line {} {options:?}\n{text}", assertion.line);
            let come_to = assertion.id.is_some_and(|id| reached.contains(&id));
            let out_of_reach = assertion.unreached;
            assert!(!(come_to && out_of_reach), "line {} {options:?}\n{text}", assertion.line);
            assert!(claimed || !out_of_reach);
            unreached += usize::from(out_of_reach);
            certified += usize::from(claimed);
            buggy += usize::from(matches!(assertion.verdict, Verdict::Buggy(_)));
        }
    }
    let counts = format!("{certified} certified, {buggy} buggy, {unreached} unreached");
    println!("{counts}");
    assert!(certified > 10 && buggy > 10 && unreached > 10, "{counts}");
}
