//! Explanations of a false formula: the values of its outermost bound variables, and the part of it that is
//! then false, with its reads.

use super::eval::Eval;
use super::eval::differing;
use super::origin::Tracking;
use super::{Choice, Choices, State, Value};
use crate::typed::{
    Builtin, Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, TypedProgram, UnaryOp,
    VarId,
};
use hornbook_base::{Int, Span};

/// An explanation of a false formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The decisive values of bound variables.
    pub values: Vec<(VarId, Int)>,
    /// The part that is then false.
    pub claim: Span,
    /// The variables and cells that this part reads, with their values, each once.
    pub reads: Vec<(Root, Vec<Int>, Value)>,
}

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// A variable.
    Var(VarId),
    /// The array that is written here.
    Made(Span),
}

/// Explains why a formula is false in a state; `None` if it is not, or if it has a choice.
pub fn blame(program: &TypedProgram, state: &State, formula: &TypedExpr) -> Option<Blame> {
    let mut search = BlameSearch::new(program, state, formula)?;
    if search.truth(formula)? {
        return None;
    }
    let reads = search.explain(formula, false)?;
    Some(Blame { values: search.bound, claim: reads.0, reads: reads.1 })
}

/// The value of an expression in a state; `None` if it has a choice, or names what the state does not know.
pub fn evaluate(program: &TypedProgram, state: &State, expr: &TypedExpr) -> Option<Value> {
    let mut search = BlameSearch::new(program, state, expr)?;
    search.eval(|eval| eval.value(expr).ok().map(|(value, _)| value))
}

/// Whether a check is passed in a state because its guard skips it: its conditions are `g ==> check`, where
/// `g` is false, or `g || check`, where it is true.
pub fn is_skipped(program: &TypedProgram, state: &State, check: &TypedExpr) -> bool {
    let TypedExprKind::Binary(op @ (TypedBinaryOp::Implies | TypedBinaryOp::Or), guard, rest) =
        &check.kind
    else {
        return false;
    };
    let skips = *op == TypedBinaryOp::Or;
    let guard = BlameSearch::new(program, state, guard).and_then(|mut search| search.truth(guard));
    guard == Some(skips) || is_skipped(program, state, rest)
}

/// A claim and its reads.
type ClaimReads = (Span, Vec<(Root, Vec<Int>, Value)>);

struct BlameSearch {
    values: Vec<Option<Value>>,
    bound: Vec<(VarId, Int)>,
}

impl BlameSearch {
    /// A search in this state; `None` if the formula has a choice.
    fn new(program: &TypedProgram, state: &State, formula: &TypedExpr) -> Option<BlameSearch> {
        let chooses = |e: &TypedExpr| {
            matches!(e.kind, TypedExprKind::Nondet(_) | TypedExprKind::Call(Builtin::SubArray, _))
        };
        if formula.any(&chooses) {
            return None;
        }
        let mut values = vec![None; program.vars.len()];
        let arrays = state.arrays.iter().map(|(var, array)| (var, Value::Array(array.clone())));
        let scalars = state.scalars.iter().map(|(var, value)| (var, value.clone()));
        for (var, value) in scalars.chain(arrays) {
            *values.get_mut(var.0 as usize)? = Some(value);
        }
        Some(BlameSearch { values, bound: vec![] })
    }

