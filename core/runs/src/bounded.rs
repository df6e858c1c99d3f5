//! Short runs that violate an assertion: the program's clauses, with arrays, are followed from the
//! start, shortest paths first; whether a path can be taken is decided by `lia/`.
//!
//! The result is a candidate. Array cells that a path does not read are zero, and quantified assumptions are
//! only instantiated for some cells, so the interpreter has the last word.
//!
//! Paths come first, as they lead to the shortest runs. Once they get long, or have all ended, runs on
//! likely values are tried (`simulate`).

use super::random_runs::find_violations;
use super::simulate::Simulation;
use crate::simulate::SimulationLimits;
use crate::{Candidate, SearchStep};
use hornbook_abstraction::ackermann::Reads;
use hornbook_abstraction::instantiate::{at_indices, read_indices};
use hornbook_base::{Budget, Int};
use hornbook_chc::engine::EngineProgress;
use hornbook_horn::fold::fold;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{
    Clause, Goal, Instruction, Names, PredId, Premise, Sort, Subst, System, Term, Var,
};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_lia as lia;
use hornbook_lia::lp::find_small_model;
use hornbook_lia::{Answer, Solver};
use hornbook_settings::Settings;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most paths that wait to be continued.
const MAX_PATHS: usize = 4_000;

/// The most steps in questions.
const MAX_STEPS: u64 = 1_500_000;

/// Steps in questions before runs on likely values have their turn.
const SHORT_STEPS: u64 = 300_000;

/// Questions before runs on likely values have their turn: short runs are found by then.
const SHORT_QUESTIONS: u64 = 300;

/// The most questions.
const MAX_QUESTIONS: u64 = 1_500;

/// The most steps of one question.
const QUESTION_STEPS: u64 = 300_000;

/// Nodes of terms that are rewritten in about the time of one step.
const NODES_PER_STEP: u64 = 50;

/// The most nodes of a path's terms, counted as trees: where cells are copied to indices whose order is not known
/// each copy doubles them.
const MAX_NODES: usize = 200_000;

/// Steps for a clause without a question, besides the size of the path's values.
const CLAUSE_STEPS: u64 = 50;

/// Small runs of any program that is not solved soon.
const SOON_RUNS: u64 = 100;

/// A path through the program's clauses.
#[derive(Clone)]
struct Path {
    at: PredId,
    /// The values of the point's parameters.
    args: Vec<Term>,
    /// The path condition.
    conds: Vec<Term>,
    /// The free choices so far.
    inputs: Vec<Var>,
    /// Clauses followed so far.
    length: u32,
}

/// The bounded search, which continues as long as there is budget.
pub struct BoundedSearch {
    settings: Rc<Settings>,
    system: Rc<System>,
    queue: VecDeque<Path>,
    names: Names,
    /// The clauses that leave each point.
    leaving: BTreeMap<PredId, Vec<usize>>,
    /// The assertions without a run so far.
    wanted: BTreeSet<AssertId>,
    /// The length of the longest path so far.
    depth: u32,
    questions: u64,
    /// The steps of these questions, and of all other work.
    steps: u64,
    /// Whether paths were dropped because their terms are too large or too deep.
    left: bool,
    /// The program that the clauses come from, if it is known.
    program: Option<Rc<TypedProgram>>,
    /// The runs on likely values, with their program.
    simulation: Option<(Rc<TypedProgram>, Simulation)>,
}

impl BoundedSearch {
    /// A search for violations of `wanted` in a program's clauses.
    pub fn new(
        system: Rc<System>,
        wanted: BTreeSet<AssertId>,
        settings: Rc<Settings>,
    ) -> BoundedSearch {
        let mut leaving: BTreeMap<PredId, Vec<usize>> = BTreeMap::new();
        let mut queue = VecDeque::new();
        for (n, clause) in system.clauses.iter().enumerate() {
            match clause.instances().next() {
                Some(i) => leaving.entry(i.pred).or_default().push(n),
                None if clause.origin.instruction == Instruction::Start => {
                    queue.extend(start(clause))
                }
                None => {}
            }
        }
        // Assertions first, so that a path is judged before it is made longer.
        let asserts = |n: &usize| system.clauses[*n].origin.assert.is_none();
        leaving.values_mut().for_each(|c| c.sort_by_key(asserts));
        let names = Names::default();
        let (depth, questions, steps, left, simulation) = (0, 0, 0, false, None);
        BoundedSearch {
            settings,
            system,
            queue,
            names,
            leaving,
            wanted,
            depth,
            questions,
            steps,
            left,
            program: None,
            simulation,
        }
    }

