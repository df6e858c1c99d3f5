//! Checking expressions.

use super::{Checker, PendingCheck, called};
use crate::ast;
use crate::ast::CompareOp;
use crate::typed::{
    AssertionKind, Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp, VarId,
};
use hornbook_base::{Diagnostic, Int, Span};

/// The largest size of an expression once all short forms are expanded.
const MAX_SIZE: usize = 20_000;

/// A checked expression, with its value if it is made of numbers only.
pub(super) struct Checked {
    pub expr: TypedExpr,
    pub constant: Option<Int>,
}

impl Checked {
    pub fn new(kind: TypedExprKind, ty: Type, span: Span) -> Checked {
        let expr = TypedExpr { kind, ty, span };
        Checked { expr, constant: None }
    }
}

fn boolean(kind: TypedExprKind, span: Span) -> TypedExpr {
    TypedExpr { kind, ty: Type::Bool, span }
}

/// `left op right` of type bool.
pub(super) fn joined(
    op: TypedBinaryOp,
    left: TypedExpr,
    right: TypedExpr,
    span: Span,
) -> TypedExpr {
    boolean(TypedExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

/// The interface to the rest of the checker. `None` always means that an error was reported.
impl Checker {
    /// An expression of a given type.
    pub(super) fn expr_of(&mut self, expr: &ast::Expr, ty: Type) -> Option<TypedExpr> {
        self.checked_of(expr, ty).map(|checked| checked.expr)
    }

    /// An expression of type int.
    pub(super) fn int(&mut self, expr: &ast::Expr) -> Option<TypedExpr> {
        self.expr_of(expr, Type::Int)
    }

    /// An expression of type bool.
    pub(super) fn bool(&mut self, expr: &ast::Expr) -> Option<TypedExpr> {
        self.expr_of(expr, Type::Bool)
    }

    /// An expression of any type.
    pub(super) fn any_expr(&mut self, expr: &ast::Expr) -> Option<TypedExpr> {
        self.checked(expr, Type::Int).map(|checked| checked.expr)
    }

    /// `old op operand` for arithmetic operators.
    pub(super) fn arithmetic_on(
        &mut self,
        old: TypedExpr,
        op: ast::BinaryOp,
        operand: &ast::Expr,
    ) -> Option<TypedExpr> {
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
}

impl Checker {
    /// `array[index]`
    fn read(&mut self, array: &ast::Expr, index: &ast::Expr, span: Span) -> Option<Checked> {
        if let ast::ExprKind::Name(name) = &array.kind
            && let Some(result) = self.result(name, Some(index))
        {
            let ty = self.scopes.var(result).ty;
            return Some(Checked::new(TypedExprKind::Var(result), ty, span));
        }
        let array = self.array(array);
        let index = self.int(index);
        let (array, index) = (array?, index?);
        let ty = array.ty.cell()?;
        self.check_bounds(&array, &index, span);
        let kind = TypedExprKind::Read(Box::new(array), Box::new(index));
        Some(Checked::new(kind, ty, span))
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
            Type::Array(_) if found.is_array() => "an array of another type is needed here",
            Type::Array(_) => "an array is needed here",
        };
        let diagnostic = match ty {
            Type::Array(_) if found.is_array() => Diagnostic::error(expr.span, needed),
            _ => Diagnostic::error(expr.span, format!("{needed}, but this is {}", called(found))),
        };
        self.diagnostics.push(match (&expr.kind, ty) {
            (ast::ExprKind::Name(name), _) if found.is_array() && !ty.is_array() => {
                Diagnostic::error(
                    expr.span,
                    format!("`{name}` is an array; a value is needed here"),
                )
                .hint(format!("name one of its cells: `{name}[i]`"))
            }
            (ast::ExprKind::Name(name), Type::Bool) => {
                diagnostic.hint(format!("compare it, as in `{name} != 0`"))
            }
            (ast::ExprKind::Int(n), Type::Bool) if n.is_zero() => diagnostic.hint("write `false`"),
            (ast::ExprKind::Int(_), Type::Bool) => diagnostic.hint("write `true`"),
            _ => diagnostic,
        });
        None
    }

    /// Checks an expression. `wanted` is the type of a `nondet()` whose type nothing else determines.
    pub(super) fn checked(&mut self, expr: &ast::Expr, wanted: Type) -> Option<Checked> {
        let checked = self.unbounded(expr, wanted)?;
        // The expanded form has some operands more than once.
        let copies = matches!(
            expr.kind,
            ast::ExprKind::Call { .. } | ast::ExprKind::Compare(..) | ast::ExprKind::Quant { .. }
        );
        if copies && checked.expr.is_larger_than(MAX_SIZE) {
            let message =
                format!("this expression is too large: written out it has over {MAX_SIZE} parts");
            let hint = "compute a part of it first and give it to a variable";
            self.diagnostics.push(Diagnostic::error(expr.span, message).hint(hint));
            return None;
        }
        Some(checked)
    }

    fn unbounded(&mut self, expr: &ast::Expr, wanted: Type) -> Option<Checked> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Int(n) => Some(Checked {
                constant: Some(n.clone()),
                ..Checked::new(TypedExprKind::Int(n.clone()), Type::Int, span)
            }),
            ast::ExprKind::Bool(b) => Some(Checked::new(TypedExprKind::Bool(*b), Type::Bool, span)),
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Index(array, index) => self.read(array, index, span),
            ast::ExprKind::Nondet(range) => self.nondet(range.as_deref(), wanted, span),
            ast::ExprKind::Ite(cond, then, els) => self.choice(cond, then, els, wanted, span),
            ast::ExprKind::Call { name, args, lambda } => {
                self.call(name, args, lambda.as_deref(), wanted, span)
            }
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
        let var = match self.result(name, None) {
            Some(result) => result,
            None => self.resolve(name, span)?,
        };
        let var = self.in_ensures(var);
        let var = self.when_entered(var);
        self.scopes.mark_read(var);
        if let Some(cell) = self.cells.get(&var) {
            let expr = TypedExpr { span, ..cell.clone() };
            return Some(Checked { expr, constant: None });
        }
        let ty = self.scopes.var(var).ty;
        Some(Checked::new(TypedExprKind::Var(var), ty, span))
    }

    fn nondet(
        &mut self,
        range: Option<&(ast::Expr, ast::Expr)>,
        wanted: Type,
        span: Span,
    ) -> Option<Checked> {
        let range = range.map(|(low, high)| (self.int(low), self.int(high)));
        self.chooses("`nondet()`", span)?;
        let (range, ty) = match range {
            Some((low, high)) => (Some(Box::new((low?, high?))), Type::Int),
            None => (None, wanted),
        };
        Some(Checked::new(TypedExprKind::Nondet(range), ty, span))
    }

    /// Notes a choice, which cannot be made below a quantifier.
    pub(super) fn chooses(&mut self, what: &str, span: Span) -> Option<()> {
        if self.bound_depth > 0 {
            let message = format!("{what} cannot stand inside a quantified formula");
            self.diagnostics.push(
                Diagnostic::error(span, message)
                    .hint("choose the value first: `int v = nondet();`"),
            );
            return None;
        }
        self.nondets += 1;
        Some(())
    }

    /// Warns that only the interpreter knows a value.
    pub(super) fn opaque(&mut self, span: Span, what: &str) {
        let message = format!("data abstraction alone takes {what} for any integer");
        self.diagnostics.push(
            Diagnostic::warning(span, message).hint(
                "ghost variables can follow it: the methods `auto` and `instrument` try them",
            ),
        );
    }

    /// `cond ? then : els`
    fn choice(
        &mut self,
        cond: &ast::Expr,
        then: &ast::Expr,
        els: &ast::Expr,
        wanted: Type,
        span: Span,
    ) -> Option<Checked> {
        let cond = self.bool(cond);
        let checks = self.checks.len();
        let then_open = matches!(then.kind, ast::ExprKind::Nondet(None));
        let ty_of = |checked: &Option<Checked>| checked.as_ref().map_or(wanted, |c| c.expr.ty);
        // The other side determines the type of a `nondet()`.
        let then = (!then_open).then(|| self.checked(then, wanted)).flatten();
        if let Some(cond) = &cond {
            self.guard_checks(checks, cond, true);
        }
        let middle = self.checks.len();
        let els = self.checked(els, ty_of(&then));
        if let Some(cond) = &cond {
            self.guard_checks(middle, cond, false);
        }
        let then = if then_open { self.nondet(None, ty_of(&els), span) } else { then };
        let (cond, then, els) = (cond?, then?.expr, els?.expr);
        if then.ty != els.ty {
            let message =
                format!("the two values of `? :` are {} and {}", called(then.ty), called(els.ty));
            self.error(span, message);
            return None;
        }
        let ty = then.ty;
        let kind = TypedExprKind::Ite(Box::new(cond), Box::new(then), Box::new(els));
        Some(Checked::new(kind, ty, span))
    }

    /// Makes the checks noted since `from` depend on a condition that is evaluated before:
    /// `i < n && a[i] > 0` reads `a[i]` only where `i < n`.
    pub(super) fn guard_checks(&mut self, from: usize, cond: &TypedExpr, holds: bool) {
        for check in &mut self.checks[from..] {
            let op = if holds { TypedBinaryOp::Implies } else { TypedBinaryOp::Or };
            check.cond = joined(op, cond.clone(), check.cond.clone(), check.span);
        }
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
            (TypedExprKind::Int(n), UnaryOp::Neg) => TypedExprKind::Int(-n),
            (kind, _) => TypedExprKind::Unary(op, Box::new(TypedExpr { kind, ..inner.expr })),
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
            ast::BinaryOp::Iff => TypedBinaryOp::Eq,
            ast::BinaryOp::Implies => TypedBinaryOp::Implies,
            ast::BinaryOp::Or => TypedBinaryOp::Or,
            ast::BinaryOp::And => TypedBinaryOp::And,
            arithmetic => {
                let left = self.checked_of(left, Type::Int);
                let right = self.checked_of(right, Type::Int);
                return self.arithmetic(arithmetic, left?, right?);
            }
        };
        let left = self.joint(connective, left);
        let checks = self.checks.len();
        let right = self.joint(connective, right);
        if let Some(left) = &left
            && connective != TypedBinaryOp::Eq
        {
            self.guard_checks(checks, left, connective != TypedBinaryOp::Or);
        }
        let expr = joined(connective, left?, right?, span);
        Some(Checked { expr, constant: None })
    }

    /// A part of a logical formula. A number among them comes from operators on bits, as in `x & 1`.
    fn joint(&mut self, connective: TypedBinaryOp, expr: &ast::Expr) -> Option<TypedExpr> {
        let junction = matches!(connective, TypedBinaryOp::And | TypedBinaryOp::Or);
        let ast::ExprKind::Int(n) = &expr.kind else { return self.bool(expr) };
        if !junction {
            return self.bool(expr);
        }
        // `x & 7` has the last three bits.
        let bits = n.to_i64().filter(|n| *n > 0 && (n + 1) & n == 0).unwrap_or(1);
        let needed = "a truth value (bool) is needed here, but this is a number (int)";
        let diagnostic = Diagnostic::error(expr.span, needed);
        self.diagnostics.push(diagnostic.hint(format!(
            "`&&` and `||` join truth values; there are no operators on bits, but `x % {}` has the last ones",
            bits + 1
        )));
        None
    }

    fn arithmetic(&mut self, op: ast::BinaryOp, left: Checked, right: Checked) -> Option<Checked> {
        let span = left.expr.span.join(right.expr.span);
        let constants = left.constant.zip(right.constant.as_ref());
        let (op, constant) = match op {
            ast::BinaryOp::Add => (TypedBinaryOp::Add, constants.map(|(a, b)| &a + b)),
            ast::BinaryOp::Sub => (TypedBinaryOp::Sub, constants.map(|(a, b)| &a - b)),
            ast::BinaryOp::Mul => (TypedBinaryOp::Mul, constants.map(|(a, b)| &a * b)),
            ast::BinaryOp::Div | ast::BinaryOp::Mod => {
                self.divisor(&right)?;
                let div = op == ast::BinaryOp::Div;
                let constant = constants.and_then(|(a, b)| match div {
                    true => a.div_euclid(b),
                    false => a.rem_euclid(b),
                });
                (if div { TypedBinaryOp::Div } else { TypedBinaryOp::Mod }, constant)
            }
            // The other operators are no arithmetic and do not come here.
            _ => return None,
        };
        let kind = TypedExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Some(Checked { constant, ..Checked::new(kind, Type::Int, span) })
    }

    fn divisor(&mut self, right: &Checked) -> Option<()> {
        let span = right.expr.span;
        match &right.constant {
            None => {
                self.report_unknown_divisor(&right.expr);
                Some(())
            }
            Some(zero) if zero.is_zero() => {
                self.error(span, "this divides by zero");
                None
            }
            Some(_) => Some(()),
        }
    }
}

