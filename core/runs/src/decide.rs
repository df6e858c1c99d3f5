//! The decision whether a clause without predicates holds, for programs without loops.
//!
//! The clause is decided by its instances ([`ground`]). A model of these gives the choices of a run. If
//! nothing was lost, cells outside of the instances may have any values, but not all values suit. So a
//! second question has the numbers of the model in the place of scalars, and as indices all cells within the
//! bounds of quantified conditions. The other cells get the value of their nearest neighbour. The
//! interpreter has the last word.

use crate::Candidate;
use hornbook_abstraction::ackermann::Read;
use hornbook_abstraction::ground::{Grounded, Limits, ground};
use hornbook_base::{Budget, Int};
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_evidence::proof::Proof;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::Constraint;
use hornbook_horn::passive::PassiveForm;
use hornbook_horn::{Clause, Goal, Node, Premise, Sort, Subst, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lia as lia;
use hornbook_lia::lp::find_small_model;
use hornbook_lia::{Answer, Outcome, Solver, prove};
use std::collections::{BTreeMap, BTreeSet};

/// The limits of deciding a program without loops.
#[derive(Clone, Copy, Debug)]
pub struct DecisionLimits {
    /// Steps for each assertion.
    pub steps: u64,
    /// Instances of one condition; leaving some out only weakens the clause.
    pub instances: usize,
    /// Instances of all conditions of a clause together.
    pub all_instances: usize,
    /// How many arrays, each made from the one before, a cell is looked for in: what is said of
    /// one is read by walking down, on a stack that is small in a browser.
    pub depth: usize,
    /// Instances that are added at once, of those that a model violates.
    pub at_once: usize,
    /// Steps that finding small numbers for a run may take.
    pub small: u64,
    /// How often instances are added while numbers are made small.
    pub rounds: usize,
    /// Cells beside each other that a run is sought for, at most.
    pub window: u64,
    /// Cells of an array between others that a run may have a value in, at most.
    pub filled: u64,
}

impl Default for DecisionLimits {
    fn default() -> DecisionLimits {
        DecisionLimits {
            steps: 5_000_000,
            instances: 4_096,
            all_instances: 16_384,
            depth: 400,
            at_once: 60,
            small: 2_000_000,
            rounds: 30,
            window: 200,
            filled: 100_000,
        }
    }
}

/// The decision about a clause.
pub enum Decision {
    /// These premises contradict each other, by the proof.
    Holds(Vec<Term>, Proof),
    /// The premises have a model; with runs that may violate the assertion.
    Fails(Derivation, Vec<Candidate>),
    /// The reason why there is no decision.
    Unknown(String),
}

/// Decides a clause of `straight` with its instances `grounded`.
pub fn decide(
    passive: &PassiveForm,
    clause: &Clause,
    grounded: &Grounded,
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Decision {
    let model = match common_model(grounded, limits, budget) {
        Ok(PremiseModel::Model(model)) => model,
        Ok(PremiseModel::None(used)) => {
            return match proof(used, budget) {
                Some((used, proof)) => Decision::Holds(used, proof),
                None => Decision::Unknown("the proof takes too long".into()),
            };
        }
        Ok(PremiseModel::Unknown) => {
            return Decision::Unknown("the question takes too long".into());
        }
        Err(why) => return Decision::Unknown(why),
    };
    let scalars = passive.inputs(clause.id, &|v| holds(v, &model));
    let models = likely(grounded, &scalars, model, limits, budget);
    let derivation = Derivation {
        clause: grounded.clause.id,
        values: values(&grounded.clause, &models[0]),
        children: vec![],
    };
    let mut candidates = vec![];
    for model in &models {
        candidates.extend(runs(passive, clause, grounded, model, limits, budget));
    }
    Decision::Fails(derivation, candidates)
}

/// The violation of a clause of whose premises some may be invariants.
pub enum Violation {
    /// There is none: these premises contradict each other, by the proof.
    None(Vec<Term>, Proof),
    /// Values of all free variables, likely ones first; the clause must be evaluated on them.
    Perhaps(Vec<BTreeMap<Var, Value>>),
    /// It is unknown.
    Unknown,
}

/// Searches for values for which the premises of a clause without predicates hold and its goal does not.
pub fn violation(clause: &Clause, limits: &DecisionLimits, budget: &mut Budget) -> Violation {
    let grounded = ground(clause, &[], ground_limits(limits));
    let model = match common_model(&grounded, limits, budget) {
        Ok(PremiseModel::Model(model)) => model,
        Ok(PremiseModel::None(used)) => {
            return match proof(used, budget) {
                Some((used, proof)) => Violation::None(used, proof),
                None => Violation::Unknown,
            };
        }
        Ok(PremiseModel::Unknown) | Err(_) => return Violation::Unknown,
    };
    let vars: Vec<Var> = clause.free_vars().into_iter().collect();
    let models = likely(&grounded, &vars, model, limits, budget);
    let fillings =
        models.iter().flat_map(|model| filled(clause, &grounded, model, &vars, limits, budget));
    let fillings = fillings.collect::<Vec<_>>().into_iter();
    Violation::Perhaps(fillings.map(|values| vars.iter().cloned().zip(values).collect()).collect())
}

/// Premises that contradict each other, with a proof, if there are some.
pub fn contradiction(
    grounded: &Grounded,
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Option<(Vec<Term>, Proof)> {
    let Ok(PremiseModel::None(used)) = common_model(grounded, limits, budget) else { return None };
    proof(used, budget)
}

fn proof(used: Vec<Term>, budget: &mut Budget) -> Option<(Vec<Term>, Proof)> {
    match prove(&used, budget) {
        Ok(Outcome::Unsat(proof)) => Some((used, proof)),
        _ => None,
    }
}

/// A model of the premises of a clause, or a contradiction.
enum PremiseModel {
    Model(lia::Model),
    /// These premises have no model.
    None(Vec<Term>),
    Unknown,
}

/// A model of all premises. Uncertain premises are only added if a model of the others violates them.
fn common_model(
    grounded: &Grounded,
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Result<PremiseModel, String> {
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
            Answer::Unsat => return Ok(PremiseModel::None(used)),
            Answer::Unknown(_) => return Ok(PremiseModel::Unknown),
            Answer::Sat => {}
        }
        new = violated(&mut waiting, solver.model(), limits.at_once);
        budget.charge(waiting.len() as u64);
        if new.is_empty() {
            return Ok(PremiseModel::Model(solver.model().clone()));
        }
        used.extend(new.iter().cloned());
    }
}

/// Takes at most `at_once` of the formulas that a model violates.
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

/// A model, after one with small numbers for these variables and the cells if it is found soon.
fn likely(
    grounded: &Grounded,
    vars: &[Var],
    model: lia::Model,
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Vec<lia::Model> {
    let numbers = vars.iter().filter(|v| v.sort == Sort::Int).cloned();
    let cells = grounded.cells.iter().map(|read| read.value.clone());
    let small = small(grounded, &numbers.chain(cells).collect::<Vec<_>>(), limits, budget);
    small.into_iter().chain([model]).collect()
}

/// A model with small numbers, if it is found soon.
fn small(
    grounded: &Grounded,
    vars: &[Var],
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Option<lia::Model> {
    let all: Vec<&Term> = grounded.clause.conditions().collect();
    let (sure, others) = all.split_at(grounded.sure);
    let mut used: Vec<Term> = sure.iter().copied().cloned().collect();
    let mut waiting = others.to_vec();
    budget.run_limited(limits.small, |own| {
        for _ in 0..limits.rounds {
            let model = find_small_model(&used, vars, own)?;
            let new = violated(&mut waiting, &model, limits.at_once);
            if new.is_empty() {
                return Some(model);
            }
            used.extend(new);
        }
        None
    })
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
    passive: &PassiveForm,
    clause: &Clause,
    grounded: &Grounded,
    model: &lia::Model,
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Vec<Candidate> {
    let Some(assert) = clause.origin.assert else { return vec![] };
    let inputs = passive.inputs(clause.id, &|v| holds(v, model));
    let choices = filled(clause, grounded, model, &inputs, limits, budget).into_iter();
    choices.map(|choices| Candidate { assert, choices, steps: None }).collect()
}

/// Values of these variables in a model, in several ways where the model leaves cells open.
fn filled(
    clause: &Clause,
    grounded: &Grounded,
    model: &lia::Model,
    vars: &[Var],
    limits: &DecisionLimits,
    budget: &mut Budget,
) -> Vec<Vec<Value>> {
    let scalars = clause.free_vars().into_iter().filter(|v| !v.sort.is_array());
    let scalars: Subst =
        scalars.filter_map(|v| Some((v.clone(), model.get(&v)?.to_term()))).collect();
    let put = |t: &Term| fold(&t.subst(&scalars));
    let conditions: Vec<Term> = clause.conditions().map(put).collect();
    let window = window(grounded, model, &conditions, limits);
    let premises = conditions.into_iter().map(Premise::Cond).collect();
    let goal = match &clause.goal {
        Goal::Cond(goal) => Goal::Cond(put(goal)),
        Goal::Instance(_) => return vec![],
    };
    let full = ground(&clause.with_formulas(premises, goal), &window, ground_limits(limits));
    let cells: Vec<Var> = full.cells.iter().map(|read| read.value.clone()).collect();
    let any = |budget: &mut Budget| match common_model(&full, limits, budget) {
        Ok(PremiseModel::Model(model)) => Some(model),
        _ => None,
    };
    let filled = small(&full, &cells, limits, budget).or_else(|| any(budget));
    let (reads, cells) = match &filled {
        Some(filled) => (&full.cells, filled),
        None => (&grounded.cells, model),
    };
    let fillings = [Filling::Zero, Filling::Below, Filling::First];
    fillings
        .into_iter()
        .map(|filling| {
            let value = |v: &Var| match v.sort.is_array() {
                true => array(v, reads, cells, filling, limits),
                false => scalar(v, model),
            };
            vars.iter().map(value).collect()
        })
        .collect()
}

/// The numbers around the indices of the instances, and the bounds of quantified variables in conditions
/// with numbers in the place of scalars.
fn window(
    grounded: &Grounded,
    model: &lia::Model,
    conditions: &[Term],
    limits: &DecisionLimits,
) -> Vec<Int> {
    let value = |t: &Term| model.eval(t).and_then(|n| n.as_int().cloned());
    let mut found: BTreeSet<Int> = grounded.indices.iter().filter_map(value).collect();
    conditions.iter().for_each(|c| ends(c, &mut vec![], &mut found));
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

/// The numbers that a condition compares the variables of its quantifiers with.
fn ends(t: &Term, bound: &mut Vec<Var>, out: &mut BTreeSet<Int>) {
    match t.node() {
        Node::Quant(_, vars, body) => {
            bound.extend(vars.iter().cloned());
            ends(body, bound, out);
            bound.truncate(bound.len() - vars.len());
        }
        Node::App(_, args) => {
            if !bound.is_empty()
                && let Some(Constraint::Le(f) | Constraint::Eq(f) | Constraint::Ne(f)) =
                    Constraint::from_literal(t)
                && let Some((v, c)) = f.coeffs().iter().next()
                && f.coeffs().len() == 1
                && c.abs().is_one()
                && bound.contains(v)
            {
                out.insert(&-c * f.constant_part());
            }
            args.iter().for_each(|arg| ends(arg, bound, out));
        }
        Node::Pred(..) | Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
    }
}

/// The values of cells that the model leaves open.
#[derive(Clone, Copy)]
enum Filling {
    Zero,
    /// The value of the nearest known cell below, or else of the last one. In the array property fragment it
    /// suits wherever a condition bounds its variables.
    Below,
    First,
}

fn array(
    v: &Var,
    reads: &[Read],
    model: &lia::Model,
    filling: Filling,
    limits: &DecisionLimits,
) -> Value {
    let index = |i: &Term| model.eval(i).and_then(|i| i.as_int().cloned());
    let mut cells: BTreeMap<Vec<Int>, Value> = BTreeMap::new();
    for read in reads.iter().filter(|read| read.array == *v) {
        let indices: Option<Vec<Int>> = read.indices.iter().map(index).collect();
        cells.extend(indices.map(|indices| (indices, scalar(&read.value, model))));
    }
    let default = match filling {
        Filling::Zero => None,
        Filling::Below => cells.last_key_value(),
        Filling::First => cells.first_key_value(),
    };
    let mut array = everywhere(&v.sort, default.map(|(_, value)| value));
    if let Filling::Below = filling {
        cells = filled_from_below(cells, limits.filled as i64);
    }
    if let Value::Array(array) = &mut array {
        cells.iter().for_each(|(indices, value)| {
            array.write(indices, value.clone());
        });
    }
    array
}

/// The cells and all between them in the last dimension, each with the value of the nearest one below; only
/// the cells themselves if there are more than `most`.
fn filled_from_below(cells: BTreeMap<Vec<Int>, Value>, most: i64) -> BTreeMap<Vec<Int>, Value> {
    let mut out = BTreeMap::new();
    let mut left = most;
    for ((at, value), next) in cells.iter().zip(cells.keys().skip(1)) {
        let (Some((here, row)), Some((end, other))) = (at.split_last(), next.split_last()) else {
            return cells;
        };
        let gap = (end - here).to_i64().filter(|gap| row == other && *gap <= left);
        let Some(gap) = gap.or((row != other).then_some(1)) else { return cells };
        left -= gap;
        for n in 0..gap {
            let index = row.iter().cloned().chain([here + &Int::from(n)]).collect();
            out.insert(index, value.clone());
        }
    }
    out.extend(cells.into_iter().next_back());
    out
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

/// The limits of clauses that are made finite.
pub fn ground_limits(limits: &DecisionLimits) -> Limits {
    let DecisionLimits { instances, all_instances, depth, .. } = *limits;
    Limits { instances, all_instances, depth }
}
