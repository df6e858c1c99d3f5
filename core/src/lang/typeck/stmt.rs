//! Checking statements, and turning the short forms into plain ones.

use super::Checker;
use crate::base::{Diagnostic, Int, Span};
use crate::lang::ast::{self, Declarator, TypeName, UpdateOp};
use crate::lang::typed::{AssertId, BinaryOp, Expr, ExprKind, Stmt, StmtKind, Type, VarId};

impl Checker {
    /// Statements in a scope of their own.
    pub(super) fn scoped_statements(&mut self, body: &[ast::Stmt]) -> Vec<Stmt> {
        self.scopes.enter();
        let out = self.statements(body);
        self.scopes.leave();
        out
    }

    fn statements(&mut self, body: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = vec![];
        for stmt in body {
            self.statement(stmt, &mut out);
        }
        out
    }

    fn statement(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            ast::StmtKind::Declare { ty, declarators } => {
                self.declare(*ty, declarators, span, out);
                None
            }
            ast::StmtKind::Update { target, op } => self.update(target, op),
            ast::StmtKind::If { cond, then, els } => self.if_statement(cond, then, els.as_deref()),
            ast::StmtKind::While { cond, body } => self.while_statement(cond, body),
            ast::StmtKind::For { init, cond, step, body } => {
                self.for_statement(span, init, cond.as_ref(), step, body)
            }
            ast::StmtKind::Block(body) => Some(StmtKind::Block(self.scoped_statements(body))),
            ast::StmtKind::Assume(cond) => self.formula(cond).map(StmtKind::Assume),
            ast::StmtKind::Assert(cond) => self.assert(cond, span),
            ast::StmtKind::Empty | ast::StmtKind::Error => None,
        };
        out.extend(kind.map(|kind| Stmt { kind, span }));
    }

    /// A condition in which quantifiers are allowed.
    fn formula(&mut self, cond: &ast::Expr) -> Option<Expr> {
        self.formula_allowed = true;
        let cond = self.bool(cond);
        self.formula_allowed = false;
        cond
    }

    fn assert(&mut self, cond: &ast::Expr, span: Span) -> Option<StmtKind> {
        let id = AssertId(u32::try_from(self.asserts.len()).unwrap_or(u32::MAX));
        self.asserts.push(span);
        let cond = self.formula(cond)?;
        if cond.kind == ExprKind::Bool(true) {
            self.diagnostics
                .push(Diagnostic::warning(span, "this assertion always holds: nothing is checked"));
        }
        Some(StmtKind::Assert { id, cond })
    }

    fn if_statement(
        &mut self,
        cond: &ast::Expr,
        then: &[ast::Stmt],
        els: Option<&[ast::Stmt]>,
    ) -> Option<StmtKind> {
        let cond = self.bool(cond);
        self.lost_body(then, "if");
        let then = self.scoped_statements(then);
        let els = self.scoped_statements(els.unwrap_or(&[]));
        Some(StmtKind::If { cond: cond?, then, els })
    }

    fn while_statement(&mut self, cond: &ast::Expr, body: &[ast::Stmt]) -> Option<StmtKind> {
        let cond = self.loop_condition(cond);
        self.lost_body(body, "while");
        let body = self.scoped_statements(body);
        Some(StmtKind::While { cond: cond?, body })
    }

    fn loop_condition(&mut self, cond: &ast::Expr) -> Option<Expr> {
        let cond = self.bool(cond)?;
        if cond.kind == ExprKind::Bool(false) {
            self.diagnostics.push(Diagnostic::warning(
                cond.span,
                "this condition never holds: the loop does nothing",
            ));
        }
        Some(cond)
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

    /// A `for` becomes its first statement and a `while` whose body ends with the step.
    fn for_statement(
        &mut self,
        span: Span,
        init: &[ast::Stmt],
        cond: Option<&ast::Expr>,
        step: &[ast::Stmt],
        body: &[ast::Stmt],
    ) -> Option<StmtKind> {
        self.scopes.enter();
        let mut frame = self.statements(init);
        let cond = match cond {
            Some(cond) => self.loop_condition(cond),
            None => Some(Expr {
                kind: ExprKind::Bool(true),
                ty: Type::Bool,
                span: Span { start: span.start, end: span.start },
            }),
        };
        let body_span = body.iter().map(|s| s.span).reduce(Span::join);
        let mut round = vec![Stmt {
            kind: StmtKind::Block(self.scoped_statements(body)),
            span: body_span.unwrap_or(span.after()),
        }];
        round.extend(self.statements(step));
        self.scopes.leave();
        frame.push(Stmt { kind: StmtKind::While { cond: cond?, body: round }, span });
        Some(StmtKind::Block(frame))
    }
}

