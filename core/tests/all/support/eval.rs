//! The value of a term, written straight from the definitions of its constructors.
//!
//! Integers are exact, arrays are total: finitely many listed cells and one value for all others.
//! A quantified formula is decided by the values of a small box where that is enough; else its
//! value is `None`, and so is that of a formula which hangs on it.

use hornbook_base::Int;
use hornbook_horn::{Node, Op, Quantifier, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};
use std::collections::BTreeMap;

/// Values of variables.
pub type Env = BTreeMap<Var, Value>;

/// Quantified variables take the values from `-BOX` to `BOX`.
pub const BOX: i64 = 9;

/// Ranges of cells that are longer than this are not gone through.
const LONGEST: i64 = 1_000;

/// The value of a term, if it can be known.
pub fn eval(t: &Term, env: &Env) -> Option<Value> {
    match t.node() {
        Node::Var(v) => env.get(v).cloned(),
        Node::Int(n) => Some(Value::Int(n.clone())),
        Node::Bool(b) => Some(Value::Bool(*b)),
        Node::App(op, args) => apply(*op, args, env),
        Node::Pred(..) => None,
        Node::Quant(q, vars, body) => quantified(*q, vars, body, env).map(Value::Bool),
    }
}

/// The truth value of a formula, if it can be known.
pub fn truth(t: &Term, env: &Env) -> Option<bool> {
    match eval(t, env)? {
        Value::Bool(b) => Some(b),
        other => panic!("{t} is {other:?}, no truth value"),
    }
}

fn int(t: &Term, env: &Env) -> Option<Int> {
    match eval(t, env)? {
        Value::Int(n) => Some(n),
        other => panic!("{t} is {other:?}, no number"),
    }
}

fn array(t: &Term, env: &Env) -> Option<ArrayValue> {
    match eval(t, env)? {
        Value::Array(a) => Some(a),
        other => panic!("{t} is {other:?}, no array"),
    }
}

fn apply(op: Op, args: &[Term], env: &Env) -> Option<Value> {
    match op {
        Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod => {
            arithmetic(op, args, env).map(Value::Int)
        }
        Op::Not | Op::And | Op::Or | Op::Implies => logic(op, args, env).map(Value::Bool),
        Op::Lt | Op::Le | Op::Gt | Op::Ge => {
            let (a, b) = (int(&args[0], env)?, int(&args[1], env)?);
            Some(Value::Bool(match op {
                Op::Lt => a < b,
                Op::Le => a <= b,
                Op::Gt => a > b,
                _ => a >= b,
            }))
        }
        Op::Eq | Op::Ne => {
            let equal = same(&eval(&args[0], env)?, &eval(&args[1], env)?);
            Some(Value::Bool(equal == (op == Op::Eq)))
        }
        Op::Ite => eval(if truth(&args[0], env)? { &args[1] } else { &args[2] }, env),
        Op::Count => number_of(args, env).map(Value::Int),
        Op::Sorted | Op::BoundEq | Op::Permutation => claim(op, args, env).map(Value::Bool),
        Op::Select => Some(array(&args[0], env)?.get(&int(&args[1], env)?).clone()),
        _ => made(op, args, env).map(Value::Array),
    }
}

fn arithmetic(op: Op, args: &[Term], env: &Env) -> Option<Int> {
    let values: Vec<Int> = args.iter().map(|a| int(a, env)).collect::<Option<_>>()?;
    match (op, values.as_slice()) {
        (Op::Add, all) => Some(all.iter().fold(Int::ZERO, |sum, n| &sum + n)),
        (Op::Sub, [a, b]) => Some(a - b),
        (Op::Neg, [a]) => Some(-a),
        (Op::Mul, [a, b]) => Some(a * b),
        (Op::Div, [a, b]) => a.div_euclid(b),
        (Op::Mod, [a, b]) => a.rem_euclid(b),
        _ => panic!("{op:?} of {} numbers", args.len()),
    }
}

/// One side may decide without the other.
fn logic(op: Op, args: &[Term], env: &Env) -> Option<bool> {
    let values = args.iter().map(|a| truth(a, env));
    match op {
        Op::Not => Some(!truth(&args[0], env)?),
        Op::And => all(values),
        Op::Or => all(values.map(|v| v.map(|b| !b))).map(|b| !b),
        _ => {
            let (left, right) = (truth(&args[0], env), truth(&args[1], env));
            all([left, right.map(|b| !b)].into_iter()).map(|b| !b)
        }
    }
}

