//! Forward abstract interpretation over mined partitions: what is reachable, without any assertion.
//!
//! The states of a predicate are taken apart by its *guards*, atoms about indices; each part has a
//! conjunction of *facts*, atoms or negations of atoms that hold in all its states. Starting from
//! nothing, a state that a rule leads to and that is not covered yet is added to its part, which
//! loses the facts that the state lacks. A part can lose each fact once and there are finitely many
//! parts, so this ends with an invariant, the strongest one of this form.

mod cover;
mod post;

use super::engine::{Engine, Finding, Learned, Setup};
use super::hints::Role;
use super::houdini::inductive_part;
use super::mine::Vocabulary;
use super::rule::Lemmas;
use super::rule::Rule;
use super::settings::Interpretation;
use hornbook_base::Budget;
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lia::Answer;
use post::Post;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the atoms in some states: the value that each has in all of them, if it has
/// the same in all.
type Facts = Vec<Option<bool>>;

/// A predicate with its vocabulary and what is reachable.
struct Place {
    params: Vec<Var>,
    guards: Vec<(Term, Role)>,
    facts: Vec<(Term, Role)>,
    parts: BTreeMap<Vec<bool>, Part>,
    /// How often any of it changed.
    version: u64,
}

struct Part {
    facts: Facts,
    /// How often it changed.
    version: u64,
}

/// The analysis.
pub struct Forward {
    settings: Interpretation,
    rules: Vec<Rule>,
    system: System,
    places: BTreeMap<PredId, Place>,
    posts: Vec<Post>,
    /// Rules that may lead to something new.
    todo: BTreeSet<usize>,
    excluded: BTreeSet<usize>,
    rounds: u32,
    questions: u64,
}

impl Forward {
    /// An analysis of `rules` over `vocabulary`. Atoms about indices and flags take states apart.
    ///
    /// # Errors
    /// In words, when a rule leaves the arithmetic that `lia/` decides.
    pub fn new(
        rules: Vec<Rule>,
        system: &System,
        vocabulary: &Vocabulary,
        role: &dyn Fn(PredId, &Term) -> Role,
        settings: &Interpretation,
    ) -> Result<Forward, String> {
        let preds = rules.iter().flat_map(|r| r.head.iter().chain(&r.body)).map(|a| a.pred);
        let preds: BTreeSet<PredId> = preds.collect();
        let place = |pred: &PredId| {
            let atoms = vocabulary.get(pred).cloned().unwrap_or_default();
            let atoms = atoms.into_iter().map(|a| (a.clone(), role(*pred, &a)));
            let (guards, facts) = atoms.partition(|(_, r)| matches!(r, Role::Index | Role::Flag));
            let params = system.pred(*pred).params.clone();
            (*pred, Place { params, guards, facts, parts: BTreeMap::new(), version: 0 })
        };
        let places: BTreeMap<PredId, Place> = preds.iter().map(place).collect();
        let posts = rules.iter().map(|r| Post::new(r, &places)).collect::<Result<Vec<_>, _>>()?;
        let todo = (0..rules.len()).collect();
        let system = system.clone();
        let (settings, excluded) = (settings.clone(), BTreeSet::new());
        let (rounds, questions) = (0, 0);
        Ok(Forward { settings, rules, system, places, posts, todo, excluded, rounds, questions })
    }

    /// One question: whether a rule leads to something new.
    fn advance(&mut self, rule: usize, budget: &mut Budget) -> Result<(), String> {
        self.questions += 1;
        let mut own = Budget::steps(self.settings.question);
        let answer = self.posts[rule].ask(&self.rules[rule], &self.places, &mut own)?;
        budget.charge((self.settings.question - own.left()).max(1));
        match answer {
            Answer::Unsat => {
                self.todo.remove(&rule);
                if self.rules[rule].head.is_none() {
                    self.excluded.insert(rule);
                }
                Ok(())
            }
            Answer::Sat => self.extend(rule),
            Answer::Unknown(_) => Err("a question was too hard".into()),
        }
    }

