//! From a counterexample over atoms to a derivation of `false` in the clauses: one exact question
//! about the whole tree.

use super::rule::{Rule, Skeleton};
use super::settings::Refuting;
use hornbook_base::{Budget, walked};
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{ClauseId, Goal, Names, Premise, Subst, System, Term, Var};
use hornbook_lia as lia;
use hornbook_lia::{Answer, Reason, Solver};
use std::collections::{BTreeMap, VecDeque};

/// What became of a counterexample.
#[derive(Debug)]
pub enum Refutation {
    /// It is one of the clauses: `false` is derivable.
    Derivation(Derivation),
    /// It is an artefact of the vocabulary.
    Spurious,
    /// It may be known with more steps.
    TooHard,
    /// Not known, and no budget helps; the text says why.
    Unknown(String),
}

/// Rules applied to each other, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The rule at the root.
    pub rule: usize,
    /// How the atoms of its body are derived, in order.
    pub children: Vec<Tree>,
}

/// The same with what is derived once standing once: unfolded it may be exponentially larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Rules by index, and what derives the atoms of their bodies, in order. The first one is the
    /// root, and nothing is derived from itself.
    nodes: Vec<(usize, Vec<usize>)>,
}

impl Counterexample {
    /// A counterexample of these nodes, of which there is at least one.
    pub(super) fn new(nodes: Vec<(usize, Vec<usize>)>) -> Counterexample {
        Counterexample { nodes }
    }

    /// The rule for `false` at its root.
    pub fn rule(&self) -> usize {
        self.nodes[0].0
    }

    /// The rule of a node, and the nodes that derive the atoms of its body; the root is the node 0.
    pub(super) fn node(&self, node: usize) -> (usize, &[usize]) {
        let (rule, children) = &self.nodes[node];
        (*rule, children)
    }

    /// It as a tree; `None` if that has more than so many nodes.
    fn unfolded(&self, node: usize, left: &mut usize) -> Option<Tree> {
        *left = left.checked_sub(1)?;
        let (rule, children) = &self.nodes[node];
        let children = children.iter().map(|child| self.unfolded(*child, left));
        Some(Tree { rule: *rule, children: children.collect::<Option<_>>()? })
    }
}

/// Clauses applied to each other: like a [`Derivation`], without values.
struct Plan {
    clause: ClauseId,
    children: Vec<Plan>,
}

/// Decides whether a counterexample by `rules` is one of the clauses of `system`.
///
/// First the rules near the root are asked whether they fit together at all: most artefacts show
/// there, however large the tree is. Only then the whole tree is asked, clause by clause.
pub fn refute(
    rules: &[Rule],
    found: &Counterexample,
    system: &System,
    limits: &Refuting,
    budget: &mut Budget,
) -> Refutation {
    match fits_together(rules, found, limits, budget) {
        Some(true) => {}
        Some(false) => return Refutation::Spurious,
        None => return Refutation::TooHard,
    }
    let Some(tree) = found.unfolded(0, &mut limits.clauses.clone()) else {
        return Refutation::Unknown("a counterexample has too many steps to be decided".into());
    };
    derive(rules, &tree, system, limits, budget)
}

/// The derivation that a tree of rules stands for, if there is one in the clauses of `system` that
/// they were made of.
pub fn derive(
    rules: &[Rule],
    tree: &Tree,
    system: &System,
    limits: &Refuting,
    budget: &mut Budget,
) -> Refutation {
    let mut left = limits.clauses;
    let Some(plan) = rules.get(tree.rule).and_then(|r| plan(rules, &r.skeleton, tree, &mut left))
    else {
        return Refutation::Unknown("a counterexample has too many steps to be decided".into());
    };
    let names = Names::default();
    let mut question = Question { system, names, solver: Solver::new(), failure: None };
    let Some(named) = question.node(&plan, None) else {
        return Refutation::Unknown(question.failure.unwrap_or_default());
    };
    match question.solver.check(&[], budget) {
        Answer::Sat => Refutation::Derivation(named.ground(question.solver.model())),
        Answer::Unsat => Refutation::Spurious,
        Answer::Unknown(Reason::Budget) => Refutation::TooHard,
        Answer::Unknown(_) => Refutation::Unknown("a question was too hard".into()),
    }
}

