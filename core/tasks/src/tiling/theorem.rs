//! A claim by tiles (TI Theorem 1): the conditions under which it holds behind the loops, each as a program without
//! loops. What is made here is trusted; it is free of search.
//!
//! **Theorem.** *If all conditions that [`proof_with`] gives for a claim are certified, no run violates the claim.*
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
//! - Of cells that lie before or behind all tiles the claim is wanted in front of the loop, and no round spoils it (**T3\***).
//! - Where that cannot be said, as in front of a variable's declaration, and at the start, what is wanted must hold
//!   for any values (**T2\*\***).
//!
//! - Where a round has loops in it, **T2\*** is the claim about its tile behind them, with conditions of its own, and **T0**
//!   and **T3\*** are asked of each part of the round, and of each round of the loops in it.
//!
//! A name means one variable throughout: programs in which one shadows another have no such proof, and variables of
//! slices are none of the program's. What of a claim is limited by a condition that the loop leaves alone is no
//! matter of tiles, and what the claim says of earlier tiles is not needed again.
//!
//! Facts about scalars that an `assume` or a declaration states, and nothing changes afterwards, are assumed in all
//! conditions (TI's `Inv`). Range, tiles and bounds mention nothing that the loop changes, and the loop is counted
//! ([`super::loops`]).

use super::backward::before;
use super::loops::{Loop, Segment, segments, segments_of, shadowed, writes_below};
use super::needs::need;
use super::rounds::{before_round, in_all_rounds, is_round};
use super::slices::is_true;
use super::slices::{Slice, declared};
use super::tiled_slice::TiledSlice;
use super::tiles::Tile;
use hornbook_base::Span;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{
    CompareOp, Declarator, Expr, ExprKind, Program, Stmt, StmtKind, TypeName,
};
use hornbook_lang::rewrite::names::{Fresh, Names, names};
use hornbook_lang::rewrite::{build, effects, substitute, walk};
use hornbook_lang::{Options, front_end, print};
use std::collections::BTreeMap;

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The name: `T1`, `T2*`.
    pub name: &'static str,
    /// A title of a few words: the array.
    pub title: String,
    /// The loop.
    pub at: Option<Span>,
    /// The reason for asking, one sentence.
    pub why: String,
    /// The program whose assertions state it.
    pub text: String,
    /// The tiles of it.
    pub about: ConditionTiles,
}

/// The tiles of a condition, by the names of rounds in its program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionTiles {
    /// The counter of the round that is made.
    pub round: Option<String>,
    /// An earlier round, or a later one.
    pub other: Option<String>,
    /// The tiles, each with the index in the claim.
    pub tiles: Vec<(Tile, Linear)>,
}

/// A claim by tiles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// The slices behind each loop, also of inner loops and slices that a loop does not change.
    pub behind: Vec<(Span, Slice)>,
    /// The slices in front of each segment outside of loops, by its number.
    pub in_front: Vec<(usize, Slice)>,
}

/// The conditions of a claim with these tiles, in the counter and variables that the loop does not change:
/// the conditions tell whether they suffice.
///
/// # Errors
/// The reason why there is no proof by such tiles, as a sentence.
pub fn proof_with(
    program: &Program,
    claim: Span,
    tiles_of: &dyn Fn(&Loop) -> Vec<Tile>,
) -> Result<Proof, String> {
    if let Some(name) = shadowed(program) {
        return Err(format!("there are two variables `{name}` where one is in scope"));
    }
    let segments = segments(program);
    let here = |s: &Segment| matches!(s, Segment::Straight(stmt) if claimed(stmt, claim).is_some());
    let at = segments.iter().rposition(here).ok_or("it is not claimed outside of all loops")?;
    let Segment::Straight(stmt) = &segments[at] else { return Err("it is no claim".into()) };
    let declared = declared(program);
    let mut fresh = Fresh::for_body(&program.body);
    let all =
        claimed(stmt, claim).and_then(|claim| Slice::all_from_claim(claim, &declared, &mut fresh));
    let wanted = all.ok_or("it is not only about all cells of a range")?;
    proof_given(&segments, at, wanted, &KnownFacts::default(), fresh, tiles_of)
}

