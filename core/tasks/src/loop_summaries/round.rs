//! One round of a counted loop, executed symbolically: the value that each variable has at its end, as far as it can be
//! written over what the loop leaves alone.

use crate::tiling::form::{form, names_in, var};
use crate::tiling::loops::{Loop, writes_below};
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp, UpdateOp};
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::rewrite::{build, effects};
use std::collections::BTreeMap;

/// A value at some place of a round. The expressions in it speak of the counter, of variables that the loop leaves
/// alone, and of cells as they were when the loop was entered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RoundValue {
    /// This expression.
    Closed(Expr),
    /// The value of a variable at the beginning of the round, plus this expression.
    Moved(String, Expr),
    /// Anything.
    Unknown,
}

/// The cell of an array that a round writes, always at one index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenCell {
    /// The index: the counter or its negation, plus something that the loop leaves alone.
    pub index: Linear,
    /// The index as it is written.
    pub written: Expr,
    /// The value of the cell.
    pub value: CellValue,
}

/// The value of the cell that a round writes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellValue {
    /// Its value when the loop was entered.
    Entered,
    /// This expression.
    Closed(Expr),
    /// Anything.
    Unknown,
}

/// The values at the end of a round.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// The scalars that the round changes or declares.
    pub scalars: BTreeMap<String, RoundValue>,
    /// The arrays of which a round writes one cell.
    pub cells: BTreeMap<String, WrittenCell>,
    /// The arrays that may change in other ways.
    pub unknown: Names,
}

/// Executes a round of a loop; `is_array` says which of the variables that it changes are arrays with one index.
pub(super) fn execute(l: &Loop, is_array: &impl Fn(&str) -> bool) -> Round {
    // Where cells are written has to be known before it can be said what a read finds there.
    let mut first = Execution::new(l, BTreeMap::new(), is_array);
    first.statements(&l.body);
    let cells =
        first.round.cells.into_iter().filter(|(name, _)| !first.round.unknown.contains(name));
    let cells = cells.map(|(name, cell)| (name, WrittenCell { value: CellValue::Entered, ..cell }));
    let mut second = Execution::new(l, cells.collect(), is_array);
    second.round.unknown = first.round.unknown;
    let unknown = second.round.unknown.clone();
    second.statements(&l.body);
    match second.round.unknown.is_subset(&unknown) {
        true => second.round,
        // What was read before rests on where cells are written.
        false => Round { unknown: l.changes.clone(), ..Round::default() },
    }
}

struct Execution<'l, F> {
    l: &'l Loop,
    is_array: &'l F,
    round: Round,
}

impl<'l, F: Fn(&str) -> bool> Execution<'l, F> {
    fn new(l: &'l Loop, cells: BTreeMap<String, WrittenCell>, is_array: &'l F) -> Self {
        let mut round = Round { cells, ..Round::default() };
        let declared: Names = l.body.iter().flat_map(declared_below).collect();
        for name in l.changes.iter().filter(|name| **name != l.counter) {
            let value = match declared.contains(name) {
                true => RoundValue::Unknown,
                false => RoundValue::Moved(name.clone(), build::int(&Int::ZERO)),
            };
            round.scalars.insert(name.clone(), value);
        }
        Execution { l, is_array, round }
    }

    fn statements(&mut self, body: &[Stmt]) {
        body.iter().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &Stmt) {
        // Functions may change the arrays that they are given.
        let calls = stmt.exprs().into_iter().flat_map(effects::own_calls);
        let passed: Names =
            calls.flat_map(Expr::children).filter_map(Expr::root).map(str::to_owned).collect();
        self.round.unknown.extend(passed.into_iter().filter(|name| self.l.changes.contains(name)));
        match &stmt.kind {
            StmtKind::Declare { declarators, .. } => {
                for d in declarators {
                    let value = d.init.as_ref().map_or(RoundValue::Unknown, |e| self.value(e));
                    match d.dimensions.is_empty() {
                        true => _ = self.round.scalars.insert(d.name.text.clone(), value),
                        false => _ = self.round.unknown.insert(d.name.text.clone()),
                    }
                }
            }
            StmtKind::Update { target, op } => {
                let value = self.updated(target, op);
                self.assign(target, value);
            }
            StmtKind::Assign { targets, values } => {
                let values: Vec<RoundValue> = values.iter().map(|e| self.value(e)).collect();
                // All indices are evaluated first.
                let indices: Vec<Option<Expr>> = targets.iter().map(|t| self.index_of(t)).collect();
                for ((target, index), value) in targets.iter().zip(indices).zip(values) {
                    self.assign_at(target, index, value);
                }
            }
            StmtKind::Havoc(targets) => {
                targets.iter().for_each(|target| self.assign(target, RoundValue::Unknown));
            }
            StmtKind::If { cond, then, els } => {
                self.branch(cond, then, els.as_deref().unwrap_or(&[]))
            }
            StmtKind::Block(body) => self.statements(body),
            StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Hint(_)
            | StmtKind::Invariant(_)
            | StmtKind::Decreases(_)
            | StmtKind::Empty => {}
            _ => writes_below(stmt).iter().for_each(|name| self.forget(name)),
        }
    }

