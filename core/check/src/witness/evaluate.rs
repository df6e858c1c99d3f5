//! Evaluation of terms with known arrays.

use super::reading::Reading;
use hornbook_abstraction::witness::model::{ArrayValue, Concrete, Scalar};
use hornbook_base::Int;
use hornbook_horn::{Node, Op, Term, arrays};

impl Reading<'_> {
    /// The value of a term without free variables but known arrays; `None` if it has none, or
    /// depends on a quantifier.
    pub(super) fn evaluate(&self, t: &Term) -> Option<Concrete> {
        let truth = |b: bool| Some(Concrete::Scalar(Scalar::Bool(b)));
        match t.node() {
            Node::Var(v) => self.arrays.get(v).cloned().map(Concrete::Array),
            Node::Int(n) => Some(Concrete::Scalar(Scalar::Int(n.clone()))),
            Node::Bool(b) => truth(*b),
            Node::App(Op::And | Op::Or, args) => {
                let unit = t.as_app(Op::And).is_some();
                let mut sure = true;
                for arg in args {
                    match self.evaluate(arg).and_then(|c| c.as_bool()) {
                        Some(b) if b != unit => return truth(b),
                        Some(_) => {}
                        None => sure = false,
                    }
                }
                if sure { truth(unit) } else { None }
            }
            Node::App(op, args) => {
                let args: Vec<Concrete> =
                    args.iter().map(|a| self.evaluate(a)).collect::<Option<_>>()?;
                match (op, args.as_slice()) {
                    (Op::Eq, [a @ Concrete::Array(_), b]) => truth(a.same(b)),
                    (Op::Ne, [a @ Concrete::Array(_), b]) => truth(!a.same(b)),
                    _ if arrays::is_derived(*op) => None,
                    _ => apply(*op, &args),
                }
            }
            Node::Pred(..) | Node::Quant(..) => None,
        }
    }
}

fn apply(op: Op, args: &[Concrete]) -> Option<Concrete> {
    match (op, args) {
        (Op::Select, [Concrete::Array(a), i]) => Some(a.get(i.as_int()?).clone()),
        (Op::Store, [Concrete::Array(a), i, v]) => {
            let written: ArrayValue = a.clone().set(i.as_int()?.clone(), v.clone());
            Some(Concrete::Array(written))
        }
        (Op::Ite, [c, a, b]) => Some(if c.as_bool()? { a.clone() } else { b.clone() }),
        (_, args) => {
            let scalar = |c: &Concrete| match c {
                Concrete::Scalar(v) => Some(v.clone()),
                Concrete::Array(_) => None,
            };
            let args: Vec<Scalar> = args.iter().map(scalar).collect::<Option<_>>()?;
            let ints: Option<Vec<&Int>> = args.iter().map(Scalar::as_int).collect();
            let truths: Option<Vec<bool>> = args.iter().map(Scalar::as_bool).collect();
            let value = match (ints, truths) {
                (Some(ints), None) => integers(op, &ints)?,
                (None, Some(truths)) => Scalar::Bool(truth(op, &truths)?),
                _ => return None,
            };
            Some(Concrete::Scalar(value))
        }
    }
}

fn integers(op: Op, args: &[&Int]) -> Option<Scalar> {
    let number = match (op, args) {
        (Op::Add, _) => args.iter().copied().cloned().sum(),
        (Op::Sub, [a, b]) => *a - *b,
        (Op::Neg, [a]) => -*a,
        (Op::Mul, [a, b]) => *a * *b,
        (Op::Div, [a, b]) => a.div_euclid(b)?,
        (Op::Mod, [a, b]) => a.rem_euclid(b)?,
        (Op::Eq, [a, b]) => return Some(Scalar::Bool(a == b)),
        (Op::Ne, [a, b]) => return Some(Scalar::Bool(a != b)),
        (Op::Lt, [a, b]) => return Some(Scalar::Bool(a < b)),
        (Op::Le, [a, b]) => return Some(Scalar::Bool(a <= b)),
        (Op::Gt, [a, b]) => return Some(Scalar::Bool(a > b)),
        (Op::Ge, [a, b]) => return Some(Scalar::Bool(a >= b)),
        _ => return None,
    };
    Some(Scalar::Int(number))
}

fn truth(op: Op, args: &[bool]) -> Option<bool> {
    match (op, args) {
        (Op::Not, [a]) => Some(!a),
        (Op::Implies, [a, b]) => Some(!a || *b),
        (Op::Eq, [a, b]) => Some(a == b),
        (Op::Ne, [a, b]) => Some(a != b),
        _ => None,
    }
}
