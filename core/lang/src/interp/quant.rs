//! Deciding quantified formulas by trying values.
//!
//! `forall x: p` asks for an instance in which `p` is false, `exists x: p` for one in which it is
//! true: the *decisive* value. What must hold in every decisive instance bounds the variables: in
//! `forall k: 0 <= k && k < n ==> p`, every decisive `k` has `0 <= k` and `k < n`. If that leaves
//! few enough values, all are tried, and the answer is exact; where variables are without bounds, values
//! not too far away may suffice ([`super::reach`]). If not, likely values are tried: a
//! decisive one still decides, and otherwise the formula is undecided.

use super::eval::{Eval, Undecided};
use super::reach::{at_zero, factor, reach};
use super::{ArrayValue, Value};
use crate::typed::{Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp, VarId};
use hornbook_base::{Int, Span};
use std::collections::BTreeSet;

/// The largest number of instances in one evaluation.
const MAX_INSTANCES: usize = 300_000;
/// The largest number of likely values for a variable without bounds.
const MAX_LIKELY: usize = 300;

/// `sum of factors * variables + rest  OP  0`, which every decisive instance satisfies.
struct Bound {
    /// A factor for each of the variables, in their order.
    factors: Vec<Int>,
    rest: Int,
    /// `<=` when true, `==` when not.
    at_most: bool,
}

/// The interval of values of a variable; a missing end is infinite.
#[derive(Clone, Debug, Default, PartialEq)]
struct Interval {
    low: Option<Int>,
    high: Option<Int>,
}

/// The result of a search.
enum SearchResult {
    /// An instance with the decisive value.
    Decisive,
    /// All instances were tried, and none is decisive.
    Nothing,
}

impl Eval<'_> {
    /// The value of a quantified formula.
    pub(super) fn quant(
        &mut self,
        quantifier: Quantifier,
        vars: &[VarId],
        body: &TypedExpr,
        span: Span,
    ) -> Result<bool, Undecided> {
        if vars.iter().any(|var| var.0 as usize >= self.values.len()) {
            return Err(Undecided::ill_typed(span));
        }
        let decisive = quantifier == Quantifier::Exists;
        let search = InstanceSearch { decisive, body, span, vars, needs: self.track.needs.len() };
        // Bound variables have no value outside; a formula may be evaluated many times.
        let found = search.run(self, vars);
        for var in vars {
            self.values[var.0 as usize] = None;
        }
        Ok(match found? {
            SearchResult::Decisive => search.decisive,
            SearchResult::Nothing => !search.decisive,
        })
    }

    /// The value of the body of a quantifier with one variable, at one value of it.
    pub(super) fn holds_at(&mut self, formula: &TypedExpr, value: Int) -> Result<bool, Undecided> {
        let TypedExprKind::Quant(_, vars, body) = &formula.kind else {
            return Err(Undecided::ill_typed(formula.span));
        };
        let place = vars.first().and_then(|var| self.values.get_mut(var.0 as usize));
        let (Some(place), [var]) = (place, &vars[..]) else {
            return Err(Undecided::ill_typed(formula.span));
        };
        *place = Some(Value::Int(value));
        self.tried += 1;
        let holds = match self.tried > MAX_INSTANCES {
            true => Err(too_many(formula.span)),
            false => self.bool(body),
        };
        self.values[var.0 as usize] = None;
        holds
    }
}

fn too_many(span: Span) -> Undecided {
    Undecided::new(span, "too many values to try")
}

struct InstanceSearch<'e> {
    /// The value of the body that decides the formula.
    decisive: bool,
    body: &'e TypedExpr,
    span: Span,
    /// All variables that the quantifier binds.
    vars: &'e [VarId],
    /// The number of needs of choices before.
    needs: usize,
}

