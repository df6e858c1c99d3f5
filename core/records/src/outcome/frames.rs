//! The calls that are open at a step of a run.

use crate::outcome::{ArrayView, Run};
use hornbook_base::Span;
use serde::{Deserialize, Serialize};

/// The greatest number of calls that are listed around the end of a run.
const MAX_LISTED_CALLS: usize = 12;

/// A call that the run makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The name of the function.
    pub function: String,
    /// The place of the call.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether the run begins with the function.
    pub begins: bool,
    /// The parameters with their arguments: a value, or the name of the caller's array.
    pub given: Vec<(String, String)>,
    /// The call in which it is made, by its position in [`Run::frames`]; `None` for the program itself.
    pub around: Option<usize>,
    /// The depth of the call stack, with this call.
    pub depth: usize,
    /// The numbers and truth values that the caller had when it called.
    pub scalars: Vec<(String, String)>,
    /// The arrays that the caller had.
    pub arrays: Vec<ArrayView>,
}

impl Frame {
    /// The call as text: `set(a = b, n = 3)`.
    pub fn call(&self) -> String {
        let given = self.given.iter().map(|(name, value)| format!("{name} = {value}"));
        format!("{}({})", self.function, given.collect::<Vec<_>>().join(", "))
    }

    /// The caller, in words.
    pub fn describe_caller(&self) -> String {
        match self.begins {
            true => "the run begins with it".to_owned(),
            false => format!("called in line {}", self.line),
        }
    }
}

impl Run {
    /// The call stack at a step, the innermost call first.
    pub fn call_stack(&self, step: usize) -> Vec<&Frame> {
        let innermost = self.steps.get(step).and_then(|step| step.frame);
        let frame = |at: Option<usize>| self.frames.get(at?);
        std::iter::successors(frame(innermost), |inner| frame(inner.around)).collect()
    }

    /// The innermost calls of the stack at the end of the run, and the number of others.
    pub fn final_call_stack(&self) -> (Vec<&Frame>, usize) {
        let mut stack = self.call_stack(self.steps.len().saturating_sub(1));
        let more = stack.len().saturating_sub(MAX_LISTED_CALLS);
        stack.truncate(MAX_LISTED_CALLS);
        (stack, more)
    }

    /// The depth of the call stack at a step.
    pub fn depth(&self, step: usize) -> usize {
        let innermost = self.steps.get(step).and_then(|step| step.frame);
        innermost.and_then(|at| self.frames.get(at)).map_or(0, |frame| frame.depth)
    }

    /// The next step that is not inside of calls that begin at a step, or the last one.
    pub fn step_over(&self, step: usize) -> usize {
        self.next_at_depth(step, self.depth(step))
    }

    /// The step with which the innermost call at a step returns, or the last one.
    pub fn step_out(&self, step: usize) -> usize {
        self.next_at_depth(step, self.depth(step).saturating_sub(1))
    }

    /// The next step with a call stack of at most this depth.
    fn next_at_depth(&self, step: usize, depth: usize) -> usize {
        let last = self.steps.len().saturating_sub(1);
        (step.saturating_add(1)..last).find(|at| self.depth(*at) <= depth).unwrap_or(last)
    }
}
