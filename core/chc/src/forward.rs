//! Forward abstract interpretation over a partition by atoms: the reachable states, without any assertion.
//!
//! The *guards* of a predicate, atoms about indices, partition its states; each part is a *disjunct* with a
//! conjunction of *facts*, atoms or negations of atoms that hold in all its states. Starting from nothing, a
//! state that a rule leads to and that is not covered yet is added to its disjunct, which loses the facts that
//! the state violates. A disjunct can lose each fact once and there are finitely many disjuncts, so this ends
//! with an invariant, the strongest one of this form.

mod cover;
mod post;

use super::engine::{Engine, EngineProgress, Finding, Setup};
use super::hints::Role;
use super::houdini::inductive_part;
use super::rule::Lemmas;
use super::rule::Rule;
use super::vocabulary::Vocabulary;
use hornbook_base::Budget;
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lia::Answer;
use post::Post;
use std::collections::{BTreeMap, BTreeSet};

/// The most steps of one question.
const QUESTION_STEPS: u64 = 2_000_000;

/// The most disjuncts of one predicate.
const MAX_DISJUNCTS: usize = 400;

/// The most steps that turn disjuncts into lemmas.
const LEMMA_STEPS: u64 = 20_000_000;

/// The value that each atom has in all states of a set; none where the states differ.
type Facts = Vec<Option<bool>>;

/// The vocabulary and the reachable states of a predicate.
struct PredicateStates {
    params: Vec<Var>,
    guards: Vec<(Term, Role)>,
    facts: Vec<(Term, Role)>,
    disjuncts: BTreeMap<Vec<bool>, Disjunct>,
    /// The number of changes to its disjuncts.
    version: u64,
}

struct Disjunct {
    facts: Facts,
    /// The number of changes to the facts.
    version: u64,
}

/// The engine.
pub struct Forward {
    rules: Vec<Rule>,
    system: System,
    predicates: BTreeMap<PredId, PredicateStates>,
    posts: Vec<Post>,
    /// Rules that may lead to states that are not covered.
    todo: BTreeSet<usize>,
    excluded: BTreeSet<usize>,
    rounds: u32,
    questions: u64,
}

impl Forward {
    /// An analysis of `rules` over `vocabulary`. Atoms about indices and flags partition the states.
    ///
    /// # Errors
    /// In words, when a rule leaves the arithmetic that `lia/` decides.
    pub fn new(
        rules: Vec<Rule>,
        system: &System,
        vocabulary: &Vocabulary,
        role: &dyn Fn(PredId, &Term) -> Role,
    ) -> Result<Forward, String> {
        let preds = rules.iter().flat_map(|r| r.head.iter().chain(&r.body)).map(|a| a.pred);
        let preds: BTreeSet<PredId> = preds.collect();
        let predicate = |pred: &PredId| {
            let atoms = vocabulary.get(pred).cloned().unwrap_or_default();
            let atoms = atoms.into_iter().map(|a| (a.clone(), role(*pred, &a)));
            let (guards, facts) = atoms.partition(|(_, r)| matches!(r, Role::Index | Role::Flag));
            let params = system.pred(*pred).params.clone();
            (
                *pred,
                PredicateStates { params, guards, facts, disjuncts: BTreeMap::new(), version: 0 },
            )
        };
        let predicates: BTreeMap<PredId, PredicateStates> = preds.iter().map(predicate).collect();
        let posts =
            rules.iter().map(|r| Post::new(r, &predicates)).collect::<Result<Vec<_>, _>>()?;
        let todo = (0..rules.len()).collect();
        let system = system.clone();
        let excluded = BTreeSet::new();
        let (rounds, questions) = (0, 0);
        Ok(Forward { rules, system, predicates, posts, todo, excluded, rounds, questions })
    }

    /// Asks one question: whether a rule leads to a state that is not covered.
    fn advance(&mut self, rule: usize, budget: &mut Budget) -> Result<(), String> {
        self.questions += 1;
        let (post, rule_of) = (&mut self.posts[rule], &self.rules[rule]);
        let ask = |own: &mut Budget| post.ask(rule_of, &self.predicates, own);
        let answer = budget.run_limited(QUESTION_STEPS, ask)?;
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
        let Some(predicate) = self.predicates.get_mut(&pred) else { return Ok(()) };
        let (minterm, facts) = self.posts[rule].state();
        let disjunct = predicate.disjuncts.entry(minterm).or_insert_with(|| Disjunct {
            facts: facts.iter().map(|v| Some(*v)).collect(),
            version: 0,
        });
        for (known, value) in disjunct.facts.iter_mut().zip(&facts) {
            if *known != Some(*value) {
                *known = None;
            }
        }
        disjunct.version += 1;
        predicate.version += 1;
        if predicate.disjuncts.len() > MAX_DISJUNCTS {
            return Err("there are too many cases to tell apart".into());
        }
        let uses = |r: &Rule| r.head.is_some() && r.body.iter().any(|a| a.pred == pred);
        self.todo.extend((0..self.rules.len()).filter(|n| uses(&self.rules[*n])));
        Ok(())
    }

    /// The next rule to ask about: those for `false` come last, when nothing can be added any more.
    fn next(&mut self) -> Option<usize> {
        let next = self.todo.iter().find(|n| self.rules[**n].head.is_some()).copied();
        next.or_else(|| self.todo.iter().next().copied())
    }

    fn finish(&self) -> Finding {
        let mut budget = Budget::steps(LEMMA_STEPS);
        let candidates: Lemmas =
            self.predicates.iter().map(|(pred, predicate)| (*pred, predicate.lemmas())).collect();
        match inductive_part(&self.rules, &self.system, &candidates, &mut budget) {
            Some(lemmas) => {
                let asks = |n: &usize| self.rules[*n].head.is_none() && !self.excluded.contains(n);
                let fires = (0..self.rules.len()).filter(asks).collect();
                Finding::Invariant { lemmas: vec![lemmas, self.reachable()], fires }
            }
            None => Finding::Stuck("the facts found take too long to check".into()),
        }
    }

    /// The reachable states of each predicate as a disjunction.
    pub fn reachable(&self) -> Lemmas {
        self.predicates.iter().map(|(pred, predicate)| (*pred, vec![predicate.formula()])).collect()
    }
}

/// Starts the engine.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub(crate) fn start(setup: &Setup<'_>) -> Result<Box<dyn Engine>, String> {
    let Setup { reduced, rules, system, hints, vocabulary, .. } = setup;
    let rules = reduced.strengthen_rules(rules, system);
    let role = |pred, atom: &Term| hints.role(pred, atom);
    Ok(Box::new(Forward::new(rules, system, vocabulary, &role)?))
}

impl Engine for Forward {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The reachable states do not depend on the rules for `false`.
    fn retire_rule(&mut self, _rule: usize) {}

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

    fn progress(&self) -> EngineProgress {
        let known = |p: &PredicateStates| {
            p.disjuncts.values().flat_map(|p| p.facts.iter().flatten()).count()
        };
        let atoms = |p: &PredicateStates| p.guards.len() + p.facts.len();
        EngineProgress {
            doing: "collecting what is reachable",
            depth: self.rounds,
            lemmas: self.predicates.values().map(|p| known(p) as u64).sum(),
            atoms: self.predicates.values().map(|p| atoms(p) as u64).sum(),
            recent: vec![],
        }
    }
}

/// An atom, or its negation.
fn signed(atom: &Term, value: bool) -> Term {
    if value { atom.clone() } else { Term::not(atom.clone()) }
}
