//! Bounded search for derivations of `false`: the clauses are unrolled from the violation backwards,
//! one level at a time, and `lia/` decides whether a derivation of that height exists (stratified
//! inlining, Lal, Qadeer and Lahiri, CAV 2012).
//!
//! It finds the derivations of the least height, however far from the vocabulary they are.

use super::engine::{Engine, EngineProgress, Finding};
use super::refute::DerivationTree;
use super::rule::{Atom, Rule};
use hornbook_base::Budget;
use hornbook_horn::{Names, PredId, Sort, Term, Var};
use hornbook_lia::{Answer, Lit, Reason, Solver, Unsupported};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most steps of one question.
const QUESTION_STEPS: u64 = 500_000;

/// The most nodes of one unrolling.
const MAX_NODES: usize = 4_000;

/// The search, for each rule for `false`.
pub struct Unroll {
    rules: Vec<Rule>,
    definitions: BTreeMap<PredId, Vec<usize>>,
    /// Unrollings that are not over, in the order of their turns.
    open: VecDeque<TargetUnrolling>,
    depth: u32,
    questions: u64,
}

impl Unroll {
    /// A search for violations of the given rules for `false`.
    pub fn new(rules: Vec<Rule>, targets: &[usize]) -> Unroll {
        let mut definitions: BTreeMap<PredId, Vec<usize>> = BTreeMap::new();
        for (n, rule) in rules.iter().enumerate() {
            if let Some(head) = &rule.head {
                definitions.entry(head.pred).or_default().push(n);
            }
        }
        let names = Names::avoiding(rules.iter().flat_map(Rule::vars));
        let begin = |n: &usize| TargetUnrolling::new(*n, &rules[*n], names.clone()).ok();
        let open = targets.iter().filter_map(begin).collect();
        Unroll { rules, definitions, open, depth: 0, questions: 0 }
    }
}

impl Engine for Unroll {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn retire_rule(&mut self, rule: usize) {
        self.open.retain(|u| u.target != rule);
    }

    fn step(&mut self, budget: &mut Budget) -> Option<Finding> {
        while budget.left() > 0 {
            let Some(mut next) = self.open.pop_front() else { return Some(Finding::Over) };
            self.questions += u64::from(next.asked.is_none());
            match next.round(&self.rules, &self.definitions, budget) {
                Some(found) => return Some(found),
                // The order does not depend on the sizes of the slices.
                None if next.asked.is_some() => self.open.push_front(next),
                None => {
                    self.depth = self.depth.max(next.height);
                    self.open.push_back(next);
                }
            }
        }
        None
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn progress(&self) -> EngineProgress {
        EngineProgress {
            doing: "unrolling the clauses",
            depth: self.depth,
            ..EngineProgress::default()
        }
    }
}

/// A goal that must be derived, with its candidate rules.
struct UnrolledGoal {
    goal: Atom,
    /// Whether the derivation needs the goal.
    used: Term,
    depth: u32,
    /// The rules that may derive the goal, once it was expanded.
    choices: Option<Vec<RuleChoice>>,
}

struct RuleChoice {
    rule: usize,
    chosen: Term,
    children: Vec<usize>,
}

/// The unrolling of one rule for `false`.
struct TargetUnrolling {
    target: usize,
    solver: Solver,
    names: Names,
    root: Vec<usize>,
    nodes: Vec<UnrolledGoal>,
    /// The present bound on the height of derivations.
    height: u32,
    /// Steps spent on the present question, if it is not answered yet.
    asked: Option<u64>,
}

impl TargetUnrolling {
    fn new(target: usize, rule: &Rule, names: Names) -> Result<TargetUnrolling, Unsupported> {
        let (solver, nodes) = (Solver::new(), vec![]);
        let mut it =
            TargetUnrolling { target, solver, names, root: vec![], nodes, height: 0, asked: None };
        rule.cond.iter().try_for_each(|c| it.solver.assert(c))?;
        for atom in &rule.body {
            let child = it.node(atom.clone(), 1);
            it.solver.assert(&it.nodes[child].used.clone())?;
            it.root.push(child);
        }
        Ok(it)
    }

    fn switch(&mut self) -> Term {
        Term::var(&self.names.fresh(&Var::new("#use", Sort::Bool)))
    }

    fn node(&mut self, goal: Atom, depth: u32) -> usize {
        let used = self.switch();
        self.nodes.push(UnrolledGoal { goal, used, depth, choices: None });
        self.nodes.len() - 1
    }

