//! The preprocessing passes over rules. One pass, one file:
//!
//! - `subsume_premises`: premises that others subsume are left out
//! - `inline`: predicates that are not needed to cut cycles are replaced by their definitions
//! - `arguments`: irrelevant samples are havocked
//! - `equalities`: linear equations between the scalars of each predicate
//! - `quotients`: impossible cases of quotients are left out
//! - `comparisons`: orders between scalars, for `quotients` and `products`
//! - `products`: products of unknowns become parameters
//! - `inductive`: the inductive part of hints
//! - `points`: predicates with few states, enumerated (for the strategies that use traces)
//! - `prune`: premises that others imply by symmetry are left out (used by the main engine only)
//!
//! **Provenance:** rules keep the skeleton of clauses that they are made of, so a derivation with the reduced
//! rules is checked in the clauses. A model of the reduced rules together with the facts found on the way is
//! one of the inlined rules, and extends to all predicates by their definitions. Neither counts before a
//! checker has accepted it in the clauses.
//!
//! Scalars that are constant, or one other scalar up to sign and a constant, are substituted where they are
//! used, and no atoms are collected about them. Other equations become conditions of the rules once the
//! vocabulary is collected.
//!
//! Passes that were tried and brought nothing: leaving out irrelevant rules, constants by themselves (the
//! equations find numbers, too), and bounds of scalars; see `docs/measurements/settings.md`.

pub mod arguments;
mod comparisons;
pub(crate) mod subsume_premises;
pub mod equalities;
mod fixpoint;
mod inductive;
pub mod inline;
pub mod points;
pub(crate) mod products;
pub(crate) mod prune;
mod quotients;

use super::hints::Hints;
use super::houdini::inductive_part;
use super::rule::Lemmas;
use super::rule::instantiate;
use super::rule::{Atom, Rule};
use super::settings::Passes;
use arguments::ParameterPositions;
use hornbook_base::Budget;
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, PredId, System, Term, Var};
use inline::{Inlined, Inlining};
use products::ProductParameters;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most steps for one kind of facts.
const FACT_STEPS: u64 = 200_000;

/// The parameters of each predicate that are scalars, not indices or values of samples.
pub type Scalars = BTreeMap<PredId, BTreeSet<Var>>;

/// Rules that are equivalent to the original ones, with the facts that they rely on.
#[derive(Clone, Default)]
pub struct Reduced {
    /// The inlined rules. A model of them, with the definitions of the inlined predicates, is one of the
    /// clauses.
    pub inlined: Vec<Rule>,
    /// The rules for engines: they rely on the `facts`. A model of them together with the facts is one of the
    /// `inlined` rules.
    pub rules: Vec<Rule>,
    /// Invariants that engines may assume of premises: equations by which no scalar is determined by one
    /// other, inductive facts, and those that quotients rely on.
    strengthening: Lemmas,
    /// Invariants of the predicates; inductive together for the `inlined` rules.
    pub facts: Lemmas,
    /// The predicates that were not inlined.
    pub retained_predicates: BTreeSet<PredId>,
    /// The parameters that others determine: the `rules` do not constrain them.
    pub determined: ParameterPositions,
    /// The parameters of `rules`, `facts` and `strengthening`, if products are parameters there.
    pub(crate) parameters: Option<Rc<ProductParameters>>,
}

impl Reduced {
    /// Some of the `rules` with the strengthening as conditions. The vocabulary is collected without it, so
    /// that it stays small.
    pub fn strengthen_rules(&self, rules: &[Rule], system: &System) -> Vec<Rule> {
        assume(rules, system, &self.strengthening)
    }

    /// The rules with a strengthening by further invariants.
    pub(crate) fn with_strengthening(&self, found: &Lemmas) -> Reduced {
        let mut with = self.clone();
        add(&mut with.strengthening, found.clone());
        with
    }

    /// An invariant of the `rules` as one of the `inlined` rules.
    pub fn extend_invariant(&self, lemmas: &Lemmas) -> Lemmas {
        let mut all = lemmas.clone();
        add(&mut all, self.facts.clone());
        if let Some(parameters) = &self.parameters {
            for (pred, said) in &mut all {
                said.iter_mut().for_each(|f| *f = parameters.expand_products(*pred, f));
            }
        }
        all
    }
}

/// Puts the rules of a system through all passes after the inlining.
pub fn reduce(inlining: Inlining, system: &System, hints: &Hints, wanted: &Passes) -> Reduced {
    let (Inlined { rules: inlined, retained_predicates }, mut names) = inlining.into_result();
    let mut facts = Lemmas::new();

    let known =
        known(&inlined, system, hints, &retained_predicates, &mut Budget::steps(FACT_STEPS));
    add(&mut facts, known.clone());
    let mut rules = assume(&inlined, system, &known);

    let mut strengthening = Lemmas::new();
    if wanted.quotients {
        let budget = &mut Budget::steps(FACT_STEPS);
        let found = quotients::bound_quotients(&mut rules, system, &hints.scalars, budget);
        add(&mut facts, found.clone());
        add(&mut strengthening, found);
    }

    let followed = products::add_products(&rules, system, hints, &mut names, wanted.products);
    let parameters = followed.map(|followed| {
        rules = followed.rules;
        followed.with
    });
    let (system, hints) = match &parameters {
        Some(with) => (&with.system, &with.hints),
        None => (system, hints),
    };

    if parameters.is_some() {
        let budget = &mut Budget::steps(FACT_STEPS);
        let found = comparisons::find_comparisons(&rules, system, &hints.scalars, budget);
        rules = assume(&rules, system, &found);
        add(&mut facts, found);
    }

    let scalars = &hints.scalars;
    let found = match wanted.equalities {
        true => equalities::find_equalities(&rules, system, scalars, FACT_STEPS),
        false => BTreeMap::new(),
    };
    let (determined, equations) = equalities::solve_equalities(&found, system);
    let mut rules = determined.put_in(rules, system, &mut names);
    // Without claims the question is which facts are derivable, and all of it matters.
    if wanted.arguments && rules.iter().any(|rule| rule.head.is_none()) {
        rules = arguments::drop_irrelevant_arguments(rules, system, hints, &mut names);
    }
    determined.add_to(&mut facts, system);
    let determined = determined.positions();
    add(&mut facts, equations.clone());

    add(&mut strengthening, equations);
    if wanted.inductive {
        let known = assume(&rules, system, &strengthening);
        let budget = &mut Budget::steps(FACT_STEPS);
        let found = inductive::find_inductive_hints(&known, system, &hints.asserts, budget);
        add(&mut facts, found.clone());
        add(&mut strengthening, found);
    }
    Reduced { inlined, rules, strengthening, facts, retained_predicates, determined, parameters }
}

