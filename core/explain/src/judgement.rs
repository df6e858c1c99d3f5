//! The judgement of lines about loops, from the outcome of the program whose loops are cut.

use crate::line_shapes::{LineShapes, missing_shapes};
use crate::open_claims::missing_forms;
use crate::refuted_forms::is_refuted;
use crate::run::single_line;
use hornbook_base::{LineIndex, Span};
use hornbook_lang::ast::{Expr, Stmt};
use hornbook_lang::parse;
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::typed::{AssertId, Assertion, AssertionKind, TypedProgram};
use hornbook_records::judgement::{
    BreakingStates, ClaimJudgement, Judged, Judgement, LineJudgement, LoopJudgement, MissingLines,
};
use hornbook_records::outcome::{ArrayView, AssertionFailure, Run, RunStep};
use hornbook_records::{Outcome, UnknownReason, Verdict};
use hornbook_tasks::given::cut_loops::CutLoop;
use hornbook_tasks::given::written::ChangedParams;
use hornbook_tasks::plan::given::{ClaimCopy, CopyRole, CutPrograms, GivenProgram, SUMMARIES};
use std::collections::BTreeSet;

/// The text of a program, and what it means.
#[derive(Clone, Copy)]
pub struct ProgramText<'a> {
    /// The program.
    pub program: &'a TypedProgram,
    /// Its text.
    pub text: &'a str,
    /// The lines of the text.
    pub lines: &'a LineIndex,
}

/// The judgement of all lines about loops, from the outcomes of the tasks about the cut programs as far as they are
/// known. `found` is the verdict on each assertion of the text.
pub fn judge(
    about: ProgramText<'_>,
    cut: &CutPrograms,
    outcomes: &[Outcome],
    found: &dyn Fn(AssertId) -> Option<Verdict>,
) -> Judgement {
    let judge = Judge { about, cut, outcomes, found };
    let given = &cut.proving;
    let inside = |cut_loop: &CutLoop| LoopJudgement {
        span: cut_loop.span,
        line: about.lines.line(cut_loop.span),
        lines: judge.lines(cut_loop),
        help: None,
    };
    let asserts = (0..).map(AssertId).zip(&about.program.asserts);
    let is_line = |kind| matches!(kind, AssertionKind::Invariant | AssertionKind::Decreases);
    let claims = asserts.filter(|(_, a)| !is_line(a.kind) && a.kind != AssertionKind::Hint);
    let mut judgement = Judgement {
        loops: given.loops.iter().map(inside).collect(),
        claims: claims.map(|(id, assertion)| judge.claim(id, assertion)).collect(),
    };
    add_help(&mut judgement, about, given);
    judgement
}

/// Adds help to the loops from whose heads something fails that no run breaks.
fn add_help(judgement: &mut Judgement, about: ProgramText<'_>, given: &GivenProgram) {
    let failing: Vec<(u32, Span)> = failing_parts(judgement);
    let tree = parse(about.text).0;
    let changed = ChangedParams::from_program(&tree);
    for (cut_loop, judged) in given.loops.iter().zip(&mut judgement.loops) {
        let own = || failing.iter().filter(|(from, _)| *from == judged.line);
        if own().next().is_none() {
            continue;
        }
        let Some(stmt) = find_stmt(&tree.body, cut_loop.span) else { continue };
        let own_lines = loop_lines(stmt);
        let written: Vec<&Expr> = own_lines.iter().flat_map(|line| line.exprs()).collect();
        let said: Names = written.iter().flat_map(|line| free(line)).collect();
        let in_rounds = changed.written_in_rounds(stmt);
        let unsaid: Names = &in_rounds - &said;
        let is_array = |name: &String| {
            about.program.vars.iter().any(|var| var.source_name == *name && var.ty.is_array())
        };
        let (arrays, variables) = unsaid.into_iter().partition(is_array);
        let found = own().flat_map(|(_, span)| missing_forms(&tree.body, *span, about.lines));
        let formulas = found.filter(|(line, _)| *line == judged.line).map(|(_, form)| form);
        let formulas = formulas.filter(|form| !is_refuted(&tree, cut_loop.span, form));
        // The claim for the rounds that are done is needed more often than the bounds of the counter.
        let mut formulas: Vec<Expr> = formulas.collect();
        formulas.reverse();
        let LineShapes { missing: forms, revised, revised_first } =
            missing_shapes(&formulas, &written, &in_rounds);
        let broken = judged.lines.iter().filter(|line| line.run.is_some());
        let false_lines = broken.map(|line| line.text.clone()).collect();
        let mut help = MissingLines {
            false_lines,
            variables,
            arrays,
            forms,
            revised,
            revised_first,
            apart: vec![],
        };
        if help.stages(true).is_empty() {
            let numbers = in_rounds.iter().filter(|name| !is_array(name)).collect::<Vec<_>>();
            help.apart = find_apart(&numbers, &written);
        }
        judged.help = Some(help);
    }
}

