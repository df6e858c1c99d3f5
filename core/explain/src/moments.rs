//! Runs of a program that are made up, and the moments at which control is at its places.

use hornbook_base::{Int, Span};
use hornbook_lang::interp::{Choice, Choices, State, StepKind, StepRecord, Trace, Value};
use hornbook_lang::typed::{Type, TypedProgram, TypedStmt, TypedStmtKind, all_statements};
use std::collections::BTreeMap;

/// So many cells of an array get values of their own.
pub(super) const CELLS: i64 = 24;
/// Rows of an array of arrays that are made up.
const ROWS: i64 = 6;
/// The numbers that are made up are less than this.
const NUMBERS: u64 = 10;

/// How the cells of arrays are made up.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    /// Other seeds give other cells.
    pub seed: u64,
    /// They are less than this.
    pub below: u64,
}

/// Choices that are the same each time. The first runs choose the size for each number that is
/// chosen once, later ones mix.
pub(super) struct MadeUp {
    size: u32,
    /// For all that is no cell.
    seed: u64,
    cells: Cells,
    /// How often a value was chosen at a place.
    made: BTreeMap<Span, u64>,
}

impl MadeUp {
    /// The choices that these seeds give.
    pub(super) fn new(size: u32, seed: u64, cells: Cells) -> MadeUp {
        MadeUp { size, seed, cells, made: BTreeMap::new() }
    }
}

impl Choices for MadeUp {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let span = match choice {
            Choice::Initial(_, info) => info.span,
            Choice::Nondet { span, .. } => span,
        };
        let time = self.made.entry(span).or_insert(0);
        *time += 1;
        let salt = u64::from(span.start) << 16 ^ *time;
        let once = *time == 1 && (self.seed == 0 || mixed(self.seed, !salt).is_multiple_of(2));
        let numbers = Cells { seed: self.seed, below: NUMBERS };
        match choice.ty() {
            Type::Int if once => Value::Int(Int::from(i64::from(self.size))),
            ty if ty.is_array() => self.cells.value(ty, salt),
            ty => numbers.value(ty, salt),
        }
    }
}

impl Cells {
    fn value(self, ty: Type, salt: u64) -> Value {
        match ty {
            Type::Int => Value::Int(Int::from((mixed(self.seed, salt) % self.below) as i64)),
            Type::Bool => Value::Bool(mixed(self.seed, salt).is_multiple_of(2)),
            Type::Array(_) => {
                let mut zero = Value::zero(ty);
                if let (Value::Array(array), Some(cell)) = (&mut zero, ty.cell()) {
                    // Rows of rows grow with each dimension.
                    let most = if cell.is_array() { ROWS } else { CELLS };
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

/// A fixed mixture of the bits of the seed and the salt (the finaliser of SplitMix64).
fn mixed(seed: u64, salt: u64) -> u64 {
    let mut z = salt.wrapping_add(seed << 40).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) >> 8
}

/// A loop of the program.
pub(super) struct Loop {
    /// The place of the whole.
    pub span: Span,
    /// The place of the condition, whose evaluation is a step of its own.
    cond: Span,
    /// Whether control is at its head before its body, as in `do { .. } while (..)`, and not before its
    /// condition.
    body_first: bool,
}

impl Loop {
    /// Whether a place is inside of it.
    fn is_around(&self, place: Span) -> bool {
        self.span.start <= place.start && place.end <= self.span.end
    }
}

/// All loops, each before those inside of it.
pub(super) fn loops(program: &TypedProgram) -> Vec<Loop> {
    let of = |stmt: &&TypedStmt| {
        let (cond, body_first) = match &stmt.kind {
            TypedStmtKind::While { cond, .. } => (cond.span, false),
            TypedStmtKind::DoWhile { cond, .. } => (cond.span, true),
            _ => return None,
        };
        Some(Loop { span: stmt.span, cond, body_first })
    };
    all_statements(program).iter().filter_map(of).collect()
}

/// The rounds of the loops that control is in.
#[derive(Default)]
struct Rounds {
    /// Loops and their rounds, the outermost first.
    inside: Vec<(usize, usize)>,
    /// The loops whose condition held last, and whose body is next.
    again: Vec<usize>,
}

impl Rounds {
    /// The loops at whose heads control is before a step.
    fn heads(&mut self, loops: &[Loop], step: &StepRecord) -> Vec<usize> {
        self.inside.retain(|(l, _)| loops[*l].is_around(step.span));
        let around = (0..loops.len()).filter(|l| loops[*l].is_around(step.span));
        let heads: Vec<usize> = around
            .filter(|l| match loops[*l].body_first {
                true => self.round_of(*l).is_none() || self.again.contains(l),
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

    fn round_of(&self, which: usize) -> Option<usize> {
        self.inside.iter().find(|(l, _)| *l == which).map(|(_, round)| *round)
    }

    /// The rounds of a loop and of those around it.
    fn up_to(&self, head: usize) -> Vec<usize> {
        let last = self.inside.iter().position(|(l, _)| *l == head).map_or(0, |at| at + 1);
        self.inside[..last].iter().map(|(_, round)| *round).collect()
    }
}

/// A moment of a run, just before a step.
pub(super) struct Moment<'t> {
    /// How many steps were made before.
    pub number: usize,
    /// The step.
    pub step: &'t StepRecord,
    /// The values of all variables that are in scope there.
    pub state: &'t State,
    heads: Vec<usize>,
    rounds: &'t Rounds,
}

impl Moment<'_> {
    /// Whether control is at the head of a loop.
    pub(super) fn is_at_head(&self, head: usize) -> bool {
        self.heads.contains(&head)
    }

    /// The rounds of a loop and of those around it, from 0, the outermost first.
    pub(super) fn rounds_up_to(&self, head: usize) -> Vec<usize> {
        self.rounds.up_to(head)
    }

    /// The rounds of all loops that control is in, from 0, the outermost first.
    pub(super) fn rounds(&self) -> Vec<usize> {
        self.rounds.inside.iter().map(|(_, round)| *round).collect()
    }
}

/// Shows all moments of a run, in order.
pub(super) fn watch(loops: &[Loop], trace: &Trace, mut see: impl FnMut(&Moment)) {
    let (mut state, mut rounds) = (State::default(), Rounds::default());
    for (number, step) in trace.steps.iter().enumerate() {
        let heads = rounds.heads(loops, step);
        for var in &step.left {
            state.scalars.remove(var);
            state.arrays.remove(var);
        }
        see(&Moment { number, step, state: &state, heads, rounds: &rounds });
        state.apply(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::interp::{ListedChoices, run};
    use hornbook_lang::{Options, front_end};

    /// The rounds in which control is at each loop of a program.
    fn rounds(text: &str) -> Vec<Vec<Vec<usize>>> {
        let program = front_end(text, Options::default()).0.expect("a program");
        let loops = loops(&program);
        let trace = run(&program, &mut ListedChoices::default(), 1_000);
        let (mut out, mut rounds) = (vec![vec![]; loops.len()], Rounds::default());
        for step in &trace.steps {
            for head in rounds.heads(&loops, step) {
                out[head].push(rounds.up_to(head));
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
