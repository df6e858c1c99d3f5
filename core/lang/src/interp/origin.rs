//! Origins of values: the choice that a value comes from, and the cell of it.
//!
//! A run depends on a choice only where a value is used that was neither computed nor overwritten. Copying
//! values is no use of them: a copy of an array has the origins of its cells.

use super::{CellReads, Value};
use crate::typed::VarId;
use hornbook_base::Int;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A choice of the run, numbered from 0, and the indices of the cell in it; none for a number or
/// truth value.
pub type Need = (usize, Vec<Int>);

/// The origin of a value; for an array, the origins of its cells.
#[derive(Clone, Debug, Default)]
pub(super) enum Origin {
    /// The program computed it.
    #[default]
    Made,
    /// A choice, or a part of it.
    Chosen(Need),
    /// An array of cells with one origin.
    Each(Rc<Origin>),
    /// An array composed of segments: the first segment that covers a cell has its origin.
    Segments(Rc<Vec<ArraySegment>>),
    /// An array whose cells were written one by one.
    Written(Rc<Origin>, BTreeMap<Int, Origin>),
}

/// A range of cells that come from another array.
#[derive(Clone, Debug)]
pub(super) struct ArraySegment {
    /// The first cell; a missing end is infinite.
    pub from: Option<Int>,
    /// The cell behind the last one.
    pub to: Option<Int>,
    /// The difference between an index in the other array and one in this.
    pub shift: Int,
    /// The other array.
    pub of: Origin,
}

impl ArraySegment {
    fn covers(&self, index: &Int) -> bool {
        self.from.as_ref().is_none_or(|from| from <= index)
            && self.to.as_ref().is_none_or(|to| index < to)
    }
}

impl Origin {
    pub(super) fn segments(segments: Vec<ArraySegment>) -> Origin {
        Origin::Segments(Rc::new(segments))
    }

    /// The origin of a cell.
    pub(super) fn cell_origin(&self, index: &Int) -> Origin {
        match self {
            Origin::Made => Origin::Made,
            Origin::Chosen((choice, place)) => {
                let place = place.iter().chain([index]).cloned().collect();
                Origin::Chosen((*choice, place))
            }
            Origin::Each(cell) => (**cell).clone(),
            Origin::Segments(segments) => {
                let piece = segments.iter().find(|piece| piece.covers(index));
                piece.map_or(Origin::Made, |piece| piece.of.cell_origin(&(index + &piece.shift)))
            }
            Origin::Written(before, cells) => {
                cells.get(index).cloned().unwrap_or_else(|| before.cell_origin(index))
            }
        }
    }

    /// The origin of the cell behind any number of indices.
    pub(super) fn behind(&self, indices: &[Int]) -> Origin {
        match (self, indices) {
            (_, []) => self.clone(),
            // Rows that are long need not be copied for one of their cells.
            (Origin::Written(before, cells), [index, rest @ ..]) => match cells.get(index) {
                Some(cell) => cell.behind(rest),
                None => before.behind(indices),
            },
            (Origin::Each(cell), [_, rest @ ..]) => cell.behind(rest),
            (_, [index, rest @ ..]) => self.cell_origin(index).behind(rest),
        }
    }

    /// Notes a new value at a place.
    pub(super) fn write(&mut self, indices: &[Int], value: Origin) {
        let [index, rest @ ..] = indices else {
            *self = value;
            return;
        };
        if let Origin::Written(_, cells) = self
            && let Some(cell) = cells.get_mut(index)
        {
            return cell.write(rest, value);
        }
        let mut cell = self.cell_origin(index);
        cell.write(rest, value);
        match self {
            Origin::Written(_, cells) => {
                cells.insert(index.clone(), cell);
            }
            // A computed cell of a computed array needs no entry.
            Origin::Made if matches!(cell, Origin::Made) => {}
            _ => {
                let before = Rc::new(std::mem::take(self));
                *self = Origin::Written(before, BTreeMap::from([(index.clone(), cell)]));
            }
        }
    }
}

/// The origins, choices and reads of a run.
#[derive(Clone, Default)]
pub(super) struct Tracking {
    /// The origins of variables.
    pub origins: Vec<Origin>,
    /// The choices made so far.
    pub made: usize,
    /// The values chosen in this step.
    pub chosen: Vec<Value>,
    /// The parts of choices that this step used.
    pub needs: Vec<Need>,
    /// The cells that this step read. Of a quantified formula only the decisive instance counts.
    pub reads: CellReads,
}

impl Tracking {
    pub(super) fn new(vars: usize) -> Tracking {
        Tracking { origins: vec![Origin::Made; vars], ..Tracking::default() }
    }

    /// Notes a choice.
    pub(super) fn choose(&mut self, value: Value) -> Origin {
        self.made += 1;
        self.chosen.push(value);
        Origin::Chosen((self.made - 1, vec![]))
    }

    pub(super) fn origin(&self, var: VarId) -> Origin {
        self.origins.get(var.0 as usize).cloned().unwrap_or_default()
    }

    pub(super) fn origin_at(&self, var: VarId, indices: &[Int]) -> Origin {
        self.origins.get(var.0 as usize).map_or(Origin::Made, |origin| origin.behind(indices))
    }

    pub(super) fn write(&mut self, var: VarId, indices: &[Int], origin: Origin) {
        if let Some(place) = self.origins.get_mut(var.0 as usize) {
            place.write(indices, origin);
        }
    }

    /// Notes that a value was used; of an array, its listed cells.
    pub(super) fn need(&mut self, value: &Value, origin: &Origin) {
        match (value, origin) {
            (_, Origin::Made) => {}
            (Value::Array(array), origin) => {
                array.cells.iter().for_each(|(k, cell)| self.need(cell, &origin.cell_origin(k)));
            }
            (_, origin) => self.need_part(origin),
        }
    }

    /// Notes that a number or a truth value of this origin was used.
    pub(super) fn need_part(&mut self, origin: &Origin) {
        if let Origin::Chosen(need) = origin {
            self.needs.push(need.clone());
        }
    }

    /// Notes that the scalar value of a variable was used.
    pub(super) fn need_variable(&mut self, var: VarId) {
        if let Some(Origin::Chosen(need)) = self.origins.get(var.0 as usize) {
            self.needs.push(need.clone());
        }
    }
}
