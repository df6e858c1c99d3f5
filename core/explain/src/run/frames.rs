//! The call stack of a run, with the state of each caller.
//!
//! Local variables exist once for each call. So a step shows those of the innermost call, and the stack
//! frames keep those of the callers.

use super::{SourceProgram, format_value};
use hornbook_base::{Int, Span};
use hornbook_lang::interp::{State, StepGap, StepKind, StepRecord, Value};
use hornbook_lang::typed::{
    Call, CallEncoding, FunctionId, TypedExpr, TypedParam, TypedProgram, TypedStmtKind, VarId,
};
use hornbook_records::Frame;
use hornbook_records::outcome::ArrayView;
use std::collections::{BTreeMap, BTreeSet};

/// The functions of local variables.
pub(super) fn owning_functions(program: &TypedProgram) -> BTreeMap<VarId, FunctionId> {
    let of = |(n, vars)| std::iter::repeat(FunctionId(n)).zip(vars);
    let vars = program.functions.iter().map(|function| function.vars.iter().copied());
    (0..).zip(vars).flat_map(of).map(|(id, var)| (var, id)).collect()
}

/// The call stack of a run.
#[derive(Default)]
pub(super) struct CallStack {
    /// The innermost last.
    live: Vec<OpenCall>,
    /// The frames around listed steps, each behind its caller's.
    frames: Vec<Frame>,
}

struct OpenCall {
    function: FunctionId,
    frame: Frame,
    /// The number of its frame, once a step inside of it is listed.
    listed: Option<usize>,
}

impl CallStack {
    /// Enters a step. `state` is the one before it.
    pub(super) fn enter_step(
        &mut self,
        source: &SourceProgram<'_>,
        step: &StepRecord,
        state: &State,
        shown: &BTreeMap<VarId, BTreeSet<Vec<Int>>>,
    ) {
        match step.kind {
            StepKind::Call(function) => {
                let caller = self.innermost();
                let (scalars, arrays) =
                    (source.scalars(state, caller), source.arrays(state, caller, shown));
                self.push_call(source, (function, step), scalars, arrays);
            }
            StepKind::Leave(_) => drop(self.live.pop()),
            _ => {}
        }
    }

    /// Skips omitted steps. `state` is the one behind them.
    pub(super) fn skip_steps(
        &mut self,
        source: &SourceProgram<'_>,
        gap: &StepGap,
        state: &State,
        shown: &BTreeMap<VarId, BTreeSet<Vec<Int>>>,
    ) {
        self.live.truncate(gap.around);
        let begun = gap.calls.iter().filter_map(|step| match step.kind {
            StepKind::Call(function) => Some((function, step)),
            _ => None,
        });
        let begun: Vec<(FunctionId, &StepRecord)> = begun.collect();
        let before = self.live.iter().map(|live| live.function);
        let inside: Vec<FunctionId> = before.chain(begun.iter().map(|call| call.0)).collect();
        for (function, step) in begun {
            let caller = self.innermost();
            // A caller waits, so it has what it had; but of a function that calls itself only the last call can be seen.
            let calls = inside.iter().filter(|function| Some(**function) == caller).count();
            let hidden = calls > 1;
            let (scalars, arrays) = match hidden {
                true => (vec![], vec![]),
                false => (source.scalars(state, caller), source.arrays(state, caller, shown)),
            };
            self.push_call(source, (function, step), scalars, arrays);
        }
    }

    /// Pushes a call with the state of its caller.
    fn push_call(
        &mut self,
        source: &SourceProgram<'_>,
        (function, step): (FunctionId, &StepRecord),
        scalars: Vec<(String, String)>,
        arrays: Vec<ArrayView>,
    ) {
        let call = call_at(source, function, step.span);
        let frame = Frame {
            function: source.function_name(function),
            span: step.span,
            line: source.lines.line(step.span),
            begins: call.is_some_and(|call| call.encoding == CallEncoding::Nothing),
            given: describe_arguments(source, function, call, step),
            around: None,
            depth: self.live.len() + 1,
            scalars,
            arrays,
        };
        self.live.push(OpenCall { function, frame, listed: None });
    }

    /// The function that the run is in.
    pub(super) fn innermost(&self) -> Option<FunctionId> {
        self.live.last().map(|live| live.function)
    }

    /// Lists the frames of the open calls, and returns the number of the innermost.
    pub(super) fn list_innermost(&mut self) -> Option<usize> {
        let mut around = None;
        for live in &mut self.live {
            around = Some(*live.listed.get_or_insert_with(|| {
                self.frames.push(Frame { around, ..live.frame.clone() });
                self.frames.len() - 1
            }));
        }
        around
    }

    /// The frames around listed steps.
    pub(super) fn frames(self) -> Vec<Frame> {
        self.frames
    }
}

/// The parameters of a function with their arguments. Where the run begins with it, its arrays are its own.
fn describe_arguments(
    source: &SourceProgram<'_>,
    function: FunctionId,
    call: Option<&Call>,
    step: &StepRecord,
) -> Vec<(String, String)> {
    let Some(called) = source.program.functions.get(function.0 as usize) else { return vec![] };
    let arrays =
        call.filter(|call| call.encoding != CallEncoding::Nothing).map_or(&[][..], |c| &c.args);
    let one = |(n, param): (usize, &TypedParam)| {
        let change = step.changes.iter().find(|change| change.var == param.var);
        let value = match change.map(|change| &change.value) {
            Some(Value::Array(_)) | None => {
                arrays.get(n).and_then(TypedExpr::variable).map(|var| source.source_name(var))
            }
            Some(value) => Some(format_value(value)),
        };
        value.map(|value| (source.source_name(param.var), value))
    };
    called.params.iter().enumerate().filter_map(one).collect()
}

/// The call of a function at a span.
fn call_at<'s>(source: &SourceProgram<'s>, function: FunctionId, span: Span) -> Option<&'s Call> {
    source.stmts.iter().filter(|stmt| stmt.span == span).find_map(|stmt| match &stmt.kind {
        TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _)
            if call.function == function =>
        {
            Some(call)
        }
        _ => None,
    })
}