/// Whether the rules nearest to the root of the counterexample have a common model. `None` if that
/// is not known.
pub fn fits_together(
    rules: &[Rule],
    found: &Counterexample,
    limits: &Refuting,
    budget: &mut Budget,
) -> Option<bool> {
    let mut solver = Solver::new();
    let mut names = Names::default();
    let mut open: VecDeque<(usize, Option<Vec<Term>>)> = VecDeque::from([(0, None)]);
    for _ in 0..limits.rules {
        let Some((node, wanted)) = open.pop_front() else { break };
        let (rule, children) = &found.nodes[node];
        budget.charge(walked(rules[*rule].terms().map(Term::size)));
        let rule = rules[*rule].renamed(&mut names);
        rule.cond.iter().try_for_each(|c| solver.assert(c)).ok()?;
        if let (Some(head), Some(wanted)) = (&rule.head, &wanted) {
            for (arg, w) in head.args.iter().zip(wanted) {
                solver.assert(&Term::eq(arg.clone(), w.clone())).ok()?;
            }
        }
        for (atom, child) in rule.body.into_iter().zip(children) {
            open.push_back((*child, Some(atom.args)));
        }
    }
    match solver.check(&[], budget) {
        Answer::Sat => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}

fn plan(rules: &[Rule], skeleton: &Skeleton, tree: &Tree, left: &mut usize) -> Option<Plan> {
    *left = left.checked_sub(1)?;
    match skeleton {
        Skeleton::Clause(clause, children) => {
            let children = children.iter().map(|c| plan(rules, c, tree, left));
            Some(Plan { clause: *clause, children: children.collect::<Option<_>>()? })
        }
        Skeleton::Leaf(i) => {
            let below = tree.children.get(*i)?;
            plan(rules, &rules.get(below.rule)?.skeleton, below, left)
        }
    }
}

/// A plan whose variables have names of their own.
struct Named {
    clause: ClauseId,
    /// The clause's variable and its name in the question.
    vars: Vec<(Var, Var)>,
    children: Vec<Named>,
}

impl Named {
    fn ground(&self, model: &lia::Model) -> Derivation {
        let value = |v: &Var| match model.get(v) {
            Some(lia::Value::Bool(b)) => Ground::Bool(b),
            Some(lia::Value::Int(n)) => Ground::Int(n),
            None => Ground::Int(hornbook_base::Int::ZERO),
        };
        let values: BTreeMap<Var, Ground> =
            self.vars.iter().map(|(v, renamed)| (v.clone(), value(renamed))).collect();
        let children = self.children.iter().map(|c| c.ground(model)).collect();
        Derivation { clause: self.clause, values, children }
    }
}

struct Question<'s> {
    system: &'s System,
    names: Names,
    solver: Solver,
    failure: Option<String>,
}

impl Question<'_> {
    /// Asserts that the clause of `plan` applies and derives `wanted`, or violates its assertion.
    fn node(&mut self, plan: &Plan, wanted: Option<&[Term]>) -> Option<Named> {
        let clause = self.system.clause(plan.clause)?.clone();
        let free = clause.free_vars().into_iter();
        let vars: Vec<(Var, Var)> = free.map(|v| (v.clone(), self.names.fresh(&v))).collect();
        let map: Subst = vars.iter().map(|(v, w)| (v.clone(), Term::var(w))).collect();
        match (&clause.goal, wanted) {
            (Goal::Instance(goal), Some(wanted)) => {
                for (arg, w) in goal.args.iter().zip(wanted) {
                    self.assert(&Term::eq(arg.subst(&map), w.clone()))?;
                }
            }
            (Goal::Cond(c), None) => self.assert(&Term::not(c.subst(&map)))?,
            _ => return None,
        }
        let mut plans = plan.children.iter();
        let mut children = vec![];
        for premise in &clause.premises {
            match premise {
                Premise::Cond(c) => self.assert(&c.subst(&map))?,
                Premise::Instance(i) => {
                    let args: Vec<Term> = i.args.iter().map(|a| a.subst(&map)).collect();
                    children.push(self.node(plans.next()?, Some(&args))?);
                }
            }
        }
        Some(Named { clause: plan.clause, vars, children })
    }

    fn assert(&mut self, f: &Term) -> Option<()> {
        match self.solver.assert(f) {
            Ok(()) => Some(()),
            Err(e) => {
                self.failure = Some(e.to_string());
                None
            }
        }
    }
}