/// The pairs of names of which no line speaks together.
fn find_apart(names: &[&String], lines: &[&Expr]) -> Vec<[String; 2]> {
    let said: Vec<Names> = lines.iter().map(|line| free(line)).collect();
    let pairs = names.iter().enumerate().flat_map(|(n, one)| {
        names[n + 1..].iter().map(move |other| [(*one).clone(), (*other).clone()])
    });
    let is_apart =
        |pair: &[String; 2]| !said.iter().any(|names| pair.iter().all(|name| names.contains(name)));
    pairs.filter(is_apart).collect()
}

/// The lines of the loops from whose heads a part fails, with the places of these parts. A line that is false is to be
/// mended at its own loop.
fn failing_parts(judgement: &Judgement) -> Vec<(u32, Span)> {
    let from = |judged: &Judged| match judged {
        Judged::Fails(states) => states.from,
        _ => None,
    };
    let of_loop = |own: &LoopJudgement| -> Vec<(u32, Span)> {
        let failing = |line: &LineJudgement| {
            let head = if line.run.is_some() { Some(own.line) } else { from(&line.stays) };
            Some((head?, line.span))
        };
        own.lines.iter().filter_map(failing).collect()
    };
    let lines = judgement.loops.iter().flat_map(of_loop);
    let claims = judgement.claims.iter().filter_map(|c| Some((from(&c.enough)?, c.span)));
    lines.chain(claims).collect()
}

fn find_stmt(body: &[Stmt], span: Span) -> Option<&Stmt> {
    let mut found = None;
    for stmt in body {
        let children: Vec<&Stmt> = stmt.children();
        found = match stmt.span == span {
            true => Some(stmt),
            false => children.into_iter().find_map(|s| find_stmt(std::slice::from_ref(s), span)),
        };
        if found.is_some() {
            break;
        }
    }
    found
}

/// The lines about a loop.
fn loop_lines(stmt: &Stmt) -> Vec<&Stmt> {
    stmt.children().into_iter().filter(|stmt| stmt.is_loop_clause()).collect()
}

struct Judge<'a> {
    about: ProgramText<'a>,
    cut: &'a CutPrograms,
    outcomes: &'a [Outcome],
    found: &'a dyn Fn(AssertId) -> Option<Verdict>,
}