    /// Searches for a derivation of at most the current height, and expands its goals; when there is none,
    /// the height grows. A question that takes longer than a turn is continued in the next one.
    fn round(
        &mut self,
        rules: &[Rule],
        definitions: &BTreeMap<PredId, Vec<usize>>,
        budget: &mut Budget,
    ) -> Option<Finding> {
        // Either there are no longer derivations, or their clauses are too many or not linear.
        let nothing = Some(Finding::Nothing(self.target));
        if self.asked.is_none() {
            let Ok(beyond) = self.beyond() else { return nothing };
            self.solver.ask(&beyond);
        }
        match self.answer(budget)? {
            Answer::Sat => {
                let needed = self.needed();
                if needed.is_empty() {
                    let children = self.derivation(&self.root)?;
                    return Some(Finding::Derivation(DerivationTree {
                        rule: self.target,
                        children,
                    }));
                }
                for node in needed {
                    budget.charge(1);
                    let full = self.nodes.len() > MAX_NODES;
                    if full || self.expand(node, rules, definitions).is_err() {
                        return nothing;
                    }
                }
            }
            // No derivation is higher either if none is missed because of its height.
            Answer::Unsat if self.solver.core().is_empty() => return nothing,
            Answer::Unsat => self.height += 1,
            Answer::Unknown(_) => {
                return Some(Finding::Hard(self.target, "a question was too hard".into()));
            }
        }
        None
    }

    /// The assumption that no goal beyond the current height is needed.
    fn beyond(&mut self) -> Result<Vec<Lit>, Unsupported> {
        let far = self.nodes.iter().filter(|n| n.choices.is_none() && n.depth > self.height);
        far.map(|n| self.solver.literal(&n.used).map(|used| !used)).collect()
    }

    /// Works on the present question; `None` if it goes on with the next turn.
    fn answer(&mut self, budget: &mut Budget) -> Option<Answer> {
        let before = self.asked.unwrap_or(0);
        let most = QUESTION_STEPS.saturating_sub(before).min(budget.left().max(1));
        let mut own = Budget::steps(most);
        let answer = self.solver.step(&mut own);
        debug_assert_ne!(answer, Answer::Unknown(Reason::NotAsked), "the question was lost");
        let used = own.used(most).max(1);
        budget.charge(used);
        let goes_on = answer == Answer::Unknown(Reason::Budget) && before + used < QUESTION_STEPS;
        self.asked = goes_on.then_some(before + used);
        (!goes_on).then_some(answer)
    }

    /// The goals not expanded that the derivation in the model of the last question needs.
    fn needed(&self) -> BTreeSet<usize> {
        let mut out = BTreeSet::new();
        let mut open = self.root.clone();
        while let Some(n) = open.pop() {
            match &self.nodes[n].choices {
                None => {
                    out.insert(n);
                }
                Some(choices) => {
                    open.extend(self.chosen(choices).into_iter().flat_map(|w| &w.children))
                }
            }
        }
        out
    }

    fn chosen<'w>(&self, choices: &'w [RuleChoice]) -> Option<&'w RuleChoice> {
        choices.iter().find(|w| self.solver.model().satisfies(&w.chosen))
    }

    /// The derivations of some nodes in the model of the last question.
    fn derivation(&self, nodes: &[usize]) -> Option<Vec<DerivationTree>> {
        let of = |n: &usize| {
            let choice = self.chosen(self.nodes[*n].choices.as_ref()?)?;
            Some(DerivationTree { rule: choice.rule, children: self.derivation(&choice.children)? })
        };
        nodes.iter().map(of).collect()
    }

    /// Adds the rules that may derive a goal.
    fn expand(
        &mut self,
        node: usize,
        rules: &[Rule],
        definitions: &BTreeMap<PredId, Vec<usize>>,
    ) -> Result<(), Unsupported> {
        let (goal, depth) = (self.nodes[node].goal.clone(), self.nodes[node].depth + 1);
        let mut choices = vec![];
        for rule in definitions.get(&goal.pred).into_iter().flatten() {
            let renamed = rules[*rule].renamed(&mut self.names);
            let chosen = self.switch();
            let children: Vec<usize> =
                renamed.body.iter().map(|atom| self.node(atom.clone(), depth)).collect();
            let head = renamed.head.iter().flat_map(|h| h.args.iter().zip(&goal.args));
            let agrees = head.map(|(s, t)| Term::eq(s.clone(), t.clone()));
            let used = children.iter().map(|n| self.nodes[*n].used.clone());
            let needs = Term::and(renamed.cond.iter().cloned().chain(agrees).chain(used));
            self.solver.assert(&Term::implies(chosen.clone(), needs))?;
            choices.push(RuleChoice { rule: *rule, chosen, children });
        }
        let some = Term::or(choices.iter().map(|w| w.chosen.clone()));
        self.solver.assert(&Term::implies(self.nodes[node].used.clone(), some))?;
        self.nodes[node].choices = Some(choices);
        Ok(())
    }
}
