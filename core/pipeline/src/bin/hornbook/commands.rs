//! The commands.

use crate::args::{Command, Verb, wrong_usage};
use crate::input::{self, NoText};
use crate::line::{AbstractStage, ClauseFormat, ReportFormat};
use crate::output::{complain, print, write_file};
use crate::{DATA, compare, render, tell};
use hornbook_base::{Diagnostic, LineIndex};
use hornbook_horn::cfg::graph;
use hornbook_horn::{System, latex, smtlib};
use hornbook_lang::format::format;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{
    BUDGET_MS, Choices, Driver, Input, MethodChoice, Questions, ScriptStatus, SecondLook, Status,
};
use hornbook_records::json::WithTermTable;
use hornbook_records::tiled::TilingRecord;
use hornbook_records::workbench::{OperatorRecord, Workbench};
use hornbook_records::{Outcome, UnknownReason, VERSION, Verdict};
use serde::Serialize;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 5_000;

/// The time to wait for the end of a step after the time limit.
const GRACE: Duration = Duration::from_millis(500);
/// The stack for solving, in bytes.
const STACK: usize = 64 << 20;

/// Runs a command; the result is the exit status.
pub(crate) fn run(command: &Command) -> u8 {
    let text = match input::text(&command.file) {
        Ok(text) => text,
        Err(NoText::Unreadable(why)) => {
            return tell(&wrong_usage(command.verb, &why));
        }
        Err(NoText::NotText(message)) => {
            complain(&message);
            return DATA;
        }
    };
    if matches!(command.verb, Verb::Solve | Verb::Smt) && !input::may_be_smtlib(&text) {
        let file = input::shown(&command.file);
        complain(&format!(
            "{file}: error: this is no SMT-LIB, which begins with a bracket\n  hint: \
             `hornbook check` takes programs\n"
        ));
        return DATA;
    }
    match command.verb {
        Verb::Check | Verb::Solve => return check(command, &text),
        Verb::Smt => return smt(command, &text),
        Verb::Format => return layout(command, &text),
        Verb::Export if command.export.has_verdict() => return check(command, &text),
        Verb::Export => return clauses(command, &text),
        Verb::Instrument => return instrument(command, &text),
        Verb::Tiles => return tiles(command, &text),
        Verb::Horn | Verb::Abstract | Verb::Compare | Verb::Explain => {}
    }
    let input = read(command, &text);
    let Some(system) = &input.system else {
        if command.verb == Verb::Explain {
            json(&WithTermTable(&pipeline::explanation(&input)));
        }
        return DATA;
    };
    match command.verb {
        Verb::Abstract => abstract_(command, &input),
        Verb::Compare => return compare::run(command, &input, system),
        Verb::Explain => json(&WithTermTable(&pipeline::explanation(&input))),
        _ => horn(command, &input, system),
    }
    0
}

fn horn(command: &Command, input: &Input, system: &System) {
    let system = &pipeline::prepare_clauses(system, &input.settings);
    print(&match command.clauses {
        ClauseFormat::Dot => graph(system).dot(),
        ClauseFormat::Rules => smtlib::write_fixedpoint(system, Some(&input.lines)),
        ClauseFormat::Latex => latex::system(system),
        ClauseFormat::Smtlib => smtlib::write(system, Some(&input.lines)),
    });
}

/// Reads the text and shows its diagnostics.
fn read(command: &Command, text: &str) -> Input {
    let clauses = command.verb == Verb::Solve;
    let input = input::read(&command.file, text, clauses, &command.chosen.choices());
    complain(&input::render(&command.file, &input));
    let solves = match command.verb {
        Verb::Check | Verb::Solve => true,
        Verb::Export => command.export.has_verdict(),
        _ => false,
    };
    if input.settings.climbs && !solves {
        let abstraction = &input.settings.abstraction;
        complain(&format!("hornbook: `auto` is for `check`; {abstraction} is shown here\n"));
    }
    input
}

/// The output of `check --format json`.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    diagnostics: &'a [Diagnostic],
    /// `None` when the input has errors.
    outcome: Option<&'a Outcome>,
}

/// The time limit: the command line comes before the program's own pragma.
fn time(input: &Input) -> Duration {
    Duration::from_millis(input.settings.budget_ms.unwrap_or(BUDGET_MS))
}

/// The result of `check` and `solve`.
struct Answer {
    /// The output.
    text: String,
    status: u8,
    /// The verdict's name, if there is one.
    verdict: Option<&'static str>,
    /// On demand and if the verdict is `certified`.
    evidence: EvidenceTexts,
}

/// The evidence for a verdict `certified`, as texts for files.
#[derive(Default)]
struct EvidenceTexts {
    /// The proof obligations.
    certificate: Option<String>,
    /// A model of clauses from a file.
    model: Option<String>,
}

/// An outcome and what it rests on.
type Solved = (Outcome, EvidenceTexts);

