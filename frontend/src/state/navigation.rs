//! Walks through the steps that a stage took with a clause, the clauses, and the stages; and goes to the
//! clause at the cursor.

use super::State;
use crate::highlights::Topic;
use hornbook_horn::{ClauseId, System};
use hornbook_records::stages::StageContent;

impl State {
    /// Selects another clause of the stage on view, or the first when none is selected.
    pub(super) fn walk(&mut self, steps: isize) {
        let Some(system) = self.system_on_view() else { return };
        let at = system.clauses.iter().position(|c| Some(c.id) == self.selected);
        let last = system.clauses.len().saturating_sub(1);
        let to = at.map_or(0, |at| at.saturating_add_signed(steps).min(last));
        self.select(system.clauses.get(to).map(|c| c.id));
    }

    pub(super) fn select(&mut self, clause: Option<ClauseId>) {
        if self.selected != clause {
            self.rule = 0;
        }
        self.selected = clause;
        self.selected_in = self.analysis.as_ref().map_or(self.revision, |a| a.revision);
        self.sought = None;
        self.picked = clause.map(Topic::Clause);
    }

    /// Selects the clause at the cursor, unless one of those there is selected. While the text is being
    /// changed there is none yet, and a comparison is not thrown away for it.
    pub(super) fn go_to_place(&mut self, byte: u32) {
        let place = Topic::Place(byte);
        let there = self.highlights(Some(&place));
        let stage = self.clauses_on_view();
        let shown = |clause: &ClauseId| stage.is_empty() || stage.contains(clause);
        let on_view = |id: ClauseId| shown(&id) && there.terms_of(id).is_some();
        if !self.selected.is_some_and(on_view) && !self.shows_comparison() {
            let first = there.clauses.iter().map(|(clause, _)| *clause).find(shown);
            if first.is_some() {
                self.select(first);
            }
        }
        self.picked = Some(place);
    }

    /// The clauses of the stage on view, by number.
    fn clauses_on_view(&self) -> Vec<ClauseId> {
        let system = self.system_on_view();
        system.map(|s| s.clauses.iter().map(|c| c.id).collect()).unwrap_or_default()
    }

    /// The clauses that the stage on view shows.
    fn system_on_view(&self) -> Option<&System> {
        let systems = self.analysis.as_ref()?.value.systems.as_ref()?;
        Some(systems.after(self.shows().phase()?))
    }

    /// The number of steps that the stage on view took with the text, or with the selected clause, as far
    /// as that is known.
    fn rules_on_view(&self) -> usize {
        let stage = self.on_view();
        let steps = match stage.shows {
            StageContent::System(_) => self.selected_story().map(|story| &*story.steps),
            _ => self.analysis.as_ref().map(|analysis| &*analysis.value.steps),
        };
        steps.unwrap_or_default().iter().filter(|step| step.stage == stage.key).count()
    }

    /// The next step of the stage, else the next clause, else the next stage with its first clause.
    pub(super) fn forward(&mut self) {
        let clauses = self.clauses_on_view();
        let last = self.selected.is_some() && clauses.last().copied() == self.selected;
        if self.rule + 1 < self.rules_on_view() {
            self.rule += 1;
        } else if clauses.is_empty() || last {
            self.stage = self.stages.moved(&self.stage, 1).key.clone();
            self.select(self.clauses_on_view().first().copied());
            self.rule = 0;
        } else {
            self.walk(1);
        }
    }

    /// The step before, else the clause before, else the stage before with its last clause.
    pub(super) fn back(&mut self) {
        let clauses = self.clauses_on_view();
        if self.rule > 0 && self.rules_on_view() > 0 {
            self.rule = self.rule.min(self.rules_on_view()) - 1;
        } else if clauses.is_empty() || clauses.first().copied() == self.selected {
            self.stage = self.stages.moved(&self.stage, -1).key.clone();
            self.select(self.clauses_on_view().last().copied());
        } else {
            self.walk(-1);
        }
    }
}
