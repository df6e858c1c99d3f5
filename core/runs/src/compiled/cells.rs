//! Arrays of machine words.

use hornbook_base::Int;
use hornbook_lang::interp::Value;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The most cells of a row of an array of arrays in one piece of memory, and the most rows.
const ROW: usize = 1 << 10;
/// The cells that an array may have in memory before most of them were used.
const FIRST: usize = 64;

/// An array of numbers or truth values: the written cells over the initial value.
#[derive(Clone)]
pub(super) struct ArrayRow {
    first: Rc<Value>,
    /// The initial value where it differs from its default, with the default; `None` if a number is too
    /// large.
    listed: Option<Rc<(FxHashMap<i64, i64>, i64)>>,
    /// The cells from 0 on.
    near: Vec<i64>,
    /// The written cells elsewhere.
    far: FxHashMap<i64, i64>,
    /// The most cells in one piece; a quarter of that elsewhere.
    most: usize,
}

impl ArrayRow {
    fn new(first: Rc<Value>, most: usize) -> ArrayRow {
        let listed = listed(&first).map(Rc::new);
        ArrayRow { first, listed, near: vec![], far: FxHashMap::default(), most }
    }

    /// The number of cells that a copy copies.
    pub(super) fn len(&self) -> usize {
        self.near.len() + self.far.len()
    }

    /// The value of a cell; `None` if it is too large.
    #[inline]
    pub(super) fn get(&mut self, index: i64) -> Option<i64> {
        match usize::try_from(index).ok().and_then(|at| self.near.get(at)) {
            Some(value) => Some(*value),
            None => self.get_far(index),
        }
    }

    /// Writes a cell; `None` if too many are written.
    #[inline]
    pub(super) fn set(&mut self, index: i64, value: i64) -> Option<()> {
        match usize::try_from(index).ok().and_then(|at| self.near.get_mut(at)) {
            Some(cell) => *cell = value,
            None => self.set_far(index, value)?,
        }
        Some(())
    }

    fn get_far(&mut self, index: i64) -> Option<i64> {
        match self.extend_to(index) {
            Some(at) => self.near.get(at).copied(),
            None => self.elsewhere(index),
        }
    }

    fn elsewhere(&self, index: i64) -> Option<i64> {
        match (self.far.get(&index), &self.listed) {
            (Some(value), _) => Some(*value),
            (None, Some(known)) => Some(known.0.get(&index).copied().unwrap_or(known.1)),
            (None, None) => self.first.cell_at(&[index.into()]).and_then(number),
        }
    }

    fn set_far(&mut self, index: i64, value: i64) -> Option<()> {
        match self.extend_to(index).and_then(|at| self.near.get_mut(at)) {
            Some(cell) => *cell = value,
            None => {
                self.far.insert(index, value);
            }
        }
        (self.far.len() <= self.most / 4).then_some(())
    }

    /// Extends the piece to a cell, if it does not become too large.
    fn extend_to(&mut self, index: i64) -> Option<usize> {
        let most = self.most.min(2 * self.near.len() + FIRST);
        let at = usize::try_from(index).ok().filter(|at| *at < most)?;
        self.reach(most)?;
        Some(at)
    }

    /// Fills the piece up to `end`, if no value is too large. Most cells have the default.
    fn reach(&mut self, end: usize) -> Option<()> {
        let Value::Array(first) = &*self.first else { return None };
        let (start, far) = (self.near.len(), &self.far);
        let place = |at: i64| usize::try_from(at).ok().filter(|at| (start..end).contains(at));
        let listed = first.cells.range(Int::from(start as i64)..Int::from(end as i64));
        let listed = listed.map(|(at, value)| Some((place(at.to_i64()?)?, number(value)?)));
        let written = far.iter().filter_map(|(at, value)| Some((place(*at)?, *value)));
        let known: Vec<(usize, i64)> = listed.chain(written.map(Some)).collect::<Option<_>>()?;
        self.near.resize(end, number(&first.default)?);
        known.into_iter().for_each(|(at, value)| self.near[at] = value);
        self.far.retain(|at, _| place(*at).is_none());
        Some(())
    }
}

/// The cells that a value lists, and its default.
fn listed(value: &Value) -> Option<(FxHashMap<i64, i64>, i64)> {
    let Value::Array(array) = value else { return None };
    let cells = array.cells.iter().map(|(at, value)| Some((at.to_i64()?, number(value)?)));
    Some((cells.collect::<Option<_>>()?, number(&array.default)?))
}

/// An array of numbers, or of rows of them.
#[derive(Clone)]
pub(super) struct Array {
    first: Rc<Value>,
    pub(super) cells: ArrayRow,
    rows: FxHashMap<i64, ArrayRow>,
}

impl Array {
    /// An array with up to `most` cells in one piece of memory.
    pub(super) fn new(first: Value, most: usize) -> Array {
        let first = Rc::new(first);
        Array { cells: ArrayRow::new(first.clone(), most), first, rows: FxHashMap::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len() + self.rows.values().map(ArrayRow::len).sum::<usize>()
    }

    /// A row; `None` if it is an array of numbers, or if there are too many.
    pub(super) fn row(&mut self, index: i64) -> Option<&mut ArrayRow> {
        let (first, full) = (&self.first, self.rows.len() == ROW);
        match self.rows.entry(index) {
            Entry::Occupied(row) => Some(row.into_mut()),
            Entry::Vacant(_) if full => None,
            Entry::Vacant(place) => {
                let row = first.cell_at(&[index.into()]).filter(|row| row.is_array())?.clone();
                Some(place.insert(ArrayRow::new(Rc::new(row), ROW)))
            }
        }
    }
}

/// A number or truth value as a machine word.
pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64(),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Array(_) => None,
    }
}
