//! Models of the given clauses: a closed formula with quantifiers for each predicate, as competitions of
//! Horn solvers want them.
//!
//! A model of the final clauses becomes one of the clauses before abstraction by what abstraction means: the
//! predicate holds of an array if the abstract one holds of all that is kept of it (T Sec. 3.2). Predicates
//! that merged steps have left out get their least interpretation: there are values with which one of their
//! clauses applies. Several models, each for some claims, are one by conjunction, as clauses are Horn.

use super::definitions::Definitions;
use hornbook_abstraction::abstract_::quantify;
use hornbook_evidence::model::Model;
use hornbook_horn::fold::fold;
use hornbook_horn::smtlib::{self, RESERVED};
use hornbook_horn::{
    Goal, Instance, Names, Node, Op, Pred, PredId, Quantifier, Subst, System, Term, Var,
};
use hornbook_records::Stages;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A model of final clauses as one of the clauses with arrays; `None` if predicates of the two differ.
pub fn concretize(stages: &Stages, model: &Model) -> Option<Model> {
    let concrete = &stages.concrete;
    let mut formulas = BTreeMap::new();
    for (pred, formula) in &model.formulas {
        let (given, last) = (concrete.preds.get(pred.0 as usize)?, stages.simplified.pred(*pred));
        let mut names = Names::avoiding(given.params.iter().cloned().chain(formula.free_vars()));
        let args = given.params.iter().map(Term::var).collect();
        let kept =
            quantify(&Instance::plain(*pred, args), concrete, &stages.abstraction, &mut names);
        if kept.args.len() != last.params.len() {
            return None;
        }
        let map: Subst = last.params.iter().cloned().zip(kept.args.iter().cloned()).collect();
        formulas.insert(*pred, close(&kept, formula.subst(&map)));
    }
    Some(Model { formulas, ..Model::default() })
}

/// The formula for all values that the guard of an instance allows; those that it determines are put in.
fn close(kept: &Instance, formula: Term) -> Term {
    let mut bound: BTreeSet<Var> = kept.bound.iter().cloned().collect();
    let (mut guard, mut formula) = (fold(&kept.guard).conjuncts(), formula);
    let determined = |guard: &[Term], bound: &BTreeSet<Var>| {
        guard.iter().find_map(|part| {
            let [a, b] = part.as_app(Op::Eq)? else { return None };
            [(a, b), (b, a)].into_iter().find_map(|(v, t)| {
                let v = v.as_var().filter(|v| bound.contains(*v) && !t.mentions(v))?;
                Some((v.clone(), t.clone()))
            })
        })
    };
    while let Some((v, t)) = determined(&guard, &bound) {
        bound.remove(&v);
        let map = Subst::from([(v, t)]);
        guard = guard.iter().flat_map(|part| fold(&part.subst(&map)).conjuncts()).collect();
        guard.retain(|part| !part.is_reflexive());
        formula = formula.subst(&map);
    }
    let formula = fold(&formula);
    bound.retain(|v| formula.mentions(v) || guard.iter().any(|part| part.mentions(v)));
    let said = if guard.is_empty() { formula } else { Term::implies(Term::and(guard), formula) };
    if said.is_true() || said.as_app(Op::Implies).is_some_and(|parts| parts[1].is_true()) {
        return Term::bool(true);
    }
    Term::forall(bound.into_iter().collect(), said)
}

/// The models of the clauses, one formula for each predicate, as SMT-LIB; `None` where predicates without a
/// formula are recursive.
pub fn format_horn_model(system: &System, models: &[Model]) -> Option<String> {
    let all: Vec<Interpretation> =
        models.iter().map(|model| interpret(system, model)).collect::<Option<_>>()?;
    let mut out = String::from("(\n");
    for (id, pred) in system.pred_ids().zip(&system.preds) {
        let params = &readable_params(system, pred);
        let said = all.iter().map(|one| {
            let (own, formula) = &one[&id];
            formula.subst(&own.iter().cloned().zip(params.iter().map(Term::var)).collect())
        });
        let parts: BTreeSet<Term> = said.flat_map(|formula| formula.conjuncts()).collect();
        let binder = |v: &Var| format!("({} {})", smtlib::symbol(&v.name), smtlib::sort(&v.sort));
        let params: Vec<String> = params.iter().map(binder).collect();
        let (name, body) = (smtlib::symbol(&pred.name), smtlib::term(&Term::and(parts)));
        let _ = writeln!(out, "  (define-fun {name} ({}) Bool\n    {body})", params.join(" "));
    }
    out.push_str(")\n");
    Some(out)
}