    /// Nothing is known of a variable any more.
    fn forget(&mut self, name: &str) {
        match self.round.scalars.get_mut(name).filter(|_| !(self.is_array)(name)) {
            Some(value) => *value = RoundValue::Unknown,
            None => _ = self.round.unknown.insert(name.to_owned()),
        }
    }

    fn updated(&self, target: &Expr, op: &UpdateOp) -> RoundValue {
        let one = build::int(&Int::ONE);
        let changed = |op, by: &Expr| self.value(&build::binary(op, target.clone(), by.clone()));
        match op {
            UpdateOp::Set(value) => self.value(value),
            UpdateOp::Change(op, by) => changed(*op, by),
            UpdateOp::Increment => changed(BinaryOp::Add, &one),
            UpdateOp::Decrement => changed(BinaryOp::Sub, &one),
        }
    }

    fn assign(&mut self, target: &Expr, value: RoundValue) {
        let index = self.index_of(target);
        self.assign_at(target, index, value);
    }

    /// The index of a target that is a cell of an array with one index.
    fn index_of(&self, target: &Expr) -> Option<Expr> {
        match &target.kind {
            ExprKind::Index(array, index) if matches!(array.kind, ExprKind::Name(_)) => {
                self.closed(index)
            }
            _ => None,
        }
    }

    fn assign_at(&mut self, target: &Expr, index: Option<Expr>, value: RoundValue) {
        match (&target.kind, target.root()) {
            (ExprKind::Name(name), _) if !(self.is_array)(name) => {
                self.round.scalars.insert(name.clone(), value);
            }
            (ExprKind::Index(..), Some(array)) if (self.is_array)(array) => {
                let value = match value {
                    RoundValue::Closed(value) => CellValue::Closed(value),
                    _ => CellValue::Unknown,
                };
                self.write_cell(array, index, value);
            }
            (_, root) => self.round.unknown.extend(root.map(str::to_owned)),
        }
    }

    fn write_cell(&mut self, array: &str, index: Option<Expr>, value: CellValue) {
        let place = index.and_then(|written| Some((self.place(&written)?, written)));
        let known = self.round.cells.get(array);
        match place.filter(|(index, _)| known.is_none_or(|known| known.index == *index)) {
            Some((index, written)) => {
                let cell = WrittenCell { index, written, value };
                self.round.cells.insert(array.to_owned(), cell);
            }
            None => _ = self.round.unknown.insert(array.to_owned()),
        }
    }

    /// An index as a sum, if it moves with the counter by one.
    fn place(&self, index: &Expr) -> Option<Linear> {
        let counter = var(&self.l.counter);
        let index = form(index)?;
        let rest = index.replace(&counter, &Linear::constant(0));
        let moves = index.coeff(&counter).abs().is_one();
        (moves && !names_in(&rest).contains(&self.l.counter)).then_some(index)
    }

    fn branch(&mut self, cond: &Expr, then: &[Stmt], els: &[Stmt]) {
        let cond = self.closed(cond);
        let before = self.round.clone();
        self.statements(then);
        let first = std::mem::replace(&mut self.round, before);
        self.statements(els);
        let second = std::mem::take(&mut self.round);
        self.round = merge(cond.as_ref(), first, second);
    }

    fn closed(&self, e: &Expr) -> Option<Expr> {
        match self.value(e) {
            RoundValue::Closed(value) => Some(value),
            RoundValue::Moved(..) | RoundValue::Unknown => None,
        }
    }

    /// The value of an expression, unless it becomes too long: what is used twice is written twice.
    fn value(&self, e: &Expr) -> RoundValue {
        match self.whole_value(e) {
            RoundValue::Closed(value) | RoundValue::Moved(_, value) if !is_short(&value) => {
                RoundValue::Unknown
            }
            value => value,
        }
    }

