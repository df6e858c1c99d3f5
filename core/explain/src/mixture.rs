//! Where a derivation that is no run of the program leaves the ground: cells are taken for those of
//! one array that come from different runs.
//!
//! In a clause of a program all instances are of the one state before it. So a derivation is that of
//! a run only if what follows these instances back applies the same clauses to the same scalars, and
//! to the same values where it speaks of the same cell. Values that do not matter may differ by
//! chance. So they are asked for anew: only where no values at all make the steps those of one
//! run, something is said, and the difference that is named is one that takes part in that.

use super::tree::{state_of, visit};
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Clause, Goal, Op, Subst, System, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};
use hornbook_records::outcome::{Remark, TreeNode};
use hornbook_records::road::Stages;
use rustc_hash::FxHashMap;

/// All steps that the questions about one derivation may take. In larger ones nothing may be found.
const STEPS: u64 = 400_000;
/// So many facts about one state are compared, each with each.
const MOST_FACTS: usize = 12;
/// A place with more facts behind it is not looked at.
const MOST_ALL: usize = 400;
/// So many cells are named.
const MOST_CELLS: usize = 4;

/// Such a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// The line that takes the cells together.
    pub line: u32,
    /// These, if the tree says which they are: `a[0] = 1 and a[1] = 2`.
    pub cells: Option<String>,
    /// How the runs differ that these come from: `differ after line 3: v = 0 and v = 1`.
    pub how: String,
}

impl Mixture {
    /// Looks for a place below which no other one is found, and marks it in the tree of a derivation
    /// in the final clauses of a program. None says nothing.
    pub fn mark(stages: &Stages, derivation: &Derivation, tree: &mut TreeNode) -> Option<Mixture> {
        let (at, Clash { parting, how }) = Flat::of(stages, derivation, tree)?.innermost()?;
        let (mut line, mut cells) = (0, None);
        visit(tree, &mut |n, node| {
            if n == at {
                (node.remark, line, cells) = (Some(Remark::Mixes), node.line, taken(node));
            } else if parting.contains(&n) {
                node.remark = Some(Remark::Parts);
            }
        });
        Some(Mixture { line, cells, how })
    }

    /// Sentences, without the last full stop.
    pub fn describe(&self) -> String {
        let Mixture { line, cells, how } = self;
        let cells = cells.as_deref().unwrap_or("several cells");
        format!(
            "The derivation is not a run: line {line} takes {cells} together, which come from runs \
             that {how}"
        )
    }
}

/// The cells that a step takes together.
fn taken(node: &TreeNode) -> Option<String> {
    let all = node.children.iter().flat_map(|child| &child.state);
    let mut said: Vec<String> = vec![];
    for (what, value) in all.filter(|(what, _)| what.as_app(Op::Select).is_some()) {
        let cell = format!("{what} = {value}");
        if !said.contains(&cell) {
            said.push(cell);
        }
    }
    let (last, others) = said.split_last()?;
    (1..MOST_CELLS).contains(&others.len()).then(|| format!("{} and {last}", others.join(", ")))
}

/// Two steps that should be the same one, by their numbers.
struct Clash {
    parting: [usize; 2],
    how: String,
}

/// A step of a derivation.
struct Step<'a> {
    node: &'a TreeNode,
    clause: &'a Clause,
    /// The steps that derive its premises, by their numbers.
    before: Vec<usize>,
}

/// The steps of a derivation in the order of [`visit`].
struct Flat<'a> {
    stages: &'a Stages,
    steps: Vec<Step<'a>>,
}

/// What follows the premises of a step back: the facts about one state, those about the one before
/// it, and so on.
struct Past {
    levels: Vec<Vec<usize>>,
    /// Of equal facts the first stands for all; they are derived in the same way.
    stands_for: FxHashMap<usize, usize>,
    /// Two facts of the last level that different clauses derive.
    other_way: Option<[usize; 2]>,
}

/// Two facts that agree on something if they are about one state.
struct Shared {
    facts: [usize; 2],
    /// That they do.
    agreement: Term,
    /// What is in the two facts, if it differs there: `v = 0` and `v = 1`.
    difference: Option<[String; 2]>,
}

