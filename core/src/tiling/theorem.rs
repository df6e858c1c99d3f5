//! A claim by tiles (TI Theorem 1): the conditions under which it holds behind the loops, each as a program without
//! loops. What is made here is trusted; it is free of search.
//!
//! **Theorem.** *If all conditions that [`proof`] gives for a claim are certified, no run violates the claim.*
//!
//! Going backwards from the claim, a set of slices `forall k in low..high: body` is wanted in front of each
//! segment.
//!
//! - In front of a statement it is the weakest precondition of what is wanted behind it, if that can be said.
//! - In front of a loop that writes nothing of a slice the slice itself is wanted.
//! - Otherwise, in front of a loop with rounds `i` and tiles `Tile(i, k)`, what single rounds need: `Pre(i)`, for
//!   all rounds. By **T1** each `k` of the range is in the tile of a round. By induction over the rounds, at the head of
//!   the loop the body holds for all `k` of earlier tiles, and `Pre` for all rounds to come: **T0** says that no
//!   round spoils what a later one needs, **T2\*** that a round makes the body hold for its own tile, if it does
//!   for the cells of earlier tiles that the round reads, and **T3\*** that it leaves it so for earlier tiles. Behind
//!   the loop all rounds are earlier. Without any round T1 says that the range is empty.
//! - Where that cannot be said, as in front of a variable's declaration, and at the start, what is wanted must hold
//!   for any values (**T2\*\***).
//!
//! Facts about scalars that an `assume` states, and nothing changes afterwards, are assumed in all conditions (TI's
//! `Inv`). Range, tiles and bounds mention nothing that the loop changes, and the loop is counted
//! ([`super::loops`]).

use super::backward::{before, is_true, simplified};
use super::form::{expr, form, names_in, put, quotient, var};
use super::loops::{Loop, Segment, segments, writes_below};
use super::needs::need;
use super::rounds::{before_round, is_round, of_rounds};
use super::slices::{Slice, declared};
use super::tiles::{Tile, tiles};
use crate::base::{Int, Span};
use crate::horn::linear::Linear;
use crate::lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Program, Stmt, StmtKind, TypeName,
};
use crate::lang::rewrite::names::{Fresh, Names, names};
use crate::lang::rewrite::{build, effects, substitute, walk};
use crate::lang::{Options, front_end, print};
use std::collections::BTreeMap;

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What it is: `T1`, `T2*`.
    pub name: &'static str,
    /// A few words: of which array.
    pub title: String,
    /// The loop.
    pub at: Option<Span>,
    /// Why it is asked, in one sentence.
    pub why: String,
    /// The program whose assertions state it.
    pub text: String,
}

/// The conditions of a claim.
///
/// # Errors
/// Why there is no proof by tiles, as a sentence.
pub fn proof(program: &Program, claim: Span) -> Result<Vec<Condition>, String> {
    proof_with(program, claim, &tiles)
}