    fn whole_value(&self, e: &Expr) -> RoundValue {
        if let ExprKind::Name(name) = &e.kind
            && let Some(value) = self.round.scalars.get(name).filter(|_| !(self.is_array)(name))
        {
            return value.clone();
        }
        if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) = &e.kind {
            return sum(*op, self.value(left), self.value(right));
        }
        self.closed_form(e).map_or(RoundValue::Unknown, RoundValue::Closed)
    }

    /// An expression over what the loop leaves alone.
    fn closed_form(&self, e: &Expr) -> Option<Expr> {
        let closed = |e: &Expr| self.closed(e).map(Box::new);
        let kind = match &e.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) => e.kind.clone(),
            ExprKind::Name(name) => {
                let stays = *name == self.l.counter || !self.changes(name);
                return stays.then(|| e.clone());
            }
            ExprKind::Index(array, index) => return self.cell(e, array, index),
            ExprKind::Unary(op, inner) => ExprKind::Unary(*op, closed(inner)?),
            ExprKind::Binary(op, left, right) => {
                ExprKind::Binary(*op, closed(left)?, closed(right)?)
            }
            ExprKind::Compare(first, rest) => {
                let rest = rest.iter().map(|(op, next)| Some((*op, self.closed(next)?)));
                ExprKind::Compare(closed(first)?, rest.collect::<Option<_>>()?)
            }
            ExprKind::Ite(cond, then, els) => {
                ExprKind::Ite(closed(cond)?, closed(then)?, closed(els)?)
            }
            ExprKind::Call { name, .. } if name.text == "len" => return Some(e.clone()),
            ExprKind::Call { name, args, lambda: None } if is_arithmetic(&name.text) => {
                let is_array = |arg: &Expr| arg.root().is_some_and(|root| (self.is_array)(root));
                let closed = |arg: &Expr| {
                    let is_whole = matches!(arg.kind, ExprKind::Name(_)) && is_array(arg);
                    self.closed(arg).filter(|_| !is_whole)
                };
                let args = args.iter().map(closed).collect::<Option<_>>()?;
                ExprKind::Call { name: name.clone(), args, lambda: None }
            }
            ExprKind::Quant { .. } => {
                let calls =
                    e.any(&|e| matches!(e.kind, ExprKind::Call { .. } | ExprKind::Nondet(_)));
                let stays = |name: &String| *name == self.l.counter || !self.changes(name);
                return (!calls && free(e).iter().all(stays)).then(|| e.clone());
            }
            // Sums and the like are no values of their own below a quantifier.
            ExprKind::Call { .. } | ExprKind::Nondet(_) | ExprKind::Error => return None,
        };
        Some(Expr { kind, span: e.span })
    }

    /// Whether a round changes or declares a variable.
    fn changes(&self, name: &str) -> bool {
        let Round { scalars, cells, unknown } = &self.round;
        scalars.contains_key(name) || cells.contains_key(name) || unknown.contains(name)
    }

    /// The value of a cell as it is now.
    fn cell(&self, e: &Expr, array: &Expr, index: &Expr) -> Option<Expr> {
        let index = self.closed(index)?;
        let read = || {
            let kind = ExprKind::Index(Box::new(array.clone()), Box::new(index.clone()));
            Expr { kind, span: e.span }
        };
        let ExprKind::Name(name) = &array.kind else {
            // A row of a table: its root must stay as it is.
            let row = self.closed(array)?;
            let kind = ExprKind::Index(Box::new(row), Box::new(index));
            return Some(Expr { kind, span: e.span });
        };
        if self.round.unknown.contains(name) {
            return None;
        }
        let Some(cell) = self.round.cells.get(name) else {
            let stays = !self.l.changes.contains(name) && !self.round.scalars.contains_key(name);
            return stays.then(read);
        };
        let ahead = form(&index)?.sub(&cell.index);
        let ahead = ahead.as_constant()?.to_i64()?;
        if ahead == 0 {
            return match &cell.value {
                CellValue::Entered => Some(read()),
                CellValue::Closed(value) => Some(value.clone()),
                CellValue::Unknown => None,
            };
        }
        let counter = cell.index.coeff(&var(&self.l.counter));
        let grows = counter.is_negative() == (self.l.step < 0);
        // Cells in front of the one that is written are still as they were.
        ((ahead > 0) == grows).then(read)
    }
}

/// Functions of numbers, if they are given no array.
fn is_arithmetic(name: &str) -> bool {
    matches!(name, "min" | "max" | "abs")
}

fn declared_below(stmt: &Stmt) -> Names {
    let mut found = Names::new();
    stmt.visit(&mut |s| found.extend(effects::declares(s)));
    found
}