/// Declarations.
impl Checker {
    /// Each variable becomes a statement; the first one's place starts at the type, the last
    /// one's ends with the `;`.
    fn declare(
        &mut self,
        ty: TypeName,
        declarators: &[Declarator],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let last = declarators.len().saturating_sub(1);
        for (i, declarator) in declarators.iter().enumerate() {
            let start = if i == 0 { span } else { declarator.span }.start;
            let end = if i == last { span } else { declarator.span }.end;
            let kind = match declarator.dimensions.as_slice() {
                [] => self.declare_scalar(ty, declarator),
                [length] => self.declare_array(ty, declarator, length.as_ref()),
                _ => self.declare_matrix(declarator),
            };
            let span = Span { start, end };
            out.extend(kind.map(|kind| Stmt { kind, span }));
        }
    }

    fn declare_name(&mut self, declarator: &Declarator, ty: Option<Type>) -> Option<VarId> {
        let (var, clash) = self.scopes.declare(&declarator.name, ty);
        self.diagnostics.extend(clash);
        var
    }

    fn declare_scalar(&mut self, ty: TypeName, declarator: &Declarator) -> Option<StmtKind> {
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
        Some(StmtKind::Declare { var, init, length: None })
    }

    fn declare_array(
        &mut self,
        ty: TypeName,
        declarator: &Declarator,
        length: Option<&ast::Expr>,
    ) -> Option<StmtKind> {
        let length = length.map(|length| self.int(length));
        if let Some(init) = &declarator.init {
            self.array_value(init);
        }
        if ty == TypeName::Bool {
            self.diagnostics.push(
                Diagnostic::error(
                    declarator.name.span,
                    "arrays of truth values are not supported yet",
                )
                .hint("use an int array with 0 for false and 1 for true"),
            );
        }
        let ty = (ty == TypeName::Int).then_some(Type::IntArray);
        let var = self.declare_name(declarator, ty)?;
        let length = match length {
            Some(length) => Some(length?),
            None => None,
        };
        Some(StmtKind::Declare { var, init: None, length })
    }

    fn declare_matrix(&mut self, declarator: &Declarator) -> Option<StmtKind> {
        for length in declarator.dimensions.iter().flatten() {
            self.int(length);
        }
        self.diagnostics.push(
            Diagnostic::error(
                declarator.span,
                "arrays with several dimensions are not supported yet",
            )
            .hint("use one array for each row, or only one row"),
        );
        self.declare_name(declarator, None);
        None
    }

    /// Reports a value that is given to a whole array.
    fn array_value(&mut self, value: &ast::Expr) {
        self.diagnostics.push(
            Diagnostic::error(value.span, "giving a value to a whole array is not supported yet")
                .hint("give values to its cells in a loop"),
        );
    }
}

/// What an update writes to.
enum Place {
    Scalar(VarId),
    Cell(VarId, Expr),
}

