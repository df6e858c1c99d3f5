//! From values to a loss: the tuples that have the instances, the other tuples of the goal's predicate, and
//! the instances that do not hold together.

use super::build::{self, ValueChoice};
use super::cells::Path;
use super::evaluate::{Valuation, evaluate};
use super::pattern::PatternValues;
use super::problem::CallParts;
use hornbook_abstraction::abstract_::concrete_value;
use hornbook_abstraction::insts::Instantiation;
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_abstraction::witness::model::{ArrayValue, Concrete, InstanceTuple, Loss, PredModel};
use hornbook_base::Int;
use hornbook_horn::{Instance, Names, PredId, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// The cells for representatives.
#[derive(Clone, Copy)]
struct RepresentativeCells<'f> {
    /// Cells that only tails have.
    far: &'f [Int],
    /// The goal's abstract value.
    known: &'f Subst,
    /// Further cells.
    more: &'f [Term],
}

/// The maximal number of representatives of one premise.
const REPRESENTATIVES: usize = 150;

/// The candidate losses of the values, in the order in which they are to be tried.
pub(super) fn candidate_losses(parts: &CallParts<'_>, filled: &PatternValues) -> Option<Vec<Loss>> {
    let held = held(parts, filled)?;
    let mut model: Vec<PredModel> = vec![];
    add(&mut model, parts.premise.pred, &filled.tuples);
    for (_, instance, _) in &parts.others {
        let tuple = instance.args.iter().map(|t| evaluate(t, &filled.valuation));
        add(&mut model, instance.pred, &[tuple.collect::<Option<Vec<_>>>()?]);
    }
    let valuation: Vec<(Var, Concrete)> = filled.valuation.clone().into_iter().collect();
    let far = far(&model, &filled.valuation);
    let mut indices: Vec<Term> = far.iter().take(2).map(|k| Term::int(k.clone())).collect();
    let known = known(parts, filled);
    let paths = parts.cells.0.values().flatten().flatten().map(|k| k.subst(&known));
    for k in paths.chain(distinguished(&model).into_iter().map(Term::int)) {
        if !indices.contains(&k) {
            indices.push(k);
        }
    }
    let between = between(parts);
    let named = between.iter().filter(|v| v.sort == Sort::Int).map(Term::var);
    let mut more: Vec<Term> = named.collect();
    if filled.somewhere {
        more.extend(distinguished(&model).into_iter().map(Term::int));
    }
    let places = RepresentativeCells { far: &far, known: &known, more: &more };
    let mut representatives = representatives(parts, parts.done.premise, parts.premise, places);
    for (premise, instance, later) in &parts.others {
        if *later {
            representatives.extend(self::representatives(parts, *premise, instance, places));
        }
    }
    let loss = |rest: Option<Term>| {
        let mut model = model.clone();
        if let (Some(rest), Some((_, goal))) = (rest, parts.goal) {
            match model.iter_mut().find(|m| m.pred == goal.pred) {
                Some(m) => m.rest = Some(rest),
                None => model.push(PredModel { pred: goal.pred, tuples: vec![], rest: Some(rest) }),
            }
        }
        Loss {
            model,
            valuation: valuation.clone(),
            held: held.clone(),
            representatives: representatives.clone(),
            between: between.clone(),
            indices: indices.clone(),
        }
    };
    Some(rests(parts, filled).into_iter().map(loss).collect())
}

/// The components of the goal's abstract value, which is fixed.
fn known(parts: &CallParts<'_>, filled: &PatternValues) -> Subst {
    let Some((_, goal)) = parts.goal else { return Subst::new() };
    let mut vars: BTreeSet<Var> = goal.args.iter().flat_map(Term::free_vars).collect();
    // Variables of the arguments themselves stay open.
    for arg in parts.premise.args.iter().chain(parts.others.iter().flat_map(|(_, i, _)| &i.args)) {
        arg.free_vars().iter().for_each(|v| {
            vars.remove(v);
        });
    }
    let value = |v: Var| match filled.valuation.get(&v) {
        Some(Concrete::Scalar(c)) => Some((v, c.to_term())),
        _ => None,
    };
    vars.into_iter().filter_map(value).collect()
}

