//! The spurious step of a derivation that is no run of the program: it combines cells of different runs in
//! one array.
//!
//! In a clause of a program all premises are about the one state before it. So a derivation is concrete only
//! if the histories of the premises apply the same clauses to the same scalars, and to the same values of the
//! same cells. Values that do not matter may differ by chance, so the solver looks for others: a step is
//! spurious only if no values make its histories one run, and the difference that is named is part of the
//! core.

use super::tree::{state_of, visit_preorder};
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Clause, Goal, Op, PredId, Subst, System, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};
use hornbook_records::outcome::{DerivationRemark, TreeNode};
use hornbook_records::stage_record::Stages;
use rustc_hash::FxHashMap;

/// The solver's step budget for one derivation. In larger ones nothing may be found.
const MAX_SOLVER_STEPS: u64 = 400_000;
/// The greatest number of facts about one state that are compared pairwise.
const MAX_FACTS_PER_STATE: usize = 12;
/// The greatest number of facts in the history of a step.
const MAX_FACTS: usize = 400;
/// The greatest number of cells that are named.
const MAX_NAMED_CELLS: usize = 4;

/// A spurious step of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpuriousStep {
    /// The line of the step.
    pub line: u32,
    /// The cells that it combines, if the tree names them: `a[0] = 1 and a[1] = 2`.
    pub cells: Option<String>,
    /// The difference of the runs that these come from: `differ after line 3: v = 0 and v = 1`.
    pub how: String,
}

impl SpuriousStep {
    /// Finds an innermost spurious step and marks it in the tree of a derivation in the final clauses of a
    /// program. `None` does not imply that the derivation is concrete.
    pub fn mark(
        stages: &Stages,
        derivation: &Derivation,
        tree: &mut TreeNode,
    ) -> Option<SpuriousStep> {
        let (at, TraceConflict { diverging, how }) =
            DerivationSteps::from_tree(stages, derivation, tree)?.find_innermost()?;
        let (mut line, mut cells) = (0, None);
        visit_preorder(tree, &mut |n, node| {
            if n == at {
                (node.remark, line, cells) =
                    (Some(DerivationRemark::SpuriousStep), node.line, describe_cells(node));
            } else if diverging.contains(&n) {
                node.remark = Some(DerivationRemark::Divergence);
            }
        });
        Some(SpuriousStep { line, cells, how })
    }

    /// An explanation, without the last full stop.
    pub fn describe(&self) -> String {
        let SpuriousStep { line, cells, how } = self;
        let cells = cells.as_deref().unwrap_or("several cells");
        format!(
            "The derivation is not a run: line {line} takes {cells} together, which come from runs \
             that {how}"
        )
    }
}

/// The cells that a step combines, as text.
fn describe_cells(node: &TreeNode) -> Option<String> {
    let all = node.children.iter().flat_map(|child| &child.state);
    let mut said: Vec<String> = vec![];
    for (what, value) in all.filter(|(what, _)| what.as_app(Op::Select).is_some()) {
        let cell = format!("{what} = {value}");
        if !said.contains(&cell) {
            said.push(cell);
        }
    }
    let (last, others) = said.split_last()?;
    (1..MAX_NAMED_CELLS)
        .contains(&others.len())
        .then(|| format!("{} and {last}", others.join(", ")))
}

/// Two diverging steps, by their numbers, that one run would not have.
struct TraceConflict {
    diverging: [usize; 2],
    how: String,
}

/// A step of a derivation.
struct DerivationStep<'a> {
    node: &'a TreeNode,
    clause: &'a Clause,
    /// The steps that derive its premises, by their numbers.
    before: Vec<usize>,
}

/// The steps of a derivation in the order of [`visit_preorder`].
struct DerivationSteps<'a> {
    stages: &'a Stages,
    steps: Vec<DerivationStep<'a>>,
}

/// The history of a step: the facts about the state before it, those about the state before that, and so on.
struct History {
    levels: Vec<Vec<usize>>,
    /// The first of equal facts, which all have equal derivations.
    representatives: FxHashMap<usize, usize>,
    /// Two facts of the first state that different clauses derive.
    diverging_clauses: Option<[usize; 2]>,
}