/// The same with other tiles, in the counter and variables that the loop leaves alone: the conditions tell whether
/// they suffice.
///
/// # Errors
/// Why there is no proof by such tiles, as a sentence.
pub fn proof_with(
    program: &Program,
    claim: Span,
    tiles_of: &dyn Fn(&Loop) -> Vec<Tile>,
) -> Result<Vec<Condition>, String> {
    let segments = segments(program);
    let here = |s: &Segment| matches!(s, Segment::Straight(stmt) if claimed(stmt, claim).is_some());
    let at = segments.iter().rposition(here).ok_or("it is not claimed outside of all loops")?;
    let Segment::Straight(stmt) = &segments[at] else { return Err("it is no claim".into()) };
    let declared = declared(program);
    let mut fresh = Fresh::of(&program.body);
    let all = claimed(stmt, claim).and_then(|claim| Slice::all_of(claim, &declared, &mut fresh));
    let mut wanted = all.ok_or("it does not speak of all cells of a range, and of nothing else")?;
    let mut work = Work { segments: &segments, tiles_of, fresh, found: vec![] };
    for n in (0..at).rev() {
        if work.found.len() > MOST {
            return Err("there would be too many conditions".into());
        }
        wanted = match &segments[n] {
            Segment::Straight(stmt) => work.behind_statement(n, stmt, wanted),
            Segment::Loop(l) => work.behind_loop(n, l, wanted)?,
            Segment::Other(misfit, stmt) => {
                let changed = writes_below(stmt);
                match wanted.iter().all(|slice| slice.names().is_disjoint(&changed)) {
                    true => wanted,
                    false => return Err(format!("a loop does not fit: {}", misfit.why)),
                }
            }
        };
    }
    wanted.iter().for_each(|slice| work.any_values(0, slice));
    work.found.reverse();
    let reads = |c: &Condition| front_end(&c.text, Options::default()).0.is_some();
    match work.found.iter().all(reads) {
        true => Ok(work.found),
        false => Err("a condition is no program of its own".into()),
    }
}

/// What a statement claims, if that is the claim meant and nothing but slices.
fn claimed(stmt: &Stmt, claim: Span) -> Option<&Expr> {
    let StmtKind::Assert(cond) = &stmt.kind else { return None };
    (stmt.span == claim || cond.span == claim).then_some(cond)
}

/// Conditions of one claim, at most.
const MOST: usize = 200;

struct Work<'p> {
    segments: &'p [Segment],
    tiles_of: &'p dyn Fn(&Loop) -> Vec<Tile>,
    fresh: Fresh,
    /// The conditions, the last ones first.
    found: Vec<Condition>,
}

/// A slice behind a loop that writes it.
struct Tiled<'l> {
    l: &'l Loop,
    slice: &'l Slice,
    /// The tiles of the arrays that the slice reads and the loop writes, with the indices that it reads.
    tiles: Vec<(&'l Tile, Linear)>,
    /// What a round needs, for each cell of the first tile, in terms of the counter.
    needs: Vec<Expr>,
}

