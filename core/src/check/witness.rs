//! Is this a witness of incompleteness (T Def. 24)? A model, a valuation that has the chosen
//! instances and a false context, and a proof that no valuation has all instances and a false
//! context.
//!
//! The first half is evaluated. The second half is shown on finitely many instances: if already
//! those contradict the negated context, so do all of them. Formulas and values are read by code
//! of this checker alone; nothing is searched for.

mod evaluate;
mod flat;

use self::flat::Flat;
use super::proof::{self, Rejection};
use crate::abstraction::eliminate::Instantiated;
use crate::abstraction::sigma::{Abstraction, Sigma};
use crate::abstraction::witness::model::{Concrete, Loss, Scalar, Witness};
use crate::horn::{Names, Node, PredId, System, Term, Var};
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
        Some(Concrete::Scalar(Scalar::Bool(false))) => {}
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
        let (mut leaves, mut order) = (vec![], vec![]);
        let Sigma::Tuple(parts) = &call.sigma else {
            return Err(Unreadable("an abstraction that is no tuple"));
        };
        for (sigma, expr) in parts.iter().zip(&exprs) {
            flat.instance(sigma, expr, &mut indices, &mut leaves, &mut order)?;
        }
        if indices.next().is_some() || parts.len() != exprs.len() {
            return Err(Unreadable("a representative of the wrong shape"));
        }
        let member = flat.member(question.done.pred, &leaves)?;
        out.push(if order.is_empty() { member } else { Term::implies(Term::and(order), member) });
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
        let in_order = evaluate::in_order(&question.done.call.sigma, &mut leaves.iter());
        if !in_order.ok_or(Unreadable("an abstraction that is not supported"))? {
            continue;
        }
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
}
