//! Patterns of tuples that agree with the premise's arguments but for chosen cells and for their tails, with
//! values for all variables: each instance is one of some tuple, the context is false for the arguments, and
//! true for each tuple.

use super::cells::{Path, arrays_of, bottom};
use super::evaluate::{Valuation, scalar};
use super::problem::CallParts;
use super::shapes::{Shapes, SymbolicArray};
use super::{build, reading_steps};
use hornbook_abstraction::abstract_::concrete_value;
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_abstraction::witness::model::{ArrayValue, Concrete, Scalar};
use hornbook_base::{Budget, Int};
use hornbook_horn::fold::fold;
use hornbook_horn::{Instance, Sort, Subst, Term, Var};
use hornbook_lia::Model;
use hornbook_lia::lp::find_small_model;
use std::collections::{BTreeMap, BTreeSet};

/// The cells at which the tuples deviate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// For each tuple the component and the number of its cell.
    pub(super) deviations: Vec<Vec<(usize, usize)>>,
    /// Whether tuples may deviate everywhere.
    pub(super) is_free: bool,
    /// The contents of unnamed cells.
    pub(super) tails: Tails,
    /// Whether tuples may also deviate at some unnamed cell.
    pub(super) somewhere: bool,
    /// Whether indices and values are to be natural numbers, which are easier to read.
    pub(super) natural: bool,
}

/// The tails of tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tails {
    /// The number of the tuple.
    Numbered,
    /// A large number, another one for each array.
    Large,
    /// Any value, another one for each tuple.
    Any,
}

/// Values for a pattern.
pub(super) struct PatternValues {
    /// Whether tuples may deviate at unnamed cells.
    pub(super) somewhere: bool,
    pub(super) tuples: Vec<Vec<Concrete>>,
    pub(super) valuation: Valuation,
}

/// The reason why there are no values.
pub(super) enum FillFailure {
    /// The constraints have no model.
    NoModel,
    /// Some array has no cells.
    NoCells,
}

impl Pattern {
    pub(super) fn fill(
        &self,
        parts: &CallParts<'_>,
        budget: &mut Budget,
    ) -> Result<PatternValues, FillFailure> {
        let mut filling = PatternEncoder::new(parts, self);
        let formulas = filling.formulas().ok_or(FillFailure::NoCells)?;
        let formulas: Vec<Term> = formulas.iter().map(fold).collect();
        let order: BTreeSet<Var> = formulas.iter().flat_map(Term::free_vars).collect();
        let order: Vec<Var> = order.into_iter().collect();
        budget.spend(reading_steps(&formulas)).map_err(|_| FillFailure::NoModel)?;
        let model = find_small_model(&formulas, &order, budget).ok_or(FillFailure::NoModel)?;
        filling.concrete(&model).ok_or(FillFailure::NoCells)
    }
}

struct PatternEncoder<'f, 'p> {
    parts: &'f CallParts<'p>,
    pattern: &'f Pattern,
    shapes: Shapes,
    /// Variables for indices that have arrays in them.
    named: BTreeMap<Term, Term>,
    /// The contents of each component of each tuple.
    tuples: Vec<Vec<Term>>,
    /// Values of tuples where they deviate.
    others: Vec<Term>,
    /// The tails of each component's tuples.
    tails: BTreeMap<usize, Vec<Term>>,
    /// A fresh index.
    somewhere: Option<Term>,
}

impl<'f, 'p> PatternEncoder<'f, 'p> {
    fn new(parts: &'f CallParts<'p>, pattern: &'f Pattern) -> PatternEncoder<'f, 'p> {
        let (indices, named, names) = (vec![], vec![], parts.names());
        let shapes = Shapes { arrays: BTreeMap::new(), indices, named, names };
        let (named, tuples, others, tails) = (BTreeMap::new(), vec![], vec![], BTreeMap::new());
        PatternEncoder { parts, pattern, shapes, named, tuples, others, tails, somewhere: None }
    }