/// The sum or difference of two values.
fn sum(op: BinaryOp, left: RoundValue, right: RoundValue) -> RoundValue {
    use RoundValue::{Closed, Moved, Unknown};
    match (left, right) {
        (Closed(a), Closed(b)) => Closed(add(op, a, b)),
        (Moved(name, a), Closed(b)) => Moved(name, add(op, a, b)),
        (Closed(a), Moved(name, b)) if op == BinaryOp::Add => Moved(name, add(op, a, b)),
        _ => Unknown,
    }
}

/// The sum or difference of two expressions, without zeros.
fn add(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let is_zero = |e: &Expr| build::literal(e).is_some_and(|n| n.is_zero());
    match op {
        _ if is_zero(&b) => a,
        BinaryOp::Add if is_zero(&a) => b,
        BinaryOp::Sub if is_zero(&a) => build::expr(ExprKind::Unary(UnaryOp::Neg, Box::new(b))),
        _ => build::binary(op, a, b),
    }
}

/// The most nodes of a value.
const MOST_NODES: usize = 300;

fn is_short(e: &Expr) -> bool {
    let mut nodes = 0;
    e.visit(&mut |_| nodes += 1);
    nodes <= MOST_NODES
}

/// The values behind a branch; without a condition it is not known which way was taken.
fn merge(cond: Option<&Expr>, first: Round, second: Round) -> Round {
    let choose = |then: Expr, els: Expr| match (build::same(&then, &els), cond) {
        (true, _) => Some(then),
        (false, Some(cond)) => {
            let parts = [cond.clone(), then, els].map(Box::new);
            let [cond, then, els] = parts;
            Some(build::expr(ExprKind::Ite(cond, then, els))).filter(is_short)
        }
        (false, None) => None,
    };
    let value = |a: RoundValue, b: RoundValue| {
        let merged = match (a, b) {
            (RoundValue::Closed(a), RoundValue::Closed(b)) => choose(a, b).map(RoundValue::Closed),
            (RoundValue::Moved(x, a), RoundValue::Moved(y, b)) if x == y => {
                choose(a, b).map(|by| RoundValue::Moved(x, by))
            }
            _ => None,
        };
        merged.unwrap_or(RoundValue::Unknown)
    };
    let mut others = second.scalars;
    let mut scalars = BTreeMap::new();
    for (name, a) in first.scalars {
        // What only one branch declares is not visible behind it.
        let b = others.remove(&name).unwrap_or(RoundValue::Unknown);
        scalars.insert(name, value(a, b));
    }
    scalars.extend(others.into_keys().map(|name| (name, RoundValue::Unknown)));
    let unknown: Names = first.unknown.union(&second.unknown).cloned().collect();
    let (cells, missed) = merge_cells(&choose, first.cells, second.cells);
    Round { scalars, cells, unknown: unknown.into_iter().chain(missed).collect() }
}

/// The cells behind a branch, and the arrays of which both ways write different ones.
fn merge_cells(
    choose: &impl Fn(Expr, Expr) -> Option<Expr>,
    first: BTreeMap<String, WrittenCell>,
    mut second: BTreeMap<String, WrittenCell>,
) -> (BTreeMap<String, WrittenCell>, Names) {
    let (mut cells, mut missed) = (BTreeMap::new(), Names::new());
    let mut both: Vec<(String, WrittenCell, Option<WrittenCell>)> = vec![];
    for (name, a) in first {
        let b = second.remove(&name);
        both.push((name, a, b));
    }
    both.extend(second.into_iter().map(|(name, b)| {
        let a = WrittenCell { value: CellValue::Entered, ..b.clone() };
        (name, a, Some(b))
    }));
    for (name, a, b) in both {
        let b = b.unwrap_or_else(|| WrittenCell { value: CellValue::Entered, ..a.clone() });
        if a.index != b.index {
            missed.insert(name);
            continue;
        }
        let entered = {
            let kind = ExprKind::Index(Box::new(build::name(&name)), Box::new(a.written.clone()));
            build::expr(kind)
        };
        let value = match (a.value, b.value) {
            (CellValue::Unknown, _) | (_, CellValue::Unknown) => CellValue::Unknown,
            (CellValue::Entered, CellValue::Entered) => CellValue::Entered,
            (a, b) => {
                let written = |value| match value {
                    CellValue::Closed(e) => e,
                    CellValue::Entered | CellValue::Unknown => entered.clone(),
                };
                choose(written(a), written(b)).map_or(CellValue::Unknown, CellValue::Closed)
            }
        };
        cells.insert(name, WrittenCell { value, ..a });
    }
    (cells, missed)
}