impl Work<'_> {
    fn behind_loop(
        &mut self,
        n: usize,
        l: &Loop,
        wanted: Vec<Slice>,
    ) -> Result<Vec<Slice>, String> {
        let tiles = (self.tiles_of)(l);
        let mut out = vec![];
        for slice in wanted {
            let written = &slice.names() & &l.changes;
            if written.is_empty() {
                out.push(slice);
                continue;
            }
            if !is_simple(&l.body) {
                return Err("a round of a loop has a loop or a call in it".into());
            }
            let mut owned = vec![];
            for name in &written {
                let tile = tiles.iter().find(|tile| tile.array == *name);
                let tile = tile.ok_or_else(|| format!("no tile is known for `{name}`"))?;
                let cells = slice.cells(name).unwrap_or_default();
                if cells.is_empty() {
                    return Err(format!("the cells of `{name}` in the claim are not at sums"));
                }
                owned.extend(cells.into_iter().map(|cell| (tile, cell)));
            }
            let (tile, cell) = &owned[0];
            let needs = tile.cells.iter().filter_map(|own| need(l, &slice, cell, own)).collect();
            let tiled = Tiled { l, slice: &slice, tiles: owned, needs };
            for need in &tiled.needs {
                out.push(of_rounds(l, need, &self.fresh.name("k")));
            }
            self.conditions(n, &tiled)?;
        }
        Ok(out)
    }

    /// The conditions of a slice at a loop, which is the segment of this number.
    fn conditions(&mut self, n: usize, tiled: &Tiled) -> Result<(), String> {
        let Tiled { l, slice, needs, .. } = tiled;
        let array = &tiled.tiles[0].0.array;
        let title = |name: &str| format!("{name} for `{array}`");
        let setting = self.setting(n, &[&l.counter]);
        let range = in_range(slice, &build::name(&slice.var));
        let mut add = |name: &'static str, why: &str, rest: Vec<Stmt>| {
            let body = setting.iter().cloned().chain(rest).collect();
            let text = print::program(&Program { body, ..Program::default() });
            let at = Some(l.span);
            self.found.push(Condition { name, title: title(name), at, why: why.to_owned(), text });
        };
        let k = declare_any(&slice.var);
        let i = declare_any(&l.counter);
        // T3*: a later round leaves an earlier tile alone.
        let earlier = self.fresh.name("earlier");
        let at_earlier = |e: &Expr| with_name(e, &l.counter, &earlier);
        let mut rest = vec![i.clone(), declare_any(&earlier), k.clone()];
        rest.push(assume(is_round(l, &l.counter)));
        rest.push(assume(is_round(l, &earlier)));
        rest.push(assume(before_round(l, build::name(&earlier), &l.counter)));
        rest.push(assume(range.clone()));
        rest.push(assume(at_earlier(&tiled.owns())));
        rest.push(assume(slice.body.clone()));
        rest.push(block(&l.body));
        rest.push(assert(slice.body.clone()));
        add("T3*", "A later round leaves the tiles of earlier rounds alone.", rest);
        // T2*: a round makes the claim hold for its own tile.
        let mut rest = vec![i.clone(), k.clone()];
        rest.push(assume(is_round(l, &l.counter)));
        rest.push(assume(range.clone()));
        rest.push(assume(tiled.owns()));
        rest.extend(needs.iter().cloned().map(assume));
        rest.extend(tiled.read_before().into_iter().map(assume));
        rest.push(block(&l.body));
        rest.push(assert(slice.body.clone()));
        add("T2*", "A round makes the claim hold for the cells of its tile.", rest);
        // T1: every cell of the range is in the tile of a round.
        let (round, owner) = tiled.owner().ok_or("the round that owns a cell is no term")?;
        let mut rest = vec![k, assume(range), build::declare(&l.counter, round)];
        rest.push(assert(is_round(l, &l.counter)));
        rest.push(assert(owner));
        add("T1", "Every cell that the claim is about is in the tile of a round.", rest);
        // T0: no round spoils what a later one needs.
        let later = self.fresh.name("later");
        let mut changes = l.changes.clone();
        changes.remove(&l.counter);
        for need in needs.iter().filter(|need| !names(need).is_disjoint(&changes)) {
            let need = with_name(need, &l.counter, &later);
            let mut rest = vec![i.clone(), declare_any(&later)];
            rest.push(assume(is_round(l, &l.counter)));
            rest.push(assume(is_round(l, &later)));
            rest.push(assume(before_round(l, build::name(&l.counter), &later)));
            rest.push(assume(need.clone()));
            rest.push(block(&l.body));
            rest.push(assert(need));
            add("T0", "No round spoils what a later round needs.", rest);
        }
        Ok(())
    }

    fn behind_statement(&mut self, n: usize, stmt: &Stmt, wanted: Vec<Slice>) -> Vec<Slice> {
        let changed = writes_below(stmt);
        let mut out = vec![];
        for slice in wanted {
            let stay = |end: &Linear| names_in(end).is_disjoint(&changed);
            let body = before(std::slice::from_ref(stmt), &slice.body);
            match body.filter(|_| stay(&slice.low) && stay(&slice.high)) {
                Some(body) if is_true(&body) => {}
                Some(body) => out.push(Slice { body, ..slice }),
                None => self.any_values(n + 1, &slice),
            }
        }
        out
    }

    /// What is wanted in front of a segment must hold there for any values.
    fn any_values(&mut self, at: usize, slice: &Slice) {
        let mut body = self.setting(at, &[]);
        body.push(declare_any(&slice.var));
        body.push(assume(in_range(slice, &build::name(&slice.var))));
        body.push(assert(slice.body.clone()));
        let text = print::program(&Program { body, ..Program::default() });
        let title = "T2** for any values".to_owned();
        let why = "What is needed in the end must hold whatever was before.".to_owned();
        self.found.push(Condition { name: "T2**", title, at: None, why, text });
    }

    /// The variables that there are at a segment, but for some, with any values, and what is known of scalars.
    fn setting(&self, at: usize, without: &[&str]) -> Vec<Stmt> {
        let mut out = vec![];
        let mut known: Names = without.iter().map(|name| (*name).to_owned()).collect();
        let straight = |s: &Segment| match s {
            Segment::Straight(stmt) => Some(stmt.clone()),
            _ => None,
        };
        let all: Vec<Stmt> = self.segments.iter().filter_map(straight).collect();
        for stmt in &all {
            let StmtKind::Declare { ty, declarators } = &stmt.kind else { continue };
            for d in declarators.iter().filter(|d| known.insert(d.name.text.clone())) {
                out.push(any(*ty, d));
            }
        }
        for (n, segment) in self.segments.iter().enumerate().take(at) {
            let Segment::Straight(Stmt { kind: StmtKind::Assume(cond), .. }) = segment else {
                continue;
            };
            let said = names(cond);
            let later = self.segments[n..].iter().flat_map(changes).collect::<Names>();
            if is_plain(cond) && said.is_disjoint(&later) {
                out.push(assume(cond.clone()));
            }
        }
        out
    }
}

