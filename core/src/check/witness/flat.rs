//! Membership in `α(M)` and the context as formulas without arrays and predicates.

use super::{Reading, Unreadable, WitnessRejection};
use crate::abstraction::sigma::Sigma;
use crate::abstraction::witness::model::{ArrayValue, Concrete};
use crate::horn::{Names, Node, Op, PredId, Sort, Term, Var};

/// Formulas without arrays and predicates: reads of array variables become variables.
pub(super) struct Flat<'r> {
    pub(super) reading: Reading<'r>,
    pub(super) names: Names,
    /// Array, index and the variable for the value.
    pub(super) cells: Vec<(Var, Term, Var)>,
}

impl Flat<'_> {
    /// The leaves of the abstract value of `expr` whose cells have the next indices. `order` gets
    /// what must hold for it to be one.
    pub(super) fn instance<'i>(
        &mut self,
        sigma: &Sigma,
        expr: &Term,
        indices: &mut impl Iterator<Item = &'i Term>,
        leaves: &mut Vec<Term>,
        order: &mut Vec<Term>,
    ) -> Result<(), WitnessRejection> {
        match sigma {
            Sigma::Id => leaves.push(self.scalar(expr)?),
            Sigma::Cell => {
                let k = indices.next().ok_or(Unreadable("a representative lacks a cell"))?;
                let k = self.scalar(k)?;
                let v = self.read(expr, &k)?;
                leaves.extend([k, v]);
            }
            Sigma::Power(base, n) => {
                for _ in 0..*n {
                    self.instance(base, expr, indices, leaves, order)?;
                }
            }
            Sigma::Ordered(base, n) if **base == Sigma::Cell => {
                let start = leaves.len();
                for _ in 0..*n {
                    self.instance(base, expr, indices, leaves, order)?;
                }
                let mut cells: Vec<&Term> = leaves[start..].iter().step_by(2).collect();
                while let [.., a, b] = cells.as_slice() {
                    order.push(Term::lt((*a).clone(), (*b).clone()));
                    cells.pop();
                }
            }
            Sigma::Product(parts) => {
                for part in parts {
                    self.instance(part, expr, indices, leaves, order)?;
                }
            }
            Sigma::Tuple(_)
            | Sigma::Compose(..)
            | Sigma::Sum(_)
            | Sigma::Ordered(..)
            | Sigma::Finite(_) => return Err(Unreadable("an abstraction that is not supported")),
        }
        Ok(())
    }

    /// `leaves ∈ α(M(pred))`.
    pub(super) fn member(&self, pred: PredId, leaves: &[Term]) -> Result<Term, WitnessRejection> {
        let parts = self.reading.parts(pred).ok_or(Unreadable("an abstraction"))?;
        let mut cases = vec![];
        for tuple in self.reading.tuples(pred) {
            let mut leaves = leaves.iter();
            let mut all = vec![];
            for (sigma, value) in parts.iter().zip(tuple) {
                part_formula(sigma, value, &mut leaves, &mut all)
                    .ok_or(Unreadable("a tuple that does not fit its predicate"))?;
            }
            if parts.len() != tuple.len() || leaves.next().is_some() {
                return Err(Unreadable("a tuple of the wrong length"));
            }
            cases.push(Term::and(all));
        }
        Ok(Term::or(cases))
    }

    pub(super) fn scalar(&mut self, t: &Term) -> Result<Term, WitnessRejection> {
        if t.sort().is_array() {
            return Err(Unreadable("a whole array"));
        }
        match t.node() {
            Node::App(Op::Select, args) => {
                let index = self.scalar(&args[1])?;
                self.read(&args[0], &index)
            }
            Node::App(op, args) => {
                let args = args.iter().map(|a| self.scalar(a)).collect::<Result<_, _>>()?;
                Ok(Term::app(*op, args))
            }
            Node::Pred(name, args) => {
                let pred = self.reading.pred(name).ok_or(Unreadable("an unknown predicate"))?;
                let leaves: Vec<Term> =
                    args.iter().map(|a| self.scalar(a)).collect::<Result<_, _>>()?;
                self.member(pred, &leaves)
            }
            Node::Quant(..) => Err(Unreadable("a quantifier")),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => Ok(t.clone()),
        }
    }

    /// `array[index]`, for an index without arrays.
    fn read(&mut self, array: &Term, index: &Term) -> Result<Term, WitnessRejection> {
        match array.node() {
            Node::Var(v) if v.sort == Sort::int_array() => Ok(Term::var(&self.cell(v, index))),
            Node::App(Op::Store, args) => {
                let (i, v) = (self.scalar(&args[1])?, self.scalar(&args[2])?);
                let below = self.read(&args[0], index)?;
                Ok(Term::ite(Term::eq(index.clone(), i), v, below))
            }
            Node::App(Op::Ite, args) => {
                let c = self.scalar(&args[0])?;
                Ok(Term::ite(c, self.read(&args[1], index)?, self.read(&args[2], index)?))
            }
            _ => Err(Unreadable("an array")),
        }
    }

    fn cell(&mut self, array: &Var, index: &Term) -> Var {
        let known = self.cells.iter().find(|(a, i, _)| a == array && i == index);
        if let Some((_, _, v)) = known {
            return v.clone();
        }
        let v = self.names.fresh(&Var::int(format!("{}_at", array.name)));
        self.cells.push((array.clone(), index.clone(), v.clone()));
        v
    }

    /// Equal indices read equal values.
    pub(super) fn consistency(&self) -> Vec<Term> {
        let mut out = vec![];
        for (n, (a, i, v)) in self.cells.iter().enumerate() {
            for (_, j, w) in self.cells[..n].iter().filter(|(b, _, _)| a == b) {
                let same = Term::eq(Term::var(v), Term::var(w));
                out.push(Term::implies(Term::eq(i.clone(), j.clone()), same));
            }
        }
        out
    }
}

/// The next leaves are an abstract value of `value`.
fn part_formula<'l>(
    sigma: &Sigma,
    value: &Concrete,
    leaves: &mut impl Iterator<Item = &'l Term>,
    out: &mut Vec<Term>,
) -> Option<()> {
    match (sigma, value) {
        (Sigma::Id, Concrete::Scalar(v)) => {
            out.push(Term::eq(leaves.next()?.clone(), v.to_term()));
        }
        (Sigma::Cell, Concrete::Array(a)) => {
            let (k, v) = (leaves.next()?, leaves.next()?);
            out.push(Term::eq(v.clone(), at(a, k)));
        }
        (Sigma::Power(base, n), _) => {
            for _ in 0..*n {
                part_formula(base, value, leaves, out)?;
            }
        }
        (Sigma::Ordered(base, n), Concrete::Array(a)) if **base == Sigma::Cell => {
            let mut last: Option<&Term> = None;
            for _ in 0..*n {
                let (k, v) = (leaves.next()?, leaves.next()?);
                out.push(Term::eq(v.clone(), at(a, k)));
                out.extend(last.map(|l| Term::lt(l.clone(), k.clone())));
                last = Some(k);
            }
        }
        (Sigma::Product(parts), _) => {
            for part in parts {
                part_formula(part, value, leaves, out)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The value of a concrete array at a symbolic index.
fn at(array: &ArrayValue, index: &Term) -> Term {
    array.cells.iter().rev().fold(Term::int(array.tail.clone()), |below, (k, v)| {
        let here = Term::eq(index.clone(), Term::int(k.clone()));
        Term::ite(here, Term::int(v.clone()), below)
    })
}
