//! Weakening of formulas until they have neither arrays nor quantifiers: universal quantifiers are
//! instantiated finitely often, existential ones are skolemized, and reads of arrays become variables. If the
//! weaker formulas are unsatisfiable, so are the original ones.

use super::reading::Reading;
use super::{Unreadable, WitnessRejection};
use hornbook_abstraction::witness::model::{ArrayValue, Concrete};
use hornbook_horn::term::maps::substitutions;
use hornbook_horn::{Node, Op, Quantifier, Sort, Subst, Term, Var, arrays};

/// The maximal number of instances of one quantified formula.
const INSTANCES: usize = 5_000;

/// The flattening of formulas over one witness.
pub(super) struct Flat<'f, 'r> {
    reading: &'f mut Reading<'r>,
    /// The integers at which quantifiers are instantiated.
    indices: &'f [Term],
    /// Array, indices and the variable for the value.
    cells: Vec<(Var, Vec<Term>, Var)>,
}

type FlatResult = Result<Term, WitnessRejection>;

impl<'f, 'r> Flat<'f, 'r> {
    pub(super) fn new(reading: &'f mut Reading<'r>, indices: &'f [Term]) -> Flat<'f, 'r> {
        Flat { reading, indices, cells: vec![] }
    }

    /// A consequence of the formula.
    pub(super) fn positive(&mut self, t: &Term) -> FlatResult {
        self.weaker(&arrays::expand(t), true)
    }

    /// A consequence of the negated formula.
    pub(super) fn negative(&mut self, t: &Term) -> FlatResult {
        self.weaker(&arrays::expand(t), false)
    }

    /// A consequence of `t` if `sign`, else of its negation.
    fn weaker(&mut self, t: &Term, sign: bool) -> FlatResult {
        match t.node() {
            Node::App(Op::Not, args) => self.weaker(&args[0], !sign),
            Node::App(op @ (Op::And | Op::Or), args) => {
                let parts: Vec<Term> =
                    args.iter().map(|a| self.weaker(a, sign)).collect::<Result<_, _>>()?;
                Ok(if (*op == Op::And) == sign { Term::and(parts) } else { Term::or(parts) })
            }
            Node::App(Op::Implies, args) => {
                let parts = [self.weaker(&args[0], !sign)?, self.weaker(&args[1], sign)?];
                Ok(if sign { Term::or(parts) } else { Term::and(parts) })
            }
            Node::App(op @ (Op::Eq | Op::Ne), args) if args[0].sort().is_array() => {
                self.equality(&args[0], &args[1], (*op == Op::Eq) == sign)
            }
            Node::App(op @ (Op::Eq | Op::Ne), args)
                if args[0].sort() == Sort::Bool && args.iter().any(is_deep) =>
            {
                let same = (*op == Op::Eq) == sign;
                let (a, b) = (&args[0], &args[1]);
                let first = Term::and([self.weaker(a, true)?, self.weaker(b, same)?]);
                let second = Term::and([self.weaker(a, false)?, self.weaker(b, !same)?]);
                Ok(Term::or([first, second]))
            }
            Node::App(Op::Ite, args) if args.iter().any(is_deep) => {
                let then = Term::and([self.weaker(&args[0], true)?, self.weaker(&args[1], sign)?]);
                let other =
                    Term::and([self.weaker(&args[0], false)?, self.weaker(&args[2], sign)?]);
                Ok(Term::or([then, other]))
            }
            Node::Quant(q, vars, body) => {
                let all = (*q == Quantifier::Forall) == sign;
                if all { self.instances(vars, body, sign) } else { self.named(vars, body, sign) }
            }
            _ => {
                let t = self.scalar(t)?;
                Ok(if sign { t } else { Term::not(t) })
            }
        }
    }

    /// Equal arrays agree at all indices; different ones differ somewhere.
    fn equality(&mut self, a: &Term, b: &Term, same: bool) -> FlatResult {
        let at = |k: &Term| Term::eq(arrays::read(a, k), arrays::read(b, k));
        if same {
            let cells: Vec<Term> = self.indices.iter().map(at).collect();
            let parts =
                cells.iter().map(|c| self.weaker(c, true)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Term::and(parts));
        }
        let k = Term::var(&self.reading.names.fresh(&Var::int("differ")));
        self.weaker(&at(&k), false)
    }

    fn named(&mut self, vars: &[Var], body: &Term, sign: bool) -> FlatResult {
        let fresh = |v: &Var| (v.clone(), Term::var(&self.reading.names.fresh(v)));
        let map: Subst = vars.iter().map(fresh).collect();
        self.weaker(&body.subst(&map), sign)
    }

