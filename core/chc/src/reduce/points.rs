//! Predicates with few states, enumerated: a loop with constant bounds has as many states as rounds, and the
//! invariants about them need not be guessed.
//!
//! The states are those of the scalars whose values come from each other and from numbers alone; all else is
//! havocked. Predicates are enumerated if one of these scalars is bounded by numbers (`comparisons::find_ranges`),
//! or if they have no other parameters: then nothing comes from outside, and the states may be few.

use super::comparisons::find_ranges;
use super::fixpoint::{Domain, ScalarState, compute_fixpoint};
use super::{Scalars, assume};
use crate::rule::Lemmas;
use crate::rule::{Atom, Rule};
use hornbook_base::{Budget, Int};
use hornbook_horn::linear::Constraint;
use hornbook_horn::{Node, Op, PredId, Sort, System, Term, Var};
use hornbook_lia::{Answer, Solver};
use std::collections::BTreeSet;

/// Disjunctions of the states of predicates that have at most `most` of them. Where all scalars together have
/// more, those that numbers bound may have fewer. Unbounded loops come last: they may take all the steps that
/// are left.
pub fn enumerate_states(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    most: usize,
    budget: &mut Budget,
) -> Lemmas {
    let scalars = closed(rules, system, scalars);
    let bounds = find_ranges(rules, system, &scalars, budget);
    let mut bounded = scalars.clone();
    for (pred, vars) in &mut bounded {
        let said = bounds.get(pred).map_or(&[][..], Vec::as_slice);
        vars.retain(|v| is_between(said, v, most));
    }
    bounded.retain(|_, vars| !vars.is_empty());
    let in_bounds = |pred: &PredId| bounded.contains_key(pred);
    let mut found =
        enumerate_scalars(rules, system, &filter_predicates(&scalars, &in_bounds), most, budget);
    if found.len() < bounded.len() {
        let bounded = closed(rules, system, &bounded);
        let fewer = enumerate_scalars(rules, system, &bounded, most, budget);
        found = fewer.into_iter().chain(found).collect();
    }
    let is_whole = |pred: &PredId| {
        let vars = &scalars[pred];
        let mut params = system.pred(*pred).params.iter();
        !in_bounds(pred) && !vars.is_empty() && params.all(|v| vars.contains(v))
    };
    let rules = assume(rules, system, &found);
    found.extend(enumerate_scalars(
        &rules,
        system,
        &filter_predicates(&scalars, &is_whole),
        most,
        budget,
    ));
    found
}

fn filter_predicates(scalars: &Scalars, wanted: &dyn Fn(&PredId) -> bool) -> Scalars {
    let some = scalars.iter().filter(|(pred, _)| wanted(pred));
    some.map(|(pred, vars)| (*pred, vars.clone())).collect()
}

/// Disjunctions of the states of these scalars, at the predicates with few of them.
fn enumerate_scalars(
    rules: &[Rule],
    system: &System,
    scalars: &Scalars,
    most: usize,
    budget: &mut Budget,
) -> Lemmas {
    let rules: Vec<Rule> =
        rules.iter().filter_map(|rule| restrict_to_scalars(rule, scalars)).collect();
    let none = StateEnumeration { most, states: Some(BTreeSet::new()) };
    let found = compute_fixpoint(&rules, system, scalars, &none, budget).unwrap_or_default();
    let says = found.into_iter().map(|(pred, points)| (pred, points.formulas()));
    says.filter(|(_, said)| !said.is_empty()).collect()
}

/// Whether these `states` help to prove claims: one of the claims holds in all of them, or none that is about
/// nothing else is violated in one of them. A claim that one state violates needs a proof of unreachability,
/// for which states are a burden. A question that takes too long counts as help.
pub(crate) fn states_help(
    states: &Lemmas,
    claims: &[Rule],
    system: &System,
    budget: &mut Budget,
) -> bool {
    let mut is_violated = false;
    for claim in claims {
        let Some(told) = assume(std::slice::from_ref(claim), system, states).pop() else {
            return true;
        };
        let mut solver = Solver::new();
        let asserted = told.cond.iter().try_for_each(|c| solver.assert(c));
        match asserted.map(|()| solver.check(&[], budget)) {
            Ok(Answer::Unsat) => return true,
            Ok(Answer::Sat) => is_violated |= is_about(claim, states, system),
            Ok(Answer::Unknown(_)) | Err(_) => {}
        }
    }
    !is_violated
}

