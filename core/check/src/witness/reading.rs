//! The terms of a loss with its model: constants for scalars, names for the arrays of the model and of the
//! valuation.

use super::{Claim, IncompleteCall, Unreadable, WitnessRejection};
use hornbook_abstraction::abstract_::concrete_value;
use hornbook_abstraction::eliminate::Instantiated;
use hornbook_abstraction::sigma::{Shape, Sigma, Value};
use hornbook_abstraction::witness::model::{ArrayValue, Concrete, Loss};
use hornbook_horn::arrays::counts;
use hornbook_horn::{
    Goal, Instance, Names, Node, PredId, Premise, Quantifier, Sort, Subst, Term, Var,
};
use std::collections::{BTreeMap, BTreeSet};

/// The call under the model of a loss.
pub(super) struct Reading<'r> {
    pub(super) question: IncompleteCall<'r>,
    pub(super) loss: &'r Loss,
    pub(super) names: Names,
    /// The names of arrays with known values.
    pub(super) arrays: BTreeMap<Var, ArrayValue>,
    /// The listed tuples of each predicate.
    tuples: BTreeMap<PredId, Vec<Value>>,
    /// The valuation.
    ground: Subst,
    /// The abstract value of the goal under the valuation, if the goal is a predicate.
    goal: Option<Value>,
}

