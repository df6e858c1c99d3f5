//! Traces of runs, as data.

use super::{ArrayValue, Choices, End, Machine, Need, Status, Value};
use crate::typed::{AssertId, FunctionId, TypedProgram, VarId};
use hornbook_base::{Int, Span};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepKind {
    /// A variable came into being.
    Declare,
    /// Variables, or variables and cells, got new values.
    Assign,
    /// One cell got a new value.
    Store,
    /// The condition of an `if` or a loop was evaluated.
    Condition {
        /// Its value.
        value: bool,
    },
    /// The run leaves a loop, a round of it, a function, or the program.
    Jump,
    /// A function begins, with its parameters.
    Call(FunctionId),
    /// A function has ended, and the caller has what it returned.
    Leave(FunctionId),
    /// An assumption was evaluated.
    Assume {
        /// Its value.
        value: bool,
    },
    /// An assertion was evaluated.
    Assert {
        /// Which one.
        id: AssertId,
        /// Its value; `None` when it could not be decided.
        value: Option<bool>,
    },
}

/// A new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The variable.
    pub var: VarId,
    /// The indices of the cell; none when the whole variable changed.
    pub indices: Vec<Int>,
    /// The new value.
    pub value: Value,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRecord {
    /// The place of the statement; for `if` and loops that of the condition.
    pub span: Span,
    /// Its kind.
    pub kind: StepKind,
    /// The new values of variables and cells.
    pub changes: Vec<Change>,
    /// The cells it read, in order. Of a quantified formula only the cells of a decisive instance.
    pub reads: Vec<(VarId, Vec<Int>)>,
    /// The variables that went out of scope just before it.
    pub left: Vec<VarId>,
    /// The choices that it made, in order.
    #[serde(default)]
    pub chosen: Vec<Value>,
    /// The parts of choices that it used, made by it or before it. Of a formula that a part or an instance
    /// decides, only that counts.
    #[serde(default)]
    pub needs: BTreeSet<Need>,
}

impl StepRecord {
    /// A step without changes and reads.
    pub(super) fn new(span: Span, kind: StepKind) -> StepRecord {
        let (changes, reads, left) = (vec![], vec![], vec![]);
        let (chosen, needs) = (vec![], BTreeSet::new());
        StepRecord { span, kind, changes, reads, left, chosen, needs }
    }
}

/// A recorded run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<StepRecord>,
    /// The assertions that failed, each with the index of its step.
    pub failed: Vec<(AssertId, usize)>,
    /// The end of the run; `None` when it was stopped.
    pub end: Option<End>,
    /// The omitted steps.
    #[serde(default)]
    pub gap: Option<StepGap>,
}

/// Omitted steps of a long run, as if they were one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepGap {
    /// The number of recorded steps before them.
    pub after: usize,
    /// The number of omitted steps.
    pub steps: usize,
    /// The values after them of all variables in scope.
    pub changes: Vec<Change>,
    /// All other variables.
    pub left: Vec<VarId>,
    /// The number of calls around them that are still running after them.
    pub around: usize,
    /// The first steps of the other calls that are running after them, the outermost first; without arrays.
    pub calls: Vec<StepRecord>,
    /// The omitted steps that made choices.
    pub choosing: Vec<StepRecord>,
    /// The parts of choices that they used.
    pub needs: BTreeSet<Need>,
    /// Whether they used more.
    pub more_needs: bool,
}

/// The values of all variables in scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Numbers and truth values.
    pub scalars: BTreeMap<VarId, Value>,
    /// Arrays.
    pub arrays: BTreeMap<VarId, ArrayValue>,
}

impl State {
    /// Goes from the state before a step to the state after it.
    pub fn apply(&mut self, step: &StepRecord) {
        self.change(&step.left, &step.changes);
    }

    /// Goes from the state before omitted steps to the state after them.
    pub fn pass(&mut self, gap: &StepGap) {
        self.change(&gap.left, &gap.changes);
    }

    fn change(&mut self, left: &[VarId], changes: &[Change]) {
        for var in left {
            self.scalars.remove(var);
            self.arrays.remove(var);
        }
        for change in changes {
            match (change.indices.as_slice(), &change.value) {
                ([], Value::Array(array)) => {
                    self.arrays.insert(change.var, array.clone());
                }
                ([], value) => {
                    self.scalars.insert(change.var, value.clone());
                }
                (indices, value) => {
                    let array = self.arrays.entry(change.var).or_default();
                    array.write(indices, value.clone());
                }
            }
        }
    }
}

impl Trace {
    /// The state after step number `step` (from 0); after the last one if there are fewer.
    pub fn state_after(&self, step: usize) -> State {
        let mut state = State::default();
        for (n, step) in self.steps.iter().enumerate().take(step.saturating_add(1)) {
            self.gap_before(n).into_iter().for_each(|gap| state.pass(gap));
            state.apply(step);
        }
        state
    }

    /// The omitted steps just before a step.
    pub fn gap_before(&self, step: usize) -> Option<&StepGap> {
        self.gap.as_ref().filter(|gap| gap.after == step)
    }

    /// The steps that made the choices, in order.
    pub fn choosing(&self) -> impl Iterator<Item = &StepRecord> {
        let after = self.gap.as_ref().map_or(self.steps.len(), |gap| gap.after);
        let (first, last) = self.steps.split_at(after.min(self.steps.len()));
        let middle = self.gap.iter().flat_map(|gap| &gap.choosing);
        first.iter().chain(middle).chain(last).filter(|step| !step.chosen.is_empty())
    }

    /// The parts of choices that the run used.
    pub fn needs(&self) -> BTreeSet<&Need> {
        let middle = self.gap.iter().flat_map(|gap| &gap.needs);
        self.steps.iter().flat_map(|step| &step.needs).chain(middle).collect()
    }
}

/// Runs a program for at most `max_steps` steps.
pub fn run(program: &TypedProgram, choices: &mut dyn Choices, max_steps: usize) -> Trace {
    run_until(program, choices, None, max_steps)
}

/// Runs a program until an assertion fails, for at most `max_steps` steps. If the assertion
/// fails, the trace ends with that step and has no [`Trace::end`].
pub fn run_to_failure(
    program: &TypedProgram,
    choices: &mut dyn Choices,
    target: AssertId,
    max_steps: usize,
) -> Trace {
    run_until(program, choices, Some(target), max_steps)
}

fn run_until(
    program: &TypedProgram,
    choices: &mut dyn Choices,
    target: Option<AssertId>,
    max_steps: usize,
) -> Trace {
    let mut machine = Machine::new(program);
    let mut trace = Trace::default();
    loop {
        let status = machine.step(choices);
        if let Some(step) = machine.last_step() {
            trace.steps.push(step.clone());
            if let StepKind::Assert { id, value: Some(false) } = step.kind {
                trace.failed.push((id, trace.steps.len() - 1));
                if target == Some(id) {
                    return trace;
                }
            }
        }
        if let Status::Done(end) = status {
            trace.end = Some(end);
            return trace;
        }
        if trace.steps.len() >= max_steps {
            return trace;
        }
    }
}
