//! Checking statements, and expanding short forms.

use super::function::writes;
use super::{Checker, PendingCheck, constant};
use crate::ast;
use crate::ast::{Declarator, TypeName};
use crate::typed::{
    AssertId, Assertion, AssertionKind, Builtin, Check, Element, Type, TypedExpr, TypedExprKind,
    TypedStmt, TypedStmtKind, VarId, statements,
};
use hornbook_base::{Diagnostic, Span};
use std::collections::BTreeSet;

/// The warning about a loop that does not end.
pub(super) const ENDLESS: &str = "this loop never ends once it has begun";

impl Checker {
    /// Statements in a scope of their own.
    pub(super) fn scoped_statements(&mut self, body: &[ast::Stmt]) -> Vec<TypedStmt> {
        self.scopes.enter();
        let out = self.statements(body);
        self.scopes.leave();
        out
    }

    fn statements(&mut self, body: &[ast::Stmt]) -> Vec<TypedStmt> {
        let mut out = vec![];
        let mut left = false;
        for stmt in body {
            if left && !matches!(stmt.kind, ast::StmtKind::Empty | ast::StmtKind::Error) {
                self.diagnostics.push(Diagnostic::warning(
                    stmt.span,
                    "this is never reached: the statement before always leaves",
                ));
                left = false;
            }
            self.statement(stmt, &mut out);
            left |= match stmt.kind {
                ast::StmtKind::Break | ast::StmtKind::Continue => self.loops > 0,
                ast::StmtKind::Return(_) => true,
                _ => false,
            };
        }
        out
    }

