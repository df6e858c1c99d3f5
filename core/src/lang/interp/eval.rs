//! Evaluating expressions.
//!
//! Evaluation is three-valued: a formula is true, false, or undecided. `&&`, `||` and `==>` are
//! decided by one side alone where that is enough.

use super::arrays::same;
use super::{Choices, Value};
use crate::base::{Int, Span};
use crate::lang::typed::{BinaryOp, Expr, ExprKind, Type, UnaryOp, VarId};

/// A formula could not be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undecided {
    pub span: Span,
    pub reason: String,
}

impl Undecided {
    pub(super) fn new(span: Span, reason: &str) -> Undecided {
        Undecided { span, reason: reason.to_owned() }
    }

    pub(super) fn ill_typed(span: Span) -> Undecided {
        Undecided::new(span, "the program is not well typed")
    }

    pub(super) fn wrong_choice(span: Span) -> Undecided {
        Undecided::new(span, "the value chosen here has the wrong type")
    }
}

/// One evaluation.
pub(super) struct Eval<'m> {
    /// Values by variable; bound variables come and go.
    pub values: &'m mut [Option<Value>],
    pub(super) choices: &'m mut dyn Choices,
    /// The cells read. Of a quantified formula only the instance that decides it counts.
    pub reads: Vec<(VarId, Vec<Int>)>,
    /// A `nondet(lo, hi)` whose chosen value is not in its range.
    pub impossible: Option<Span>,
    /// How many instances of quantified formulas were tried.
    pub tried: usize,
}

impl<'m> Eval<'m> {
    pub(super) fn new(values: &'m mut [Option<Value>], choices: &'m mut dyn Choices) -> Eval<'m> {
        Eval { values, choices, reads: vec![], impossible: None, tried: 0 }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Value, Undecided> {
        match expr.ty {
            Type::Int => self.int(expr).map(Value::Int),
            Type::Bool => self.bool(expr).map(Value::Bool),
            Type::Array(_) => self.array(expr).map(Value::Array),
        }
    }

    pub(super) fn variable(&self, var: VarId, span: Span) -> Result<&Value, Undecided> {
        let value = self.values.get(var.0 as usize);
        value.and_then(Option::as_ref).ok_or_else(|| Undecided::ill_typed(span))
    }

    /// The value of a `nondet()`; `range` is that of `nondet(lo, hi)`.
    fn nondet(&mut self, expr: &Expr, range: Option<&(Expr, Expr)>) -> Result<Value, Undecided> {
        let Some((low, high)) = range else { return self.choose(expr.span, expr.ty) };
        let (low, high) = (self.int(low)?, self.int(high)?);
        let value = self.choose(expr.span, expr.ty)?;
        if !matches!(&value, Value::Int(n) if low <= *n && *n < high) {
            self.impossible.get_or_insert(expr.span);
        }
        Ok(value)
    }

    /// The value of an expression of type int.
    pub(super) fn int(&mut self, expr: &Expr) -> Result<Int, Undecided> {
        let ill_typed = || Undecided::ill_typed(expr.span);
        match &expr.kind {
            ExprKind::Int(n) => Ok(n.clone()),
            ExprKind::Var(var) => match self.variable(*var, expr.span)? {
                Value::Int(n) => Ok(n.clone()),
                _ => Err(ill_typed()),
            },
            ExprKind::Read(..) => match self.cell(expr)? {
                Value::Int(n) => Ok(n),
                _ => Err(ill_typed()),
            },
            ExprKind::Nondet(range) => match self.nondet(expr, range.as_deref())? {
                Value::Int(n) => Ok(n),
                _ => Err(ill_typed()),
            },
            ExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let (then, els) = (self.int(then), self.int(els));
                if cond? { then } else { els }
            }
            ExprKind::Call(function, args) => self.number(*function, args, expr.span),
            ExprKind::Unary(UnaryOp::Neg, inner) => Ok(-self.int(inner)?),
            ExprKind::Binary(op, left, right) => {
                let left = self.int(left)?;
                let right = self.int(right)?;
                match op {
                    BinaryOp::Add => Ok(&left + &right),
                    BinaryOp::Sub => Ok(&left - &right),
                    BinaryOp::Mul => Ok(&left * &right),
                    BinaryOp::Div => left.div_euclid(&right).ok_or_else(ill_typed),
                    BinaryOp::Mod => left.rem_euclid(&right).ok_or_else(ill_typed),
                    _ => Err(ill_typed()),
                }
            }
            _ => Err(ill_typed()),
        }
    }

    /// The value of an expression of type bool.
    pub(super) fn bool(&mut self, expr: &Expr) -> Result<bool, Undecided> {
        let ill_typed = || Undecided::ill_typed(expr.span);
        match &expr.kind {
            ExprKind::Bool(b) => Ok(*b),
            ExprKind::Var(var) => match self.variable(*var, expr.span)? {
                Value::Bool(b) => Ok(*b),
                _ => Err(ill_typed()),
            },
            ExprKind::Read(..) => match self.cell(expr)? {
                Value::Bool(b) => Ok(b),
                _ => Err(ill_typed()),
            },
            ExprKind::Nondet(range) => match self.nondet(expr, range.as_deref())? {
                Value::Bool(b) => Ok(b),
                _ => Err(ill_typed()),
            },
            ExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let (then, els) = (self.bool(then), self.bool(els));
                if cond? { then } else { els }
            }
            ExprKind::Call(function, args) => self.formula(*function, args, expr.span),
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(!self.bool(inner)?),
            ExprKind::Binary(op, left, right) => self.bool_binary(*op, left, right, expr.span),
            ExprKind::Quant(quantifier, vars, body) => {
                self.quant(*quantifier, vars, body, expr.span)
            }
            _ => Err(ill_typed()),
        }
    }

    fn bool_binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Result<bool, Undecided> {
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
                // Both sides are evaluated: they may hold `nondet()`.
                let (left, right) = (self.bool(left), self.bool(right));
                match op {
                    BinaryOp::And => decide(left, right, false),
                    BinaryOp::Or => decide(left, right, true),
                    _ => decide(left.map(|left| !left), right, true),
                }
            }
            BinaryOp::Eq | BinaryOp::Ne if left.ty == Type::Bool => {
                let (left, right) = (self.bool(left), self.bool(right));
                Ok((left? == right?) == (op == BinaryOp::Eq))
            }
            BinaryOp::Eq | BinaryOp::Ne if left.ty.is_array() => {
                let (left, right) = (self.array(left), self.array(right));
                let equal = same(&Value::Array(left?), &Value::Array(right?));
                Ok(equal == (op == BinaryOp::Eq))
            }
            _ => {
                let left = self.int(left)?;
                let right = self.int(right)?;
                compare(op, &left, &right).ok_or_else(|| Undecided::ill_typed(span))
            }
        }
    }
}

/// `decisive` on one side decides; otherwise both sides must be known.
fn decide(
    left: Result<bool, Undecided>,
    right: Result<bool, Undecided>,
    decisive: bool,
) -> Result<bool, Undecided> {
    if left == Ok(decisive) || right == Ok(decisive) {
        return Ok(decisive);
    }
    left?;
    right
}

/// A comparison of two numbers; `None` for other operators.
pub(super) fn compare(op: BinaryOp, left: &Int, right: &Int) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        _ => return None,
    })
}
