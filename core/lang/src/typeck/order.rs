//! Calls in expressions become statements in front of their statement, so that evaluation goes from left to
//! right. A call behind `&&`, `||`, `==>` or in `? :` is made only when the part before leaves the value
//! open: `n == 0 || f(n - 1)` ends.

use super::Checker;
use super::function::PendingCall;
use crate::typed::{
    Builtin, Call, Check, Type, TypedBinaryOp, TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind,
    UnaryOp, VarId, Write,
};
use hornbook_base::{Diagnostic, Int, Span};

impl Checker {
    /// Adds a statement, with the calls in its expressions in front of it.
    pub(super) fn push(&mut self, stmt: TypedStmt, out: &mut Vec<TypedStmt>) {
        if self.pending.is_empty() {
            out.push(stmt);
            return;
        }
        let mut before = vec![];
        let TypedStmt { kind, span, mut checks } = stmt;
        self.check_before_calls(&checks);
        let kind = match kind {
            TypedStmtKind::While { cond, body, step } => {
                self.while_with_calls(cond, (body, step), std::mem::take(&mut checks))
            }
            TypedStmtKind::DoWhile { body, cond } => {
                self.do_with_calls(body, cond, std::mem::take(&mut checks), &mut before)
            }
            mut other => {
                match &mut other {
                    TypedStmtKind::Call(call) => self.hoist_args(&mut call.args, &mut before),
                    _ => self.hoist_all(exprs(&mut other), &mut before),
                }
                other
            }
        };
        self.pending.clear();
        let kind = joined_call(&mut before, kind);
        let mut stmt = TypedStmt { kind, span, checks: vec![] };
        // The checked expressions are evaluated before the first call.
        before.first_mut().unwrap_or(&mut stmt).checks.splice(0..0, checks);
        if matches!(stmt.kind, TypedStmtKind::Declare { .. } | TypedStmtKind::Call(_)) {
            out.extend(before);
            out.push(stmt);
        } else {
            before.push(stmt);
            // The results of the calls are not needed behind the statement.
            let kind = TypedStmtKind::Block(before);
            out.push(TypedStmt { kind, span, checks: vec![] });
        }
    }

    /// Reports bounds checks of expressions that are evaluated behind a call: whether the run comes there,
    /// and with what values, is known only then.
    fn check_before_calls(&mut self, checks: &[Check]) {
        let first = self.pending.values().map(|pending| pending.span.end).min();
        // Invariants are evaluated before.
        let is_access = |check: &&Check| self.asserts[check.id.0 as usize].kind.is_check();
        for check in checks.iter().filter(is_access) {
            let access = self.asserts[check.id.0 as usize].span;
            let behind = first.is_some_and(|first| access.start >= first);
            if behind || self.calls(&check.cond) {
                let message = "the bounds of an access behind a call cannot be checked";
                self.diagnostics.push(Diagnostic::error(access, message).hint(
                    "call the function in a statement before, and give what it returns to a variable",
                ));
            }
        }
    }

    /// `while (true) { calls; if (!cond) break; body }`
    fn while_with_calls(
        &mut self,
        mut cond: TypedExpr,
        (body, step): (Vec<TypedStmt>, Vec<TypedStmt>),
        checks: Vec<Check>,
    ) -> TypedStmtKind {
        let mut round = vec![];
        self.hoist(&mut cond, &mut round);
        let span = cond.span;
        if let Some(first) = round.first_mut() {
            first.checks = checks;
        }
        let leave = plain(TypedStmtKind::Break, span);
        round.push(plain(TypedStmtKind::If { cond, then: vec![], els: vec![leave] }, span));
        round.extend(body);
        TypedStmtKind::While { cond: truth(true, span), body: round, step }
    }

    /// `again = true; while (again) { body } again = cond` where the last part is the loop's step.
    fn do_with_calls(
        &mut self,
        body: Vec<TypedStmt>,
        mut cond: TypedExpr,
        checks: Vec<Check>,
        before: &mut Vec<TypedStmt>,
    ) -> TypedStmtKind {
        let span = cond.span;
        let again = self.temporary(Type::Bool, span);
        let var = TypedExpr { kind: TypedExprKind::Var(again), ty: Type::Bool, span };
        before.push(plain(
            TypedStmtKind::Declare { var: again, init: Some(truth(true, span)) },
            span,
        ));
        let mut step = vec![];
        self.hoist(&mut cond, &mut step);
        if let Some(first) = step.first_mut() {
            first.checks = checks;
        }
        step.push(plain(TypedStmtKind::Assign(vec![set(again, cond)]), span));
        TypedStmtKind::While {
            cond: var,
            body,
            step: vec![plain(TypedStmtKind::Block(step), span)],
        }
    }

