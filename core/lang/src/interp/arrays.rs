//! The array functions, on sparse arrays.

use super::eval::{Eval, Tracked, Undecided};
use super::origin::{ArraySegment, Origin};
use super::{ArrayValue, Choice, Value};
use crate::typed::{Builtin, Type, TypedExpr, TypedExprKind, VarId};
use hornbook_base::{Int, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The longest range whose cells are enumerated.
const MAX_RANGE: i64 = 100_000;

impl Eval<'_> {
    /// The value of an expression of array type.
    pub(super) fn array(&mut self, expr: &TypedExpr) -> Result<Tracked, Undecided> {
        let (value, from) = match &expr.kind {
            TypedExprKind::Var(var) => {
                (self.variable(*var, expr.span)?.clone(), self.track.origin(*var))
            }
            TypedExprKind::Nondet(_) => self.choose(expr.span, expr.ty)?,
            TypedExprKind::Read(..) => self.cell(expr)?,
            TypedExprKind::Ite(cond, then, els) => {
                let cond = self.bool(cond);
                let (then, els) = (self.array(then)?, self.array(els)?);
                return Ok(if cond? { then } else { els });
            }
            TypedExprKind::Call(function, args) => return self.made(*function, args, expr),
            _ => return Err(Undecided::ill_typed(expr.span)),
        };
        match value {
            Value::Array(array) => Ok((array, from)),
            _ => Err(Undecided::ill_typed(expr.span)),
        }
    }

    fn made(
        &mut self,
        function: Builtin,
        args: &[TypedExpr],
        whole: &TypedExpr,
    ) -> Result<Tracked, Undecided> {
        let piece = |from: Option<&Int>, to: Option<&Int>, shift: Int, of: &Origin| ArraySegment {
            from: from.cloned(),
            to: to.cloned(),
            shift,
            of: of.clone(),
        };
        match (function, args) {
            (Builtin::ConstArray, [v]) => {
                let (v, from) = self.value(v)?;
                let array = ArrayValue { default: Box::new(v), cells: BTreeMap::new() };
                Ok((array, Origin::Each(Rc::new(from))))
            }
            (Builtin::Insert, [a, i, v]) => {
                let ((array, from), i, (v, new)) = (self.array(a)?, self.int(i)?, self.value(v)?);
                let up = |k: &Int| if *k < i { k.clone() } else { k + &Int::ONE };
                let mut array = moved(&array, up);
                array.set(i.clone(), v);
                let below = piece(None, Some(&i), Int::ZERO, &from);
                let above = piece(Some(&i), None, Int::MINUS_ONE, &from);
                let mut from = Origin::segments(vec![below, above]);
                from.write(&[i], new);
                Ok((array, from))
            }
            (Builtin::Erase, [a, i]) => {
                let ((mut array, from), i) = (self.array(a)?, self.int(i)?);
                array.cells.remove(&i);
                let down = |k: &Int| if *k < i { k.clone() } else { k - &Int::ONE };
                let below = piece(None, Some(&i), Int::ZERO, &from);
                let above = piece(Some(&i), None, Int::ONE, &from);
                Ok((moved(&array, down), Origin::segments(vec![below, above])))
            }
            (Builtin::Fill, [a, lo, hi, v]) => {
                let ((mut array, from), lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let (v, new) = self.value(v)?;
                for k in range(&lo, &hi, whole.span)? {
                    array.set(k, v.clone());
                }
                let new = piece(Some(&lo), Some(&hi), Int::ZERO, &Origin::Each(Rc::new(new)));
                Ok((array, Origin::segments(vec![new, piece(None, None, Int::ZERO, &from)])))
            }
            (Builtin::SubArray, [a, lo, hi]) => {
                let ((array, from), lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let (Value::Array(mut out), rest) = self.choose(whole.span, whole.ty)? else {
                    return Err(Undecided::ill_typed(whole.span));
                };
                for k in range(&lo, &hi, whole.span)? {
                    let value = array.get(&k).clone();
                    out.set(&k - &lo, value);
                }
                let kept = piece(Some(&Int::ZERO), Some(&(&hi - &lo)), lo, &from);
                Ok((out, Origin::segments(vec![kept, piece(None, None, Int::ZERO, &rest)])))
            }
            _ => Err(Undecided::ill_typed(whole.span)),
        }
    }

    /// A value for a free choice.
    pub(super) fn choose(&mut self, span: Span, ty: Type) -> Result<(Value, Origin), Undecided> {
        let value = self.choices.choose(Choice::Nondet { span, ty });
        if !value.has_type(ty) {
            return Err(Undecided::wrong_choice(span));
        }
        let from = self.track.choose(value.clone());
        Ok((value, from))
    }

    /// The cell of a read, a scalar or a row.
    pub(super) fn cell(&mut self, read: &TypedExpr) -> Result<(Value, Origin), Undecided> {
        let mut indices = vec![];
        let mut array = read;
        while let TypedExprKind::Read(outer, index) = &array.kind {
            (array, indices) = (outer, [vec![&**index], indices].concat());
        }
        let ill_typed = || Undecided::ill_typed(read.span);
        if let TypedExprKind::Var(var) = array.kind {
            let indices: Vec<Int> =
                indices.into_iter().map(|index| self.int(index)).collect::<Result<_, _>>()?;
            let value = self.variable(var, read.span)?.cell_at(&indices).cloned();
            let from = self.track.origin_at(var, &indices);
            self.track.reads.push((var, indices));
            return Ok((value.ok_or_else(ill_typed)?, from));
        }
        let (value, from) = self.array(array)?;
        let indices: Vec<Int> =
            indices.into_iter().map(|index| self.int(index)).collect::<Result<_, _>>()?;
        let value = Value::Array(value).cell_at(&indices).cloned();
        Ok((value.ok_or_else(ill_typed)?, from.behind(&indices)))
    }

    /// The functions from arrays to truth values.
    pub(super) fn formula(
        &mut self,
        function: Builtin,
        args: &[TypedExpr],
        span: Span,
    ) -> Result<bool, Undecided> {
        match (function, args) {
            (Builtin::Sorted, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                Ok(cells.is_sorted())
            }
            (Builtin::BoundEq, [a, b, lo, hi]) => {
                let ((a, from_a), (b, from_b)) = (self.array(a)?, self.array(b)?);
                let (lo, hi) = (self.int(lo)?, self.int(hi)?);
                let start = self.track.needs.len();
                for k in range(&lo, &hi, span)? {
                    let before = self.track.needs.len();
                    let (a, b) = (
                        (a.get(&k), &from_a.cell_origin(&k)),
                        (b.get(&k), &from_b.cell_origin(&k)),
                    );
                    if !self.same(a, b) {
                        self.track.needs.drain(start..before);
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Builtin::Permutation, [a, b, lo, hi]) => {
                let mut cells = self.range_of(a, lo, hi, span)?;
                let mut others = self.range_of(b, lo, hi, span)?;
                cells.sort_unstable();
                others.sort_unstable();
                Ok(cells == others)
            }
            _ => Err(Undecided::ill_typed(span)),
        }
    }

    /// The functions from numbers, or ranges of cells, to a number.
    pub(super) fn number(
        &mut self,
        function: Builtin,
        args: &[TypedExpr],
        span: Span,
    ) -> Result<Int, Undecided> {
        match (function, args) {
            (Builtin::Abs, [x]) => Ok(self.int(x)?.abs()),
            (Builtin::Min | Builtin::Max, _) => {
                let values: Vec<Int> =
                    args.iter().map(|arg| self.int(arg)).collect::<Result<_, _>>()?;
                let found = match function {
                    Builtin::Min => values.into_iter().min(),
                    _ => values.into_iter().max(),
                };
                found.ok_or_else(|| Undecided::ill_typed(span))
            }
            (Builtin::Sum, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                Ok(cells.iter().fold(Int::ZERO, |sum, n| &sum + n))
            }
            (Builtin::MaxOf, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                cells.into_iter().max().ok_or_else(|| Undecided::new(span, "the range is empty"))
            }
            (Builtin::MinOf, [a, lo, hi]) => {
                let cells = self.range_of(a, lo, hi, span)?;
                cells.into_iter().min().ok_or_else(|| Undecided::new(span, "the range is empty"))
            }
            (Builtin::Count, [a, lo, hi, v]) => {
                let ((a, from), lo, hi) = (self.array(a)?, self.int(lo)?, self.int(hi)?);
                let (v, of_v) = self.value(v)?;
                let mut count = 0;
                for k in range(&lo, &hi, span)? {
                    count +=
                        usize::from(self.same((a.get(&k), &from.cell_origin(&k)), (&v, &of_v)));
                }
                Ok(Int::from(count))
            }
            (Builtin::CountWhere, [lo, hi, formula]) => self.count_where(lo, hi, formula, span),
            _ => Err(Undecided::ill_typed(span)),
        }
    }

    /// The number of indices of a range for which the body of a quantifier holds.
    fn count_where(
        &mut self,
        lo: &TypedExpr,
        hi: &TypedExpr,
        formula: &TypedExpr,
        span: Span,
    ) -> Result<Int, Undecided> {
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        let mut count = 0;
        for k in range(&lo, &hi, span)? {
            count += usize::from(self.holds_at(formula, k)?);
        }
        Ok(Int::from(count))
    }

    /// The numbers in a range of cells.
    fn range_of(
        &mut self,
        array: &TypedExpr,
        lo: &TypedExpr,
        hi: &TypedExpr,
        span: Span,
    ) -> Result<Vec<Int>, Undecided> {
        if let TypedExprKind::Var(var) = array.kind {
            return self.range_of_variable(var, lo, hi, span);
        }
        let ((array, from), lo, hi) = (self.array(array)?, self.int(lo)?, self.int(hi)?);
        let mut out = vec![];
        for k in range(&lo, &hi, span)? {
            self.track.need(array.get(&k), &from.cell_origin(&k));
            match array.get(&k) {
                Value::Int(n) => out.push(n.clone()),
                _ => return Err(Undecided::ill_typed(span)),
            }
        }
        Ok(out)
    }

    /// The cells of a range of a variable, which is not copied: loops may claim something of a sum in each round.
    fn range_of_variable(
        &mut self,
        var: VarId,
        lo: &TypedExpr,
        hi: &TypedExpr,
        span: Span,
    ) -> Result<Vec<Int>, Undecided> {
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        let Value::Array(array) = self.variable(var, span)? else {
            return Err(Undecided::ill_typed(span));
        };
        let indices = range(&lo, &hi, span)?;
        let cells = indices.iter().map(|k| match array.get(k) {
            Value::Int(n) => Ok(n.clone()),
            _ => Err(Undecided::ill_typed(span)),
        });
        let cells = cells.collect::<Result<Vec<Int>, Undecided>>()?;
        for k in indices {
            let origin = self.track.origin_at(var, std::slice::from_ref(&k));
            self.track.need_part(&origin);
            self.track.reads.push((var, vec![k]));
        }
        Ok(cells)
    }
}

/// The array with its listed cells moved. `to` is injective.
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
