//! Numbers of occurrences of values in ranges of arrays: multisets (T Example 17 and Sec. 6.3.1.2, CM Sec. 5).
//!
//! `multiset(a, lo, hi)` is the array that has at `v` the number of indices `lo <= k < hi` with
//! `a[k] == v`, and `count(a, lo, hi, v)` is one cell of it. The thesis counts in the whole array; where
//! arrays are total maps such a number may be infinite, so here there is always a range.
//!
//! A count of a derived array is a sum of counts of its operands ([`count`]): a write takes away the old
//! value and adds the new one. The thesis writes this as an update of the multiset at two places, `[v <-
//! a[v] + 1][b[i] <- a[v] - 1]`, where the last term has to be `a[b[i]] - 1`. Counting one value at a time
//! needs no updates, so only that value is relevant ([`values`]), not the two that are written.

use super::read;
use crate::term::{Node, Op, Term, Var};
use std::collections::BTreeSet;

/// The number of summands up to which the count of a derived array is expanded.
const PARTS: usize = 10_000;

/// The number of cells of `array` from `lo` to before `hi` that hold `v`. It goes inwards through writes,
/// pointwise operations and choices; counts of variables, and of arrays with too many operands, remain.
pub fn count(array: &Term, lo: &Term, hi: &Term, v: &Term) -> Term {
    if parts(array) > PARTS {
        return Term::app(Op::Count, [array, lo, hi, v].map(Term::clone).to_vec());
    }
    inwards(array, lo, hi, v)
}

/// About how many summands the count of an array has: an operation looks at several ranges of another
/// array, and each end that is a choice doubles the number.
fn parts(array: &Term) -> usize {
    let Node::App(op, args) = array.node() else { return 1 };
    let each = match op {
        Op::Fill | Op::SubArray => 5,
        Op::Insert | Op::Erase => 3,
        _ => 1,
    };
    let inner = args.iter().filter(|a| a.sort().is_array()).map(parts);
    inner.fold(0, usize::saturating_add).saturating_mul(each).max(1)
}

fn inwards(array: &Term, lo: &Term, hi: &Term, v: &Term) -> Term {
    let count_in = |array: &Term, lo: &Term, hi: &Term| inwards(array, lo, hi, v);
    let is_v = |x: &Term| one_if(Term::eq(x.clone(), v.clone()));
    let inside = |i: &Term| in_range(lo, i, hi);
    let plain = || Term::app(Op::Count, [array, lo, hi, v].map(Term::clone).to_vec());
    // An end that is a choice makes two counts, each of which goes on by itself.
    if let Some([c, then, other]) = lo.as_app(Op::Ite) {
        return Term::ite(c.clone(), count_in(array, then, hi), count_in(array, other, hi));
    }
    if let Some([c, then, other]) = hi.as_app(Op::Ite) {
        return Term::ite(c.clone(), count_in(array, lo, then), count_in(array, lo, other));
    }
    let Node::App(op, args) = array.node() else { return plain() };
    match (op, args.as_slice()) {
        (Op::Ite, [c, a, b]) => Term::ite(c.clone(), count_in(a, lo, hi), count_in(b, lo, hi)),
        (Op::Store, [a, i, x]) => {
            let change = Term::sub(is_v(x), is_v(&read(a, i)));
            Term::add(count_in(a, lo, hi), Term::ite(inside(i), change, Term::int(0)))
        }
        (Op::ConstArray, [x]) => times(is_v(x), lo, hi),
        (Op::Fill, [a, from, to, x]) => {
            let (from, to) = (larger(lo, from), smaller(hi, to));
            let rest = Term::sub(count_in(a, lo, hi), count_in(a, &from, &to));
            Term::add(rest, times(is_v(x), &from, &to))
        }
        (Op::Insert, [a, i, x]) => {
            let shorter = count_in(a, lo, &moved(hi, -1));
            let here = Term::ite(inside(i), Term::add(shorter, is_v(x)), count_in(a, lo, hi));
            let behind = count_in(a, &moved(lo, -1), &moved(hi, -1));
            Term::ite(Term::lt(i.clone(), lo.clone()), behind, here)
        }
        (Op::Erase, [a, i]) => {
            let longer = count_in(a, lo, &moved(hi, 1));
            let here =
                Term::ite(inside(i), Term::sub(longer, is_v(&read(a, i))), count_in(a, lo, hi));
            let behind = count_in(a, &moved(lo, 1), &moved(hi, 1));
            Term::ite(Term::lt(i.clone(), lo.clone()), behind, here)
        }
        (Op::SubArray, [a, from, to, rest]) => {
            let length = Term::sub(to.clone(), from.clone());
            let (start, end) = (larger(lo, &Term::int(0)), smaller(hi, &length));
            let taken = count_in(
                a,
                &Term::add(from.clone(), start.clone()),
                &Term::add(from.clone(), end.clone()),
            );
            let others = Term::add(count_in(rest, lo, &start), count_in(rest, &end, hi));
            let some = Term::lt(start, end);
            Term::ite(some, Term::add(taken, others), count_in(rest, lo, hi))
        }
        _ => plain(),
    }
}

