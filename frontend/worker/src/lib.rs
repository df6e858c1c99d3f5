//! The worker: makes the stages of one text at a time.
//!
//! It never listens while it computes. The page does not ask a busy worker to stop, it terminates it;
//! progress reaches the page all the same.

pub mod compare;

use compare::compared;
use hornbook_base::{Budget, LineIndex};
use hornbook_course::CourseProblem;
use hornbook_course::answer::Answer;
use hornbook_course::exercise::Exercise;
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::site::{OpenedCourse, pages};
use hornbook_course::{markdown, single_file};
use hornbook_explain::abstraction_plot::sample_arrays;
use hornbook_explain::concrete_traces::compare_traces;
use hornbook_explain::export::formula;
use hornbook_explain::sample::sample_run;
use hornbook_lang::format::format;
use hornbook_lang::parse;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::exercise::{AnswerJudge, JudgeStatus};
use hornbook_pipeline::{ClauseCache, Driver, Input, SecondLook, Status};
use hornbook_protocol::{DocumentKind, Formula, Job, MAX_SECONDS, Reply, Request, TextKind, wire};
use hornbook_records::{Outcome, Stages, UnknownReason, Verdict};
use hornbook_tasks::choices::Choices;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Steps of the solver between two looks at the clock.
const SLICE: u64 = 20_000;
/// Steps of the search for witnesses of all compared ways.
const COMPARE_STEPS: u64 = 400_000;
/// How long an answer to an exercise is judged, in milliseconds; the page waits a little longer.
const JUDGE_MS: f64 = 15_000.0;
/// The advice about an answer that takes longer.
const TIME_IS_OVER: &str =
    "The page looks for 15 seconds only. Check it again, or hand it in: it is judged anew there.";
/// The interval of progress reports, in milliseconds.
const TELL_EVERY_MS: f64 = 120.0;

/// The state of a worker.
#[derive(Default)]
struct Worker {
    /// The stages of the text that was analysed last.
    analysed: Option<(u32, Stages)>,
    /// Results that the next analysis reuses.
    cache: ClauseCache,
}

