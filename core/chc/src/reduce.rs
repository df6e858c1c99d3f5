//! What is done to the rules before an engine sees them. One pass, one file:
//!
//! - `condense`: premises that say no more than others are left out
//! - `inline`: predicates that are not needed to cut cycles are replaced by their definitions
//! - `arguments`: samples that cannot matter may be anything
//! - `equalities`: linear equations between the scalars of each predicate
//! - `quotients`: cases of quotients that cannot be are left out
//! - `comparisons`: how scalars compare, for `quotients` and `products`
//! - `products`: products of unknowns become parameters
//! - `inductive`: what hints say, as far as it holds by induction
//! - `points`: predicates with few states, enumerated (for the strategies that look at runs)
//! - `prune`: premises that others imply by symmetry are left out (used by the main engine only)
//!
//! **Provenance:** rules keep the skeleton of clauses that they are made of, so a derivation with
//! the reduced rules is asked for in the clauses. A model of the reduced rules together with the
//! facts found on the way is one of the inlined rules, and extends to all predicates by their
//! definitions. Neither is believed before `check/` has looked at it in the clauses.
//!
//! Scalars that are constant, or one other scalar up to sign and a constant, are put in where they
//! are used, and nothing is mined about them. Other equations become conditions of the rules once
//! the vocabulary is mined.
//!
//! What was tried and brought nothing: leaving out rules that cannot matter, constants
//! by themselves (the equations find numbers, too), and bounds of scalars; see
//! `docs/measurements/settings.md`.

pub mod arguments;
mod comparisons;
pub mod condense;
pub mod equalities;
mod fixpoint;
mod inductive;
pub mod inline;
pub mod points;
pub mod products;
pub mod prune;
mod quotients;

use super::hints::Hints;
use super::houdini::inductive_part;
use super::rule::Lemmas;
use super::rule::instantiate;
use super::rule::{Atom, Rule};
use super::settings::Passes;
use arguments::Places;
use hornbook_base::Budget;
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, PredId, System, Term, Var};
use inline::{Inlined, Inlining};
use products::Parameters;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The parameters of each predicate that are scalars, not places or values of samples.
pub type Scalars = BTreeMap<PredId, BTreeSet<Var>>;

/// Rules that mean the same as those they were made of, and what they rely on.
#[derive(Clone, Default)]
pub struct Reduced {
    /// The inlined rules. A model of them, with the definitions of what was inlined, is one of the
    /// clauses.
    pub plain: Vec<Rule>,
    /// The rules for engines: they rely on the `facts`. A model of them together with the facts is
    /// one of the `plain` rules.
    pub rules: Vec<Rule>,
    /// Facts that engines may assume of premises besides: equations by which no scalar is determined by one
    /// other, what holds by induction, and what quotients rely on.
    assumed: Lemmas,
    /// What holds wherever a predicate does; inductive together for the `plain` rules.
    pub facts: Lemmas,
    /// The predicates that were not inlined.
    pub kept: BTreeSet<PredId>,
    /// Their parameters that others determine: the `rules` say nothing of them.
    pub determined: Places,
    /// What they have in `rules`, `facts` and `assumed`, if products are parameters there.
    pub parameters: Option<Rc<Parameters>>,
}

impl Reduced {
    /// Some of the `rules` with the facts besides as conditions. The vocabulary is mined without them, so
    /// that it stays small.
    pub fn with_assumed(&self, rules: &[Rule], system: &System) -> Vec<Rule> {
        assume(rules, system, &self.assumed)
    }

    /// The same with more facts that the rules keep.
    pub fn assuming(&self, found: &Lemmas) -> Reduced {
        let mut with = self.clone();
        add(&mut with.assumed, found.clone());
        with
    }

    /// An invariant of the `rules` as one of the `plain` rules.
    pub fn with_facts(&self, lemmas: &Lemmas) -> Lemmas {
        let mut all = lemmas.clone();
        add(&mut all, self.facts.clone());
        if let Some(parameters) = &self.parameters {
            for (pred, said) in &mut all {
                said.iter_mut().for_each(|f| *f = parameters.written_out(*pred, f));
            }
        }
        all
    }
}

