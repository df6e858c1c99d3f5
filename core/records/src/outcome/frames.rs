//! The calls that are open at a step of a run.

use crate::outcome::{ArrayView, Run};
use hornbook_base::Span;
use serde::{Deserialize, Serialize};

/// Calls around the end of a run that are listed; a function that calls itself may have very many.
const LISTED: usize = 12;

/// A call that the run makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The name of the function.
    pub function: String,
    /// The place of the call.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether the run begins with the function: nobody has called it.
    pub begins: bool,
    /// The parameters with what they are given: a value, or the name of the caller's array.
    pub given: Vec<(String, String)>,
    /// The call in which it is made, by its place among [`Run::frames`]; `None` for the program itself.
    pub around: Option<usize>,
    /// How many calls the run is inside of then, with this one.
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

    /// Where the call comes from, in words.
    pub fn place(&self) -> String {
        match self.begins {
            true => "the run begins with it".to_owned(),
            false => format!("called in line {}", self.line),
        }
    }
}

impl Run {
    /// The calls that a step is inside of, the innermost first.
    pub fn stack(&self, step: usize) -> Vec<&Frame> {
        let innermost = self.steps.get(step).and_then(|step| step.frame);
        let frame = |at: Option<usize>| self.frames.get(at?);
        std::iter::successors(frame(innermost), |inner| frame(inner.around)).collect()
    }

    /// The calls that the run ends inside of, the innermost first, and how many more are around those.
    pub fn around_the_end(&self) -> (Vec<&Frame>, usize) {
        let mut stack = self.stack(self.steps.len().saturating_sub(1));
        let more = stack.len().saturating_sub(LISTED);
        stack.truncate(LISTED);
        (stack, more)
    }

    /// How many calls a step is inside of.
    pub fn depth(&self, step: usize) -> usize {
        let innermost = self.steps.get(step).and_then(|step| step.frame);
        innermost.and_then(|at| self.frames.get(at)).map_or(0, |frame| frame.depth)
    }

    /// The step after a given one, past the calls that begin there; the last one if they do not return.
    pub fn over(&self, step: usize) -> usize {
        self.next_within(step, self.depth(step))
    }

    /// The step with which the call returns that a step is inside of; the last one if it does not.
    pub fn out(&self, step: usize) -> usize {
        self.next_within(step, self.depth(step).saturating_sub(1))
    }

    /// The next step inside of so many calls or fewer.
    fn next_within(&self, step: usize, depth: usize) -> usize {
        let last = self.steps.len().saturating_sub(1);
        (step.saturating_add(1)..last).find(|at| self.depth(*at) <= depth).unwrap_or(last)
    }
}