    fn statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<TypedStmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            ast::StmtKind::Declare { constant, ty, declarators } => {
                self.declare((*constant, *ty), declarators, span, out);
                None
            }
            ast::StmtKind::Update { target, op } => self.update(target, op),
            ast::StmtKind::Assign { targets, values } => self.assign(targets, values),
            ast::StmtKind::Havoc(targets) => self.havoc(targets),
            ast::StmtKind::Call(call) => self.call_statement(call),
            ast::StmtKind::If { cond, then, els } => {
                return self.if_statement(cond, then, els.as_deref(), span, out);
            }
            ast::StmtKind::While { cond, body } => {
                return self.while_statement(cond, body, span, out);
            }
            ast::StmtKind::DoWhile { body, cond } => {
                return self.do_statement(body, cond, span, out);
            }
            ast::StmtKind::For { init, cond, step, body } => {
                self.for_statement(span, init, cond.as_ref(), step, body)
            }
            ast::StmtKind::Block(body) => Some(TypedStmtKind::Block(self.scoped_statements(body))),
            ast::StmtKind::Break => self.jump(TypedStmtKind::Break, "break", span),
            ast::StmtKind::Continue => self.jump(TypedStmtKind::Continue, "continue", span),
            ast::StmtKind::Return(values) => self.return_statement(values, span),
            ast::StmtKind::Function(function) => {
                self.function_statement(function);
                None
            }
            // It says how programs may be instrumented, and is no part of this one.
            ast::StmtKind::Operator(_) => None,
            ast::StmtKind::Assume(cond) => self.assume(cond, span),
            ast::StmtKind::Assert(cond) => self.assert(cond, span, AssertionKind::Asserted),
            ast::StmtKind::Hint(cond) => self.assert(cond, span, AssertionKind::Hint),
            ast::StmtKind::Invariant(_) => self.misplaced_clause("invariant", span),
            ast::StmtKind::Decreases(_) => self.misplaced_clause("decreases", span),
            ast::StmtKind::Empty | ast::StmtKind::Error => None,
        };
        self.finish(kind, span, out);
    }

    /// Adds a statement with the bounds checks that its expressions need.
    fn finish(&mut self, kind: Option<TypedStmtKind>, span: Span, out: &mut Vec<TypedStmt>) {
        let checks = self.take_checks();
        self.finish_with(kind, span, checks, out);
    }

    /// Adds a statement whose bounds checks were taken before the statements inside it were checked.
    fn finish_with(
        &mut self,
        kind: Option<TypedStmtKind>,
        span: Span,
        checks: Vec<Check>,
        out: &mut Vec<TypedStmt>,
    ) {
        match kind {
            Some(kind) => self.push(TypedStmt { kind, span, checks }, out),
            None => self.pending.clear(),
        }
    }

    fn take_checks(&mut self) -> Vec<Check> {
        let checks = std::mem::take(&mut self.checks);
        let is_open = |check: &PendingCheck| constant::truth(&check.cond) != Some(true);
        let mut out: Vec<Check> = vec![];
        for PendingCheck { kind, span, cond } in checks.into_iter().filter(is_open) {
            if chooses(&cond) {
                self.diagnostics.push(
                    Diagnostic::error(span, "the bounds of what is chosen here cannot be checked")
                        .hint("choose it first: `int i = nondet();`"),
                );
            } else if !out.iter().any(|check| same(&check.cond, &cond)) {
                let id = self.new_assertion(span, kind);
                out.push(Check { id, cond });
            }
        }
        out
    }

    pub(super) fn new_assertion(&mut self, span: Span, kind: AssertionKind) -> AssertId {
        let id = AssertId(u32::try_from(self.asserts.len()).unwrap_or(u32::MAX));
        self.asserts.push(Assertion { span, kind });
        id
    }

    fn jump(&mut self, kind: TypedStmtKind, word: &str, span: Span) -> Option<TypedStmtKind> {
        if self.loops == 0 {
            self.error(span, format!("`{word}` stands outside of every loop"));
            return None;
        }
        Some(kind)
    }

    fn assume(&mut self, cond: &ast::Expr, span: Span) -> Option<TypedStmtKind> {
        let cond = self.bool(cond)?;
        if constant::truth(&cond) == Some(false) {
            self.diagnostics.push(Diagnostic::warning(
                span,
                "this assumption never holds: nothing behind it is checked",
            ));
        }
        Some(TypedStmtKind::Assume(cond))
    }

    fn assert(
        &mut self,
        cond: &ast::Expr,
        span: Span,
        kind: AssertionKind,
    ) -> Option<TypedStmtKind> {
        let id = self.new_assertion(span, kind);
        let cond = self.bool(cond)?;
        if kind == AssertionKind::Hint && !self.pending.is_empty() {
            self.diagnostics.push(
                Diagnostic::error(span, "a hint cannot call functions")
                    .hint("it says something about variables: call the function before"),
            );
            return None;
        }
        if constant::truth(&cond) == Some(true) {
            self.diagnostics
                .push(Diagnostic::warning(span, "this assertion always holds: nothing is checked"));
        }
        Some(TypedStmtKind::Assert { id, cond })
    }

    fn if_statement(
        &mut self,
        cond: &ast::Expr,
        then: &[ast::Stmt],
        els: Option<&[ast::Stmt]>,
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) {
        let cond = self.bool(cond);
        let checks = self.take_checks();
        let pending = std::mem::take(&mut self.pending);
        self.lost_body(then, "if");
        let then = self.scoped_statements(then);
        let els = self.scoped_statements(els.unwrap_or(&[]));
        self.pending = pending;
        self.finish_with(cond.map(|cond| TypedStmtKind::If { cond, then, els }), span, checks, out);
    }

    fn while_statement(
        &mut self,
        cond: &ast::Expr,
        body: &[ast::Stmt],
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) {
        let mut clauses = self.loop_clauses(body);
        out.append(&mut clauses.declarations);
        let cond = self.loop_condition(cond);
        let mut checks = clauses.take_invariants();
        checks.extend(self.take_checks());
        let pending = std::mem::take(&mut self.pending);
        self.lost_body(body, "while");
        let body = self.loop_body(body, clauses.begin_round());
        if pending.is_empty() {
            self.endless(cond.as_ref(), &body, &[]);
        }
        self.pending = pending;
        let kind = |cond| TypedStmtKind::While { cond, body, step: clauses.end_round() };
        self.finish_with(cond.map(kind), span, checks, out);
    }

    fn do_statement(
        &mut self,
        body: &[ast::Stmt],
        cond: &ast::Expr,
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) {
        let mut clauses = self.loop_clauses(body);
        out.append(&mut clauses.declarations);
        let begin = clauses.begin_round_with_invariants();
        let body = self.loop_body(body, begin);
        let cond = self.bool(cond);
        let mut checks = std::mem::take(&mut clauses.end);
        checks.extend(self.take_checks());
        self.finish_with(cond.map(|cond| TypedStmtKind::DoWhile { body, cond }), span, checks, out);
    }

    /// The body of a loop without the lines about it, behind statements at the beginning of each round.
    fn loop_body(&mut self, body: &[ast::Stmt], begin: Vec<TypedStmt>) -> Vec<TypedStmt> {
        self.loops += 1;
        self.scopes.enter();
        let (head, rest) = body.split_at(ast::loop_head_length(body));
        let mut out = begin;
        for stmt in head.iter().filter(|stmt| !stmt.is_loop_clause()) {
            self.statement(stmt, &mut out);
        }
        out.extend(self.statements(rest));
        self.scopes.leave();
        self.loops -= 1;
        out
    }

    fn loop_condition(&mut self, cond: &ast::Expr) -> Option<TypedExpr> {
        let cond = self.bool(cond)?;
        if constant::truth(&cond) == Some(false) {
            self.diagnostics.push(Diagnostic::warning(
                cond.span,
                "this condition never holds: the loop does nothing",
            ));
        }
        Some(cond)
    }

    /// Warns about a loop that does not end once it has begun: nothing in it changes what its condition asks, and
    /// nothing leaves it.
    fn endless(&mut self, cond: Option<&TypedExpr>, body: &[TypedStmt], step: &[TypedStmt]) {
        let Some(cond) = cond.filter(|cond| constant::truth(cond).is_none()) else { return };
        let (mut written, mut left) = (BTreeSet::new(), false);
        for stmt in body.iter().chain(step) {
            writes(stmt, &|_, _| true, &mut written);
            left |= statements(std::slice::from_ref(stmt)).into_iter().any(|stmt| {
                matches!(
                    stmt.kind,
                    TypedStmtKind::Break | TypedStmtKind::Return(_) | TypedStmtKind::Assume(_)
                )
            });
        }
        let changes = |e: &TypedExpr| e.variable().is_some_and(|var| written.contains(&var));
        if !left && !chooses(cond) && !cond.any(&changes) {
            self.diagnostics.push(Diagnostic::warning(cond.span, ENDLESS).hint(
                "nothing in it changes what its condition asks: is a step missing, as in `i++`?",
            ));
        }
    }

    /// Warns about `while (..);`, after which a block often stands that was meant as the body.
    fn lost_body(&mut self, body: &[ast::Stmt], word: &str) {
        if let [only] = body
            && only.kind == ast::StmtKind::Empty
        {
            self.diagnostics.push(
                Diagnostic::warning(
                    only.span,
                    format!("this `;` is the whole body of the `{word}`"),
                )
                .hint("leave out the `;` if the next statement is the body"),
            );
        }
    }

    /// A `for` becomes its first statement and a `while` with a step.
    fn for_statement(
        &mut self,
        span: Span,
        init: &[ast::Stmt],
        cond: Option<&ast::Expr>,
        step: &[ast::Stmt],
        body: &[ast::Stmt],
    ) -> Option<TypedStmtKind> {
        self.scopes.enter();
        let mut frame = self.statements(init);
        let cond = match cond {
            Some(cond) => self.loop_condition(cond),
            None => Some(TypedExpr {
                kind: TypedExprKind::Bool(true),
                ty: Type::Bool,
                span: Span { start: span.start, end: span.start },
            }),
        };
        let condition_checks = self.take_checks();
        let mut clauses = self.loop_clauses(body);
        frame.append(&mut clauses.declarations);
        let mut checks = clauses.take_invariants();
        checks.extend(condition_checks);
        let pending = std::mem::take(&mut self.pending);
        let body = self.loop_body(body, clauses.begin_round());
        let mut step = self.statements(step);
        if pending.is_empty() {
            self.endless(cond.as_ref(), &body, &step);
        }
        step.extend(clauses.end_round());
        self.scopes.leave();
        self.pending = pending;
        let kind = cond.map(|cond| TypedStmtKind::While { cond, body, step });
        let whole = kind.is_some();
        self.finish_with(kind, span, checks, &mut frame);
        whole.then_some(TypedStmtKind::Block(frame))
    }
}