/// An agreement of two facts that holds if they are about one state.
struct Agreement {
    facts: [usize; 2],
    /// The condition.
    agreement: Term,
    /// The values of the two facts, if they differ: `v = 0` and `v = 1`.
    difference: Option<[String; 2]>,
}

impl<'a> DerivationSteps<'a> {
    /// The steps of a derivation; `None` if the tree omits a part of it.
    fn from_tree(
        stages: &'a Stages,
        derivation: &Derivation,
        tree: &'a TreeNode,
    ) -> Option<DerivationSteps<'a>> {
        let mut steps = DerivationSteps { stages, steps: vec![] };
        steps.add(&stages.simplified, derivation, tree)?;
        Some(steps)
    }

    fn add(&mut self, system: &'a System, step: &Derivation, node: &'a TreeNode) -> Option<usize> {
        let number = self.steps.len();
        self.steps.push(DerivationStep {
            node,
            clause: system.clause(step.clause)?,
            before: vec![],
        });
        let children = step.children.iter().zip(&node.children);
        let before = children.map(|(step, node)| self.add(system, step, node));
        self.steps[number].before = before.collect::<Option<Vec<usize>>>()?;
        (step.children.len() == node.children.len()).then_some(number)
    }

    /// The last spurious step in preorder: no step below it is found to be spurious.
    fn find_innermost(&self) -> Option<(usize, TraceConflict)> {
        let mut budget = Budget::steps(MAX_SOLVER_STEPS);
        let forks = (0..self.steps.len()).rev().filter(|&n| self.steps[n].before.len() > 1);
        forks
            .map(|n| (n, self.find_conflict(n, &mut budget)))
            .find_map(|(n, conflict)| Some((n, conflict?)))
    }

    /// The conflict between the histories of a step's premises, if they cannot be one run. Premises of several
    /// predicates are about several states, as those of a call and of its caller; then none is found.
    fn find_conflict(&self, fork: usize, budget: &mut Budget) -> Option<TraceConflict> {
        let history = self.collect_history(fork, budget)?;
        if history.diverging_clauses.is_none()
            && !history.levels.iter().any(|level| self.values_differ(level))
        {
            return None;
        }
        let shared = self.collect_agreements(&history)?;
        budget.spend(shared.len() as u64).ok()?;
        if let Some(needed) = self.find_core(fork, &history, &shared, budget) {
            let (facts, [one, other]) = needed
                .iter()
                .find_map(|&n| Some((shared[n].facts, shared[n].difference.clone()?)))?;
            let line = self.steps[facts[0]].node.line;
            return Some(TraceConflict {
                diverging: facts,
                how: format!("differ after line {line}: {one} and {other}"),
            });
        }
        let diverging = history.diverging_clauses?;
        let [one, other] = diverging.map(|n| self.steps[n].node.line);
        (one != other && self.exclude_each_other(diverging, budget)).then(|| TraceConflict {
            diverging,
            how: format!("go different ways: by line {one} and by line {other}"),
        })
    }

    /// The history of a step; `None` if it is too large, or if equal facts have different derivations.
    fn collect_history(&self, fork: usize, budget: &mut Budget) -> Option<History> {
        let mut history = History {
            levels: vec![],
            representatives: FxHashMap::default(),
            diverging_clauses: None,
        };
        let mut all = self.steps[fork].before.clone();
        let mut facts = 0;
        while !all.is_empty() {
            budget.spend(all.len() as u64).ok()?;
            let level = self.distinct_facts(&all, &mut history.representatives)?;
            facts += level.len();
            if facts > MAX_FACTS || level.len() > MAX_FACTS_PER_STATE {
                return None;
            }
            if level.iter().any(|n| self.goal_pred(*n) != self.goal_pred(level[0])) {
                return None;
            }
            let clause = |n: usize| self.steps[n].clause.id;
            let other = level.iter().find(|n| clause(**n) != clause(level[0]));
            history.diverging_clauses = other.map(|other| [level[0], *other]);
            history.levels.push(level);
            if history.diverging_clauses.is_some() {
                break;
            }
            all = all.iter().flat_map(|n| &self.steps[*n].before).copied().collect();
        }
        Some(history)
    }

    /// The predicate of the fact that a step derives.
    fn goal_pred(&self, n: usize) -> Option<PredId> {
        match &self.steps[n].clause.goal {
            Goal::Instance(goal) => Some(goal.pred),
            Goal::Cond(_) => None,
        }
    }

    /// Whether no state before allows both of two steps: they begin at different points, or their conditions exclude
    /// each other.
    fn exclude_each_other(&self, [one, other]: [usize; 2], budget: &mut Budget) -> bool {
        let first = |n: usize| self.steps[n].clause.instances().next();
        let (Some(before_one), Some(before_other)) = (first(one), first(other)) else {
            return first(one).is_some() != first(other).is_some();
        };
        if before_one.pred != before_other.pred {
            return true;
        }
        let states = [(one, before_one), (other, before_other)].map(|(n, premise)| {
            let own = rename_apart(self.steps[n].clause, n);
            let args: Vec<Term> = premise.args.iter().map(|t| t.subst(&own)).collect();
            let state = state_of(self.stages, premise.pred, &args)?;
            Some(state.into_iter().map(|pair| (pair.clone(), pair)).collect::<StateTerms>())
        });
        let [Some(state_one), Some(state_other)] = states else { return false };
        let agreements = find_agreements([one, other], [&state_one, &state_other]);
        let conditions = [one, other].into_iter().flat_map(|n| {
            let own = rename_apart(self.steps[n].clause, n);
            self.steps[n].clause.conditions().map(move |c| c.subst(&own)).collect::<Vec<_>>()
        });
        let all = conditions.chain(agreements.into_iter().map(|it| it.agreement));
        let mut solver = Solver::new();
        let Ok(all) = solver.literal(&Term::and(all.collect::<Vec<_>>())) else { return false };
        solver.check(&[all], budget) == Answer::Unsat
    }

    /// The distinct facts among some; `None` if equal ones have different clauses or premises.
    fn distinct_facts(
        &self,
        all: &[usize],
        representatives: &mut FxHashMap<usize, usize>,
    ) -> Option<Vec<usize>> {
        let fact = |n: usize| &self.steps[n].node.fact;
        let facts_before = |n: usize| self.steps[n].before.iter().map(|m| fact(*m));
        let mut first: FxHashMap<&Term, usize> = FxHashMap::default();
        let mut distinct = vec![];
        for &n in all {
            let known = *first.entry(fact(n)).or_insert(n);
            if known == n {
                distinct.push(n);
            } else if self.steps[known].clause.id != self.steps[n].clause.id
                || !facts_before(known).eq(facts_before(n))
            {
                return None;
            }
            representatives.insert(n, known);
        }
        Some(distinct)
    }

    /// Whether facts give different values to a variable or a cell.
    fn values_differ(&self, level: &[usize]) -> bool {
        let mut known: FxHashMap<&Term, &Term> = FxHashMap::default();
        let mut said = level.iter().flat_map(|n| &self.steps[*n].node.state);
        said.any(|(what, value)| *known.entry(what).or_insert(value) != value)
    }

    /// The agreements of all facts about one state; `None` if the meaning of a fact is unknown.
    fn collect_agreements(&self, history: &History) -> Option<Vec<Agreement>> {
        let mut out = vec![];
        for level in &history.levels {
            let states = level.iter().map(|&n| Some((n, self.state_terms(n)?)));
            let states: Vec<(usize, StateTerms)> = states.collect::<Option<_>>()?;
            for (place, (n, one)) in states.iter().enumerate() {
                for (m, other) in &states[place + 1..] {
                    out.extend(find_agreements([*n, *m], [one, other]));
                }
            }
        }
        Some(out)
    }

    /// The state in the fact of a step, with the variables of the step and with the values of the tree.
    fn state_terms(&self, n: usize) -> Option<StateTerms> {
        let DerivationStep { node, clause, .. } = &self.steps[n];
        let Goal::Instance(goal) = &clause.goal else { return None };
        let own = rename_apart(clause, n);
        let args: Vec<Term> = goal.args.iter().map(|t| t.subst(&own)).collect();
        let symbolic = state_of(self.stages, goal.pred, &args)?;
        (symbolic.len() == node.state.len())
            .then(|| symbolic.into_iter().zip(node.state.iter().cloned()).collect())
    }

    /// A minimal unsatisfiable core of the agreements, by their numbers; `None` if they are satisfiable or if
    /// that is unknown.
    fn find_core(
        &self,
        fork: usize,
        history: &History,
        shared: &[Agreement],
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let mut solver = Solver::new();
        let steps: Vec<Term> = [fork]
            .iter()
            .chain(history.levels.iter().flatten())
            .flat_map(|&n| self.step_conditions(n, history))
            .collect();
        let steps = solver.literal(&Term::and(steps)).ok()?;
        let agreements = shared.iter().map(|s| solver.literal(&s.agreement).ok());
        let agreements: Vec<Lit> = agreements.collect::<Option<_>>()?;
        let mut core_of = |needed: &[usize]| {
            let all = needed.iter().map(|n| agreements[*n]).chain([steps]);
            let answer = solver.check(&all.collect::<Vec<Lit>>(), budget);
            (answer == Answer::Unsat).then(|| solver.core().to_vec())
        };
        let core = core_of(&(0..shared.len()).collect::<Vec<_>>())?;
        let mut needed: Vec<usize> =
            (0..shared.len()).filter(|n| core.contains(&agreements[*n])).collect();
        for n in needed.clone() {
            let fewer: Vec<usize> = needed.iter().copied().filter(|m| *m != n).collect();
            if core_of(&fewer).is_some() {
                needed = fewer;
            }
        }
        Some(needed)
    }

    /// The conditions of a step, with its variables renamed apart.
    fn step_conditions(&self, n: usize, history: &History) -> Vec<Term> {
        let DerivationStep { clause, before, .. } = &self.steps[n];
        let own = rename_apart(clause, n);
        let mut out: Vec<Term> = clause.conditions().map(|c| c.subst(&own)).collect();
        if let Goal::Cond(claim) = &clause.goal {
            out.push(Term::not(claim.subst(&own)));
        }
        for (premise, child) in clause.instances().zip(before) {
            // The history ends where clauses diverge.
            let Some(&child) = history.representatives.get(child) else { continue };
            let Goal::Instance(goal) = &self.steps[child].clause.goal else { continue };
            let theirs = rename_apart(self.steps[child].clause, child);
            let pairs = premise.args.iter().zip(&goal.args);
            let same = pairs.map(|(a, b)| Term::eq(a.subst(&own), b.subst(&theirs)));
            out.push(Term::implies(premise.guard.subst(&own), Term::and(same.collect::<Vec<_>>())));
        }
        out
    }
}

