//! A program with small numbers in the place of large ones: what goes wrong in its 20th round often goes wrong in the
//! 100,000th of the original, and is found much sooner. Whatever is found is tried on the original.

use hornbook_base::Int;
use hornbook_lang::typed::{
    Call, TypedExpr, TypedExprKind, TypedProgram, TypedStmt, TypedStmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers up to this size stay as they are.
const SMALL: i64 = 20;

/// How far the small numbers are apart that stand for different large ones.
const APART: i64 = 7;

/// The program with small numbers, and which one stands for which large one; `None` if there is no large one. Their
/// order and their signs are kept.
pub(super) fn shrunk(
    program: &TypedProgram,
    numbers: &BTreeSet<Int>,
) -> Option<(TypedProgram, Sizes)> {
    let sizes = Sizes::of(numbers)?;
    let mut program = program.clone();
    program.body.iter_mut().for_each(|stmt| in_stmt(stmt, &sizes));
    for function in &mut program.functions {
        function.body.iter_mut().for_each(|stmt| in_stmt(stmt, &sizes));
    }
    Some((program, sizes))
}

/// Small numbers for large ones.
pub(super) struct Sizes(BTreeMap<Int, Int>);

impl Sizes {
    fn of(numbers: &BTreeSet<Int>) -> Option<Sizes> {
        let sizes: BTreeSet<Int> =
            numbers.iter().map(Int::abs).filter(|n| *n > Int::from(SMALL)).collect();
        let small = (0..).map(|n| Int::from(SMALL + 1 + APART * n));
        (!sizes.is_empty()).then(|| Sizes(sizes.into_iter().zip(small).collect()))
    }

    /// The number that stands for a number of the text.
    pub(super) fn small(&self, n: &Int) -> Int {
        match self.0.get(&n.abs()) {
            Some(small) if n.is_negative() => -small,
            Some(small) => small.clone(),
            None => n.clone(),
        }
    }
}

fn in_stmt(stmt: &mut TypedStmt, sizes: &Sizes) {
    let small = |e: &TypedExpr| {
        e.map(&|e: TypedExpr| match &e.kind {
            TypedExprKind::Int(n) => TypedExpr { kind: TypedExprKind::Int(sizes.small(n)), ..e },
            _ => e,
        })
    };
    let change = |e: &mut TypedExpr| *e = small(e);
    for check in &mut stmt.checks {
        change(&mut check.cond);
    }
    let in_call = |call: &mut Call| call.args.iter_mut().for_each(change);
    let all = |body: &mut Vec<TypedStmt>| body.iter_mut().for_each(|stmt| in_stmt(stmt, sizes));
    match &mut stmt.kind {
        TypedStmtKind::Declare { init, .. } => init.iter_mut().for_each(change),
        TypedStmtKind::Assign(writes) => {
            for write in writes {
                write.indices.iter_mut().for_each(change);
                change(&mut write.value);
            }
        }
        TypedStmtKind::If { cond, then, els } => {
            change(cond);
            all(then);
            all(els);
        }
        TypedStmtKind::While { cond, body, step } => {
            change(cond);
            all(body);
            all(step);
        }
        TypedStmtKind::DoWhile { body, cond } => {
            change(cond);
            all(body);
        }
        TypedStmtKind::Break | TypedStmtKind::Continue => {}
        TypedStmtKind::Return(values) => values.iter_mut().for_each(change),
        TypedStmtKind::Call(call) => in_call(call),
        TypedStmtKind::Inlined(call, function) => {
            in_call(call);
            all(&mut function.body);
        }
        TypedStmtKind::Block(body) => all(body),
        TypedStmtKind::Assume(cond) | TypedStmtKind::Assert { cond, .. } => change(cond),
    }
}