impl<'r> Reading<'r> {
    pub(super) fn new(
        question: IncompleteCall<'r>,
        loss: &'r Loss,
    ) -> Result<Reading<'r>, WitnessRejection> {
        let names = Names::avoiding(variables(question, loss));
        let (arrays, tuples) = (BTreeMap::new(), BTreeMap::new());
        let ground = Subst::new();
        let mut reading = Reading { question, loss, names, arrays, tuples, ground, goal: None };
        if question.elimination.calls.get(question.call).is_none() {
            return Err(Unreadable("no such call"));
        }
        let freed = &question.elimination.goal_freed;
        let counting = |t: &Term| counts::counts(t);
        if freed.terms().any(counting) || reading.done().call.sigma.counts() {
            return Err(Unreadable("numbers of occurrences"));
        }
        for (v, c) in &loss.valuation {
            if !c.fits(&v.sort) {
                return Err(Unreadable("a value of another sort"));
            }
            let constant = reading.constant(c);
            reading.ground.insert(v.clone(), constant);
        }
        reading.read_model()?;
        if let Goal::Instance(goal) = &freed.goal {
            let leaves: Vec<Term> = goal.args.iter().map(|t| reading.ground(t)).collect();
            // The model leaves out a constant value, the same under all valuations.
            if leaves.iter().any(|t| reading.evaluate(t).is_none()) {
                return Err(Unreadable("a goal without a value"));
            }
            let formal = question.abstraction.formal(goal.pred);
            let value = filled(formal, &mut leaves.into_iter());
            reading.goal = Some(value.ok_or(Unreadable("a goal of another shape"))?);
        }
        Ok(reading)
    }

    fn read_model(&mut self) -> Result<(), WitnessRejection> {
        for model in &self.loss.model {
            let known = self.question.system.pred_ids().any(|p| p == model.pred);
            if !known || self.tuples.contains_key(&model.pred) {
                return Err(Unreadable("a model of another shape"));
            }
            let params = &self.question.system.pred(model.pred).params;
            let fits = |t: &Vec<Concrete>| {
                t.len() == params.len() && t.iter().zip(params).all(|(c, v)| c.fits(&v.sort))
            };
            if !model.tuples.iter().all(fits) {
                return Err(Unreadable("a tuple that does not fit its predicate"));
            }
            let scalars = |v: &Var| params.contains(v) && !v.sort.is_array();
            if let Some(rest) = &model.rest {
                let plain = !rest.has_quantifier() && !rest.has_pred();
                let of_goal = matches!(&self.question.elimination.goal_freed.goal,
                    Goal::Instance(goal) if goal.pred == model.pred);
                if !plain || !of_goal || !rest.free_vars().iter().all(scalars) {
                    return Err(Unreadable("a condition on the other tuples"));
                }
            }
            let tuple = |t: &Vec<Concrete>| {
                Value::Tuple(t.iter().map(|c| Value::Leaf(self.constant(c))).collect())
            };
            let tuples = model.tuples.iter().map(tuple).collect();
            self.tuples.insert(model.pred, tuples);
        }
        Ok(())
    }

    /// The call in question; there is one.
    pub(super) fn done(&self) -> &'r Instantiated {
        &self.question.elimination.calls[self.question.call]
    }

    pub(super) fn tuples(&self, pred: PredId) -> &[Value] {
        self.tuples.get(&pred).map_or(&[], |t| t)
    }

    fn rest(&self, pred: PredId) -> Option<&'r Term> {
        self.loss.model.iter().find(|m| m.pred == pred)?.rest.as_ref()
    }

    /// A value as a term.
    fn constant(&mut self, c: &Concrete) -> Term {
        match c {
            Concrete::Scalar(v) => v.to_term(),
            Concrete::Array(a) => {
                let name = self.names.fresh(&Var::new("known", sort_of(c)));
                self.arrays.insert(name.clone(), a.clone());
                Term::var(&name)
            }
        }
    }

    /// The term under the valuation.
    pub(super) fn ground(&self, t: &Term) -> Term {
        t.subst(&self.ground)
    }

    /// The abstraction of a predicate for a tuple, whose scalars its formulas may mention.
    pub(super) fn sigma_of(&self, pred: PredId, tuple: &Value) -> Sigma {
        let params = &self.question.system.pred(pred).params;
        let scalars = params.iter().zip(tuple.leaves()).filter(|(p, _)| !p.sort.is_array());
        let map: Subst = scalars.map(|(p, t)| (p.clone(), t)).collect();
        self.question.abstraction.sigma(pred).subst(&map)
    }

    fn shape(&self, pred: PredId) -> Shape {
        Shape::of_params(&self.question.system.pred(pred).params)
    }

    /// The `q` of the abstraction with these leaves.
    pub(super) fn between(
        &mut self,
        sigma: &Sigma,
        pred: PredId,
        leaves: &[Concrete],
    ) -> Option<Value> {
        let (_, like) = sigma.fresh(&self.shape(pred), &mut self.names);
        let terms: Vec<Term> = leaves.iter().map(|c| self.constant(c)).collect();
        filled(&like, &mut terms.into_iter())
    }

    /// `∃q: F[q](sharp, value)`.
    fn has(&mut self, sigma: &Sigma, pred: PredId, sharp: &Value, value: &Value) -> Term {
        let (_, q) = sigma.fresh(&self.shape(pred), &mut self.names);
        let vars = q.leaves().iter().filter_map(|t| t.as_var().cloned()).collect();
        Term::quant(Quantifier::Exists, vars, sigma.formula(sharp, &q, value))
    }

    /// The claim that a tuple has the goal's abstract value.
    pub(super) fn has_goal_value(
        &mut self,
        pred: PredId,
        tuple: &Value,
    ) -> Result<Term, WitnessRejection> {
        let sigma = self.sigma_of(pred, tuple);
        let goal = self.goal.clone().ok_or(Unreadable("no goal"))?;
        Ok(self.has(&sigma, pred, &goal, tuple))
    }

    /// The claim that the arguments of the goal have its abstract value, with the names that the loss gives
    /// to the intermediate value.
    fn goal_has_goal_value(&mut self, instance: &Instance) -> Result<Term, WitnessRejection> {
        let between = &self.loss.between;
        if between.is_empty() {
            return self.instance_has_goal_value(instance);
        }
        let taken = call_variables(self.question);
        let distinct: BTreeSet<&Var> = between.iter().collect();
        if distinct.len() < between.len() || between.iter().any(|v| taken.contains(v)) {
            return Err(Unreadable("a name that is taken"));
        }
        let sigma = self.question.abstraction.sigma_at(instance, self.question.system);
        let goal = self.goal.clone().ok_or(Unreadable("no goal"))?;
        let (_, like) = sigma.fresh(&self.shape(instance.pred), &mut self.names);
        let q = filled(&like, &mut between.iter().map(Term::var));
        let q = q.ok_or(Unreadable("names of another shape"))?;
        Ok(sigma.formula(&goal, &q, &concrete_value(instance)))
    }

    /// The claim that the arguments of an instance have the goal's abstract value.
    fn instance_has_goal_value(&mut self, instance: &Instance) -> Result<Term, WitnessRejection> {
        let sigma = self.question.abstraction.sigma_at(instance, self.question.system);
        let goal = self.goal.clone().ok_or(Unreadable("no goal"))?;
        Ok(self.has(&sigma, instance.pred, &goal, &concrete_value(instance)))
    }

    /// The claim that the model has the arguments of an instance under the valuation.
    pub(super) fn contains(&mut self, instance: &Instance) -> Result<Vec<Claim>, WitnessRejection> {
        let args: Vec<Term> = instance.args.iter().map(|t| self.ground(t)).collect();
        let values: Option<Vec<Concrete>> = args.iter().map(|t| self.evaluate(t)).collect();
        let values = values.ok_or(Unreadable("an argument without a value"))?;
        let listed = self.loss.model.iter().filter(|m| m.pred == instance.pred);
        let same = |t: &Vec<Concrete>| t.iter().zip(&values).all(|(a, b)| a.same(b));
        if listed.flat_map(|m| &m.tuples).any(same) {
            return Ok(vec![]);
        }
        let Some(rest) = self.rest(instance.pred) else {
            return Err(WitnessRejection::ContextHolds);
        };
        let rest = rest.subst(&self.params(instance.pred, &args));
        let has = self.instance_has_goal_value(instance)?;
        let claims = [rest, Term::not(self.ground(&has))];
        Ok(claims.into_iter().map(|c| (c, WitnessRejection::ContextHolds)).collect())
    }

    /// The claim that listed tuples have the results of an earlier call under the valuation.
    pub(super) fn has_left(&mut self, done: &Instantiated) -> Vec<Claim> {
        let tuples = self.tuples(done.pred).to_vec();
        let mut out = vec![];
        for element in &done.call.set {
            let formula = done.call.sigma.formula(&element.sharp, &element.q, &done.call.expr);
            let formula = self.ground(&formula);
            let sharp = element.sharp.map(&mut |t| self.ground(t));
            let mut cases = vec![];
            for tuple in &tuples {
                let sigma = self.sigma_of(done.pred, tuple);
                cases.push(self.has(&sigma, done.pred, &sharp, tuple));
            }
            let claim = Term::implies(formula, Term::or(cases));
            out.push((claim, WitnessRejection::ContextHolds));
        }
        out
    }

    fn params(&self, pred: PredId, args: &[Term]) -> Subst {
        let params = &self.question.system.pred(pred).params;
        params.iter().cloned().zip(args.iter().cloned()).collect()
    }

    /// A formula that holds if `sharp ∈ α(M(pred))`.
    fn member(&mut self, pred: PredId, sharp: &Value) -> Term {
        let mut cases = vec![];
        for tuple in self.tuples(pred).to_vec() {
            let sigma = self.sigma_of(pred, &tuple);
            cases.push(self.has(&sigma, pred, sharp, &tuple));
        }
        if let Some(rest) = self.rest(pred) {
            // Scalars that the abstraction keeps are part of the abstract value.
            let parts = match self.question.abstraction.sigma(pred) {
                Sigma::Tuple(parts) => parts.as_slice(),
                _ => &[],
            };
            let params = &self.question.system.pred(pred).params;
            let seen = params.iter().zip(parts).zip(sharp.parts());
            let seen: Subst = seen
                .filter_map(|((v, sigma), value)| match (sigma, value) {
                    (Sigma::Id, Value::Leaf(t)) => Some((v.clone(), t.clone())),
                    _ => None,
                })
                .collect();
            let known = rest.free_vars().iter().all(|v| seen.contains_key(v));
            cases.push(if known { rest.subst(&seen) } else { Term::bool(true) });
        }
        Term::or(cases)
    }

    /// The representatives: instances of this premise and of those after it.
    pub(super) fn representatives(&mut self) -> Result<Vec<Term>, WitnessRejection> {
        let (question, first) = (self.question, self.done().premise);
        let mut out = vec![];
        for (premise, element) in &self.loss.representatives {
            let Some(Premise::Instance(instance)) =
                question.concrete.premises.get(*premise).filter(|_| *premise >= first)
            else {
                return Err(Unreadable("a representative of no such premise"));
            };
            let sigma = question.abstraction.sigma_at(instance, question.system);
            let (sharp, q) = sigma.fresh(&self.shape(instance.pred), &mut self.names);
            if !same_shape(&sharp, &element.sharp) || !same_shape(&q, &element.q) {
                return Err(Unreadable("a representative of the wrong shape"));
            }
            let formula = sigma.formula(&element.sharp, &element.q, &concrete_value(instance));
            let member = self.member(instance.pred, &element.sharp);
            out.push(Term::implies(formula, member));
        }
        Ok(out)
    }

    /// The instances that earlier calls have left.
    pub(super) fn earlier_calls(&mut self) -> Result<Vec<Term>, WitnessRejection> {
        let question = self.question;
        let mut out = vec![];
        for done in &question.elimination.calls[..question.call] {
            for element in &done.call.set {
                let formula = done.call.sigma.formula(&element.sharp, &element.q, &done.call.expr);
                let member = self.member(done.pred, &element.sharp);
                out.push(Term::implies(formula, member));
            }
        }
        Ok(out)
    }

    /// Consequences of a goal, whose guard holds, that is not in the model.
    pub(super) fn goal_is_missing(
        &mut self,
        goal: &Instance,
    ) -> Result<Vec<Term>, WitnessRejection> {
        let question = self.question;
        let Goal::Instance(source) = &question.concrete.goal else {
            return Err(Unreadable("a goal of another kind"));
        };
        let mut out = vec![];
        let sharp = filled(question.abstraction.formal(goal.pred), &mut goal.args.iter().cloned());
        let sharp = sharp.ok_or(Unreadable("a goal of another shape"))?;
        for tuple in self.tuples(goal.pred).to_vec() {
            let sigma = self.sigma_of(goal.pred, &tuple);
            out.push(Term::not(self.has(&sigma, goal.pred, &sharp, &tuple)));
        }
        let Some(rest) = self.rest(goal.pred) else { return Ok(out) };
        let rest = rest.subst(&self.params(goal.pred, &source.args));
        let has = self.goal_has_goal_value(source)?;
        out.push(Term::implies(rest, has));
        let first = self.done().premise;
        for premise in &question.concrete.premises[first..] {
            if let Premise::Instance(instance) = premise
                && instance.pred == goal.pred
            {
                out.push(Term::not(self.instance_has_goal_value(instance)?));
            }
        }
        Ok(out)
    }
}