/// Facts that are proved elsewhere and may be used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownFacts {
    /// The number of the first segment that is used.
    pub from: usize,
    /// The facts in front of it.
    pub there: Vec<Slice>,
    /// The facts that are proved together with the claim behind its loop. Rounds may use all of them for
    /// earlier tiles: by one induction over the rounds each holds, if the conditions of each do.
    pub beside: Vec<Slice>,
}

/// The conditions of slices in front of the segment of number `end`, in a program where no variable shadows another
/// one.
///
/// # Errors
/// The reason why there is no proof by such tiles, as a sentence.
pub fn proof_given(
    segments: &[Segment],
    end: usize,
    wanted: Vec<Slice>,
    given: &KnownFacts,
    fresh: Fresh,
    tiles_of: &dyn Fn(&Loop) -> Vec<Tile>,
) -> Result<Proof, String> {
    let mut work = ProofBuilder { tiles_of, fresh, given, end, found: Proof::default() };
    let scope = Scope { segments, around: vec![], is_outermost: true };
    let wanted = work.backwards(&scope, end, wanted)?;
    wanted.iter().for_each(|slice| work.any_values(&scope, given.from, slice));
    work.found.conditions.reverse();
    let reads = |c: &Condition| front_end(&c.text, Options::default()).0.is_some();
    match work.found.conditions.iter().all(reads) {
        true => Ok(work.found),
        false => Err("a condition is no program of its own".into()),
    }
}

/// The claim of a statement, if it is this one and consists of slices.
fn claimed(stmt: &Stmt, claim: Span) -> Option<&Expr> {
    let StmtKind::Assert(cond) = &stmt.kind else { return None };
    (stmt.span == claim || cond.span == claim).then_some(cond)
}

/// The most conditions of one claim.
const MOST: usize = 200;

struct ProofBuilder<'p> {
    tiles_of: &'p dyn Fn(&Loop) -> Vec<Tile>,
    fresh: Fresh,
    given: &'p KnownFacts,
    /// The number of the segment behind the claim.
    end: usize,
    /// The proof so far, the last conditions first.
    found: Proof,
}

/// The segments of a program, or of a round of a loop.
struct Scope<'s> {
    segments: &'s [Segment],
    /// The variables around a round, with any values, and the facts about scalars there.
    around: Vec<Stmt>,
    /// Whether it is outside of all loops.
    is_outermost: bool,
}