/// Variables and cells with their values: as terms over the step's variables, and in the derivation.
type StateTerms = Vec<((Term, Term), (Term, Term))>;

/// The agreements of two facts about one state: of equal variables, and of cells if their indices are equal.
fn find_agreements(facts: [usize; 2], [one, other]: [&StateTerms; 2]) -> Vec<Agreement> {
    let mut out = vec![];
    for ((what, value), (named, is)) in one {
        for ((what_there, value_there), (named_there, is_there)) in other {
            let same_cell = match (what.as_app(Op::Select), what_there.as_app(Op::Select)) {
                (Some([a, i]), Some([b, j])) if a == b && i.sort() == j.sort() => {
                    Term::eq(i.clone(), j.clone())
                }
                _ if what == what_there => Term::bool(true),
                _ => continue,
            };
            let agreement = Term::eq(value.clone(), value_there.clone());
            let said = || [is, is_there].map(|value| format!("{named} = {value}"));
            out.push(Agreement {
                facts,
                agreement: Term::implies(same_cell, agreement),
                difference: (named == named_there && is != is_there).then(said),
            });
        }
    }
    out
}

/// Renames the variables of a clause apart from those of other steps.
fn rename_apart(clause: &Clause, step: usize) -> Subst {
    let renamed = |v: Var| {
        let name = Term::var(&Var::new(format!("{}@{step}", v.name), v.sort.clone()));
        (v, name)
    };
    clause.free_vars().into_iter().map(renamed).collect()
}
