//! Models written with terms: their arrays are finitely many writes over an array that has the
//! same value everywhere. Membership in `α(M)` is then a quantifier-free formula.

use super::model::{Concrete, PredModel};
use crate::abstraction::ackermann::Reads;
use crate::abstraction::sigma::{Sigma, Value};
use crate::horn::fold::fold;
use crate::horn::{Names, Node, Op, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A tuple of a predicate that counts under a condition.
pub(super) struct Row {
    pub(super) when: Term,
    pub(super) values: Vec<Term>,
}

/// The names of arrays that have the same value everywhere, and these values.
#[derive(Default)]
pub(super) struct Tails(BTreeMap<Var, Term>);

impl Tails {
    /// An array with these cells, later ones first, and `tail` everywhere else.
    pub(super) fn array(
        &mut self,
        cells: impl IntoIterator<Item = (Term, Term)>,
        tail: Term,
        names: &mut Names,
    ) -> Term {
        let base = names.fresh(&Var::new("tail", Sort::int_array()));
        self.0.insert(base.clone(), tail);
        cells.into_iter().fold(Term::var(&base), |a, (k, v)| Term::store(a, k, v))
    }

    /// A concrete model as rows.
    pub(super) fn rows(&mut self, model: &PredModel, names: &mut Names) -> Vec<Row> {
        let mut value = |c: &Concrete| match c {
            Concrete::Scalar(v) => v.to_term(),
            Concrete::Array(a) => {
                let constant =
                    |(k, v): &(_, _)| (Term::int(Clone::clone(k)), Term::int(Clone::clone(v)));
                let cells: Vec<(Term, Term)> = a.cells.iter().map(constant).collect();
                self.array(cells, Term::int(a.tail.clone()), names)
            }
        };
        let mut row = |tuple: &Vec<Concrete>| Row {
            when: Term::bool(true),
            values: tuple.iter().map(&mut value).collect(),
        };
        model.tuples.iter().map(&mut row).collect()
    }

    /// Looks through writes and reads the arrays that are the same everywhere.
    fn resolve(&self, t: &Term) -> Term {
        if let Some([array, _]) = t.as_app(Op::Select)
            && let Some(tail) = array.as_var().and_then(|v| self.0.get(v))
        {
            return tail.clone();
        }
        t.map_children(|c| self.resolve(c))
    }

    /// The formulas without arrays, and the reads that became variables; those of the `extra`
    /// terms as well.
    pub(super) fn flatten(
        &self,
        formulas: &[Term],
        extra: &[Term],
        names: Names,
    ) -> (Vec<Term>, Reads) {
        let mut reads = Reads::new(BTreeSet::new(), names);
        extra.iter().for_each(|t| {
            self.scalar(t, &mut reads);
        });
        let mut out: Vec<Term> = formulas.iter().map(|f| self.scalar(f, &mut reads)).collect();
        out.extend(reads.consistency());
        (out, reads)
    }

    /// A term without arrays.
    pub(super) fn scalar(&self, t: &Term, reads: &mut Reads) -> Term {
        reads.term(&self.resolve(&fold(t)))
    }
}

/// `sharp ∈ α_σ(rows)`, for the leaves of an abstract value.
pub(super) fn member(sigma: &Sigma, leaves: &[Term], rows: &[Row]) -> Term {
    let sharp = shape(sigma, &mut leaves.iter().cloned());
    Term::or(rows.iter().map(|row| {
        let value = Value::Tuple(row.values.iter().cloned().map(Value::Leaf).collect());
        Term::and([row.when.clone(), sigma.formula(&sharp, &units(sigma), &value)])
    }))
}

/// An abstract value of σ with the given leaves.
fn shape(sigma: &Sigma, leaves: &mut impl Iterator<Item = Term>) -> Value {
    let mut leaf = || leaves.next().map_or_else(Value::unit, Value::Leaf);
    match sigma {
        Sigma::Cell => Value::Tuple(vec![leaf(), leaf()]),
        Sigma::Tuple(parts) | Sigma::Product(parts) => {
            Value::Tuple(parts.iter().map(|s| shape(s, leaves)).collect())
        }
        Sigma::Power(base, n) | Sigma::Ordered(base, n) => {
            Value::Tuple((0..*n).map(|_| shape(base, leaves)).collect())
        }
        Sigma::Id | Sigma::Compose(..) | Sigma::Sum(_) | Sigma::Finite(_) => leaf(),
    }
}

/// The `q` of abstractions without composition.
fn units(sigma: &Sigma) -> Value {
    match sigma {
        Sigma::Tuple(parts) | Sigma::Product(parts) => {
            Value::Tuple(parts.iter().map(units).collect())
        }
        Sigma::Power(base, n) | Sigma::Ordered(base, n) => Value::Tuple(vec![units(base); *n]),
        Sigma::Id | Sigma::Cell | Sigma::Compose(..) | Sigma::Sum(_) | Sigma::Finite(_) => {
            Value::unit()
        }
    }
}

/// What must hold of an abstract value with the given leaves for it to be one at all: the order of
/// ordered cells.
pub(super) fn order(sigma: &Sigma, leaves: &[Term]) -> Term {
    fn collect(sigma: &Sigma, value: &Value, out: &mut Vec<Term>) {
        match (sigma, value) {
            (Sigma::Tuple(parts) | Sigma::Product(parts), Value::Tuple(values)) => {
                parts.iter().zip(values).for_each(|(p, v)| collect(p, v, out));
            }
            (Sigma::Ordered(base, _), Value::Tuple(values)) => {
                out.extend(values.windows(2).map(|pair| base.less(&pair[0], &pair[1])));
            }
            _ => {}
        }
    }
    let mut out = vec![];
    collect(sigma, &shape(sigma, &mut leaves.iter().cloned()), &mut out);
    Term::and(out)
}

/// The formula with `meaning` instead of each predicate; `None` where it has none.
pub(super) fn interpret(
    t: &Term,
    meaning: &impl Fn(&str, &[Term]) -> Option<Term>,
) -> Option<Term> {
    match t.node() {
        Node::Pred(name, args) => meaning(name, args),
        Node::Quant(..) => None,
        Node::App(op, args) => {
            let args = args.iter().map(|a| interpret(a, meaning)).collect::<Option<_>>()?;
            Some(Term::app(*op, args))
        }
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => Some(t.clone()),
    }
}
