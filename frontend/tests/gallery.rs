//! Every program of the gallery keeps what it promises, within a fixed number of steps.

use hornbook_core::abstraction::sigma::Choice;
use hornbook_core::base::SortedSet;
use hornbook_core::explain::{Outcome, UnknownReason};
use hornbook_core::pipeline::{AUTO, Climbing, Input, Status};
use hornbook_frontend::gallery::{self, CHAPTERS, Program, Promise};
use hornbook_frontend::protocol::Options;
use hornbook_frontend::worker::core_options;
use std::path::Path;
use std::sync::Mutex;

/// Some times more than any of them needs.
const STEPS: u64 = 3_000_000;

fn solve(text: &str, options: &Options) -> Option<Outcome> {
    let mut solving = Climbing::new(&Input::program(text, &core_options(options)))?;
    let mut steps = 0;
    // Climbing counts each of its attempts by itself.
    while steps < STEPS {
        match solving.step(20_000) {
            Status::Done(outcome) => return Some(outcome),
            Status::Running(progress) => steps = progress.statistics.steps,
        }
    }
    Some(solving.so_far(&UnknownReason::Budget))
}

/// What is to be said against a program: each verdict that is not the promised one.
fn complaints(program: &Program) -> Vec<String> {
    let contrast = program.contrast.as_ref().map(|contrast| {
        let abstraction = contrast.abstraction.to_owned();
        (Options { abstraction, ..Options::default() }, contrast.verdict)
    });
    let ways = [(program.options(), program.verdict)].into_iter().chain(contrast);
    ways.filter_map(|(options, promised)| {
        let found = solve(program.text, &options);
        let found = found.map_or("an error", |outcome| outcome.verdict.name());
        let (name, way) = (program.name, options.abstraction);
        (found != promised.name())
            .then(|| format!("{name} with {way}: {found}, not {}", promised.name()))
    })
    .collect()
}

#[test]
fn every_program_gets_the_promised_verdicts() {
    let queue = Mutex::new(gallery::all());
    let found = Mutex::new(vec![]);
    let work = || {
        loop {
            let next = queue.lock().expect("no panic").next();
            let Some(program) = next else { break };
            let complaints = complaints(program);
            found.lock().expect("no panic").extend(complaints);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let found = found.into_inner().expect("no panic");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_description_is_complete() {
    let mut names = SortedSet::new();
    let mut titles = SortedSet::new();
    for (i, program) in gallery::all().enumerate() {
        let Program { name, title, teaches, .. } = program;
        assert_eq!(program.number, i + 1, "{name} has its place as its number");
        assert!(names.insert(*name) && titles.insert(*title), "{name} or its title is there twice");
        for sentence in teaches {
            let whole = sentence.starts_with(char::is_uppercase) && sentence.ends_with('.');
            assert!(whole && !sentence.contains(". "), "{name}: one sentence: {sentence}");
        }
        let abstractions = [program.abstraction].into_iter();
        let contrast = program.contrast.as_ref().map(|c| c.abstraction);
        for abstraction in abstractions.chain(contrast) {
            let known = abstraction == AUTO || abstraction.parse::<Choice>().is_ok();
            assert!(known, "{name}: {abstraction} is an abstraction");
        }
        let bug = program.verdict == Promise::Buggy;
        assert_eq!(bug, name.ends_with("_buggy"), "{name} says whether it has a bug");
    }
    assert!(names.len() >= 26 && CHAPTERS.iter().all(|c| !c.programs.is_empty()));
}

#[test]
fn every_program_of_the_folder_is_in_the_index() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gallery");
    for entry in std::fs::read_dir(folder).expect("the gallery") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let known = name == "index" || gallery::called(&name).is_some();
        assert!(known, "{} is not in gallery/index.json", path.display());
    }
}

#[test]
fn programs_have_no_lines_for_tests_and_fit_on_a_screen() {
    for program in gallery::all() {
        let lines: Vec<&str> = program.text.lines().collect();
        assert!(lines.len() <= 20, "{} is long", program.name);
        assert!(lines.iter().all(|l| l.len() <= 80), "{} is wide", program.name);
        let comments = lines.iter().filter(|l| l.starts_with("//")).count();
        assert!(comments <= 1, "{} has one comment at most", program.name);
    }
}