impl ProofBuilder<'_> {
    /// Finds the slices in front of all segments, backwards.
    fn backwards(
        &mut self,
        scope: &Scope,
        end: usize,
        mut wanted: Vec<Slice>,
    ) -> Result<Vec<Slice>, String> {
        let from = if scope.is_outermost { self.given.from } else { 0 };
        for n in (from..end).rev() {
            if self.found.conditions.len() > MOST {
                return Err("there would be too many conditions".into());
            }
            wanted = match &scope.segments[n] {
                Segment::Straight(stmt) => self.behind_statement(scope, n, stmt, wanted),
                Segment::Loop(l) => self.behind_loop(scope, n, l, wanted)?,
                Segment::Other(misfit, stmt) => {
                    let changed = writes_below(stmt);
                    match wanted.iter().all(|slice| slice.names().is_disjoint(&changed)) {
                        true => wanted,
                        false => return Err(format!("a loop does not fit: {}", misfit.why)),
                    }
                }
            };
            if scope.is_outermost {
                self.found.in_front.extend(wanted.iter().map(|slice| (n, slice.clone())));
            }
        }
        Ok(wanted)
    }

    fn behind_loop(
        &mut self,
        scope: &Scope,
        n: usize,
        l: &Loop,
        wanted: Vec<Slice>,
    ) -> Result<Vec<Slice>, String> {
        let tiles = (self.tiles_of)(l);
        let mut out = vec![];
        for slice in wanted {
            self.found.behind.push((l.span, slice.clone()));
            if slice.names().is_disjoint(&l.changes) {
                out.push(slice);
                continue;
            }
            if has_jumps_or_calls(&l.body) {
                return Err("a round of a loop has a jump or a call in it".into());
            }
            let tiled = TiledSlice::at_loop(l, slice, &tiles)?;
            for need in self.conditions(scope, n, &tiled, &tiles)? {
                let all = in_all_rounds(l, &need, &self.fresh.name("k"));
                out.push(all.ok_or("the cells that a round needs are not at sums")?);
            }
            out.extend(tiled.outside);
        }
        Ok(out)
    }

    /// Adds the conditions of a slice at a loop, which is the segment of this number. The result are the
    /// needs of rounds, in terms of the counter.
    fn conditions(
        &mut self,
        scope: &Scope,
        n: usize,
        tiled: &TiledSlice,
        tiles: &[Tile],
    ) -> Result<Vec<Slice>, String> {
        let setting = self.setting(scope, n, &[&tiled.l.counter]);
        let beside = self.given.beside.iter().filter(|_| scope.is_outermost && n + 1 == self.end);
        let beside =
            beside.filter_map(|slice| TiledSlice::at_loop(tiled.l, slice.clone(), tiles).ok());
        let at = LoopGoal { tiled, setting, beside: beside.collect() };
        self.earlier_tiles_are_left_alone(&at)?;
        let needs = self.own_tile_is_made(&at)?;
        self.all_cells_are_covered(&at)?;
        self.later_needs_are_spared(&at, &needs)?;
        Ok(needs)
    }

    /// T3*: a later round does not change an earlier tile, or cells that no round owns.
    fn earlier_tiles_are_left_alone(&mut self, at: &LoopGoal) -> Result<(), String> {
        let TiledSlice { l, slice, outside, .. } = at.tiled;
        let earlier = self.fresh.name("earlier");
        let mut rest = [at.round(), vec![declare_any(&earlier)], variables(slice)].concat();
        rest.push(build::assume(is_round(l, &earlier)));
        rest.push(build::assume(before_round(l, build::name(&earlier), &l.counter)));
        rest.extend(at.tiled.domain().map(build::assume));
        rest.push(build::assume(with_name(&at.tiled.owns(), &l.counter, &earlier)));
        let why = "A later round does not change the tiles of earlier rounds.";
        self.kept(&at.asked("T3*", why, Some(&earlier)), at.around(rest), &l.body, &slice.body)?;
        let why = "No round changes the cells that no round owns.";
        for slice in outside {
            let mut rest = [at.round(), variables(slice)].concat();
            rest.extend(slice.in_ranges().map(build::assume));
            self.kept(&at.asked("T3*", why, None), at.around(rest), &l.body, &slice.body)?;
        }
        Ok(())
    }

    /// T2*: a round makes the claim hold for its own tile. The result are its needs.
    fn own_tile_is_made(&mut self, at: &LoopGoal) -> Result<Vec<Slice>, String> {
        let TiledSlice { l, slice, claims, .. } = at.tiled;
        if effects::any(&l.body, &Stmt::is_loop) {
            let segments = segments_of(&l.body);
            let around = at.around(at.round());
            let inner = Scope { segments: &segments, around, is_outermost: false };
            // Here all of them must be proved.
            let claims: Option<Vec<Slice>> = claims.iter().cloned().collect();
            let claims = claims.ok_or("the cells of a tile are not at sums")?;
            return self.backwards(&inner, segments.len(), claims);
        }
        let needs = claims.iter().flatten().filter_map(|claim| need(l, claim));
        let needs: Vec<Slice> = needs.map(|need| at.unless_claimed(need)).collect();
        let mut rest = [at.round(), variables(slice)].concat();
        rest.extend(at.tiled.domain().map(build::assume));
        rest.push(build::assume(at.tiled.owns()));
        rest.extend(needs.iter().map(|need| build::assume(need.instance())));
        rest.extend(at.known_tiles().flat_map(TiledSlice::read_before).map(build::assume));
        rest.push(block(&l.body));
        rest.push(assert(slice.body.clone()));
        let why = "A round makes the claim hold for the cells of its tile.";
        self.ask(&at.asked("T2*", why, None), at.around(rest));
        Ok(needs)
    }

    /// T1: every cell of the range is in the tile of a round.
    fn all_cells_are_covered(&mut self, at: &LoopGoal) -> Result<(), String> {
        let TiledSlice { l, slice, .. } = at.tiled;
        let (round, owner) = at.tiled.owner().ok_or("the round that owns a cell is no term")?;
        let mut rest = variables(slice);
        rest.extend(at.tiled.domain().map(build::assume));
        rest.push(build::declare(&l.counter, round));
        rest.push(assert(is_round(l, &l.counter)));
        rest.push(assert(owner));
        let why = "Every cell that the claim is about is in the tile of a round.";
        self.ask(&at.asked("T1", why, None), at.around(rest));
        Ok(())
    }

    /// T0: no round spoils what a later one needs.
    fn later_needs_are_spared(&mut self, at: &LoopGoal, needs: &[Slice]) -> Result<(), String> {
        let l = at.tiled.l;
        let later = self.fresh.name("later");
        let asked =
            at.asked("T0", "No round violates a condition that a later round needs.", Some(&later));
        for need in needs {
            let mut rest = [at.round(), vec![declare_any(&later)], variables(need)].concat();
            rest.push(build::assume(is_round(l, &later)));
            rest.push(build::assume(before_round(l, build::name(&l.counter), &later)));
            let need = with_name(&need.instance(), &l.counter, &later);
            self.kept(&asked, at.around(rest), &l.body, &need)?;
        }
        Ok(())
    }

    /// Asks that a round, or else each part of it that writes a variable of a condition, preserves it.
    fn kept(
        &mut self,
        asked: &ConditionHeader,
        around: Vec<Stmt>,
        body: &[Stmt],
        cond: &Expr,
    ) -> Result<(), String> {
        let said = names(cond);
        if body.iter().flat_map(writes_below).all(|name| !said.contains(&name)) {
            return Ok(());
        }
        let whole =
            |body: &[Stmt]| vec![build::assume(cond.clone()), block(body), assert(cond.clone())];
        if !effects::any(body, &Stmt::is_loop) {
            self.ask(asked, [around, whole(body)].concat());
            return Ok(());
        }
        let segments = segments_of(body);
        let scope = Scope { segments: &segments, around, is_outermost: false };
        for (n, segment) in segments.iter().enumerate() {
            match segment {
                _ if segment.changes().is_disjoint(&said) => {}
                Segment::Straight(stmt)
                    if !effects::any(std::slice::from_ref(stmt), &Stmt::is_loop) =>
                {
                    let setting = self.setting(&scope, n, &[]);
                    self.ask(asked, [setting, whole(std::slice::from_ref(stmt))].concat());
                }
                Segment::Straight(_) => return Err("a loop stands in a branch".into()),
                Segment::Other(misfit, _) => {
                    return Err(format!("a loop does not fit: {}", misfit.why));
                }
                Segment::Loop(l) if said.contains(&l.counter) => {
                    return Err(format!(
                        "a loop in a loop counts with `{}`, which is read",
                        l.counter
                    ));
                }
                Segment::Loop(l) => {
                    let mut setting = self.setting(&scope, n, &[&l.counter]);
                    setting.push(declare_any(&l.counter));
                    setting.push(build::assume(is_round(l, &l.counter)));
                    self.kept(asked, setting, &l.body, cond)?;
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, asked: &ConditionHeader, body: Vec<Stmt>) {
        let ConditionHeader { name, title, why, at, about } = asked;
        let text = print::program(&Program { body, ..Program::default() });
        let (title, why, at, about) = (title.clone(), (*why).to_owned(), *at, about.clone());
        self.found.conditions.push(Condition { name, title, at, why, text, about });
    }

    fn behind_statement(
        &mut self,
        scope: &Scope,
        n: usize,
        stmt: &Stmt,
        wanted: Vec<Slice>,
    ) -> Vec<Slice> {
        let changed = writes_below(stmt);
        let mut out = vec![];
        for slice in wanted {
            let body = before(std::slice::from_ref(stmt), &slice.body);
            match body.filter(|_| slice.ends().is_disjoint(&changed)) {
                Some(body) if is_true(&body) => {}
                Some(body) => out.push(Slice { body, ..slice }),
                None => self.any_values(scope, n + 1, &slice),
            }
        }
        out
    }

    /// Asks that a slice holds in front of a segment for any values, under the given facts.
    fn any_values(&mut self, scope: &Scope, at: usize, slice: &Slice) {
        let mut body = self.setting(scope, at, &[]);
        body.extend(self.given_at(scope, at, slice).map(|given| build::assume(given.expr())));
        body.extend(variables(slice));
        body.extend(slice.in_ranges().map(build::assume));
        body.push(assert(slice.body.clone()));
        let asked = ConditionHeader {
            name: "T2**",
            title: "T2** for any values".to_owned(),
            why: "The remaining conditions must hold for any values.",
            at: None,
            about: ConditionTiles::default(),
        };
        self.ask(&asked, body);
    }

    /// The given facts that still hold in front of a segment, about variables that a claim reads.
    fn given_at<'g>(
        &'g self,
        scope: &Scope,
        at: usize,
        claim: &Slice,
    ) -> impl Iterator<Item = &'g Slice> {
        let (read, is_outermost) = (claim.names(), scope.is_outermost);
        let between = scope.segments.iter().take(at).skip(self.given.from);
        let changed: Names = between.flat_map(Segment::changes).collect();
        self.given.there.iter().filter(move |given| {
            let names = given.names();
            is_outermost && names.is_disjoint(&changed) && !names.is_disjoint(&read)
        })
    }

    /// The variables in scope at a segment, but for some, with any values, and the facts about scalars.
    fn setting(&self, scope: &Scope, at: usize, without: &[&str]) -> Vec<Stmt> {
        let is_left_out = |stmt: &&Stmt| {
            let declared = effects::declares(stmt);
            !declared.iter().any(|name| without.contains(&name.as_str()))
        };
        let mut out: Vec<Stmt> = scope.around.iter().filter(is_left_out).cloned().collect();
        let mut known: Names = without.iter().map(|name| (*name).to_owned()).collect();
        known.extend(out.iter().flat_map(effects::declares));
        for segment in scope.segments {
            let Segment::Straight(Stmt { kind: StmtKind::Declare { ty, declarators, .. }, .. }) =
                segment
            else {
                continue;
            };
            for d in declarators.iter().filter(|d| known.insert(d.name.text.clone())) {
                out.push(any(*ty, d));
            }
        }
        for (n, segment) in scope.segments.iter().enumerate().take(at) {
            let Segment::Straight(stmt) = segment else { continue };
            let later: Names = scope.segments[n + 1..].iter().flat_map(Segment::changes).collect();
            let stays = |cond: &Expr| names(cond).is_disjoint(&later);
            out.extend(known_behind(stmt).into_iter().filter(stays).map(build::assume));
        }
        out
    }
}