/// A value of the shape of `like` with the next leaves, all of them.
fn filled(like: &Value, leaves: &mut impl Iterator<Item = Term>) -> Option<Value> {
    fn fill(like: &Value, leaves: &mut impl Iterator<Item = Term>) -> Option<Value> {
        match like {
            Value::Leaf(t) => leaves.next().filter(|l| l.sort() == t.sort()).map(Value::Leaf),
            Value::Tuple(parts) => {
                let parts = parts.iter().map(|p| fill(p, leaves));
                Some(Value::Tuple(parts.collect::<Option<_>>()?))
            }
        }
    }
    let value = fill(like, leaves)?;
    leaves.next().is_none().then_some(value)
}

fn same_shape(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Leaf(a), Value::Leaf(b)) => a.sort() == b.sort(),
        (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_shape(a, b))
        }
        _ => false,
    }
}

fn sort_of(c: &Concrete) -> Sort {
    match c {
        Concrete::Scalar(v) => v.to_term().sort(),
        Concrete::Array(a) => Sort::array_of(sort_of(&a.tail)),
    }
}

/// All variables of the call, bound ones too.
fn call_variables(question: IncompleteCall<'_>) -> BTreeSet<Var> {
    let elements = question.elimination.calls.iter().flat_map(|c| &c.call.set);
    let leaves = elements.flat_map(|i| i.sharp.leaves().into_iter().chain(i.q.leaves()));
    let mut out: BTreeSet<Var> = leaves.flat_map(|t| all_vars(&t)).collect();
    out.extend(question.concrete.all_vars());
    out.extend(question.elimination.goal_freed.all_vars());
    let params = question.system.pred_ids().flat_map(|p| &question.system.pred(p).params);
    out.extend(params.cloned());
    out
}

/// All variables of the call and of the loss.
fn variables(question: IncompleteCall<'_>, loss: &Loss) -> BTreeSet<Var> {
    let elements = loss.representatives.iter().map(|(_, i)| i);
    let leaves = elements.flat_map(|i| i.sharp.leaves().into_iter().chain(i.q.leaves()));
    let terms = leaves.chain(loss.indices.iter().cloned());
    let mut out: BTreeSet<Var> = terms.flat_map(|t| all_vars(&t)).collect();
    out.extend(call_variables(question));
    out.extend(loss.valuation.iter().map(|(v, _)| v.clone()));
    out.extend(loss.between.iter().cloned());
    out
}

fn all_vars(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        Node::Var(v) => BTreeSet::from([v.clone()]),
        Node::Int(_) | Node::Bool(_) => BTreeSet::new(),
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(all_vars).collect(),
        Node::Quant(_, vars, body) => vars.iter().cloned().chain(all_vars(body)).collect(),
    }
}