/// Whether the conditions of a claim only mention values that the states have.
fn is_about(claim: &Rule, states: &Lemmas, system: &System) -> bool {
    let told: BTreeSet<Var> = claim
        .body
        .iter()
        .flat_map(|atom| {
            let said = states.get(&atom.pred).into_iter().flatten();
            let vars: BTreeSet<Var> = said.flat_map(Term::free_vars).collect();
            let params = system.pred(atom.pred).params.iter().zip(&atom.args);
            params.filter(move |(v, _)| vars.contains(*v)).flat_map(|(_, arg)| arg.free_vars())
        })
        .collect();
    claim.cond.iter().flat_map(Term::free_vars).all(|v| told.contains(&v))
}

/// A rule for an enumerated predicate, with premises about such predicates only: the others are havocked.
fn restrict_to_scalars(rule: &Rule, scalars: &Scalars) -> Option<Rule> {
    let is = |atom: &Atom| scalars.contains_key(&atom.pred);
    let mut rule = rule.clone();
    rule.head = Some(rule.head.filter(is)?);
    rule.body.retain(is);
    Some(rule)
}

/// The scalars whose values come from each other and from numbers.
fn closed(rules: &[Rule], system: &System, scalars: &Scalars) -> Scalars {
    let mut kept = scalars.clone();
    kept.values_mut().for_each(|vars| vars.retain(|v| v.sort == Sort::Int));
    loop {
        let mut gone = vec![];
        for rule in rules {
            let known: BTreeSet<&Var> = rule
                .body
                .iter()
                .flat_map(|atom| tracked(atom, system, &kept))
                .filter_map(|(_, arg)| arg.as_var())
                .collect();
            let is_known = |arg: &Term| values(arg).iter().all(|v| known.contains(v));
            if let Some(atom) = &rule.head {
                let open = tracked(atom, system, &kept).filter(|(_, arg)| !is_known(arg));
                gone.extend(open.map(|(v, _)| (atom.pred, v.clone())));
            }
        }
        if gone.is_empty() {
            return kept;
        }
        for (pred, v) in gone {
            kept.entry(pred).or_default().remove(&v);
        }
    }
}

/// The scalars of an atom with their arguments.
fn tracked<'a>(
    atom: &'a Atom,
    system: &'a System,
    scalars: &'a Scalars,
) -> impl Iterator<Item = (&'a Var, &'a Term)> {
    let all = system.pred(atom.pred).params.iter().zip(&atom.args);
    all.filter(|(v, _)| scalars.get(&atom.pred).is_some_and(|vars| vars.contains(*v)))
}

/// The variables of a value; not those that choose between values.
fn values(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        Node::App(Op::Ite, args) => args[1..].iter().flat_map(values).collect(),
        Node::App(_, args) => args.iter().flat_map(values).collect(),
        _ => t.free_vars(),
    }
}

/// Whether formulas bound a variable by numbers from both sides, so that it has at most so many values.
fn is_between(said: &[Term], v: &Var, most: usize) -> bool {
    let (mut low, mut high): (Option<Int>, Option<Int>) = (None, None);
    for form in said.iter().filter_map(Constraint::from_literal) {
        let Constraint::Le(form) = form else { continue };
        let c = form.coeff(v);
        if form.coeffs().len() > 1 || !c.abs().is_one() {
            continue;
        }
        let bound = form.constant_part();
        if c.is_one() {
            high = high.into_iter().chain([-bound]).min();
        } else {
            low = low.into_iter().chain([bound.clone()]).max();
        }
    }
    low.zip(high).is_some_and(|(low, high)| &high - &low < Int::from(most as i64))
}

/// A set of at most so many states; the set of all states, if there are more.
#[derive(Clone)]
struct StateEnumeration {
    most: usize,
    states: Option<BTreeSet<ScalarState>>,
}

impl Domain for StateEnumeration {
    fn formulas(&self) -> Vec<Term> {
        let equal = |(v, n): (&Var, &Int)| Term::eq(Term::var(v), Term::int(n.clone()));
        let state = |state: &ScalarState| Term::and(state.iter().map(equal));
        self.states.iter().map(|states| Term::or(states.iter().map(state))).collect()
    }

    fn add(&mut self, state: &ScalarState) {
        let Some(states) = &mut self.states else { return };
        states.insert(state.clone());
        if states.len() > self.most {
            self.states = None;
        }
    }
}