    /// Hoists the calls of expressions that are evaluated one after the other.
    fn hoist_all<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e mut TypedExpr>,
        out: &mut Vec<TypedStmt>,
    ) {
        let mut earlier: Vec<&mut TypedExpr> = vec![];
        for expr in exprs {
            if self.calls(expr) {
                for before in &mut earlier {
                    self.keep(before, out);
                }
                self.hoist(expr, out);
            }
            earlier.push(expr);
        }
    }

    /// Hoists the calls of arguments. An array is the caller's own, whatever a later call does to it.
    fn hoist_args(&mut self, args: &mut [TypedExpr], out: &mut Vec<TypedStmt>) {
        self.hoist_all(args.iter_mut().filter(|arg| !arg.ty.is_array()), out);
    }

    /// Whether a call has to be hoisted out of an expression.
    fn calls(&self, expr: &TypedExpr) -> bool {
        expr.any(&|e| matches!(e.kind, TypedExprKind::Var(var) if self.pending.contains_key(&var)))
    }

    fn hoist(&mut self, expr: &mut TypedExpr, out: &mut Vec<TypedStmt>) {
        if !self.calls(expr) {
            return;
        }
        match &mut expr.kind {
            TypedExprKind::Var(var) => {
                let Some(PendingCall { mut call, span }) = self.pending.remove(var) else { return };
                self.hoist_args(&mut call.args, out);
                out.push(plain(TypedStmtKind::Call(call), span));
            }
            TypedExprKind::Binary(
                op @ (TypedBinaryOp::And | TypedBinaryOp::Or | TypedBinaryOp::Implies),
                left,
                right,
            ) if self.calls(right) => {
                let (op, left, right) = (*op, left.clone(), right.clone());
                self.guarded(expr, op, *left, *right, out);
            }
            TypedExprKind::Ite(cond, then, els) if self.calls(then) || self.calls(els) => {
                let parts = [(**cond).clone(), (**then).clone(), (**els).clone()];
                self.chosen_side(expr, parts, out);
            }
            _ => self.hoist_all(operands(expr), out),
        }
    }

    /// `bool t = left; if (t) { calls of right; t = right; }`, and so on for the other connectives.
    fn guarded(
        &mut self,
        expr: &mut TypedExpr,
        op: TypedBinaryOp,
        mut left: TypedExpr,
        mut right: TypedExpr,
        out: &mut Vec<TypedStmt>,
    ) {
        let span = expr.span;
        self.hoist(&mut left, out);
        let t = self.temporary(Type::Bool, span);
        let value = TypedExpr { kind: TypedExprKind::Var(t), ty: Type::Bool, span };
        let left = if op == TypedBinaryOp::Implies { not(left) } else { left };
        out.push(plain(TypedStmtKind::Declare { var: t, init: Some(left) }, span));
        let open = if op == TypedBinaryOp::And { value.clone() } else { not(value.clone()) };
        let mut then = vec![];
        self.hoist(&mut right, &mut then);
        then.push(plain(TypedStmtKind::Assign(vec![set(t, right)]), span));
        out.push(plain(TypedStmtKind::If { cond: open, then, els: vec![] }, span));
        *expr = value;
    }

    /// `T t; if (cond) { calls; t = then; } else { calls; t = els; }`
    fn chosen_side(
        &mut self,
        expr: &mut TypedExpr,
        parts: [TypedExpr; 3],
        out: &mut Vec<TypedStmt>,
    ) {
        let (span, ty) = (expr.span, expr.ty);
        let [mut cond, then, els] = parts;
        self.hoist(&mut cond, out);
        let t = self.temporary(ty, span);
        out.push(plain(TypedStmtKind::Declare { var: t, init: Some(zero(ty, span)) }, span));
        let [then, els] = [then, els].map(|mut side| {
            let mut stmts = vec![];
            self.hoist(&mut side, &mut stmts);
            stmts.push(plain(TypedStmtKind::Assign(vec![set(t, side)]), span));
            stmts
        });
        out.push(plain(TypedStmtKind::If { cond, then, els }, span));
        expr.kind = TypedExprKind::Var(t);
    }

    /// Keeps the value of an expression before a call that may change it.
    fn keep(&mut self, expr: &mut TypedExpr, out: &mut Vec<TypedStmt>) {
        let changes = expr.any(&|e| match &e.kind {
            TypedExprKind::Nondet(_) | TypedExprKind::Call(Builtin::SubArray, _) => true,
            TypedExprKind::Var(_) => e.ty.is_array(),
            _ => false,
        });
        if changes {
            let (ty, span) = (expr.ty, expr.span);
            let var = self.temporary(ty, span);
            let value =
                std::mem::replace(expr, TypedExpr { kind: TypedExprKind::Var(var), ty, span });
            out.push(plain(TypedStmtKind::Declare { var, init: Some(value) }, span));
        }
    }

    fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        self.scopes.hidden("before", "(its value before)".to_owned(), ty, span)
    }
}

