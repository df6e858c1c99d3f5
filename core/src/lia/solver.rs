//! The solver: CDCL over bounds, simplex on partial assignments, integers at the end.

use super::branch_and_bound::Conflict;
use super::cdcl::Cdcl;
use super::clausify::{Meaning, Tables, Unsupported};
use super::integers::{self, Outcome};
use super::justify::{Gate, Justification, Next};
use super::lit::Lit;
use super::model::{Model, Value};
use super::prove::Log;
use super::simplex::{Side, Simplex, Why};
use super::transcript::{Event, Recorder};
use crate::base::{Budget, Exhausted, Int};
use crate::horn::term::{Node, Op, Term, Var};
use std::cell::OnceCell;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The budget was used up.
    Budget,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; see [`Solver::model`].
    Sat,
    /// There is none; see [`Solver::core`].
    Unsat,
    /// The solver gave up. It can be asked again.
    Unknown(Reason),
}

/// An incremental, exact decision procedure for linear integer arithmetic with booleans.
///
/// The same calls in the same order give the same answers, models and cores.
pub struct Solver {
    pub(super) cdcl: Cdcl,
    pub(super) simplex: Simplex,
    pub(super) justification: Justification,
    pub(super) tables: Tables,
    pub(super) boolean_variables: Vec<(Var, usize)>,
    pub(super) log: Option<Log>,
    /// What is asserted, by scope; the outermost scope also as facts.
    asserted: Vec<Lit>,
    scopes: Vec<usize>,
    /// How many of the demanded literals the simplex knows.
    synchronised: usize,
    pub(super) statistics: Statistics,
    solution: Solution,
    core: Vec<Lit>,
    pub(super) recorder: Option<Recorder>,
}

/// The raw material of a model, and the model once somebody has asked for it.
#[derive(Default)]
struct Solution {
    integers: Vec<Int>,
    truths: Vec<bool>,
    model: OnceCell<Model>,
}

/// How much work a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions asked.
    pub checks: u64,
    /// Choices made.
    pub decisions: u64,
    /// Contradictions learned from.
    pub conflicts: u64,
    /// Exchanges of basic variables in the simplex.
    pub pivots: u64,
    /// Searches for integer solutions near fractional ones.
    pub integer_searches: u64,
    /// Those that needed the complete method.
    pub complete_searches: u64,
}

/// Learned clauses to keep at least.
const KEEP_LEARNED: usize = 4000;