impl InstanceSearch<'_> {
    /// Tries values for `vars`; those bound before have theirs.
    fn run(&self, eval: &mut Eval<'_>, vars: &[VarId]) -> Result<SearchResult, Undecided> {
        let reads = eval.track.reads.len();
        if vars.is_empty() {
            return self.instance(eval, reads);
        }
        let Some(mut intervals) = self.intervals(eval, vars) else {
            return Ok(SearchResult::Nothing);
        };
        if intervals.iter().any(|interval| interval.size().is_none())
            && let Some(reach) = reach(eval, self.body, vars)
        {
            for interval in &mut intervals {
                interval.raise_low(-&reach);
                interval.lower_high(reach.clone());
            }
            if intervals.iter().any(Interval::is_empty) {
                return Ok(SearchResult::Nothing);
            }
        }
        eval.track.reads.truncate(reads);
        let left = Int::from(MAX_INSTANCES.saturating_sub(eval.tried));
        let smallest =
            (0..vars.len()).filter_map(|i| intervals[i].size().map(|size| (size, i))).min();
        if let Some((size, i)) = smallest
            && size <= left
        {
            return self.try_all(eval, vars, i, &intervals[i]);
        }
        self.try_likely(eval, vars, &intervals[0])
    }

    fn instance(&self, eval: &mut Eval<'_>, reads: usize) -> Result<SearchResult, Undecided> {
        eval.tried += 1;
        if eval.tried > MAX_INSTANCES {
            return Err(too_many(self.span));
        }
        let needs = eval.track.needs.len();
        let value = eval.bool(self.body);
        if value == Ok(self.decisive) {
            // The needs of earlier instances do not matter any more.
            eval.track.needs.drain(self.needs..needs);
            eval.decisive = self.bound(eval);
            return Ok(SearchResult::Decisive);
        }
        eval.track.reads.truncate(reads);
        value.map(|_| SearchResult::Nothing)
    }

    /// The values of the bound variables.
    fn bound(&self, eval: &Eval<'_>) -> Vec<(VarId, Int)> {
        let value = |var: &VarId| match eval.values.get(var.0 as usize) {
            Some(Some(Value::Int(n))) => Some((*var, n.clone())),
            _ => None,
        };
        self.vars.iter().filter_map(value).collect()
    }

    /// Tries every value of an interval for variable number `i`.
    fn try_all(
        &self,
        eval: &mut Eval<'_>,
        vars: &[VarId],
        i: usize,
        interval: &Interval,
    ) -> Result<SearchResult, Undecided> {
        let (Some(low), Some(high)) = (&interval.low, &interval.high) else {
            return Err(self.unbounded());
        };
        let rest = without(vars, i);
        let mut failure = None;
        let mut value = low.clone();
        while value <= *high {
            match self.with_value(eval, vars[i], &value, &rest) {
                Ok(SearchResult::Decisive) => return Ok(SearchResult::Decisive),
                Ok(SearchResult::Nothing) => {}
                Err(undecided) if eval.tried > MAX_INSTANCES => return Err(undecided),
                Err(undecided) => failure = Some(undecided),
            }
            value += &Int::ONE;
        }
        failure.map_or(Ok(SearchResult::Nothing), Err)
    }

    /// Tries likely values for the first variable. They are never all values, so without a decisive one the
    /// formula stays undecided.
    fn try_likely(
        &self,
        eval: &mut Eval<'_>,
        vars: &[VarId],
        interval: &Interval,
    ) -> Result<SearchResult, Undecided> {
        let rest = without(vars, 0);
        for value in likely(eval.values, interval) {
            match self.with_value(eval, vars[0], &value, &rest) {
                Ok(SearchResult::Decisive) => return Ok(SearchResult::Decisive),
                Err(undecided) if eval.tried > MAX_INSTANCES => return Err(undecided),
                _ => {}
            }
        }
        Err(self.unbounded())
    }

    fn with_value(
        &self,
        eval: &mut Eval<'_>,
        var: VarId,
        value: &Int,
        rest: &[VarId],
    ) -> Result<SearchResult, Undecided> {
        // Values for which bounds show at once that nothing is decisive count as well.
        eval.tried += usize::from(!rest.is_empty());
        if eval.tried > MAX_INSTANCES {
            return Err(too_many(self.span));
        }
        eval.values[var.0 as usize] = Some(Value::Int(value.clone()));
        let found = self.run(eval, rest);
        eval.values[var.0 as usize] = None;
        found
    }

    fn unbounded(&self) -> Undecided {
        Undecided::new(self.span, "it speaks about too many values to try them all")
    }

    /// The intervals of `vars`, or `None` when no instance can be decisive.
    fn intervals(&self, eval: &mut Eval<'_>, vars: &[VarId]) -> Option<Vec<Interval>> {
        let mut bounds = vec![];
        collect(eval, self.body, self.decisive, vars, &mut bounds);
        let mut intervals = vec![Interval::default(); vars.len()];
        // A bound may take effect only through another one: in `0 <= j && j < k && k < n`, `j` has an upper
        // end once `k` has one. More passes than this seldom help.
        for _ in 0..2 * vars.len() + 1 {
            let before = intervals.clone();
            for bound in &bounds {
                bound.narrow(&mut intervals);
            }
            if intervals.iter().any(Interval::is_empty) || bounds.iter().any(Bound::impossible) {
                return None;
            }
            if intervals == before {
                break;
            }
        }
        Some(intervals)
    }
}

fn without(vars: &[VarId], i: usize) -> Vec<VarId> {
    let others = vars.iter().enumerate().filter(|(j, _)| *j != i);
    others.map(|(_, var)| *var).collect()
}

