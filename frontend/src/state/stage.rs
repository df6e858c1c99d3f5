//! The stages of the road, as the method of the text gives them.

use super::State;
use hornbook_records::stages::{Phase, StageContent, StageInfo, StageKey, abstraction_stages};
use std::rc::Rc;

/// The default stage; where a method does not have it, its first stage.
pub const DEFAULT: StageKey = StageKey::CLAUSES;

/// The stages in order; there is at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct StageList(Rc<[StageInfo]>);

impl Default for StageList {
    fn default() -> StageList {
        StageList(abstraction_stages().into())
    }
}

impl From<Vec<StageInfo>> for StageList {
    fn from(list: Vec<StageInfo>) -> StageList {
        if list.is_empty() { StageList::default() } else { StageList(list.into()) }
    }
}

impl StageList {
    /// All stages, in order.
    pub fn all(&self) -> &[StageInfo] {
        &self.0
    }

    /// The stage with this key. A key may come from a link for a newer page, or from a text with another
    /// method: one that is not on the list means the default.
    pub fn get(&self, key: &StageKey) -> &StageInfo {
        &self.0[self.place(key)]
    }

    /// The first stage that shows this.
    pub fn first(&self, shows: StageContent) -> &StageInfo {
        self.0.iter().find(|stage| stage.shows == shows).unwrap_or_else(|| self.get(&DEFAULT))
    }

    /// The stage `steps` further on, or the first or last one.
    pub fn moved(&self, key: &StageKey, steps: isize) -> &StageInfo {
        let last = self.0.len() - 1;
        &self.0[self.place(key).saturating_add_signed(steps).min(last)]
    }

    fn place(&self, key: &StageKey) -> usize {
        let at = |key: &StageKey| self.0.iter().position(|stage| stage.key == *key);
        at(key).or_else(|| at(&DEFAULT)).unwrap_or(0)
    }
}

impl State {
    /// The stage on view.
    pub fn on_view(&self) -> &StageInfo {
        self.stages.get(&self.stage)
    }

    /// The content of the stage on view.
    pub fn shows(&self) -> StageContent {
        self.on_view().shows
    }

    /// Whether the stage on view shows the choice of cells for the clause on view.
    pub fn shows_calls(&self) -> bool {
        self.shows() == StageContent::System(Phase::Eliminated)
    }

    /// Shows the first stage with this content.
    pub(super) fn go_to_stage(&mut self, shows: StageContent) {
        self.stage = self.stages.first(shows).key.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &'static str) -> StageKey {
        StageKey::new(name)
    }

    /// The stages of a method that does something with the program before there are clauses.
    fn longer() -> StageList {
        let mut list = abstraction_stages();
        let instrument = StageInfo { key: key("instrument"), ..list[0].clone() };
        list.insert(1, instrument);
        list.into()
    }

    #[test]
    fn stages_end_at_both_ends() {
        let list = StageList::default();
        let moved = |from, steps| list.moved(&from, steps).key.clone();
        assert_eq!(moved(StageKey::PROGRAM, -1), StageKey::PROGRAM);
        assert_eq!(moved(StageKey::SOLVE, 3), StageKey::SOLVE);
        assert_eq!(moved(StageKey::CLAUSES, 1), StageKey::ABSTRACT);
    }

    #[test]
    fn a_method_may_have_more_stages_and_a_stage_that_is_not_there_is_the_default_one() {
        let list = longer();
        assert_eq!(list.get(&key("instrument")).shows, StageContent::Text);
        assert_eq!(list.moved(&StageKey::PROGRAM, 1).key, key("instrument"));
        assert_eq!(list.first(StageContent::Text).key, StageKey::PROGRAM);
        let road = StageList::default();
        assert_eq!(road.get(&key("instrument")).key, DEFAULT);
        assert_eq!(road.moved(&key("instrument"), 1).key, StageKey::ABSTRACT);
        assert_eq!(StageList::from(vec![]), road);
        let only = StageList::from(vec![list.all()[1].clone()]);
        assert_eq!(only.get(&StageKey::SOLVE).key, key("instrument"));
    }

    #[test]
    fn the_keys_of_the_stages_are_those_of_links() {
        for stage in abstraction_stages() {
            assert_eq!(stage.key.as_str(), stage.name.to_lowercase());
        }
    }
}