fn check(command: &Command, text: &str) -> u8 {
    let input = read(command, text);
    let answer = match &input.system {
        None => answer(command, &input, None),
        Some(_) => in_time(command, text, time(&input)).unwrap_or_else(|| {
            let nothing = pipeline::interrupted(&input);
            answer(command, &input, Some((nothing, EvidenceTexts::default())))
        }),
    };
    deliver(command, &answer.text);
    if let Some(file) = &command.certificate {
        write_evidence(file, answer.evidence.certificate.as_deref(), answer.verdict);
    }
    if let Some(file) = &command.model {
        write_evidence(file, answer.evidence.model.as_deref(), answer.verdict);
    }
    answer.status
}

/// Writes what a verdict rests on, or says why it is not there.
fn write_evidence(file: &str, text: Option<&str>, verdict: Option<&str>) {
    match (text, verdict) {
        (Some(text), _) => write_file(file, text),
        (None, Some("certified")) => {
            let why = "the proof gives no model of these clauses";
            complain(&format!("hornbook: {why}: `{file}` was not written\n"));
        }
        (None, Some(verdict)) => {
            complain(&format!("hornbook: the verdict is {verdict}: `{file}` was not written\n"));
        }
        // The errors of the input are shown.
        (None, None) => {}
    }
}

/// Solves in a thread of its own. A step measures work, not time, and may take long, so the thread is left
/// behind when it does not end; the program ends soon after.
fn in_time(command: &Command, text: &str, time: Duration) -> Option<Answer> {
    let (sender, receiver) = mpsc::channel();
    let (command, text) = (command.clone(), text.to_owned());
    let work = move || {
        let clauses = command.verb == Verb::Solve;
        let choices = match command.verb {
            Verb::Export => command.chosen.choices(),
            _ => {
                let own = Choices::from_pragmas(&hornbook_lang::parse(&text).0.pragmas).0;
                command.chosen.choices().with_method_found(&own)
            }
        };
        let input = input::read(&command.file, &text, clauses, &choices);
        // The receiver is gone when the time is over.
        let tell = |solved| {
            let _ = sender.send(answer(&command, &input, solved));
        };
        let early = |outcome| tell(Some((outcome, EvidenceTexts::default())));
        tell(solve(&command, &input, time, &early));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
    let (start, limit) = (Instant::now(), time.saturating_add(GRACE));
    let mut last = None;
    while let Ok(answer) = receiver.recv_timeout(limit.saturating_sub(start.elapsed())) {
        last = Some(answer);
    }
    last
}

/// Whether `--method auto` tries more than the method chosen for the program, if it is one.
fn tries_less(input: &Input) -> bool {
    input.program.as_ref().is_some_and(|program| {
        let own = || Choices::from_pragmas(&program.pragmas).0.method_wanted();
        input.options.method_wanted().or_else(own) != Some(MethodChoice::Auto)
    })
}

fn answer(command: &Command, input: &Input, solved: Option<Solved>) -> Answer {
    let (outcome, evidence) = solved.unzip();
    if command.verb == Verb::Export {
        return exported(command, input, outcome.as_ref());
    }
    let text = match (command.format, &outcome) {
        (ReportFormat::Json, outcome) => to_json(&Report {
            version: VERSION,
            diagnostics: &input.diagnostics,
            outcome: outcome.as_ref(),
        }),
        (_, None) => String::new(),
        (_, Some(outcome)) => render::outcome(outcome, &input.diagnostics, tries_less(input)),
    };
    Answer {
        text,
        status: outcome.as_ref().map_or(DATA, |o| status(&o.verdict)),
        verdict: outcome.map(|o| o.verdict.name()),
        evidence: evidence.unwrap_or_default(),
    }
}

/// The document of `export`. The verdict does not change the exit status.
fn exported(command: &Command, input: &Input, outcome: Option<&Outcome>) -> Answer {
    let title = match command.file.as_str() {
        "-" => "A program".to_owned(),
        file => std::path::Path::new(file)
            .file_name()
            .map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned()),
    };
    let text = outcome.and_then(|o| pipeline::export(input, &title, Some(o), command.export));
    let status = if text.is_some() { 0 } else { DATA };
    Answer {
        text: text.unwrap_or_default(),
        status,
        verdict: None,
        evidence: EvidenceTexts::default(),
    }
}

/// `export` of clauses as SMT-LIB.
fn clauses(command: &Command, text: &str) -> u8 {
    let input = read(command, text);
    match pipeline::export(&input, "", None, command.export) {
        Some(text) => {
            deliver(command, &text);
            0
        }
        None => DATA,
    }
}

/// Prints a result, or writes it to the output file. Without a result no file is written.
fn deliver(command: &Command, text: &str) {
    match &command.output {
        Some(_) if text.is_empty() => {}
        Some(file) => write_file(file, text),
        None => print(text),
    }
}

