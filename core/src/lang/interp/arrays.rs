//! The array functions, on sparse arrays.

use super::eval::{Eval, Undecided};
use super::{ArrayValue, Choice, Value};
use crate::base::{Int, Span};
use crate::lang::typed::{Expr, ExprKind, Function, Type};
use std::collections::BTreeMap;

/// The longest range whose cells are gone through.
const MAX_RANGE: i64 = 100_000;

impl Eval<'_> {
    /// The value of an expression of array type.
    pub(super) fn array(&mut self, expr: &Expr) -> Result<ArrayValue, Undecided> {
        let value = match &expr.kind {
            ExprKind::Var(var) => self.variable(*var, expr.span)?.clone(),
            ExprKind::Nondet(_) => self.choose(expr.span, expr.ty)?,
            ExprKind::Read(..) => self.cell(expr)?,
            ExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let (then, els) = (self.array(then)?, self.array(els)?);
                Value::Array(if cond? { then } else { els })
            }
            ExprKind::Call(function, args) => return self.made(*function, args, expr),
            _ => return Err(Undecided::ill_typed(expr.span)),
        };
        match value {
            Value::Array(array) => Ok(array),
            _ => Err(Undecided::ill_typed(expr.span)),
        }
    }

    fn made(
        &mut self,
        function: Function,
        args: &[Expr],
        whole: &Expr,
    ) -> Result<ArrayValue, Undecided> {
        match (function, args) {
            (Function::ConstArray, [v]) => {
                Ok(ArrayValue { default: Box::new(self.value(v)?), cells: BTreeMap::new() })
            }
            (Function::Insert, [a, i, v]) => {
                let (array, i, v) = (self.array(a)?, self.int(i)?, self.value(v)?);
                let up = |k: &Int| if *k < i { k.clone() } else { k + &Int::ONE };
                let mut array = moved(&array, up);
                array.set(i, v);
                Ok(array)
            }
            (Function::Erase, [a, i]) => {
                let (mut array, i) = (self.array(a)?, self.int(i)?);
                array.cells.remove(&i);
                let down = |k: &Int| if *k < i { k.clone() } else { k - &Int::ONE };
                Ok(moved(&array, down))
            }
            (Function::Fill, [a, lo, hi, v]) => {
                let (mut array, lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let v = self.value(v)?;
                for k in range(&lo, &hi, whole.span)? {
                    array.set(k, v.clone());
                }
                Ok(array)
            }
            (Function::SubArray, [a, lo, hi]) => {
                let (array, lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let Value::Array(mut out) = self.choose(whole.span, whole.ty)? else {
                    return Err(Undecided::ill_typed(whole.span));
                };
                for k in range(&lo, &hi, whole.span)? {
                    let value = array.get(&k).clone();
                    out.set(&k - &lo, value);
                }
                Ok(out)
            }
            _ => Err(Undecided::ill_typed(whole.span)),
        }
    }

    /// A value for something that the program leaves open.
    pub(super) fn choose(&mut self, span: Span, ty: Type) -> Result<Value, Undecided> {
        let value = self.choices.choose(Choice::Nondet { span, ty });
        if value.has_type(ty) { Ok(value) } else { Err(Undecided::wrong_choice(span)) }
    }

    /// The value of the cell that a read names, scalar or row.
    pub(super) fn cell(&mut self, read: &Expr) -> Result<Value, Undecided> {
        let mut indices = vec![];
        let mut array = read;
        while let ExprKind::Read(outer, index) = &array.kind {
            (array, indices) = (outer, [vec![&**index], indices].concat());
        }
        if let ExprKind::Var(var) = array.kind {
            let indices: Vec<Int> =
                indices.into_iter().map(|index| self.int(index)).collect::<Result<_, _>>()?;
            let value = self.variable(var, read.span)?.at(&indices).cloned();
            self.reads.push((var, indices));
            return value.ok_or_else(|| Undecided::ill_typed(read.span));
        }
        let value = Value::Array(self.array(array)?);
        let indices: Vec<Int> =
            indices.into_iter().map(|index| self.int(index)).collect::<Result<_, _>>()?;
        value.at(&indices).cloned().ok_or_else(|| Undecided::ill_typed(read.span))
    }

    /// The functions from arrays to truth values.
    pub(super) fn formula(
        &mut self,
        function: Function,
        args: &[Expr],
        span: Span,
    ) -> Result<bool, Undecided> {
        match (function, args) {
            (Function::Sorted, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                Ok(cells.is_sorted())
            }
            (Function::BoundEq, [a, b, lo, hi]) => {
                let (a, b) = (self.array(a)?, self.array(b)?);
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                let mut cells = range(&lo, &hi, span)?.into_iter();
                Ok(cells.all(|k| same(a.get(&k), b.get(&k))))
            }
            _ => Err(Undecided::ill_typed(span)),
        }
    }

    /// The functions from numbers, or ranges of cells, to a number.
    pub(super) fn number(
        &mut self,
        function: Function,
        args: &[Expr],
        span: Span,
    ) -> Result<Int, Undecided> {
        match (function, args) {
            (Function::Abs, [x]) => Ok(self.int(x)?.abs()),
            (Function::Min | Function::Max, _) => {
                let values: Vec<Int> =
                    args.iter().map(|arg| self.int(arg)).collect::<Result<_, _>>()?;
                let found = match function {
                    Function::Min => values.into_iter().min(),
                    _ => values.into_iter().max(),
                };
                found.ok_or_else(|| Undecided::ill_typed(span))
            }
            (Function::Sum, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                Ok(cells.iter().fold(Int::ZERO, |sum, n| &sum + n))
            }
            (Function::MaxOf, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                cells.into_iter().max().ok_or_else(|| Undecided::new(span, "the range is empty"))
            }
            (Function::MinOf, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                cells.into_iter().min().ok_or_else(|| Undecided::new(span, "the range is empty"))
            }
            (Function::Count, [a, lo, hi, v]) => {
                let (a, lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let v = self.value(v)?;
                let cells = range(&lo, &hi, span)?.into_iter();
                Ok(Int::from(cells.filter(|k| same(a.get(k), &v)).count()))
            }
            _ => Err(Undecided::ill_typed(span)),
        }
    }

    /// The numbers in a range of cells.
    fn range_of(
        &mut self,
        array: &Expr,
        lo: &Expr,
        hi: &Expr,
        span: Span,
    ) -> Result<Vec<Int>, Undecided> {
        let root = match array.kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        let (array, lo, hi) = (self.array(array)?, self.int(lo)?, self.int(hi)?);
        let mut out = vec![];
        for k in range(&lo, &hi, span)? {
            match array.get(&k) {
                Value::Int(n) => out.push(n.clone()),
                _ => return Err(Undecided::ill_typed(span)),
            }
            self.reads.extend(root.map(|var| (var, vec![k])));
        }
        Ok(out)
    }
}

/// The array with its listed cells at other places. `to` is injective.
fn moved(array: &ArrayValue, to: impl Fn(&Int) -> Int) -> ArrayValue {
    let cells = array.cells.iter().map(|(k, v)| (to(k), v.clone())).collect();
    ArrayValue { default: array.default.clone(), cells }
}

/// The indices of a range that is not too long.
fn range(lo: &Int, hi: &Int, span: Span) -> Result<Vec<Int>, Undecided> {
    if hi - lo > Int::from(MAX_RANGE) {
        return Err(Undecided::new(span, "the range is too long"));
    }
    let mut out = vec![];
    let mut k = lo.clone();
    while k < *hi {
        out.push(k.clone());
        k += &Int::ONE;
    }
    Ok(out)
}

/// Whether two values are equal; arrays are when all their cells are.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            same(&a.default, &b.default)
                && a.cells.keys().chain(b.cells.keys()).all(|k| same(a.get(k), b.get(k)))
        }
        _ => a == b,
    }
}
