//! Which round owns which cell, on a run: the picture of a tiling.

use super::form::value;
use super::loops::Loop;
use super::slices::Slice;
use super::tiles::Tile;
use crate::base::{Int, Span};
use crate::lang::interp::{Choice, Choices, State, StepKind, Trace, Value, run};
use crate::lang::typed::{Program, Type, VarId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The rounds of a loop on a run, and the cells that they own and write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The loop.
    pub at: Span,
    /// The number that the run chooses wherever it can.
    pub size: i64,
    /// The arrays that have a tile, each with the cells that matter.
    pub arrays: Vec<Owned>,
    /// The rounds, in their order.
    pub rounds: Vec<Round>,
}

/// An array, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// Its name.
    pub array: String,
    /// The cells by their indices, one or two each, without gaps, row by row.
    pub cells: Vec<Cell>,
    /// Whether something was left out, as it is large.
    pub cut: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its indices.
    pub index: Vec<i64>,
    /// The rounds that have it in their tile.
    pub owners: Vec<usize>,
    /// Whether something is wanted of it behind the loop.
    pub wanted: bool,
    /// Its value in front of the loop.
    pub before: String,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The value of the counter.
    pub counter: i64,
    /// What it writes, in order: the array, the indices and the value.
    pub writes: Vec<(String, Vec<i64>, String)>,
}

/// Rows, columns and rounds that are drawn, at most.
const LARGEST: i64 = 24;

/// Steps of a run.
const STEPS: usize = 4_000;

/// A run with one number wherever it can be: the size of what it works on.
pub fn sized(program: &Program, size: i64) -> Trace {
    // Where a condition forbids that all are the same, others are near it.
    let attempts = [size, size - 1, size + 1, 1, 0, 2];
    let mut runs = attempts
        .into_iter()
        .map(|others| run(program, &mut Sized { size, others, made: 0 }, STEPS));
    let is_whole = |trace: &Trace| {
        let assumed =
            |step: &crate::lang::interp::StepRecord| step.kind == StepKind::Assume { value: false };
        trace.end.is_some() && !trace.steps.iter().any(assumed)
    };
    let first = runs.next().unwrap_or_default();
    match is_whole(&first) {
        true => first,
        false => runs.find(is_whole).unwrap_or(first),
    }
}

/// The choices of a run: the size first, then others.
struct Sized {
    size: i64,
    others: i64,
    made: u64,
}

impl Sized {
    fn value(&self, ty: Type, salt: i64) -> Value {
        match ty {
            Type::Int => Value::Int(Int::from((salt * 7 + 3).rem_euclid(10))),
            Type::Bool => Value::Bool(salt.rem_euclid(3) == 0),
            Type::Array(_) => {
                let mut zero = Value::zero(ty);
                if let (Value::Array(array), Some(cell)) = (&mut zero, ty.cell()) {
                    (0..LARGEST).for_each(|k| array.set(Int::from(k), self.value(cell, salt + k)));
                }
                zero
            }
        }
    }
}

impl Choices for Sized {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.made += 1;
        match choice.ty() {
            Type::Int if self.made == 1 => Value::Int(Int::from(self.size)),
            Type::Int => Value::Int(Int::from(self.others)),
            other => self.value(other, self.made as i64),
        }
    }
}

/// The picture of a loop on a run, the first time that it comes there. `None` if it does not.
pub fn picture(
    program: &Program,
    trace: &Trace,
    size: i64,
    l: &Loop,
    tiles: &[Tile],
    wanted: &[Slice],
) -> Option<Picture> {
    let asks = |n: &usize| {
        let step = &trace.steps[*n];
        step.span == l.asks && matches!(step.kind, StepKind::Condition { .. })
    };
    let heads: Vec<usize> = (0..trace.steps.len()).filter(asks).collect();
    let mut state = State::default();
    let first = *heads.first()?;
    trace.steps.iter().take(first + 1).for_each(|step| state.apply(step));
    let scalars = scalars(program, &state);
    let of = |name: &str| scalars.get(name).cloned();
    let counters = counters(l, &of)?;
    let rounds: Vec<Round> = counters
        .iter()
        .zip(heads.windows(2))
        .map(|(counter, pair)| Round {
            counter: *counter,
            writes: writes(program, trace, pair[0] + 1..pair[1]),
        })
        .collect();
    let arrays = tiles.iter().filter_map(|tile| {
        let array = Drawn { program, state: &state, l, tile, counters: &counters, of: &of };
        array.owned(&rounds, wanted)
    });
    Some(Picture { at: l.span, size, arrays: arrays.collect(), rounds })
}

/// The values of the counter, one for each round.
fn counters(l: &Loop, of: &dyn Fn(&str) -> Option<Int>) -> Option<Vec<i64>> {
    let (first, bound) = (value(&l.first, of)?.to_i64()?, value(&l.bound, of)?.to_i64()?);
    let goes_on = |n: &i64| if l.step > 0 { *n < bound } else { *n > bound };
    let all = std::iter::successors(Some(first), |n| n.checked_add(l.step));
    Some(all.take_while(goes_on).take(LARGEST as usize).collect())
}

/// The numbers in scope, by the names that they have in the text.
fn scalars(program: &Program, state: &State) -> BTreeMap<String, Int> {
    let number = |(var, value): (&VarId, &Value)| match value {
        Value::Int(n) => Some((program.vars[var.0 as usize].source_name.clone(), n.clone())),
        _ => None,
    };
    state.scalars.iter().filter_map(number).collect()
}