/// The conjunction of truth values that may be unknown.
pub fn all(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = true;
    for value in values {
        match value {
            Some(false) => return Some(false),
            Some(true) => {}
            None => known = false,
        }
    }
    known.then_some(true)
}

/// Equality; arrays are equal when all their cells are.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            let listed = a.cells.keys().chain(b.cells.keys());
            same(&a.default, &b.default) && listed.into_iter().all(|k| same(a.get(k), b.get(k)))
        }
        _ => a == b,
    }
}

/// The indices from `lo` to before `hi`.
fn range(lo: &Int, hi: &Int) -> Option<Vec<Int>> {
    let (lo, hi) = (lo.to_i64()?, hi.to_i64()?);
    (hi.saturating_sub(lo) <= LONGEST).then(|| (lo..hi).map(Int::from).collect())
}

/// `count(a, lo, hi, v)`
fn number_of(args: &[Term], env: &Env) -> Option<Int> {
    let (a, v) = (array(&args[0], env)?, eval(&args[3], env)?);
    let cells = range(&int(&args[1], env)?, &int(&args[2], env)?)?;
    Some(Int::from(cells.iter().filter(|k| same(a.get(k), &v)).count()))
}

fn claim(op: Op, args: &[Term], env: &Env) -> Option<bool> {
    let a = array(&args[0], env)?;
    let at = |n: usize| int(&args[n], env);
    if op == Op::Permutation {
        let b = array(&args[1], env)?;
        let cells = range(&at(2)?, &at(3)?)?;
        let number =
            |array: &ArrayValue, v: &Value| cells.iter().filter(|k| same(array.get(k), v)).count();
        let values = cells.iter().map(|k| a.get(k)).chain(cells.iter().map(|k| b.get(k)));
        return Some(values.into_iter().all(|v| number(&a, v) == number(&b, v)));
    }
    if op == Op::BoundEq {
        let b = array(&args[1], env)?;
        return Some(range(&at(2)?, &at(3)?)?.iter().all(|k| same(a.get(k), b.get(k))));
    }
    let cells = range(&at(1)?, &at(2)?)?;
    let number = |k: &Int| match a.get(k) {
        Value::Int(n) => n.clone(),
        other => panic!("a cell holds {other:?}"),
    };
    Some(cells.windows(2).all(|pair| number(&pair[0]) <= number(&pair[1])))
}

/// An array given by its cells. Beyond all listed cells and the two numbers that matter, every
/// cell is `default`.
fn tabulated(
    around: &[&ArrayValue],
    numbers: &[&Int],
    default: &Value,
    cell: impl Fn(&Int) -> Value,
) -> Option<ArrayValue> {
    let listed = around.iter().flat_map(|a| a.cells.keys()).chain(numbers.iter().copied());
    let listed: Vec<i64> = listed.map(Int::to_i64).collect::<Option<_>>()?;
    let (low, high) = (listed.iter().min()? - 1, listed.iter().max()? + 1);
    // Moved cells stay within twice the width.
    let width = high - low;
    if width > LONGEST {
        return None;
    }
    let cells = (low - width..=high + width).map(Int::from).map(|k| (k.clone(), cell(&k)));
    Some(ArrayValue { default: Box::new(default.clone()), cells: cells.collect() })
}

/// The array operations; each says what stands in the cell `k`.
fn made(op: Op, args: &[Term], env: &Env) -> Option<ArrayValue> {
    if op == Op::ConstArray {
        let default = Box::new(eval(&args[0], env)?);
        return Some(ArrayValue { default, cells: BTreeMap::new() });
    }
    let a = array(&args[0], env)?;
    let i = int(&args[1], env)?;
    let default = (*a.default).clone();
    match op {
        Op::Store => {
            let v = eval(&args[2], env)?;
            let mut out = a.clone();
            out.cells.insert(i, v);
            Some(out)
        }
        Op::Insert => {
            let v = eval(&args[2], env)?;
            tabulated(&[&a], &[&i], &default, |k| match k.cmp(&i) {
                std::cmp::Ordering::Less => a.get(k).clone(),
                std::cmp::Ordering::Equal => v.clone(),
                std::cmp::Ordering::Greater => a.get(&(k - &Int::ONE)).clone(),
            })
        }
        Op::Erase => tabulated(&[&a], &[&i], &default, |k| {
            if *k < i { a.get(k).clone() } else { a.get(&(k + &Int::ONE)).clone() }
        }),
        Op::Fill => {
            let (hi, v) = (int(&args[2], env)?, eval(&args[3], env)?);
            tabulated(&[&a], &[&i, &hi], &default, |k| {
                if i <= *k && *k < hi { v.clone() } else { a.get(k).clone() }
            })
        }
        Op::SubArray => {
            let (hi, rest) = (int(&args[2], env)?, array(&args[3], env)?);
            let zero = Int::ZERO;
            let length = &hi - &i;
            tabulated(&[&a, &rest], &[&i, &hi, &zero, &length], &rest.default, |k| {
                if zero <= *k && *k < length {
                    a.get(&(&i + k)).clone()
                } else {
                    rest.get(k).clone()
                }
            })
        }
        _ => panic!("{op:?} makes no array"),
    }
}

