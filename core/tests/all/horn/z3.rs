//! The encoding against z3: large blocks mean the same as small steps, and clauses of programs
//! with a failing run contradict each other.

use crate::support::follow::run;
use crate::support::program::{Features, program};
use crate::support::{front::typed, z3};
use hornbook_base::LineIndex;
use hornbook_corpus::dice::Dice;
use hornbook_encode::encode;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::smtlib::write;
use hornbook_lang::Options;
use hornbook_lang::interp::StepKind;
use hornbook_lang::typed::TypedProgram;

/// Whether one of many random runs breaks an assertion.
fn fails(program: &TypedProgram, random: &mut Dice) -> bool {
    let failed = |kind: &StepKind| matches!(kind, StepKind::Assert { value: Some(false), .. });
    (0..200).any(|_| {
        let moments = run(program, random, 200);
        moments.iter().any(|m| !m.blocked && failed(&m.step.kind))
    })
}

#[test]
fn z3_gives_one_answer_and_agrees_with_runs() {
    let mut cases = vec![];
    let mut texts = vec![];
    for seed in 0..200 {
        let mut random = Dice::new(10_000 + seed);
        let features = Features {
            loops: false,
            opaque: seed % 5 == 0,
            quantifiers: seed % 4 == 0,
            functions: seed % 4 == 1,
            statements: 5 + seed as usize % 6,
        };
        let text = program(&mut random, features);
        let program = typed(&text, Options::default());
        let small = encode(&program, &LineIndex::new(&text)).expect("small steps");
        texts.push(write(&small, None));
        texts.push(write(&large_blocks(&small), None));
        cases.push((fails(&program, &mut random), text));
    }
    let Some(answers) = z3::solve(&texts, 1_000) else { return };
    assert_eq!(answers.len(), texts.len());
    let (mut decided, mut buggy) = (0, 0);
    for ((fails, text), both) in cases.iter().zip(answers.chunks(2)) {
        let known = ["sat", "unsat", "unknown"];
        assert!(both.iter().all(|a| known.contains(&a.as_str())), "{both:?}\n{text}");
        let clear = both.iter().all(|a| a != "unknown");
        assert!(!clear || both[0] == both[1], "small and large blocks: {both:?}\n{text}");
        assert!(!fails || both.iter().all(|a| a != "sat"), "a run fails, but {both:?}\n{text}");
        decided += usize::from(clear);
        buggy += usize::from(clear && *fails);
    }
    println!("{decided} of {} decided, {buggy} of them with a failing run", cases.len());
    assert!(decided * 2 > cases.len() && buggy * 8 > cases.len());
}
