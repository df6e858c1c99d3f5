//! The picture of a tiling: the owning round of each cell, on a run.

use super::values::Values;
use hornbook_base::Int;
use hornbook_lang::interp::{Choice, Choices, State, StepKind, Trace, Value, run};
use hornbook_lang::typed::{Type, TypedProgram};
use hornbook_records::tiling_picture::{LoopRound, TiledArray, TiledCell, TilingPicture};
use hornbook_tasks::tiling::form::value;
use hornbook_tasks::tiling::loops::Loop;
use hornbook_tasks::tiling::slices::Slice;
use hornbook_tasks::tiling::tiles::Tile;
use std::collections::{BTreeMap, BTreeSet};

/// The most rows, columns and rounds that are drawn.
const LARGEST: i64 = 24;

/// The steps of a run.
const STEPS: usize = 4_000;

/// A run that chooses the same number wherever possible: the size of its arrays.
pub fn run_with_size(program: &TypedProgram, size: i64) -> Trace {
    // Where a condition forbids this, the numbers are close to each other.
    let attempts = [size, size - 1, size + 1, 1, 0, 2];
    let mut runs = attempts
        .into_iter()
        .map(|others| run(program, &mut SizedInputs { size, others, made: 0 }, STEPS));
    let is_whole = |trace: &Trace| {
        let assumed = |step: &hornbook_lang::interp::StepRecord| {
            step.kind == StepKind::Assume { value: false }
        };
        trace.end.is_some() && !trace.steps.iter().any(assumed)
    };
    let first = runs.next().unwrap_or_default();
    match is_whole(&first) {
        true => first,
        false => runs.find(is_whole).unwrap_or(first),
    }
}

/// The inputs of a run: the size first, then others.
struct SizedInputs {
    size: i64,
    others: i64,
    made: u64,
}

impl SizedInputs {
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

impl Choices for SizedInputs {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.made += 1;
        match choice.ty() {
            Type::Int if self.made == 1 => Value::Int(Int::from(self.size)),
            Type::Int => Value::Int(Int::from(self.others)),
            other => self.value(other, self.made as i64),
        }
    }
}

/// The picture of a loop on a run, at its first start. `None` if the run does not reach it.
pub fn draw_tiling(
    program: &TypedProgram,
    trace: &Trace,
    size: i64,
    l: &Loop,
    tiles: &[Tile],
    wanted: &[Slice],
) -> Option<TilingPicture> {
    let asks = |n: &usize| {
        let step = &trace.steps[*n];
        step.span == l.asks && matches!(step.kind, StepKind::Condition { .. })
    };
    let heads: Vec<usize> =
        (0..trace.steps.len()).filter(asks).take(LARGEST as usize + 1).collect();
    let (mut state, mut moments) = (State::default(), vec![]);
    for (n, step) in trace.steps.iter().enumerate().take(heads.last()? + 1) {
        state.apply(step);
        if heads.contains(&n) {
            moments.push(Values::from_state(program, &state));
        }
    }
    let entry = moments.first()?.clone();
    let of = |name: &str| entry.scalar(name);
    let counters = counters(l, &of)?;
    // An inner loop starts again in later rounds of the outer one.
    moments.truncate(counters.len() + 1);
    let rounds: Vec<LoopRound> = counters
        .iter()
        .zip(heads.windows(2))
        .map(|(counter, pair)| LoopRound {
            counter: *counter,
            writes: writes(program, trace, pair[0] + 1..pair[1]),
        })
        .collect();
    let arrays = tiles.iter().filter_map(|tile| {
        ArrayPicture { l, tile, counters: &counters, moments: &moments, of: &of }
            .owned(&rounds, wanted)
    });
    Some(TilingPicture { at: l.span, size, arrays: arrays.collect(), rounds })
}

/// The values of the counter, one for each round.
fn counters(l: &Loop, of: &dyn Fn(&str) -> Option<Int>) -> Option<Vec<i64>> {
    let (first, bound) = (value(&l.first, of)?.to_i64()?, value(&l.bound, of)?.to_i64()?);
    let goes_on = |n: &i64| if l.step > 0 { *n < bound } else { *n > bound };
    let all = std::iter::successors(Some(first), |n| n.checked_add(l.step));
    Some(all.take_while(goes_on).take(LARGEST as usize).collect())
}

