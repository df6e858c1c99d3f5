//! Which calls are known to lose information, as far as anybody has looked.

use crate::records::Shared;
use hornbook_abstraction::witness::reason::Reason;
use hornbook_horn::ClauseId;
use hornbook_protocol::picture::Picture;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the search for a witness of one call has brought.
#[derive(Clone, PartialEq)]
pub enum Search {
    /// Nothing yet.
    Pending,
    /// No witness, which says nothing about the call; and why, if the search has come to an end.
    Nothing(Option<Reason>),
    /// A witness was found and checked, but it is not at hand.
    Elsewhere,
    /// A witness.
    Found(Shared<Picture>),
}

/// The witness of each call that was searched, or why there is none, by clause and number.
type Witnesses = BTreeMap<(ClauseId, usize), Result<Shared<Picture>, Option<Reason>>>;

/// What was found for the calls of one revision.
#[derive(Clone, Default, PartialEq)]
pub struct Losses {
    revision: u32,
    witnesses: Rc<Witnesses>,
}

impl Losses {
    /// Notes what was found for one call. All that is known of another revision is forgotten.
    pub fn note(
        &mut self,
        revision: u32,
        clause: ClauseId,
        call: usize,
        found: Result<Picture, Option<Reason>>,
    ) {
        if self.revision != revision {
            *self = Losses { revision, witnesses: Rc::default() };
        }
        Rc::make_mut(&mut self.witnesses).insert((clause, call), found.map(Shared::new));
    }

    /// What was found for one call of a revision.
    pub fn of(&self, revision: u32, clause: ClauseId, call: usize) -> Search {
        let found = self.witnesses.get(&(clause, call)).filter(|_| self.revision == revision);
        match found {
            None => Search::Pending,
            Some(Err(why)) => Search::Nothing(*why),
            Some(Ok(picture)) => Search::Found(picture.clone()),
        }
    }

    /// Whether some call is known to lose information: of one clause, or of any.
    pub fn known(&self, revision: u32, clause: Option<ClauseId>) -> bool {
        let mut found = self.witnesses.iter();
        self.revision == revision
            && found
                .any(|((of, _), found)| found.is_ok() && clause.is_none_or(|clause| clause == *of))
    }
}