fn writes(
    program: &Program,
    trace: &Trace,
    steps: std::ops::Range<usize>,
) -> Vec<(String, Vec<i64>, String)> {
    let changes = trace.steps[steps].iter().flat_map(|step| &step.changes);
    let cell = |change: &crate::lang::interp::Change| {
        let name = program.vars[change.var.0 as usize].source_name.clone();
        let index: Option<Vec<i64>> = change.indices.iter().map(Int::to_i64).collect();
        index.filter(|index| !index.is_empty()).map(|index| (name, index, shown(&change.value)))
    };
    changes.filter_map(cell).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Array(_) => "…".into(),
    }
}

/// An array on the run.
struct Drawn<'p> {
    program: &'p Program,
    state: &'p State,
    l: &'p Loop,
    tile: &'p Tile,
    counters: &'p [i64],
    of: &'p dyn Fn(&str) -> Option<Int>,
}

impl Drawn<'_> {
    fn owned(&self, rounds: &[Round], wanted: &[Slice]) -> Option<Owned> {
        let Tile { array, dimension, .. } = self.tile;
        let is_it = |var: &VarId| self.program.vars[var.0 as usize].source_name == *array;
        let (var, before) = self.state.arrays.iter().rfind(|(var, _)| is_it(var))?;
        let depth = match self.program.vars[var.0 as usize].ty.cell()? {
            Type::Array(_) => 2,
            _ => 1,
        };
        let wanted: BTreeSet<Vec<i64>> =
            wanted.iter().flat_map(|slice| self.cells_of(slice, depth)).collect();
        let tiles: Vec<BTreeSet<i64>> = self.counters.iter().map(|n| self.tile(*n)).collect();
        let written = rounds.iter().flat_map(|round| &round.writes);
        let written = written.filter(|(name, ..)| name == array).map(|(_, index, _)| index.clone());
        let seen: BTreeSet<Vec<i64>> = wanted.iter().cloned().chain(written).collect();
        let mut ends: Vec<Option<(i64, i64)>> = vec![None; depth];
        let mut reach = |d: usize, n: i64| {
            let (low, high) = ends[d].unwrap_or((n, n));
            ends[d] = Some((low.min(n), high.max(n)));
        };
        seen.iter().for_each(|index| index.iter().enumerate().for_each(|(d, n)| reach(d, *n)));
        tiles.iter().flatten().for_each(|n| reach(*dimension, *n));
        let ends: Vec<(i64, i64)> = ends.into_iter().collect::<Option<_>>()?;
        let cut = ends.iter().any(|(low, high)| high - low >= LARGEST);
        let range = |(low, high): (i64, i64)| low..=high.min(low + LARGEST - 1);
        let indices: Vec<Vec<i64>> = match ends.as_slice() {
            [one] => range(*one).map(|n| vec![n]).collect(),
            [rows, columns] => {
                range(*rows).flat_map(|r| range(*columns).map(move |c| vec![r, c])).collect()
            }
            _ => return None,
        };
        let cell = |index: Vec<i64>| {
            let owns =
                |(n, tile): (usize, &BTreeSet<i64>)| tile.contains(&index[*dimension]).then_some(n);
            let at: Vec<Int> = index.iter().copied().map(Int::from).collect();
            let whole = Value::Array(before.clone());
            Cell {
                owners: tiles.iter().enumerate().filter_map(owns).collect(),
                wanted: wanted.contains(&index),
                before: whole.at(&at).map(shown).unwrap_or_default(),
                index,
            }
        };
        Some(Owned { array: array.clone(), cells: indices.into_iter().map(cell).collect(), cut })
    }

    /// The indices of the tile of a round.
    fn tile(&self, counter: i64) -> BTreeSet<i64> {
        let of = |name: &str| match name == self.l.counter {
            true => Some(Int::from(counter)),
            false => (self.of)(name),
        };
        self.tile.cells.iter().filter_map(|cell| value(cell, &of)?.to_i64()).collect()
    }

    /// The cells of the array that a claim is about.
    fn cells_of(&self, slice: &Slice, depth: usize) -> Vec<Vec<i64>> {
        let read = slice.reads(&self.tile.array);
        let mut values: Vec<BTreeMap<String, Int>> = vec![BTreeMap::new()];
        for range in &slice.ranges {
            let with = |known: &BTreeMap<String, Int>| {
                let of = |name: &str| known.get(name).cloned().or_else(|| (self.of)(name));
                let ends = value(&range.low, &of).zip(value(&range.high, &of));
                let ends = ends.and_then(|(low, high)| Some((low.to_i64()?, high.to_i64()?)));
                let (low, high) = ends.unwrap_or((0, 0));
                let with = |n: i64| {
                    let mut known = known.clone();
                    known.insert(range.var.clone(), Int::from(n));
                    known
                };
                (low..high.min(low + LARGEST)).map(with).collect::<Vec<_>>()
            };
            values = values.iter().flat_map(with).collect();
        }
        let mut found = vec![];
        for known in &values {
            let of = |name: &str| known.get(name).cloned().or_else(|| (self.of)(name));
            for indices in read.iter().filter(|indices| indices.len() == depth) {
                let index = indices.iter().map(|index| value(index, &of)?.to_i64());
                found.extend(index.collect::<Option<Vec<i64>>>());
            }
        }
        found
    }
}
