//! The reference semantics: runs a typed program step by step on exact integers.
//!
//! The order of evaluation is fixed. Statements run in order. Within an expression operands are
//! evaluated from left to right, and both operands of `&&`, `||` and `==>` always are. In
//! `a[i] = v` the index comes before the value. A declared array length is not evaluated: it is
//! information only. Whatever a program leaves open (variables without an initial value and
//! `nondet()`) is asked of a [`Choices`].
//!
//! A step is one declaration, assignment, store, condition, assumption or assertion. An
//! assertion that fails does not stop a run: each is judged by itself.
//!
//! **Invariant:** a run is never wrong. A quantified formula that cannot be decided by trying
//! values makes the run end as [`End::Undecided`], never as a guess.

mod choices;
mod eval;
mod quant;
mod trace;

pub use choices::{Choice, Choices, ListedChoices};
pub use trace::{Change, State, StepKind, StepRecord, Trace, run, run_to_failure};

use super::typed::{Expr, Program, Stmt, StmtKind, Type, VarId};
use crate::base::{Int, Span};
use eval::{Eval, Undecided};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of a variable or expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// Of type int.
    Int(Int),
    /// Of type bool.
    Bool(bool),
    /// Of type array.
    Array(ArrayValue),
}

impl Value {
    /// Zero, false, or the array of zeros.
    pub fn zero(ty: Type) -> Value {
        match ty {
            Type::Int => Value::Int(Int::ZERO),
            Type::Bool => Value::Bool(false),
            Type::IntArray => Value::Array(ArrayValue::default()),
        }
    }

    /// The type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Int(_) => Type::Int,
            Value::Bool(_) => Type::Bool,
            Value::Array(_) => Type::IntArray,
        }
    }
}

/// A total map from integers to integers: finitely many cells, and one value for all others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayValue {
    /// The value of every cell that is not listed.
    pub default: Int,
    /// The listed cells.
    pub cells: BTreeMap<Int, Int>,
}

impl ArrayValue {
    /// The value of a cell.
    pub fn get(&self, index: &Int) -> &Int {
        self.cells.get(index).unwrap_or(&self.default)
    }

    /// Gives a cell a value.
    pub fn set(&mut self, index: Int, value: Int) {
        self.cells.insert(index, value);
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The last statement was passed, and every assertion on the way was decided.
    Finished,
    /// The assumption at this place does not hold: the run is of no interest.
    AssumeFailed(Span),
    /// A formula could not be decided. An undecided assumption stops the run; an undecided
    /// assertion lets it go on, but it does not count as finished.
    Undecided {
        /// The place of the formula.
        span: Span,
        /// Why.
        reason: String,
    },
}

/// What [`Machine::step`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// There may be more to do.
    Running,
    /// The run is over.
    Done(End),
}

/// What is still to be done.
enum Work<'p> {
    /// The statements of a block from a given one on, and the variables it declared so far.
    Block { body: &'p [Stmt], next: usize, declared: Vec<VarId> },
    /// A loop whose condition comes next.
    Loop { cond: &'p Expr, body: &'p [Stmt] },
}

/// A program in the middle of a run.
pub struct Machine<'p> {
    program: &'p Program,
    /// Values by variable; `None` outside the variable's scope.
    values: Vec<Option<Value>>,
    work: Vec<Work<'p>>,
    end: Option<End>,
    /// The first assertion that could not be decided, as the end it makes.
    undecided: Option<End>,
    /// Variables that went out of scope since the last record.
    left: Vec<VarId>,
    record: Option<StepRecord>,
}

impl<'p> Machine<'p> {
    /// A machine in front of the first statement.
    pub fn new(program: &'p Program) -> Machine<'p> {
        let mut machine = Machine {
            program,
            values: vec![None; program.vars.len()],
            work: vec![],
            end: None,
            undecided: None,
            left: vec![],
            record: None,
        };
        machine.open(&program.body);
        machine
    }

    /// The value of a variable that is in scope; after the end that of the outermost ones.
    pub fn value(&self, var: VarId) -> Option<&Value> {
        self.values.get(var.0 as usize)?.as_ref()
    }

    /// What the last call of [`Machine::step`] did; nothing when it only found the end.
    pub fn last_step(&self) -> Option<&StepRecord> {
        self.record.as_ref()
    }

    /// Takes one step. After the end, says how it ended.
    pub fn step(&mut self, choices: &mut dyn Choices) -> Status {
        self.record = None;
        if self.end.is_none() {
            let outcome = match self.next_work() {
                Some(Next::Run(stmt)) => self.execute(stmt, choices),
                Some(Next::Test { cond, body }) => self.test_loop(cond, body, choices),
                None => {
                    self.end = Some(self.undecided.take().unwrap_or(End::Finished));
                    Ok(())
                }
            };
            if let Err(undecided) = outcome {
                self.end = Some(undecided.into());
            }
        }
        match &self.end {
            Some(end) => Status::Done(end.clone()),
            None => Status::Running,
        }
    }

    fn open(&mut self, body: &'p [Stmt]) {
        self.work.push(Work::Block { body, next: 0, declared: vec![] });
    }

    /// Finds the next thing that is a step; blocks are entered and left on the way.
    fn next_work(&mut self) -> Option<Next<'p>> {
        loop {
            let whole = self.work.len() == 1;
            match self.work.last_mut()? {
                Work::Loop { cond, body } => {
                    let next = Next::Test { cond, body };
                    self.work.pop();
                    return Some(next);
                }
                Work::Block { body, next, declared } => match body.get(*next) {
                    None => {
                        // The variables of the whole program keep their last values.
                        let vars = match whole {
                            true => vec![],
                            false => std::mem::take(declared),
                        };
                        for var in vars {
                            self.values[var.0 as usize] = None;
                            self.left.push(var);
                        }
                        self.work.pop();
                    }
                    Some(stmt) => {
                        *next += 1;
                        match &stmt.kind {
                            StmtKind::Block(inner) => self.open(inner),
                            StmtKind::While { cond, body } => {
                                self.work.push(Work::Loop { cond, body });
                            }
                            _ => return Some(Next::Run(stmt)),
                        }
                    }
                },
            }
        }
    }