impl Checker {
    /// Reports a division by an expression that is no number.
    fn report_unknown_divisor(&mut self, divisor: &TypedExpr) {
        let span = divisor.span;
        if self.bound_depth > 0 {
            let message = "what is divided by an unknown below a quantifier is only known in part when the program is \
                           verified";
            self.diagnostics.push(
                Diagnostic::warning(span, message).hint(
                    "an index that wraps, `k % n` for `n > 0` and `-n <= k < 2 * n`, is known",
                ),
            );
        }
        if self.options.check_bounds {
            let zero = TypedExpr { kind: TypedExprKind::Int(Int::ZERO), ty: Type::Int, span };
            let cond = joined(TypedBinaryOp::Ne, divisor.clone(), zero, span);
            self.checks.push(PendingCheck { kind: AssertionKind::Divisor, span, cond });
        }
    }
}

/// A side of a comparison with a `sub_array`: an array, or the cells of it in a range.
struct ArraySlice {
    array: TypedExpr,
    range: Option<(TypedExpr, TypedExpr)>,
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

    /// `x == y` on two values of one type.
    fn equation(
        &mut self,
        op: CompareOp,
        first: &ast::Expr,
        second: &ast::Expr,
        span: Span,
    ) -> Option<TypedExpr> {
        if let Some(expr) = self.compared_part(op, first, second, span) {
            return expr;
        }
        // A `nondet()` takes the type of the other side.
        let first_open = matches!(first.kind, ast::ExprKind::Nondet(None));
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
        let sized = |side: &TypedExpr| matches!(&side.kind, TypedExprKind::Var(v) if self.sized.contains(v));
        if sized(&left) || sized(&right) {
            self.all_cells(&left, &right, op, span);
        }
        Some(joined(typed(op), left, right, span))
    }

