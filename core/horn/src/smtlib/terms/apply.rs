//! Applications: checks of their arguments, and of the size of the term.

use super::{Elaborator, Limits, Sized, Symbol, show};
use crate::smtlib::operations::{OperationKind, build};
use crate::smtlib::sexp::Sexp;
use crate::term::{Op, Sort, Subst, Term};
use hornbook_base::Span;
use std::rc::Rc;

impl Elaborator {
    /// A term of this size and depth, unless it exceeds the limits.
    pub(super) fn sized(
        &mut self,
        term: Term,
        size: u64,
        depth: usize,
        span: Span,
    ) -> Option<Sized> {
        let Limits { size: max_size, depth: max_depth, .. } = self.limits;
        let (what, limit) = if size > max_size {
            ("large", format!("{max_size} parts"))
        } else if depth > max_depth {
            ("deeply nested", format!("{max_depth} levels"))
        } else {
            return Some(Sized { term, size, depth });
        };
        self.fail(
            span,
            format!("this term is too {what} (over {limit}, with its definitions put in)"),
        )
    }

    /// Checks how many parts are copied.
    fn copied(&mut self, parts: u64, span: Span) -> Option<()> {
        let limit = self.limits.copied;
        if parts > limit {
            let message = format!("the definitions put in here have over {limit} parts");
            return self.fail(span, message);
        }
        Some(())
    }

    /// A declared symbol applied to arguments.
    pub(super) fn apply_symbol(
        &mut self,
        name: &Rc<str>,
        at: Span,
        args: Vec<Sized>,
        span: Span,
    ) -> Option<Sized> {
        let Some(symbol) = self.globals.get(name).cloned() else {
            let number = name.strip_prefix('-').filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
            let message = match (args.len(), number) {
                (0, Some(n)) => format!("`{name}` is not declared; the number is `(- {n})`"),
                (0, None) => format!("`{name}` is not declared"),
                _ => format!("there is no operation or predicate `{name}`"),
            };
            return self.fail(at, message);
        };
        let sorts: Vec<Sort> = match &symbol {
            Symbol::Pred(sorts) => sorts.to_vec(),
            Symbol::Const(_) => vec![],
            Symbol::Macro(m) => m.params.iter().map(|v| v.sort.clone()).collect(),
        };
        self.fits(name, &sorts, &args, span)?;
        let size = args.iter().fold(1, |size: u64, a| size.saturating_add(a.size));
        let depth = 1 + args.iter().map(|a| a.depth).max().unwrap_or(0);
        let terms = args.iter().map(|a| a.term.clone());
        match symbol {
            Symbol::Const(v) => Some(Sized::leaf(Term::var(&v))),
            Symbol::Pred(_) => self.sized(Term::pred(name, terms.collect()), size, depth, span),
            Symbol::Macro(m) => {
                // The limits are checked before the work is done.
                let factor = args.iter().map(|a| a.size).max().unwrap_or(1);
                let size = m.body.size.saturating_mul(factor);
                let depth = m.body.depth + depth;
                self.sized(Term::bool(true), size, depth, span)?;
                self.copied(size, span)?;
                let map: Subst = m.params.iter().cloned().zip(terms).collect();
                self.sized(m.body.term.subst(&map), size, depth, span)
            }
        }
    }

    /// Whether arguments have the given sorts.
    fn fits(&mut self, name: &str, sorts: &[Sort], args: &[Sized], span: Span) -> Option<()> {
        if args.len() != sorts.len() {
            let message = format!(
                "`{name}` takes {} argument{}, not {}",
                sorts.len(),
                if sorts.len() == 1 { "" } else { "s" },
                args.len()
            );
            return self.fail(span, message);
        }
        for (n, (arg, sort)) in args.iter().zip(sorts).enumerate() {
            let found = arg.term.sort();
            if found != *sort {
                let message = format!(
                    "argument {} of `{name}` is of sort `{}`, but `{}` is needed",
                    n + 1,
                    show(&found),
                    show(sort)
                );
                return self.fail(span, message);
            }
        }
        Some(())
    }

    /// An operation of the theory applied to arguments.
    pub(super) fn operation(
        &mut self,
        name: &str,
        at: Span,
        args: Vec<Sized>,
        places: &[Sexp],
        span: Span,
    ) -> Option<Sized> {
        let Some(kind) = OperationKind::from_name(name) else {
            return self.fail(at, format!("`{name}` is not supported"));
        };
        self.check(name, kind, &args, places, span)?;
        let terms: Vec<Term> = args.iter().map(|a| a.term.clone()).collect();
        let (copies, levels) = kind.growth(args.len());
        let sum = args.iter().fold(0, |sum: u64, a| sum.saturating_add(a.size));
        let size = sum.saturating_mul(copies as u64).saturating_add(levels as u64);
        self.copied((copies as u64 - 1).saturating_mul(args.len() as u64), span)?;
        let depth = levels + args.iter().map(|a| a.depth).max().unwrap_or(0);
        self.sized(Term::bool(true), size, depth, span)?;
        self.sized(build(kind, terms), size, depth, span)
    }

    /// Whether an operation's arguments have the sorts that it needs.
    fn check(
        &mut self,
        name: &str,
        kind: OperationKind,
        args: &[Sized],
        places: &[Sexp],
        span: Span,
    ) -> Option<()> {
        let (least, most) = kind.arity();
        if args.len() < least || args.len() > most {
            let wanted = match (least, most) {
                (a, b) if a == b => format!("{a}"),
                (a, _) => format!("at least {a}"),
            };
            let message = format!("`{name}` takes {wanted} arguments, not {}", args.len());
            return self.fail(span, message);
        }
        let same = |n: usize| args[n].term.sort();
        for (n, (arg, place)) in args.iter().zip(places).enumerate() {
            let wanted = match kind {
                OperationKind::Junction(_)
                | OperationKind::Implies
                | OperationKind::Not
                | OperationKind::Xor => Sort::Bool,
                OperationKind::Chain(Op::Eq) | OperationKind::Pairwise(_) => same(0),
                OperationKind::Ite => match n {
                    0 => Sort::Bool,
                    _ => same(1),
                },
                OperationKind::Select | OperationKind::Store => match (n, same(0)) {
                    (1, _) => Sort::Int,
                    (2, Sort::Array(value)) => (*value).clone(),
                    (_, array @ Sort::Array(_)) => array,
                    _ => Sort::int_array(),
                },
                OperationKind::Count if n == 0 => Sort::int_array(),
                _ => Sort::Int,
            };
            self.expect(&arg.term.sort(), &wanted, place.span)?;
        }
        Some(())
    }
}