    /// This search with the program of the clauses, which can be run.
    pub fn with_program(mut self, program: Rc<TypedProgram>) -> BoundedSearch {
        if self.settings.likely.wanted {
            let simulation = Simulation::new(&program, SimulationLimits::default());
            self.simulation = Some((program.clone(), simulation));
        }
        self.program = Some(program);
        self
    }

    /// Whether the limits allow longer paths.
    fn may_follow(&self) -> bool {
        self.questions < MAX_QUESTIONS && self.steps < MAX_STEPS
    }

    /// Whether there are runs on likely values left.
    fn makes_runs(&self, long: bool) -> bool {
        self.simulation.is_some() && (long || !self.has_only_long_runs())
    }

    /// Whether there are paths to follow, and not too many.
    fn can_follow(&self) -> bool {
        !self.queue.is_empty() && self.queue.len() <= MAX_PATHS
    }

    /// Tries runs on likely values.
    fn simulate(&mut self, budget: &mut Budget) -> Option<Candidate> {
        let (program, simulation) = self.simulation.as_mut()?;
        let found = simulation.step(program, &self.wanted, budget);
        if simulation.is_over() {
            self.simulation = None;
        }
        found
    }

    /// Continues a path in every way; stops at the first violated assertion.
    fn extend(&mut self, path: &Path, budget: &mut Budget) -> Option<Candidate> {
        let clauses = self.leaving.get(&path.at).cloned().unwrap_or_default();
        let mut found = None;
        let system = self.system.clone();
        for clause in clauses.into_iter().map(|n| &system.clauses[n]) {
            let _ = budget.spend(1);
            let Some((mut next, goal)) = self.follow(path, clause) else { continue };
            let parts = parts(&next, &goal);
            let cost = parts as u64 / NODES_PER_STEP;
            self.steps += cost;
            budget.charge(cost);
            if parts > MAX_NODES || is_deep(&next, &goal) {
                self.left = true;
                continue;
            }
            match (goal, clause.origin.assert) {
                (Err(cond), Some(assert)) => {
                    if found.is_none() && self.wanted.contains(&assert) {
                        next.conds.push(fold(&Term::not(cond)));
                        found = self.solve(&next, budget).map(|m| Candidate {
                            assert,
                            choices: m,
                            steps: None,
                        });
                        if found.is_some() {
                            // Other clauses that leave this point come later.
                            self.queue.push_front(path.clone());
                            return found;
                        }
                    }
                }
                (Err(_), None) => {}
                (Ok((pred, args)), _) => {
                    (next.at, next.args) = (pred, args);
                    let branches = matches!(
                        clause.origin.instruction,
                        Instruction::BranchTrue | Instruction::BranchFalse | Instruction::Assume
                    );
                    // A clause without a condition is feasible if its path is.
                    let asks = branches && next.conds.len() > path.conds.len();
                    if branches && !asks {
                        let size = next.args.iter().map(|a| a.size() as u64).sum::<u64>();
                        let cost = CLAUSE_STEPS + size;
                        self.steps += cost;
                        budget.charge(cost);
                    }
                    if !asks || self.is_feasible(&next, budget) {
                        self.queue.push_back(next);
                    }
                }
            }
        }
        found
    }

    /// The path with one more clause; its goal with the values put in.
    fn follow(&mut self, path: &Path, clause: &Clause) -> Option<(Path, PathGoal)> {
        let premise = clause.instances().next()?;
        let mut map: Subst = premise
            .args
            .iter()
            .filter_map(|a| a.as_var().cloned())
            .zip(path.args.clone())
            .collect();
        let mut next = path.clone();
        next.length += 1;
        let local = clause.free_vars().into_iter().filter(|v| !map.contains_key(v));
        let fresh: Vec<(Var, Var)> = local.map(|v| (v.clone(), self.names.fresh(&v))).collect();
        map.extend(fresh.iter().map(|(v, w)| (v.clone(), Term::var(w))));
        for input in &clause.origin.inputs {
            // An input that the clause does not mention is still a choice of the run.
            let renamed = fresh.iter().find(|(v, _)| v == input).map(|(_, w)| w.clone());
            next.inputs.push(renamed.unwrap_or_else(|| self.names.fresh(input)));
        }
        for premise in &clause.premises {
            if let Premise::Cond(c) = premise {
                let c = fold(&c.subst(&map));
                if c.is_false() {
                    return None;
                }
                next.conds.extend(c.conjuncts());
            }
        }
        let goal = match &clause.goal {
            Goal::Instance(i) => {
                Ok((i.pred, i.args.iter().map(|a| fold(&a.subst(&map))).collect()))
            }
            Goal::Cond(c) => Err(c.subst(&map)),
        };
        Some((next, goal))
    }

