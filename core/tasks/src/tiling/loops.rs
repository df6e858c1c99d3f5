//! Segments of a program (TI Sec. 3): loops in counted form, and the statements between them.
//!
//! A loop is counted if one number takes known steps towards a bound that stays as it is, once in each
//! round, and nothing leaves it early. TI brings all loops into one form, from 0 by steps of 1; here they
//! keep their own counters, as a round is known by the value of its counter just as well.

use super::form::{form, names_in};
use super::slices::limit;
use hornbook_base::{Int, Span};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Program, Stmt, StmtKind, UpdateOp};
use hornbook_lang::rewrite::effects;
use hornbook_lang::rewrite::names::Names;

/// A loop in counted form.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The span of the loop.
    pub span: Span,
    /// The span of its condition.
    pub asks: Span,
    /// The counter.
    pub counter: String,
    /// The step, never zero.
    pub step: i64,
    /// Its first value, in variables that have the same value all the time.
    pub first: Linear,
    /// There are rounds while the counter is less than this, or greater where it counts down.
    pub bound: Linear,
    /// The statements of a round without those that count.
    pub body: Vec<Stmt>,
    /// The variables that it changes, arrays too, and the counter.
    pub changes: Names,
}

/// The reason why a loop is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The loop.
    pub span: Span,
    /// The reason, as a sentence.
    pub why: String,
    /// A hint for the user.
    pub hint: String,
}

/// A part of a program between two cut-points.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    /// A statement that is no loop.
    Straight(Stmt),
    /// A loop.
    Loop(Loop),
    /// A loop that does not fit.
    Other(Misfit, Stmt),
}

impl Segment {
    /// The variables that it changes or declares, arrays too.
    pub fn changes(&self) -> Names {
        match self {
            Segment::Straight(stmt) | Segment::Other(_, stmt) => writes_below(stmt),
            Segment::Loop(l) => l.changes.clone(),
        }
    }
}

/// The segments of a program, in order: those of `main`, or else of the statements outside of functions.
pub fn segments(program: &Program) -> Vec<Segment> {
    segments_of(statements(program))
}

/// The statements that a run begins with: those outside of functions, or if there are none those of `main`.
pub fn statements(program: &Program) -> &[Stmt] {
    let is_done = |stmt: &Stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_));
    let in_main = program.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(f) if f.name.text == "main" => Some(&f.body),
        _ => None,
    });
    match in_main {
        Some(body) if !program.body.iter().any(is_done) => body,
        _ => &program.body,
    }
}

/// A name that is declared in the scope of a variable of that name, if there is one.
pub fn shadowed(program: &Program) -> Option<String> {
    shadowed_in(statements(program), &mut Names::new())
}

/// Checks the statements of one scope, with the names in it so far.
fn shadowed_in(body: &[Stmt], scope: &mut Names) -> Option<String> {
    for stmt in body {
        if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_)) {
            continue;
        }
        if let Some(name) = effects::declares(stmt).into_iter().find(|n| !scope.insert(n.clone())) {
            return Some(name);
        }
        let inside = |body: &[Stmt]| shadowed_in(body, &mut scope.clone());
        let found = match &stmt.kind {
            StmtKind::If { then, els, .. } => {
                inside(then).or_else(|| inside(els.as_deref().unwrap_or_default()))
            }
            _ => inside(&stmt.children().into_iter().cloned().collect::<Vec<_>>()),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The segments of statements, in order.
pub fn segments_of(body: &[Stmt]) -> Vec<Segment> {
    let is_done =
        |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_));
    let body: Vec<&Stmt> = body.iter().filter(is_done).collect();
    let segment = |(n, stmt): (usize, &&Stmt)| match stmt.is_loop() {
        false => Segment::Straight((*stmt).clone()),
        true => match counted(stmt, &body[..n]) {
            Ok(found) => Segment::Loop(found),
            Err((why, hint)) => {
                let (why, hint) = (why.to_owned(), hint.to_owned());
                Segment::Other(Misfit { span: stmt.span, why, hint }, (*stmt).clone())
            }
        },
    };
    body.iter().enumerate().map(segment).collect()
}

/// All counted loops of a program, those in loops behind the ones around them.
pub fn all_loops(program: &Program) -> Vec<Loop> {
    loops_in(&segments(program))
}

fn loops_in(segments: &[Segment]) -> Vec<Loop> {
    let mut found = vec![];
    for segment in segments {
        let body = match segment {
            Segment::Loop(l) => {
                found.push(l.clone());
                segments_of(&l.body)
            }
            Segment::Other(_, stmt) => {
                let inner: Vec<Stmt> = stmt.children().into_iter().cloned().collect();
                segments_of(&inner)
            }
            Segment::Straight(_) => continue,
        };
        found.extend(loops_in(&body));
    }
    found
}

type Reason = (&'static str, &'static str);

const NO_COUNTER: Reason = (
    "no variable counts its rounds by equal steps",
    "let one variable take the same step at the end of each round, and nowhere else",
);

