//! The reference semantics: runs a typed program step by step on exact integers.
//!
//! The order of evaluation is fixed. Statements run in order. Within an expression operands are
//! evaluated from left to right, and both operands of `&&`, `||` and `==>` always are. In
//! `a[i] = v` the index comes before the value; when several places are assigned at once, all indices and
//! values come before the first write. The values that a program leaves open (variables without an initial
//! value, `nondet()` and `havoc`) come from a [`Choices`]. A value outside of the range of a `nondet(lo,
//! hi)` ends the run like an assumption that does not hold.
//!
//! Both operands are evaluated because nothing can go wrong in one, and a clause has no order of
//! evaluation.
//!
//! A step is one declaration, assignment, condition, assumption, assertion or jump. An assertion
//! that fails does not stop a run: each is judged by itself. Bounds checks are assertions in front
//! of the statement that they belong to.
//!
//! **Invariant:** a run is never wrong. A quantified formula that cannot be decided by trying
//! values makes the run end as [`End::Undecided`], never as a guess.

mod arrays;
mod suspend;
mod blame;
mod choices;
mod eval;
mod frame;
mod origin;
mod quant;
mod reach;
mod shortened;
mod trace;

pub use blame::{Blame, Root, blame, evaluate, is_skipped};
pub use choices::{Choice, Choices, ListedChoices};
pub use origin::Need;
pub use shortened::{RecordingLimits, ShortenedRun, run_to_failure_shortened};
use std::collections::BTreeMap;
pub use trace::{Change, State, StepGap, StepKind, StepRecord, Trace, run, run_to_failure};

use super::typed::{
    AssertId, Call, Type, TypedExpr, TypedProgram, TypedStmt, TypedStmtKind, VarId, Write,
};
use eval::{Eval, Undecided};
use frame::Frame;
use hornbook_base::{Int, Span};
use origin::{Origin, Tracking};
use serde::{Deserialize, Serialize};

/// The value of a variable or expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// A number.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// Zero, false, or the array of zeros.
    pub fn zero(ty: Type) -> Value {
        match ty {
            Type::Int => Value::Int(Int::ZERO),
            Type::Bool => Value::Bool(false),
            Type::Array(array) => {
                let cell = Type::Array(array).cell().unwrap_or(Type::Int);
                let default = Box::new(Value::zero(cell));
                Value::Array(ArrayValue { default, cells: BTreeMap::new() })
            }
        }
    }

    /// Whether the value has a type.
    pub fn has_type(&self, ty: Type) -> bool {
        match (self, ty) {
            (Value::Int(_), Type::Int) | (Value::Bool(_), Type::Bool) => true,
            (Value::Array(array), Type::Array(_)) => ty.cell().is_some_and(|cell| {
                array.default.has_type(cell) && array.cells.values().all(|v| v.has_type(cell))
            }),
            _ => false,
        }
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Value::Array(_))
    }

    /// The value itself, or a cell of an array.
    pub fn cell_at(&self, indices: &[Int]) -> Option<&Value> {
        match (self, indices) {
            (value, []) => Some(value),
            (Value::Array(array), indices) => array.cell_at(indices),
            _ => None,
        }
    }
}

/// A total map from integers: finitely many cells, and one value for all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayValue {
    /// The value of every cell that is not listed.
    pub default: Box<Value>,
    /// The listed cells. All values have the same type as the default.
    pub cells: BTreeMap<Int, Value>,
}

/// An array of zeros.
impl Default for ArrayValue {
    fn default() -> ArrayValue {
        ArrayValue { default: Box::new(Value::Int(Int::ZERO)), cells: BTreeMap::new() }
    }
}

impl ArrayValue {
    /// The value of a cell.
    pub fn get(&self, index: &Int) -> &Value {
        self.cells.get(index).unwrap_or(&self.default)
    }

    /// The value of the cell behind one or more indices, if it exists.
    pub fn cell_at(&self, indices: &[Int]) -> Option<&Value> {
        let [first, rest @ ..] = indices else { return None };
        self.get(first).cell_at(rest)
    }

    /// Gives a cell a value.
    pub fn set(&mut self, index: Int, value: Value) {
        self.cells.insert(index, value);
    }

    /// Gives the cell behind one or more indices a value; false when there is no such cell.
    pub fn write(&mut self, indices: &[Int], value: Value) -> bool {
        match indices {
            [] => false,
            [index] => {
                self.set(index.clone(), value);
                true
            }
            [index, rest @ ..] => match (self.cells.get_mut(index), &*self.default) {
                (Some(Value::Array(row)), _) => row.write(rest, value),
                (None, Value::Array(row)) => {
                    let mut row = row.clone();
                    let done = row.write(rest, value);
                    self.set(index.clone(), Value::Array(row));
                    done
                }
                _ => false,
            },
        }
    }
}

