//! Checking expressions.

use super::{Checker, called};
use crate::base::{Diagnostic, Int, Span};
use crate::lang::ast::{self, CompareOp};
use crate::lang::typed::{BinaryOp, Expr, ExprKind, Type, UnaryOp, VarId};

/// A checked expression, with its value if it is made of numbers only.
struct Checked {
    expr: Expr,
    constant: Option<Int>,
}

impl Checked {
    fn new(kind: ExprKind, ty: Type, span: Span) -> Checked {
        let expr = Expr { kind, ty, span };
        Checked { expr, constant: None }
    }
}

fn boolean(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Bool, span }
}

/// `left op right` of type bool.
pub(super) fn joined(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    boolean(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

/// What the rest of the checker asks for. `None` always means that an error was reported.
impl Checker {
    /// An expression of a given type.
    pub(super) fn expr_of(&mut self, expr: &ast::Expr, ty: Type) -> Option<Expr> {
        self.checked_of(expr, ty).map(|checked| checked.expr)
    }

    /// An expression of type int.
    pub(super) fn int(&mut self, expr: &ast::Expr) -> Option<Expr> {
        self.expr_of(expr, Type::Int)
    }

    /// An expression of type bool.
    pub(super) fn bool(&mut self, expr: &ast::Expr) -> Option<Expr> {
        self.expr_of(expr, Type::Bool)
    }

    /// An expression of any type.
    pub(super) fn any_expr(&mut self, expr: &ast::Expr) -> Option<Expr> {
        self.checked(expr, Type::Int).map(|checked| checked.expr)
    }

    /// `old op operand` for arithmetic operators.
    pub(super) fn arithmetic_on(
        &mut self,
        old: Expr,
        op: ast::BinaryOp,
        operand: &ast::Expr,
    ) -> Option<Expr> {
        let right = self.checked_of(operand, Type::Int)?;
        let left = Checked { expr: old, constant: None };
        self.arithmetic(op, left, right).map(|checked| checked.expr)
    }

    /// The variable that a name stands for.
    pub(super) fn resolve(&mut self, name: &str, span: Span) -> Option<VarId> {
        match self.scopes.resolve(name, span) {
            Ok(entry) => entry.var,
            Err(unknown) => {
                self.diagnostics.push(*unknown);
                None
            }
        }
    }

    /// The array and the index of `array[index]`.
    pub(super) fn cell(
        &mut self,
        array: &ast::Expr,
        index: &ast::Expr,
    ) -> (Option<VarId>, Option<Expr>) {
        let var = self.indexed_array(array);
        let index = self.int(index);
        (var, index)
    }
}

impl Checker {
    fn indexed_array(&mut self, array: &ast::Expr) -> Option<VarId> {
        match &array.kind {
            ast::ExprKind::Name(name) => {
                let var = self.resolve(name, array.span)?;
                let ty = self.scopes.var(var).ty;
                if ty == Type::IntArray {
                    return Some(var);
                }
                self.scopes.mark_read(var);
                let message = format!("`{name}` is {}, not an array", called(ty));
                self.error(array.span, message);
            }
            ast::ExprKind::Index(inner, index) => {
                let (outer, _) = self.cell(inner, index);
                let name = self.scopes.var(outer?).source_name.clone();
                let message = format!("`{name}` takes one index, but here are two");
                self.error(array.span, message);
            }
            ast::ExprKind::Error => {}
            _ => {
                self.any_expr(array);
                self.error(array.span, "only an array has cells");
            }
        }
        None
    }

    fn checked_of(&mut self, expr: &ast::Expr, ty: Type) -> Option<Checked> {
        let checked = self.checked(expr, ty)?;
        let found = checked.expr.ty;
        if found == ty {
            return Some(checked);
        }
        let needed = match ty {
            Type::Int => "a number (int) is needed here",
            Type::Bool => "a truth value (bool) is needed here",
            Type::IntArray => "an array is needed here",
        };
        let diagnostic =
            Diagnostic::error(expr.span, format!("{needed}, but this is {}", called(found)));
        self.diagnostics.push(match (&expr.kind, ty) {
            (ast::ExprKind::Name(name), Type::Bool) => {
                diagnostic.hint(format!("compare it, as in `{name} != 0`"))
            }
            (ast::ExprKind::Int(n), Type::Bool) if n.is_zero() => diagnostic.hint("write `false`"),
            (ast::ExprKind::Int(_), Type::Bool) => diagnostic.hint("write `true`"),
            _ => diagnostic,
        });
        None
    }

    /// Checks an expression. `wanted` is the type of a `nondet()` whose type nothing else says.
    fn checked(&mut self, expr: &ast::Expr, wanted: Type) -> Option<Checked> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Int(n) => Some(Checked {
                constant: Some(n.clone()),
                ..Checked::new(ExprKind::Int(n.clone()), Type::Int, span)
            }),
            ast::ExprKind::Bool(b) => Some(Checked::new(ExprKind::Bool(*b), Type::Bool, span)),
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Index(array, index) => {
                let (array, index) = self.cell(array, index);
                let (array, index) = (array?, index?);
                self.scopes.mark_read(array);
                let kind = ExprKind::Read(array, Box::new(index));
                Some(Checked::new(kind, Type::Int, span))
            }
            ast::ExprKind::Nondet => self.nondet(wanted, span),
            ast::ExprKind::Unary(op, inner) => self.unary(*op, inner, span),
            ast::ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ast::ExprKind::Compare(first, rest) => self.compare(first, rest, span),
            ast::ExprKind::Quant { quantifier, vars, range, body } => {
                let expr = self.quant(*quantifier, vars, range.as_deref(), body, span)?;
                Some(Checked { expr, constant: None })
            }
            ast::ExprKind::Error => None,
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Checked> {
        let var = self.resolve(name, span)?;
        self.scopes.mark_read(var);
        let ty = self.scopes.var(var).ty;
        if ty == Type::IntArray {
            self.diagnostics.push(
                Diagnostic::error(span, format!("`{name}` is an array; a value is needed here"))
                    .hint(format!("name one of its cells: `{name}[i]`")),
            );
            return None;
        }
        Some(Checked::new(ExprKind::Var(var), ty, span))
    }

    fn nondet(&mut self, ty: Type, span: Span) -> Option<Checked> {
        if self.bound_depth > 0 {
            self.diagnostics.push(
                Diagnostic::error(span, "`nondet()` cannot stand inside a quantified formula")
                    .hint("choose the value first: `int v = nondet();`"),
            );
            return None;
        }
        self.nondets += 1;
        Some(Checked::new(ExprKind::Nondet, ty, span))
    }

    fn unary(&mut self, op: UnaryOp, inner: &ast::Expr, span: Span) -> Option<Checked> {
        let ty = match op {
            UnaryOp::Neg => Type::Int,
            UnaryOp::Not => Type::Bool,
        };
        let inner = self.checked_of(inner, ty)?;
        let constant = inner.constant.map(|n| -n);
        // A negative number is a number, not an operation.
        let kind = match (inner.expr.kind, op) {
            (ExprKind::Int(n), UnaryOp::Neg) => ExprKind::Int(-n),
            (kind, _) => ExprKind::Unary(op, Box::new(Expr { kind, ..inner.expr })),
        };
        Some(Checked { constant, ..Checked::new(kind, ty, span) })
    }

    fn binary(
        &mut self,
        op: ast::BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Checked> {
        let connective = match op {
            ast::BinaryOp::Iff => BinaryOp::Eq,
            ast::BinaryOp::Implies => BinaryOp::Implies,
            ast::BinaryOp::Or => BinaryOp::Or,
            ast::BinaryOp::And => BinaryOp::And,
            arithmetic => {
                let left = self.checked_of(left, Type::Int);
                let right = self.checked_of(right, Type::Int);
                return self.arithmetic(arithmetic, left?, right?);
            }
        };
        let left = self.bool(left);
        let right = self.bool(right);
        let expr = joined(connective, left?, right?, span);
        Some(Checked { expr, constant: None })
    }

    fn arithmetic(&mut self, op: ast::BinaryOp, left: Checked, right: Checked) -> Option<Checked> {
        let span = left.expr.span.join(right.expr.span);
        let one_known = left.constant.is_some() || right.constant.is_some();
        let constants = left.constant.zip(right.constant.as_ref());
        let (op, constant) = match op {
            ast::BinaryOp::Add => (BinaryOp::Add, constants.map(|(a, b)| &a + b)),
            ast::BinaryOp::Sub => (BinaryOp::Sub, constants.map(|(a, b)| &a - b)),
            ast::BinaryOp::Mul => {
                if !one_known {
                    self.not_linear(span);
                    return None;
                }
                (BinaryOp::Mul, constants.map(|(a, b)| &a * b))
            }
            ast::BinaryOp::Div | ast::BinaryOp::Mod => {
                self.divisor(&right)?;
                let div = op == ast::BinaryOp::Div;
                let constant = constants.and_then(|(a, b)| match div {
                    true => a.div_euclid(b),
                    false => a.rem_euclid(b),
                });
                (if div { BinaryOp::Div } else { BinaryOp::Mod }, constant)
            }
            // The other operators are no arithmetic and do not come here.
            _ => return None,
        };
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Some(Checked { constant, ..Checked::new(kind, Type::Int, span) })
    }

    fn not_linear(&mut self, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(span, "one factor of a product must be a number").hint(
                "products of two unknowns leave linear arithmetic, where questions can be decided",
            ),
        );
    }

    fn divisor(&mut self, right: &Checked) -> Option<()> {
        let span = right.expr.span;
        match &right.constant {
            None => {
                self.diagnostics.push(
                    Diagnostic::error(span, "the divisor must be a number, not a variable")
                        .hint("dividing by an unknown value leaves linear arithmetic"),
                );
                None
            }
            Some(zero) if zero.is_zero() => {
                self.error(span, "this divides by zero");
                None
            }
            Some(_) => Some(()),
        }
    }
}

/// Comparisons.
impl Checker {
    fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Option<Checked> {
        let expr = match rest {
            [(op @ (CompareOp::Eq | CompareOp::Ne), second)] => {
                self.equation(*op, first, second, span)
            }
            _ => self.chain(first, rest, span),
        };
        expr.map(|expr| Checked { expr, constant: None })
    }

    /// `x == y` on two numbers or two truth values.
    fn equation(
        &mut self,
        op: CompareOp,
        first: &ast::Expr,
        second: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        // A `nondet()` takes the type of the other side.
        let first_open = matches!(first.kind, ast::ExprKind::Nondet);
        let (left, right) = if first_open {
            let right = self.checked(second, Type::Int);
            let ty = right.as_ref().map_or(Type::Int, |right| right.expr.ty);
            (self.checked(first, ty), right)
        } else {
            let left = self.checked(first, Type::Int);
            let ty = left.as_ref().map_or(Type::Int, |left| left.expr.ty);
            (left, self.checked(second, ty))
        };
        let (left, right) = (left?.expr, right?.expr);
        if left.ty != right.ty {
            let message =
                format!("`{}` compares {} with {}", op.text(), called(left.ty), called(right.ty));
            self.error(span, message);
            return None;
        }
        Some(joined(typed(op), left, right, span))
    }

    /// `x < y <= z` becomes `x < y && y <= z`. Only numbers can be chained, so what is doubled
    /// holds no comparisons itself and the tree stays small.
    fn chain(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Option<Expr> {
        let mut left = self.int(first);
        let mut whole: Option<Expr> = None;
        let mut good = true;
        for (i, (op, next)) in rest.iter().enumerate() {
            let nondets = self.nondets;
            let right = self.int(next);
            if i + 1 < rest.len() && self.nondets > nondets {
                self.diagnostics.push(
                    Diagnostic::error(
                        next.span,
                        "`nondet()` cannot stand in the middle of a chain",
                    )
                    .hint("choose the value first: `int v = nondet();`"),
                );
            }
            let (Some(l), Some(r)) = (left.take(), right) else {
                // The remaining parts are still checked.
                good = false;
                left = None;
                continue;
            };
            let part_span = l.span.join(r.span);
            left = (i + 1 < rest.len()).then(|| r.clone());
            let part = joined(typed(*op), l, r, part_span);
            whole = Some(match whole {
                None => Expr { span, ..part },
                Some(before) => joined(BinaryOp::And, before, part, span),
            });
        }
        whole.filter(|_| good)
    }
}

fn typed(op: CompareOp) -> BinaryOp {
    match op {
        CompareOp::Eq => BinaryOp::Eq,
        CompareOp::Ne => BinaryOp::Ne,
        CompareOp::Lt => BinaryOp::Lt,
        CompareOp::Le => BinaryOp::Le,
        CompareOp::Gt => BinaryOp::Gt,
        CompareOp::Ge => BinaryOp::Ge,
    }
}