    fn evaluator<'m>(&'m mut self, choices: &'m mut dyn Choices) -> Eval<'m> {
        Eval::new(&mut self.values, choices)
    }

    /// Ends a step.
    fn note(&mut self, span: Span, kind: StepKind, changes: Vec<Change>, reads: Vec<(VarId, Int)>) {
        self.record =
            Some(StepRecord { span, kind, changes, reads, left: std::mem::take(&mut self.left) });
    }

    fn test_loop(
        &mut self,
        cond: &'p Expr,
        body: &'p [Stmt],
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let mut eval = self.evaluator(choices);
        let value = eval.bool(cond)?;
        let reads = eval.reads;
        self.note(cond.span, StepKind::Condition { value }, vec![], reads);
        if value {
            self.work.push(Work::Loop { cond, body });
            self.open(body);
        }
        Ok(())
    }

    fn execute(&mut self, stmt: &'p Stmt, choices: &mut dyn Choices) -> Result<(), Undecided> {
        match &stmt.kind {
            StmtKind::Declare { var, init, .. } => {
                self.declare(stmt.span, *var, init.as_ref(), choices)
            }
            StmtKind::Assign { var, value } => {
                let mut eval = self.evaluator(choices);
                let value = eval.value(value)?;
                let reads = eval.reads;
                self.assign(stmt.span, StepKind::Assign, *var, value, reads)
            }
            StmtKind::Store { array, index, value } => {
                self.store(stmt.span, *array, index, value, choices)
            }
            StmtKind::If { cond, then, els } => {
                let mut eval = self.evaluator(choices);
                let value = eval.bool(cond)?;
                let reads = eval.reads;
                self.note(cond.span, StepKind::Condition { value }, vec![], reads);
                self.open(if value { then } else { els });
                Ok(())
            }
            StmtKind::Assume(cond) => {
                let mut eval = self.evaluator(choices);
                let value = eval.bool(cond)?;
                let reads = eval.reads;
                self.note(stmt.span, StepKind::Assume { value }, vec![], reads);
                if !value {
                    self.end = Some(End::AssumeFailed(stmt.span));
                }
                Ok(())
            }
            StmtKind::Assert { id, cond } => {
                let mut eval = self.evaluator(choices);
                let outcome = eval.bool(cond);
                let reads = eval.reads;
                let value = outcome.as_ref().ok().copied();
                if let Err(undecided) = outcome {
                    self.undecided.get_or_insert(undecided.into());
                }
                let kind = StepKind::Assert { id: *id, value };
                self.note(stmt.span, kind, vec![], reads);
                Ok(())
            }
            // Blocks and loops are opened on the way to the next step.
            StmtKind::Block(_) | StmtKind::While { .. } => Ok(()),
        }
    }

    fn declare(
        &mut self,
        span: Span,
        var: VarId,
        init: Option<&Expr>,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let (value, reads) = match init {
            Some(init) => {
                let mut eval = self.evaluator(choices);
                (eval.value(init)?, eval.reads)
            }
            None => {
                let info = self.program.var(var);
                let value = choices.choose(Choice::Initial(var, info));
                if value.ty() != info.ty {
                    return Err(Undecided::wrong_choice(span));
                }
                (value, vec![])
            }
        };
        // A variable of a loop body is declared anew in each round, so it is never listed twice.
        if let Some(Work::Block { declared, .. }) = self.work.last_mut() {
            declared.push(var);
        }
        self.assign(span, StepKind::Declare, var, value, reads)
    }

    fn assign(
        &mut self,
        span: Span,
        kind: StepKind,
        var: VarId,
        value: Value,
        reads: Vec<(VarId, Int)>,
    ) -> Result<(), Undecided> {
        let Some(place) = self.values.get_mut(var.0 as usize) else {
            return Err(Undecided::ill_typed(span));
        };
        *place = Some(value.clone());
        let change = Change { var, index: None, value };
        self.note(span, kind, vec![change], reads);
        Ok(())
    }

    fn store(
        &mut self,
        span: Span,
        array: VarId,
        index: &Expr,
        value: &Expr,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let mut eval = self.evaluator(choices);
        let index = eval.int(index)?;
        let value = eval.int(value)?;
        let reads = eval.reads;
        let Some(Some(Value::Array(cells))) = self.values.get_mut(array.0 as usize) else {
            return Err(Undecided::ill_typed(span));
        };
        cells.set(index.clone(), value.clone());
        let change = Change { var: array, index: Some(index), value: Value::Int(value) };
        self.note(span, StepKind::Store, vec![change], reads);
        Ok(())
    }
}

/// What a step is made of.
enum Next<'p> {
    Run(&'p Stmt),
    Test { cond: &'p Expr, body: &'p [Stmt] },
}

impl From<Undecided> for End {
    fn from(undecided: Undecided) -> End {
        End::Undecided { span: undecided.span, reason: undecided.reason }
    }
}