    fn formulas(&mut self) -> Option<Vec<Term>> {
        let mut out = vec![];
        if self.pattern.somewhere {
            self.somewhere = Some(Term::var(&self.shapes.names.fresh(&Var::int("somewhere"))));
        }
        self.arrays();
        self.indices();
        for (t, x) in self.named.clone() {
            let value = self.shapes.scalar(&t)?;
            out.push(Term::eq(x, value));
        }
        out.extend(self.elsewhere());
        for n in 0..self.pattern.deviations.len() {
            let tuple = self.tuple(n)?;
            self.tuples.push(tuple);
        }
        let parts = self.parts;
        for n in 0..self.tuples.len() {
            let bad = self.context_is_false(n);
            out.push(self.shapes.formula(&bad, false)?);
        }
        for condition in &parts.conditions {
            out.push(self.shapes.formula(condition, true)?);
        }
        if let Some((_, goal)) = parts.goal {
            out.push(self.shapes.formula(&goal.guard, true)?);
        }
        out.extend(self.goal_is_missing()?);
        out.extend(self.seen()?);
        out.extend(self.different()?);
        if self.pattern.tails == Tails::Any {
            for tails in self.tails.values().filter(|t| t[0].sort() == Sort::Int) {
                for (n, a) in tails.iter().enumerate() {
                    let other = |b: &Term| Term::not(Term::eq(a.clone(), b.clone()));
                    out.extend(tails[..n].iter().map(other));
                }
            }
        }
        if self.pattern.natural {
            let indices = self.shapes.indices.iter().skip(2).cloned();
            let all: Vec<Term> = indices.chain(self.others.iter().cloned()).collect();
            for t in all.iter().filter(|t| t.sort() == Sort::Int) {
                let t = self.shapes.scalar(t)?;
                out.push(Term::le(Term::int(0), t));
            }
        }
        Some(out)
    }

    /// The clause's arrays: a value for each cell and one for all others.
    fn arrays(&mut self) {
        for v in arrays_of(&self.parts.vars) {
            let mut cells: Vec<(Path, Term)> = vec![];
            for path in self.parts.cells.for_var(&v) {
                let path: Path = path.iter().map(|k| self.index(k)).collect();
                if !cells.iter().any(|(p, _)| *p == path) {
                    let name = Var::new(format!("{}_is", v.name), bottom(&v.sort).clone());
                    cells.push((path, Term::var(&self.shapes.names.fresh(&name))));
                }
            }
            if let Some(z) = &self.somewhere {
                let name = Var::new(format!("{}_is", v.name), bottom(&v.sort).clone());
                let value = Term::var(&self.shapes.names.fresh(&name));
                cells.push((vec![z.clone(); super::cells::depth(&v.sort)], value));
            }
            let name = Var::new(format!("{}_tail", v.name), bottom(&v.sort).clone());
            let tail = Term::var(&self.shapes.names.fresh(&name));
            self.shapes.arrays.insert(v, SymbolicArray { cells, tail });
        }
    }

    /// An index without arrays.
    fn index(&mut self, k: &Term) -> Term {
        if !k.has_array() {
            return fold(k);
        }
        let names = &mut self.shapes.names;
        let fresh = || Term::var(&names.fresh(&Var::int("at")));
        self.named.entry(k.clone()).or_insert_with(fresh).clone()
    }

    /// All indices, and one below and one above all of them.
    fn indices(&mut self) {
        let low = Term::var(&self.shapes.names.fresh(&Var::int("below")));
        let high = Term::var(&self.shapes.names.fresh(&Var::int("above")));
        let mut all = vec![low, high];
        for sym in self.shapes.arrays.values() {
            for k in sym.cells.iter().flat_map(|(path, _)| path) {
                if !all.contains(k) {
                    all.push(k.clone());
                }
            }
        }
        self.shapes.indices = all;
    }

    fn elsewhere(&self) -> Vec<Term> {
        let [low, high, others @ ..] = self.shapes.indices.as_slice() else { return vec![] };
        let between =
            |k: &Term| [Term::lt(low.clone(), k.clone()), Term::lt(k.clone(), high.clone())];
        others.iter().flat_map(between).collect()
    }

    /// The arguments with other values at the deviating cells, and with a tail of their own.
    fn tuple(&mut self, n: usize) -> Option<Vec<Term>> {
        let parts = self.parts;
        let width = parts.components.len();
        let mut out = vec![];
        for (j, component) in parts.components.iter().enumerate() {
            let Some(root) = component.root.as_ref().filter(|_| component.is_free) else {
                out.push(component.arg.clone());
                continue;
            };
            let sort = component.arg.sort();
            let scalar = bottom(&sort).clone();
            let deviating: Vec<Path> = self.pattern.deviations[n]
                .iter()
                .filter(|(c, _)| *c == j)
                .filter_map(|(_, cell)| component.relevant.get(*cell).cloned())
                .collect();
            let (mut before, mut cells) = (vec![], vec![]);
            let depth = super::cells::depth(&sort);
            for path in parts.cells.for_var(root).to_vec() {
                if path.len() != depth {
                    continue;
                }
                let at: Path = path.iter().map(|k| self.index(k)).collect();
                if deviating.contains(&path) || self.pattern.is_free {
                    let other = self.shapes.names.fresh(&Var::new("other", scalar.clone()));
                    self.others.push(Term::var(&other));
                    before.push((at, Term::var(&other)));
                } else {
                    let value = self.shapes.read(&component.arg, at.clone())?;
                    cells.push((at, value));
                }
            }
            before.extend(cells);
            if let Some(z) = &self.somewhere {
                let other = self.shapes.names.fresh(&Var::new("other", scalar.clone()));
                before.push((vec![z.clone(); depth], Term::var(&other)));
            }
            let tail = match (&scalar, self.pattern.tails) {
                (Sort::Bool, Tails::Numbered) => Term::bool(n.is_multiple_of(2)),
                (Sort::Bool, Tails::Large) => Term::bool((n + j).is_multiple_of(2)),
                (_, Tails::Numbered) => Term::int(n + 1),
                (_, Tails::Large) => Term::int(100 + n * width + j),
                (_, Tails::Any) => {
                    Term::var(&self.shapes.names.fresh(&Var::new("tail", scalar.clone())))
                }
            };
            self.tails.entry(j).or_default().push(tail.clone());
            let v = self.shapes.names.fresh(&Var::new(format!("row{n}"), sort));
            self.shapes.arrays.insert(v.clone(), SymbolicArray { cells: before, tail });
            out.push(Term::var(&v));
        }
        Some(out)
    }