/// Declarations.
impl Checker {
    /// Each variable becomes a statement; the first one's place starts at the type, the last
    /// one's ends with the `;`.
    fn declare(
        &mut self,
        (constant, ty): (bool, TypeName),
        declarators: &[Declarator],
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) {
        let last = declarators.len().saturating_sub(1);
        for (i, declarator) in declarators.iter().enumerate() {
            let start = if i == 0 { span } else { declarator.span }.start;
            let end = if i == last { span } else { declarator.span }.end;
            let span = Span { start, end };
            let var = match declarator.dimensions.as_slice() {
                [] => self.declare_scalar(ty, declarator),
                lengths => self.declare_array(ty, declarator, lengths, span, out),
            };
            if constant {
                self.constant(declarator, var.as_ref().map(|(var, _)| *var));
            }
            let kind = var.map(|(var, init)| TypedStmtKind::Declare { var, init });
            self.finish(kind, span, out);
        }
    }

    /// Remembers that a variable is constant.
    fn constant(&mut self, declarator: &Declarator, var: Option<VarId>) {
        let name = &declarator.name;
        let wrong =
            |message: String, hint: String| Diagnostic::error(declarator.span, message).hint(hint);
        if !declarator.dimensions.is_empty() {
            let message =
                format!("`{}` is an array, and only single values are `const`", name.text);
            let hint = "leave out `const`: what is never written to keeps its values";
            self.diagnostics.push(wrong(message, hint.to_owned()));
        } else if declarator.init.is_none() {
            let message = format!("`{}` is `const`, but has no value", name.text);
            let ty = var.map(|var| self.scopes.var(var).ty);
            let value = if ty == Some(Type::Bool) { "true" } else { "10" };
            let hint =
                format!("give it one: `{0} = {value}`, or `{0} = nondet()` for any", name.text);
            self.diagnostics.push(wrong(message, hint));
        }
        let scalar = var.filter(|_| declarator.dimensions.is_empty());
        self.constants.extend(scalar.map(|var| (var, name.span)));
    }