    /// Adds the state at the head of a rule in the model of the last question.
    fn extend(&mut self, rule: usize) -> Result<(), String> {
        let Some(head) = &self.rules[rule].head else {
            // A violation, as far as this analysis can tell.
            self.todo.remove(&rule);
            return Ok(());
        };
        let pred = head.pred;
        let Some(place) = self.places.get_mut(&pred) else { return Ok(()) };
        let (minterm, facts) = self.posts[rule].state();
        let part = place.parts.entry(minterm).or_insert_with(|| Part {
            facts: facts.iter().map(|v| Some(*v)).collect(),
            version: 0,
        });
        for (known, value) in part.facts.iter_mut().zip(&facts) {
            if *known != Some(*value) {
                *known = None;
            }
        }
        part.version += 1;
        place.version += 1;
        if place.parts.len() > self.settings.parts {
            return Err("there are too many cases to tell apart".into());
        }
        let uses = |r: &Rule| r.head.is_some() && r.body.iter().any(|a| a.pred == pred);
        self.todo.extend((0..self.rules.len()).filter(|n| uses(&self.rules[*n])));
        Ok(())
    }

    /// The next rule to look at: those for `false` come last, when nothing can be added any more.
    fn next(&mut self) -> Option<usize> {
        let next = self.todo.iter().find(|n| self.rules[**n].head.is_some()).copied();
        next.or_else(|| self.todo.iter().next().copied())
    }

    fn finish(&self) -> Finding {
        let mut budget = Budget::steps(self.settings.lemmas);
        let candidates: Lemmas =
            self.places.iter().map(|(pred, place)| (*pred, place.lemmas())).collect();
        match inductive_part(&self.rules, &self.system, &candidates, &mut budget) {
            Some(lemmas) => {
                let asks = |n: &usize| self.rules[*n].head.is_none() && !self.excluded.contains(n);
                let fires = (0..self.rules.len()).filter(asks).collect();
                Finding::Invariant { lemmas: vec![lemmas, self.reachable()], fires }
            }
            None => Finding::Stuck("the facts found take too long to check".into()),
        }
    }

    /// What is reachable, exactly as it was found: a disjunction for each predicate.
    pub fn reachable(&self) -> Lemmas {
        self.places.iter().map(|(pred, place)| (*pred, vec![place.formula()])).collect()
    }
}

/// Begins the analysis of rules, over what is mined from them.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub fn start(setup: &Setup<'_>) -> Result<Box<dyn Engine>, String> {
    let Setup { reduced, rules, system, hints, vocabulary, settings } = setup;
    let rules = reduced.with_assumed(rules, system);
    let role = |pred, atom: &Term| hints.role(pred, atom);
    Ok(Box::new(Forward::new(rules, system, vocabulary, &role, &settings.forward)?))
}

impl Engine for Forward {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What is reachable does not depend on what is asked for.
    fn excuse(&mut self, _rule: usize) {}

    fn step(&mut self, budget: &mut Budget) -> Option<Finding> {
        while budget.left() > 0 {
            let Some(rule) = self.next() else { return Some(self.finish()) };
            self.rounds += 1;
            if let Err(why) = self.advance(rule, budget) {
                return Some(Finding::Stuck(why));
            }
        }
        None
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn learned(&self) -> Learned {
        let known = |p: &Place| p.parts.values().flat_map(|p| p.facts.iter().flatten()).count();
        let atoms = |p: &Place| p.guards.len() + p.facts.len();
        Learned {
            doing: "collecting what is reachable",
            depth: self.rounds,
            lemmas: self.places.values().map(|p| known(p) as u64).sum(),
            atoms: self.places.values().map(|p| atoms(p) as u64).sum(),
            recent: vec![],
        }
    }
}

/// An atom, or its negation.
fn signed(atom: &Term, value: bool) -> Term {
    if value { atom.clone() } else { Term::not(atom.clone()) }
}