/// Names for the intermediate value between the goal's arguments and its abstract value.
fn between(parts: &CallParts<'_>) -> Vec<Var> {
    let Some((source, _)) = parts.goal else { return vec![] };
    let problem = parts.problem;
    let sigma = problem.abstraction.sigma_at(source, problem.system);
    let mut names = parts.names();
    let calls = problem.elimination.calls.iter().flat_map(|c| &c.call.set);
    let leaves = calls.flat_map(|i| i.sharp.leaves().into_iter().chain(i.q.leaves()));
    leaves.flat_map(|t| t.free_vars()).for_each(|v| names.take(&v));
    let params = problem.system.pred_ids().flat_map(|p| &problem.system.pred(p).params);
    params.for_each(|v| names.take(v));
    let (_, q) = sigma.fresh(&build::shape_of(&concrete_value(source)), &mut names);
    q.leaves().iter().filter_map(|t| t.as_var().cloned()).collect()
}

fn add(model: &mut Vec<PredModel>, pred: PredId, tuples: &[Vec<Concrete>]) {
    if !model.iter().any(|m| m.pred == pred) {
        model.push(PredModel { pred, tuples: vec![], rest: None });
    }
    for m in model.iter_mut().filter(|m| m.pred == pred) {
        for tuple in tuples {
            if !m.tuples.contains(tuple) {
                m.tuples.push(tuple.clone());
            }
        }
    }
}

/// Candidates for the other tuples of the goal's predicate: all, unless it is that of a premise. Then those
/// with other scalars than the premise, or larger ones, or smaller ones.
fn rests(parts: &CallParts<'_>, filled: &PatternValues) -> Vec<Option<Term>> {
    let Some((_, goal)) = parts.goal else { return vec![None] };
    let premise = [parts.premise].into_iter().chain(parts.others.iter().map(|(_, i, _)| *i));
    let same: Vec<&Instance> = premise.filter(|i| i.pred == goal.pred).collect();
    if same.is_empty() {
        return vec![Some(Term::bool(true))];
    }
    let params = &parts.problem.system.pred(goal.pred).params;
    let mut out = vec![];
    for instance in same {
        for (param, arg) in params.iter().zip(&instance.args) {
            let Some(Concrete::Scalar(value)) = evaluate(arg, &filled.valuation) else { continue };
            let (p, value) = (Term::var(param), value.to_term());
            if param.sort == Sort::Int {
                out.push(Some(Term::lt(value.clone(), p.clone())));
                out.push(Some(Term::lt(p.clone(), value.clone())));
            }
            out.push(Some(Term::not(Term::eq(p, value))));
        }
    }
    out.push(None);
    out
}

// ---- Instances that are seen -------------------------------------------------------------------

fn held(parts: &CallParts<'_>, filled: &PatternValues) -> Option<Vec<Option<InstanceTuple>>> {
    let call = &parts.done.call;
    let mut out = vec![];
    for instance in &call.set {
        let constant = |t: &Term, seen: &mut NamedArrays| {
            let c = evaluate(t, &filled.valuation)?;
            Some(seen.constant(&c))
        };
        let mut seen = NamedArrays::new();
        let guard = call.sigma.formula(&instance.sharp, &instance.q, &call.expr);
        if let Some(false) = evaluate(&guard, &filled.valuation).and_then(|c| c.as_bool()) {
            out.push(None);
            continue;
        }
        let mut complete = true;
        let sharp = instance.sharp.map(&mut |t| {
            constant(t, &mut seen).unwrap_or_else(|| {
                complete = false;
                t.clone()
            })
        });
        if !complete {
            return None;
        }
        let found = filled.tuples.iter().enumerate().find_map(|(n, tuple)| {
            let leaves = tuple.iter().map(|c| Value::Leaf(seen.constant(c))).collect();
            let value = Value::Tuple(leaves);
            let sigma = sigma_of(parts, parts.premise.pred, &value);
            let q = seen.q(&sigma, &sharp, &value)?;
            let leaves = q.leaves();
            let q = leaves.iter().map(|t| evaluate(t, &seen.valuation));
            Some(InstanceTuple { tuple: n, q: q.collect::<Option<_>>()? })
        });
        out.push(Some(found?));
    }
    Some(out)
}

fn sigma_of(parts: &CallParts<'_>, pred: PredId, tuple: &Value) -> Sigma {
    let problem = parts.problem;
    let params = &problem.system.pred(pred).params;
    let scalars = params.iter().zip(tuple.leaves()).filter(|(p, _)| !p.sort.is_array());
    let map: Subst = scalars.map(|(p, t)| (p.clone(), t)).collect();
    problem.abstraction.sigma(pred).subst(&map)
}