    fn eval<T>(&mut self, what: impl FnOnce(&mut Eval<'_>) -> T) -> T {
        let mut track = Tracking::default();
        what(&mut Eval::new(&mut self.values, &mut track, &mut NoChoice))
    }

    fn truth(&mut self, formula: &TypedExpr) -> Option<bool> {
        self.eval(|eval| eval.bool(formula).ok())
    }

    /// Follows a formula with the given value down to the part that alone decides it.
    fn explain(&mut self, formula: &TypedExpr, value: bool) -> Option<ClaimReads> {
        match &formula.kind {
            TypedExprKind::Unary(UnaryOp::Not, inner) => self.explain(inner, !value),
            TypedExprKind::Quant(quantifier, _, body) if decides(*quantifier) == value => {
                let decisive = self.eval(|eval| {
                    eval.bool(formula).ok()?;
                    Some(std::mem::take(&mut eval.decisive))
                })?;
                for (var, n) in decisive {
                    *self.values.get_mut(var.0 as usize)? = Some(Value::Int(n.clone()));
                    self.bound.push((var, n));
                }
                self.explain(body, value)
            }
            TypedExprKind::Binary(TypedBinaryOp::And, left, right) if !value => {
                let first = if self.truth(left) == Some(false) { left } else { right };
                self.explain(first, false)
            }
            TypedExprKind::Binary(TypedBinaryOp::Or, left, right) if value => {
                let first = if self.truth(left) == Some(true) { left } else { right };
                self.explain(first, true)
            }
            TypedExprKind::Binary(TypedBinaryOp::Implies, _, right) if !value => {
                self.explain(right, false)
            }
            TypedExprKind::Binary(TypedBinaryOp::Eq, left, right)
                if !value && left.ty.is_array() =>
            {
                self.difference(formula, left, right)
            }
            TypedExprKind::Binary(TypedBinaryOp::Ne, left, right)
                if value && left.ty.is_array() =>
            {
                self.difference(formula, left, right)
            }
            TypedExprKind::Call(Builtin::Sorted, args) if !value => self.descent(formula, args),
            TypedExprKind::Call(Builtin::BoundEq, args) if !value => self.unequal(formula, args),
            _ => Some(self.atom(formula)),
        }
    }

    /// The first listed cell in which two arrays differ.
    fn difference(
        &mut self,
        formula: &TypedExpr,
        left: &TypedExpr,
        right: &TypedExpr,
    ) -> Option<ClaimReads> {
        let (a, b) = (self.array(left)?, self.array(right)?);
        let place = differing(&a, &b)?;
        let reads = vec![read(left, &a, place.clone())?, read(right, &b, place)?];
        Some((formula.span, reads))
    }

    /// The first two neighbours in the wrong order of a range that is not sorted.
    fn descent(&mut self, formula: &TypedExpr, args: &[TypedExpr]) -> Option<ClaimReads> {
        let [a, lo, hi] = args else { return None };
        let array = self.array(a)?;
        let (mut k, hi) = self.range(lo, hi)?;
        while k < hi {
            let next = &k + &Int::ONE;
            let pair = [read(a, &array, vec![k])?, read(a, &array, vec![next.clone()])?];
            if let (Value::Int(first), Value::Int(second)) = (&pair[0].2, &pair[1].2)
                && first > second
            {
                return Some((formula.span, pair.to_vec()));
            }
            k = next;
        }
        None
    }

    /// The first cell of a range in which two arrays differ.
    fn unequal(&mut self, formula: &TypedExpr, args: &[TypedExpr]) -> Option<ClaimReads> {
        let [a, b, lo, hi] = args else { return None };
        let (left, right) = (self.array(a)?, self.array(b)?);
        let (mut k, hi) = self.range(lo, hi)?;
        while k < hi {
            let cells = [read(a, &left, vec![k.clone()])?, read(b, &right, vec![k.clone()])?];
            if let Some(rest) = differing(&cells[0].2, &cells[1].2) {
                let place = [vec![k], rest].concat();
                let cells = [read(a, &left, place.clone())?, read(b, &right, place)?];
                return Some((formula.span, cells.to_vec()));
            }
            k += &Int::ONE;
        }
        None
    }

    fn array(&mut self, array: &TypedExpr) -> Option<Value> {
        self.eval(|eval| Some(Value::Array(eval.array(array).ok()?.0)))
    }

    fn range(&mut self, lo: &TypedExpr, hi: &TypedExpr) -> Option<(Int, Int)> {
        self.eval(|eval| Some((eval.int(lo).ok()?, eval.int(hi).ok()?)))
    }

    /// The reads of a formula that is not divided: its cells, then its variables.
    fn atom(&mut self, formula: &TypedExpr) -> ClaimReads {
        let mut places = self.eval(|eval| {
            let _ = eval.bool(formula);
            std::mem::take(&mut eval.track.reads)
        });
        scalars(formula, &mut places);
        let mut reads: Vec<(Root, Vec<Int>, Value)> = vec![];
        for (var, place) in places {
            let value = self.values.get(var.0 as usize).and_then(Option::as_ref);
            let bound = self.bound.iter().any(|(other, _)| *other == var);
            let known = reads.iter().any(|(root, at, _)| *root == Root::Var(var) && *at == place);
            if let Some(value) = value.and_then(|value| value.cell_at(&place))
                && !(bound || known)
            {
                reads.push((Root::Var(var), place, value.clone()));
            }
        }
        (formula.span, reads)
    }
}

/// The truth value of the body that one instance suffices to decide.
fn decides(quantifier: Quantifier) -> bool {
    quantifier == Quantifier::Exists
}

fn read(expr: &TypedExpr, array: &Value, place: Vec<Int>) -> Option<(Root, Vec<Int>, Value)> {
    let root = match expr.kind {
        TypedExprKind::Var(var) => Root::Var(var),
        _ => Root::Made(expr.span),
    };
    let value = array.cell_at(&place)?.clone();
    Some((root, place, value))
}

/// The scalar variables outside of indices.
fn scalars(expr: &TypedExpr, out: &mut Vec<(VarId, Vec<Int>)>) {
    match &expr.kind {
        TypedExprKind::Var(var) if !matches!(expr.ty, Type::Array(_)) => out.push((*var, vec![])),
        // Its place says what the index is.
        TypedExprKind::Read(..) => {}
        _ => expr.children().into_iter().for_each(|child| scalars(child, out)),
    }
}

/// Choices for formulas without choices.
struct NoChoice;

impl Choices for NoChoice {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        Value::zero(choice.ty())
    }
}
