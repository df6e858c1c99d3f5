//! Synthetic inputs for sample runs, and the states of these runs with their loop iterations.

use hornbook_base::random::{GOLDEN_GAMMA, mix_bits};
use hornbook_base::{Int, Span};
use hornbook_lang::interp::{Choice, Choices, State, StepKind, StepRecord, Trace, Value};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmt, TypedStmtKind, all_statements};
use std::collections::BTreeMap;

/// The number of cells of an array that get values of their own.
pub(super) const MAX_CELLS: i64 = 24;
/// The number of rows of an array of arrays.
const MAX_ROWS: i64 = 6;
/// An exclusive bound on the numbers.
const MAX_NUMBER: u64 = 10;

/// A pseudorandom generator for cells of arrays.
#[derive(Clone, Copy)]
pub(super) struct CellSeed {
    /// The seed.
    pub seed: u64,
    /// An exclusive bound on the cells.
    pub below: u64,
}

/// Deterministic synthetic choices. The seed 0 chooses the size for each number that is chosen once, other
/// seeds only for some.
pub(super) struct SyntheticInputs {
    size: u32,
    /// The seed for choices other than cells.
    seed: u64,
    cells: CellSeed,
    /// The number of values that were chosen at each place.
    times_chosen: BTreeMap<Span, u64>,
}

impl SyntheticInputs {
    /// The choices that these seeds give.
    pub(super) fn new(size: u32, seed: u64, cells: CellSeed) -> SyntheticInputs {
        SyntheticInputs { size, seed, cells, times_chosen: BTreeMap::new() }
    }
}

impl Choices for SyntheticInputs {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let span = match choice {
            Choice::Initial(_, info) => info.span,
            Choice::Nondet { span, .. } => span,
        };
        let time = self.times_chosen.entry(span).or_insert(0);
        *time += 1;
        let salt = u64::from(span.start) << 16 ^ *time;
        let once = *time == 1 && (self.seed == 0 || hash_salt(self.seed, !salt).is_multiple_of(2));
        let numbers = CellSeed { seed: self.seed, below: MAX_NUMBER };
        match choice.ty() {
            Type::Int if once => Value::Int(Int::from(i64::from(self.size))),
            ty if ty.is_array() => self.cells.value(ty, salt),
            ty => numbers.value(ty, salt),
        }
    }
}

impl CellSeed {
    fn value(self, ty: Type, salt: u64) -> Value {
        match ty {
            Type::Int => Value::Int(Int::from((hash_salt(self.seed, salt) % self.below) as i64)),
            Type::Bool => Value::Bool(hash_salt(self.seed, salt).is_multiple_of(2)),
            Type::Array(_) => {
                let mut zero = Value::zero(ty);
                if let (Value::Array(array), Some(cell)) = (&mut zero, ty.cell()) {
                    // The number of cells grows with each dimension.
                    let most = if cell.is_array() { MAX_ROWS } else { MAX_CELLS };
                    for k in 0..most {
                        let salt = salt.wrapping_mul(31).wrapping_add(k as u64 + 1);
                        array.set(Int::from(k), self.value(cell, salt));
                    }
                }
                zero
            }
        }
    }
}

/// A hash of the seed and the salt.
fn hash_salt(seed: u64, salt: u64) -> u64 {
    mix_bits(salt.wrapping_add(seed << 40).wrapping_add(GOLDEN_GAMMA)) >> 8
}

/// A loop of the program.
pub(super) struct Loop {
    /// The span of the statement.
    pub span: Span,
    /// The span of the condition, whose evaluation is a step of its own.
    cond: Span,
    /// Whether its head is before its body, as in `do { .. } while (..)`, and not before its condition.
    body_first: bool,
}

impl Loop {
    /// Whether a span is inside of the loop.
    fn contains(&self, place: Span) -> bool {
        self.span.start <= place.start && place.end <= self.span.end
    }
}

/// All loops, each before those inside of it.
pub(super) fn loops(program: &TypedProgram) -> Vec<Loop> {
    let as_loop = |stmt: &&TypedStmt| {
        let (cond, body_first) = match &stmt.kind {
            TypedStmtKind::While { cond, .. } => (cond.span, false),
            TypedStmtKind::DoWhile { cond, .. } => (cond.span, true),
            _ => return None,
        };
        Some(Loop { span: stmt.span, cond, body_first })
    };
    all_statements(program).iter().filter_map(as_loop).collect()
}

/// The current iterations of the loops that control is in.
#[derive(Default)]
struct LoopIterations {
    /// Loops and their iterations, the outermost first.
    inside: Vec<(usize, usize)>,
    /// The `do` loops whose condition held in the last step.
    again: Vec<usize>,
}