/// `1` or `0`
pub fn one_if(condition: Term) -> Term {
    match condition.node() {
        Node::Bool(holds) => Term::int(i64::from(*holds)),
        _ if condition.is_reflexive() => Term::int(1),
        _ => Term::ite(condition, Term::int(1), Term::int(0)),
    }
}

/// `lo <= k && k < hi`
pub fn in_range(lo: &Term, k: &Term, hi: &Term) -> Term {
    Term::and([Term::le(lo.clone(), k.clone()), Term::lt(k.clone(), hi.clone())])
}

/// The length of the range if `flag` is `1`, and zero if it is `0`.
fn times(flag: Term, lo: &Term, hi: &Term) -> Term {
    let is_one = Term::eq(flag, Term::int(1));
    let length = Term::sub(hi.clone(), lo.clone());
    Term::ite(Term::and([is_one, Term::lt(lo.clone(), hi.clone())]), length, Term::int(0))
}

fn moved(t: &Term, by: i64) -> Term {
    Term::add(t.clone(), Term::int(by))
}

fn larger(a: &Term, b: &Term) -> Term {
    Term::ite(Term::lt(a.clone(), b.clone()), b.clone(), a.clone())
}

fn smaller(a: &Term, b: &Term) -> Term {
    Term::ite(Term::lt(a.clone(), b.clone()), a.clone(), b.clone())
}

/// Whether a term counts.
pub fn counts(t: &Term) -> bool {
    t.has_count()
}

/// A range that is counted in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRange {
    /// The arrays whose cells are counted.
    pub arrays: BTreeSet<Var>,
    /// Its first index.
    pub lo: Term,
    /// The first index behind it.
    pub hi: Term,
}

/// Adds the ranges in which a term counts, in their order.
pub fn ranges(t: &Term, out: &mut Vec<CountedRange>) {
    let mut one = |arrays: &[&Term], lo: &Term, hi: &Term| {
        let arrays = arrays.iter().flat_map(|a| a.free_vars()).filter(|v| v.sort.is_array());
        out.push(CountedRange { arrays: arrays.collect(), lo: lo.clone(), hi: hi.clone() });
    };
    match (t.node(), t.children()) {
        _ if !t.has_array() => return,
        (Node::App(Op::Count | Op::Multiset, _), [a, lo, hi, ..]) => one(&[a], lo, hi),
        (Node::App(Op::Permutation, _), [a, b, lo, hi]) => one(&[a, b], lo, hi),
        _ => {}
    }
    t.children().iter().for_each(|c| ranges(c, out));
}

/// A counted value: the array, the value, and the quantified formula that binds the value, if there is one.
pub struct Counted {
    /// The array: a variable, or a row.
    pub array: Term,
    /// The value.
    pub value: Term,
    /// The quantified formula around it whose variables the value depends on.
    pub under: Option<Term>,
}

/// The values that a formula counts, in their order, with repetitions. Counts must have gone inwards.
pub fn values(t: &Term) -> Vec<Counted> {
    fn visit(t: &Term, around: &mut Vec<(Vec<Var>, Term)>, out: &mut Vec<Counted>) {
        match t.node() {
            _ if !t.has_array() => {}
            Node::App(op, args) => {
                if let (Op::Count, [array, _, _, value]) = (op, args.as_slice()) {
                    let binds =
                        |(vars, _): &&(Vec<Var>, Term)| vars.iter().any(|v| value.mentions(v));
                    let under = around.iter().find(binds).map(|(_, whole)| whole.clone());
                    out.push(Counted { array: array.clone(), value: value.clone(), under });
                }
                args.iter().for_each(|a| visit(a, around, out));
            }
            Node::Pred(_, args) => args.iter().for_each(|a| visit(a, around, out)),
            Node::Quant(_, vars, body) => {
                around.push((vars.clone(), t.clone()));
                visit(body, around, out);
                around.pop();
            }
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }
    let mut out = vec![];
    visit(t, &mut vec![], &mut out);
    out
}