/// The header of a condition: its name and where it belongs.
struct ConditionHeader {
    name: &'static str,
    title: String,
    why: &'static str,
    at: Option<Span>,
    about: ConditionTiles,
}

/// A slice at a loop, with the start of its conditions.
struct LoopGoal<'t> {
    tiled: &'t TiledSlice<'t>,
    /// The slices that are proved of the same rounds together with it.
    beside: Vec<TiledSlice<'t>>,
    setting: Vec<Stmt>,
}

impl<'t> LoopGoal<'t> {
    /// All slices that are known of earlier tiles.
    fn known_tiles(&self) -> impl Iterator<Item = &TiledSlice<'t>> {
        std::iter::once(self.tiled).chain(&self.beside)
    }

    /// The needs of a round where the known slices of earlier tiles do not imply them.
    fn unless_claimed(&self, need: Slice) -> Slice {
        let known = self.known_tiles().flat_map(|tiled| tiled.read_by(&need));
        let known = known.reduce(|a, b| build::and(Some(a), b));
        need.under(known)
    }

    fn asked(
        &self,
        name: &'static str,
        why: &'static str,
        other: Option<&String>,
    ) -> ConditionHeader {
        let TiledSlice { l, tiles, .. } = self.tiled;
        let tiles: Vec<(Tile, Linear)> =
            tiles.iter().map(|(tile, index)| ((*tile).clone(), index.clone())).collect();
        ConditionHeader {
            name,
            title: format!("{name} for `{}`", tiles[0].0.array),
            why,
            at: Some(l.span),
            about: ConditionTiles { round: Some(l.counter.clone()), other: other.cloned(), tiles },
        }
    }

    fn around(&self, rest: Vec<Stmt>) -> Vec<Stmt> {
        [self.setting.clone(), rest].concat()
    }

    /// An arbitrary round of the loop.
    fn round(&self) -> Vec<Stmt> {
        let l = self.tiled.l;
        vec![declare_any(&l.counter), build::assume(is_round(l, &l.counter))]
    }
}

