//! The question behind a claim without an answer, and changes of the text that may lead to one.
//!
//! The forms of hints are the two that loops over arrays need most: the range of the counter, and the claim itself with
//! the counter in the place of the bound that the counter runs to. They are proposals: whoever adds one has it proved.

use hornbook_base::{LineIndex, Span};
use hornbook_lang::ast::{CompareOp, Declarator, Expr, ExprKind, Stmt, StmtKind};
use hornbook_lang::rewrite::effects::declares;
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::rewrite::{build, substitute, walk};
use hornbook_lang::{parse, print};
use hornbook_records::open_claims::{Help, OpenClaim};
use hornbook_records::{AssertionOutcome, Outcome, UnknownReason, Verdict};
use std::collections::BTreeMap;

/// The largest bound of small cases.
const SMALL: i64 = 8;

/// The longest claim that is shown, in characters.
const SHOWN: usize = 120;

/// The method that tries all others.
const AUTO: &str = "auto";

/// The claims of a text that an outcome leaves open. `tries_all` says that the method was asked that tries all others.
pub fn open_claims(outcome: &Outcome, text: &str, tries_all: bool) -> Vec<OpenClaim> {
    let lines = LineIndex::new(text);
    let (program, errors) = parse(text);
    let body = if errors.is_empty() { program.body } else { vec![] };
    let claims = outcome.assertions.iter().filter(|claim| claim.counts());
    let open = claims.filter_map(|claim| match &claim.verdict {
        Verdict::Unknown(UnknownReason::RestsOn(_) | UnknownReason::Rejected(_)) => None,
        Verdict::Unknown(reason) => Some((claim, reason)),
        _ => None,
    });
    let describe = |(claim, reason): (&AssertionOutcome, &UnknownReason)| {
        let context = Context::find(&body, claim.span).unwrap_or_default();
        let mut helps = vec![];
        if matches!(reason, UnknownReason::Budget | UnknownReason::Stopped) {
            helps.push(Help::MoreTime);
        }
        if claim.id.is_some() && !tries_all {
            helps.push(Help::Method(AUTO.into()));
        }
        helps.extend(context.hints(&lines, text));
        helps.extend(context.smaller_bound(&lines, text));
        let question = context.question(reason, claim.id.is_some(), &lines);
        OpenClaim { assert: claim.id, line: claim.line, question, helps }
    };
    open.map(describe).collect()
}

/// Forms of invariants that may be missing for a claim: the line of the loop, from 1, and the formula. The claim may be
/// an `assert` or a line about a loop.
pub fn missing_forms(program: &[Stmt], claim: Span, lines: &LineIndex) -> Vec<(u32, String)> {
    let context = Context::find(program, claim).unwrap_or_else(|| Context {
        loops: find_loop_with(program, claim).into_iter().collect(),
        ..Context::default()
    });
    // A claim about the counter itself is no form of an invariant.
    let said = context.claim.map(print::expr);
    let forms = context.forms().filter(|(_, form)| Some(form) != said.as_ref());
    forms.map(|(head, form)| (lines.line(head.span), form)).collect()
}

/// The loop about which the line at a place is.
fn find_loop_with<'t>(
    program: impl IntoIterator<Item = &'t Stmt>,
    line: Span,
) -> Option<LoopHead<'t>> {
    program.into_iter().find_map(|stmt| {
        let head = LoopHead::from_statement(stmt);
        let is_its = |head: &LoopHead| head.body.iter().any(|stmt| stmt.span == line);
        head.filter(is_its).or_else(|| find_loop_with(stmt.children(), line))
    })
}

/// A claim with the loops that it depends on.
#[derive(Default)]
struct Context<'t> {
    claim: Option<&'t Expr>,
    /// The loops around the claim, and those in front of it in the same blocks, in the order of the text.
    loops: Vec<LoopHead<'t>>,
    /// Names that are declared between the last loop and the claim.
    declared: Names,
}

