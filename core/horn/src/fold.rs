//! Rewriting that only computes: it evaluates constants, sees syntactic equality, and moves reads through
//! writes. The result is equivalent to the input.

use crate::linear::Linear;
use crate::{Memo, Node, Op, Term, arrays};
use hornbook_base::Int;
use std::cmp::Ordering;

/// Folds a term.
pub fn fold(t: &Term) -> Term {
    fold_once(t, &mut Memo::default())
}

/// Folds several terms, which may share subterms, see [`fold`].
#[derive(Default)]
pub struct Folding(Memo<Term>);

impl Folding {
    /// Folds one more term.
    pub fn fold(&mut self, t: &Term) -> Term {
        fold_once(t, &mut self.0)
    }
}

fn fold_once(t: &Term, done: &mut Memo<Term>) -> Term {
    done.get_or_compute(t, |done| {
        let t = t.map_children(|c| fold_once(c, done));
        match t.node() {
            Node::App(op, args) => fold_app(*op, args).unwrap_or(t),
            // A quantifier whose variables do not occur is dropped.
            Node::Quant(_, vars, body) if !vars.iter().any(|v| body.mentions(v)) => body.clone(),
            _ => t,
        }
    })
}

fn fold_app(op: Op, args: &[Term]) -> Option<Term> {
    match (op, args) {
        (Op::And, _) => Some(junction(args, false)),
        (Op::Or, _) => Some(junction(args, true)),
        (Op::Not, [a]) => Some(Term::not(a.clone())),
        (Op::Implies, [a, b]) => match (a.node(), b.node()) {
            (Node::Bool(true), _) => Some(b.clone()),
            (Node::Bool(false), _) | (_, Node::Bool(true)) => Some(Term::bool(true)),
            (_, Node::Bool(false)) => Some(Term::not(a.clone())),
            _ => None,
        },
        (Op::Ite, [c, a, b]) => match c.node() {
            Node::Bool(true) => Some(a.clone()),
            Node::Bool(false) => Some(b.clone()),
            _ if a == b => Some(a.clone()),
            // Two choices with one alternative are one.
            _ => match a.as_app(Op::Ite) {
                Some([d, x, y]) if y == b => {
                    Some(Term::ite(Term::and([c.clone(), d.clone()]), x.clone(), b.clone()))
                }
                _ => None,
            },
        },
        (Op::Eq, [a, b]) => equal(a, b).map(Term::bool).or_else(|| boolean_equality(a, b)),
        (Op::Ne, [a, b]) => equal(a, b).map(|e| Term::bool(!e)),
        (Op::Lt | Op::Le | Op::Gt | Op::Ge, [a, b]) => {
            compare(a, b).map(|o| Term::bool(holds(op, o)))
        }
        (Op::Select, [array, index]) => read_over_write(array, index),
        (Op::Div | Op::Mod, [a, b]) => {
            let (a, b) = (a.as_int()?, b.as_int()?);
            let n = if op == Op::Div { a.div_euclid(b) } else { a.rem_euclid(b) };
            n.map(Term::int)
        }
        (Op::Add | Op::Sub | Op::Neg | Op::Mul, _) => arithmetic(op, args),
        _ => None,
    }
}

/// Folds a sum whose constants meet.
fn arithmetic(op: Op, args: &[Term]) -> Option<Term> {
    let constants = args.iter().filter(|a| a.as_int().is_some()).count();
    let nested = args.iter().any(|a| matches!(a.node(), Node::App(Op::Add | Op::Sub, _)));
    if constants == 0 || (constants < args.len() && !nested && op != Op::Mul) {
        return None;
    }
    let whole = Linear::from_term(&Term::app(op, args.to_vec()))?;
    Some(whole.to_term())
}

