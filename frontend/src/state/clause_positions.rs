//! Clauses and points are found again by their positions after their numbers have changed.
//!
//! Positions are followed through every edit of the text; [naming](super::named_cells) does so for the cells
//! that were named by hand.

use super::State;
use crate::highlights::Topic;
use crate::records::{Analysis, Systems};
use hornbook_base::Span;
use hornbook_horn::{ClauseId, PredId};
use hornbook_records::stages::Phase;

/// An edit of the text: the bytes from `from` to `to` were replaced by `len` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextEdit {
    /// The revision that it made.
    revision: u32,
    from: u32,
    to: u32,
    len: u32,
}

/// The position of a clause that is to be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClausePosition {
    revision: u32,
    span: Span,
    /// Its number among those with the same span.
    nth: usize,
}

impl TextEdit {
    /// The edits, one after the other, that make `new` of `old`. Where only blanks differ, as after a
    /// layout, each run of blanks has its own edit; else there is one smallest edit.
    pub(super) fn diff(old: &str, new: &str, revision: u32) -> Vec<TextEdit> {
        TextEdit::blank_edits(old, new, revision)
            .unwrap_or_else(|| vec![TextEdit::smallest_edit(old, new, revision)])
    }

    /// The edits of blanks. None if other bytes differ.
    fn blank_edits(old: &str, new: &str, revision: u32) -> Option<Vec<TextEdit>> {
        let blanks = |text: &str| text.bytes().take_while(u8::is_ascii_whitespace).count();
        let (mut old, mut new, mut from, mut changes) = (old, new, 0, vec![]);
        loop {
            let [gone, come] = [blanks(old), blanks(new)];
            if old[..gone] != new[..come] {
                let [to, len] = [from + gone, come].map(|n| n as u32);
                changes.push(TextEdit { revision, from: from as u32, to, len });
            }
            (old, new, from) = (&old[gone..], &new[come..], from + come);
            let word = |text: &str| text.bytes().take_while(|b| !b.is_ascii_whitespace()).count();
            let same = word(old).min(word(new));
            if same == 0 {
                return (old.is_empty() && new.is_empty()).then_some(changes);
            }
            if old.as_bytes()[..same] != new.as_bytes()[..same] {
                return None;
            }
            (old, new, from) = (old.get(same..)?, new.get(same..)?, from + same);
        }
    }

    /// Whether the edit happened after the revision of a position and up to a later revision.
    pub(super) fn is_between(self, place: ClausePosition, revision: u32) -> bool {
        place.revision < self.revision && self.revision <= revision
    }

    /// The smallest edit that makes `new` of `old`.
    fn smallest_edit(old: &str, new: &str, revision: u32) -> TextEdit {
        let same = |(a, b): &(u8, u8)| a == b;
        let start = old.bytes().zip(new.bytes()).take_while(same).count();
        let (left, right) = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
        let backwards = left.iter().copied().rev().zip(right.iter().copied().rev());
        let end = backwards.take_while(same).count();
        let [from, to, len] = [start, old.len() - end, right.len() - end].map(|n| n as u32);
        TextEdit { revision, from, to, len }
    }

    /// The range in the new text; none when it is gone, or cut through.
    fn map_span(self, span: Span) -> Option<Span> {
        let shift = |at: u32| at - self.to + self.from + self.len;
        if span.end <= self.from {
            Some(span)
        } else if self.to <= span.start {
            Some(Span { start: shift(span.start), end: shift(span.end) })
        } else if span.start <= self.from && self.to <= span.end {
            let end = shift(span.end);
            (span.start < end).then_some(Span { end, ..span })
        } else {
            None
        }
    }
}

impl ClausePosition {
    /// The position of the item at an index of `all`.
    pub(super) fn from_spans(all: &[Span], at: usize, revision: u32) -> Option<ClausePosition> {
        let span = *all.get(at)?;
        let nth = all[..at].iter().filter(|other| **other == span).count();
        Some(ClausePosition { revision, span, nth })
    }

    /// The position in a later revision; none when it is gone.
    pub(super) fn later(self, changes: &[TextEdit], revision: u32) -> Option<ClausePosition> {
        let since = changes.iter().filter(|change| change.is_between(self, revision));
        let span = since.copied().try_fold(self.span, |span, change| change.map_span(span))?;
        Some(ClausePosition { revision, span, ..self })
    }

    /// The index among `all` of its own revision, counted among those with the same range; if the text was
    /// `edited` since, with the same start at least.
    pub(super) fn find_exactly(self, all: &[Span], edited: bool) -> Option<usize> {
        let span = self.span;
        let nth =
            |fits: &dyn Fn(&Span) -> bool| (0..all.len()).filter(|n| fits(&all[*n])).nth(self.nth);
        let start = || nth(&|other| other.start == span.start);
        nth(&|other| *other == span).or_else(|| start().filter(|_| edited))
    }