/// The head of a loop.
#[derive(Clone, Copy)]
struct LoopHead<'t> {
    span: Span,
    init: &'t [Stmt],
    cond: Option<&'t Expr>,
    body: &'t [Stmt],
}

impl<'t> LoopHead<'t> {
    fn from_statement(stmt: &'t Stmt) -> Option<LoopHead<'t>> {
        let (init, cond, body) = match &stmt.kind {
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                (&[][..], Some(cond), body)
            }
            StmtKind::For { init, cond, body, .. } => (&init[..], cond.as_ref(), body),
            _ => return None,
        };
        Some(LoopHead { span: stmt.span, init, cond, body })
    }

    /// The counter and the bound that it runs up to, if the loop's condition compares these.
    fn counter(&self) -> Option<(&'t str, &'t Expr)> {
        let ExprKind::Compare(left, rest) = &self.cond?.kind else { return None };
        let ([(CompareOp::Lt | CompareOp::Ne, bound)], ExprKind::Name(counter)) =
            (&rest[..], &left.kind)
        else {
            return None;
        };
        matches!(bound.kind, ExprKind::Name(_) | ExprKind::Int(_)).then_some((counter, bound))
    }

    /// The place of the first statement of its body, if that stands in braces.
    fn body_start(&self, text: &str) -> Option<u32> {
        let first = self.body.first()?.span.start;
        text_before(text, first)?.ends_with('{').then_some(first)
    }

    /// The place of the loop, if another statement can stand in front of it.
    fn front(&self, text: &str) -> Option<u32> {
        let before = text_before(text, self.span.start)?;
        let is_alone = before.ends_with(')') || before.ends_with("else") || before.ends_with("do");
        (!is_alone).then_some(self.span.start)
    }

    /// The value of the counter before the first round, if the loop's head says it.
    fn start(&self, counter: &str) -> Option<&'t Expr> {
        let declared = self.init.iter().flat_map(|stmt| match &stmt.kind {
            StmtKind::Declare { declarators, .. } => &declarators[..],
            _ => &[],
        });
        let mut own = declared.filter(|Declarator { name, .. }| name.text == counter);
        own.next()?.init.as_ref()
    }
}

/// The text in front of a place, without blanks at its end.
fn text_before(text: &str, place: u32) -> Option<&str> {
    Some(text.get(..usize::try_from(place).ok()?)?.trim_end())
}

