//! Benchmarks of the work of the page's worker, as values that can be run repeatedly.
//!
//! Some example programs are solved as a whole. What their search asks the arithmetic is recorded,
//! and asked again of new solvers, which leaves out all that is not arithmetic. Programs that fail after
//! millions of statements are refuted, and run on machine words only.
//!
//! **Invariant:** the checksum depends on the work only, not on the machine. It counts what was
//! done on the way as well, so that equal checksums mean equal work.
#![forbid(unsafe_code)]

mod checksum;

use checksum::Checksum;
use hornbook_base::Budget;
use hornbook_lang::interp::ListedChoices;
use hornbook_lang::typed::TypedProgram as Typed;
use hornbook_lia::Solver;
use hornbook_lia::transcript::{Event, Transcript, record};
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::UnknownReason;
use hornbook_runs::compiled::{CompiledProgram, Machine};

/// An example program, and how it is solved.
struct Program {
    name: &'static str,
    text: &'static str,
    abstraction: &'static str,
    /// When the search is stopped.
    steps: u64,
}

macro_rules! program {
    ($name:literal, $abstraction:literal, $steps:literal) => {
        Program {
            name: concat!($name, ", ", $abstraction),
            text: include_str!(concat!("../../tests/programs/", $name, ".hb")),
            abstraction: $abstraction,
            steps: $steps,
        }
    };
}

const PROGRAMS: [Program; 7] = [
    program!("11_swap_two_arrays", "cell1", 200_000),
    program!("12_even_to_odd", "cell1", 200_000),
    program!("16_constant_forgotten", "cell1", 200_000),
    program!("18_binary_search", "cell2", 50_000),
    program!("20_insertion_sort", "cell2", 10_000),
    program!("21_merge_sorted", "cell1", 200_000),
    program!("33_reverse_buggy", "cell1", 200_000),
];

macro_rules! deep {
    ($name:literal, $file:literal) => {
        Program {
            name: $name,
            text: include_str!(concat!("../programs/", $file, ".hb")),
            abstraction: "cell1",
            steps: 20_000_000,
        }
    };
}

/// Programs that fail after many statements.
const DEEP: [Program; 3] = [
    deep!("a bug in round 10,000,000", "late_round"),
    deep!("loops in loops, 9,000,000 rounds", "nested_loops"),
    deep!("a matrix of 300 x 300", "matrix"),
];

/// Instructions on machine words.
const INSTRUCTIONS: u64 = 100_000_000;

/// Steps that the answer to one recorded question may take.
const QUESTION: u64 = 5_000_000;

/// How many pieces of work there are.
pub const COUNT: usize = 2 * (PROGRAMS.len() + DEEP.len());

/// A benchmark, ready to run.
pub struct Benchmark {
    /// Its name.
    pub name: String,
    task: Task,
}

enum Task {
    /// Solving, from the text to the verdict.
    Solve(&'static Program),
    /// The solver queries of solving.
    Ask(Vec<Transcript>),
    /// Repeated runs on machine words.
    Run(Box<(Typed, CompiledProgram)>),
}

impl Benchmark {
    /// The benchmark with this number below [`COUNT`]. Its preparation may take as long as the run itself.
    pub fn new(number: usize) -> Option<Benchmark> {
        let Some(program) = PROGRAMS.get(number / 2) else {
            return Benchmark::deep(number - 2 * PROGRAMS.len());
        };
        Some(if number.is_multiple_of(2) {
            Benchmark { name: program.name.to_owned(), task: Task::Solve(program) }
        } else {
            let (_, transcripts) = record(|| solve(program));
            let name = format!("{}, questions only", program.name);
            Benchmark { name, task: Task::Ask(transcripts) }
        })
    }

    /// The benchmark of a program that fails late.
    fn deep(number: usize) -> Option<Benchmark> {
        let program = DEEP.get(number / 2)?;
        if number.is_multiple_of(2) {
            return Some(Benchmark { name: program.name.to_owned(), task: Task::Solve(program) });
        }
        let typed = Input::program(program.text, &Choices::default()).program?;
        let compiled = CompiledProgram::from_program(&typed)?;
        let name = format!("{}, {INSTRUCTIONS} instructions on machine words", program.name);
        Some(Benchmark { name, task: Task::Run(Box::new((typed, compiled))) })
    }

    /// Does it, and gives a checksum of the results.
    pub fn run(&self) -> u32 {
        match &self.task {
            Task::Solve(program) => solve(program),
            Task::Ask(transcripts) => {
                let mut sum = Checksum::default();
                transcripts.iter().for_each(|t| ask(t, &mut sum));
                sum.value()
            }
            Task::Run(program) => run(program),
        }
    }
}

/// Makes a run again and again until there are enough instructions, and gives a checksum of how each ended.
fn run((program, compiled): &(Typed, CompiledProgram)) -> u32 {
    let (mut sum, mut left) = (Checksum::default(), INSTRUCTIONS);
    while left > 0 {
        let mut choices = ListedChoices::default();
        let stop = Machine::new(compiled).go(compiled, program, &mut choices, &|_| true, &mut left);
        sum.text(&format!("{stop:?}"));
        sum.numbers(&[left]);
    }
    sum.value()
}

/// Solves a program, and gives a checksum of the outcome.
fn solve(program: &Program) -> u32 {
    let mut sum = Checksum::default();
    let options = program.abstraction.parse().map(Choices::abstraction).unwrap_or_default();
    let input = Input::program(program.text, &options);
    if let Some(mut solving) = Solving::new(&input) {
        let outcome = match solving.step(program.steps) {
            Status::Done(outcome) => outcome,
            Status::Running(_) => solving.so_far(&UnknownReason::Budget),
        };
        sum.text(outcome.verdict.name());
        let done = outcome.statistics;
        sum.numbers(&[done.questions, done.lemmas, done.atoms, done.steps]);
    }
    sum.value()
}

/// Asks a new solver what another one was asked.
fn ask(transcript: &Transcript, sum: &mut Checksum) {
    let mut solver = Solver::new();
    for event in &transcript.events {
        match event {
            // What the arithmetic does not support is passed over, here as there.
            Event::Assert(formula) => drop(solver.assert(formula)),
            Event::Push => solver.push(),
            Event::Pop => solver.pop(),
            Event::Check { assumptions, .. } => {
                let lits: Vec<_> =
                    assumptions.iter().filter_map(|f| solver.literal(f).ok()).collect();
                let answer = solver.check(&lits, &mut Budget::steps(QUESTION));
                sum.text(&format!("{answer:?}"));
            }
        }
    }
    let done = solver.statistics();
    sum.numbers(&[done.decisions, done.conflicts, done.pivots, done.complete_searches]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_gives_the_same_checksum() {
        let work = Benchmark::new(1).expect("a piece of work");
        assert_eq!(work.run(), work.run());
    }

    #[test]
    fn all_programs_can_be_solved() {
        let nothing = Checksum::default().value();
        for program in PROGRAMS.into_iter().chain(DEEP).map(|p| Program { steps: 1, ..p }) {
            assert!(program.abstraction.parse::<hornbook_abstraction::sigma::Choice>().is_ok());
            assert_ne!(solve(&program), nothing, "{}", program.name);
        }
        assert!(Benchmark::new(COUNT).is_none());
    }

    #[test]
    fn late_failures_can_be_run_on_machine_words() {
        for (number, program) in DEEP.iter().enumerate() {
            assert!(Benchmark::deep(2 * number + 1).is_some(), "{}", program.name);
        }
    }
}