    /// Whether a path is feasible, as far as the instantiated cells tell.
    fn is_feasible(&mut self, path: &Path, budget: &mut Budget) -> bool {
        self.questions += 1;
        let (formulas, _) = self.ground(path);
        let mut solver = Solver::new();
        let asserted = formulas.iter().try_for_each(|f| solver.assert(f));
        budget.charge(formulas.iter().map(|f| f.size() as u64).sum());
        let answer = self.ask(budget, |own| solver.check(&[], own));
        // An undecided path is followed: the interpreter has the last word.
        asserted.is_err() || answer != Answer::Unsat
    }

    /// Values for a path's choices, small ones if they are cheap, if it is feasible.
    fn solve(&mut self, path: &Path, budget: &mut Budget) -> Option<Vec<Value>> {
        self.questions += 1;
        let (formulas, reads) = self.ground(path);
        // Numbers first, in the order of the run: the size of an array comes before its cells.
        let numbers = path.inputs.iter().filter(|v| v.sort == Sort::Int).cloned();
        let cells = reads.seen().iter().map(|read| read.value.clone());
        let vars: Vec<Var> = numbers.chain(cells).collect();
        budget.charge(formulas.iter().map(|f| f.size() as u64).sum());
        let model = self.ask(budget, |own| find_small_model(&formulas, &vars, own))?;
        Some(path.inputs.iter().map(|v| value(v, &reads, &model)).collect())
    }

    /// Asks a question with a budget of its own, which is charged.
    fn ask<T>(&mut self, budget: &mut Budget, question: impl FnOnce(&mut Budget) -> T) -> T {
        budget.run_limited(QUESTION_STEPS, |own| {
            let answer = question(own);
            self.steps += own.used(QUESTION_STEPS);
            answer
        })
    }

    /// A path's conditions without arrays and quantifiers.
    fn ground(&self, path: &Path) -> (Vec<Term>, Reads) {
        let mut indices: Vec<Term> = (0..self.settings.runs.cells as i64).map(Term::int).collect();
        path.conds.iter().for_each(|c| read_indices(c, &mut indices));
        let mut names = self.names.clone();
        let mut ground = |c: &Term| fold(&at_indices(c, &indices, &mut names));
        let grounds: Vec<Term> = path.conds.iter().map(&mut ground).collect();
        let mut reads = Reads::new(BTreeSet::new(), names);
        let mut formulas: Vec<Term> = grounds.iter().map(|c| reads.term(c)).collect();
        formulas.extend(reads.consistency());
        (formulas, reads)
    }
}

impl BoundedSearch {
    /// Runs that the shape of the program suggests, before all other searches.
    pub fn find_suggested(&mut self) -> Vec<Candidate> {
        // Products are hard for the search along the clauses, and small numbers show much.
        let hard = |c: &Clause| c.origin.opaque || c.terms().any(has_product);
        let opaque = self.system.clauses.iter().any(hard);
        let program = self.program.as_ref().filter(|_| opaque);
        program
            .map(|program| find_violations(program, self.settings.probe.runs))
            .unwrap_or_default()
    }

    /// Runs that a few small attempts find, for programs that look hard.
    pub fn find_small(&mut self) -> Vec<Candidate> {
        let Some(program) = &self.program else { return vec![] };
        let mut found = find_violations(program, SOON_RUNS);
        let mut wanted = self.wanted.clone();
        wanted.retain(|assert| found.iter().all(|known| known.assert != *assert));
        let longer = self.simulation.as_mut().and_then(|(_, it)| it.simplest(program, &wanted));
        found.extend(longer);
        found
    }

    /// Whether it may still find a run within its limits, perhaps a very `long` one.
    pub fn may_find(&self, long: bool) -> bool {
        let paths = self.may_follow() && (self.simulation.is_none() || self.can_follow());
        paths || self.makes_runs(long)
    }

