//! Valuations of the variables of a clause, arrays included, and the evaluation of formulas under them.

use hornbook_base::{Budget, Int};
use hornbook_check as check;
use hornbook_horn::fold::fold;
use hornbook_horn::prenex::unfold;
use hornbook_horn::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lia::{Outcome, prove};
use std::collections::BTreeMap;

/// The greatest number of cells of an array that are distinguished at a symbolic index.
const MAX_CASES: usize = 400;

/// The step budget for the proof of one quantified formula.
const MAX_PROOF_STEPS: u64 = 400_000;

/// A valuation of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valuation {
    /// Numbers and truth values, as terms.
    pub scalars: Subst,
    /// Arrays.
    pub arrays: BTreeMap<Var, ArrayValue>,
}

impl FromIterator<(Var, Value)> for Valuation {
    fn from_iter<I: IntoIterator<Item = (Var, Value)>>(values: I) -> Valuation {
        let mut out = Valuation::default();
        for (v, value) in values {
            match as_term(&value) {
                Ok(t) => drop(out.scalars.insert(v, t)),
                Err(array) => drop(out.arrays.insert(v, array.clone())),
            }
        }
        out
    }
}

/// A scalar as a term, or else the array.
fn as_term(value: &Value) -> Result<Term, &ArrayValue> {
    match value {
        Value::Int(n) => Ok(Term::int(n.clone())),
        Value::Bool(b) => Ok(Term::bool(*b)),
        Value::Array(array) => Err(array),
    }
}

impl Valuation {
    /// Gives a variable without a value zero, false, or an array of these.
    pub fn default_to_zero(&mut self, var: &Var) {
        if self.scalars.contains_key(var) || self.arrays.contains_key(var) {
            return;
        }
        match as_term(&zero_value(&var.sort)) {
            Ok(t) => drop(self.scalars.insert(var.clone(), t)),
            Err(array) => drop(self.arrays.insert(var.clone(), array.clone())),
        }
    }

    /// The truth of a formula. Universal quantifiers are proved by arithmetic, and the proof is checked; a
    /// counterexample is evaluated. `None` where the budget is exceeded, or quantifiers alternate.
    pub fn truth(&self, formula: &Term) -> Option<bool> {
        self.for_all(formula).or_else(|| self.for_all(&Term::not(formula.clone())).map(|b| !b))
    }

    /// The truth of a formula of which all quantifiers are universal.
    fn for_all(&self, formula: &Term) -> Option<bool> {
        // What becomes free must not be taken for a variable that has a value.
        let valued = self.scalars.keys().chain(self.arrays.keys()).cloned();
        let taken = formula.free_vars().into_iter().chain(bound_vars(formula)).chain(valued);
        let mut names = Names::avoiding(taken);
        let body = fold(&self.substitute(&unfold(formula, Quantifier::Forall, &mut names))?);
        if let Node::Bool(b) = body.node() {
            return Some(*b);
        }
        let wrong = Term::not(body);
        if wrong.has_quantifier() {
            return None;
        }
        match prove(std::slice::from_ref(&wrong), &mut Budget::steps(MAX_PROOF_STEPS)) {
            Ok(Outcome::Unsat(proof)) => {
                check::proof::verify(&[wrong], &proof).is_ok().then_some(true)
            }
            Ok(Outcome::Sat(model)) => model.satisfies(&wrong).then_some(false),
            _ => None,
        }
    }

    /// The value of a scalar term without quantifiers.
    pub fn scalar(&self, t: &Term) -> Option<Term> {
        let value = fold(&self.substitute(t)?);
        matches!(value.node(), Node::Int(_) | Node::Bool(_)).then_some(value)
    }