impl Tiled<'_> {
    /// That the round of the counter owns the cells that the slice reads.
    fn owns(&self) -> Expr {
        let one = |(tile, index): &(&Tile, Linear)| {
            let at = |cell| build::compare(expr(index), CompareOp::Eq, expr(cell));
            let any = tile.cells.iter().map(at);
            any.reduce(|a, b| build::binary(BinaryOp::Or, a, b))
        };
        all(self.tiles.iter().filter_map(one))
    }

    /// The round that owns the cells that the slice reads, as a term, and that it does.
    fn owner(&self) -> Option<(Expr, Expr)> {
        Some((self.round(&Linear::var(&var(&self.slice.var)))?, self.owns()))
    }

    /// The round that owns the cell at the index that the slice first reads, for a value of its variable.
    fn round(&self, value: &Linear) -> Option<Expr> {
        let (tile, index) = self.tiles.first()?;
        let index = put(index, &self.slice.var, value)?;
        let (low, high) = (tile.cells.first()?, tile.cells.last()?);
        let moves = &low.coeff(&var(&self.l.counter)) * &Int::from(self.l.step);
        let begin = |cell: &Linear| put(cell, &self.l.counter, &self.l.first);
        let gone = match (moves.is_positive(), moves.is_negative()) {
            (true, _) => index.sub(&begin(low)?),
            (_, true) => begin(high)?.sub(&index),
            _ => return None,
        };
        let rounds = match moves.abs() {
            one if one.is_one() => expr(&gone),
            width => build::binary(BinaryOp::Div, expr(&gone), build::int(&width)),
        };
        let step = Int::from(self.l.step);
        let steps = match step.abs().is_one() {
            true => rounds,
            false => build::binary(BinaryOp::Mul, build::int(&step.abs()), rounds),
        };
        let op = if step.is_negative() { BinaryOp::Sub } else { BinaryOp::Add };
        Some(build::binary(op, expr(&self.l.first), steps))
    }

    /// That the claim holds for the cells of earlier tiles that a round reads (TI's `ζ`, with the tile that owns
    /// the cell in the place of any).
    fn read_before(&self) -> Vec<Expr> {
        let Tiled { l, slice, .. } = self;
        let mut found: Vec<Expr> = vec![];
        for (tile, index) in &self.tiles {
            for read in reads(&l.body, &tile.array, l) {
                let rest = put(index, &slice.var, &Linear::default());
                let value = rest
                    .and_then(|rest| quotient(&read.sub(&rest), &index.coeff(&var(&slice.var))));
                let Some(value) = value else { continue };
                let Some(round) = self.round(&value) else { continue };
                let earlier = before_round(l, round, &l.counter);
                let range = in_range(slice, &expr(&value));
                let claim = slice.body_with(&slice.var, &value);
                let known = build::and(Some(range), earlier);
                let said = simplified(&build::binary(BinaryOp::Implies, known, claim));
                if !is_true(&said) && !found.iter().any(|known| build::same(known, &said)) {
                    found.push(said);
                }
            }
        }
        found
    }
}

