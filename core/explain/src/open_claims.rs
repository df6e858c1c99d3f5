//! The question behind a claim without an answer, and changes of the text that may lead to one.
//!
//! The forms of hints are the two that loops over arrays need most: the range of the counter, and the claim itself with
//! the counter in the place of the bound that the counter runs to, up or down. They are proposals: whoever adds one has
//! it proved.

use crate::refuted_forms::is_refuted;
use hornbook_base::{LineIndex, Span};
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Program, Stmt, StmtKind,
};
use hornbook_lang::rewrite::effects::{self, declares, writes};
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::rewrite::{build, substitute, walk};
use hornbook_lang::{parse, print};
use hornbook_records::open_claims::{Help, OpenClaim};
use hornbook_records::{AssertionOutcome, Outcome, UnknownReason, Verdict};
use hornbook_tasks::instrument::operator::conjuncts;
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
    let program = if errors.is_empty() { program } else { Program::default() };
    let claims = outcome.assertions.iter().filter(|claim| claim.counts());
    let open = claims.filter_map(|claim| match &claim.verdict {
        Verdict::Unknown(UnknownReason::RestsOn(_) | UnknownReason::Rejected(_)) => None,
        Verdict::Unknown(reason) => Some((claim, reason)),
        _ => None,
    });
    let describe = |(claim, reason): (&AssertionOutcome, &UnknownReason)| {
        let context = Context::find(&program.body, claim.span).unwrap_or_default();
        let mut helps = vec![];
        if matches!(reason, UnknownReason::Budget | UnknownReason::Stopped) {
            helps.push(Help::MoreTime);
        }
        if claim.id.is_some() && !tries_all {
            helps.push(Help::Method(AUTO.into()));
        }
        helps.extend(context.hints(&program, &lines, text));
        helps.extend(context.smaller_bound(&lines, text));
        let question = context.question(reason, claim.id.is_some(), &lines);
        OpenClaim { assert: claim.id, line: claim.line, question, helps }
    };
    open.map(describe).collect()
}

/// Forms of invariants that may be missing for a claim: the line of the loop, from 1, and the formula. The claim may be
/// an `assert` or a line about a loop.
pub fn missing_forms(program: &[Stmt], claim: Span, lines: &LineIndex) -> Vec<(u32, Expr)> {
    let context = Context::find(program, claim).unwrap_or_else(|| Context {
        loops: find_loop_with(program, claim).into_iter().collect(),
        ..Context::default()
    });
    // A claim about the counter itself is no form of an invariant.
    let is_said = |form: &Expr| context.claim.is_some_and(|claim| build::same(claim, form));
    let forms = context.forms().filter(|(_, form)| !is_said(form));
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
    whole: &'t Stmt,
    init: &'t [Stmt],
    cond: Option<&'t Expr>,
    body: &'t [Stmt],
}