/// The inductive part of the hints at predicates that were not inlined.
fn known(
    rules: &[Rule],
    system: &System,
    hints: &Hints,
    retained_predicates: &BTreeSet<PredId>,
    budget: &mut Budget,
) -> Lemmas {
    let said = hints
        .known
        .iter()
        .filter(|(pred, said)| retained_predicates.contains(pred) && !said.is_empty());
    let candidates: Lemmas = said.map(|(pred, said)| (*pred, said.clone())).collect();
    if candidates.is_empty() {
        return candidates;
    }
    inductive_part(rules, system, &candidates, budget).unwrap_or_default()
}

fn add(facts: &mut Lemmas, more: Lemmas) {
    more.into_iter().for_each(|(pred, said)| facts.entry(pred).or_default().extend(said));
}

/// The rules with facts about their premises among their conditions.
fn assume(rules: &[Rule], system: &System, facts: &Lemmas) -> Vec<Rule> {
    let said = |atom: &Atom| {
        let params = &system.pred(atom.pred).params;
        let facts = facts.get(&atom.pred).into_iter().flatten();
        facts.map(|f| instantiate(f, params, &atom.args)).collect::<Vec<_>>()
    };
    let assuming = |rule: &Rule| {
        let mut rule = rule.clone();
        for fact in rule.body.iter().flat_map(said).map(|f| fold(&f)) {
            // Premises that differ in their samples have the same scalars.
            if !rule.cond.contains(&fact) {
                rule.cond.push(fact);
            }
        }
        rule
    };
    rules.iter().map(assuming).filter(|r| !r.is_void()).collect()
}

/// Parameters that the others determine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeterminedParameters {
    /// For each predicate, positions of parameters and their values: terms over other parameters which are
    /// not listed themselves.
    pub values: BTreeMap<PredId, Vec<(usize, Term)>>,
    /// Predicates that never hold.
    pub empty: BTreeSet<PredId>,
}

impl DeterminedParameters {
    /// The rules without the determined parameters: values are substituted where premises use them, and the
    /// arguments are havocked. Rules that cannot fire are left out.
    fn put_in(&self, rules: Vec<Rule>, system: &System, names: &mut Names) -> Vec<Rule> {
        let fires = |r: &Rule| r.body.iter().all(|a| !self.empty.contains(&a.pred));
        let rules = rules.into_iter().filter(fires);
        let rules = rules.map(|rule| self.put_into(rule, system, names));
        rules.filter(|r| !r.is_void()).collect()
    }

    fn put_into(&self, mut rule: Rule, system: &System, names: &mut Names) -> Rule {
        // Equal arguments stay equal, so that premises are still recognised as similar.
        let mut free: Vec<(Term, Term)> = vec![];
        for atom in &mut rule.body {
            let (params, args) = (&system.pred(atom.pred).params, atom.args.clone());
            for (n, value) in self.values.get(&atom.pred).into_iter().flatten() {
                rule.cond.push(Term::eq(args[*n].clone(), instantiate(value, params, &args)));
                let known = free.iter().find(|(arg, _)| *arg == args[*n]).map(|(_, any)| any);
                let any = known.cloned().unwrap_or_else(|| anything(&args[*n], names));
                free.push((args[*n].clone(), any.clone()));
                atom.args[*n] = any;
            }
        }
        if let Some(atom) = &mut rule.head {
            for (n, _) in self.values.get(&atom.pred).into_iter().flatten() {
                atom.args[*n] = anything(&atom.args[*n], names);
            }
        }
        rule.tidied()
    }

    fn positions(&self) -> ParameterPositions {
        let at = |(pred, values): (&PredId, &Vec<(usize, Term)>)| {
            values.iter().map(|(n, _)| (*pred, *n)).collect::<Vec<_>>()
        };
        self.values.iter().flat_map(at).collect()
    }

    /// Adds the equations of the determined parameters to the facts.
    fn add_to(&self, facts: &mut Lemmas, system: &System) {
        for (pred, values) in &self.values {
            let params = &system.pred(*pred).params;
            let says =
                values.iter().map(|(n, value)| Term::eq(Term::var(&params[*n]), value.clone()));
            facts.entry(*pred).or_default().extend(says);
        }
        self.empty.iter().for_each(|pred| facts.entry(*pred).or_default().push(Term::bool(false)));
    }
}

/// A fresh variable of the sort of a term.
fn anything(like: &Term, names: &mut Names) -> Term {
    Term::var(&names.fresh(&Var::new("any", like.sort())))
}