/// The variables of a slice, with any values.
fn variables(slice: &Slice) -> Vec<Stmt> {
    slice.ranges.iter().map(|range| declare_any(&range.var)).collect()
}

/// Whether a round can be left early, or calls a function.
fn has_jumps_or_calls(body: &[Stmt]) -> bool {
    let other =
        |s: &Stmt| s.is_jump() || s.exprs().into_iter().any(|e| !effects::own_calls(e).is_empty());
    effects::any(body, &other)
}

/// The facts about scalars behind a statement: its assumption, or the values and ranges of its declarations.
fn known_behind(stmt: &Stmt) -> Vec<Expr> {
    let known = match &stmt.kind {
        StmtKind::Assume(cond) => vec![cond.clone()],
        StmtKind::Declare { ty: TypeName::Int, declarators, .. } => {
            declarators.iter().flat_map(known_of).collect()
        }
        _ => vec![],
    };
    known.into_iter().filter(effects::is_of_scalars).collect()
}

fn known_of(d: &Declarator) -> Vec<Expr> {
    let Some(value) = d.init.as_ref().filter(|_| d.dimensions.is_empty()) else { return vec![] };
    let is = |op, other: &Expr| build::compare(build::name(&d.name.text), op, other.clone());
    match &value.kind {
        ExprKind::Nondet(Some(range)) => {
            vec![is(CompareOp::Ge, &range.0), is(CompareOp::Lt, &range.1)]
        }
        _ => vec![is(CompareOp::Eq, value)],
    }
}

fn with_name(e: &Expr, name: &str, new: &str) -> Expr {
    let mut e = e.clone();
    substitute(&mut e, &BTreeMap::from([(name.to_owned(), build::name(new))]));
    e
}

fn assert(cond: Expr) -> Stmt {
    build::stmt(StmtKind::Assert(cond))
}

/// The statements of a round without assertions.
fn block(body: &[Stmt]) -> Stmt {
    let mut body = body.to_vec();
    walk::replace(&mut body, &mut |stmt| match stmt.kind {
        StmtKind::Assert(_) | StmtKind::Hint(_) => vec![],
        _ if stmt.is_loop_clause() => vec![],
        _ => vec![stmt],
    });
    build::stmt(StmtKind::Block(body))
}

fn declare_any(name: &str) -> Stmt {
    build::declare(name, build::expr(ExprKind::Nondet(None)))
}

/// The declaration of a variable of the same type, with any value.
fn any(ty: TypeName, like: &Declarator) -> Stmt {
    let dimensions = like.dimensions.iter().map(|_| None).collect();
    let declarator = Declarator { dimensions, init: None, ..like.clone() };
    build::stmt(StmtKind::Declare { constant: false, ty, declarators: vec![declarator] })
}
