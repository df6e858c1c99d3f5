//! What each command does.

use crate::args::{Command, Format, Stage, Verb, hint};
use crate::input::{self, NoText};
use crate::output::{complain, print};
use crate::{DATA, USAGE, render};
use hornbook_core::base::{Diagnostic, LineIndex};
use hornbook_core::explain::{ClauseStory, Outcome, Road, UnknownReason, VERSION, Verdict};
use hornbook_core::horn::smtlib;
use hornbook_core::pipeline::{self, Input, Options, Questions, ScriptStatus, Solving, Status};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 5_000;

/// Runs a command; the result is the exit status.
pub(crate) fn run(command: &Command) -> u8 {
    let text = match input::text(&command.file) {
        Ok(text) => text,
        Err(NoText::Unreadable(why)) => {
            complain(&format!("hornbook: {why}\n{}", hint(Some(command.verb))));
            return USAGE;
        }
        Err(NoText::NotText(message)) => {
            complain(&message);
            return DATA;
        }
    };
    if command.verb == Verb::Smt {
        return smt(command, &text);
    }
    let input = input::read(&command.file, &text, command.verb == Verb::Solve);
    complain(&input::render(&command.file, &input));
    let options = Options { abstraction: command.abstraction.clone() };
    match command.verb {
        Verb::Check | Verb::Solve => check(command, &input, &options),
        Verb::Horn => horn(&input),
        Verb::Abstract => abstract_(command, &input, &options),
        Verb::Explain => explain(&input, &options),
        Verb::Smt => USAGE,
    }
}

/// What `check --format json` prints.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    diagnostics: &'a [Diagnostic],
    /// `None` when the input has errors.
    outcome: Option<&'a Outcome>,
}

fn check(command: &Command, input: &Input, options: &Options) -> u8 {
    let outcome = solve(input, options, Duration::from_millis(command.budget_ms));
    match command.format {
        Format::Text => outcome.iter().for_each(|o| print(&render::outcome(o))),
        Format::Json => json(&Report {
            version: VERSION,
            diagnostics: &input.diagnostics,
            outcome: outcome.as_ref(),
        }),
    }
    outcome.map_or(DATA, |o| status(&o.verdict))
}

/// Solves until there is an answer or the time is over; `None` when the input has errors.
fn solve(input: &Input, options: &Options, time: Duration) -> Option<Outcome> {
    let start = Instant::now();
    let mut solving = Solving::new(input, options)?;
    while start.elapsed() < time {
        if let Status::Done(outcome) = solving.step(SLICE) {
            return Some(outcome);
        }
    }
    Some(solving.stop(UnknownReason::Budget))
}

fn status(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Certified => 0,
        Verdict::Buggy(_) | Verdict::Refuted(_) => 1,
        Verdict::TooWeak { .. } => 2,
        Verdict::Unknown(_) => 3,
    }
}

fn json(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => print(&format!("{text}\n")),
        Err(e) => complain(&format!("hornbook: the record cannot be written: {e}\n")),
    }
}

fn horn(input: &Input) -> u8 {
    let Some(system) = &input.system else { return DATA };
    print(&smtlib::write(system, Some(&input.lines)));
    0
}

fn abstract_(command: &Command, input: &Input, options: &Options) -> u8 {
    let Some(stages) = pipeline::road(input, options).stages else { return DATA };
    let system = match command.stage {
        Stage::Abstract => &stages.abstracted,
        Stage::Eliminate => &stages.eliminated,
        Stage::Final => &stages.simplified,
    };
    print(&smtlib::write(system, Some(&input.lines)));
    0
}

/// What `explain` prints.
#[derive(Serialize)]
struct Explanation {
    version: u32,
    road: Road,
    /// One for each clause, in order.
    stories: Vec<ClauseStory>,
}

fn explain(input: &Input, options: &Options) -> u8 {
    let road = pipeline::road(input, options);
    let failed = road.stages.is_none();
    let story = |stages| {
        let ids = |s: &hornbook_core::explain::Stages| -> Vec<_> {
            s.clauses.iter().map(|c| c.id).collect()
        };
        ids(stages).into_iter().filter_map(|id| pipeline::story(stages, id)).collect()
    };
    let stories = road.stages.as_ref().map(story).unwrap_or_default();
    json(&Explanation { version: VERSION, road, stories });
    if failed { DATA } else { 0 }
}

fn smt(command: &Command, text: &str) -> u8 {
    let lines = LineIndex::new(text);
    let show = |d: &Diagnostic| complain(&d.render(input::shown(&command.file), &lines));
    let mut questions = match Questions::read(text) {
        Ok(questions) => questions,
        Err(diagnostics) => {
            diagnostics.iter().for_each(show);
            return DATA;
        }
    };
    let time = Duration::from_millis(command.budget_ms);
    let mut start = Instant::now();
    loop {
        let mut status = questions.step(SLICE);
        if status == ScriptStatus::Running && start.elapsed() >= time {
            status = questions.give_up();
        }
        match status {
            ScriptStatus::Running => {}
            ScriptStatus::Output(text) => {
                print(&text);
                start = Instant::now();
            }
            ScriptStatus::Failed(diagnostic) => {
                show(&diagnostic);
                return DATA;
            }
            ScriptStatus::Done => return if questions.unknown() > 0 { 3 } else { 0 },
        }
    }
}