impl LoopIterations {
    /// Enters the loops whose heads control is at before a step.
    fn enter_heads(&mut self, loops: &[Loop], step: &StepRecord) -> Vec<usize> {
        self.inside.retain(|(l, _)| loops[*l].contains(step.span));
        let around = (0..loops.len()).filter(|l| loops[*l].contains(step.span));
        let heads: Vec<usize> = around
            .filter(|l| match loops[*l].body_first {
                true => self.iteration_of(*l).is_none() || self.again.contains(l),
                false => loops[*l].cond == step.span,
            })
            .collect();
        for head in &heads {
            match self.inside.iter_mut().find(|(l, _)| l == head) {
                Some((_, round)) => *round += 1,
                None => self.inside.push((*head, 0)),
            }
        }
        let holds = matches!(step.kind, StepKind::Condition { value: true });
        let tested = (0..loops.len()).filter(|l| holds && loops[*l].cond == step.span);
        self.again = tested.filter(|l| loops[*l].body_first).collect();
        heads
    }

    fn iteration_of(&self, which: usize) -> Option<usize> {
        self.inside.iter().find(|(l, _)| *l == which).map(|(_, round)| *round)
    }

    /// The iterations of a loop and of those around it.
    fn iterations_up_to(&self, head: usize) -> Vec<usize> {
        let last = self.inside.iter().position(|(l, _)| *l == head).map_or(0, |at| at + 1);
        self.inside[..last].iter().map(|(_, round)| *round).collect()
    }
}

/// A state of a run, just before a step.
pub(super) struct RunState<'t> {
    /// The number of steps before.
    pub number: usize,
    /// The step.
    pub step: &'t StepRecord,
    /// The values of all variables in scope.
    pub state: &'t State,
    heads: Vec<usize>,
    rounds: &'t LoopIterations,
}

impl RunState<'_> {
    /// Whether control is at the head of a loop.
    pub(super) fn is_at_head(&self, head: usize) -> bool {
        self.heads.contains(&head)
    }

    /// The iterations of a loop and of those around it, from 0, the outermost first.
    pub(super) fn iterations_up_to(&self, head: usize) -> Vec<usize> {
        self.rounds.iterations_up_to(head)
    }

    /// The iterations of all loops that control is in, from 0, the outermost first.
    pub(super) fn rounds(&self) -> Vec<usize> {
        self.rounds.inside.iter().map(|(_, round)| *round).collect()
    }
}

/// Visits all states of a run, in order.
pub(super) fn visit_states(loops: &[Loop], trace: &Trace, mut visit: impl FnMut(&RunState)) {
    let (mut state, mut rounds) = (State::default(), LoopIterations::default());
    for (number, step) in trace.steps.iter().enumerate() {
        let heads = rounds.enter_heads(loops, step);
        for var in &step.left {
            state.scalars.remove(var);
            state.arrays.remove(var);
        }
        visit(&RunState { number, step, state: &state, heads, rounds: &rounds });
        state.apply(step);
    }
}

/// The state in which a run comes to the head of a loop after so many rounds, for the first time; the loop is the first of the
/// program. None if it never does.
pub fn state_after_rounds(program: &TypedProgram, trace: &Trace, rounds: usize) -> Option<State> {
    let loops = loops(program);
    let mut found = None;
    visit_states(&loops, trace, |run_state| {
        let is_there = || run_state.is_at_head(0) && run_state.iterations_up_to(0) == [rounds];
        if found.is_none() && is_there() {
            found = Some(run_state.state.clone());
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::interp::{ListedChoices, run};
    use hornbook_lang::{Options, front_end};

    /// The iterations in which control is at each loop of a program.
    fn rounds(text: &str) -> Vec<Vec<Vec<usize>>> {
        let program = front_end(text, Options::default()).0.expect("a program");
        let loops = loops(&program);
        let trace = run(&program, &mut ListedChoices::default(), 1_000);
        let (mut out, mut rounds) = (vec![vec![]; loops.len()], LoopIterations::default());
        for step in &trace.steps {
            for head in rounds.enter_heads(&loops, step) {
                out[head].push(rounds.iterations_up_to(head));
            }
        }
        out
    }

    #[test]
    fn rounds_are_counted_in_all_loops() {
        let nested = "int i = 0; while (i < 2) { int j = 0; while (j < 1) { j++; } i++; }";
        let inner = vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]];
        assert_eq!(rounds(nested), [vec![vec![0], vec![1], vec![2]], inner.clone()]);
        let doing = "int i = 0; do { int j = 0; while (j < 1) { j++; } i++; } while (i < 2);";
        assert_eq!(rounds(doing), [vec![vec![0], vec![1]], inner]);
        let broken = "int i = 0; do { while (true) { break; } i++; } while (i < 2);";
        assert_eq!(rounds(broken)[1], [[0, 0], [1, 0]]);
    }
}