/// Arrays with names.
struct NamedArrays {
    valuation: Valuation,
    names: Names,
}

impl NamedArrays {
    fn new() -> NamedArrays {
        NamedArrays { valuation: Valuation::new(), names: Names::default() }
    }

    fn constant(&mut self, c: &Concrete) -> Term {
        match c {
            Concrete::Scalar(v) => v.to_term(),
            Concrete::Array(_) => {
                let known = self.valuation.iter().find(|(_, d)| *d == c).map(|(v, _)| v.clone());
                let v = known.unwrap_or_else(|| {
                    let v = self.names.fresh(&Var::new("array", sort_of(c)));
                    self.valuation.insert(v.clone(), c.clone());
                    v
                });
                Term::var(&v)
            }
        }
    }

    fn holds(&self, t: &Term) -> bool {
        evaluate(t, &self.valuation).and_then(|c| c.as_bool()) == Some(true)
    }

    /// The intermediate value between a value and its abstract one, if it is one.
    fn q(&mut self, sigma: &Sigma, sharp: &Value, a: &Value) -> Option<Value> {
        match (sigma, sharp) {
            (Sigma::Id | Sigma::Cell | Sigma::Finite(_), _) => {
                self.holds(&sigma.formula(sharp, &Value::unit(), a)).then(Value::unit)
            }
            (Sigma::Tuple(parts), _) => {
                let values = sharp.parts().iter().zip(a.parts());
                let all = parts.iter().zip(values).map(|(p, (s, a))| self.q(p, s, a));
                Some(Value::Tuple(all.collect::<Option<_>>()?))
            }
            (Sigma::Product(parts), _) => {
                let all = parts.iter().zip(sharp.parts()).map(|(p, s)| self.q(p, s, a));
                Some(Value::Tuple(all.collect::<Option<_>>()?))
            }
            (Sigma::Power(base, _) | Sigma::Ordered(base, _), _) => {
                let all = sharp.parts().iter().map(|s| self.q(base, s, a));
                let q = Value::Tuple(all.collect::<Option<_>>()?);
                self.holds(&sigma.formula(sharp, &q, a)).then_some(q)
            }
            (Sigma::Sum(parts), Value::Tuple(values)) => {
                let tag = values.first()?.leaves().first()?.as_int()?.to_i64()?;
                let tag = usize::try_from(tag).ok()?;
                let mut qs = vec![];
                for (n, part) in parts.iter().enumerate() {
                    let zeros = &mut std::iter::repeat(Term::int(0));
                    let default = build::value(part, a, zeros)?.q;
                    let own = if n == tag { self.q(part, values.get(n + 1)?, a)? } else { default };
                    qs.push(own);
                }
                let q = Value::Tuple(qs);
                self.holds(&sigma.formula(sharp, &q, a)).then_some(q)
            }
            (Sigma::Compose(outer, inner), _) => self.between(outer, inner, sharp, a),
            (Sigma::Sum(_), Value::Leaf(_)) => None,
        }
    }

    fn between(&mut self, outer: &Sigma, inner: &Sigma, sharp: &Value, a: &Value) -> Option<Value> {
        let mut places: Vec<Int> = vec![];
        for t in a.leaves().iter().chain(&sharp.leaves()) {
            match evaluate(t, &self.valuation)? {
                Concrete::Array(a) => places.extend(indices(&a)),
                Concrete::Scalar(v) => places.extend(v.as_int().cloned()),
            }
        }
        let next = places.iter().max().map_or(Int::ZERO, |k| k + &Int::ONE);
        let least = places.iter().min().map_or(-&Int::ONE, |k| k - &Int::ONE);
        places.extend([next, least]);
        let skeleton = build::skeletons(inner, 0);
        let wanted: usize = skeleton
            .first()?
            .iter()
            .map(|s| match s {
                ValueChoice::Cell(_, depth) => *depth,
                ValueChoice::Case(_) | ValueChoice::FixedCell(_) => 1,
            })
            .sum();
        if wanted > 1 {
            return None;
        }
        places.into_iter().find_map(|k| {
            let below = build::value(inner, a, &mut [Term::int(k)].into_iter())?;
            let value = below.sharp.map(&mut |t| match evaluate(t, &self.valuation) {
                Some(c) => self.constant(&c),
                None => t.clone(),
            });
            let above = self.q(outer, sharp, &value)?;
            let given = if inner.is_function() { Value::unit() } else { value };
            Some(Value::Tuple(vec![given, below.q, above]))
        })
    }
}

