//! Whether a clause without predicates holds: for programs without loops, whose clauses are that.
//!
//! The clause is decided by its instances ([`ground`]). If these have a model, it gives the
//! choices of a run. The cells that they do not speak of may have any values, if nothing was lost, but
//! not all values suit. So a second question has the numbers of the model in the place of scalars,
//! and all cells in between as indices. The interpreter has the last word.

use crate::abstraction::ackermann::Read;
use crate::abstraction::ground::{Grounded, ground};
use crate::base::{Budget, Int};
use crate::chc::derivation::{Derivation, Ground};
use crate::chc::scout::Candidate;
use crate::chc::settings::Deciding;
use crate::horn::fold::fold;
use crate::horn::straight::Straight;
use crate::horn::{Clause, Goal, Premise, Sort, Subst, Term, Var};
use crate::lang::interp::{ArrayValue, Value};
use crate::lia::lp::small_model;
use crate::lia::proof::Proof;
use crate::lia::{self, Answer, Outcome, Solver, prove};
use std::collections::{BTreeMap, BTreeSet};

/// What was found about a clause.
pub enum Decision {
    /// Some of its premises contradict each other: these, as the proof says.
    Holds(Vec<Term>, Proof),
    /// They do not; with runs that may violate its assertion.
    Fails(Derivation, Vec<Candidate>),
    /// Nothing, for this reason.
    Unknown(String),
}

/// Decides a clause of `straight`, of which `grounded` is what its instances say.
pub fn decide(
    straight: &Straight,
    clause: &Clause,
    grounded: &Grounded,
    limits: &Deciding,
    budget: &mut Budget,
) -> Decision {
    let model = match common_model(grounded, limits, budget) {
        Ok(Common::Model(model)) => model,
        Ok(Common::None(used)) => {
            return match proof(used, budget) {
                Some((used, proof)) => Decision::Holds(used, proof),
                None => Decision::Unknown("the proof takes too long".into()),
            };
        }
        Ok(Common::Unknown) => return Decision::Unknown("the question takes too long".into()),
        Err(why) => return Decision::Unknown(why),
    };
    let scalars = straight.inputs(clause.id, &|v| holds(v, &model));
    let numbers = scalars.iter().filter(|v| v.sort == Sort::Int).cloned();
    let cells = grounded.cells.iter().map(|read| read.value.clone());
    let small = small(grounded, &numbers.chain(cells).collect::<Vec<_>>(), limits, budget);
    let models: Vec<lia::Model> = small.into_iter().chain([model]).collect();
    let derivation = Derivation {
        clause: grounded.clause.id,
        values: values(&grounded.clause, &models[0]),
        children: vec![],
    };
    let mut candidates = vec![];
    for model in &models {
        candidates.extend(runs(straight, clause, grounded, model, limits, budget));
    }
    Decision::Fails(derivation, candidates)
}

/// Premises that contradict each other, with a proof, if that is found out.
pub fn contradiction(
    grounded: &Grounded,
    limits: &Deciding,
    budget: &mut Budget,
) -> Option<(Vec<Term>, Proof)> {
    let Ok(Common::None(used)) = common_model(grounded, limits, budget) else { return None };
    proof(used, budget)
}

fn proof(used: Vec<Term>, budget: &mut Budget) -> Option<(Vec<Term>, Proof)> {
    match prove(&used, budget) {
        Ok(Outcome::Unsat(proof)) => Some((used, proof)),
        _ => None,
    }
}

/// What the premises of a clause have in common.
enum Common {
    Model(lia::Model),
    /// These have no model.
    None(Vec<Term>),
    Unknown,
}

/// A model of all premises. Those that are not sure are looked at only if a model of the others
/// violates them.
fn common_model(
    grounded: &Grounded,
    limits: &Deciding,
    budget: &mut Budget,
) -> Result<Common, String> {
    let all: Vec<&Term> = grounded.clause.conditions().collect();
    let (sure, others) = all.split_at(grounded.sure);
    let mut used: Vec<Term> = sure.iter().copied().cloned().collect();
    let mut waiting: Vec<&Term> = others.to_vec();
    let mut solver = Solver::new();
    let mut new = used.clone();
    loop {
        for formula in &new {
            solver.assert(formula).map_err(|why| why.to_string())?;
        }
        match solver.check(&[], budget) {
            Answer::Unsat => return Ok(Common::None(used)),
            Answer::Unknown(_) => return Ok(Common::Unknown),
            Answer::Sat => {}
        }
        new = violated(&mut waiting, solver.model(), limits.at_once);
        budget.charge(waiting.len() as u64);
        if new.is_empty() {
            return Ok(Common::Model(solver.model().clone()));
        }
        used.extend(new.iter().cloned());
    }
}

/// Takes at most so many of the formulas that a model violates.
fn violated(waiting: &mut Vec<&Term>, model: &lia::Model, at_once: usize) -> Vec<Term> {
    let mut out = vec![];
    waiting.retain(|t| {
        let take = out.len() < at_once && !model.satisfies(t);
        if take {
            out.push((*t).clone());
        }
        !take
    });
    out
}