    fn declare_name(&mut self, declarator: &Declarator, ty: Option<Type>) -> Option<VarId> {
        let (var, clash) = self.scopes.declare(&declarator.name, ty);
        self.diagnostics.extend(clash);
        var
    }

    fn declare_scalar(
        &mut self,
        ty: TypeName,
        declarator: &Declarator,
    ) -> Option<(VarId, Option<TypedExpr>)> {
        let ty = match ty {
            TypeName::Int => Some(Type::Int),
            TypeName::Bool => Some(Type::Bool),
            TypeName::Error => None,
        };
        // The value is read before the name exists: `int x = x;` means an outer `x`.
        let init = declarator.init.as_ref().map(|init| match ty {
            Some(ty) => self.expr_of(init, ty),
            None => self.any_expr(init),
        });
        let var = self.declare_name(declarator, ty)?;
        let init = match init {
            Some(init) => Some(init?),
            None => None,
        };
        Some((var, init))
    }

    fn declare_array(
        &mut self,
        ty: TypeName,
        declarator: &Declarator,
        lengths: &[Option<ast::Expr>],
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) -> Option<(VarId, Option<TypedExpr>)> {
        let element = match ty {
            TypeName::Int => Some(Element::Int),
            TypeName::Bool => Some(Element::Bool),
            TypeName::Error => None,
        };
        if lengths.len() > MAX_DIMENSIONS {
            let message = format!("an array has at most {MAX_DIMENSIONS} dimensions");
            self.error(declarator.span, message);
        }
        let dimensions = lengths.len().min(MAX_DIMENSIONS) as u8;
        let ty = element.map(|element| Type::array(dimensions, element));
        let nondets = self.nondets;
        let lengths: Vec<Option<Option<TypedExpr>>> =
            lengths.iter().map(|length| length.as_ref().map(|length| self.int(length))).collect();
        if self.nondets > nondets {
            let call = !self.pending.is_empty();
            let (what, hint) = match call {
                true => ("a call", "call the function first: `int n = f(..);`"),
                false => ("`nondet()`", "choose the length first: `int n = nondet();`"),
            };
            let message = format!("{what} cannot stand in a declared length");
            self.diagnostics.push(Diagnostic::error(declarator.span, message).hint(hint));
        }
        let init = declarator.init.as_ref().map(|init| match ty {
            Some(ty) => self.expr_of(init, ty),
            None => self.any_expr(init),
        });
        let var = self.declare_name(declarator, ty)?;
        let lengths: Vec<Option<TypedExpr>> = lengths.into_iter().map(Option::flatten).collect();
        if lengths.iter().any(Option::is_some) {
            self.sized.insert(var);
        }
        self.keep_lengths(var, declarator, lengths, span, out);
        let init = match init {
            Some(init) => Some(init?),
            None => None,
        };
        Some((var, init))
    }