fn writes(
    program: &TypedProgram,
    trace: &Trace,
    steps: std::ops::Range<usize>,
) -> Vec<(String, Vec<i64>, String)> {
    let changes = trace.steps[steps].iter().flat_map(|step| &step.changes);
    let cell = |change: &hornbook_lang::interp::Change| {
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

/// The picture of an array on the run.
struct ArrayPicture<'p> {
    l: &'p Loop,
    tile: &'p Tile,
    counters: &'p [i64],
    /// The values in front of the loop, and after each of its rounds.
    moments: &'p [Values],
    of: &'p dyn Fn(&str) -> Option<Int>,
}

impl ArrayPicture<'_> {
    fn owned(&self, rounds: &[LoopRound], wanted: &[Slice]) -> Option<TiledArray> {
        let Tile { array, dimension, .. } = self.tile;
        let depth = self.moments.first()?.depth(array).filter(|depth| dimension < depth)?;
        let wanted: BTreeMap<Vec<i64>, Vec<ClaimInstance>> = self.wanted(wanted, depth);
        let tiles: Vec<BTreeSet<i64>> = self.counters.iter().map(|n| self.tile(*n)).collect();
        let written = rounds.iter().flat_map(|round| &round.writes);
        let written = written.filter(|(name, ..)| name == array).map(|(_, index, _)| index.clone());
        let seen: BTreeSet<Vec<i64>> = wanted.keys().cloned().chain(written).collect();
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
            let before = self.moments.first().and_then(|values| values.cell(array, &at));
            let claims = wanted.get(&index).map_or(&[][..], Vec::as_slice);
            TiledCell {
                owners: tiles.iter().enumerate().filter_map(owns).collect(),
                wanted: !claims.is_empty(),
                before: before.map(shown).unwrap_or_default(),
                held: self.moments.iter().map(|values| held(values, claims)).collect(),
                index,
            }
        };
        Some(TiledArray {
            array: array.clone(),
            cells: indices.into_iter().map(cell).collect(),
            cut,
        })
    }

    /// The indices of the tile of a round.
    fn tile(&self, counter: i64) -> BTreeSet<i64> {
        let of = |name: &str| match name == self.l.counter {
            true => Some(Int::from(counter)),
            false => (self.of)(name),
        };
        self.tile.cells.iter().filter_map(|cell| value(cell, &of)?.to_i64()).collect()
    }

    /// The claims about each cell of the array.
    fn wanted<'s>(
        &self,
        slices: &'s [Slice],
        depth: usize,
    ) -> BTreeMap<Vec<i64>, Vec<ClaimInstance<'s>>> {
        let mut found: BTreeMap<Vec<i64>, Vec<ClaimInstance>> = BTreeMap::new();
        for slice in slices {
            let read = slice.reads(&self.tile.array);
            for known in self.instances(slice) {
                let of = |name: &str| known.get(name).cloned().or_else(|| (self.of)(name));
                for indices in read.iter().filter(|indices| indices.len() == depth) {
                    let index = indices.iter().map(|index| value(index, &of)?.to_i64());
                    if let Some(index) = index.collect::<Option<Vec<i64>>>() {
                        found.entry(index).or_default().push((slice, known.clone()));
                    }
                }
            }
        }
        found
    }

    /// The values of the variables of a claim.
    fn instances(&self, slice: &Slice) -> Vec<BTreeMap<String, Int>> {
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
        values
    }
}

/// A claim with values of its variables.
type ClaimInstance<'s> = (&'s Slice, BTreeMap<String, Int>);

/// Whether claims about a cell hold, if it is known.
fn held(values: &Values, claims: &[ClaimInstance]) -> Option<bool> {
    let one = |(slice, known): &ClaimInstance| {
        let with = |values: Values, (name, n): (&String, &Int)| values.with_number(name, n.clone());
        known.iter().fold(values.clone(), with).holds(&slice.body)
    };
    let all: Option<Vec<bool>> = claims.iter().map(one).collect();
    all.filter(|all| !all.is_empty()).map(|all| all.into_iter().all(|holds| holds))
}