/// The canonical layout of a program.
fn layout(command: &Command, text: &str) -> u8 {
    let formatted = match format(text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            let lines = LineIndex::new(text);
            let show = |d: &Diagnostic| d.render(input::shown(&command.file), &lines);
            complain(&diagnostics.iter().map(show).collect::<String>());
            return DATA;
        }
    };
    let changes = formatted != text;
    if command.write && changes {
        write_file(&command.file, &formatted);
    }
    if command.check {
        return u8::from(changes);
    }
    if !command.write {
        print(&formatted);
    }
    0
}

/// Solves until there is an answer or the time is over; `None` when the input has errors. Earlier verdicts
/// are sent to `early`, in case that the last step takes too long.
fn solve(
    command: &Command,
    input: &Input,
    time: Duration,
    early: &dyn Fn(Outcome),
) -> Option<Solved> {
    let start = Instant::now();
    let mut solving = Driver::new(input)?;
    let mut known = 0;
    while start.elapsed() < time {
        if let Status::Done(outcome) = solving.step(SLICE) {
            early(outcome.clone());
            let (outcome, solving) =
                match shorter(command, input, &outcome, &|| start.elapsed() < time) {
                    Some((better, by)) => (better, by),
                    None => (outcome, solving),
                };
            return Some(with_evidence(command, &solving, outcome));
        }
        if solving.change_count() != known {
            known = solving.change_count();
            early(solving.so_far(&UnknownReason::Budget));
        }
    }
    let outcome = solving.stop(&UnknownReason::Budget);
    Some(with_evidence(command, &solving, outcome))
}

/// The outcome of a second look, if one was wished for and finds something while there is time.
fn shorter(
    command: &Command,
    input: &Input,
    first: &Outcome,
    has_time: &dyn Fn() -> bool,
) -> Option<(Outcome, Driver)> {
    let mut look = SecondLook::new(input, first).filter(|_| command.shortest)?;
    while has_time() && !look.step(SLICE) {}
    look.into_outcome()
}

/// An outcome with what it rests on, on demand.
fn with_evidence(command: &Command, solving: &Driver, outcome: Outcome) -> Solved {
    let certificate = command.certificate.as_ref().and_then(|_| solving.certificate(&outcome));
    let model = command.model.as_ref().and_then(|_| solving.horn_model(&outcome));
    (outcome, EvidenceTexts { certificate, model })
}

fn status(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Certified => 0,
        Verdict::Buggy(_) | Verdict::Refuted(_) => 1,
        Verdict::TooWeak { .. } | Verdict::NotShown(_) => 2,
        Verdict::Unknown(_) => 3,
        Verdict::NothingAsserted => 4,
    }
}

fn to_json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text + "\n",
        Err(e) => {
            complain(&format!("hornbook: the record cannot be written: {e}\n"));
            String::new()
        }
    }
}

fn json(value: &impl Serialize) {
    print(&to_json(value));
}

fn abstract_(command: &Command, input: &Input) {
    let Some(stages) = pipeline::record_stages(input).stages else { return };
    let system = match command.stage {
        AbstractStage::Abstract => &stages.abstracted,
        AbstractStage::Eliminate => &stages.eliminated,
        AbstractStage::Final => &stages.simplified,
    };
    print(&smtlib::write(system, Some(&input.lines)));
}

/// The output of `instrument --format json`.
#[derive(Serialize)]
struct Instrumenting {
    version: u32,
    /// `None` when the text has errors.
    workbench: Option<Workbench>,
    operators: Vec<OperatorRecord>,
}

/// The program with ghost variables.
fn instrument(command: &Command, text: &str) -> u8 {
    let input = read(command, text);
    if command.format == ReportFormat::Json {
        json(&Instrumenting {
            version: VERSION,
            workbench: pipeline::workbench(&input),
            operators: pipeline::operator_records(&input),
        });
    }
    if input.program.is_none() {
        return DATA;
    }
    if command.format == ReportFormat::Text {
        match pipeline::instrument(&input) {
            Ok((rules, written_out, made)) => {
                print(&render::instrumented(&rules, written_out, &made));
            }
            Err(why) => {
                complain(&format!("hornbook: {why}\n"));
                return DATA;
            }
        }
    }
    0
}

/// The output of `tiles --format json`.
#[derive(Serialize)]
struct Tiling {
    version: u32,
    /// `None` when the text has errors.
    tiling: Option<TilingRecord>,
}

/// The loops with their tiles, and the conditions of the claims.
fn tiles(command: &Command, text: &str) -> u8 {
    let input = read(command, text);
    let tiling = pipeline::record_tiling(&input);
    match (command.format, &tiling) {
        (ReportFormat::Text, Some(tiling)) => print(&render::tiled(tiling)),
        (ReportFormat::Text, None) if input.program.is_none() && input.system.is_some() => {
            complain("hornbook: clauses have no loops: `tiles` is about programs\n");
            return DATA;
        }
        (ReportFormat::Text, None) => return DATA,
        (ReportFormat::Json, _) => json(&Tiling { version: VERSION, tiling }),
    }
    if input.program.is_none() { DATA } else { 0 }
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
    let time = Duration::from_millis(command.chosen.budget_ms.unwrap_or(BUDGET_MS));
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
