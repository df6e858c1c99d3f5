//! Runs of programs with calls, followed step by step through the clauses of each way to handle calls.

use crate::support::calling::calling;
use crate::support::follow::{Follower, run};
use crate::support::programs;
use hornbook_base::LineIndex;
use hornbook_corpus::dice::Dice;
use hornbook_encode::encode;
use hornbook_lang::calls::{apply_handling, choose_handling};
use hornbook_lang::interp::StepKind;
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end};

/// Says which program a failure is about.
struct Place<'t>(&'t str, &'t str);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}:\n{}", self.0, self.1);
        }
    }
}

/// What was seen of many runs.
#[derive(Debug, Default)]
struct Total {
    good: usize,
    undecided: usize,
    /// Functions that ended.
    left: usize,
    /// Claims that failed.
    failed: usize,
}

impl Total {
    /// Follows random runs of a program whose calls are handled in these ways.
    fn follow(
        &mut self,
        text: &str,
        program: &TypedProgram,
        ways: &str,
        runs: usize,
        dice: &mut Dice,
    ) {
        let _place = Place(ways, text);
        let handled = choose_handling(program, &ways.parse().expect("ways to handle calls"));
        let program = apply_handling(program, &handled);
        let system = encode(&program, &LineIndex::new(text)).expect("small steps");
        for _ in 0..runs {
            let moments = run(&program, dice, 300);
            let mut follower = Follower::new(&program, &system, &moments);
            follower.follow();
            self.good += follower.seen.good;
            self.undecided += follower.seen.undecided;
            self.failed += follower.seen.asserts.iter().filter(|(_, value, _)| !value).count();
            let left = |kind: &StepKind| matches!(kind, StepKind::Leave(_));
            self.left += moments.iter().filter(|moment| left(&moment.step.kind)).count();
        }
    }
}

#[test]
fn steps_of_random_programs_with_calls_are_instances_of_clauses() {
    for ways in ["inline", "modular", "summary", "f=modular,g=inline", "f=modular,g=summary"] {
        let (mut dice, mut total) = (Dice::new(11), Total::default());
        for n in 0..250 {
            let text = calling(&mut dice);
            let (program, diagnostics) = front_end(&text, Options { check_bounds: n % 3 == 0 });
            let program = program.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
            total.follow(&text, &program, ways, 8, &mut dice);
        }
        println!("{ways}: {total:?}");
        let Total { good, undecided, left, failed } = total;
        assert!(good > 4_000 && undecided * 50 < good && left > 400 && failed > 80, "{ways}");
    }
}

#[test]
fn steps_of_the_example_programs_with_calls_are_instances_of_clauses() {
    let mut total = Total::default();
    let folders = ["functions/", "multisets/"];
    let all = programs::all();
    let examples = all.iter().filter(|e| folders.iter().any(|folder| e.name.starts_with(folder)));
    for example in examples {
        for check_bounds in [false, true] {
            let (program, _) = front_end(&example.text, Options { check_bounds });
            let Some(program) = program else { continue };
            for ways in ["", "inline", "modular", "summary"] {
                let name = format!("{} {ways}", example.name);
                let _place = Place(&name, "");
                let mut dice = Dice::new(5);
                total.follow(&example.text, &program, ways, 10, &mut dice);
            }
        }
    }
    println!("{total:?}");
    let Total { good, undecided, left, .. } = total;
    assert!(good > 10_000 && undecided * 10 < good && left > 500, "{total:?}");
}