    /// The clause's arrays replaced by those of a tuple.
    fn tuple_arrays(&self, n: usize) -> Subst {
        let mut map = Subst::new();
        for (component, value) in self.parts.components.iter().zip(&self.tuples[n]) {
            if let Some(v) = component.arg.as_var().filter(|_| component.is_free) {
                map.entry(v.clone()).or_insert_with(|| value.clone());
            }
        }
        map
    }

    /// The formula that the context is false for a tuple in the place of the arguments.
    fn context_is_false(&mut self, n: usize) -> Term {
        let parts = self.parts;
        let map = self.tuple_arrays(n);
        let here = |t: &Term| t.subst(&parts.defined).subst(&map);
        let mut all: Vec<Term> = vec![];
        for (component, value) in parts.components.iter().zip(&self.tuples[n]) {
            let arg = component.arg.subst(&map);
            if arg != *value {
                all.push(Term::eq(arg, value.clone()));
            }
        }
        for (premise, instance, later) in &parts.others {
            let same = |t: &Term| {
                let other = here(t);
                (other != *t).then(|| Term::eq(other, t.clone()))
            };
            if *later {
                all.extend(instance.args.iter().filter_map(same));
            } else {
                let calls = parts.problem.elimination.calls.iter();
                let call = calls.filter(|c| c.premise == *premise);
                let leaves = call.flat_map(|c| &c.call.set).flat_map(|i| i.sharp.leaves());
                all.extend(leaves.collect::<Vec<_>>().iter().filter_map(same));
            }
        }
        all.extend(parts.conditions.iter().map(here));
        if let Some((source, goal)) = parts.goal {
            let source = source.subst(&parts.defined).subst(&map);
            all.push(self.goal_value_in(&source, goal));
        }
        Term::and(all)
    }

    /// The formula that the arguments of an instance of the goal's predicate have the goal's abstract value.
    fn goal_value_in(&mut self, instance: &Instance, goal: &Instance) -> Term {
        let problem = self.parts.problem;
        let sigma = problem.abstraction.sigma_at(instance, problem.system);
        let value = concrete_value(instance);
        let sharp = filled(problem.abstraction.formal(goal.pred), &mut goal.args.iter().cloned());
        let Some(sharp) = sharp else { return Term::bool(true) };
        build::has(&sigma, &sharp, &value, &self.shapes.indices, &mut self.shapes.names)
    }

    /// Where the goal's predicate is that of a premise: no tuple has the goal's abstract value.
    fn goal_is_missing(&mut self) -> Option<Vec<Term>> {
        let parts = self.parts;
        let Some((_, goal)) = parts.goal else { return Some(vec![]) };
        let mut rows: Vec<Instance> = vec![];
        if parts.premise.pred == goal.pred {
            rows.extend(self.tuples.iter().map(|t| Instance::plain(goal.pred, t.clone())));
        }
        let same = parts.others.iter().filter(|(_, i, _)| i.pred == goal.pred);
        rows.extend(same.map(|(_, i, _)| (*i).clone()));
        let mut out = vec![];
        for row in rows {
            let has = self.goal_value_in(&row, goal);
            out.push(self.shapes.formula(&has, false)?);
        }
        Some(out)
    }