/// Conflicts before the first restart.
const RESTART: u64 = 100;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without any formula.
    pub fn new() -> Solver {
        let mut justification = Justification::default();
        justification.add_gate(Gate::Free);
        let mut tables = Tables::default();
        tables.meanings.push(Meaning::Formula(Term::bool(true)));
        Solver {
            cdcl: Cdcl::new(),
            simplex: Simplex::default(),
            justification,
            tables,
            boolean_variables: Vec::new(),
            log: None,
            asserted: Vec::new(),
            scopes: Vec::new(),
            synchronised: 0,
            statistics: Statistics::default(),
            solution: Solution::default(),
            core: Vec::new(),
            recorder: Recorder::new(),
        }
    }

    /// Demands a formula, until the current scope is popped.
    ///
    /// # Errors
    /// [`Unsupported`], as for [`Solver::literal`]; nothing is asserted then.
    pub fn assert(&mut self, f: &Term) -> Result<(), Unsupported> {
        self.note(|| Event::Assert(f.clone()));
        let mut open = vec![f];
        let mut lits = Vec::new();
        while let Some(part) = open.pop() {
            match part.node() {
                Node::App(Op::And, parts) => open.extend(parts.iter().rev()),
                _ => lits.push(self.literal(part)?),
            }
        }
        for lit in lits {
            if self.scopes.is_empty() {
                self.cdcl.add_clause(&[lit]);
            }
            self.asserted.push(lit);
        }
        Ok(())
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.note(|| Event::Push);
        self.scopes.push(self.asserted.len());
    }

    /// Closes the innermost scope and takes back what was asserted in it. Without a scope this
    /// does nothing.
    pub fn pop(&mut self) {
        if let Some(len) = self.scopes.pop() {
            self.note(|| Event::Pop);
            self.asserted.truncate(len);
        }
    }

    /// Whether the asserted formulas and the assumptions have a common model.
    pub fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Answer {
        self.reset();
        self.tidy();
        self.statistics.checks += 1;
        let scoped = self.scopes.first().map_or(&[][..], |&base| &self.asserted[base..]);
        let all: Vec<Lit> = scoped.iter().chain(assumptions).copied().collect();
        let answer = match self.search(&all, budget) {
            Ok(true) => Answer::Sat,
            Ok(false) => Answer::Unsat,
            Err(Exhausted) => Answer::Unknown(Reason::Budget),
        };
        self.core.retain(|lit| assumptions.contains(lit));
        self.core.sort_unstable();
        self.core.dedup();
        if let Some(recorder) = &self.recorder {
            recorder.question(assumptions, answer);
        }
        answer
    }

    fn note(&self, event: impl FnOnce() -> Event) {
        if let Some(recorder) = &self.recorder {
            recorder.note(event());
        }
    }

    /// After [`Answer::Sat`]: values for all variables seen so far.
    pub fn model(&self) -> &Model {
        self.solution.model.get_or_init(|| self.build_model())
    }

    /// After [`Answer::Unsat`]: a subset of the assumptions that suffices for the contradiction,
    /// sorted.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The work done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { pivots: self.simplex.pivots(), ..self.statistics }
    }

    fn build_model(&self) -> Model {
        let mut model = Model::default();
        for (term, value) in self.tables.terms.iter().zip(&self.solution.integers) {
            if let Some(v) = term.as_ref().and_then(Term::as_var) {
                model.values.insert(v.clone(), Value::Int(value.clone()));
            }
        }
        for (v, index) in &self.boolean_variables {
            let value = self.solution.truths.get(*index).copied().unwrap_or(false);
            model.values.insert(v.clone(), Value::Bool(value));
        }
        model
    }

    pub(super) fn cdcl_len(&self) -> usize {
        self.tables.meanings.len()
    }

    /// Back to what holds without assumptions.
    pub(super) fn reset(&mut self) {
        self.backtrack(0);
        self.justification.clear();
        self.unsynchronise();
    }

    fn backtrack(&mut self, level: usize) {
        if level < self.cdcl.level() {
            self.cdcl.backtrack(level);
            self.justification.backtrack(level);
            self.unsynchronise();
        }
    }

    /// Takes back the bounds of literals that are not demanded any more.
    fn unsynchronise(&mut self) {
        let len = self.justification.demanded().len();
        if len < self.synchronised {
            self.simplex.undo_to_position(len);
            self.synchronised = len;
        }
    }

    /// Drops learned clauses when there are many, and all rows of the tableau. A new question has
    /// other bounds; its few rows are made faster than the pivots on old ones are.
    fn tidy(&mut self) {
        self.simplex.forget_rows();
        if self.cdcl.learned() > KEEP_LEARNED && self.cdcl.consistent {
            if self.cdcl.propagate().is_some() {
                self.cdcl.consistent = false;
                return;
            }
            self.cdcl.forget();
        }
    }

    fn decide(&mut self, lit: Option<Lit>) {
        self.justification.open_level();
        self.cdcl.decide(lit);
    }

    /// The CDCL loop: whether there is a model.
    fn search(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Result<bool, Exhausted> {
        self.core.clear();
        let mut restart_at = self.statistics.conflicts + RESTART;
        let mut interval = RESTART;
        loop {
            if !self.cdcl.consistent {
                return Ok(false);
            }
            budget.spend(1)?;
            let before = self.cdcl.trail().len();
            if let Some(clause) = self.cdcl.propagate() {
                let clause = self.cdcl.clause(clause).to_vec();
                self.learn(&clause);
                continue;
            }
            budget.spend((self.cdcl.trail().len() - before) as u64)?;
            if let Some(&next) = assumptions.get(self.cdcl.level()) {
                if self.cdcl.value(next) == Some(false) {
                    self.core = self.cdcl.analyze_assumption(next);
                    return Ok(false);
                }
                self.decide(self.cdcl.value(next).is_none().then_some(next));
                continue;
            }
            if let Next::Refuted(fact) = self.choose(assumptions) {
                self.learn_fact(fact);
                continue;
            }
            if let Some(conflict) = self.check_rationals(budget)? {
                self.learn_conflict(conflict);
                continue;
            }
            if self.statistics.conflicts >= restart_at {
                interval += interval / 2;
                restart_at = self.statistics.conflicts + interval;
                self.backtrack(assumptions.len());
            }
            // Asked again, now that the arithmetic has a solution to guide the choice.
            if let Next::Decide(choice) = self.choose(assumptions) {
                self.statistics.decisions += 1;
                self.decide(Some(choice));
                continue;
            }
            match self.check_integers(budget)? {
                Outcome::Refuted(conflict) => self.learn_conflict(conflict),
                Outcome::Solved(integers) => {
                    self.save(integers);
                    return Ok(true);
                }
            }
        }
    }

    fn save(&mut self, integers: Vec<Int>) {
        let truth = |i| self.cdcl.value(Lit::new(i, true)) == Some(true);
        self.solution = Solution {
            integers,
            truths: (0..self.cdcl_len()).map(truth).collect(),
            model: OnceCell::new(),
        };
    }

    /// What the justification of the assertions and assumptions calls for.
    fn choose(&mut self, assumptions: &[Lit]) -> Next {
        if self.justification.is_empty() {
            for &lit in self.asserted.iter().chain(assumptions) {
                self.justification.demand(lit);
            }
        }
        let (simplex, meanings) = (&self.simplex, &self.tables.meanings);
        let holds = |lit: Lit| match &meanings[lit.var()] {
            Meaning::AtMost(v, k) if lit.is_positive() => {
                Some(simplex.satisfies(*v, Side::Upper, k))
            }
            Meaning::AtMost(v, k) => Some(simplex.satisfies(*v, Side::Lower, &(k + &Int::ONE))),
            _ => None,
        };
        self.justification.next(&self.cdcl, &self.tables.needs, holds)
    }

    /// Tells the simplex about new bounds and looks for a rational solution.
    fn check_rationals(&mut self, budget: &mut Budget) -> Result<Option<Conflict>, Exhausted> {
        let record = self.log.is_some();
        while let Some(&lit) = self.justification.demanded().get(self.synchronised) {
            let position = self.synchronised;
            self.synchronised += 1;
            let Meaning::AtMost(v, k) = &self.tables.meanings[lit.var()] else {
                continue;
            };
            let (side, bound) = if lit.is_positive() {
                (Side::Upper, k.clone())
            } else {
                (Side::Lower, k + &Int::ONE)
            };
            if let Err(farkas) = self.simplex.assert(*v, side, bound, Why::Lit(lit), position) {
                return Ok(Some(Conflict::rational(farkas, record)));
            }
        }
        let farkas = self.simplex.check(budget)?;
        Ok(farkas.map(|farkas| Conflict::rational(farkas, record)))
    }

    fn check_integers(&mut self, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        let record = self.log.is_some();
        if self.simplex.fractional().is_some() {
            self.statistics.integer_searches += 1;
        }
        if let Some(outcome) = integers::near(&mut self.simplex, record, budget)? {
            return Ok(outcome);
        }
        self.statistics.complete_searches += 1;
        let tables = &mut self.tables;
        let mut name = |simplex: &mut Simplex, form: &_| tables.name(simplex, form);
        integers::anywhere(&mut self.simplex, &mut name, record, budget)
    }

    fn learn_conflict(&mut self, conflict: Conflict) {
        let clause: Vec<Lit> = conflict
            .used
            .iter()
            .filter_map(|why| match why {
                Why::Lit(lit) => Some(!*lit),
                Why::Split(_) => None,
            })
            .collect();
        self.log_lemma(&clause, conflict.nodes);
        self.learn(&clause);
    }

    /// Learns from a definition that always holds but is false now.
    fn learn_fact(&mut self, fact: Lit) {
        // The clause that made it false, without it: the fact itself should not be learned, or it
        // would burden all later questions.
        let others = |reason: &[Lit]| reason.iter().copied().filter(|&l| l != !fact).collect();
        let clause: Vec<Lit> = self.cdcl.reason(fact).map_or_else(|| vec![fact], others);
        self.learn(&clause);
    }

    /// Learns from a false clause and jumps back.
    fn learn(&mut self, clause: &[Lit]) {
        self.statistics.conflicts += 1;
        let level = clause.iter().map(|&l| self.cdcl.level_of(l)).max().unwrap_or(0);
        self.backtrack(level as usize);
        if level == 0 {
            self.cdcl.consistent = false;
            return;
        }
        let lesson = self.cdcl.analyze(clause);
        self.log_step(&lesson.clause);
        self.backtrack(lesson.level);
        self.cdcl.add_learned(&lesson.clause, lesson.glue);
    }
}