/// The end of a run.
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
        /// The reason.
        reason: String,
    },
}

/// The result of [`Machine::step`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// There may be more to do.
    Running,
    /// The run is over.
    Done(End),
}

/// The cells that were read.
type CellReads = Vec<(VarId, Vec<Int>)>;

/// An item of work that remains to be done.
#[derive(Clone)]
enum WorkItem<'p> {
    /// The statements of a block from a given one on, and the variables it declared so far.
    Block { body: &'p [TypedStmt], next: usize, declared: Vec<VarId> },
    /// A loop between two rounds of its body.
    Loop { round: LoopParts<'p>, at: LoopPhase },
    /// The bounds checks of a statement from a given one on, and then the statement.
    Checked { stmt: &'p TypedStmt, next: usize },
    /// A called function.
    Frame(Frame<&'p Call>),
}

/// The parts of a loop.
#[derive(Clone, Copy)]
struct LoopParts<'p> {
    stmt: &'p TypedStmt,
    cond: &'p TypedExpr,
    body: &'p [TypedStmt],
    step: &'p [TypedStmt],
}

impl<'p> LoopParts<'p> {
    /// The parts of a loop statement.
    fn from_stmt(stmt: &'p TypedStmt) -> Option<LoopParts<'p>> {
        Some(match &stmt.kind {
            TypedStmtKind::While { cond, body, step } => LoopParts { stmt, cond, body, step },
            TypedStmtKind::DoWhile { body, cond } => LoopParts { stmt, cond, body, step: &[] },
            _ => return None,
        })
    }
}

/// The next phase of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopPhase {
    /// The bounds checks of its condition, then the condition.
    Check,
    Test,
    Body,
    Step,
}

/// A program in the middle of a run.
#[derive(Clone)]
pub struct Machine<'p> {
    program: &'p TypedProgram,
    /// Values by variable; `None` outside the variable's scope.
    values: Vec<Option<Value>>,
    track: Tracking,
    work: Vec<WorkItem<'p>>,
    end: Option<End>,
    /// The first assertion that could not be decided, as the end it makes.
    undecided: Option<End>,
    /// Variables that went out of scope since the last record.
    left: Vec<VarId>,
    record: Option<StepRecord>,
}

impl<'p> Machine<'p> {
    /// A machine in front of the first statement.
    pub fn new(program: &'p TypedProgram) -> Machine<'p> {
        let mut machine = Machine {
            program,
            values: vec![None; program.vars.len()],
            track: Tracking::new(program.vars.len()),
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

    /// The record of the last call of [`Machine::step`]; `None` when it only found the end.
    pub fn last_step(&self) -> Option<&StepRecord> {
        self.record.as_ref()
    }

    /// Takes one step. After the end, returns how the run ended.
    pub fn step(&mut self, choices: &mut dyn Choices) -> Status {
        self.record = None;
        if self.end.is_none() {
            let outcome = match self.next_work() {
                Some(NextStep::Run(stmt)) => self.execute(stmt, choices),
                Some(NextStep::Test(round)) => self.test_loop(round, choices),
                Some(NextStep::Claim(id, cond, span)) => self.claim(span, id, cond, choices),
                Some(NextStep::Leave(frame)) => self.leave(frame),
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

    fn open(&mut self, body: &'p [TypedStmt]) {
        self.work.push(WorkItem::Block { body, next: 0, declared: vec![] });
    }

    /// Finds the next step; enters and leaves blocks on the way.
    fn next_work(&mut self) -> Option<NextStep<'p>> {
        loop {
            let whole = self.work.len() == 1;
            match self.work.last_mut()? {
                WorkItem::Checked { stmt, next } => {
                    let (stmt, at) = (*stmt, *next);
                    *next += 1;
                    if let Some(check) = stmt.checks.get(at) {
                        let span = self.program.assert_span(check.id);
                        return Some(NextStep::Claim(check.id, &check.cond, span));
                    }
                    self.work.pop();
                    if !matches!(
                        stmt.kind,
                        TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. }
                    ) {
                        return Some(NextStep::Run(stmt));
                    }
                }
                WorkItem::Frame(_) => {
                    if let Some(next) = self.next_of_frame() {
                        return Some(next);
                    }
                }
                WorkItem::Loop { round, at } => {
                    let (round, turn) = (*round, *at);
                    *at = match turn {
                        LoopPhase::Check => LoopPhase::Test,
                        LoopPhase::Test => LoopPhase::Body,
                        LoopPhase::Body => LoopPhase::Step,
                        LoopPhase::Step => LoopPhase::Check,
                    };
                    match turn {
                        LoopPhase::Check => self.check(round.stmt),
                        LoopPhase::Test => return Some(NextStep::Test(round)),
                        LoopPhase::Body => self.open(round.body),
                        LoopPhase::Step => self.open(round.step),
                    }
                }
                WorkItem::Block { body, next, declared } => match body.get(*next) {
                    None => {
                        // The variables of the whole program keep their last values.
                        let vars = if whole { vec![] } else { std::mem::take(declared) };
                        self.work.pop();
                        self.forget(vars);
                    }
                    Some(stmt) => {
                        *next += 1;
                        self.begin(stmt);
                        if self.is_plain(stmt) {
                            return Some(NextStep::Run(stmt));
                        }
                    }
                },
            }
        }
    }

    /// Whether a statement is a step by itself.
    fn is_plain(&self, stmt: &TypedStmt) -> bool {
        let opens = matches!(
            stmt.kind,
            TypedStmtKind::Block(_) | TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. }
        );
        !opens && stmt.checks.is_empty()
    }

    /// Opens a statement that has more than one step.
    fn begin(&mut self, stmt: &'p TypedStmt) {
        match &stmt.kind {
            TypedStmtKind::Block(inner) => self.open(inner),
            TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. } => {
                let is_while = matches!(stmt.kind, TypedStmtKind::While { .. });
                let at = if is_while { LoopPhase::Check } else { LoopPhase::Body };
                self.work
                    .extend(LoopParts::from_stmt(stmt).map(|round| WorkItem::Loop { round, at }));
            }
            _ => self.check(stmt),
        }
    }

    fn check(&mut self, stmt: &'p TypedStmt) {
        if !stmt.checks.is_empty() {
            self.work.push(WorkItem::Checked { stmt, next: 0 });
        }
    }

    fn forget(&mut self, vars: Vec<VarId>) {
        for var in vars {
            self.values[var.0 as usize] = None;
            self.left.push(var);
        }
    }

    /// Leaves the blocks inside the innermost loop and, for a `break`, the loop.
    fn jump(&mut self, stmt: &TypedStmt) {
        while let Some(work) = self.work.pop() {
            match work {
                WorkItem::Block { declared, .. } => self.forget(declared),
                WorkItem::Loop { round, at } => {
                    if stmt.kind == TypedStmtKind::Continue {
                        self.work.push(WorkItem::Loop { round, at });
                    }
                    break;
                }
                WorkItem::Checked { .. } | WorkItem::Frame(_) => {}
            }
        }
        self.note(stmt.span, StepKind::Jump, vec![]);
    }

    /// Ends a step.
    fn note(&mut self, span: Span, kind: StepKind, changes: Vec<Change>) {
        let needs = std::mem::take(&mut self.track.needs);
        self.record = Some(StepRecord {
            span,
            kind,
            changes,
            reads: std::mem::take(&mut self.track.reads),
            left: std::mem::take(&mut self.left),
            chosen: std::mem::take(&mut self.track.chosen),
            needs: needs.into_iter().collect(),
        });
    }

    /// Evaluates the expressions of a step. A choice outside of its range ends the run; the caller records
    /// the step all the same.
    fn evaluate<T>(
        &mut self,
        choices: &mut dyn Choices,
        what: impl FnOnce(&mut Eval<'_>) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        let mut eval = Eval::new(&mut self.values, &mut self.track, choices);
        let value = what(&mut eval);
        if let Some(span) = eval.impossible {
            self.end = Some(End::AssumeFailed(span));
        }
        value
    }

    fn condition(
        &mut self,
        span: Span,
        kind: impl FnOnce(bool) -> StepKind,
        cond: &TypedExpr,
        choices: &mut dyn Choices,
    ) -> Result<bool, Undecided> {
        let value = self.evaluate(choices, |eval| eval.bool(cond))?;
        self.note(span, kind(value), vec![]);
        Ok(value)
    }

    fn test_loop(
        &mut self,
        round: LoopParts<'p>,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let kind = |value| StepKind::Condition { value };
        if !self.condition(round.cond.span, kind, round.cond, choices)? {
            self.work.pop();
        }
        Ok(())
    }

    fn execute(&mut self, stmt: &'p TypedStmt, choices: &mut dyn Choices) -> Result<(), Undecided> {
        let kind = |value| StepKind::Condition { value };
        match &stmt.kind {
            TypedStmtKind::Declare { var, init } => {
                self.declare(stmt.span, *var, init.as_ref(), choices)
            }
            TypedStmtKind::Assign(writes) => self.assign(stmt.span, writes, choices),
            TypedStmtKind::If { cond, then, els } => {
                let value = self.condition(cond.span, kind, cond, choices)?;
                self.open(if value { then } else { els });
                Ok(())
            }
            TypedStmtKind::Assume(cond) => {
                let kind = |value| StepKind::Assume { value };
                if !self.condition(stmt.span, kind, cond, choices)? {
                    self.end = Some(End::AssumeFailed(stmt.span));
                }
                Ok(())
            }
            TypedStmtKind::Assert { id, cond } => self.claim(stmt.span, *id, cond, choices),
            TypedStmtKind::Break | TypedStmtKind::Continue => {
                self.jump(stmt);
                Ok(())
            }
            TypedStmtKind::Return(values) => self.return_from(stmt.span, values, choices),
            TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
                self.call(stmt.span, call, choices)
            }
            // Blocks and loops are opened on the way to the next step.
            TypedStmtKind::Block(_)
            | TypedStmtKind::While { .. }
            | TypedStmtKind::DoWhile { .. } => Ok(()),
        }
    }

    fn claim(
        &mut self,
        span: Span,
        id: AssertId,
        cond: &TypedExpr,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let outcome = self.evaluate(choices, |eval| eval.bool(cond));
        if matches!(self.end, Some(End::AssumeFailed(_))) {
            // There is no such run, so nothing was claimed.
            return Ok(());
        }
        let value = outcome.as_ref().ok().copied();
        if let Err(undecided) = outcome {
            self.undecided.get_or_insert(undecided.into());
        }
        self.keeps(id, value);
        self.note(span, StepKind::Assert { id, value }, vec![]);
        Ok(())
    }

    fn declare(
        &mut self,
        span: Span,
        var: VarId,
        init: Option<&TypedExpr>,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let value = match init {
            Some(init) => self.evaluate(choices, |eval| eval.value(init))?,
            None => {
                let info = self.program.var(var);
                let value = choices.choose(Choice::Initial(var, info));
                if !value.has_type(info.ty) {
                    return Err(Undecided::wrong_choice(span));
                }
                let from = self.track.choose(value.clone());
                (value, from)
            }
        };
        // A variable of a loop body is declared anew in each round, so it is never listed twice.
        if let Some(WorkItem::Block { declared, .. }) = self.work.last_mut() {
            declared.push(var);
        }
        let change = self.write(span, var, vec![], value)?;
        self.note(span, StepKind::Declare, vec![change]);
        Ok(())
    }

    fn assign(
        &mut self,
        span: Span,
        writes: &[Write],
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let values = self.evaluate(choices, |eval| {
            let mut values = vec![];
            for write in writes {
                let indices: Result<Vec<Int>, Undecided> =
                    write.indices.iter().map(|index| eval.int(index)).collect();
                values.push((indices?, eval.value(&write.value)?));
            }
            Ok(values)
        });
        let mut changes = vec![];
        for (write, (indices, value)) in writes.iter().zip(values?) {
            changes.push(self.write(span, write.var, indices, value)?);
        }
        let one_cell = matches!(writes, [only] if !only.indices.is_empty());
        let kind = if one_cell { StepKind::Store } else { StepKind::Assign };
        self.note(span, kind, changes);
        Ok(())
    }

    fn write(
        &mut self,
        span: Span,
        var: VarId,
        indices: Vec<Int>,
        (value, from): (Value, Origin),
    ) -> Result<Change, Undecided> {
        let ill_typed = || Undecided::ill_typed(span);
        let place = self.values.get_mut(var.0 as usize).ok_or_else(ill_typed)?;
        match (place.as_mut(), indices.as_slice()) {
            (_, []) => *place = Some(value.clone()),
            (Some(Value::Array(array)), indices) => {
                if !array.write(indices, value.clone()) {
                    return Err(ill_typed());
                }
            }
            _ => return Err(ill_typed()),
        }
        self.track.write(var, &indices, from);
        Ok(Change { var, indices, value })
    }
}

/// The next step.
enum NextStep<'p> {
    Run(&'p TypedStmt),
    Test(LoopParts<'p>),
    Claim(AssertId, &'p TypedExpr, Span),
    Leave(Frame<&'p Call>),
}

impl From<Undecided> for End {
    fn from(undecided: Undecided) -> End {
        End::Undecided { span: undecided.span, reason: undecided.reason }
    }
}
