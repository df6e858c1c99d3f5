//! Which indices are the same coordinate: dimensions of arrays and quantified variables, up to maps.

pub(super) use super::super::array_property::shape::Map;
use hornbook_horn::Var;
use std::collections::{BTreeMap, BTreeSet};

/// Where an index stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// A dimension of an array.
    Cell(Var, usize),
    /// A quantified variable: the numbers of the condition and of the variable.
    Bound(usize, usize),
}

/// The classes of places with the same coordinates.
#[derive(Default)]
pub(super) struct Classes {
    links: BTreeMap<Place, Vec<(Place, Map)>>,
    /// For each place its class, and the map from what stands there to the coordinate.
    found: BTreeMap<Place, (usize, Map)>,
    /// Classes in which some coordinate would have to be at two distances.
    clashing: BTreeSet<usize>,
}

impl Classes {
    pub(super) fn add(&mut self, place: Place) {
        self.links.entry(place).or_default();
    }

    /// What stands at `to` is the map of what stands at `from`.
    pub(super) fn link(&mut self, from: Place, to: Place, map: Map) {
        self.links.entry(to.clone()).or_default().push((from.clone(), map.inverse()));
        self.links.entry(from).or_default().push((to, map));
    }

    /// Finds the classes, once all is linked.
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

    pub(super) fn of(&self, place: &Place) -> Option<(usize, Map)> {
        self.found.get(place).cloned()
    }

    pub(super) fn clashes(&self, place: &Place) -> bool {
        self.found.get(place).is_some_and(|(class, _)| self.clashing.contains(class))
    }

    /// All dimensions of arrays.
    pub(super) fn cells(&self) -> Vec<Place> {
        self.found.keys().filter(|p| matches!(p, Place::Cell(..))).cloned().collect()
    }
}