impl<'a> Flat<'a> {
    /// None if the tree leaves a part of the derivation out.
    fn of(stages: &'a Stages, derivation: &Derivation, tree: &'a TreeNode) -> Option<Flat<'a>> {
        let mut flat = Flat { stages, steps: vec![] };
        flat.add(&stages.simplified, derivation, tree)?;
        Some(flat)
    }

    fn add(&mut self, system: &'a System, step: &Derivation, node: &'a TreeNode) -> Option<usize> {
        let number = self.steps.len();
        self.steps.push(Step { node, clause: system.clause(step.clause)?, before: vec![] });
        let children = step.children.iter().zip(&node.children);
        let before = children.map(|(step, node)| self.add(system, step, node));
        self.steps[number].before = before.collect::<Option<Vec<usize>>>()?;
        (step.children.len() == node.children.len()).then_some(number)
    }

    /// The last such place: below it there is none, as what is below comes later in the order.
    fn innermost(&self) -> Option<(usize, Clash)> {
        let mut budget = Budget::steps(STEPS);
        let forks = (0..self.steps.len()).rev().filter(|&n| self.steps[n].before.len() > 1);
        forks.map(|n| (n, self.clash(n, &mut budget))).find_map(|(n, clash)| Some((n, clash?)))
    }

    /// Why what stands behind a step cannot be one run, if it cannot.
    fn clash(&self, fork: usize, budget: &mut Budget) -> Option<Clash> {
        let past = self.past(fork, budget)?;
        if past.other_way.is_none() && !past.levels.iter().any(|level| self.differ(level)) {
            return None;
        }
        let shared = self.shared(&past)?;
        budget.spend(shared.len() as u64).ok()?;
        if let Some(needed) = self.contradiction(fork, &past, &shared, budget) {
            let (facts, [one, other]) = needed
                .iter()
                .find_map(|&n| Some((shared[n].facts, shared[n].difference.clone()?)))?;
            let line = self.steps[facts[0]].node.line;
            return Some(Clash {
                parting: facts,
                how: format!("differ after line {line}: {one} and {other}"),
            });
        }
        let parting = past.other_way?;
        let [one, other] = parting.map(|n| self.steps[n].node.line);
        (one != other).then(|| Clash {
            parting,
            how: format!("go different ways: by line {one} and by line {other}"),
        })
    }

    /// None if there is too much, or if equal facts are derived in different ways.
    fn past(&self, fork: usize, budget: &mut Budget) -> Option<Past> {
        let mut past = Past { levels: vec![], stands_for: FxHashMap::default(), other_way: None };
        let mut all = self.steps[fork].before.clone();
        let mut facts = 0;
        while !all.is_empty() {
            budget.spend(all.len() as u64).ok()?;
            let level = self.distinct(&all, &mut past.stands_for)?;
            facts += level.len();
            if facts > MOST_ALL || level.len() > MOST_FACTS {
                return None;
            }
            let clause = |n: usize| self.steps[n].clause.id;
            let other = level.iter().find(|n| clause(**n) != clause(level[0]));
            past.other_way = other.map(|other| [level[0], *other]);
            past.levels.push(level);
            if past.other_way.is_some() {
                break;
            }
            all = all.iter().flat_map(|n| &self.steps[*n].before).copied().collect();
        }
        Some(past)
    }

    /// The different ones of some facts. None if equal ones are not derived from equal ones by the
    /// same clause.
    fn distinct(
        &self,
        all: &[usize],
        stands_for: &mut FxHashMap<usize, usize>,
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
            stands_for.insert(n, known);
        }
        Some(distinct)
    }

    /// Whether facts say different things of a variable or of a cell.
    fn differ(&self, level: &[usize]) -> bool {
        let mut known: FxHashMap<&Term, &Term> = FxHashMap::default();
        let mut said = level.iter().flat_map(|n| &self.steps[*n].node.state);
        said.any(|(what, value)| *known.entry(what).or_insert(value) != value)
    }

    /// All that facts about one state agree on. None if it is not known what the facts mean.
    fn shared(&self, past: &Past) -> Option<Vec<Shared>> {
        let mut out = vec![];
        for level in &past.levels {
            let states = level.iter().map(|&n| Some((n, self.state(n)?)));
            let states: Vec<(usize, State)> = states.collect::<Option<_>>()?;
            for (place, (n, one)) in states.iter().enumerate() {
                for (m, other) in &states[place + 1..] {
                    out.extend(agreements([*n, *m], [one, other]));
                }
            }
        }
        Some(out)
    }

    /// What the fact of a step means: with the variables of the step, and as the tree has it.
    fn state(&self, n: usize) -> Option<State> {
        let Step { node, clause, .. } = &self.steps[n];
        let Goal::Instance(goal) = &clause.goal else { return None };
        let own = own_names(clause, n);
        let args: Vec<Term> = goal.args.iter().map(|t| t.subst(&own)).collect();
        let symbolic = state_of(self.stages, goal.pred, &args)?;
        (symbolic.len() == node.state.len())
            .then(|| symbolic.into_iter().zip(node.state.iter().cloned()).collect())
    }

    /// The numbers of agreements that cannot all hold, none of which can be left out; no values make
    /// them hold. None if they can, or if that is not known.
    fn contradiction(
        &self,
        fork: usize,
        past: &Past,
        shared: &[Shared],
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let mut solver = Solver::new();
        let steps: Vec<Term> = [fork]
            .iter()
            .chain(past.levels.iter().flatten())
            .flat_map(|&n| self.conditions(n, past))
            .collect();
        let steps = solver.literal(&Term::and(steps)).ok()?;
        let agreements = shared.iter().map(|s| solver.literal(&s.agreement).ok());
        let agreements: Vec<Lit> = agreements.collect::<Option<_>>()?;
        let mut contradicts = |needed: &[usize]| {
            let all = needed.iter().map(|n| agreements[*n]).chain([steps]);
            let answer = solver.check(&all.collect::<Vec<Lit>>(), budget);
            (answer == Answer::Unsat).then(|| solver.core().to_vec())
        };
        let core = contradicts(&(0..shared.len()).collect::<Vec<_>>())?;
        let mut needed: Vec<usize> =
            (0..shared.len()).filter(|n| core.contains(&agreements[*n])).collect();
        for n in needed.clone() {
            let fewer: Vec<usize> = needed.iter().copied().filter(|m| *m != n).collect();
            if contradicts(&fewer).is_some() {
                needed = fewer;
            }
        }
        Some(needed)
    }

    /// What a step demands, with names of its own for its variables.
    fn conditions(&self, n: usize, past: &Past) -> Vec<Term> {
        let Step { clause, before, .. } = &self.steps[n];
        let own = own_names(clause, n);
        let mut out: Vec<Term> = clause.conditions().map(|c| c.subst(&own)).collect();
        if let Goal::Cond(claim) = &clause.goal {
            out.push(Term::not(claim.subst(&own)));
        }
        for (premise, child) in clause.instances().zip(before) {
            // Where the ways part nothing before is followed.
            let Some(&child) = past.stands_for.get(child) else { continue };
            let Goal::Instance(goal) = &self.steps[child].clause.goal else { continue };
            let theirs = own_names(self.steps[child].clause, child);
            let pairs = premise.args.iter().zip(&goal.args);
            let same = pairs.map(|(a, b)| Term::eq(a.subst(&own), b.subst(&theirs)));
            out.push(Term::implies(premise.guard.subst(&own), Term::and(same.collect::<Vec<_>>())));
        }
        out
    }
}

/// Variables and cells with their values: with variables, and as they are in the derivation.
type State = Vec<((Term, Term), (Term, Term))>;

/// What two facts about one state agree on: variables, and cells of one array if they are the same
/// cell.
fn agreements(facts: [usize; 2], [one, other]: [&State; 2]) -> Vec<Shared> {
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
            out.push(Shared {
                facts,
                agreement: Term::implies(same_cell, agreement),
                difference: (named == named_there && is != is_there).then(said),
            });
        }
    }
    out
}

/// The variables of a clause under names that no other step has.
fn own_names(clause: &Clause, step: usize) -> Subst {
    let own = |v: Var| {
        let name = Term::var(&Var::new(format!("{}@{step}", v.name), v.sort.clone()));
        (v, name)
    };
    clause.free_vars().into_iter().map(own).collect()
}
