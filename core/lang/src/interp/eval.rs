//! Evaluating expressions.
//!
//! Evaluation is three-valued: a formula is true, false, or undecided. `&&`, `||` and `==>` are
//! decided by one side alone where that is enough.

use super::origin::{Origin, Tracking};
use super::{ArrayValue, Choices, Value};
use crate::typed::{Type, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp, VarId};
use hornbook_base::{Int, Span};
use std::collections::BTreeSet;

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

/// The largest size of a product, in bits: repeated squaring soon fills the memory.
const LARGEST: u64 = 70_000;

/// The evaluation of expressions.
pub(super) struct Eval<'m> {
    /// Values by variable; bound variables come and go.
    pub values: &'m mut [Option<Value>],
    pub(super) choices: &'m mut dyn Choices,
    /// The origins of values and the reads.
    pub track: &'m mut Tracking,
    /// A `nondet(lo, hi)` whose chosen value is not in its range.
    pub impossible: Option<Span>,
    /// The number of instances of quantified formulas so far.
    pub tried: usize,
    /// The values of the bound variables in the last instance that decided a formula.
    pub decisive: Vec<(VarId, Int)>,
}

/// An array and where its cells come from.
pub(super) type Tracked = (ArrayValue, Origin);

impl<'m> Eval<'m> {
    pub(super) fn new(
        values: &'m mut [Option<Value>],
        track: &'m mut Tracking,
        choices: &'m mut dyn Choices,
    ) -> Eval<'m> {
        Eval { values, choices, track, impossible: None, tried: 0, decisive: vec![] }
    }

    /// The value of an expression that is stored somewhere else, with its origin. Storing a chosen value is
    /// no use of it.
    pub(super) fn value(&mut self, expr: &TypedExpr) -> Result<(Value, Origin), Undecided> {
        let made = |value| (value, Origin::Made);
        match expr.ty {
            Type::Array(_) => self.array(expr).map(|(array, from)| (Value::Array(array), from)),
            _ if expr.kind == TypedExprKind::Nondet(None) => self.choose(expr.span, expr.ty),
            Type::Int => self.int(expr).map(Value::Int).map(made),
            Type::Bool => self.bool(expr).map(Value::Bool).map(made),
        }
    }

    pub(super) fn variable(&self, var: VarId, span: Span) -> Result<&Value, Undecided> {
        let value = self.values.get(var.0 as usize);
        value.and_then(Option::as_ref).ok_or_else(|| Undecided::ill_typed(span))
    }

    /// The value of a `nondet()`; `range` is that of `nondet(lo, hi)`.
    fn nondet(
        &mut self,
        expr: &TypedExpr,
        range: Option<&(TypedExpr, TypedExpr)>,
    ) -> Result<Value, Undecided> {
        let Some((low, high)) = range else { return self.chosen(expr) };
        let (low, high) = (self.int(low)?, self.int(high)?);
        let value = self.chosen(expr)?;
        if !matches!(&value, Value::Int(n) if low <= *n && *n < high) {
            self.impossible.get_or_insert(expr.span);
        }
        Ok(value)
    }

    /// A value that is chosen and used.
    fn chosen(&mut self, expr: &TypedExpr) -> Result<Value, Undecided> {
        let (value, from) = self.choose(expr.span, expr.ty)?;
        self.track.need(&value, &from);
        Ok(value)
    }

    /// The value of a variable that holds a number or truth value.
    fn scalar(&mut self, var: VarId, span: Span) -> Result<&Value, Undecided> {
        self.track.need_variable(var);
        self.variable(var, span)
    }

    /// The value of a cell that holds a number or truth value.
    fn scalar_cell(&mut self, read: &TypedExpr) -> Result<Value, Undecided> {
        let (value, from) = self.cell(read)?;
        self.track.need(&value, &from);
        Ok(value)
    }

    /// Drops the needs of the unselected side of `cond ? .. : ..`. The needs of the two begin at the given
    /// numbers.
    fn keep_taken(&mut self, cond: &Result<bool, Undecided>, then: usize, els: usize) {
        match cond {
            Ok(true) => self.track.needs.truncate(els),
            Ok(false) => drop(self.track.needs.drain(then..els)),
            Err(_) => {}
        }
    }

    /// The value of an expression of type int.
    pub(super) fn int(&mut self, expr: &TypedExpr) -> Result<Int, Undecided> {
        let ill_typed = || Undecided::ill_typed(expr.span);
        match &expr.kind {
            TypedExprKind::Int(n) => Ok(n.clone()),
            TypedExprKind::Var(var) => match self.scalar(*var, expr.span)? {
                Value::Int(n) => Ok(n.clone()),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Read(..) => match self.scalar_cell(expr)? {
                Value::Int(n) => Ok(n),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Nondet(range) => match self.nondet(expr, range.as_deref())? {
                Value::Int(n) => Ok(n),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let start = self.track.needs.len();
                let then = self.int(then);
                let middle = self.track.needs.len();
                let els = self.int(els);
                self.keep_taken(&cond, start, middle);
                if cond? { then } else { els }
            }
            TypedExprKind::Call(function, args) => self.number(*function, args, expr.span),
            TypedExprKind::Unary(UnaryOp::Neg, inner) => Ok(-self.int(inner)?),
            TypedExprKind::Binary(op, left, right) => {
                let left = self.int(left)?;
                let right = self.int(right)?;
                match op {
                    TypedBinaryOp::Add => Ok(&left + &right),
                    TypedBinaryOp::Sub => Ok(&left - &right),
                    TypedBinaryOp::Mul if left.bits() + right.bits() > LARGEST => {
                        Err(Undecided::new(expr.span, "the product has very many digits"))
                    }
                    TypedBinaryOp::Mul => Ok(&left * &right),
                    // By zero the quotient is 0 and the dividend remains.
                    TypedBinaryOp::Div => Ok(left.div_euclid(&right).unwrap_or_default()),
                    TypedBinaryOp::Mod => Ok(left.rem_euclid(&right).unwrap_or(left)),
                    _ => Err(ill_typed()),
                }
            }
            _ => Err(ill_typed()),
        }
    }

    /// The value of an expression of type bool.
    pub(super) fn bool(&mut self, expr: &TypedExpr) -> Result<bool, Undecided> {
        let ill_typed = || Undecided::ill_typed(expr.span);
        match &expr.kind {
            TypedExprKind::Bool(b) => Ok(*b),
            TypedExprKind::Var(var) => match self.scalar(*var, expr.span)? {
                Value::Bool(b) => Ok(*b),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Read(..) => match self.scalar_cell(expr)? {
                Value::Bool(b) => Ok(b),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Nondet(range) => match self.nondet(expr, range.as_deref())? {
                Value::Bool(b) => Ok(b),
                _ => Err(ill_typed()),
            },
            TypedExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let start = self.track.needs.len();
                let then = self.bool(then);
                let middle = self.track.needs.len();
                let els = self.bool(els);
                self.keep_taken(&cond, start, middle);
                if cond? { then } else { els }
            }
            TypedExprKind::Call(function, args) => self.formula(*function, args, expr.span),
            TypedExprKind::Unary(UnaryOp::Not, inner) => Ok(!self.bool(inner)?),
            TypedExprKind::Binary(op, left, right) => self.bool_binary(*op, left, right, expr.span),
            TypedExprKind::Quant(quantifier, vars, body) => {
                self.quant(*quantifier, vars, body, expr.span)
            }
            _ => Err(ill_typed()),
        }
    }

    fn bool_binary(
        &mut self,
        op: TypedBinaryOp,
        left: &TypedExpr,
        right: &TypedExpr,
        span: Span,
    ) -> Result<bool, Undecided> {
        match op {
            TypedBinaryOp::And | TypedBinaryOp::Or | TypedBinaryOp::Implies => {
                // Both sides are evaluated: they may hold `nondet()`.
                let start = self.track.needs.len();
                let left = self.bool(left);
                let middle = self.track.needs.len();
                let right = self.bool(right);
                let left = if op == TypedBinaryOp::Implies { left.map(|left| !left) } else { left };
                let decisive = op != TypedBinaryOp::And;
                if left == Ok(decisive) {
                    self.track.needs.truncate(middle);
                } else if right == Ok(decisive) {
                    self.track.needs.drain(start..middle);
                }
                decide(left, right, decisive)
            }
            TypedBinaryOp::Eq | TypedBinaryOp::Ne if left.ty == Type::Bool => {
                let (left, right) = (self.bool(left), self.bool(right));
                Ok((left? == right?) == (op == TypedBinaryOp::Eq))
            }
            TypedBinaryOp::Eq | TypedBinaryOp::Ne if left.ty.is_array() => {
                let (left, right) = (self.array(left), self.array(right));
                let ((left, left_from), (right, right_from)) = (left?, right?);
                let equal = self
                    .same((&Value::Array(left), &left_from), (&Value::Array(right), &right_from));
                Ok(equal == (op == TypedBinaryOp::Eq))
            }
            _ => {
                let left = self.int(left)?;
                let right = self.int(right)?;
                compare(op, &left, &right).ok_or_else(|| Undecided::ill_typed(span))
            }
        }
    }

    /// Whether two values are equal. If not, only a cell where they differ is used.
    pub(super) fn same(&mut self, a: (&Value, &Origin), b: (&Value, &Origin)) -> bool {
        let place = differing(a.0, b.0);
        for (value, from) in [a, b] {
            match &place {
                None => self.track.need(value, from),
                Some(place) => {
                    let cell = value.cell_at(place).unwrap_or(value);
                    self.track.need(cell, &from.behind(place));
                }
            }
        }
        place.is_none()
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
pub(super) fn compare(op: TypedBinaryOp, left: &Int, right: &Int) -> Option<bool> {
    Some(match op {
        TypedBinaryOp::Eq => left == right,
        TypedBinaryOp::Ne => left != right,
        TypedBinaryOp::Lt => left < right,
        TypedBinaryOp::Le => left <= right,
        TypedBinaryOp::Gt => left > right,
        TypedBinaryOp::Ge => left >= right,
        _ => return None,
    })
}

/// The first cell in which two values differ, itself no array; no indices if they are none. A difference in
/// the cells that are not listed is shown by one of these.
pub(super) fn differing(a: &Value, b: &Value) -> Option<Vec<Int>> {
    let (Value::Array(a), Value::Array(b)) = (a, b) else {
        return (a != b).then(Vec::new);
    };
    let behind = |k: &Int| {
        let rest = differing(a.get(k), b.get(k))?;
        Some([vec![k.clone()], rest].concat())
    };
    let listed: BTreeSet<&Int> = a.cells.keys().chain(b.cells.keys()).collect();
    let unlisted = || {
        let free = listed
            .iter()
            .fold(Int::ZERO, |free, k| if **k == free { free + Int::ONE } else { free });
        behind(&free)
    };
    listed.iter().find_map(|k| behind(k)).or_else(unlisted)
}
