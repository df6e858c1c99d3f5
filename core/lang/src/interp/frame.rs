//! Calls: a frame keeps the caller's variables until the function returns.

use super::eval::Undecided;
use super::origin::Origin;
use super::{Change, Choices, Machine, NextStep, StepKind, Value, WorkItem};
use crate::typed::{AssertId, Call, Type, TypedExpr, TypedFunction, VarId};
use hornbook_base::Span;

/// The deepest nesting of calls. A run with more is given up.
const DEPTH: usize = 1_000;

/// The frame of a called function; `C` identifies the call.
#[derive(Clone)]
pub(super) struct Frame<C> {
    pub(super) call: C,
    /// The place of the call.
    span: Span,
    /// The values of the function's variables in a call around.
    before: Vec<(VarId, Option<Value>, Origin)>,
    phase: FramePhase,
    /// Whether the caller has kept `requires`: otherwise the function need not keep `ensures`.
    kept: bool,
    returned: Vec<(Value, Origin)>,
}

/// The next phase of a frame.
#[derive(Clone, Copy)]
enum FramePhase {
    /// `requires`, from a given condition on, then the statements.
    Enter(usize),
    Run,
    /// `ensures`, from a given condition on, then the return to the caller.
    Return(usize),
}

impl<C> Frame<C> {
    /// The frame with another identification of its call.
    pub(super) fn with_call<D>(self, call: D) -> Frame<D> {
        let Frame { span, before, phase, kept, returned, .. } = self;
        Frame { call, span, before, phase, kept, returned }
    }
}

impl<'p> Machine<'p> {
    fn function(&self, call: &Call) -> Option<&'p TypedFunction> {
        self.program.functions.get(call.function.0 as usize)
    }

    /// Begins a function.
    pub(super) fn call(
        &mut self,
        span: Span,
        call: &'p Call,
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let function = self.function(call).ok_or_else(|| Undecided::ill_typed(span))?;
        if self.work.iter().filter(|work| matches!(work, WorkItem::Frame(_))).count() >= DEPTH {
            let reason = format!("functions call each other more than {DEPTH} times");
            return Err(Undecided { span, reason });
        }
        let args = self.evaluate(choices, |eval| {
            call.args.iter().map(|arg| eval.value(arg)).collect::<Result<Vec<_>, _>>()
        })?;
        let before: Vec<_> = function.vars.iter().map(|var| self.take(*var)).collect();
        // The variables of a call around are out of scope until this one is over.
        let hidden = before.iter().filter(|(_, value, _)| value.is_some());
        self.left.extend(hidden.map(|(var, ..)| *var));
        let mut changes = vec![];
        for (param, (value, from)) in function.params.iter().zip(args) {
            if param.changes() {
                self.write(span, param.entry, vec![], (value.clone(), from.clone()))?;
            }
            changes.push(self.write(span, param.var, vec![], (value, from))?);
        }
        let (phase, kept, returned) = (FramePhase::Enter(0), true, vec![]);
        self.work.push(WorkItem::Frame(Frame { call, span, before, phase, kept, returned }));
        self.note(span, StepKind::Call(call.function), changes);
        Ok(())
    }

    /// Takes a variable's value and origin away.
    fn take(&mut self, var: VarId) -> (VarId, Option<Value>, Origin) {
        let at = var.0 as usize;
        let value = self.values.get_mut(at).and_then(Option::take);
        let from = self.track.origins.get_mut(at).map(std::mem::take).unwrap_or_default();
        (var, value, from)
    }

    /// Goes on with the innermost call; `None` if it is not its turn.
    pub(super) fn next_of_frame(&mut self) -> Option<NextStep<'p>> {
        let Some(WorkItem::Frame(frame)) = self.work.last_mut() else { return None };
        let (call, span, phase) = (frame.call, frame.span, frame.phase);
        let function = self.program.functions.get(call.function.0 as usize)?;
        match phase {
            FramePhase::Enter(n) => match call.requires.get(n).zip(function.requires.get(n)) {
                Some((id, cond)) => {
                    frame.phase = FramePhase::Enter(n + 1);
                    return Some(NextStep::Claim(*id, cond, span));
                }
                None => {
                    frame.phase = FramePhase::Run;
                    self.open(&function.body);
                }
            },
            FramePhase::Run => {
                frame.phase = FramePhase::Return(0);
                let returned = frame.returned.clone();
                for (var, (value, from)) in function.results.iter().zip(returned) {
                    self.values[var.0 as usize] = Some(value);
                    self.track.write(*var, &[], from);
                }
            }
            FramePhase::Return(n) => match function.ensures.get(n).filter(|_| frame.kept) {
                Some(check) => {
                    frame.phase = FramePhase::Return(n + 1);
                    let span = self.program.assert_span(check.id);
                    return Some(NextStep::Claim(check.id, &check.cond, span));
                }
                None => match self.work.pop() {
                    Some(WorkItem::Frame(frame)) => return Some(NextStep::Leave(frame)),
                    other => self.work.extend(other),
                },
            },
        }
        None
    }

    /// Notes whether a call kept a condition.
    pub(super) fn keeps(&mut self, id: AssertId, value: Option<bool>) {
        if let Some(WorkItem::Frame(frame)) = self.work.last_mut()
            && frame.call.requires.contains(&id)
        {
            frame.kept &= value == Some(true);
        }
    }

    /// `return ..;`: leaves all blocks up to the innermost call, or the program.
    pub(super) fn return_from(
        &mut self,
        span: Span,
        values: &[TypedExpr],
        choices: &mut dyn Choices,
    ) -> Result<(), Undecided> {
        let values = self.evaluate(choices, |eval| {
            values.iter().map(|value| eval.value(value)).collect::<Result<Vec<_>, _>>()
        })?;
        while let Some(work) = self.work.pop() {
            if let WorkItem::Frame(mut frame) = work {
                frame.returned = values;
                self.work.push(WorkItem::Frame(frame));
                break;
            }
        }
        self.note(span, StepKind::Jump, vec![]);
        Ok(())
    }

    /// Ends a function: restores the caller's variables, with the new values of its arrays and the results.
    pub(super) fn leave(&mut self, frame: Frame<&'p Call>) -> Result<(), Undecided> {
        let Frame { call, span, before, returned, .. } = frame;
        let function = self.function(call).ok_or_else(|| Undecided::ill_typed(span))?;
        let is_array = |arg: &TypedExpr| matches!(arg.ty, Type::Array(_));
        let arrays: Vec<(VarId, (Value, Origin))> = function
            .params
            .iter()
            .zip(&call.args)
            .filter(|(param, arg)| param.changes() && is_array(arg))
            .filter_map(|(param, arg)| {
                let (_, value, from) = self.take(param.var);
                Some((arg.variable()?, (value?, from)))
            })
            .collect();
        let mut changes = vec![];
        for (var, value, from) in before {
            self.left.push(var);
            self.track.write(var, &[], from);
            changes.extend(value.iter().map(|value| restored(var, value)));
            self.values[var.0 as usize] = value;
        }
        for (var, value) in arrays.into_iter().chain(call.results.iter().copied().zip(returned)) {
            changes.push(self.write(span, var, vec![], value)?);
        }
        if call.declares
            && let Some(WorkItem::Block { declared, .. }) = self.work.last_mut()
        {
            declared.extend(&call.results);
        }
        self.note(span, StepKind::Leave(call.function), changes);
        Ok(())
    }
}

fn restored(var: VarId, value: &Value) -> Change {
    Change { var, indices: vec![], value: value.clone() }
}