/// The indices at which a round reads an array, in terms of the counter.
fn reads(body: &[Stmt], array: &str, l: &Loop) -> Vec<Linear> {
    let mut found: Vec<Linear> = vec![];
    let mut look = |e: &Expr| {
        if let ExprKind::Index(of, index) = &e.kind
            && of.kind == ExprKind::Name(array.to_owned())
            && let Some(index) = form(index)
            && names_in(&index).iter().all(|name| *name == l.counter || !l.changes.contains(name))
            && !found.contains(&index)
        {
            found.push(index);
        }
    };
    for stmt in body {
        stmt.visit(&mut |s| s.exprs().into_iter().for_each(|e| e.visit(&mut look)));
    }
    found
}

/// Whether a round can stand in a program without loops.
fn is_simple(body: &[Stmt]) -> bool {
    let other = |s: &Stmt| {
        s.is_loop()
            || s.is_jump()
            || s.exprs().into_iter().any(|e| !effects::own_calls(e).is_empty())
    };
    !effects::any(body, &other)
}

/// Whether a condition is about scalars only.
fn is_plain(cond: &Expr) -> bool {
    let mut other = false;
    cond.visit(&mut |e| {
        other |= matches!(
            e.kind,
            ExprKind::Index(..)
                | ExprKind::Nondet(_)
                | ExprKind::Call { .. }
                | ExprKind::Quant { .. }
        );
    });
    !other
}

fn changes(segment: &Segment) -> Names {
    match segment {
        Segment::Straight(stmt) | Segment::Other(_, stmt) => writes_below(stmt),
        Segment::Loop(l) => l.changes.clone(),
    }
}

fn in_range(slice: &Slice, value: &Expr) -> Expr {
    let rest = vec![(CompareOp::Le, value.clone()), (CompareOp::Lt, expr(&slice.high))];
    build::expr(ExprKind::Compare(Box::new(expr(&slice.low)), rest))
}

fn all(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let all = parts.into_iter().fold(None, |all, part| Some(build::and(all, part)));
    all.unwrap_or_else(|| build::expr(ExprKind::Bool(true)))
}

fn with_name(e: &Expr, name: &str, new: &str) -> Expr {
    let mut e = e.clone();
    substitute(&mut e, &BTreeMap::from([(name.to_owned(), build::name(new))]));
    e
}

fn assume(cond: Expr) -> Stmt {
    build::stmt(StmtKind::Assume(cond))
}

fn assert(cond: Expr) -> Stmt {
    build::stmt(StmtKind::Assert(cond))
}

/// What a round does, without what it claims.
fn block(body: &[Stmt]) -> Stmt {
    let mut body = body.to_vec();
    walk::replace(&mut body, &mut |stmt| match stmt.kind {
        StmtKind::Assert(_) | StmtKind::Hint(_) => vec![],
        _ => vec![stmt],
    });
    build::stmt(StmtKind::Block(body))
}

fn declare_any(name: &str) -> Stmt {
    build::declare(name, build::expr(ExprKind::Nondet(None)))
}

/// A variable like another one, with any value.
fn any(ty: TypeName, like: &Declarator) -> Stmt {
    let dimensions = like.dimensions.iter().map(|_| None).collect();
    let declarator = Declarator { dimensions, init: None, ..like.clone() };
    build::stmt(StmtKind::Declare { ty, declarators: vec![declarator] })
}
