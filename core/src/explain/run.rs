//! A trace of the interpreter, in words.

use super::outcome::{ArrayView, Changed, Run, RunStep};
use crate::base::{Int, LineIndex};
use crate::lang::interp::{ArrayValue, State, StepKind, StepRecord, Trace, Value};
use crate::lang::typed::{
    AssertId, AssertionKind, Expr, ExprKind, Function, Program, Stmt, StmtKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Cells that a picture shows at most.
const CELLS: usize = 24;

/// The run that a trace records, up to the failure of `assert`.
pub fn describe(
    program: &Program,
    lines: &LineIndex,
    text: &str,
    trace: &Trace,
    assert: AssertId,
) -> Run {
    let touched = touched(trace);
    let mut state = State::default();
    let mut steps = vec![];
    let mut choices = vec![];
    let open = open_declarations(&program.body);
    for step in &trace.steps {
        state.apply(step);
        if step.kind == StepKind::Declare {
            choices.extend(chosen(program, step, &open, &touched));
        }
        steps.push(RunStep {
            span: step.span,
            line: lines.line(step.span),
            what: what(program, text, step),
            scalars: scalars(program, &state),
            arrays: arrays(program, &state, &touched),
            changed: changed(program, step),
            read: step.reads.iter().map(|(v, i)| (name(program, *v), i.clone())).collect(),
        });
    }
    Run { assert, steps, choices }
}

fn name(program: &Program, id: VarId) -> String {
    program.var(id).source_name.clone()
}

/// The cells that a run reads or writes, for each array.
fn touched(trace: &Trace) -> BTreeMap<VarId, BTreeSet<Vec<Int>>> {
    let mut out: BTreeMap<VarId, BTreeSet<Vec<Int>>> = BTreeMap::new();
    for step in &trace.steps {
        for (v, i) in &step.reads {
            out.entry(*v).or_default().insert(i.clone());
        }
        for change in &step.changes {
            if !change.indices.is_empty() {
                out.entry(change.var).or_default().insert(change.indices.clone());
            }
        }
    }
    out
}

/// The variables that are declared without a value.
fn open_declarations(stmts: &[Stmt]) -> BTreeSet<VarId> {
    let of = |s: &Stmt| match &s.kind {
        StmtKind::Declare { var, init } => {
            let open = init.as_ref().is_none_or(chooses);
            if open { BTreeSet::from([*var]) } else { BTreeSet::new() }
        }
        StmtKind::If { then, els, .. } => {
            open_declarations(then).into_iter().chain(open_declarations(els)).collect()
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Block(body) => {
            open_declarations(body)
        }
        _ => BTreeSet::new(),
    };
    stmts.iter().flat_map(of).collect()
}

fn chooses(e: &Expr) -> bool {
    e.any(&|e| matches!(e.kind, ExprKind::Nondet(_) | ExprKind::Call(Function::SubArray, _)))
}

/// The choices that a declaration made, in words.
fn chosen(
    program: &Program,
    step: &StepRecord,
    open: &BTreeSet<VarId>,
    touched: &BTreeMap<VarId, BTreeSet<Vec<Int>>>,
) -> Vec<String> {
    let mut out = vec![];
    for change in step.changes.iter().filter(|c| open.contains(&c.var)) {
        let name = name(program, change.var);
        match &change.value {
            Value::Array(array) => {
                let cells = touched.get(&change.var).into_iter().flatten().take(CELLS);
                let value = Value::Array(array.clone());
                let cell =
                    |i: &Vec<Int>| Some(format!("{} = {}", place(&name, i), show(value.at(i)?)));
                out.extend(cells.filter_map(cell));
            }
            value => out.push(format!("{name} = {}", show(value))),
        }
    }
    out
}

/// A variable or a cell of it.
fn place(name: &str, indices: &[Int]) -> String {
    let indices: String = indices.iter().map(|i| format!("[{i}]")).collect();
    format!("{name}{indices}")
}

fn show(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => "an array".into(),
    }
}

fn what(program: &Program, text: &str, step: &StepRecord) -> String {
    let source = step.span.slice(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let changes = || {
        let one = |c: &crate::lang::interp::Change| {
            let name = name(program, c.var);
            match &c.value {
                Value::Array(_) => format!("{} has some values", place(&name, &c.indices)),
                value => format!("{} = {}", place(&name, &c.indices), show(value)),
            }
        };
        step.changes.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    match &step.kind {
        StepKind::Declare | StepKind::Assign | StepKind::Store => changes(),
        StepKind::Condition { value } => format!("{source} is {value}"),
        StepKind::Assume { value: true } => "the assumption holds".into(),
        StepKind::Assume { value: false } => "the assumption does not hold".into(),
        StepKind::Assert { id, value } => {
            let claim = match program.asserts.get(id.0 as usize).map(|a| a.kind) {
                Some(AssertionKind::Hint) => "the hint".to_owned(),
                Some(AssertionKind::Bounds) => format!("`{source}` within its bounds"),
                _ => "the assertion".to_owned(),
            };
            match value {
                Some(true) => format!("{claim} holds"),
                Some(false) => format!("{claim} fails"),
                None => format!("{claim} could not be evaluated"),
            }
        }
        StepKind::Jump => source,
    }
}

fn scalars(program: &Program, state: &State) -> Vec<(String, String)> {
    state.scalars.iter().map(|(v, value)| (name(program, *v), show(value))).collect()
}

fn arrays(
    program: &Program,
    state: &State,
    touched: &BTreeMap<VarId, BTreeSet<Vec<Int>>>,
) -> Vec<ArrayView> {
    let view = |(v, array): (&VarId, &ArrayValue)| {
        let indices = touched.get(v).cloned().unwrap_or_default();
        let value = Value::Array(array.clone());
        let cell = |i: &Vec<Int>| Some((i.clone(), show(value.at(i)?)));
        let cells = indices.iter().filter_map(cell).take(CELLS);
        ArrayView { name: name(program, *v), cells: cells.collect() }
    };
    state.arrays.iter().map(view).collect()
}

fn changed(program: &Program, step: &StepRecord) -> Vec<Changed> {
    let one = |c: &crate::lang::interp::Change| Changed {
        name: name(program, c.var),
        indices: c.indices.clone(),
    };
    step.changes.iter().map(one).collect()
}