/// `x = f(..);` and `int x = f(..);` need no other variable for the result.
fn joined_call(before: &mut Vec<TypedStmt>, kind: TypedStmtKind) -> TypedStmtKind {
    let (target, value, declares) = match &kind {
        TypedStmtKind::Declare { var, init: Some(init) } => (*var, init, true),
        TypedStmtKind::Assign(writes) => match &writes[..] {
            [Write { var, indices, value }] if indices.is_empty() => (*var, value, false),
            _ => return kind,
        },
        _ => return kind,
    };
    let TypedExprKind::Var(returned) = value.kind else { return kind };
    match before.pop() {
        Some(TypedStmt { kind: TypedStmtKind::Call(call), .. }) if call.results == [returned] => {
            TypedStmtKind::Call(Call { results: vec![target], declares, ..call })
        }
        other => {
            before.extend(other);
            kind
        }
    }
}

/// The expressions that a statement evaluates, in order; conditions of loops are evaluated repeatedly and
/// are not among them.
fn exprs(kind: &mut TypedStmtKind) -> Vec<&mut TypedExpr> {
    match kind {
        TypedStmtKind::Declare { init, .. } => init.iter_mut().collect(),
        TypedStmtKind::Assign(writes) => {
            writes.iter_mut().flat_map(|w| w.indices.iter_mut().chain([&mut w.value])).collect()
        }
        TypedStmtKind::If { cond, .. }
        | TypedStmtKind::Assume(cond)
        | TypedStmtKind::Assert { cond, .. } => {
            vec![cond]
        }
        TypedStmtKind::Return(values) => values.iter_mut().collect(),
        TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
            call.args.iter_mut().collect()
        }
        TypedStmtKind::While { .. }
        | TypedStmtKind::DoWhile { .. }
        | TypedStmtKind::Block(_)
        | TypedStmtKind::Break
        | TypedStmtKind::Continue => vec![],
    }
}

/// The operands, in the order of evaluation.
fn operands(expr: &mut TypedExpr) -> Vec<&mut TypedExpr> {
    match &mut expr.kind {
        TypedExprKind::Int(_) | TypedExprKind::Bool(_) | TypedExprKind::Var(_) => vec![],
        TypedExprKind::Nondet(range) => {
            range.iter_mut().flat_map(|r| [&mut r.0, &mut r.1]).collect()
        }
        TypedExprKind::Unary(_, a) | TypedExprKind::Quant(_, _, a) => vec![a],
        TypedExprKind::Read(a, b) | TypedExprKind::Binary(_, a, b) => vec![a, b],
        TypedExprKind::Ite(a, b, c) => vec![a, b, c],
        TypedExprKind::Call(_, args) => args.iter_mut().collect(),
    }
}

fn plain(kind: TypedStmtKind, span: Span) -> TypedStmt {
    TypedStmt { kind, span, checks: vec![] }
}

fn set(var: VarId, value: TypedExpr) -> Write {
    Write { var, indices: vec![], value }
}

fn truth(value: bool, span: Span) -> TypedExpr {
    TypedExpr { kind: TypedExprKind::Bool(value), ty: Type::Bool, span }
}

fn not(expr: TypedExpr) -> TypedExpr {
    let span = expr.span;
    TypedExpr { kind: TypedExprKind::Unary(UnaryOp::Not, Box::new(expr)), ty: Type::Bool, span }
}

/// Zero, false, or an array of them.
fn zero(ty: Type, span: Span) -> TypedExpr {
    let kind = match (ty, ty.cell()) {
        (Type::Bool, _) => TypedExprKind::Bool(false),
        (_, Some(cell)) => TypedExprKind::Call(Builtin::ConstArray, vec![zero(cell, span)]),
        _ => TypedExprKind::Int(Int::ZERO),
    };
    TypedExpr { kind, ty, span }
}