    /// Each instance is one of some tuple.
    fn seen(&mut self) -> Option<Vec<Term>> {
        let call = &self.parts.done.call;
        let mut out = vec![];
        for instance in &call.set {
            let guard = fold(&call.sigma.formula(&instance.sharp, &instance.q, &call.expr));
            let mut cases = vec![];
            if !guard.is_true() {
                cases.push(self.shapes.formula(&guard, false)?);
            }
            for n in 0..self.tuples.len() {
                let value = Value::Tuple(self.tuples[n].iter().cloned().map(Value::Leaf).collect());
                let indices = self.shapes.indices.clone();
                let Sigma::Tuple(sigmas) = &call.sigma else { return None };
                let mut all = vec![];
                let values = instance.sharp.parts().iter().zip(value.parts());
                for (sigma, (sharp, a)) in sigmas.iter().zip(values) {
                    if sharp == a {
                        continue;
                    }
                    let has = build::has(sigma, sharp, a, &indices, &mut self.shapes.names);
                    all.push(self.shapes.formula(&has, true)?);
                }
                cases.push(Term::and(all));
            }
            out.push(Term::or(cases));
        }
        Some(out)
    }

    /// The deviating cells are different; one that was left out is none of the chosen ones.
    fn different(&mut self) -> Option<Vec<Term>> {
        let mut cells: Vec<(usize, usize)> = self.pattern.deviations.concat();
        let deviating = cells.len();
        for (j, cell) in cells.clone() {
            let component = &self.parts.components[j];
            if cell >= component.chosen {
                cells.extend((0..component.chosen).map(|c| (j, c)));
            }
        }
        let mut out = vec![];
        for (n, (j, cell)) in cells.iter().enumerate() {
            for (m, (i, other)) in cells[..n].iter().enumerate() {
                if i != j || m >= deviating || cell == other {
                    continue;
                }
                let relevant = &self.parts.components[*j].relevant;
                let (a, b) = (relevant[*cell].clone(), relevant[*other].clone());
                let a: Path = a.iter().map(|k| self.index(k)).collect();
                let b: Path = b.iter().map(|k| self.index(k)).collect();
                let pairs = a.into_iter().zip(b);
                out.push(Term::not(Term::and(pairs.map(|(a, b)| Term::eq(a, b)))));
            }
        }
        Some(out)
    }

    /// The pattern with the values of the solver's model.
    fn concrete(&self, model: &Model) -> Option<PatternValues> {
        let mut valuation = Valuation::new();
        for v in &self.parts.vars {
            let value = match &v.sort {
                Sort::Array(_) => Concrete::Array(self.array(v, model)?),
                Sort::Int | Sort::Bool => match model.get(v) {
                    Some(value) => Concrete::Scalar(scalar(value)),
                    None => Concrete::zero(&v.sort),
                },
            };
            valuation.insert(v.clone(), value);
        }
        let mut tuples = vec![];
        for tuple in &self.tuples {
            let one = |t: &Term| match t.as_var() {
                Some(v) if !valuation.contains_key(v) => {
                    Some(Concrete::Array(self.array(v, model)?))
                }
                _ => super::evaluate::evaluate(t, &valuation),
            };
            tuples.push(tuple.iter().map(one).collect::<Option<_>>()?);
        }
        Some(PatternValues { somewhere: self.pattern.somewhere, tuples, valuation })
    }

    fn array(&self, v: &Var, model: &Model) -> Option<ArrayValue> {
        let sym = self.shapes.arrays.get(v)?;
        let scalar = |t: &Term| -> Option<Scalar> {
            let mut map = model.clone();
            for w in t.free_vars() {
                if map.get(&w).is_none() {
                    map.values.insert(w.clone(), zero(&w.sort)?);
                }
            }
            map.eval(t).map(scalar)
        };
        let mut array = constant(&v.sort, Concrete::Scalar(scalar(&sym.tail)?))?;
        for (path, value) in sym.cells.iter().rev() {
            let path: Option<Vec<Int>> =
                path.iter().map(|k| scalar(k).and_then(|k| k.as_int().cloned())).collect();
            array = array.set_at(&path?, Concrete::Scalar(scalar(value)?));
        }
        Some(array)
    }
}

fn zero(sort: &Sort) -> Option<hornbook_lia::Value> {
    match sort {
        Sort::Int => Some(hornbook_lia::Value::Int(Int::ZERO)),
        Sort::Bool => Some(hornbook_lia::Value::Bool(false)),
        Sort::Array(_) => None,
    }
}

/// An array with this scalar in each cell.
fn constant(sort: &Sort, value: Concrete) -> Option<ArrayValue> {
    match sort {
        Sort::Array(element) if element.is_array() => {
            Some(ArrayValue::constant(Concrete::Array(constant(element, value)?)))
        }
        Sort::Array(_) => Some(ArrayValue::constant(value)),
        _ => None,
    }
}

/// A value of the shape of `like` with the next leaves.
pub(super) fn filled(like: &Value, leaves: &mut impl Iterator<Item = Term>) -> Option<Value> {
    match like {
        Value::Leaf(_) => leaves.next().map(Value::Leaf),
        Value::Tuple(parts) => {
            Some(Value::Tuple(parts.iter().map(|p| filled(p, leaves)).collect::<Option<_>>()?))
        }
    }
}