/// Listens for requests, and reports that it is ready.
pub fn start() {
    std::panic::set_hook(Box::new(|info| post(&Reply::Broke(info.to_string()))));
    let worker = Rc::new(RefCell::new(Worker::default()));
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Ok(request) = wire::opened(&event.data()) {
            worker.borrow_mut().answer(request);
        }
    });
    scope().set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens for as long as it lives.
    hear.forget();
    post(&Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(reply: &Reply) {
    if let Some(bytes) = wire::bytes(reply) {
        // Bytes can always be handed over to the page.
        let (parcel, handed_over) = wire::parcel(&bytes);
        let _ = scope().post_message_with_transfer(&parcel, &handed_over);
    }
}

/// Reads the text of a job. A method that nobody has chosen is found.
pub fn input(job: &Job) -> Input {
    let (text, choices) = (&job.text, &job.options.choices);
    match job.kind {
        TextKind::Program => {
            let own = Choices::from_pragmas(&parse(text).0.pragmas).0;
            Input::program(text, &choices.with_method_found(&own))
        }
        TextKind::Clauses => Input::clauses(text, &choices.with_method_found(&Choices::default())),
    }
}

impl Worker {
    fn answer(&mut self, request: Request) {
        match request {
            Request::Analyse { revision, job, clause } => {
                let road = pipeline::record_stages_cached(&input(&job), &mut self.cache);
                self.analysed = road.stages.clone().map(|stages| (revision, stages));
                let concrete = self.stages(revision).map(|stages| &stages.concrete);
                let next = clause.filter(|(id, span)| {
                    let there = concrete.and_then(|system| system.clause(*id));
                    there.is_some_and(|clause| clause.origin.span == *span)
                });
                let next = next.map(|(id, _)| id);
                post(&Reply::Analysed { revision, road: Box::new(road), next });
                if let Some(clause) = next {
                    self.answer(Request::Story { revision, clause });
                }
            }
            Request::Story { revision, clause } => {
                let story = self.stages(revision).and_then(|s| pipeline::story(s, clause));
                if let Some(story) = story {
                    post(&Reply::Story { revision, story: Box::new(story) });
                }
            }
            Request::Witness { revision, clause, call } => {
                if let Some(stages) = self.stages(revision) {
                    let mut budget = Budget::steps(pipeline::WITNESS_STEPS);
                    let found = pipeline::find_witness_or_reason(stages, clause, call, &mut budget);
                    let why = found.as_ref().err().copied();
                    let picture = found.ok().map(|view| Box::new(view.into()));
                    post(&Reply::Witness { revision, clause, call, picture, why });
                }
            }
            Request::Compare { asked, job } => {
                let mut budget = Budget::steps(COMPARE_STEPS);
                post(&compared(asked, &input(&job), &mut budget));
            }
            Request::Solve { revision, job } => match Driver::new(&input(&job)) {
                Some(solving) => {
                    let seconds = job.options.seconds.min(MAX_SECONDS);
                    solve(revision, solving, f64::from(seconds) * 1000.0);
                }
                None => post(&Reply::Refused { revision }),
            },
            Request::LookAgain { revision, job, outcome } => {
                let outcome = look_again(&input(&job), &outcome).map(Box::new);
                post(&Reply::LookedAgain { revision, outcome });
            }
            Request::GiveUp { revision, job, milliseconds } => {
                let outcome = pipeline::interrupted(&input(&job));
                let (outcome, ended) = (Box::new(outcome), false);
                post(&Reply::Solved { revision, outcome, milliseconds, ended });
            }
            Request::Write { ticket, what, job, outcome } => {
                let text = write(&what, &job, outcome.as_deref());
                post(&Reply::Written { ticket, text });
            }
        }
    }

    fn stages(&self, revision: u32) -> Option<&Stages> {
        self.analysed.as_ref().filter(|(of, _)| *of == revision).map(|(_, stages)| stages)
    }
}

/// Writes a document about a text. `outcome` is its verdict if it is known.
fn write(what: &DocumentKind, job: &Job, outcome: Option<&Outcome>) -> Option<String> {
    match what {
        DocumentKind::Export(export, title) => {
            pipeline::export(&input(job), title, outcome, *export)
        }
        DocumentKind::Formula(Formula::Clause(clause, phase), language) => {
            let Input { lines, system, settings, .. } = input(job);
            let stages = pipeline::stages(&system?, &lines, &settings);
            formula::format_clause_at(&stages, *clause, *phase, *language)
        }
        DocumentKind::Formula(Formula::Invariant(n), language) => {
            Some(formula::format_invariant(outcome?.invariants.get(*n)?, *language))
        }
        DocumentKind::Story(assertion) => {
            serde_json::to_string(&pipeline::verdict_story(&input(job), outcome?, *assertion)?).ok()
        }
        DocumentKind::Reasons(place) => serde_json::to_string(
            &pipeline::find_induction_obligations(&input(job), outcome?, *place)?,
        )
        .ok(),
        DocumentKind::Origins(place) => {
            serde_json::to_string(&pipeline::find_fact_origins(&input(job), outcome?, *place)?).ok()
        }
        DocumentKind::LineComparison => {
            serde_json::to_string(&pipeline::compare_lines(&input(job))?).ok()
        }
        DocumentKind::CompletedLines => {
            serde_json::to_string(&pipeline::complete_lines(&input(job))?).ok()
        }
        DocumentKind::AnswerJudgement(asked) => {
            let (exercise, answer) = serde_json::from_str(asked).ok()?;
            serde_json::to_string(&judge(&exercise, &answer)).ok()
        }
        DocumentKind::CoursePages(markdown) => serde_json::to_string(&course_pages(markdown)).ok(),
        DocumentKind::Without(place, part) => serde_json::to_string(
            &pipeline::find_failures_without(&input(job), outcome?, *place, *part)?,
        )
        .ok(),
        DocumentKind::Sample(size) => {
            let sample = sample_run(input(job).program.as_ref()?, &outcome?.invariants, *size)?;
            serde_json::to_string(&sample).ok()
        }
        DocumentKind::Worlds(n) => {
            let Verdict::TooWeak { tree, .. } = &outcome?.assertions.get(*n)?.verdict else {
                return None;
            };
            let Input { program, lines, text, .. } = input(job);
            serde_json::to_string(&compare_traces(program.as_ref(), &lines, &text, tree)).ok()
        }
        DocumentKind::Cloud { at, loop_head } => {
            let cloud = sample_arrays(input(job).program.as_ref()?, *at, *loop_head)?;
            serde_json::to_string(&cloud).ok()
        }
        DocumentKind::Operators => {
            serde_json::to_string(&pipeline::operator_records(&input(job))).ok()
        }
        DocumentKind::Workbench => serde_json::to_string(&pipeline::workbench(&input(job))?).ok(),
        DocumentKind::Tiling => serde_json::to_string(&pipeline::record_tiling(&input(job))?).ok(),
        DocumentKind::Layout => format(&job.text).ok().filter(|_| job.kind == TextKind::Program),
    }
}

/// Judges an answer, for so long at most.
fn judge(exercise: &Exercise, answer: &Answer) -> AnswerJudgement {
    let start = js_sys::Date::now();
    let mut judge = AnswerJudge::new(exercise, answer);
    loop {
        if let JudgeStatus::Done(judgement) = judge.step(SLICE) {
            return *judgement;
        }
        if js_sys::Date::now() - start > JUDGE_MS {
            let mut judgement = judge.stop();
            if judgement.solved == Solved::Undecided {
                judgement.leave_open(TIME_IS_OVER);
            }
            return judgement;
        }
    }
}

/// The outcome of a second look, which has an end of its own.
fn look_again(input: &Input, first: &Outcome) -> Option<Outcome> {
    let mut look = SecondLook::new(input, first)?;
    while !look.step(SLICE) {}
    look.into_outcome().map(|(outcome, _)| outcome)
}

/// Solves to the end or for `limit` milliseconds, and reports progress from time to time.
fn solve(revision: u32, mut solving: Driver, limit: f64) {
    let start = js_sys::Date::now();
    let mut told = start;
    let (outcome, ended) = loop {
        let progress = match solving.step(SLICE) {
            Status::Done(outcome) => break (outcome, true),
            Status::Running(progress) => progress,
        };
        let now = js_sys::Date::now();
        if now - start > limit {
            break (solving.stop(&UnknownReason::Budget), false);
        }
        if now - told > TELL_EVERY_MS {
            told = now;
            post(&Reply::Progress { revision, progress });
        }
    };
    let milliseconds = js_sys::Date::now() - start;
    post(&Reply::Solved { revision, outcome: Box::new(outcome), milliseconds, ended });
}

/// The pages of a course in Markdown, or its problems with their places.
fn course_pages(markdown: &str) -> Result<OpenedCourse, Vec<String>> {
    let files = single_file::split("course.md", markdown);
    let problems = match single_file::join(&files) {
        Ok(published) => {
            let (source, _) = markdown::read(&files);
            return Ok(OpenedCourse { pages: pages(&source.course), published });
        }
        Err(problems) => problems,
    };
    let rendered = problems.iter().map(|CourseProblem { file, diagnostic }| {
        let (name, text) = files.get(*file).map_or(("course.md", ""), |(name, text)| (name, text));
        diagnostic.render(name, &LineIndex::new(text))
    });
    Err(rendered.collect())
}
