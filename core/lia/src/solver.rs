//! The solver: CDCL over bounds, simplex on partial assignments, integers at the end.

pub(crate) mod clausify;
pub(crate) mod prove;
mod search;
pub mod transcript;

use self::clausify::{Meaning, Tables, Unsupported};
use self::prove::ProofLog;
use self::search::Question;
use self::transcript::{Event, Recorder};
use super::cdcl::Cdcl;
use super::justify::{Gate, Justification};
use super::lit::Lit;
use super::model::{Model, Value};
use super::simplex::Simplex;
use hornbook_base::{Budget, Exhausted, Int};
use hornbook_horn::term::{Node, Op, Term, Var};
use std::cell::OnceCell;

/// The reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The budget was used up.
    Budget,
    /// No solution was found in which products of unknowns have their values, and no proof that there is none.
    Products,
    /// There is no open question.
    NotAsked,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; see [`Solver::model`].
    Sat,
    /// There is none; see [`Solver::core`].
    Unsat,
    /// The solver gave up, for now: see [`Solver::step`].
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
    pub(super) log: Option<ProofLog>,
    /// The asserted literals, by scope; the outermost scope also as facts.
    pub(super) asserted: Vec<Lit>,
    scopes: Vec<usize>,
    /// The number of demanded literals whose bounds the simplex has.
    pub(super) synchronised: usize,
    pub(super) statistics: Statistics,
    pub(super) solution: LazyModel,
    pub(super) core: Vec<Lit>,
    /// The open question.
    question: Option<Question>,
    pub(super) recorder: Option<Recorder>,
}

/// The values of a solution, and the model once it was asked for.
#[derive(Default)]
pub(super) struct LazyModel {
    pub(super) integers: Vec<Int>,
    pub(super) truths: Vec<bool>,
    pub(super) model: OnceCell<Model>,
}

/// Counters of the work of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions asked.
    pub checks: u64,
    /// Choices made.
    pub decisions: u64,
    /// Contradictions from which clauses were learnt.
    pub conflicts: u64,
    /// Comparisons that followed from bounds.
    pub propagations: u64,
    /// Exchanges of basic variables in the simplex.
    pub pivots: u64,
    /// Searches for integer solutions near fractional ones.
    pub integer_searches: u64,
    /// Searches for integer solutions that needed the complete method.
    pub complete_searches: u64,
}

/// The minimal number of learnt clauses to keep.
const KEEP_LEARNT: usize = 4000;

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
            solution: LazyModel::default(),
            core: Vec::new(),
            question: None,
            recorder: Recorder::new(),
        }
    }

    /// Asserts a formula, until the current scope is popped.
    ///
    /// # Errors
    /// [`Unsupported`], as for [`Solver::literal`]; nothing is asserted then.
    pub fn assert(&mut self, f: &Term) -> Result<(), Unsupported> {
        self.reset();
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
        self.note(|| Event::Assert(f.clone()));
        Ok(())
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.note(|| Event::Push);
        self.reset();
        self.scopes.push(self.asserted.len());
    }

    /// Closes the innermost scope and removes its assertions. Without a scope this does nothing.
    pub fn pop(&mut self) {
        if let Some(len) = self.scopes.pop() {
            self.note(|| Event::Pop);
            self.reset();
            self.asserted.truncate(len);
        }
    }

    /// Whether the asserted formulas and the assumptions have a common model. After [`Answer::Unknown`],
    /// [`Solver::step`] continues.
    pub fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Answer {
        self.ask(assumptions);
        self.step(budget)
    }

    /// Starts the question whether the asserted formulas and the assumptions have a common model;
    /// [`Solver::step`] answers it.
    pub fn ask(&mut self, assumptions: &[Lit]) {
        self.reset();
        self.tidy();
        self.statistics.checks += 1;
        let scoped = self.scopes.first().map_or(&[][..], |&base| &self.asserted[base..]);
        let all = scoped.iter().chain(assumptions).copied().collect();
        self.question = Some(Question::new(all, assumptions, self.statistics.conflicts));
        if let Some(recorder) = &self.recorder {
            recorder.question(assumptions);
        }
    }

    /// Works on the present question; slices of any size add up. Another question, a change of the
    /// assertions, or a literal of a new formula ends it.
    pub fn step(&mut self, budget: &mut Budget) -> Answer {
        let Some(mut question) = self.question.take() else {
            return Answer::Unknown(Reason::NotAsked);
        };
        let answer = match self.search(&mut question, budget) {
            Err(Exhausted) => {
                self.question = Some(question);
                return Answer::Unknown(Reason::Budget);
            }
            Ok(Some(true)) => Answer::Sat,
            Ok(Some(false)) => Answer::Unsat,
            Ok(None) => Answer::Unknown(Reason::Products),
        };
        question.finish(&mut self.core);
        if let Some(recorder) = &self.recorder {
            recorder.answered(answer);
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

    /// Backtracks to the facts.
    pub(super) fn reset(&mut self) {
        if let Some(question) = self.question.take() {
            question.abandon(&mut self.simplex);
        }
        self.backtrack(0);
        self.justification.clear();
        self.unsynchronise();
    }

    pub(super) fn backtrack(&mut self, level: usize) {
        if level < self.cdcl.level() {
            self.cdcl.backtrack(level);
            self.justification.backtrack(level);
            self.unsynchronise();
        }
    }

    /// Removes the bounds of literals that are not demanded any more.
    fn unsynchronise(&mut self) {
        let len = self.justification.demanded().len();
        if len < self.synchronised {
            self.simplex.undo_to_position(len);
            self.synchronised = len;
        }
    }

    /// Drops all rows of the tableau, and useless clauses. A new question has other bounds; its few rows are
    /// made faster than the pivots on old ones are.
    fn tidy(&mut self) {
        self.simplex.drop_rows();
        self.drop_clauses();
    }

    /// Drops learnt clauses when there are many, and satisfied ones. Only between searches or after a restart
    /// from level zero.
    pub(super) fn drop_clauses(&mut self) {
        let many = self.cdcl.learnt_count() > KEEP_LEARNT;
        if self.cdcl.consistent && (many || self.cdcl.has_many_facts()) {
            if self.cdcl.propagate().is_some() {
                self.cdcl.consistent = false;
            } else if many {
                self.cdcl.reduce_db();
            } else {
                self.cdcl.drop_satisfied();
            }
        }
    }
}
