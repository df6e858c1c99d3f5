//! The operations of SMT-LIB in terms of ours.

use super::count::COUNT;
use crate::term::{Op, Term};

/// How the operations of SMT-LIB are built from those of terms.
#[derive(Clone, Copy)]
pub(super) enum Kind {
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
    /// `abs`.
    Abs,
    /// `select`.
    Select,
    /// `store`.
    Store,
    /// `hornbook.count`.
    Count,
}

impl Kind {
    /// The operation with this name.
    pub fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "and" => Kind::Junction(Op::And),
            "or" => Kind::Junction(Op::Or),
            "=>" => Kind::Implies,
            "not" => Kind::Not,
            "xor" => Kind::Xor,
            "=" => Kind::Chain(Op::Eq),
            "<" => Kind::Chain(Op::Lt),
            "<=" => Kind::Chain(Op::Le),
            ">" => Kind::Chain(Op::Gt),
            ">=" => Kind::Chain(Op::Ge),
            "distinct" => Kind::Pairwise(Op::Ne),
            "ite" => Kind::Ite,
            "+" => Kind::Sum,
            "-" => Kind::Minus,
            "*" => Kind::Fold(Op::Mul),
            "div" => Kind::Fold(Op::Div),
            "mod" => Kind::Mod,
            "abs" => Kind::Abs,
            "select" => Kind::Select,
            "store" => Kind::Store,
            COUNT => Kind::Count,
            _ => return None,
        })
    }

    /// The least and the greatest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        match self {
            Kind::Junction(_) => (0, usize::MAX),
            Kind::Sum | Kind::Minus => (1, usize::MAX),
            Kind::Not | Kind::Abs => (1, 1),
            Kind::Mod | Kind::Select => (2, 2),
            Kind::Ite | Kind::Store => (3, 3),
            Kind::Count => (4, 4),
            Kind::Implies | Kind::Xor | Kind::Chain(_) | Kind::Pairwise(_) | Kind::Fold(_) => {
                (2, usize::MAX)
            }
        }
    }

    /// How often each of `n` arguments stands at most in the result, and below how many levels.
    pub fn growth(self, n: usize) -> (usize, usize) {
        match self {
            Kind::Chain(_) if n > 2 => (2, 2),
            Kind::Pairwise(_) if n > 2 => (n - 1, 2),
            Kind::Abs => (2, 2),
            Kind::Fold(_) | Kind::Implies | Kind::Minus | Kind::Xor => (1, n.max(2) - 1),
            _ => (1, 1),
        }
    }
}

/// The term for an operation; number and sorts of the arguments were checked.
pub(super) fn build(kind: Kind, mut args: Vec<Term>) -> Term {
    let two = |op: Op, a: &Term, b: &Term| Term::app(op, vec![a.clone(), b.clone()]);
    match kind {
        Kind::Junction(op) if args.is_empty() => Term::bool(op == Op::And),
        Kind::Junction(_) | Kind::Sum if args.len() == 1 => args.remove(0),
        Kind::Junction(op) => Term::app(op, args),
        Kind::Sum => Term::app(Op::Add, args),
        Kind::Implies => {
            let last = args.pop().unwrap_or(Term::bool(true));
            args.into_iter().rev().fold(last, |goal, premise| Term::implies(premise, goal))
        }
        Kind::Not => Term::app(Op::Not, args),
        Kind::Chain(op) => conjunction(args.windows(2).map(|p| two(op, &p[0], &p[1])).collect()),
        Kind::Pairwise(op) => {
            let pairs = args
                .iter()
                .enumerate()
                .flat_map(|(n, a)| args[n + 1..].iter().map(move |b| (a, b)));
            conjunction(pairs.map(|(a, b)| two(op, a, b)).collect())
        }
        Kind::Minus if args.len() == 1 => match args[0].as_int() {
            Some(n) if n.is_positive() => Term::int(-n),
            _ => Term::app(Op::Neg, args),
        },
        Kind::Minus => fold(Op::Sub, args),
        Kind::Fold(op) => fold(op, args),
        Kind::Xor => fold(Op::Ne, args),
        Kind::Abs => {
            let a = args.remove(0);
            let positive = Term::app(Op::Ge, vec![a.clone(), Term::int(0)]);
            Term::ite(positive, a.clone(), Term::app(Op::Neg, vec![a]))
        }
        Kind::Ite => Term::app(Op::Ite, args),
        Kind::Mod => Term::app(Op::Mod, args),
        Kind::Select => Term::app(Op::Select, args),
        Kind::Store => Term::app(Op::Store, args),
        Kind::Count => Term::app(Op::Count, args),
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
