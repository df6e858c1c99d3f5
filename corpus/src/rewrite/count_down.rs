//! Loops that count up count down instead, where their rounds have nothing to do with each other.

use hornbook_base::Int;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Stmt, StmtKind, UpdateOp};
use hornbook_lang::rewrite::build::{binary, compare, int, name, plus, set, stmt};
use hornbook_lang::rewrite::effects::{Effects, any, chooses_in_range, step, targets};
use hornbook_lang::rewrite::names::{introduced, names};
use hornbook_lang::rewrite::walk;

/// Turns every loop `i = low; while (i < high) { .. i = i + 1; }` around, and every `for` like it,
/// if its rounds are independent and nobody needs the counter behind it.
pub fn turn(body: &mut Vec<Stmt>) {
    let all = body.clone();
    walk::blocks(body, &mut |block| {
        for at in 0..block.len() {
            let turned = match &block[at].kind {
                StmtKind::For { .. } => turn_for(&block[at], &all),
                StmtKind::While { .. } if at > 0 => {
                    let dead = is_dead(&block[at + 1..], &block[at], &all);
                    let turned = turn_while(&block[at - 1], &block[at], &all);
                    turned.filter(|_| dead).map(|(start, whole)| {
                        block[at - 1] = start;
                        whole
                    })
                }
                _ => None,
            };
            if let Some(turned) = turned {
                block[at] = turned;
            }
        }
    });
}

fn turn_for(whole: &Stmt, all: &[Stmt]) -> Option<Stmt> {
    let StmtKind::For { init, cond: Some(cond), step, body } = &whole.kind else { return None };
    let ([start], [step]) = (init.as_slice(), step.as_slice()) else { return None };
    // A counter that is declared elsewhere might be needed behind the loop.
    let StmtKind::Declare { .. } = start.kind else { return None };
    let count = CountedLoop::from_parts(start, cond, step)?;
    independent(&count, body, all).then(|| {
        let (init, cond) = (vec![count.last(start)], Some(count.not_below()));
        let step = vec![count.down()];
        stmt(StmtKind::For { init, cond, step, body: body.clone() })
    })
}

fn turn_while(start: &Stmt, whole: &Stmt, all: &[Stmt]) -> Option<(Stmt, Stmt)> {
    let StmtKind::While { cond, body } = &whole.kind else { return None };
    let (step, round) = body.split_last()?;
    let count = CountedLoop::from_parts(start, cond, step)?;
    independent(&count, round, all).then(|| {
        let body = [round, &[count.down()]].concat();
        let whole = stmt(StmtKind::While { cond: count.not_below(), body });
        (count.last(start), whole)
    })
}

/// A counter that goes from `low` to before `high`.
struct CountedLoop<'a> {
    counter: &'a str,
    low: &'a Expr,
    high: &'a Expr,
}

impl<'a> CountedLoop<'a> {
    fn from_parts(start: &'a Stmt, cond: &'a Expr, last: &'a Stmt) -> Option<CountedLoop<'a>> {
        let (counter, op, by) = step(last)?;
        let by_one = by.is_none_or(|by| by.kind == ExprKind::Int(Int::ONE));
        let ExprKind::Compare(left, rest) = &cond.kind else { return None };
        let [(CompareOp::Lt, high)] = rest.as_slice() else { return None };
        let (started, low) = initial(start)?;
        let counts = by_one
            && op == BinaryOp::Add
            && started == counter
            && left.kind == ExprKind::Name(counter.to_owned());
        let simple = |e: &Expr| is_simple(e) && !names(e).contains(counter);
        (counts && simple(low) && simple(high)).then_some(CountedLoop { counter, low, high })
    }

    /// The start, with the last number instead of the first.
    fn last(&self, start: &Stmt) -> Stmt {
        let value = plus(self.high.clone(), -1);
        let mut start = start.clone();
        match &mut start.kind {
            StmtKind::Declare { declarators, .. } => {
                declarators.iter_mut().for_each(|d| d.init = Some(value.clone()));
            }
            _ => start = set(name(self.counter), value),
        }
        start
    }

    fn not_below(&self) -> Expr {
        compare(name(self.counter), CompareOp::Ge, self.low.clone())
    }

    fn down(&self) -> Stmt {
        set(name(self.counter), binary(BinaryOp::Sub, name(self.counter), int(&Int::ONE)))
    }
}

/// The variable that a statement gives a first number, and the number.
fn initial(start: &Stmt) -> Option<(&str, &Expr)> {
    match &start.kind {
        StmtKind::Declare { declarators, .. } => {
            let [only] = declarators.as_slice() else { return None };
            Some((&only.name.text, only.init.as_ref()?))
        }
        StmtKind::Update { target, op: UpdateOp::Set(value) } => match &target.kind {
            ExprKind::Name(name) => Some((name, value)),
            _ => None,
        },
        _ => None,
    }
}

/// Numbers, variables and their sums: neither cells nor choices.
fn is_simple(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Name(_) => true,
        ExprKind::Unary(_, inner) => is_simple(inner),
        ExprKind::Binary(_, left, right) => is_simple(left) && is_simple(right),
        _ => false,
    }
}

