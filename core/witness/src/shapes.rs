//! Translation of formulas over arrays with finitely many cells and a tail to formulas without arrays.
//! Quantifiers are instantiated finitely often: the search may be wrong, and the checker verifies.

use super::cells::Path;
use hornbook_horn::term::maps::substitutions;
use hornbook_horn::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var, arrays};
use std::collections::BTreeMap;

/// An array: cells, earlier ones first, and the value of all others. Arrays of arrays have long paths.
pub(super) struct SymbolicArray {
    pub(super) cells: Vec<(Path, Term)>,
    pub(super) tail: Term,
}

/// Known arrays, and the indices at which quantifiers are instantiated.
pub(super) struct Shapes {
    pub(super) arrays: BTreeMap<Var, SymbolicArray>,
    pub(super) indices: Vec<Term>,
    /// Indices of existential variables: they are no cells, but universal formulas hold there.
    pub(super) named: Vec<Term>,
    pub(super) names: Names,
}

/// The maximal number of instances of one quantified formula.
const INSTANCES: usize = 400;

impl Shapes {
    /// The formula if `sign`, else its negation, made of comparisons of scalars.
    pub(super) fn formula(&mut self, t: &Term, sign: bool) -> Option<Term> {
        self.plain(&arrays::expand(t), sign)
    }

    fn plain(&mut self, t: &Term, sign: bool) -> Option<Term> {
        match t.node() {
            Node::App(Op::Not, args) => self.plain(&args[0], !sign),
            Node::App(op @ (Op::And | Op::Or), args) => {
                let parts: Vec<Term> =
                    args.iter().map(|a| self.plain(a, sign)).collect::<Option<_>>()?;
                Some(if (*op == Op::And) == sign { Term::and(parts) } else { Term::or(parts) })
            }
            Node::App(Op::Implies, args) => {
                let parts = [self.plain(&args[0], !sign)?, self.plain(&args[1], sign)?];
                Some(if sign { Term::or(parts) } else { Term::and(parts) })
            }
            Node::App(op @ (Op::Eq | Op::Ne), args) => {
                let same = (*op == Op::Eq) == sign;
                let (a, b) = (&args[0], &args[1]);
                match a.sort() {
                    Sort::Array(_) => self.equality(a, b, same),
                    Sort::Bool => {
                        let first = Term::and([self.plain(a, true)?, self.plain(b, same)?]);
                        let second = Term::and([self.plain(a, false)?, self.plain(b, !same)?]);
                        Some(Term::or([first, second]))
                    }
                    Sort::Int => self.atom(t, sign),
                }
            }
            Node::App(Op::Ite, args) => {
                let then = Term::and([self.plain(&args[0], true)?, self.plain(&args[1], sign)?]);
                let other = Term::and([self.plain(&args[0], false)?, self.plain(&args[2], sign)?]);
                Some(Term::or([then, other]))
            }
            Node::Quant(q, vars, body) if (*q == Quantifier::Forall) == sign => {
                self.instances(vars, body, sign)
            }
            Node::Quant(_, vars, body) => {
                let fresh = |v: &Var| (v.clone(), Term::var(&self.names.fresh(v)));
                let map: Subst = vars.iter().map(fresh).collect();
                if vars.iter().any(|v| v.sort.is_array()) {
                    return None;
                }
                // Universal formulas are instantiated there too.
                let named = map.values().filter(|t| t.sort() == Sort::Int).cloned();
                self.named.extend(named);
                self.plain(&body.subst(&map), sign)
            }
            _ => self.atom(t, sign),
        }
    }

    fn atom(&mut self, t: &Term, sign: bool) -> Option<Term> {
        let t = self.scalar(t)?;
        Some(if sign { t } else { Term::not(t) })
    }