    /// The value of a term for an array.
    pub fn array(&self, t: &Term) -> Option<ArrayValue> {
        match t.node() {
            Node::Var(v) => self.arrays.get(v).cloned(),
            Node::App(Op::Store, args) => {
                let mut array = self.array(&args[0])?;
                array.set(self.scalar(&args[1])?.as_int()?.clone(), self.value(&args[2])?);
                Some(array)
            }
            Node::App(Op::Ite, args) => match self.scalar(&args[0])?.is_true() {
                true => self.array(&args[1]),
                false => self.array(&args[2]),
            },
            Node::App(Op::Select, args) => {
                match self.array(&args[0])?.get(self.scalar(&args[1])?.as_int()?) {
                    Value::Array(row) => Some(row.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of a term.
    pub fn value(&self, t: &Term) -> Option<Value> {
        if t.sort().is_array() {
            return self.array(t).map(Value::Array);
        }
        let value = self.scalar(t)?;
        Some(match value.as_int() {
            Some(n) => Value::Int(n.clone()),
            None => Value::Bool(value.is_true()),
        })
    }

    /// Substitutes the valuation into a term and eliminates arrays. `None` if an array has no value.
    fn substitute(&self, t: &Term) -> Option<Term> {
        match t.node() {
            Node::Var(v) => Some(self.scalars.get(v).unwrap_or(t).clone()),
            Node::Int(_) | Node::Bool(_) => Some(t.clone()),
            Node::App(Op::Select, args) => {
                self.read_cell(&args[0], vec![self.substitute(&args[1])?])
            }
            Node::App(op, args) => {
                let args: Option<Vec<Term>> = args.iter().map(|arg| self.substitute(arg)).collect();
                Some(Term::app(*op, args?)).filter(|t| !t.has_array())
            }
            Node::Quant(q, vars, body) => {
                let hidden = vars.iter().any(|v| self.scalars.contains_key(v));
                let body = self.substitute(body)?;
                (!hidden).then(|| Term::quant(*q, vars.clone(), body))
            }
            Node::Pred(..) => None,
        }
    }

    /// The cell of an array behind one or more indices, which have no arrays in them.
    fn read_cell(&self, array: &Term, mut indices: Vec<Term>) -> Option<Term> {
        match array.node() {
            Node::Var(v) => cell_term(self.arrays.get(v)?, &indices),
            Node::App(Op::Select, args) => {
                indices.insert(0, self.substitute(&args[1])?);
                self.read_cell(&args[0], indices)
            }
            Node::App(Op::Store, args) => {
                let below = self.read_cell(&args[0], indices.clone())?;
                let here = Term::eq(indices.remove(0), self.substitute(&args[1])?);
                let written = match indices.is_empty() {
                    true => self.substitute(&args[2])?,
                    false => self.read_cell(&args[2], indices)?,
                };
                Some(Term::ite(here, written, below))
            }
            Node::App(Op::Ite, args) => {
                let either = self.read_cell(&args[1], indices.clone())?;
                Some(Term::ite(
                    self.substitute(&args[0])?,
                    either,
                    self.read_cell(&args[2], indices)?,
                ))
            }
            _ => None,
        }
    }
}

fn zero_value(sort: &Sort) -> Value {
    match sort {
        Sort::Int => Value::Int(Int::ZERO),
        Sort::Bool => Value::Bool(false),
        Sort::Array(element) => Value::Array(ArrayValue {
            default: Box::new(zero_value(element)),
            cells: BTreeMap::new(),
        }),
    }
}

/// The cell of an array value at symbolic indices.
fn cell_term(array: &ArrayValue, indices: &[Term]) -> Option<Term> {
    let (index, rest) = indices.split_first()?;
    if array.cells.len() > MAX_CASES {
        return None;
    }
    let inside = |value: &Value| match as_term(value) {
        Ok(t) => rest.is_empty().then_some(t),
        Err(row) => cell_term(row, rest),
    };
    let here = |k: &Int| fold(&Term::eq(index.clone(), Term::int(k.clone())));
    array.cells.iter().rev().try_fold(inside(&array.default)?, |below, (k, value)| {
        let here = here(k);
        Some(match here.node() {
            Node::Bool(true) => inside(value)?,
            Node::Bool(false) => below,
            _ => Term::ite(here, inside(value)?, below),
        })
    })
}

/// The variables that quantifiers of a formula bind.
fn bound_vars(t: &Term) -> Vec<Var> {
    match t.node() {
        Node::Quant(_, vars, body) => vars.iter().cloned().chain(bound_vars(body)).collect(),
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(bound_vars).collect(),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => vec![],
    }
}