/// Whether the rounds may come in any order: each writes only variables of its own and the cells at
/// the counter, reads no other cells of arrays that are written, and cannot end the loop.
fn independent(count: &CountedLoop<'_>, body: &[Stmt], all: &[Stmt]) -> bool {
    let effects: Vec<Effects> = body.iter().map(Effects::from_stmt).collect();
    let declares = |name: &str| effects.iter().any(|e| e.declares.contains(name));
    let written = |name: &str| effects.iter().any(|e| e.writes.contains(name));
    let fixed = |e: &Expr| names(e).iter().all(|n| !written(n) && !declares(n));
    let own = |name: &str| declares(name) && declarations(all, name) == 1;
    let cells: Vec<&String> =
        effects.iter().flat_map(|e| &e.writes).filter(|name| !own(name)).collect();
    let at_counter = body.iter().all(|s| writes_at(s, count.counter, &own));
    let others_unread =
        cells.iter().all(|array| !declares(array) && only_at(body, array, count.counter));
    let counter_kept = !written(count.counter) && !declares(count.counter);
    counter_kept
        && fixed(count.low)
        && fixed(count.high)
        && at_counter
        && others_unread
        && ends_normally(body)
}

/// Whether the statement, with all inside it, writes only own variables and cells at the counter.
fn writes_at(s: &Stmt, counter: &str, own: &impl Fn(&str) -> bool) -> bool {
    let fine = |target: &&Expr| match &target.kind {
        ExprKind::Name(name) => own(name),
        ExprKind::Index(array, index) => is_name(index, counter) && array.root().is_some(),
        _ => false,
    };
    !matches!(s.kind, StmtKind::Call(_))
        && targets(s).iter().all(fine)
        && s.children().into_iter().all(|child| writes_at(child, counter, own))
}

fn is_name(e: &Expr, wanted: &str) -> bool {
    matches!(&e.kind, ExprKind::Name(name) if name == wanted)
}

/// Whether an array is mentioned only as its cell at the counter.
fn only_at(body: &[Stmt], array: &str, counter: &str) -> bool {
    let mut cells = 0;
    let mut mentions = 0;
    let mut count = |e: &Expr| match &e.kind {
        ExprKind::Name(name) => mentions += usize::from(name == array),
        ExprKind::Index(inner, index) => {
            cells += usize::from(is_name(inner, array) && is_name(index, counter));
        }
        _ => {}
    };
    for s in body {
        s.visit(&mut |s| s.exprs().into_iter().for_each(|e| e.visit(&mut count)));
    }
    // A formula that binds a variable of the counter's name means that one.
    mentions == cells && !introduced(body).contains(counter)
}

/// Whether every round comes to its end. One that may be cut off by an assumption hides the claims
/// of later rounds, which are others when the loop is turned around.
fn ends_normally(body: &[Stmt]) -> bool {
    let leaves = |s: &Stmt| s.is_jump() || s.is_loop();
    let assumes = |s: &Stmt| {
        matches!(s.kind, StmtKind::Assume(_)) || s.exprs().into_iter().any(chooses_in_range)
    };
    let claims = |s: &Stmt| matches!(s.kind, StmtKind::Assert(_) | StmtKind::Hint(_));
    let hides = any(body, &assumes) && any(body, &claims);
    !hides && !any(body, &leaves)
}

/// Whether the counter of a loop gets a new value behind it before anybody reads it. Only the list
/// of statements that the loop stands in is looked at, so the counter must be declared there.
fn is_dead(behind: &[Stmt], whole: &Stmt, all: &[Stmt]) -> bool {
    let StmtKind::While { body, .. } = &whole.kind else { return false };
    let Some((counter, ..)) = body.last().and_then(step) else { return false };
    let at_top = all.iter().any(|s| s.kind == whole.kind);
    let jumps = |s: &Stmt| matches!(s.kind, StmtKind::Break | StmtKind::Continue);
    for s in behind {
        if any(std::slice::from_ref(s), &jumps) {
            return false;
        }
        if let Some((name, value)) = initial(s)
            && name == counter
        {
            return !names(value).contains(counter);
        }
        let Effects { reads, writes, .. } = Effects::from_stmt(s);
        if reads.contains(counter) || writes.contains(counter) {
            return false;
        }
    }
    at_top
}

/// How often a name is declared in a program.
fn declarations(all: &[Stmt], wanted: &str) -> usize {
    let mut count = 0;
    for s in all {
        s.visit(&mut |s| {
            if let StmtKind::Declare { declarators, .. } = &s.kind {
                count += declarators.iter().filter(|d| d.name.text == wanted).count();
            }
        });
    }
    count
}
