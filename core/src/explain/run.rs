//! A trace of the interpreter, in words.

use super::outcome::{ArrayView, Changed, Run, RunStep};
use crate::base::{Int, LineIndex};
use crate::lang::interp::{ArrayValue, State, StepKind, StepRecord, Trace, Value};
use crate::lang::typed::{AssertId, Program, Stmt, StmtKind, VarId};
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
fn touched(trace: &Trace) -> BTreeMap<VarId, BTreeSet<Int>> {
    let mut out: BTreeMap<VarId, BTreeSet<Int>> = BTreeMap::new();
    for step in &trace.steps {
        for (v, i) in &step.reads {
            out.entry(*v).or_default().insert(i.clone());
        }
        for change in &step.changes {
            if let Some(i) = &change.index {
                out.entry(change.var).or_default().insert(i.clone());
            }
        }
    }
    out
}

/// The variables that are declared without a value.
fn open_declarations(stmts: &[Stmt]) -> BTreeSet<VarId> {
    let of = |s: &Stmt| match &s.kind {
        StmtKind::Declare { var, init, .. } => {
            let open = init.as_ref().is_none_or(chooses);
            if open { BTreeSet::from([*var]) } else { BTreeSet::new() }
        }
        StmtKind::If { then, els, .. } => {
            open_declarations(then).into_iter().chain(open_declarations(els)).collect()
        }
        StmtKind::While { body, .. } | StmtKind::Block(body) => open_declarations(body),
        _ => BTreeSet::new(),
    };
    stmts.iter().flat_map(of).collect()
}

fn chooses(e: &crate::lang::typed::Expr) -> bool {
    use crate::lang::typed::ExprKind;
    match &e.kind {
        ExprKind::Nondet => true,
        ExprKind::Unary(_, a) => chooses(a),
        ExprKind::Binary(_, a, b) => chooses(a) || chooses(b),
        _ => false,
    }
}

/// The choices that a declaration made, in words.
fn chosen(
    program: &Program,
    step: &StepRecord,
    open: &BTreeSet<VarId>,
    touched: &BTreeMap<VarId, BTreeSet<Int>>,
) -> Vec<String> {
    let mut out = vec![];
    for change in step.changes.iter().filter(|c| open.contains(&c.var)) {
        let name = name(program, change.var);
        match &change.value {
            Value::Array(array) => {
                let cells = touched.get(&change.var).into_iter().flatten().take(CELLS);
                out.extend(cells.map(|i| format!("{name}[{i}] = {}", array.get(i))));
            }
            value => out.push(format!("{name} = {}", show(value))),
        }
    }
    out
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
            match (&c.index, &c.value) {
                (Some(i), value) => format!("{name}[{i}] = {}", show(value)),
                (None, Value::Array(_)) => format!("{name} has some values"),
                (None, value) => format!("{name} = {}", show(value)),
            }
        };
        step.changes.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    match &step.kind {
        StepKind::Declare | StepKind::Assign | StepKind::Store => changes(),
        StepKind::Condition { value } => format!("{source} is {value}"),
        StepKind::Assume { value: true } => "the assumption holds".into(),
        StepKind::Assume { value: false } => "the assumption does not hold".into(),
        StepKind::Assert { value: Some(true), .. } => "the assertion holds".into(),
        StepKind::Assert { value: Some(false), .. } => "the assertion fails".into(),
        StepKind::Assert { value: None, .. } => "the assertion could not be evaluated".into(),
    }
}

fn scalars(program: &Program, state: &State) -> Vec<(String, String)> {
    state.scalars.iter().map(|(v, value)| (name(program, *v), show(value))).collect()
}

fn arrays(
    program: &Program,
    state: &State,
    touched: &BTreeMap<VarId, BTreeSet<Int>>,
) -> Vec<ArrayView> {
    let view = |(v, array): (&VarId, &ArrayValue)| {
        let indices = touched.get(v).cloned().unwrap_or_default();
        let cells = indices.iter().take(CELLS).map(|i| (i.clone(), array.get(i).clone()));
        ArrayView { name: name(program, *v), cells: cells.collect() }
    };
    state.arrays.iter().map(view).collect()
}

fn changed(program: &Program, step: &StepRecord) -> Vec<Changed> {
    let one = |c: &crate::lang::interp::Change| Changed {
        name: name(program, c.var),
        index: c.index.clone(),
    };
    step.changes.iter().map(one).collect()
}