    /// Remembers the lengths of an array. One that may change later, or is neither number nor variable, is
    /// kept in a hidden variable if it matters.
    fn keep_lengths(
        &mut self,
        var: VarId,
        declarator: &Declarator,
        lengths: Vec<Option<TypedExpr>>,
        span: Span,
        out: &mut Vec<TypedStmt>,
    ) {
        let name = &declarator.name.text;
        let matters = self.options.check_bounds || self.measured.has(name);
        if !matters {
            // Only lengths of arrays by name can be asked for.
            return;
        }
        let mut kept = vec![];
        for (dimension, length) in lengths.into_iter().enumerate() {
            let Some(length) = length else {
                kept.push(None);
                continue;
            };
            let fixed = match &length.kind {
                TypedExprKind::Int(_) => true,
                TypedExprKind::Var(var) => {
                    !self.assigned.contains(&self.scopes.var(*var).source_name)
                }
                _ => false,
            };
            if fixed {
                kept.push(Some(length));
                continue;
            }
            let shown = format!("len({name}{})", "[..]".repeat(dimension));
            let hidden = match dimension {
                0 => format!("len_{name}"),
                _ => format!("len{}_{name}", dimension + 1),
            };
            let hidden = self.scopes.hidden(&hidden, shown, Type::Int, declarator.name.span);
            let kind = TypedExprKind::Var(hidden);
            kept.push(Some(TypedExpr { kind, ty: Type::Int, span: length.span }));
            self.finish(
                Some(TypedStmtKind::Declare { var: hidden, init: Some(length) }),
                span,
                out,
            );
        }
        self.lengths.insert(var, kept);
    }
}

/// The largest number of indices of an array.
const MAX_DIMENSIONS: usize = 8;

/// Whether an expression holds a choice.
fn chooses(expr: &TypedExpr) -> bool {
    expr.any(&|e| {
        matches!(e.kind, TypedExprKind::Nondet(_) | TypedExprKind::Call(Builtin::SubArray, _))
    })
}

/// Whether two expressions are equal but for their places.
fn same(a: &TypedExpr, b: &TypedExpr) -> bool {
    fn bare(expr: &TypedExpr) -> TypedExpr {
        expr.map(&|e| TypedExpr { span: Span::default(), ..e })
    }
    bare(a) == bare(b)
}