    /// Warns that a comparison of arrays looks beyond their lengths.
    fn all_cells(&mut self, left: &TypedExpr, right: &TypedExpr, op: CompareOp, span: Span) {
        let name = |side: &TypedExpr| match &side.kind {
            TypedExprKind::Var(var) => self.scopes.var(*var).source_name.clone(),
            _ => "..".to_owned(),
        };
        let (left, right) = (name(left), name(right));
        let message = format!(
            "`{}` compares all cells of two arrays, also those outside of the declared length",
            op.text()
        );
        self.diagnostics.push(
            Diagnostic::warning(span, message)
                .hint(format!("to compare a range, write `bound_eq({left}, {right}, 0, n)`")),
        );
    }

    /// `a == sub_array(b, lo, hi)` compares the `hi - lo` cells that the part has (T Sec.
    /// 6.3.1.1): `forall k in 0..hi - lo: a[k] == b[lo + k]`.
    fn compared_part(
        &mut self,
        op: CompareOp,
        first: &ast::Expr,
        second: &ast::Expr,
        span: Span,
    ) -> Option<Option<TypedExpr>> {
        let part = |expr: &ast::Expr| match &expr.kind {
            ast::ExprKind::Call { name, args, lambda: None } if name.text == "sub_array" => {
                <[ast::Expr; 3]>::try_from(args.clone()).ok()
            }
            _ => None,
        };
        let (whole, other) = match (part(first), part(second)) {
            (None, None) => return None,
            (whole, Some(other)) => (whole.ok_or(first), other),
            (Some(other), None) => (Err(second), other),
        };
        self.bound_depth += 1;
        let whole = match whole {
            Ok(part) => self.part(&part),
            Err(array) => self.array(array).map(|array| ArraySlice { array, range: None }),
        };
        let other = self.part(&other);
        self.bound_depth -= 1;
        let (Some(whole), Some(other)) = (whole, other) else { return Some(None) };
        if whole.array.ty != other.array.ty {
            self.error(span, "the two arrays are of different types");
            return Some(None);
        }
        let expr = self.same_cells(whole, other, span);
        let negated = |expr| boolean(TypedExprKind::Unary(UnaryOp::Not, Box::new(expr)), span);
        Some(Some(if op == CompareOp::Eq { expr } else { negated(expr) }))
    }