/// Tries the box for one variable after the other; what lies beyond it must be decided by the
/// bounds that the formula sets.
fn quantified(q: Quantifier, vars: &[Var], body: &Term, env: &Env) -> Option<bool> {
    let decisive = q == Quantifier::Exists;
    let Some((v, rest)) = vars.split_first() else { return truth(body, env) };
    let mut inner = env.clone();
    let mut known = true;
    for n in -BOX..=BOX {
        inner.insert(v.clone(), Value::Int(Int::from(n)));
        match quantified(q, rest, body, &inner) {
            Some(found) if found == decisive => return Some(decisive),
            Some(_) => {}
            None => known = false,
        }
    }
    inner.remove(v);
    let beyond = [(Some(BOX + 1), None), (None, Some(-BOX - 1))];
    let decided = beyond.into_iter().all(|(low, high)| {
        let mut ranges = Ranges { env: &inner, ranges: BTreeMap::new() };
        ranges.ranges.extend(rest.iter().map(|w| (w, (None, None))));
        ranges.ranges.insert(v, (low, high));
        ranges.truth(body) == Some(!decisive)
    });
    (known && decided).then_some(!decisive)
}

/// An interval; a missing end is infinite.
type Interval = (Option<i64>, Option<i64>);

/// What holds for all values of some variables in intervals.
struct Ranges<'e> {
    env: &'e Env,
    ranges: BTreeMap<&'e Var, Interval>,
}

impl Ranges<'_> {
    fn truth(&self, t: &Term) -> Option<bool> {
        if !self.ranges.keys().any(|v| t.mentions(v)) {
            return truth(t, self.env);
        }
        let Node::App(op, args) = t.node() else { return None };
        let each = || args.iter().map(|a| self.truth(a));
        match op {
            Op::Not => Some(!self.truth(&args[0])?),
            Op::And => all(each()),
            Op::Or => all(each().map(|v| v.map(|b| !b))).map(|b| !b),
            Op::Implies => {
                let (left, right) = (self.truth(&args[0]), self.truth(&args[1]));
                all([left, right.map(|b| !b)].into_iter()).map(|b| !b)
            }
            Op::Lt => self.less(&args[0], &args[1]),
            Op::Gt => self.less(&args[1], &args[0]),
            Op::Le => Some(!self.less(&args[1], &args[0])?),
            Op::Ge => Some(!self.less(&args[0], &args[1])?),
            _ => None,
        }
    }

    fn less(&self, a: &Term, b: &Term) -> Option<bool> {
        let ((a_low, a_high), (b_low, b_high)) = (self.interval(a), self.interval(b));
        match (a_high.zip(b_low), a_low.zip(b_high)) {
            (Some((high, low)), _) if high < low => Some(true),
            (_, Some((low, high))) if low >= high => Some(false),
            _ => None,
        }
    }

    fn interval(&self, t: &Term) -> Interval {
        let known = || match eval(t, self.env) {
            Some(Value::Int(n)) => (n.to_i64(), n.to_i64()),
            _ => (None, None),
        };
        match t.node() {
            Node::Var(v) if self.ranges.contains_key(v) => self.ranges[v],
            Node::App(Op::Add, args) if args.len() == 2 => {
                let ((a, b), (c, d)) = (self.interval(&args[0]), self.interval(&args[1]));
                (a.zip(c).map(|(x, y)| x + y), b.zip(d).map(|(x, y)| x + y))
            }
            Node::App(Op::Sub, args) => {
                let ((a, b), (c, d)) = (self.interval(&args[0]), self.interval(&args[1]));
                (a.zip(d).map(|(x, y)| x - y), b.zip(c).map(|(x, y)| x - y))
            }
            _ => known(),
        }
    }
}