    fn instances(&mut self, vars: &[Var], body: &Term, sign: bool) -> FlatResult {
        let values = |v: &Var| match v.sort {
            Sort::Int => self.indices.to_vec(),
            Sort::Bool => vec![Term::bool(false), Term::bool(true)],
            // An array has no instances.
            Sort::Array(_) => vec![],
        };
        let maps = substitutions(vars, values, INSTANCES);
        let bodies = maps.iter().map(|map| self.weaker(&body.subst(map), sign));
        Ok(Term::and(bodies.collect::<Result<Vec<_>, _>>()?))
    }

    /// The term with variables for reads.
    fn scalar(&mut self, t: &Term) -> FlatResult {
        if t.sort().is_array() {
            return Err(Unreadable("a whole array"));
        }
        match t.node() {
            Node::App(Op::Select, args) => {
                let index = self.scalar(&args[1])?;
                self.read(&args[0], vec![index])
            }
            Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => {
                Err(Unreadable("arrays compared within a term"))
            }
            Node::App(op, _) if arrays::is_derived(*op) => {
                Err(Unreadable("an operation on arrays"))
            }
            Node::App(op, args) => {
                let args = args.iter().map(|a| self.scalar(a)).collect::<Result<_, _>>()?;
                Ok(Term::app(*op, args))
            }
            Node::Pred(..) => Err(Unreadable("a predicate")),
            Node::Quant(..) => Err(Unreadable("a quantifier within a term")),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => Ok(t.clone()),
        }
    }

    /// The cell of `array` with these indices, which have no arrays; the outermost comes first.
    fn read(&mut self, array: &Term, path: Vec<Term>) -> FlatResult {
        match array.node() {
            Node::Var(v) => match self.reading.arrays.get(v) {
                Some(known) => Ok(select(known, &path)),
                None => Ok(Term::var(&self.cell(v, &path))),
            },
            Node::App(Op::Select, args) => {
                let outer = self.scalar(&args[1])?;
                self.read(&args[0], std::iter::once(outer).chain(path).collect())
            }
            Node::App(Op::Ite, args) => {
                let c = self.scalar(&args[0])?;
                Ok(Term::ite(c, self.read(&args[1], path.clone())?, self.read(&args[2], path)?))
            }
            Node::App(Op::Store, args) if !arrays::has_derived_array(array) => {
                let i = self.scalar(&args[1])?;
                let here = match path.as_slice() {
                    [_] => self.scalar(&args[2])?,
                    _ => self.read(&args[2], path[1..].to_vec())?,
                };
                let index = path[0].clone();
                let below = self.read(&args[0], path)?;
                Ok(Term::ite(Term::eq(index, i), here, below))
            }
            Node::App(..) if arrays::has_derived_array(array) => {
                let (first, rest) = (&path[0], &path[1..]);
                let inner = arrays::read(array, first);
                if inner.as_app(Op::Select).is_some_and(|args| args[0] == *array) {
                    return Err(Unreadable("an array"));
                }
                match rest {
                    [] => self.scalar(&inner),
                    _ => self.read(&inner, rest.to_vec()),
                }
            }
            _ => Err(Unreadable("an array")),
        }
    }

    fn cell(&mut self, array: &Var, path: &[Term]) -> Var {
        let known = self.cells.iter().find(|(a, p, _)| a == array && p == path);
        if let Some((_, _, v)) = known {
            return v.clone();
        }
        let mut sort = &array.sort;
        while let Sort::Array(element) = sort {
            sort = element;
        }
        let name = Var::new(format!("{}_at", array.name), sort.clone());
        let v = self.reading.names.fresh(&name);
        self.cells.push((array.clone(), path.to_vec(), v.clone()));
        v
    }

    /// The formulas with the axiom that equal indices read equal values.
    pub(super) fn with_consistency(self, mut formulas: Vec<Term>) -> Vec<Term> {
        for (n, (a, path, v)) in self.cells.iter().enumerate() {
            for (_, other, w) in self.cells[..n].iter().filter(|(b, _, _)| a == b) {
                let pairs = path.iter().zip(other);
                let here = Term::and(pairs.map(|(i, j)| Term::eq(i.clone(), j.clone())));
                let same = Term::eq(Term::var(v), Term::var(w));
                formulas.push(Term::implies(here, same));
            }
        }
        formulas
    }
}

/// Whether a formula has a quantifier or compares arrays.
fn is_deep(t: &Term) -> bool {
    match t.node() {
        Node::Quant(..) => true,
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) => args.iter().any(is_deep),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) | Node::Pred(..) => false,
    }
}

/// The value of a known array at symbolic indices.
fn select(array: &ArrayValue, path: &[Term]) -> Term {
    let Some((index, rest)) = path.split_first() else { return Term::bool(true) };
    let value = |c: &Concrete| match c {
        Concrete::Scalar(v) => v.to_term(),
        Concrete::Array(row) => select(row, rest),
    };
    array.cells.iter().rev().fold(value(&array.tail), |below, (k, v)| {
        let here = Term::eq(index.clone(), Term::int(k.clone()));
        Term::ite(here, value(v), below)
    })
}
