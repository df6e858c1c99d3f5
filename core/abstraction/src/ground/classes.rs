//! Classes of indices with the same coordinates: dimensions of arrays and quantified variables, up to maps.

pub(super) use super::super::array_property::shape::Map;
use hornbook_horn::Var;
use std::collections::{BTreeMap, BTreeSet};

/// The position of an index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum IndexPosition {
    /// A dimension of an array.
    Cell(Var, usize),
    /// A quantified variable: the numbers of the condition and of the variable.
    Bound(usize, usize),
}

/// The classes of positions with the same coordinates.
#[derive(Default)]
pub(super) struct CoordinateClasses {
    links: BTreeMap<IndexPosition, Vec<(IndexPosition, Map)>>,
    /// The class of each position, and the map from the index there to the coordinate.
    found: BTreeMap<IndexPosition, (usize, Map)>,
    /// Classes in which some coordinate would have to be at two distances.
    clashing: BTreeSet<usize>,
}

impl CoordinateClasses {
    pub(super) fn add(&mut self, place: IndexPosition) {
        self.links.entry(place).or_default();
    }

    /// Links two positions: the index at `to` is the map of the index at `from`.
    pub(super) fn link(&mut self, from: IndexPosition, to: IndexPosition, map: Map) {
        self.links.entry(to.clone()).or_default().push((from.clone(), map.inverse()));
        self.links.entry(from).or_default().push((to, map));
    }

    /// Finds the classes, once all positions are linked.
    pub(super) fn settle(&mut self) {
        let mut classes = 0;
        for first in self.links.keys() {
            if self.found.contains_key(first) {
                continue;
            }
            self.found.insert(first.clone(), (classes, Map::identity()));
            let mut open = vec![first.clone()];
            while let Some(place) = open.pop() {
                let (_, own) = self.found[&place].clone();
                for (to, map) in &self.links[&place] {
                    let coordinate = own.after(&map.inverse());
                    match self.found.get(to) {
                        None => {
                            self.found.insert(to.clone(), (classes, coordinate));
                            open.push(to.clone());
                        }
                        Some((_, known)) if *known != coordinate => {
                            self.clashing.insert(classes);
                        }
                        Some(_) => {}
                    }
                }
            }
            classes += 1;
        }
    }

    pub(super) fn class_of(&self, place: &IndexPosition) -> Option<(usize, Map)> {
        self.found.get(place).cloned()
    }

    pub(super) fn clashes(&self, place: &IndexPosition) -> bool {
        self.found.get(place).is_some_and(|(class, _)| self.clashing.contains(class))
    }

    /// All dimensions of arrays.
    pub(super) fn cells(&self) -> Vec<IndexPosition> {
        self.found.keys().filter(|p| matches!(p, IndexPosition::Cell(..))).cloned().collect()
    }
}