/// A model with small numbers, if it is found soon.
fn small(
    grounded: &Grounded,
    vars: &[Var],
    limits: &Deciding,
    budget: &mut Budget,
) -> Option<lia::Model> {
    let all: Vec<&Term> = grounded.clause.conditions().collect();
    let (sure, others) = all.split_at(grounded.sure);
    let mut used: Vec<Term> = sure.iter().copied().cloned().collect();
    let mut waiting = others.to_vec();
    let mut own = Budget::steps(limits.small);
    let mut found = None;
    for _ in 0..limits.rounds {
        let Some(model) = small_model(&used, vars, &mut own) else { break };
        let new = violated(&mut waiting, &model, limits.at_once);
        if new.is_empty() {
            found = Some(model);
            break;
        }
        used.extend(new);
    }
    budget.charge(limits.small - own.left());
    found
}

fn holds(v: &Var, model: &lia::Model) -> bool {
    model.get(v).and_then(|b| b.as_bool()).unwrap_or_default()
}

fn values(clause: &Clause, model: &lia::Model) -> BTreeMap<Var, Ground> {
    let value = |v: Var| {
        let ground = match model.get(&v)? {
            lia::Value::Int(n) => Ground::Int(n),
            lia::Value::Bool(b) => Ground::Bool(b),
        };
        Some((v, ground))
    };
    clause.free_vars().into_iter().filter_map(value).collect()
}

/// Runs with the scalars of a model.
fn runs(
    straight: &Straight,
    clause: &Clause,
    grounded: &Grounded,
    model: &lia::Model,
    limits: &Deciding,
    budget: &mut Budget,
) -> Vec<Candidate> {
    let Some(assert) = clause.origin.assert else { return vec![] };
    let scalars = clause.free_vars().into_iter().filter(|v| !v.sort.is_array());
    let scalars: Subst =
        scalars.filter_map(|v| Some((v.clone(), model.get(&v)?.to_term()))).collect();
    let put = |t: &Term| fold(&t.subst(&scalars));
    let premises = clause.conditions().map(|c| Premise::Cond(put(c))).collect();
    let goal = match &clause.goal {
        Goal::Cond(goal) => Goal::Cond(put(goal)),
        Goal::Instance(_) => return vec![],
    };
    let full = ground(&clause.with(premises, goal), &window(grounded, model, limits), limits);
    let vars: Vec<Var> = full.cells.iter().map(|read| read.value.clone()).collect();
    let any = |budget: &mut Budget| match common_model(&full, limits, budget) {
        Ok(Common::Model(model)) => Some(model),
        _ => None,
    };
    let filled = small(&full, &vars, limits, budget).or_else(|| any(budget));
    let (reads, cells) = match &filled {
        Some(filled) => (&full.cells, filled),
        None => (&grounded.cells, model),
    };
    let inputs = straight.inputs(clause.id, &|v| holds(v, model));
    let fillings = [Filling::Zero, Filling::Last, Filling::First];
    fillings
        .into_iter()
        .map(|filling| {
            let value = |v: &Var| match v.sort.is_array() {
                true => array(v, reads, cells, filling),
                false => scalar(v, model),
            };
            Candidate { assert, choices: inputs.iter().map(value).collect() }
        })
        .collect()
}

/// The numbers around the indices that the instances speak of.
fn window(grounded: &Grounded, model: &lia::Model, limits: &Deciding) -> Vec<Int> {
    let value = |t: &Term| model.eval(t).and_then(|n| n.as_int().cloned());
    let found: BTreeSet<Int> = grounded.indices.iter().filter_map(value).collect();
    let (Some(first), Some(last)) = (found.first(), found.last()) else { return vec![] };
    if last - first > Int::from(limits.window as usize) {
        return found.into_iter().collect();
    }
    let mut out = vec![first - &Int::ONE];
    while out.last().is_some_and(|n| n <= last) {
        out.extend(out.last().map(|n| n + &Int::ONE));
    }
    out
}

/// What is in cells that nothing is known of.
#[derive(Clone, Copy)]
enum Filling {
    Zero,
    /// What is in the last cell that something is known of.
    Last,
    First,
}

fn array(v: &Var, reads: &[Read], model: &lia::Model, filling: Filling) -> Value {
    let index = |i: &Term| model.eval(i).and_then(|i| i.as_int().cloned());
    let mut cells: BTreeMap<Vec<Int>, Value> = BTreeMap::new();
    for read in reads.iter().filter(|read| read.array == *v) {
        let indices: Option<Vec<Int>> = read.indices.iter().map(index).collect();
        cells.extend(indices.map(|indices| (indices, scalar(&read.value, model))));
    }
    let default = match filling {
        Filling::Zero => None,
        Filling::Last => cells.last_key_value(),
        Filling::First => cells.first_key_value(),
    };
    let mut array = everywhere(&v.sort, default.map(|(_, value)| value));
    if let Value::Array(array) = &mut array {
        cells.iter().for_each(|(indices, value)| {
            array.write(indices, value.clone());
        });
    }
    array
}

fn scalar(v: &Var, model: &lia::Model) -> Value {
    match v.sort {
        Sort::Bool => Value::Bool(holds(v, model)),
        _ => Value::Int(model.get(v).and_then(|n| n.as_int().cloned()).unwrap_or_default()),
    }
}

fn everywhere(sort: &Sort, value: Option<&Value>) -> Value {
    match sort {
        Sort::Int => value.cloned().unwrap_or(Value::Int(Int::ZERO)),
        Sort::Bool => value.cloned().unwrap_or(Value::Bool(false)),
        Sort::Array(element) => Value::Array(ArrayValue {
            default: Box::new(everywhere(element, value)),
            cells: BTreeMap::new(),
        }),
    }
}