impl Judge<'_> {
    fn written(&self, span: Span) -> String {
        single_line(span.slice(self.about.text))
    }

    fn lines(&self, cut_loop: &CutLoop) -> Vec<LineJudgement> {
        let own = cut_loop.invariants.iter().chain(&cut_loop.measures);
        let mut spans: Vec<Span> = own.copied().collect();
        spans.sort();
        let asserts = || (0..).map(AssertId).zip(&self.about.program.asserts);
        let line = |span: Span| {
            let (assert, assertion) = asserts().find(|(_, a)| a.span == span)?;
            let is_invariant = assertion.kind == AssertionKind::Invariant;
            let judged = |role| self.judged(assert, role, Some(cut_loop));
            let run = match (self.found)(assert) {
                Some(Verdict::Buggy(run)) => Some(run),
                _ => None,
            };
            Some(LineJudgement {
                assert,
                kind: assertion.kind,
                span,
                line: self.about.lines.line(span),
                text: self.written(span),
                starts: is_invariant.then(|| judged(CopyRole::Starts)),
                stays: judged(CopyRole::Stays),
                run,
            })
        };
        spans.into_iter().filter_map(line).collect()
    }

    fn claim(&self, assert: AssertId, assertion: &Assertion) -> ClaimJudgement {
        ClaimJudgement {
            assert,
            span: assertion.span,
            line: self.about.lines.line(assertion.span),
            text: self.written(assertion.span),
            enough: self.judged(assert, CopyRole::Claim, None),
        }
    }

    /// The judgement of an assertion in one of its parts, over all copies.
    fn judged(&self, assert: AssertId, role: CopyRole, cut_loop: Option<&CutLoop>) -> Judged {
        let copies = |given: &'_ GivenProgram| -> Vec<ClaimCopy> {
            given.copies_of(assert).filter(|copy| copy.role == role).copied().collect()
        };
        let proving = copies(&self.cut.proving);
        if proving.is_empty() {
            return Judged::Open("nobody calls the function that it is in".to_owned());
        }
        let fails = (0..self.cut.count()).find_map(|task| {
            let (given, _) = self.cut.get(task).filter(|(_, refutes)| *refutes)?;
            copies(given).iter().find_map(|copy| self.fails((task, given), copy, cut_loop))
        });
        let open = || proving.iter().find_map(|copy| self.open(copy)).map(Judged::Open);
        fails.or_else(open).unwrap_or(Judged::Holds)
    }

    fn verdict(&self, task: usize, copy: &ClaimCopy) -> Option<&Verdict> {
        let result = self.outcomes.get(task)?.assertions.iter().find(|a| a.id == Some(copy.copy));
        result.map(|a| &a.verdict)
    }

    /// The states that break a copy.
    fn fails(
        &self,
        (task, given): (usize, &GivenProgram),
        copy: &ClaimCopy,
        cut_loop: Option<&CutLoop>,
    ) -> Option<Judged> {
        let Some(Verdict::Buggy(run)) = self.verdict(task, copy) else { return None };
        self.states(given, copy, run, cut_loop).map(|states| Judged::Fails(Box::new(states)))
    }

    /// The reason why a copy is not shown, if it is not.
    fn open(&self, copy: &ClaimCopy) -> Option<String> {
        match self.verdict(CutPrograms::PROVING, copy) {
            Some(Verdict::Certified) => None,
            Some(Verdict::Buggy(_)) if self.cut.refuting.is_some() => Some(SUMMARIES.to_owned()),
            Some(Verdict::Unknown(why)) => Some(why.describe()),
            Some(Verdict::TooWeak { why, .. }) => Some(without_places(why)),
            _ => Some(UnknownReason::Budget.describe()),
        }
    }

    /// The states on a run of the cut program, from the head of the loop on.
    fn states(
        &self,
        given: &GivenProgram,
        copy: &ClaimCopy,
        run: &Run,
        cut_loop: Option<&CutLoop>,
    ) -> Option<BreakingStates> {
        let heads = &given.loops;
        let own = cut_loop.filter(|_| copy.role == CopyRole::Stays);
        let places = given.program.task.places.as_ref()?;
        let head = |step: &RunStep| {
            let span = places.to_original(step.span)?;
            let mut heads = heads.iter().filter(|head| own.is_none_or(|own| own.span == head.span));
            heads.find(|head| head.span == span)
        };
        let head = run.steps.iter().rev().find_map(head);
        let run = translate(run, copy.original, given, head, self.about)?;
        let at = run.steps.iter().rposition(|step| head.is_some_and(|head| head.span == step.span));
        Some(BreakingStates {
            from: at.map(|at| run.steps[at].line),
            before: at.map(|at| run.steps[at].clone()),
            steps: run.steps[at.map_or(0, |at| at + 1)..].to_vec(),
            run,
        })
    }
}