/// The parameters of a predicate, by names that mean nothing else.
fn readable_params(system: &System, pred: &Pred) -> Vec<Var> {
    let fixed = system.preds.iter().map(|p| p.name.as_str()).chain(RESERVED).map(Var::int);
    let mut names = Names::avoiding(fixed);
    pred.params.iter().map(|v| names.fresh(v)).collect()
}

/// The parameters of each predicate, and a closed formula over them.
type Interpretation = BTreeMap<PredId, (Vec<Var>, Term)>;

/// A model with the definitions of the predicates that have no formula.
fn interpret(system: &System, model: &Model) -> Option<Interpretation> {
    if is_recursive(system, model) {
        return None;
    }
    let definitions = Definitions::from_model(system, model);
    let ids: BTreeMap<&str, PredId> =
        system.pred_ids().map(|id| (system.pred(id).name.as_str(), id)).collect();
    let mut open: BTreeMap<PredId, (Vec<Var>, Term)> = BTreeMap::new();
    let mut closed = Interpretation::new();
    let fixed = system.preds.iter().map(|p| p.name.as_str()).chain(RESERVED).map(Var::int);
    let mut names = Names::avoiding(fixed);
    for pred in &definitions.order {
        let definition = definitions.get(*pred)?;
        let body = expand(&definition.body, &ids, &open)?;
        // Names of their own, so that nothing is captured where the body is put in.
        let all = definition.params.iter().chain(&definition.witnesses);
        let fresh: Vec<Var> = all.clone().map(|v| names.fresh(v)).collect();
        let map: Subst = all.cloned().zip(fresh.iter().map(Term::var)).collect();
        let body = fold(&body.subst(&map));
        let (params, witnesses) = fresh.split_at(definition.params.len());
        let used = witnesses.iter().filter(|v| body.mentions(v)).cloned().collect();
        let some = Term::quant(Quantifier::Exists, used, body.clone());
        closed.insert(*pred, (params.to_vec(), some));
        open.insert(*pred, (fresh, body));
    }
    Some(closed)
}

/// A body with those of the predicates in it put in.
fn expand(
    t: &Term,
    ids: &BTreeMap<&str, PredId>,
    open: &BTreeMap<PredId, (Vec<Var>, Term)>,
) -> Option<Term> {
    if !t.has_pred() {
        return Some(t.clone());
    }
    if let Node::Pred(name, args) = t.node() {
        let (params, body) = open.get(ids.get(&**name)?)?;
        let map: Subst = params.iter().cloned().zip(args.iter().cloned()).collect();
        return Some(body.subst(&map));
    }
    let mut is_whole = true;
    let expanded = t.map_children(|child| {
        expand(child, ids, open).unwrap_or_else(|| {
            is_whole = false;
            child.clone()
        })
    });
    is_whole.then_some(expanded)
}

/// Whether a predicate without a formula is derived from itself.
fn is_recursive(system: &System, model: &Model) -> bool {
    let open = |pred: &PredId| !model.formulas.contains_key(pred);
    let mut below: BTreeMap<PredId, BTreeSet<PredId>> = BTreeMap::new();
    for clause in &system.clauses {
        if let Goal::Instance(goal) = &clause.goal {
            let premises = clause.instances().map(|i| i.pred).filter(open);
            below.entry(goal.pred).or_default().extend(premises);
        }
    }
    let mut left: BTreeSet<PredId> = system.pred_ids().filter(open).collect();
    loop {
        let ready = left.iter().find(|pred| {
            below.get(pred).is_none_or(|below| below.iter().all(|other| !left.contains(other)))
        });
        let Some(ready) = ready.copied() else { return !left.is_empty() };
        left.remove(&ready);
    }
}