    fn equality(&mut self, a: &Term, b: &Term, same: bool) -> Option<Term> {
        if a == b {
            return Some(Term::bool(same));
        }
        let at = |k: &Term| Term::eq(arrays::read(a, k), arrays::read(b, k));
        let cells: Vec<Term> = self.indices.iter().chain(&self.named).map(at).collect();
        let parts: Vec<Term> =
            cells.iter().map(|c| self.plain(&arrays::expand(c), same)).collect::<Option<_>>()?;
        Some(if same { Term::and(parts) } else { Term::or(parts) })
    }

    fn instances(&mut self, vars: &[Var], body: &Term, sign: bool) -> Option<Term> {
        if vars.iter().any(|v| v.sort.is_array()) {
            return None;
        }
        let values = |v: &Var| match v.sort {
            Sort::Bool => vec![Term::bool(false), Term::bool(true)],
            _ => self.indices.iter().chain(&self.named).cloned().collect(),
        };
        let maps = substitutions(vars, values, INSTANCES);
        let bodies = maps.iter().map(|map| self.plain(&arrays::expand(&body.subst(map)), sign));
        Some(Term::and(bodies.collect::<Option<Vec<_>>>()?))
    }

    /// A scalar without arrays.
    pub(super) fn scalar(&mut self, t: &Term) -> Option<Term> {
        match t.node() {
            Node::App(Op::Select, args) => {
                let index = self.scalar(&args[1])?;
                self.read(&args[0], vec![index])
            }
            Node::App(op, _) if arrays::is_derived(*op) => None,
            Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => self.plain(t, true),
            Node::App(op, args) => {
                let args = args.iter().map(|a| self.scalar(a)).collect::<Option<_>>()?;
                Some(Term::app(*op, args))
            }
            Node::Pred(..) => None,
            Node::Quant(..) => self.plain(t, true),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => Some(t.clone()),
        }
    }

    /// The cell with these indices.
    pub(super) fn read(&mut self, array: &Term, path: Path) -> Option<Term> {
        match array.node() {
            Node::Var(v) => self.cell(v, &path),
            Node::App(Op::Select, args) => {
                let outer = self.scalar(&args[1])?;
                self.read(&args[0], std::iter::once(outer).chain(path).collect())
            }
            Node::App(Op::Ite, args) => {
                let c = self.plain(&args[0], true)?;
                Some(Term::ite(c, self.read(&args[1], path.clone())?, self.read(&args[2], path)?))
            }
            Node::App(Op::Store, args) if !arrays::has_derived_array(array) || path.len() > 1 => {
                let i = self.scalar(&args[1])?;
                let here = match path.as_slice() {
                    [_] => self.scalar(&args[2])?,
                    _ => self.read(&args[2], path[1..].to_vec())?,
                };
                let index = path.first()?.clone();
                let below = self.read(&args[0], path)?;
                Some(if index == i { here } else { Term::ite(Term::eq(index, i), here, below) })
            }
            Node::App(..) => {
                let (first, rest) = path.split_first()?;
                let inner = arrays::read(array, first);
                if inner.as_app(Op::Select).is_some_and(|args| args[0] == *array) {
                    return None;
                }
                match rest {
                    [] => self.scalar(&inner),
                    _ => self.read(&inner, rest.to_vec()),
                }
            }
            _ => None,
        }
    }

    fn cell(&self, array: &Var, path: &[Term]) -> Option<Term> {
        let sym = self.arrays.get(array)?;
        // Later writes of the cell do not matter.
        let last = sym.cells.iter().position(|(p, _)| p == path);
        let (before, value) = match last {
            Some(n) => (&sym.cells[..n], sym.cells[n].1.clone()),
            None => (&sym.cells[..], sym.tail.clone()),
        };
        let differ = |a: &Term, b: &Term| match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        Some(before.iter().rev().fold(value, |below, (p, v)| {
            if p.iter().zip(path).any(|(a, b)| differ(a, b)) {
                return below;
            }
            let pairs = p.iter().zip(path);
            let here = Term::and(pairs.map(|(a, b)| Term::eq(a.clone(), b.clone())));
            Term::ite(here, v.clone(), below)
        }))
    }
}
