//! Evaluation of terms under a concrete valuation.

use hornbook_abstraction::witness::model::{ArrayValue, Concrete, Scalar};
use hornbook_horn::{Node, Op, Term, Var, arrays};
use hornbook_lia::{Model, Value};
use std::collections::BTreeMap;

/// A value for each variable.
pub type Valuation = BTreeMap<Var, Concrete>;

/// The value of a term without predicates and quantifiers; `None` if it has none.
pub fn evaluate(t: &Term, vars: &Valuation) -> Option<Concrete> {
    match t.node() {
        Node::Var(v) => vars.get(v).cloned(),
        Node::Int(n) => Some(Concrete::Scalar(Scalar::Int(n.clone()))),
        Node::Bool(b) => Some(Concrete::Scalar(Scalar::Bool(*b))),
        Node::App(op, args) => {
            let args: Vec<Concrete> =
                args.iter().map(|a| evaluate(a, vars)).collect::<Option<_>>()?;
            apply(*op, &args)
        }
        Node::Pred(..) | Node::Quant(..) => None,
    }
}

fn apply(op: Op, args: &[Concrete]) -> Option<Concrete> {
    let truth = |b: bool| Some(Concrete::Scalar(Scalar::Bool(b)));
    match (op, args) {
        (Op::Select, [Concrete::Array(a), i]) => Some(a.get(i.as_int()?).clone()),
        (Op::Store, [Concrete::Array(a), i, v]) => {
            let written: ArrayValue = a.clone().set(i.as_int()?.clone(), v.clone());
            Some(Concrete::Array(written))
        }
        (Op::Ite, [c, a, b]) => Some(if c.as_bool()? { a.clone() } else { b.clone() }),
        (Op::Eq, [a @ Concrete::Array(_), b]) => truth(a.same(b)),
        (Op::Ne, [a @ Concrete::Array(_), b]) => truth(!a.same(b)),
        (Op::ConstArray, [v]) => Some(Concrete::Array(ArrayValue::constant(v.clone()))),
        _ if arrays::is_derived(op) => None,
        // The other operations are about scalars, and constants need no valuation.
        _ => {
            let constant = |c: &Concrete| match c {
                Concrete::Scalar(v) => Some(v.to_term()),
                Concrete::Array(_) => None,
            };
            let args = args.iter().map(constant).collect::<Option<_>>()?;
            Model::default().eval(&Term::app(op, args)).map(|v| Concrete::Scalar(scalar(v)))
        }
    }
}

/// A value of the solver.
pub(crate) fn scalar(value: Value) -> Scalar {
    match value {
        Value::Int(n) => Scalar::Int(n),
        Value::Bool(b) => Scalar::Bool(b),
    }
}