    /// Whether all runs that are left take long and seldom fail, so that others go first.
    pub fn has_only_long_runs(&self) -> bool {
        self.simulation.as_ref().is_some_and(|(_, simulation)| simulation.has_only_long_runs())
    }

    /// Drops an assertion that is settled.
    pub fn settled(&mut self, assert: AssertId) {
        self.wanted.remove(&assert);
    }

    /// Works until there is a result or the budget is used up (`None`; call again). Very `long` runs are
    /// only made on demand.
    ///
    /// **Invariant:** the result depends on the input only, not on the sizes of budgets.
    pub fn step(&mut self, long: bool, budget: &mut Budget) -> Option<SearchStep> {
        while budget.left() > 0 {
            if self.wanted.is_empty() {
                return Some(SearchStep::Exhausted);
            }
            let late = self.questions >= SHORT_QUESTIONS || self.steps >= SHORT_STEPS;
            let ends = !self.can_follow();
            if self.makes_runs(long) && (ends || late) {
                if let Some(candidate) = self.simulate(budget) {
                    return Some(SearchStep::Found(candidate));
                }
                continue;
            }
            if ends && self.simulation.is_some() {
                // Other tasks may want the long runs.
                return None;
            }
            if self.queue.len() > MAX_PATHS {
                return Some(SearchStep::TooWide);
            }
            let Some(path) = self.queue.pop_front() else {
                return Some(if self.left { SearchStep::TooWide } else { SearchStep::Exhausted });
            };
            self.depth = self.depth.max(path.length);
            if let Some(candidate) = self.extend(&path, budget) {
                // The path stays: other assertions may lie behind it.
                return Some(SearchStep::Found(candidate));
            }
        }
        None
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The progress of the search.
    pub fn progress(&self) -> EngineProgress {
        EngineProgress {
            doing: "looking for a failing run",
            depth: self.depth,
            ..EngineProgress::default()
        }
    }
}

/// The size of the terms of a path with one more clause.
/// The goal of a path's last clause: a point with its values, or a condition that is claimed.
type PathGoal = Result<(PredId, Vec<Term>), Term>;

/// The terms of a path with its goal.
fn terms<'t>(path: &'t Path, goal: &'t PathGoal) -> impl Iterator<Item = &'t Term> {
    let goal = match goal {
        Ok((_, args)) => args.as_slice(),
        Err(cond) => std::slice::from_ref(cond),
    };
    path.conds.iter().chain(goal)
}

/// The number of nodes of all terms.
fn parts(path: &Path, goal: &PathGoal) -> usize {
    terms(path, goal).map(Term::size).fold(0, usize::saturating_add)
}

/// Whether an array has so many writes, or a choice so many cases, that walks through it might not fit on a small stack.
fn is_deep(path: &Path, goal: &PathGoal) -> bool {
    terms(path, goal).any(Term::is_deep)
}

fn start(clause: &Clause) -> Option<Path> {
    match &clause.goal {
        Goal::Instance(i) => Some(Path {
            at: i.pred,
            args: i.args.clone(),
            conds: vec![],
            inputs: vec![],
            length: 0,
        }),
        Goal::Cond(_) => None,
    }
}

fn value(v: &Var, reads: &Reads, model: &lia::Model) -> Value {
    if !v.sort.is_array() {
        return scalar(v, model);
    }
    let mut array = zeros(&v.sort);
    for read in reads.seen().iter().filter(|read| read.array == *v) {
        let index = |i: &Term| model.eval(i).and_then(|i| i.as_int().cloned());
        let indices: Option<Vec<Int>> = read.indices.iter().map(index).collect();
        if let (Value::Array(array), Some(indices)) = (&mut array, indices) {
            array.write(&indices, scalar(&read.value, model));
        }
    }
    array
}

fn scalar(v: &Var, model: &lia::Model) -> Value {
    match v.sort {
        Sort::Bool => Value::Bool(model.get(v).and_then(|b| b.as_bool()).unwrap_or(false)),
        _ => Value::Int(model.get(v).and_then(|n| n.as_int().cloned()).unwrap_or_default()),
    }
}

fn zeros(sort: &Sort) -> Value {
    match sort {
        Sort::Int => Value::Int(Int::ZERO),
        Sort::Bool => Value::Bool(false),
        Sort::Array(element) => {
            Value::Array(ArrayValue { default: Box::new(zeros(element)), cells: BTreeMap::new() })
        }
    }
}