    /// The arguments of a `sub_array` that is compared.
    fn part(&mut self, [array, low, high]: &[ast::Expr; 3]) -> Option<ArraySlice> {
        let array = self.array(array);
        let (low, high) = (self.int(low), self.int(high));
        Some(ArraySlice { array: array?, range: Some((low?, high?)) })
    }

    /// The cells of the second part equal as many of the first one; if that is a part too, both have the
    /// same length.
    fn same_cells(&mut self, first: ArraySlice, second: ArraySlice, span: Span) -> TypedExpr {
        let k = self.scopes.hidden("k", "k".to_owned(), Type::Int, span);
        let int = |kind| TypedExpr { kind, ty: Type::Int, span };
        let binary = |op, a, b| int(TypedExprKind::Binary(op, Box::new(a), Box::new(b)));
        let zero = int(TypedExprKind::Int(Int::ZERO));
        let length = |part: &ArraySlice| {
            let (low, high) = part.range.clone()?;
            Some(binary(TypedBinaryOp::Sub, high, low))
        };
        let lengths = (length(&first), length(&second));
        let cell = |part: ArraySlice| {
            let at = int(TypedExprKind::Var(k));
            let at = match part.range {
                Some((low, _)) => binary(TypedBinaryOp::Add, low, at),
                None => at,
            };
            let ty = part.array.ty.cell().unwrap_or(Type::Int);
            TypedExpr { kind: TypedExprKind::Read(Box::new(part.array), Box::new(at)), ty, span }
        };
        let same = joined(TypedBinaryOp::Eq, cell(first), cell(second), span);
        let end = lengths.1.clone().unwrap_or_else(|| zero.clone());
        let body = self.ranged(Quantifier::Forall, &[k], &zero, &end, same);
        let cells =
            boolean(TypedExprKind::Quant(Quantifier::Forall, vec![k], Box::new(body)), span);
        match lengths {
            (Some(a), Some(b)) => {
                joined(TypedBinaryOp::And, joined(TypedBinaryOp::Eq, a, b, span), cells, span)
            }
            _ => cells,
        }
    }