/// A variable that a loop counts with.
struct Counter<'t> {
    name: &'t str,
    /// Its value when the condition has just become false, if it changes by 1.
    end: Expr,
    /// Whether it gets smaller.
    falls: bool,
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
        Some(LoopHead { span: stmt.span, whole: stmt, init, cond, body })
    }

    /// The counter, if a part of the loop's condition compares a variable that the loop changes.
    fn counter(&self) -> Option<Counter<'t>> {
        conjuncts(self.cond?).into_iter().find_map(|part| {
            let ExprKind::Compare(left, rest) = &part.kind else { return None };
            let [(op, right)] = &rest[..] else { return None };
            let read =
                |counter: &'t Expr, op: CompareOp, bound| self.counter_in(counter, op, bound);
            read(left, *op, right).or_else(|| read(right, op.mirrored(), left))
        })
    }

    fn counter_in(&self, counter: &'t Expr, op: CompareOp, bound: &Expr) -> Option<Counter<'t>> {
        let ExprKind::Name(name) = &counter.kind else { return None };
        if !self.any(&|stmt| writes(stmt).contains(name)) || free(bound).contains(name) {
            return None;
        }
        let counter = |end: Expr, falls| Some(Counter { name, end, falls });
        match op {
            CompareOp::Lt => counter(bound.clone(), false),
            CompareOp::Le => counter(build::plus(bound.clone(), 1), false),
            CompareOp::Gt => counter(bound.clone(), true),
            CompareOp::Ge => counter(build::plus(bound.clone(), -1), true),
            CompareOp::Ne => counter(bound.clone(), self.any(&|stmt| decrements(stmt, name))),
            CompareOp::Eq => None,
        }
    }

    /// Whether a line about the loop, or a hint in its rounds, is this formula.
    fn says(&self, formula: &Expr) -> bool {
        self.body.iter().any(|stmt| {
            let is_line = stmt.is_loop_clause() || matches!(stmt.kind, StmtKind::Hint(_));
            is_line && stmt.exprs().into_iter().any(|said| build::same(said, formula))
        })
    }

    /// Whether a statement of its rounds has a property.
    fn any(&self, f: &impl Fn(&Stmt) -> bool) -> bool {
        let step = match &self.whole.kind {
            StmtKind::For { step, .. } => &step[..],
            _ => &[],
        };
        effects::any(self.body, f) || effects::any(step, f)
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

/// Whether a statement takes something from a variable.
fn decrements(stmt: &Stmt, name: &str) -> bool {
    effects::step(stmt).is_some_and(|(target, op, _)| target == name && op == BinaryOp::Sub)
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

    /// Hints for the last loop: those that it has not, and that no short run refutes.
    fn hints(&self, program: &Program, lines: &LineIndex, text: &str) -> Vec<Help> {
        let is_new = |(head, form): &(LoopHead<'t>, Expr)| {
            !head.says(form) && !is_refuted(program, head.span, form)
        };
        let hint = |(head, form): (LoopHead<'t>, Expr)| {
            let (line, place) = (lines.line(head.span), head.body_start(text));
            Help::Hint { line, form: format!("hint {};", print::expr(&form)), place }
        };
        self.forms().filter(is_new).map(hint).collect()
    }

    /// Forms of invariants for the last loop: the range of its counter, and the claim up to the counter.
    fn forms(&self) -> impl Iterator<Item = (LoopHead<'t>, Expr)> {
        let last = self.loops.last().and_then(|head| Some((*head, head.counter()?)));
        last.into_iter().flat_map(|(head, counter)| {
            self.forms_for(head, &counter).into_iter().map(move |form| (head, form))
        })
    }

    fn forms_for(&self, head: LoopHead<'t>, counter: &Counter) -> Vec<Expr> {
        let name = || build::name(counter.name);
        let (start, end) = (head.start(counter.name).cloned(), counter.end.clone());
        let (low, high) = match counter.falls {
            true => (Some(end), start),
            false => (start, Some(end)),
        };
        let from = low.map(|low| build::compare(low, CompareOp::Le, name()));
        let to = high.map(|high| build::compare(name(), CompareOp::Le, high));
        let range = from.into_iter().chain(to).reduce(|from, to| build::and(Some(from), to));
        let head_declares: Names = head.init.iter().flat_map(declares).collect();
        let is_visible = |claim: &&Expr| {
            let used = free(claim);
            used.is_disjoint(&self.declared) && used.is_disjoint(&head_declares)
        };
        let claim = self.claim.filter(is_visible).map(|claim| up_to(claim, counter));
        range.into_iter().chain(claim).collect()
    }

    /// An assumption about the bound of the first loop that has a variable for it.
    fn smaller_bound(&self, lines: &LineIndex, text: &str) -> Option<Help> {
        self.loops.iter().find_map(|head| {
            let Counter { end, falls: false, .. } = head.counter()? else { return None };
            let ExprKind::Name(name) = &end.kind else { return None };
            let (line, place) = (lines.line(head.span), head.front(text));
            let assumption = format!("assume({name} <= {SMALL});");
            Some(Help::SmallerBound { line, assumption, place })
        })
    }
}

/// A claim about the rounds that are done: with the counter in the place of the end that it runs to, at the first range
/// that ends there, or everywhere.
fn up_to(claim: &Expr, counter: &Counter) -> Expr {
    let mut done = claim.clone();
    let names = free(claim);
    if names.contains(counter.name) || replace_end(&mut done, counter) {
        return done;
    }
    if let ExprKind::Name(end) = &counter.end.kind
        && names.contains(end)
        && !counter.falls
    {
        let at_counter = BTreeMap::from([(end.clone(), build::name(counter.name))]);
        substitute(&mut done, &at_counter);
    }
    done
}

/// Puts the counter to the first end of a range of a bound variable that it runs to; `false` if there is none.
fn replace_end(claim: &mut Expr, counter: &Counter) -> bool {
    let ExprKind::Quant { vars, body, range, .. } = &mut claim.kind else { return false };
    if let Some((low, high)) = range.as_deref_mut() {
        return put_counter(if counter.falls { low } else { high }, counter);
    }
    let is_var =
        |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if vars.iter().any(|v| v.text == *name));
    let mut replaced = false;
    walk::subexprs(body, &mut |e| {
        let ExprKind::Compare(first, rest) = &mut e.kind else { return };
        let mut before = &mut **first;
        for (op, after) in rest {
            replaced = replaced
                || match (counter.falls, *op) {
                    (false, CompareOp::Lt) if is_var(before) => put_counter(after, counter),
                    (true, CompareOp::Le) if is_var(after) => put_counter(before, counter),
                    _ => false,
                };
            before = after;
        }
    });
    replaced
}

/// Puts the counter to one end of a range, if it runs to there. A counter that falls may stop in front of the first cell.
fn put_counter(end: &mut Expr, counter: &Counter) -> bool {
    let mut beside = 0..=i64::from(counter.falls);
    let offset = beside.find(|k| build::same(end, &build::plus(counter.end.clone(), *k)));
    if let Some(offset) = offset {
        *end = build::plus(build::name(counter.name), offset);
    }
    offset.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms for the claim at the end of a program.
    fn forms(text: &str) -> Vec<String> {
        let (tree, problems) = parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        let claim = tree.body.last().expect("a claim").span;
        let found = missing_forms(&tree.body, claim, &LineIndex::new(text));
        found.iter().map(|(_, form)| print::expr(form)).collect()
    }

    #[test]
    fn counters_are_seen_however_the_condition_is_written() {
        let zeros = "assert(forall k in 0..n: a[k] == 0);";
        for cond in ["i < n", "n > i", "i <= n - 1", "i != n", "c && i < n"] {
            let text = format!("while ({cond}) {{ a[i] = 0; i++; }} {zeros}");
            assert_eq!(forms(&text), ["i <= n", "forall k in 0..i: a[k] == 0"], "{cond}");
        }
        let ten =
            "while (i < 10) { a[i] = 0; i++; } assert(forall k: 0 <= k && k < 10 ==> a[k] == 0);";
        assert_eq!(forms(ten), ["i <= 10", "forall k: 0 <= k && k < i ==> a[k] == 0"]);
    }

    #[test]
    fn a_claim_about_a_loop_that_counts_down_begins_at_the_counter() {
        let zeros = "assert(forall k in 0..n: a[k] == 0);";
        for (header, expected) in [
            ("while (i > 0) { i--; a[i] = 0; }", ["0 <= i", "forall k in i..n: a[k] == 0"]),
            ("while (i != 0) { i = i - 1; a[i] = 0; }", ["0 <= i", "forall k in i..n: a[k] == 0"]),
            (
                "for (int i = n - 1; i >= 0; i--) { a[i] = 0; }",
                ["-1 <= i && i <= n - 1", "forall k in i + 1..n: a[k] == 0"],
            ),
        ] {
            assert_eq!(forms(&format!("{header} {zeros}")), expected, "{header}");
        }
    }
}
