//! Programs with scaled constants: a failure in the 100,000th round of the original often happens in the
//! 20th with small numbers, and is found much sooner. Each result is tried on the original.

use hornbook_base::Int;
use hornbook_lang::typed::{
    Call, TypedExpr, TypedExprKind, TypedProgram, TypedStmt, TypedStmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers up to this size are kept.
const SMALL: i64 = 20;

/// The distance between small numbers for different large ones.
const APART: i64 = 7;

/// The program with small numbers, and the scaling; `None` if there is no large number. The scaling keeps
/// order and signs.
pub(super) fn scale_constants(
    program: &TypedProgram,
    numbers: &BTreeSet<Int>,
) -> Option<(TypedProgram, ConstantScaling)> {
    let scaling = ConstantScaling::from_numbers(numbers)?;
    let mut program = program.clone();
    program.body.iter_mut().for_each(|stmt| in_stmt(stmt, &scaling));
    for function in &mut program.functions {
        function.body.iter_mut().for_each(|stmt| in_stmt(stmt, &scaling));
    }
    Some((program, scaling))
}

/// The map from large numbers to small ones.
pub(super) struct ConstantScaling(BTreeMap<Int, Int>);

impl ConstantScaling {
    fn from_numbers(numbers: &BTreeSet<Int>) -> Option<ConstantScaling> {
        let scaling: BTreeSet<Int> =
            numbers.iter().map(Int::abs).filter(|n| *n > Int::from(SMALL)).collect();
        let small = (0..).map(|n| Int::from(SMALL + 1 + APART * n));
        (!scaling.is_empty()).then(|| ConstantScaling(scaling.into_iter().zip(small).collect()))
    }

    /// The small number for a number of the text.
    pub(super) fn small(&self, n: &Int) -> Int {
        match self.0.get(&n.abs()) {
            Some(small) if n.is_negative() => -small,
            Some(small) => small.clone(),
            None => n.clone(),
        }
    }
}

fn in_stmt(stmt: &mut TypedStmt, scaling: &ConstantScaling) {
    let small = |e: &TypedExpr| {
        e.map(&|e: TypedExpr| match &e.kind {
            TypedExprKind::Int(n) => TypedExpr { kind: TypedExprKind::Int(scaling.small(n)), ..e },
            _ => e,
        })
    };
    let change = |e: &mut TypedExpr| *e = small(e);
    for check in &mut stmt.checks {
        change(&mut check.cond);
    }
    let in_call = |call: &mut Call| call.args.iter_mut().for_each(change);
    let all = |body: &mut Vec<TypedStmt>| body.iter_mut().for_each(|stmt| in_stmt(stmt, scaling));
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
