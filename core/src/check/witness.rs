//! Is this a witness of incompleteness (T Def. 24)? A model, a valuation that has the chosen
//! instances and a false context, and a proof that no valuation has all instances and a false
//! context.
//!
//! The first half is evaluated. The second half is shown on finitely many instances: if already
//! those contradict the negated context, so do all of them. Formulas and values are read by code
//! of this file alone; nothing is searched for.

use super::proof::{self, Rejection};
use crate::abstraction::eliminate::Instantiated;
use crate::abstraction::sigma::{Abstraction, Sigma};
use crate::horn::{Names, Node, Op, PredId, Sort, System, Term, Var};
use crate::lia::{Model, Value};
use crate::witness::model::{ArrayValue, Concrete, Loss, Witness};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Why a witness was not accepted.
#[derive(Debug)]
pub enum WitnessRejection {
    /// The witness or the call has something that the checker does not read.
    Unreadable(&'static str),
    /// The tuple named for the instance with this index does not have it.
    NotHeld(usize),
    /// The context is true under the valuation.
    ContextHolds,
    /// The second half is not proved.
    Proof(Rejection),
}

impl fmt::Display for WitnessRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable(what) => write!(f, "not readable: {what}"),
            WitnessRejection::NotHeld(i) => write!(f, "no tuple is shown for instance {i}"),
            WitnessRejection::ContextHolds => f.write_str("the context holds"),
            WitnessRejection::Proof(r) => r.fmt(f),
        }
    }
}

impl std::error::Error for WitnessRejection {}

use WitnessRejection::Unreadable;

/// The call that is said to be incomplete, and what its predicates mean.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// The call.
    pub done: &'q Instantiated,
    /// The abstraction of each predicate.
    pub abstraction: &'q Abstraction,
    /// The abstract predicates, by whose names the context speaks of them.
    pub abstracted: &'q System,
}

/// Accepts `witness` if the call is incomplete for its model.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(question: Question<'_>, witness: &Witness) -> Result<(), WitnessRejection> {
    instances_hold(question, &witness.loss)?;
    let vars: BTreeMap<&Var, &Concrete> =
        witness.loss.valuation.iter().map(|(v, c)| (v, c)).collect();
    let reading = Reading { question, loss: &witness.loss };
    match reading.evaluate(&question.done.call.context, &vars) {
        Some(Concrete::Scalar(Value::Bool(false))) => {}
        Some(_) => return Err(WitnessRejection::ContextHolds),
        None => return Err(Unreadable("the context has no value")),
    }
    let formulas = obligation(question, &witness.loss)?;
    proof::verify(&formulas, &witness.proof).map_err(WitnessRejection::Proof)
}

/// What must have no model: the representatives hold and the context is false.
///
/// # Errors
/// When the call has something that is not supported here.
pub fn obligation(question: Question<'_>, loss: &Loss) -> Result<Vec<Term>, WitnessRejection> {
    let call = &question.done.call;
    let exprs = call.expr.leaves();
    let sharps = call.set.iter().flat_map(|i| i.sharp.leaves());
    let terms = sharps.chain(exprs.clone()).chain([call.context.clone()]);
    let terms = terms.chain(loss.representatives.iter().flatten().cloned());
    let names = Names::avoiding(terms.flat_map(|t| all_vars(&t)));
    let mut flat = Flat { reading: Reading { question, loss }, names, cells: vec![] };
    let mut out = vec![];
    for indices in &loss.representatives {
        let mut indices = indices.iter();
        let mut leaves = vec![];
        let Sigma::Tuple(parts) = &call.sigma else {
            return Err(Unreadable("an abstraction that is no tuple"));
        };
        for (sigma, expr) in parts.iter().zip(&exprs) {
            flat.instance(sigma, expr, &mut indices, &mut leaves)?;
        }
        if indices.next().is_some() || parts.len() != exprs.len() {
            return Err(Unreadable("a representative of the wrong shape"));
        }
        out.push(flat.member(question.done.pred, &leaves)?);
    }
    out.push(Term::not(flat.scalar(&call.context)?));
    out.extend(flat.consistency());
    Ok(out)
}

/// Each instance is an abstract value of the tuple that is named for it.
fn instances_hold(question: Question<'_>, loss: &Loss) -> Result<(), WitnessRejection> {
    let vars: BTreeMap<&Var, &Concrete> = loss.valuation.iter().map(|(v, c)| (v, c)).collect();
    let reading = Reading { question, loss };
    let set = &question.done.call.set;
    if set.len() != loss.held.len() {
        return Err(Unreadable("not as many tuples as instances"));
    }
    let tuples = reading.tuples(question.done.pred);
    for (n, (instance, tuple)) in set.iter().zip(&loss.held).enumerate() {
        let leaves = instance.sharp.leaves();
        let leaves: Option<Vec<Concrete>> =
            leaves.iter().map(|t| reading.evaluate(t, &vars)).collect();
        let leaves = leaves.ok_or(Unreadable("an instance has no value"))?;
        let tuple = tuples.get(*tuple).ok_or(WitnessRejection::NotHeld(n))?;
        if reading.has(question.done.pred, tuple, &leaves) != Some(true) {
            return Err(WitnessRejection::NotHeld(n));
        }
    }
    Ok(())
}

fn all_vars(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        Node::Var(v) => BTreeSet::from([v.clone()]),
        Node::Int(_) | Node::Bool(_) => BTreeSet::new(),
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(all_vars).collect(),
        Node::Quant(_, vars, body) => vars.iter().cloned().chain(all_vars(body)).collect(),
    }
}