fn sort_of(c: &Concrete) -> Sort {
    match c {
        Concrete::Scalar(v) => v.to_term().sort(),
        Concrete::Array(a) => Sort::array_of(sort_of(&a.tail)),
    }
}

// ---- Representatives ---------------------------------------------------------------------------

/// The indices that an array distinguishes, of all dimensions.
fn indices(a: &ArrayValue) -> Vec<Int> {
    let rows = a.cells.iter().map(|(_, c)| c).chain([&*a.tail]);
    let inner = rows.filter_map(|c| match c {
        Concrete::Array(row) => Some(indices(row)),
        Concrete::Scalar(_) => None,
    });
    let inner: Vec<Int> = inner.flatten().collect();
    a.cells.iter().map(|(k, _)| k.clone()).chain(inner).collect()
}

fn distinguished(model: &[PredModel]) -> BTreeSet<Int> {
    let values = model.iter().flat_map(|m| &m.tuples).flatten();
    let arrays = values.filter_map(|c| match c {
        Concrete::Array(a) => Some(indices(a)),
        Concrete::Scalar(_) => None,
    });
    arrays.flatten().collect()
}

/// The least natural indices that no array distinguishes.
fn far(model: &[PredModel], valuation: &Valuation) -> Vec<Int> {
    let mut known = distinguished(model);
    for c in valuation.values() {
        if let Concrete::Array(a) = c {
            known.extend(indices(a));
        }
    }
    let mut out = vec![];
    let mut k = Int::ZERO;
    while out.len() < 6 {
        if !known.contains(&k) {
            out.push(k.clone());
        }
        k = k + Int::ONE;
    }
    out
}

/// Each cell that the clause can read at one position of an abstract value, with cells of the tails at all
/// other positions; and cells of the tails alone.
fn representatives(
    parts: &CallParts<'_>,
    premise: usize,
    instance: &Instance,
    places: RepresentativeCells<'_>,
) -> Vec<(usize, Instantiation)> {
    let problem = parts.problem;
    let sigma = problem.abstraction.sigma_at(instance, problem.system);
    let Sigma::Tuple(sigmas) = &sigma else { return vec![] };
    let all = sigmas.iter().enumerate().map(|(j, s)| build::skeletons(s, j));
    let skeletons = all.fold(vec![vec![]], |left: Vec<Vec<ValueChoice>>, right| {
        let both = left.iter().flat_map(|l| right.iter().map(move |r| [&l[..], &r[..]].concat()));
        both.take(16).collect()
    });
    let expr = concrete_value(instance);
    let mut out: Vec<(usize, Instantiation)> = vec![];
    for skeleton in &skeletons {
        for choices in choices(parts, instance, skeleton, places) {
            let element = build::value(&sigma, &expr, &mut choices.concat().into_iter());
            if let Some(element) = element.map(|e| (premise, e))
                && !out.contains(&element)
                && out.len() < REPRESENTATIVES
            {
                out.push(element);
            }
        }
    }
    out
}

fn choices(
    parts: &CallParts<'_>,
    instance: &Instance,
    skeleton: &[ValueChoice],
    RepresentativeCells { far, known, more }: RepresentativeCells<'_>,
) -> Vec<Vec<Path>> {
    let mut used = vec![0; instance.args.len()];
    let base: Vec<Path> = skeleton
        .iter()
        .map(|slot| match slot {
            ValueChoice::Cell(j, depth) => {
                let k = used[*j] % far.len().max(1);
                used[*j] += 1;
                let k = far.get(k).cloned().unwrap_or_default();
                vec![Term::int(k); *depth]
            }
            ValueChoice::Case(n) => vec![Term::int(*n)],
            ValueChoice::FixedCell(k) => vec![k.subst(known)],
        })
        .collect();
    let mut out = vec![base.clone()];
    for (n, slot) in skeleton.iter().enumerate() {
        let ValueChoice::Cell(j, depth) = slot else { continue };
        let root = instance.args.get(*j).and_then(super::cells::root);
        let Some(root) = root else { continue };
        for path in parts.cells.for_var(&root).iter().filter(|p| p.len() == *depth) {
            let mut one = base.clone();
            one[n] = path.iter().map(|k| k.subst(known)).collect();
            out.push(one);
        }
        for k in more {
            let mut one = base.clone();
            one[n] = vec![k.clone(); *depth];
            out.push(one);
        }
    }
    out
}