/// Updates.
impl Checker {
    fn update(&mut self, target: &ast::Expr, op: &UpdateOp) -> Option<StmtKind> {
        let nondets = self.nondets;
        let place = self.place(target, op)?;
        let changes = !matches!(op, UpdateOp::Set(_));
        if changes && self.nondets > nondets {
            self.diagnostics.push(
                Diagnostic::error(
                    target.span,
                    "this would choose two indices: one to read and one to write",
                )
                .hint("choose the index first: `int i = nondet();`"),
            );
            return None;
        }
        let (var, ty) = match &place {
            Place::Scalar(var) => (*var, self.scopes.var(*var).ty),
            Place::Cell(var, _) => (*var, Type::Int),
        };
        // The old value is not marked as read: `x++` alone is no use of `x`.
        let value = self.new_value(target, &place, ty, op);
        self.scopes.mark_written(var);
        let value = value?;
        Some(match place {
            Place::Scalar(var) => StmtKind::Assign { var, value },
            Place::Cell(array, index) => StmtKind::Store { array, index, value },
        })
    }

    fn place(&mut self, target: &ast::Expr, op: &UpdateOp) -> Option<Place> {
        if let ast::ExprKind::Index(array, index) = &target.kind {
            let (array, index) = self.cell(array, index);
            let place = Some((array?, index?));
            if place.is_none() {
                self.check_operand(op);
            }
            return place.map(|(array, index)| Place::Cell(array, index));
        }
        let ast::ExprKind::Name(name) = &target.kind else {
            self.check_operand(op);
            return None;
        };
        let var = self.resolve(name, target.span);
        let array = var.is_some_and(|var| self.scopes.var(var).ty == Type::IntArray);
        if array {
            self.whole_array(target.span, name, op);
            return None;
        }
        if var.is_none() {
            self.check_operand(op);
        }
        var.map(Place::Scalar)
    }

    fn whole_array(&mut self, span: Span, name: &str, op: &UpdateOp) {
        if let UpdateOp::Set(_) = op {
            self.diagnostics.push(
                Diagnostic::error(span, "giving a value to a whole array is not supported yet")
                    .hint(format!("give values to its cells in a loop: `{name}[i] = ..;`")),
            );
        } else {
            self.diagnostics.push(
                Diagnostic::error(span, format!("`{name}` is an array, not a number"))
                    .hint(format!("name a cell: `{name}[i]`")),
            );
        }
    }

    /// Looks for errors in the operand of an update whose target is no good.
    fn check_operand(&mut self, op: &UpdateOp) {
        if let UpdateOp::Set(value) | UpdateOp::Change(_, value) = op {
            self.any_expr(value);
        }
    }

    fn new_value(
        &mut self,
        target: &ast::Expr,
        place: &Place,
        ty: Type,
        op: &UpdateOp,
    ) -> Option<Expr> {
        let (op, operand) = match op {
            UpdateOp::Set(value) => return self.expr_of(value, ty),
            UpdateOp::Change(op, operand) => (*op, Some(operand)),
            UpdateOp::Increment => (ast::BinaryOp::Add, None),
            UpdateOp::Decrement => (ast::BinaryOp::Sub, None),
        };
        if ty != Type::Int {
            self.error(
                target.span,
                format!(
                    "this needs a number, but `{}` is a truth value (bool)",
                    crate::lang::print::expr(target)
                ),
            );
            return None;
        }
        let old = Expr {
            kind: match place {
                Place::Scalar(var) => ExprKind::Var(*var),
                Place::Cell(array, index) => ExprKind::Read(*array, Box::new(index.clone())),
            },
            ty: Type::Int,
            span: target.span,
        };
        match operand {
            Some(operand) => self.arithmetic_on(old, op, operand),
            None => {
                let one = Expr { kind: ExprKind::Int(Int::ONE), ty: Type::Int, span: target.span };
                let op = match op {
                    ast::BinaryOp::Sub => BinaryOp::Sub,
                    _ => BinaryOp::Add,
                };
                Some(Expr {
                    kind: ExprKind::Binary(op, Box::new(old), Box::new(one)),
                    ty: Type::Int,
                    span: target.span,
                })
            }
        }
    }
}