    /// The index in any case, or the last of those that fit.
    fn find_nearest(self, all: &[Span]) -> Option<usize> {
        let span = self.span;
        let last = |fits: &dyn Fn(&Span) -> bool| (0..all.len()).rev().find(|n| fits(&all[*n]));
        let exact = || self.find_exactly(all, false).or_else(|| last(&|other| *other == span));
        let start = || last(&|other| other.start == span.start);
        exact().or_else(|| self.find_exactly(all, true)).or_else(start)
    }

    /// The index, also of an item that contains the position: else the smallest around it.
    fn find_enclosing(self, all: &[Span]) -> Option<usize> {
        let span = self.span;
        let around = |other: &Span| other.start <= span.start && span.end <= other.end;
        let smallest = || {
            let places = (0..all.len()).filter(|n| around(&all[*n]));
            places.min_by_key(|n| all[*n].end - all[*n].start)
        };
        self.find_nearest(all).or_else(smallest)
    }
}

/// The positions of the clauses of an analysis.
pub(super) fn clauses(systems: &Systems) -> Vec<Span> {
    systems.clauses.iter().map(|summary| summary.span).collect()
}

fn points(systems: &Systems) -> Vec<Span> {
    systems.after(Phase::Concrete).preds.iter().map(|pred| pred.span).collect()
}

impl State {
    /// The clause on view by its number in the analysis on view and its position in the current text, if
    /// its story may be requested. For most edits both are those of one clause again.
    pub fn clause_for_story(&self) -> Option<(ClauseId, Span)> {
        let clause = self.selected.filter(|clause| !self.unanswered.contains(clause))?;
        let analysis = self.analysis.as_ref().filter(|a| a.revision == self.selected_in)?;
        let systems = analysis.value.systems.as_ref()?;
        let at = systems.clauses.iter().position(|c| c.id == clause)?;
        let sought = ClausePosition::from_spans(&clauses(systems), at, analysis.revision)?;
        Some((clause, sought.later(&self.changes, self.revision)?.span))
    }

    /// Replaces the analysis: the selected clause and the topics are found again by the new numbers, or
    /// dropped.
    pub(super) fn renumber(&mut self, revision: u32, next: &Analysis) {
        let old = self.analysis.take();
        let before = old.as_ref().and_then(|a| Some((a.revision, a.value.systems.as_ref()?)));
        if let Some((of, systems)) = before.filter(|(of, _)| *of == self.selected_in) {
            let at = systems.clauses.iter().position(|c| Some(c.id) == self.selected);
            self.sought = at.and_then(|at| ClausePosition::from_spans(&clauses(systems), at, of));
        }
        // A clause that a link has brought is numbered in the link's text, not in the one before.
        let brought = before.is_none_or(|(of, _)| of != self.selected_in);
        let brought = self.selected.filter(|_| brought).map(Topic::Clause);
        let find = |topic: &Topic| {
            let systems = before.zip(next.systems.as_ref());
            match (topic, systems) {
                (Topic::Place(_), _) => Some(topic.clone()),
                _ if brought.as_ref() == Some(topic) => Some(topic.clone()),
                (_, Some(((of, old), new))) => {
                    let later = |sought: ClausePosition| sought.later(&self.changes, revision);
                    topic_again(topic, (of, old), new, &later)
                }
                (_, None) => None,
            }
        };
        let [hovered, picked] = [&self.hovered, &self.picked].map(|t| t.as_ref().and_then(find));
        (self.hovered, self.picked) = (hovered, picked);
        if let (Some(sought), Some(systems)) = (self.sought, &next.systems) {
            let sought = sought.later(&self.changes, revision);
            let at = sought.and_then(|sought| sought.find_enclosing(&clauses(systems)));
            self.selected = at.map(|at| systems.clauses[at].id);
        }
        if next.systems.is_some() && self.selected_in <= revision {
            (self.selected_in, self.sought) = (revision, None);
        }
        self.renumber_named_cells(revision, before, next.systems.as_ref());
        let sought = self.sought.into_iter().chain(self.naming.sought());
        let needed = sought.map(|sought| sought.revision).min().unwrap_or(revision).min(revision);
        self.changes.retain(|change| change.revision > needed);
    }
}

/// A topic of one analysis, by the numbers of another one.
fn topic_again(
    topic: &Topic,
    (of, old): (u32, &Systems),
    new: &Systems,
    later: &dyn Fn(ClausePosition) -> Option<ClausePosition>,
) -> Option<Topic> {
    let clause = |id: ClauseId| {
        let at = old.clauses.iter().position(|c| c.id == id)?;
        let at = later(ClausePosition::from_spans(&clauses(old), at, of)?)?
            .find_enclosing(&clauses(new))?;
        Some(new.clauses[at].id)
    };
    match topic {
        Topic::Place(byte) => Some(Topic::Place(*byte)),
        Topic::Clause(id) => clause(*id).map(Topic::Clause),
        Topic::Term(id, term) => clause(*id).map(|id| Topic::Term(id, term.clone())),
        Topic::Point(pred) => {
            let sought = later(ClausePosition::from_spans(&points(old), pred.0 as usize, of)?)?;
            let at = sought.find_nearest(&points(new))?;
            Some(Topic::Point(PredId(u32::try_from(at).ok()?)))
        }
    }
}