    /// `x < y <= z` becomes `x < y && y <= z`. Only numbers can be chained, so a doubled operand has no
    /// comparisons itself and the tree stays small.
    fn chain(
        &mut self,
        first: &ast::Expr,
        rest: &[(CompareOp, ast::Expr)],
        span: Span,
    ) -> Option<TypedExpr> {
        let mut left = self.int(first);
        let mut whole: Option<TypedExpr> = None;
        let mut good = true;
        for (i, (op, next)) in rest.iter().enumerate() {
            let nondets = self.nondets;
            let right = self.int(next);
            if i + 1 < rest.len() && self.nondets > nondets {
                let (what, hint) = self.chooser();
                let message = format!("{what} cannot stand in the middle of a chain");
                self.diagnostics.push(Diagnostic::error(next.span, message).hint(hint));
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
                None => TypedExpr { span, ..part },
                Some(before) => joined(TypedBinaryOp::And, before, part, span),
            });
        }
        whole.filter(|_| good)
    }
}

fn typed(op: CompareOp) -> TypedBinaryOp {
    match op {
        CompareOp::Eq => TypedBinaryOp::Eq,
        CompareOp::Ne => TypedBinaryOp::Ne,
        CompareOp::Lt => TypedBinaryOp::Lt,
        CompareOp::Le => TypedBinaryOp::Le,
        CompareOp::Gt => TypedBinaryOp::Gt,
        CompareOp::Ge => TypedBinaryOp::Ge,
    }
}