/// The call under the model of a loss.
#[derive(Clone, Copy)]
struct Reading<'r> {
    question: Question<'r>,
    loss: &'r Loss,
}

impl<'r> Reading<'r> {
    fn tuples(&self, pred: PredId) -> &'r [Vec<Concrete>] {
        let model = self.loss.model.iter().find(|m| m.pred == pred);
        model.map_or(&[], |m| &m.tuples)
    }

    /// The predicate that the context calls by this name.
    fn pred(&self, name: &str) -> Option<PredId> {
        let system = self.question.abstracted;
        system.pred_ids().find(|p| system.pred(*p).name == name)
    }

    /// The parts of a predicate's abstraction; one for each parameter.
    fn parts(&self, pred: PredId) -> Option<&'r [Sigma]> {
        match self.question.abstraction.sigma(pred) {
            Sigma::Tuple(parts) => Some(parts),
            _ => None,
        }
    }

    /// Whether the abstract value with these leaves is one of the tuple's.
    fn has(&self, pred: PredId, tuple: &[Concrete], leaves: &[Concrete]) -> Option<bool> {
        let parts = self.parts(pred)?;
        let mut leaves = leaves.iter();
        let mut all = parts.len() == tuple.len();
        for (sigma, value) in parts.iter().zip(tuple) {
            all &= has_part(sigma, value, &mut leaves)?;
        }
        Some(all && leaves.next().is_none())
    }

    /// The value of a term, with predicates under `α(M)`; `None` if it has none.
    fn evaluate(&self, t: &Term, vars: &BTreeMap<&Var, &Concrete>) -> Option<Concrete> {
        let values = |args: &[Term]| -> Option<Vec<Concrete>> {
            args.iter().map(|a| self.evaluate(a, vars)).collect()
        };
        let truth = |b: bool| Concrete::Scalar(Value::Bool(b));
        match t.node() {
            Node::Var(v) => vars.get(v).map(|c| (*c).clone()).filter(|c| fits(c, &v.sort)),
            Node::Int(n) => Some(Concrete::Scalar(Value::Int(n.clone()))),
            Node::Bool(b) => Some(truth(*b)),
            Node::Pred(name, args) => {
                let (pred, leaves) = (self.pred(name)?, values(args)?);
                let mut found = false;
                for tuple in self.tuples(pred) {
                    found |= self.has(pred, tuple, &leaves)?;
                }
                Some(truth(found))
            }
            Node::App(op, args) => apply(*op, &values(args)?),
            Node::Quant(..) => None,
        }
    }
}

fn fits(c: &Concrete, sort: &Sort) -> bool {
    match c {
        Concrete::Scalar(Value::Int(_)) => *sort == Sort::Int,
        Concrete::Scalar(Value::Bool(_)) => *sort == Sort::Bool,
        Concrete::Array(_) => *sort == Sort::int_array(),
    }
}

/// Whether the next leaves are an abstract value of `value`.
fn has_part<'l>(
    sigma: &Sigma,
    value: &Concrete,
    leaves: &mut impl Iterator<Item = &'l Concrete>,
) -> Option<bool> {
    match (sigma, value) {
        (Sigma::Id, Concrete::Scalar(_)) => Some(leaves.next()? == value),
        (Sigma::Cell, Concrete::Array(a)) => {
            let (k, v) = (leaves.next()?.as_int()?, leaves.next()?.as_int()?);
            Some(a.get(k) == v)
        }
        (Sigma::Power(base, n), _) => {
            let mut all = true;
            for _ in 0..*n {
                all &= has_part(base, value, leaves)?;
            }
            Some(all)
        }
        _ => None,
    }
}

fn apply(op: Op, args: &[Concrete]) -> Option<Concrete> {
    match (op, args) {
        (Op::Select, [Concrete::Array(a), i]) => {
            Some(Concrete::Scalar(Value::Int(a.get(i.as_int()?).clone())))
        }
        (Op::Store, [Concrete::Array(a), i, v]) => {
            Some(Concrete::Array(a.clone().set(i.as_int()?.clone(), v.as_int()?.clone())))
        }
        (Op::Ite, [c, a, b]) => Some(if c.as_bool()? { a.clone() } else { b.clone() }),
        _ => {
            let constant = |c: &Concrete| match c {
                Concrete::Scalar(v) => Some(v.to_term()),
                Concrete::Array(_) => None,
            };
            let args = args.iter().map(constant).collect::<Option<_>>()?;
            Model::default().eval(&Term::app(op, args)).map(Concrete::Scalar)
        }
    }
}

/// Formulas without arrays and predicates: reads of array variables become variables.
struct Flat<'r> {
    reading: Reading<'r>,
    names: Names,
    /// Array, index and the variable for the value.
    cells: Vec<(Var, Term, Var)>,
}

impl Flat<'_> {
    /// The leaves of the abstract value of `expr` whose cells have the next indices.
    fn instance<'i>(
        &mut self,
        sigma: &Sigma,
        expr: &Term,
        indices: &mut impl Iterator<Item = &'i Term>,
        leaves: &mut Vec<Term>,
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
                    self.instance(base, expr, indices, leaves)?;
                }
            }
            Sigma::Tuple(_) => return Err(Unreadable("a tuple within a tuple")),
        }
        Ok(())
    }

    /// `leaves ∈ α(M(pred))`.
    fn member(&self, pred: PredId, leaves: &[Term]) -> Result<Term, WitnessRejection> {
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

    fn scalar(&mut self, t: &Term) -> Result<Term, WitnessRejection> {
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
    fn consistency(&self) -> Vec<Term> {
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