/// Values that often decide: indices of listed cells, values of numbers, the ends of the
/// interval, each also one less and one more.
fn likely(values: &[Option<Value>], interval: &Interval) -> Vec<Int> {
    let mut centres: Vec<&Int> = vec![&Int::ZERO];
    centres.extend(interval.low.iter().chain(&interval.high));
    for value in values.iter().flatten() {
        match value {
            Value::Int(n) => centres.push(n),
            Value::Array(ArrayValue { cells, .. }) => {
                centres.extend(cells.keys().take(MAX_LIKELY));
            }
            Value::Bool(_) => {}
        }
    }
    let mut seen = BTreeSet::new();
    for centre in centres.into_iter().take(MAX_LIKELY) {
        for value in [centre.clone(), centre - &Int::ONE, centre + &Int::ONE] {
            if interval.contains(&value) {
                seen.insert(value);
            }
        }
    }
    seen.into_iter().collect()
}

impl Interval {
    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|low| low <= value)
            && self.high.as_ref().is_none_or(|high| value <= high)
    }

    /// The number of values, if finite.
    fn size(&self) -> Option<Int> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        Some(high - low + Int::ONE)
    }

    fn raise_low(&mut self, low: Int) {
        if self.low.as_ref().is_none_or(|old| *old < low) {
            self.low = Some(low);
        }
    }

    fn lower_high(&mut self, high: Int) {
        if self.high.as_ref().is_none_or(|old| *old > high) {
            self.high = Some(high);
        }
    }
}

impl Bound {
    /// Whether there are no variables in it and it does not hold.
    fn impossible(&self) -> bool {
        self.factors.iter().all(Int::is_zero)
            && (self.rest.is_positive() || !self.at_most && !self.rest.is_zero())
    }

    fn narrow(&self, intervals: &mut [Interval]) {
        for i in 0..intervals.len() {
            self.narrow_one(intervals, i, false);
            if !self.at_most {
                self.narrow_one(intervals, i, true);
            }
        }
    }

    /// Narrows variable number `i` by `factors * variables + rest <= 0`, or with signs reversed when
    /// `flip`.
    fn narrow_one(&self, intervals: &mut [Interval], i: usize, flip: bool) {
        let sign = |n: &Int| if flip { -n } else { n.clone() };
        let factor = sign(&self.factors[i]);
        if factor.is_zero() {
            return;
        }
        // The least value that the other summands can have.
        let mut least = sign(&self.rest);
        for (j, interval) in intervals.iter().enumerate() {
            let factor = sign(&self.factors[j]);
            if j == i || factor.is_zero() {
                continue;
            }
            let end = if factor.is_positive() { &interval.low } else { &interval.high };
            let Some(end) = end else { return };
            least += &(&factor * end);
        }
        // factor * x <= -least
        let room = -least;
        if factor.is_positive() {
            intervals[i].lower_high(room.div_floor(&factor));
        } else {
            intervals[i].raise_low((-room).div_ceil(&-factor));
        }
    }
}

/// Collects bounds on `vars` that hold wherever `expr` has the value `wanted`.
fn collect(
    eval: &mut Eval<'_>,
    expr: &TypedExpr,
    wanted: bool,
    vars: &[VarId],
    out: &mut Vec<Bound>,
) {
    match &expr.kind {
        TypedExprKind::Unary(UnaryOp::Not, inner) => collect(eval, inner, !wanted, vars, out),
        TypedExprKind::Binary(op, left, right) => match (op, wanted) {
            (TypedBinaryOp::And, true) | (TypedBinaryOp::Or, false) => {
                collect(eval, left, wanted, vars, out);
                collect(eval, right, wanted, vars, out);
            }
            (TypedBinaryOp::Implies, false) => {
                collect(eval, left, true, vars, out);
                collect(eval, right, false, vars, out);
            }
            _ if left.ty == Type::Int => out.extend(bound(eval, *op, left, right, wanted, vars)),
            _ => {}
        },
        _ => {}
    }
}

/// The bound in `left op right`, if it is linear in `vars` and everything else has a value.
fn bound(
    eval: &mut Eval<'_>,
    op: TypedBinaryOp,
    left: &TypedExpr,
    right: &TypedExpr,
    wanted: bool,
    vars: &[VarId],
) -> Option<Bound> {
    use TypedBinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    // `left op right` as `flip * (left - right) + offset <= 0`.
    let (flip, offset, at_most) = match (op, wanted) {
        (Le, true) | (Gt, false) => (false, 0, true),
        (Lt, true) | (Ge, false) => (false, 1, true),
        (Ge, true) | (Lt, false) => (true, 0, true),
        (Gt, true) | (Le, false) => (true, 1, true),
        (Eq, true) | (Ne, false) => (false, 0, false),
        _ => return None,
    };
    let mut factors = vec![];
    for var in vars {
        factors.push(factor(left, *var)? - factor(right, *var)?);
    }
    let rest = at_zero(eval, left, right, vars)?;
    let sign = |n: Int| if flip { -n } else { n };
    Some(Bound {
        factors: factors.into_iter().map(sign).collect(),
        rest: sign(rest) + Int::from(offset),
        at_most,
    })
}
