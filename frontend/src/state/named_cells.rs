//! Cells that were named by hand stay with their clauses when the clauses are renumbered.
//!
//! The choices, links and the core know a clause by its number, which holds for one text with one
//! choice of clauses. So the numbers are found anew with each analysis that has others.

use super::State;
use super::clause_positions::ClausePosition;
use crate::records::Systems;
use hornbook_abstraction::heuristic::NamedCells;
use hornbook_base::Span;
use hornbook_horn::ClauseId;
use hornbook_protocol::Options;
use std::rc::Rc;

/// The positions of the clauses whose cells were named.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct NamedCellPositions {
    /// The revision whose analysis has, or will have, these clauses by the numbers of the choices.
    numbered_in: u32,
    /// The positions of these clauses, by their numbers there.
    places: Rc<[(u32, AnchoredClause)]>,
    /// Cells whose clauses other choices have removed, until the clauses are back.
    asleep: Rc<[(AnchoredClause, NamedCells)]>,
}

/// The position of a clause, among the assertions or among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AnchoredClause {
    sought: ClausePosition,
    asserts: bool,
}

impl NamedCellPositions {
    /// No named cells, with the clauses of a revision.
    pub(super) fn for_revision(numbered_in: u32) -> NamedCellPositions {
        NamedCellPositions { numbered_in, ..NamedCellPositions::default() }
    }

    /// All positions that have to be followed through the edits of the text.
    pub(super) fn sought(&self) -> impl Iterator<Item = ClausePosition> {
        let asleep = self.asleep.iter().map(|(place, _)| place);
        self.places.iter().map(|(_, place)| place).chain(asleep).map(|place| place.sought)
    }
}

impl AnchoredClause {
    fn locate(systems: &Systems, clause: u32, revision: u32) -> Option<AnchoredClause> {
        let asserts = systems.summary(ClauseId(clause))?.assert.is_some();
        let (ids, spans) = among(systems, asserts);
        let at = ids.iter().position(|id| *id == clause)?;
        Some(AnchoredClause { sought: ClausePosition::from_spans(&spans, at, revision)?, asserts })
    }

    /// The number of the clause at this position.
    fn number(self, systems: &Systems, edited: bool) -> Option<u32> {
        let (ids, spans) = among(systems, self.asserts);
        self.sought.find_exactly(&spans, edited).map(|at| ids[at])
    }
}

/// The numbers and the positions of the assertions, or of all other clauses.
fn among(systems: &Systems, asserts: bool) -> (Vec<u32>, Vec<Span>) {
    let clauses = systems.clauses.iter().filter(|c| c.assert.is_some() == asserts);
    clauses.map(|c| (c.id.0, c.span)).unzip()
}

impl State {
    /// The choices without those cells whose clauses in the text on view are not known yet, to be kept or
    /// shared.
    pub fn options_to_keep(&self) -> Options {
        let mut options = self.options.clone();
        if self.naming.numbered_in < self.numbered_since {
            options.choices.cells.clear();
        }
        options
    }

    /// Whether cells can be named: the analysis on view is not older than the text that was opened last.
    pub(super) fn can_name_cells(&self) -> bool {
        self.analysis.as_ref().is_some_and(|a| a.revision >= self.naming.numbered_in)
    }

    /// Renumbers the cells that were named by hand for another analysis. Cells whose clause is gone are
    /// dropped with a message.
    pub(super) fn renumber_named_cells(
        &mut self,
        revision: u32,
        before: Option<(u32, &Systems)>,
        next: Option<&Systems>,
    ) {
        if let Some((of, systems)) = before.filter(|(of, _)| *of == self.naming.numbered_in) {
            let place = |named: &NamedCells| {
                let n = named.clause;
                Some((n, AnchoredClause::locate(systems, n, of)?))
            };
            self.naming.places = self.options.choices.cells.iter().filter_map(place).collect();
        }
        let Some(systems) = next.filter(|_| self.naming.numbered_in <= revision) else { return };
        let old = std::mem::replace(&mut self.naming, NamedCellPositions::for_revision(revision));
        let later = |place: AnchoredClause| {
            let sought = place.sought.later(&self.changes, revision)?;
            let edited = self.changes.iter().any(|c| c.is_between(place.sought, revision));
            let place = AnchoredClause { sought, ..place };
            Some((place, place.number(systems, edited)))
        };
        let place = |n: u32| old.places.iter().find(|(clause, _)| *clause == n).map(|(_, p)| *p);
        let awake =
            self.options.choices.cells.iter().map(|named| (place(named.clause), named, true));
        let old_sleepers = old.asleep.iter().map(|(place, named)| (Some(*place), named, false));
        let (mut cells, mut asleep, mut lost): (Vec<NamedCells>, _, _) = (vec![], vec![], vec![]);
        for (place, named, was_awake) in awake.chain(old_sleepers) {
            let found = place.map(later);
            let clause = match &found {
                // The core complains about names of clauses that do not exist.
                None => Some(named.clause),
                Some(found) => found.and_then(|(_, clause)| clause),
            };
            let mine = |c: &NamedCells| Some(c.clause) == clause && c.array == named.array;
            match clause {
                // A name given since then, or before it in the same list, wins.
                Some(_) if cells.iter().any(mine) => {}
                Some(clause) => cells.push(NamedCells { clause, ..named.clone() }),
                None => {
                    let place = found.flatten().map(|(place, _)| place);
                    lost.extend(was_awake.then_some((named, place.is_some())));
                    asleep.extend(place.map(|place| (place, named.clone())));
                }
            }
        }
        if let Some(said) = lost_message(&lost) {
            self.notice = Some(said.into());
        }
        self.naming.asleep = asleep.into();
        if cells != self.options.choices.cells {
            self.options.choices.cells = cells;
            self.changed();
        }
    }
}

/// A message about cells whose clause is gone: for good, or perhaps only for now.
fn lost_message(lost: &[(&NamedCells, bool)]) -> Option<String> {
    let about = |asleep: bool, what: &str| {
        let lost = lost.iter().filter(|(_, a)| *a == asleep);
        let names: Vec<String> =
            lost.map(|(c, _)| format!("of {} in clause {}", c.array, c.clause)).collect();
        let names = names.join(" and ");
        (!names.is_empty()).then(|| format!("The cells that you named {names} {what}"))
    };
    let gone = about(false, "are not chosen any more: their clause is gone.");
    let asleep =
        about(true, "are not chosen now: there is no such clause. They come back with it.");
    let said: Vec<String> = gone.into_iter().chain(asleep).collect();
    (!said.is_empty()).then(|| said.join(" "))
}