/// Puts the rules of a system through all passes after the inlining.
pub fn reduce(inlining: Inlining, system: &System, hints: &Hints, wanted: &Passes) -> Reduced {
    let (Inlined { rules: plain, kept }, mut names) = inlining.done();
    let mut facts = Lemmas::new();

    let known = known(&plain, system, hints, &kept, &mut Budget::steps(wanted.facts));
    add(&mut facts, known.clone());
    let mut rules = assume(&plain, system, &known);

    let mut assumed = Lemmas::new();
    if wanted.quotients {
        let budget = &mut Budget::steps(wanted.facts);
        let found = quotients::bounded(&mut rules, system, &hints.scalars, budget);
        add(&mut facts, found.clone());
        add(&mut assumed, found);
    }

    let followed = products::followed(&rules, system, hints, &mut names, wanted.products);
    let parameters = followed.map(|followed| {
        rules = followed.rules;
        followed.with
    });
    let (system, hints) = match &parameters {
        Some(with) => (&with.system, &with.hints),
        None => (system, hints),
    };

    if parameters.is_some() {
        let budget = &mut Budget::steps(wanted.facts);
        let found = comparisons::comparisons(&rules, system, &hints.scalars, budget);
        rules = assume(&rules, system, &found);
        add(&mut facts, found);
    }

    let scalars = &hints.scalars;
    let found = match wanted.equalities {
        true => equalities::equalities(&rules, system, scalars, wanted.facts),
        false => BTreeMap::new(),
    };
    let (determined, equations) = equalities::solved(&found, system);
    let mut rules = determined.put_in(rules, system, &mut names);
    // Without claims the question is what there is, and all of it matters.
    if wanted.arguments && rules.iter().any(|rule| rule.head.is_none()) {
        rules = arguments::without_idle(rules, system, hints, &mut names);
    }
    determined.add_to(&mut facts, system);
    let determined = determined.places();
    add(&mut facts, equations.clone());

    add(&mut assumed, equations);
    if wanted.inductive {
        let known = assume(&rules, system, &assumed);
        let budget = &mut Budget::steps(wanted.facts);
        let found = inductive::inductive(&known, system, &hints.asserts, budget);
        add(&mut facts, found.clone());
        add(&mut assumed, found);
    }
    Reduced { plain, rules, assumed, facts, kept, determined, parameters }
}

/// Of the formulas that are said to hold for sure, those at predicates that are left which the rules
/// keep.
fn known(
    rules: &[Rule],
    system: &System,
    hints: &Hints,
    kept: &BTreeSet<PredId>,
    budget: &mut Budget,
) -> Lemmas {
    let said = hints.known.iter().filter(|(pred, said)| kept.contains(pred) && !said.is_empty());
    let candidates: Lemmas = said.map(|(pred, said)| (*pred, said.clone())).collect();
    if candidates.is_empty() {
        return candidates;
    }
    inductive_part(rules, system, &candidates, budget).unwrap_or_default()
}

fn add(facts: &mut Lemmas, more: Lemmas) {
    more.into_iter().for_each(|(pred, said)| facts.entry(pred).or_default().extend(said));
}

/// The rules with what is known of their premises among their conditions.
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
pub struct Determined {
    /// For each predicate, positions of parameters and what they equal: terms over other parameters
    /// which are not listed themselves.
    pub values: BTreeMap<PredId, Vec<(usize, Term)>>,
    /// Predicates that never hold.
    pub empty: BTreeSet<PredId>,
}

impl Determined {
    /// The rules without a look at what is determined: its value is put in where premises speak of
    /// it, and it may be anything in the atoms. Rules that cannot fire are left out.
    fn put_in(&self, rules: Vec<Rule>, system: &System, names: &mut Names) -> Vec<Rule> {
        let fires = |r: &Rule| r.body.iter().all(|a| !self.empty.contains(&a.pred));
        let rules = rules.into_iter().filter(fires);
        let rules = rules.map(|rule| self.put_into(rule, system, names));
        rules.filter(|r| !r.is_void()).collect()
    }

    fn put_into(&self, mut rule: Rule, system: &System, names: &mut Names) -> Rule {
        // The same argument stays the same, so that premises are still seen to be alike.
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

    fn places(&self) -> Places {
        let at = |(pred, values): (&PredId, &Vec<(usize, Term)>)| {
            values.iter().map(|(n, _)| (*pred, *n)).collect::<Vec<_>>()
        };
        self.values.iter().flat_map(at).collect()
    }

    /// Adds what is determined to the facts.
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

/// A variable for any value of the sort of a term.
fn anything(like: &Term, names: &mut Names) -> Term {
    Term::var(&names.fresh(&Var::new("any", like.sort())))
}
