//! The operations of SMT-LIB as terms.

use super::count::COUNT;
use crate::term::{Op, Term};

/// The scheme by which a term expresses an operation of SMT-LIB.
#[derive(Clone, Copy)]
pub(super) enum OperationKind {
    /// `and`, `or`.
    Junction(Op),
    /// `=>`, to the right.
    Implies,
    /// `not`.
    Not,
    /// `xor`, to the left.
    Xor,
    /// A chain of comparisons.
    Chain(Op),
    /// `distinct`.
    Pairwise(Op),
    /// `ite`.
    Ite,
    /// `+`.
    Sum,
    /// `-`.
    Minus,
    /// Left-associative with two arguments each.
    Fold(Op),
    /// `mod`.
    Mod,
    /// `rem` of z3: the remainder with the sign turned round where the divisor is negative.
    Rem,
    /// `abs`.
    Abs,
    /// `select`.
    Select,
    /// `store`.
    Store,
    /// `hornbook.count`.
    Count,
}

impl OperationKind {
    /// The operation with this name.
    pub fn from_name(name: &str) -> Option<OperationKind> {
        Some(match name {
            "and" => OperationKind::Junction(Op::And),
            "or" => OperationKind::Junction(Op::Or),
            "=>" => OperationKind::Implies,
            "not" => OperationKind::Not,
            "xor" => OperationKind::Xor,
            "=" => OperationKind::Chain(Op::Eq),
            "<" => OperationKind::Chain(Op::Lt),
            "<=" => OperationKind::Chain(Op::Le),
            ">" => OperationKind::Chain(Op::Gt),
            ">=" => OperationKind::Chain(Op::Ge),
            "distinct" => OperationKind::Pairwise(Op::Ne),
            "ite" => OperationKind::Ite,
            "+" => OperationKind::Sum,
            "-" => OperationKind::Minus,
            "*" => OperationKind::Fold(Op::Mul),
            "div" => OperationKind::Fold(Op::Div),
            "mod" => OperationKind::Mod,
            "rem" => OperationKind::Rem,
            "abs" => OperationKind::Abs,
            "select" => OperationKind::Select,
            "store" => OperationKind::Store,
            COUNT => OperationKind::Count,
            _ => return None,
        })
    }

    /// The least and the greatest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        match self {
            OperationKind::Junction(_) => (0, usize::MAX),
            OperationKind::Sum | OperationKind::Minus => (1, usize::MAX),
            OperationKind::Not | OperationKind::Abs => (1, 1),
            OperationKind::Mod | OperationKind::Rem | OperationKind::Select => (2, 2),
            OperationKind::Ite | OperationKind::Store => (3, 3),
            OperationKind::Count => (4, 4),
            OperationKind::Implies
            | OperationKind::Xor
            | OperationKind::Chain(_)
            | OperationKind::Pairwise(_)
            | OperationKind::Fold(_) => (2, usize::MAX),
        }
    }

    /// The largest number of copies of each of `n` arguments in the result, and their depth.
    pub fn growth(self, n: usize) -> (usize, usize) {
        match self {
            OperationKind::Chain(_) if n > 2 => (2, 2),
            OperationKind::Pairwise(_) if n > 2 => (n - 1, 2),
            OperationKind::Abs => (2, 2),
            OperationKind::Rem => (3, 3),
            OperationKind::Fold(_)
            | OperationKind::Implies
            | OperationKind::Minus
            | OperationKind::Xor => (1, n.max(2) - 1),
            _ => (1, 1),
        }
    }
}

/// The term for an operation; number and sorts of the arguments were checked.
pub(super) fn build(kind: OperationKind, mut args: Vec<Term>) -> Term {
    let two = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
    match kind {
        OperationKind::Junction(op) if args.is_empty() => Term::bool(op == Op::And),
        OperationKind::Junction(_) | OperationKind::Sum if args.len() == 1 => args.remove(0),
        OperationKind::Junction(op) => Term::app(op, args),
        OperationKind::Sum => Term::app(Op::Add, args),
        OperationKind::Implies => {
            let last = args.pop().unwrap_or(Term::bool(true));
            args.into_iter().rev().fold(last, |goal, premise| Term::implies(premise, goal))
        }
        OperationKind::Not => Term::app(Op::Not, args),
        OperationKind::Chain(op) => {
            conjunction(args.windows(2).map(|p| two(op, &p[0], &p[1])).collect())
        }
        OperationKind::Pairwise(op) => {
            let pairs = args
                .iter()
                .enumerate()
                .flat_map(|(n, a)| args[n + 1..].iter().map(move |b| (a, b)));
            conjunction(pairs.map(|(a, b)| two(op, a, b)).collect())
        }
        OperationKind::Minus if args.len() == 1 => match args[0].as_int() {
            Some(n) if n.is_positive() => Term::int(-n),
            _ => Term::app(Op::Neg, args),
        },
        OperationKind::Minus => fold(Op::Sub, args),
        OperationKind::Fold(op) => fold(op, args),
        OperationKind::Xor => fold(Op::Ne, args),
        OperationKind::Abs => {
            let a = args.remove(0);
            let positive = Term::app(Op::Ge, vec![a.clone(), Term::int(0)]);
            Term::ite(positive, a.clone(), Term::app(Op::Neg, vec![a]))
        }
        OperationKind::Ite => Term::app(Op::Ite, args),
        OperationKind::Mod => Term::app(Op::Mod, args),
        OperationKind::Rem => {
            let rest = two(Op::Mod, &args[0], &args[1]);
            let positive = Term::app(Op::Ge, vec![args[1].clone(), Term::int(0)]);
            Term::ite(positive, rest.clone(), Term::app(Op::Neg, vec![rest]))
        }
        OperationKind::Select => Term::app(Op::Select, args),
        OperationKind::Store => Term::app(Op::Store, args),
        OperationKind::Count => Term::app(Op::Count, args),
    }
}

fn conjunction(mut parts: Vec<Term>) -> Term {
    if parts.len() == 1 { parts.remove(0) } else { Term::app(Op::And, parts) }
}

fn fold(op: Op, args: Vec<Term>) -> Term {
    let mut rest = args.into_iter();
    let first = rest.next().unwrap_or(Term::int(0));
    rest.fold(first, |sum, a| Term::app(op, vec![sum, a]))
}
