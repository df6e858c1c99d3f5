//! Messages between page and workers arrive unchanged: every kind of message, for the programs of the
//! gallery.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::{Budget, Span};
use hornbook_frontend::gallery;
use hornbook_horn::ClauseId;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Driver, Input, Status};
use hornbook_protocol::compare::{ComparisonAxis, ComparisonRequest};
use hornbook_protocol::{DocumentKind, Formula, Job, Options, Reply, Request, TextKind, wire};
use hornbook_records::UnknownReason;
use hornbook_records::export::{Export, Language};
use hornbook_records::stages::Phase;
use hornbook_tasks::choices::{Choices, Key};
use hornbook_worker::compare::compared;
use std::collections::BTreeSet;

/// Enough for the verdicts of many programs.
const SLICES: u64 = 4;
/// Enough for some witnesses.
const WITNESS_STEPS: u64 = 2_000;

fn request_kind(request: &Request) -> &'static str {
    match request {
        Request::Analyse { .. } => "analyse",
        Request::Story { .. } => "story",
        Request::Witness { .. } => "witness",
        Request::Compare { .. } => "compare",
        Request::Solve { .. } => "solve",
        Request::LookAgain { .. } => "look again",
        Request::GiveUp { .. } => "give up",
        Request::Write { what: DocumentKind::Export(..), .. } => "export",
        Request::Write { what: DocumentKind::Formula(..), .. } => "formula",
        Request::Write { what: DocumentKind::Operators, .. } => "operators",
        Request::Write { what: DocumentKind::Workbench, .. } => "workbench",
        Request::Write { what: DocumentKind::Tiling, .. } => "tiling",
        Request::Write { what: DocumentKind::Layout, .. } => "layout",
        Request::Write { what: DocumentKind::Sample(_), .. } => "sample",
        Request::Write { what: DocumentKind::Worlds(_), .. } => "worlds",
        Request::Write { what: DocumentKind::Story(_), .. } => "story of a verdict",
        Request::Write { what: DocumentKind::Reasons(_), .. } => "reasons",
        Request::Write { what: DocumentKind::Without(..), .. } => "without",
        Request::Write { what: DocumentKind::Origins(_), .. } => "origins",
        Request::Write { what: DocumentKind::LineComparison, .. } => "lines compared",
        Request::Write { what: DocumentKind::CompletedLines, .. } => "lines completed",
        Request::Write { what: DocumentKind::AnswerJudgement(_), .. } => "answer judged",
        Request::Write { what: DocumentKind::CoursePages(_), .. } => "course",
        Request::Write { what: DocumentKind::Cloud { .. }, .. } => "cloud",
    }
}
const REQUESTS: usize = 24;

fn reply_kind(reply: &Reply) -> &'static str {
    match reply {
        Reply::Ready => "ready",
        Reply::Broke(_) => "broke",
        Reply::Analysed { .. } => "analysed",
        Reply::Story { .. } => "story",
        Reply::Witness { picture: None, .. } => "no witness",
        Reply::Witness { picture: Some(_), .. } => "witness",
        Reply::Compared { pictures, .. } if pictures.iter().all(Vec::is_empty) => "compared",
        Reply::Compared { .. } => "compared, with witnesses",
        Reply::Progress { .. } => "progress",
        Reply::Solved { .. } => "solved",
        Reply::LookedAgain { .. } => "looked again",
        Reply::Refused { .. } => "refused",
        Reply::Written { .. } => "written",
    }
}
const REPLIES: usize = 13;

/// Replies cannot be compared, but their JSON can: it names all that is in them.
fn json(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("a record")
}

/// The replies to all requests about a text, as the worker makes them.
fn replies(text: &str, options: &Options, send: &mut dyn FnMut(&Reply)) {
    let revision = 7;
    let input = Input::program(text, &options.choices);
    let road = pipeline::record_stages(&input);
    let stages = road.stages.clone();
    send(&Reply::Analysed { revision, road: Box::new(road), next: None });
    if let Some(stages) = stages {
        for clause in (0..).map(ClauseId) {
            let Some(story) = pipeline::story(&stages, clause) else { break };
            send(&Reply::Story { revision, story: Box::new(story) });
            let (call, mut budget) = (0, Budget::steps(WITNESS_STEPS));
            let found = pipeline::find_witness_or_reason(&stages, clause, call, &mut budget);
            let why = found.as_ref().err().copied();
            let picture = found.ok().map(|view| Box::new(view.into()));
            send(&Reply::Witness { revision, clause, call, picture, why });
        }
        let (abstraction, heuristic) = ("cell<2".parse().expect("pairs"), Heuristic::Mg16);
        let other = ComparisonAxis::Other { abstraction, heuristic };
        for axis in [ComparisonAxis::Heuristics, ComparisonAxis::Abstractions, other] {
            let asked = ComparisonRequest { revision, clause: ClauseId(1), axis };
            send(&compared(asked, &input, &mut Budget::steps(WITNESS_STEPS)));
        }
    }
    solve(&input, revision, send);
}

/// A comparison in which some ways are incomplete: pairs of cells lose something at a read.
fn lossy_comparison() -> Reply {
    let text = "int a[]; int v = a[0]; assert(v == v + 0);";
    let input = Input::program(text, &Choices::default());
    let asked =
        ComparisonRequest { revision: 7, clause: ClauseId(2), axis: ComparisonAxis::Abstractions };
    compared(asked, &input, &mut Budget::steps(400_000))
}

