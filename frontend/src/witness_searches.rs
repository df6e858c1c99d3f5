//! Searches for witnesses that calls lose information.

use crate::records::Shared;
use hornbook_abstraction::witness::reason::Reason;
use hornbook_horn::ClauseId;
use hornbook_protocol::witness_table::WitnessTable;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The status of the search for a witness of one call.
#[derive(Clone, PartialEq)]
pub enum WitnessSearch {
    /// The search has not ended.
    Pending,
    /// No witness; with the reason if the search has ended. This says nothing about the call.
    Nothing(Option<Reason>),
    /// A witness was found and checked, but this page does not have it.
    Elsewhere,
    /// A witness.
    Found(Shared<WitnessTable>),
}

/// The witness of each searched call, or why there is none, by clause and number.
type Witnesses = BTreeMap<(ClauseId, usize), Result<Shared<WitnessTable>, Option<Reason>>>;

/// The results of the searches of one revision.
#[derive(Clone, Default, PartialEq)]
pub struct WitnessSearches {
    revision: u32,
    witnesses: Rc<Witnesses>,
}

impl WitnessSearches {
    /// Notes the result for one call. Results of another revision are forgotten.
    pub fn note(
        &mut self,
        revision: u32,
        clause: ClauseId,
        call: usize,
        found: Result<WitnessTable, Option<Reason>>,
    ) {
        if self.revision != revision {
            *self = WitnessSearches { revision, witnesses: Rc::default() };
        }
        Rc::make_mut(&mut self.witnesses).insert((clause, call), found.map(Shared::new));
    }

    /// The status for one call of a revision.
    pub fn status(&self, revision: u32, clause: ClauseId, call: usize) -> WitnessSearch {
        let found = self.witnesses.get(&(clause, call)).filter(|_| self.revision == revision);
        match found {
            None => WitnessSearch::Pending,
            Some(Err(why)) => WitnessSearch::Nothing(*why),
            Some(Ok(picture)) => WitnessSearch::Found(picture.clone()),
        }
    }

    /// Whether some call is known to lose information: of one clause, or of any.
    pub fn has_witness(&self, revision: u32, clause: Option<ClauseId>) -> bool {
        let mut found = self.witnesses.iter();
        self.revision == revision
            && found
                .any(|((of, _), found)| found.is_ok() && clause.is_none_or(|clause| clause == *of))
    }
}