impl<'t> Context<'t> {
    /// The context of the claim at a place; `None` if there is no `assert` there.
    fn find(body: impl IntoIterator<Item = &'t Stmt>, place: Span) -> Option<Context<'t>> {
        let mut before = Context::default();
        for stmt in body {
            if let (StmtKind::Assert(claim), true) = (&stmt.kind, stmt.span == place) {
                return Some(Context { claim: Some(claim), ..before });
            }
            let inside = Context::find(stmt.children(), place);
            if let Some(head) = LoopHead::from_statement(stmt) {
                before.loops.push(head);
                before.declared.clear();
            }
            if let Some(inside) = inside {
                return Some(before.followed_by(inside));
            }
            before.declared.extend(declares(stmt));
        }
        None
    }

    /// The context of a claim within the last statement of this one.
    fn followed_by(mut self, inside: Context<'t>) -> Context<'t> {
        if !inside.loops.is_empty() {
            self.declared.clear();
        }
        self.loops.extend(inside.loops);
        self.declared.extend(inside.declared);
        Context { claim: inside.claim, ..self }
    }

    fn question(&self, reason: &UnknownReason, has_program: bool, lines: &LineIndex) -> String {
        if !has_program {
            return "Do the clauses have a model, or do they contradict each other?".into();
        }
        let claim = self.claim.map(print::expr).filter(|text| text.chars().count() <= SHOWN);
        let claim = claim.map_or_else(|| "the claim".to_owned(), |text| format!("`{text}`"));
        let numbers: Vec<String> =
            self.loops.iter().map(|head| lines.line(head.span).to_string()).collect();
        let invariants = match &numbers[..] {
            [] => return format!("Does {claim} hold in every run? ({})", reason.describe()),
            [one] => format!("an invariant of the loop of line {one}"),
            [all @ .., last] => {
                format!("invariants of the loops of lines {} and {last}", all.join(", "))
            }
        };
        format!("Does {claim} follow from {invariants}, or is there a run that breaks it?")
    }

    /// Hints for the last loop.
    fn hints(&self, lines: &LineIndex, text: &str) -> Vec<Help> {
        let hint = |(head, form): (LoopHead<'t>, String)| {
            let (line, place) = (lines.line(head.span), head.body_start(text));
            Help::Hint { line, form: format!("hint {form};"), place }
        };
        self.forms().map(hint).collect()
    }

    /// Forms of invariants for the last loop: the range of its counter, and the claim up to the counter.
    fn forms(&self) -> impl Iterator<Item = (LoopHead<'t>, String)> {
        let last = self.loops.last().and_then(|head| Some((*head, head.counter()?)));
        last.into_iter().flat_map(|(head, counted)| {
            self.forms_for(head, counted).into_iter().map(move |form| (head, form))
        })
    }

    fn forms_for(&self, head: LoopHead<'t>, (counter, bound): (&str, &Expr)) -> Vec<String> {
        let below = format!("{counter} <= {}", print::expr(bound));
        let range = match head.start(counter) {
            Some(start) => format!("{} <= {counter} && {below}", print::expr(start)),
            None => below,
        };
        let head_declares: Names = head.init.iter().flat_map(declares).collect();
        let is_visible = |claim: &&Expr| {
            let used = free(claim);
            used.is_disjoint(&self.declared) && used.is_disjoint(&head_declares)
        };
        let claim = self.claim.filter(is_visible).map(|claim| up_to(claim, counter, bound));
        std::iter::once(range).chain(claim).collect()
    }

    /// An assumption about the bound of the first loop that has a variable for it.
    fn smaller_bound(&self, lines: &LineIndex, text: &str) -> Option<Help> {
        self.loops.iter().find_map(|head| {
            let (_, bound) = head.counter()?;
            let ExprKind::Name(name) = &bound.kind else { return None };
            let (line, place) = (lines.line(head.span), head.front(text));
            let assumption = format!("assume({name} <= {SMALL});");
            Some(Help::SmallerBound { line, assumption, place })
        })
    }
}

/// A claim with the counter in the place of the bound: of the first end of a range, if it is one, else everywhere.
fn up_to(claim: &Expr, counter: &str, bound: &Expr) -> String {
    let mut claim = claim.clone();
    let (free, ExprKind::Name(bound)) = (free(&claim), &bound.kind) else {
        return print::expr(&claim);
    };
    if free.contains(bound) && !free.contains(counter) {
        let replaced = mark_first_end(&mut claim, bound).unwrap_or_else(|| bound.clone());
        substitute(&mut claim, &BTreeMap::from([(replaced, build::name(counter))]));
    }
    print::expr(&claim)
}

/// Gives the bound another name in the first comparison `k < bound` of a bound variable; `None` if there is none.
fn mark_first_end(claim: &mut Expr, bound: &str) -> Option<String> {
    let ExprKind::Quant { vars, body, range, .. } = &mut claim.kind else { return None };
    let is_bound = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == bound);
    let marked = format!("{bound}'");
    if let Some(end) = range.as_mut().map(|ends| &mut ends.1).filter(|end| is_bound(end)) {
        end.kind = ExprKind::Name(marked.clone());
        return Some(marked);
    }
    let mut found = None;
    walk::subexprs(body, &mut |e| {
        let ExprKind::Compare(left, rest) = &mut e.kind else { return };
        let mut before = &**left;
        for (op, right) in rest {
            let is_var = matches!(&before.kind, ExprKind::Name(name) if vars.iter().any(|v| v.text == *name));
            if found.is_none() && is_var && *op == CompareOp::Lt && is_bound(right) {
                right.kind = ExprKind::Name(marked.clone());
                found = Some(marked.clone());
            }
            before = right;
        }
    });
    found
}
