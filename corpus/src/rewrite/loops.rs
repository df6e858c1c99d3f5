//! `for` as `while`, and `while` as `for`.

use hornbook_lang::ast::{ExprKind, Stmt, StmtKind};
use hornbook_lang::rewrite::build::{expr, in_block, stmt};
use hornbook_lang::rewrite::effects::{Effects, any, continues, mentions, step};
use hornbook_lang::rewrite::walk;

/// Writes each `for` as a `while` in a block of its own. A body that may `continue` would miss the
/// step, so it stays.
pub fn for_to_while(body: &mut Vec<Stmt>) {
    walk::stmts(body, &mut |s| {
        if matches!(&s.kind, StmtKind::For { body, .. } if !continues(body)) {
            let kind = std::mem::replace(&mut s.kind, StmtKind::Empty);
            s.kind = as_while(kind);
        }
    });
}

fn as_while(kind: StmtKind) -> StmtKind {
    let StmtKind::For { init, cond, step, body } = kind else { return kind };
    let cond = cond.unwrap_or_else(|| expr(ExprKind::Bool(true)));
    // What the body declares is not visible in the step.
    let declares = body.iter().any(|s| matches!(s.kind, StmtKind::Declare { .. }));
    let mut round = if declares { in_block(body) } else { body };
    round.extend(step);
    let whole = stmt(StmtKind::While { cond, body: round });
    if init.is_empty() { whole.kind } else { StmtKind::Block([init, vec![whole]].concat()) }
}

/// Writes each `while` that ends its round by counting as a `for`, with the start of the counter in
/// its header where nobody else needs it.
pub fn while_to_for(body: &mut Vec<Stmt>) {
    walk::blocks(body, &mut |block| {
        for at in 0..block.len() {
            header(&mut block[at]);
            if at > 0 && may_move_in(&block[at - 1], &block[at], &block[at + 1..]) {
                let start = std::mem::replace(&mut block[at - 1], stmt(StmtKind::Empty));
                if let StmtKind::For { init, .. } = &mut block[at].kind {
                    init.push(start);
                }
            }
        }
        // What moved into a header has left a gap.
        block.retain(|s| s.kind != StmtKind::Empty);
    });
}

/// Moves the last statement of a round into the header.
fn header(s: &mut Stmt) {
    let StmtKind::While { cond, body } = &mut s.kind else { return };
    let Some((last, rest)) = body.split_last() else { return };
    let declared =
        |name: &String| rest.iter().any(|s| Effects::from_stmt(s).declares.contains(name));
    let outside = Effects::from_stmt(last).reads.iter().any(declared);
    if step(last).is_none() || outside || continues(body) {
        return;
    }
    let mut body = std::mem::take(body);
    let step = body.pop().into_iter().collect();
    s.kind = StmtKind::For { init: vec![], cond: Some(cond.clone()), step, body };
}

/// Whether the statement in front of a `for` can become its start: it sets the counter, and if it
/// declares it nothing behind the loop needs it.
fn may_move_in(start: &Stmt, whole: &Stmt, behind: &[Stmt]) -> bool {
    let StmtKind::For { init, step: steps, body, .. } = &whole.kind else { return false };
    let Some((counter, ..)) = steps.first().and_then(step) else { return false };
    let sets = match &start.kind {
        StmtKind::Update { target, .. } => target.root() == Some(counter),
        StmtKind::Declare { declarators, .. } => {
            let [only] = declarators.as_slice() else { return false };
            let redeclared = any(body, &|s| Effects::from_stmt(s).declares.contains(counter));
            only.name.text == counter && !redeclared && !mentions(behind, counter)
        }
        _ => false,
    };
    init.is_empty() && sets
}
