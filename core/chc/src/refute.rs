//! From a counterexample over atoms to a derivation of `false` in the clauses: one exact question about the
//! whole tree.

use super::rule::Rule;
use hornbook_base::{Budget, rewrite_steps};
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{ClauseId, Goal, Names, Premise, Subst, System, Term, Var};
use hornbook_lia as lia;
use hornbook_lia::{Answer, Reason, Solver};
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// The most rule applications of the first, coarse question: most spurious counterexamples show there.
const MAX_RULES: usize = 250;

/// The most clause applications of a derivation: inlined clauses multiply with the occurrences of their
/// predicates.
const MAX_CLAUSES: usize = 20_000;

/// The result of checking a counterexample against the clauses.
#[derive(Debug)]
pub enum Refutation {
    /// `false` is derivable in the clauses.
    Derivation(Derivation),
    /// The counterexample is an artefact of the vocabulary.
    Spurious,
    /// More steps may decide it.
    TooHard,
    /// It is not known, and no budget helps; the text says why.
    Unknown(String),
}

/// Rules applied to each other, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationTree {
    /// The rule at the root.
    pub rule: usize,
    /// The derivations of the atoms of its body, in order.
    pub children: Vec<DerivationTree>,
}

/// A derivation tree with shared subtrees: unfolded it may be exponentially larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Rules by index, with the nodes that derive the atoms of their bodies, in order. The first node is the
    /// root, and there is no cycle.
    nodes: Vec<(usize, Vec<usize>)>,
}

impl Counterexample {
    /// A counterexample of these nodes, at least one.
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

    /// The tree below a node; `None` if it has more than so many nodes.
    fn unfolded(&self, node: usize, left: &mut usize) -> Option<DerivationTree> {
        *left = left.checked_sub(1)?;
        let (rule, children) = &self.nodes[node];
        let children = children.iter().map(|child| self.unfolded(*child, left));
        Some(DerivationTree { rule: *rule, children: children.collect::<Option<_>>()? })
    }
}

/// Clauses applied to each other: a [`Derivation`] without values.
struct ClauseTree {
    clause: ClauseId,
    children: Vec<ClauseTree>,
}

/// Decides whether a counterexample by `rules` is one of the clauses of `system`.
///
/// First the rules near the root are asked for a common model: most spurious counterexamples have none,
/// however large the tree is. Only then the whole tree is asked, clause by clause.
pub(crate) fn refute(
    rules: &[Rule],
    found: &Counterexample,
    system: &System,
    budget: &mut Budget,
) -> Refutation {
    match is_prefix_feasible(rules, found, budget) {
        Some(true) => {}
        Some(false) => return Refutation::Spurious,
        None => return Refutation::TooHard,
    }
    let Some(tree) = found.unfolded(0, &mut { MAX_CLAUSES }) else {
        return Refutation::Unknown("a counterexample has too many steps to be decided".into());
    };
    derive(rules, &tree, system, budget)
}

/// The derivation that corresponds to a tree of rules, if there is one in the clauses of `system` that they
/// were made of.
pub fn derive(
    rules: &[Rule],
    tree: &DerivationTree,
    system: &System,
    budget: &mut Budget,
) -> Refutation {
    let Some(plan) = expand_to_clauses(rules, tree, &Cell::new(MAX_CLAUSES)) else {
        return Refutation::Unknown("a counterexample has too many steps to be decided".into());
    };
    let names = Names::default();
    let mut question = DerivationQuery { system, names, solver: Solver::new(), failure: None };
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

/// Whether the rules nearest to the root of the counterexample have a common model. `None` if that is not
/// known.
pub(crate) fn is_prefix_feasible(
    rules: &[Rule],
    found: &Counterexample,
    budget: &mut Budget,
) -> Option<bool> {
    let mut solver = Solver::new();
    let mut names = Names::default();
    let mut open: VecDeque<(usize, Option<Vec<Term>>)> = VecDeque::from([(0, None)]);
    for _ in 0..MAX_RULES {
        let Some((node, wanted)) = open.pop_front() else { break };
        let (rule, children) = &found.nodes[node];
        budget.charge(rewrite_steps(rules[*rule].terms().map(Term::size)));
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

/// The clauses that a tree of rules stands for.
fn expand_to_clauses(
    rules: &[Rule],
    tree: &DerivationTree,
    left: &Cell<usize>,
) -> Option<ClauseTree> {
    rules.get(tree.rule)?.skeleton.build(
        |atom| expand_to_clauses(rules, tree.children.get(atom)?, left),
        |clause, children| {
            left.set(left.get().checked_sub(1)?);
            Some(ClauseTree { clause, children })
        },
    )
}

/// An applied clause with fresh variables.
struct ClauseInstance {
    clause: ClauseId,
    /// The clause's variables with their fresh ones.
    vars: Vec<(Var, Var)>,
    children: Vec<ClauseInstance>,
}

impl ClauseInstance {
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

struct DerivationQuery<'s> {
    system: &'s System,
    names: Names,
    solver: Solver,
    failure: Option<String>,
}

impl DerivationQuery<'_> {
    /// Asserts that the clause of `plan` applies and derives `wanted`, or violates its assertion.
    fn node(&mut self, plan: &ClauseTree, wanted: Option<&[Term]>) -> Option<ClauseInstance> {
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
        Some(ClauseInstance { clause: plan.clause, vars, children })
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