/// A run of the cut program in the places and names of the text. Steps that the text does not have are left out, but for
/// those at which a loop begins in any state; so are lines about loops that hold. `head` is the loop from whose head
/// the run is told: its values of before are shown.
pub fn translate(
    run: &Run,
    assert: AssertId,
    given: &GivenProgram,
    head: Option<&CutLoop>,
    about: ProgramText<'_>,
) -> Option<Run> {
    let (places, heads) = (given.program.task.places.as_ref()?, &given.loops);
    let names = OriginalNames::new(about.program, given, head);
    let last = run.steps.len().saturating_sub(1);
    let step = |(n, step): (usize, &RunStep)| {
        let is_told = |span: &Span| n == last || !is_in_line(about.program, *span);
        let span = places.to_original(step.span).filter(is_told)?;
        let scalars = step.scalars.iter();
        let scalars = scalars.filter_map(|(n, value)| Some((names.name(n)?, value.clone())));
        let arrays = step.arrays.iter().filter_map(|view| {
            Some(ArrayView { name: names.name(&view.name)?, cells: view.cells.clone() })
        });
        // All other statements have places inside of a loop.
        let what = match heads.iter().any(|head| head.span == span) {
            true => format!("any rounds that the lines of this loop allow, then {}", step.what),
            false => names.replace(&without_lines(&step.what)),
        };
        let what = match is_in_line(about.program, span) {
            true => what.replacen("the assertion", "the line", 1),
            false => what,
        };
        Some(RunStep {
            span,
            line: about.lines.line(span),
            what,
            scalars: scalars.collect(),
            arrays: arrays.collect(),
            frame: None,
            ..step.clone()
        })
    };
    Some(Run {
        assert,
        steps: run.steps.iter().enumerate().filter_map(step).collect(),
        frames: vec![],
        left_out: None,
        choices: vec![],
        failure: run.failure.as_ref().map(|failure| AssertionFailure {
            values: failure.values.clone(),
            claim: names.replace(&failure.claim),
            reads: failure
                .reads
                .iter()
                .map(|(e, value)| (names.replace(e), value.clone()))
                .collect(),
        }),
    })
}

/// Whether a place is in a line about a loop.
fn is_in_line(program: &TypedProgram, span: Span) -> bool {
    program.asserts.iter().any(|a| {
        let is_line = matches!(a.kind, AssertionKind::Invariant | AssertionKind::Decreases);
        is_line && a.span.start <= span.start && span.end <= a.span.end
    })
}

/// A reason without the lines that it names: they are those of the cut program.
fn without_places(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once("at line ") {
        out.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    }
    let words = out + rest;
    let (mut out, mut rest) = (String::new(), words.as_str());
    while let Some((before, after)) = rest.split_once(" of line ") {
        out.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

/// The words without the lines that tell variables of one name apart: they are those of the cut program.
fn without_lines(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once(" (line ") {
        out.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// The names of the variables of a text; in the cut program there are others.
struct OriginalNames<'a> {
    own: BTreeSet<&'a str>,
    /// The variables that keep values of before a loop, or of the call, with what they stand for.
    kept: &'a [(String, String)],
    /// The variables for sums and counts, with what they stand for; only expressions have them.
    summaries: &'a [(String, String)],
}

impl<'a> OriginalNames<'a> {
    fn new(
        program: &'a TypedProgram,
        given: &'a GivenProgram,
        head: Option<&'a CutLoop>,
    ) -> OriginalNames<'a> {
        // A measure is kept in a variable that nobody has written.
        let own = program.vars.iter().filter(|var| !is_in_line(program, var.span));
        let own = own.map(|var| var.source_name.as_str()).collect();
        OriginalNames {
            own,
            kept: head.map_or(&[], |head| &head.kept),
            summaries: &given.summaries,
        }
    }

    /// A variable of the cut program as one of the text, also one that keeps an earlier value.
    fn name(&self, name: &str) -> Option<String> {
        let name = without_lines(name);
        if let Some((_, shown)) = self.kept.iter().find(|(kept, _)| *kept == name) {
            return Some(shown.clone());
        }
        self.own.contains(name.as_str()).then_some(name)
    }

    /// An expression over variables of the cut program with those of the text.
    fn replace(&self, expression: &str) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = expression;
        while let Some(start) = rest.find(is_word) {
            out.push_str(&rest[..start]);
            let word = &rest[start..];
            let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
            let (word, behind) = word.split_at(end);
            let summary = || self.summaries.iter().find(|(name, _)| name == word);
            let shown = self.name(word).or_else(|| summary().map(|(_, said)| self.replace(said)));
            out.push_str(&shown.unwrap_or_else(|| word.to_owned()));
            rest = behind;
        }
        out + rest
    }
}
