//! Clauses and points found again after their numbers have changed, by where they come from.

use super::State;
use crate::links::Topic;
use crate::records::{Analysis, Systems};
use hornbook_core::base::Span;
use hornbook_core::horn::{ClauseId, PredId};

/// A change of the text: what stood from `from` to `to`, in bytes, is now `len` bytes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The revision that it made.
    revision: u32,
    from: u32,
    to: u32,
    len: u32,
}

/// A clause that was on view, with the revision that its place belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sought {
    revision: u32,
    span: Span,
    /// Which of those with the same span it was.
    nth: usize,
}

impl Change {
    /// The smallest change that makes `new` of `old`.
    pub(super) fn between(old: &str, new: &str, revision: u32) -> Change {
        let same = |(a, b): &(u8, u8)| a == b;
        let start = old.bytes().zip(new.bytes()).take_while(same).count();
        let (left, right) = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
        let backwards = left.iter().copied().rev().zip(right.iter().copied().rev());
        let end = backwards.take_while(same).count();
        let [from, to, len] = [start, old.len() - end, right.len() - end].map(|n| n as u32);
        Change { revision, from, to, len }
    }

    /// Where a range of the old text is in the new one; none when it is gone, or cut through.
    fn moved(self, span: Span) -> Option<Span> {
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

impl Sought {
    /// The one of `all` that is at a place.
    fn of(all: &[Span], at: usize, revision: u32) -> Option<Sought> {
        let span = *all.get(at)?;
        let nth = all[..at].iter().filter(|other| **other == span).count();
        Some(Sought { revision, span, nth })
    }

    /// Its range as it is now; none when that is gone.
    fn now(self, changes: &[Change]) -> Option<Span> {
        let since = changes.iter().filter(|change| change.revision > self.revision);
        since.copied().try_fold(self.span, |span, change| change.moved(span))
    }

    /// Its place among `all` that are there now: with the same range, else with the same beginning.
    fn among(self, all: &[Span], changes: &[Change]) -> Option<usize> {
        let span = self.now(changes)?;
        let nth = |fits: &dyn Fn(&Span) -> bool| {
            let places: Vec<usize> = (0..all.len()).filter(|n| fits(&all[*n])).collect();
            places.get(self.nth).or(places.last()).copied()
        };
        nth(&|other| *other == span).or_else(|| nth(&|other| other.start == span.start))
    }

    /// The same for what may have become a part of something: else the smallest around it.
    fn within(self, all: &[Span], changes: &[Change]) -> Option<usize> {
        let span = self.now(changes)?;
        let around = |other: &Span| other.start <= span.start && span.end <= other.end;
        let smallest = || {
            let places = (0..all.len()).filter(|n| around(&all[*n]));
            places.min_by_key(|n| all[*n].end - all[*n].start)
        };
        self.among(all, changes).or_else(smallest)
    }
}

fn clauses(systems: &Systems) -> Vec<Span> {
    systems.clauses.iter().map(|summary| summary.span).collect()
}

fn points(systems: &Systems) -> Vec<Span> {
    let system = systems.after(super::Stage::Clauses);
    system.map(|s| s.preds.iter().map(|pred| pred.span).collect()).unwrap_or_default()
}

impl State {
    /// Takes the numbers of another analysis for those of the one on view. What was selected or
    /// pointed at is found again, or is nothing any more.
    pub(super) fn renumber(&mut self, revision: u32, next: &Analysis) {
        let old = self.analysis.take();
        let before = old.as_ref().and_then(|a| Some((a.revision, a.value.systems.as_ref()?)));
        if let Some((of, systems)) = before.filter(|(of, _)| *of == self.selected_in) {
            let at = systems.clauses.iter().position(|c| Some(c.id) == self.selected);
            self.sought = at.and_then(|at| Sought::of(&clauses(systems), at, of));
        }
        let find = |topic: &Topic| {
            let systems = before.zip(next.systems.as_ref());
            match (topic, systems) {
                (Topic::Place(_), _) => Some(topic.clone()),
                (_, Some(((of, old), new))) => topic_again(topic, of, old, new, &self.changes),
                (_, None) => None,
            }
        };
        let [hovered, picked] = [&self.hovered, &self.picked].map(|t| t.as_ref().and_then(find));
        (self.hovered, self.picked) = (hovered, picked);
        if let (Some(sought), Some(systems)) = (self.sought, &next.systems) {
            let at = sought.within(&clauses(systems), &self.changes);
            self.selected = at.map(|at| systems.clauses[at].id);
        }
        if next.systems.is_some() && self.selected_in <= revision {
            (self.selected_in, self.sought) = (revision, None);
        }
        let needed = self.sought.map_or(revision, |sought| sought.revision.min(revision));
        self.changes.retain(|change| change.revision > needed);
    }
}

/// A topic of one analysis in the numbers of another one.
fn topic_again(
    topic: &Topic,
    of: u32,
    old: &Systems,
    new: &Systems,
    changes: &[Change],
) -> Option<Topic> {
    let clause = |id: ClauseId| {
        let at = old.clauses.iter().position(|c| c.id == id)?;
        let at = Sought::of(&clauses(old), at, of)?.within(&clauses(new), changes)?;
        Some(new.clauses[at].id)
    };
    match topic {
        Topic::Place(byte) => Some(Topic::Place(*byte)),
        Topic::Clause(id) => clause(*id).map(Topic::Clause),
        Topic::Term(id, term) => clause(*id).map(|id| Topic::Term(id, term.clone())),
        Topic::Point(pred) => {
            let sought = Sought::of(&points(old), pred.0 as usize, of)?;
            let at = sought.among(&points(new), changes)?;
            Some(Topic::Point(PredId(u32::try_from(at).ok()?)))
        }
    }
}