fn junction(args: &[Term], absorbing: bool) -> Term {
    let parts = if absorbing { Term::or(args.to_vec()) } else { Term::and(args.to_vec()) };
    let op = if absorbing { Op::Or } else { Op::And };
    let Some(args) = parts.as_app(op) else {
        return parts;
    };
    let mut kept: Vec<Term> = vec![];
    for arg in args {
        if matches!(arg.node(), Node::Bool(b) if *b == absorbing) {
            return Term::bool(absorbing);
        }
        if !kept.contains(arg) {
            kept.push(arg.clone());
        }
    }
    if absorbing { Term::or(kept) } else { Term::and(kept) }
}

/// `p = true` is `p`, `p = false` is its negation.
fn boolean_equality(a: &Term, b: &Term) -> Option<Term> {
    match (a.node(), b.node()) {
        (Node::Bool(true), _) => Some(b.clone()),
        (_, Node::Bool(true)) => Some(a.clone()),
        (Node::Bool(false), _) => Some(Term::not(b.clone())),
        (_, Node::Bool(false)) => Some(Term::not(a.clone())),
        _ => None,
    }
}

/// Whether two terms are syntactically equal in every valuation, or in none.
pub fn equal(a: &Term, b: &Term) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    match (a.node(), b.node()) {
        (Node::Bool(x), Node::Bool(y)) => Some(x == y),
        _ => compare(a, b).map(|o| o == Ordering::Equal),
    }
}

fn compare(a: &Term, b: &Term) -> Option<Ordering> {
    let difference = Linear::from_term(a)?.sub(&Linear::from_term(b)?);
    difference.as_constant().map(|d| d.cmp(&Int::ZERO))
}

fn holds(op: Op, order: Ordering) -> bool {
    match op {
        Op::Lt => order.is_lt(),
        Op::Le => order.is_le(),
        Op::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// `a[i <- v][j]` is `if j = i then v else a[j]`; `(c ? a : b)[j]` is `c ? a[j] : b[j]`;
/// `a[c ? i : j]` is `c ? a[i] : a[j]`.
fn read_over_write(array: &Term, index: &Term) -> Option<Term> {
    if let Some([c, i, j]) = index.as_app(Op::Ite) {
        let read = |index: &Term| fold(&Term::select(array.clone(), index.clone()));
        return Some(Term::ite(c.clone(), read(i), read(j)));
    }
    match array.node() {
        Node::App(Op::Store, args) => {
            let (inner, i, v) = (&args[0], &args[1], &args[2]);
            let below = || fold(&Term::select(inner.clone(), index.clone()));
            Some(match equal(index, i) {
                Some(true) => v.clone(),
                Some(false) => below(),
                None => {
                    let here = arrays::row_at(inner, i, v, index);
                    Term::ite(Term::eq(index.clone(), i.clone()), here, below())
                }
            })
        }
        Node::App(Op::Ite, args) => {
            let read = |a: &Term| fold(&Term::select(a.clone(), index.clone()));
            Some(Term::ite(args[0].clone(), read(&args[1]), read(&args[2])))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, Var};

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn reads_look_through_writes() {
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let written = Term::store(a, v("i"), Term::int(7));
        let read = |t: Term| fold(&Term::select(written.clone(), t)).to_string();
        assert_eq!(read(v("i")), "7");
        assert_eq!(read(Term::add(v("i"), Term::int(1))), "a[i + 1]");
        assert_eq!(read(v("k")), "(k == i ? 7 : a[k])");
    }

    #[test]
    fn constants_are_evaluated() {
        let t = Term::implies(Term::lt(Term::int(1), Term::int(2)), Term::eq(v("x"), v("x")));
        assert!(fold(&t).is_true());
        let sum = Term::add(Term::add(v("i"), Term::int(1)), Term::int(-1));
        assert_eq!(fold(&sum), v("i"));
        let divided = Term::app(Op::Mod, vec![Term::int(-7), Term::int(2)]);
        assert_eq!(fold(&divided), Term::int(1));
        let by_zero = Term::app(Op::Div, vec![Term::int(1), Term::int(0)]);
        assert_eq!(fold(&by_zero), by_zero);
    }
}
