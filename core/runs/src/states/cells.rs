//! The cells of an array, and choices of cells in several.

use super::number;
use hornbook_base::Int;
use hornbook_lang::interp::{ArrayValue, Value};

/// The listed cells of an array.
pub(super) struct CellList {
    depth: usize,
    /// The indices of all of them, one cell after the other.
    places: Vec<i64>,
    values: Vec<i64>,
}

impl CellList {
    /// The listed cells, the lowest first, or else two; `most` of them along each dimension.
    pub(super) fn from_array(array: &ArrayValue, depth: usize, most: usize) -> CellList {
        let mut cells = CellList { depth, places: vec![], values: vec![] };
        cells.add(array, &mut vec![], most);
        cells
    }

    /// Adds the cells of the array at `place`.
    fn add(&mut self, array: &ArrayValue, place: &mut Vec<i64>, most: usize) {
        let listed = array.cells.iter().filter_map(|(k, value)| Some((k.to_i64()?, value)));
        let mut listed: Vec<(i64, &Value)> = listed.take(most).collect();
        if listed.is_empty() {
            listed = [-1, 0].map(|k| (k, array.get(&Int::from(k)))).to_vec();
        }
        for (k, value) in listed {
            place.push(k);
            match value {
                Value::Array(below) if place.len() < self.depth => self.add(below, place, most),
                value if place.len() == self.depth => {
                    if let Some(value) = number(value) {
                        self.places.extend_from_slice(place);
                        self.values.push(value);
                    }
                }
                _ => {}
            }
            place.pop();
        }
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    /// The indices of a cell.
    pub(super) fn place(&self, n: usize) -> &[i64] {
        &self.places[n * self.depth..(n + 1) * self.depth]
    }

    /// The value of a cell.
    pub(super) fn value(&self, n: usize) -> i64 {
        self.values[n]
    }

    fn position(&self, is_meant: impl Fn(&[i64]) -> bool) -> Option<usize> {
        self.places.chunks_exact(self.depth).position(is_meant)
    }
}

/// The size below which arrays are enumerated in order.
const NEAR: usize = 40;

/// Choices of one cell for each copy: all of them, or else a mixture in which many are neighbours, mirror
/// images, equal, or at the value of a scalar.
pub(super) fn choices(
    cells: &[CellList],
    scalars: &[i64],
    part: usize,
    most: usize,
) -> Vec<Vec<usize>> {
    if cells.iter().any(|of| of.len() == 0) {
        return vec![];
    }
    let all = cells.iter().map(CellList::len).try_fold(1usize, usize::checked_mul);
    match all {
        Some(all) if all <= most => (0..all).map(|n| nth(cells, n)).collect(),
        _ => (0..most).map(|n| mixed(cells, scalars, part * most + n)).collect(),
    }
}

fn nth(cells: &[CellList], mut n: usize) -> Vec<usize> {
    let one = |of: &CellList| {
        let chosen = n % of.len();
        n /= of.len();
        chosen
    };
    cells.iter().map(one).collect()
}

/// An index at a scalar's value, mirrored to the last one between two scalars or around the middle of a
/// prefix that ends at one, or at a distance given by one scalar or by two.
fn related(last: Option<i64>, one: i64, other: i64, way: usize) -> i64 {
    let Some(last) = last else { return one };
    match way {
        0 => one.saturating_add(other).saturating_sub(last),
        1 => one.saturating_sub(last).saturating_sub(1),
        2 => last.saturating_add(one),
        3 => last.saturating_add(one).saturating_sub(other),
        _ => one,
    }
}

fn mixed<'c>(cells: &'c [CellList], scalars: &[i64], n: usize) -> Vec<usize> {
    // A fixed walk (the multiplier is the golden ratio in 64 bits).
    let mut dice = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
    let mut roll = |sides: usize| {
        let side = (dice % sides as u64) as usize;
        dice = (dice / sides as u64).wrapping_mul(0x5851_f42d_4c95_7f2d) >> 7;
        side
    };
    // The last chosen cell.
    let mut last: Option<(&[i64], i64)> = None;
    let one = |of: &'c CellList| {
        let len = of.len();
        // In small arrays neighbours come one after the other.
        let near = if len <= NEAR { n % len } else { n.wrapping_mul(7_919) % len };
        let at = match roll(20) {
            12.. => {
                let alike = |n: &usize| last.is_some_and(|(_, value)| of.value(*n) == value);
                let all: Vec<usize> = (0..len).filter(alike).collect();
                if all.is_empty() { near } else { all[roll(all.len())] }
            }
            0..=3 => near,
            4 | 5 => (near + 1).min(len - 1),
            6 => near.saturating_sub(1),
            // In rows of arrays few cells matter.
            7..=11 if of.depth > 1 && !scalars.is_empty() => {
                let same = last.filter(|_| roll(2) == 0);
                let wanted = same.map(|(place, _)| place.to_vec()).unwrap_or_else(|| {
                    let mut one = || scalars[roll(scalars.len())].saturating_sub(roll(3) as i64);
                    (0..of.depth).map(|_| one()).collect()
                });
                of.position(|place| *place == wanted).unwrap_or(near)
            }
            7..=11 if !scalars.is_empty() => {
                let (one, other) = (scalars[roll(scalars.len())], scalars[roll(scalars.len())]);
                let before = last.and_then(|(place, _)| place.first().copied());
                let wanted = related(before, one, other, roll(6));
                of.position(|place| place.first() == Some(&wanted)).unwrap_or(near)
            }
            _ => roll(len),
        };
        last = Some((of.place(at), of.value(at)));
        at
    };
    cells.iter().map(one).collect()
}