/// A loop in counted form, with the statements before it.
fn counted(stmt: &Stmt, before: &[&Stmt]) -> Result<Loop, Reason> {
    let (cond, body, counting, header) = match &stmt.kind {
        StmtKind::For { init, cond: Some(cond), step, body } => {
            let [counting] = step.as_slice() else { return Err(NO_COUNTER) };
            let (name, _) = step_of(counting).ok_or(NO_COUNTER)?;
            if !init.is_empty() && !sets_only(init, &name) {
                return Err((
                    "its header sets more than the counter",
                    "give other variables their values before the loop",
                ));
            }
            (cond, body.as_slice(), counting, init.as_slice())
        }
        StmtKind::While { cond, body } => {
            let Some((counting, body)) = body.split_last() else { return Err(NO_COUNTER) };
            (cond, body, counting, [].as_slice())
        }
        _ => return Err(("it asks at its end, or not at all", "write it as `for` or `while`")),
    };
    let (counter, step) = step_of(counting).ok_or(NO_COUNTER)?;
    if body.iter().any(|s| writes_below(s).contains(&counter)) {
        return Err(NO_COUNTER);
    }
    let leaves = |s: &Stmt| matches!(s.kind, StmtKind::Break | StmtKind::Return(_));
    if effects::any(body, &leaves) {
        return Err((
            "it can be left early",
            "set a flag instead of `break`, and do nothing more in a round once it is set",
        ));
    }
    if effects::continues(body) && matches!(stmt.kind, StmtKind::While { .. }) {
        return Err(("a `continue` passes by the counting", "write the rest in an `else`"));
    }
    let mut changes: Names = body.iter().flat_map(writes_below).collect();
    changes.insert(counter.clone());
    let bound = bound(cond, &counter, step)?;
    let stays = |form: &Linear| names_in(form).is_disjoint(&changes);
    if !stays(&bound) {
        return Err((
            "its bound changes",
            "keep the bound in a variable that the loop leaves alone",
        ));
    }
    let first = first(&counter, header, before);
    let first = first.filter(stays).ok_or((
        "the first value of its counter is not known",
        "give the counter a value right before the loop",
    ))?;
    let body = body.to_vec();
    Ok(Loop { span: stmt.span, asks: cond.span, counter, step, first, bound, body, changes })
}

/// The variables that a statement and its parts assign.
pub fn writes_below(stmt: &Stmt) -> Names {
    let mut found = Names::new();
    stmt.visit(&mut |s| {
        found.extend(effects::writes(s));
        found.extend(effects::declares(s));
    });
    found
}

/// The largest step.
const LARGEST: u64 = 1 << 30;

fn step_of(stmt: &Stmt) -> Option<(String, i64)> {
    let (name, op, by) = effects::step(stmt)?;
    let by = by.map_or(Some(Int::ONE), |e| form(e)?.as_constant().cloned())?;
    let by = if op == BinaryOp::Sub { -&by } else { by };
    let by = by.to_i64().filter(|by| *by != 0 && by.unsigned_abs() <= LARGEST)?;
    Some((name.to_owned(), by))
}

/// The bound of a condition for the counter, as an exclusive one.
fn bound(cond: &Expr, counter: &str, step: i64) -> Result<Linear, Reason> {
    const OTHER: Reason = (
        "its condition does not compare the counter with a bound",
        "write `i < n` for a counter that grows, and `i >= 0` for one that shrinks",
    );
    let (op, limit) = limit(cond, counter).ok_or(OTHER)?;
    let one = Linear::constant(1);
    match (op, step > 0) {
        (CompareOp::Lt, true) | (CompareOp::Gt, false) => Ok(limit),
        (CompareOp::Le, true) => Ok(limit.add(&one)),
        (CompareOp::Ge, false) => Ok(limit.sub(&one)),
        (CompareOp::Ne, _) if step.abs() == 1 => Ok(limit),
        _ => Err(("its counter does not go towards its bound", "count the other way")),
    }
}

/// The initial value of the counter, from the header of a loop or the statements before it.
fn first(counter: &str, header: &[Stmt], before: &[&Stmt]) -> Option<Linear> {
    let mut touched = Names::new();
    for stmt in before.iter().copied().chain(header).rev() {
        if let Some(value) = value_of(stmt, counter) {
            let value = form(value)?;
            return names_in(&value).is_disjoint(&touched).then_some(value);
        }
        touched.extend(writes_below(stmt));
        if touched.contains(counter) {
            return None;
        }
    }
    None
}

/// Whether statements only assign one variable.
fn sets_only(stmts: &[Stmt], name: &str) -> bool {
    let [stmt] = stmts else { return false };
    let alone = match &stmt.kind {
        StmtKind::Declare { declarators, .. } => declarators.len() == 1,
        _ => true,
    };
    alone && value_of(stmt, name).is_some()
}

/// The value that a statement assigns to a variable, if it does nothing else with it.
fn value_of<'s>(stmt: &'s Stmt, name: &str) -> Option<&'s Expr> {
    match &stmt.kind {
        StmtKind::Declare { declarators, .. } => {
            let own = declarators.iter().rev().find(|d| d.name.text == name)?;
            own.init.as_ref().filter(|_| own.dimensions.is_empty())
        }
        StmtKind::Update { target, op: UpdateOp::Set(value) } => {
            matches!(&target.kind, ExprKind::Name(to) if to == name).then_some(value)
        }
        _ => None,
    }
}