fn solve(input: &Input, revision: u32, send: &mut dyn FnMut(&Reply)) {
    let Some(mut solving) = Driver::new(input) else {
        return send(&Reply::Refused { revision });
    };
    for _ in 0..SLICES {
        match solving.step(20_000) {
            Status::Running(progress) => send(&Reply::Progress { revision, progress }),
            Status::Done(outcome) => {
                let outcome = Box::new(outcome);
                send(&Reply::LookedAgain { revision, outcome: Some(outcome.clone()) });
                return send(&Reply::Solved { revision, outcome, milliseconds: 12.5, ended: true });
            }
        }
    }
}

#[test]
fn every_request_arrives_as_it_was_sent() {
    let (revision, clause, text) = (u32::MAX, ClauseId(300), "int ä;\n".to_owned());
    let mut options = Options { seconds: 7, ..Options::default() };
    for (key, text) in [
        (Key::Method, "instrument"),
        (Key::Rules, "sum(a): 3 begin(0), 5 append"),
        (Key::Abstraction, "cell<2,a=slice(i)"),
        (Key::Heuristic, "manual"),
        (Key::Order, "right"),
        (Key::Cells, "3:a=k',i + 1"),
        (Key::CheckBounds, ""),
        (Key::LargeBlocks, ""),
        (Key::Loops, ""),
    ] {
        options.choices.set(key, text).expect("a choice");
    }
    let asked = ComparisonRequest { revision, clause, axis: ComparisonAxis::Heuristics };
    let job = Job { kind: TextKind::Clauses, text, options };
    let input = Input::program("int n; assert(n == 0);", &job.options.choices);
    let outcome = pipeline::unanswered(&input, &UnknownReason::Budget);
    let write = |what| {
        let outcome = Some(Box::new(outcome.clone()));
        Request::Write { ticket: 9, what, job: job.clone(), outcome }
    };
    let requests = [
        Request::Analyse {
            revision,
            job: job.clone(),
            clause: Some((clause, Span { start: 3, end: 300 })),
        },
        Request::Story { revision, clause },
        Request::Witness { revision, clause, call: 70_000 },
        Request::Compare { asked, job: job.clone() },
        Request::Solve { revision, job: job.clone() },
        Request::LookAgain { revision, job: job.clone(), outcome: Box::new(outcome.clone()) },
        Request::GiveUp { revision, job: job.clone(), milliseconds: 10_000.5 },
        write(DocumentKind::Export(Export::SmtlibAfter, "ä".to_owned())),
        write(DocumentKind::Formula(Formula::Clause(clause, Phase::Eliminated), Language::Latex)),
        write(DocumentKind::Formula(Formula::Invariant(3), Language::Text)),
        write(DocumentKind::Sample(70_000)),
        write(DocumentKind::Worlds(300)),
        write(DocumentKind::Story(300)),
        write(DocumentKind::Reasons(300)),
        write(DocumentKind::Without(300, 70_000)),
        write(DocumentKind::Origins(300)),
        write(DocumentKind::LineComparison),
        write(DocumentKind::CompletedLines),
        write(DocumentKind::AnswerJudgement("[{}, {}]".to_owned())),
        write(DocumentKind::CoursePages("# Loops".to_owned())),
        write(DocumentKind::Cloud { at: Span::new(3, 70_000), loop_head: true }),
        write(DocumentKind::Operators),
        write(DocumentKind::Workbench),
        write(DocumentKind::Tiling),
        write(DocumentKind::Layout),
    ];
    let kinds: BTreeSet<&str> = requests.iter().map(request_kind).collect();
    assert_eq!(kinds.len(), REQUESTS);
    for request in requests {
        let bytes = wire::bytes(&request).expect("bytes");
        assert_eq!(wire::message::<Request>(&bytes).as_ref(), Ok(&request));
    }
}

#[test]
fn every_reply_arrives_as_it_was_sent() {
    let mut kinds = BTreeSet::new();
    let mut send = |reply: &Reply| {
        kinds.insert(reply_kind(reply));
        let bytes = wire::bytes(reply).expect("bytes");
        let arrived: Reply = wire::message(&bytes).expect("a reply");
        assert_eq!(json(&arrived), json(reply));
    };
    send(&Reply::Ready);
    send(&Reply::Broke("it broke".to_owned()));
    send(&Reply::Written { ticket: 9, text: Some("ä\n".to_owned()) });
    replies("int x", &Options::default(), &mut send);
    for program in gallery::all() {
        replies(program.text, &program.options(), &mut send);
    }
    send(&lossy_comparison());
    assert_eq!(kinds.len(), REPLIES, "{kinds:?}");
}

#[test]
fn bytes_that_are_no_message_are_errors() {
    assert!(wire::message::<Reply>(&[]).is_err());
    assert!(wire::message::<Reply>(&[250, 1, 2]).is_err());
}

/// The deepest formulas that texts may have. Reading bytes takes a frame of the stack for each level.
#[test]
fn deep_formulas_arrive_as_they_were_sent() {
    let (deep, depth) = ("(ite (> x 1) 1 ", 190);
    let tower = format!("{}x{}", deep.repeat(depth), ")".repeat(depth));
    let clauses = format!(
        "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (= x {tower}) (p x))))\n\
         (assert (forall ((x Int)) (=> (and (p x) (< x {tower})) false)))\n"
    );
    let input = Input::clauses(&clauses, &Choices::default());
    assert!(input.system.is_some(), "{:?}", input.diagnostics);
    let reply = Reply::Analysed {
        revision: 1,
        road: Box::new(pipeline::record_stages(&input)),
        next: Some(ClauseId(2)),
    };
    let bytes = wire::bytes(&reply).expect("bytes");
    let read = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let arrived: Reply = wire::message(&bytes).expect("a reply");
        // What is dropped deep down takes frames as well.
        matches!(arrived, Reply::Analysed { revision: 1, next: Some(ClauseId(2)), .. })
    });
    assert!(read.expect("a thread").join().expect("no overflow"));
}
