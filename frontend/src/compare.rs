//! Comparing what several choices make of one clause.

use crate::records::Shared;
use hornbook_protocol::compare::Asked;
use hornbook_protocol::picture::Picture;
use hornbook_records::Comparison;

/// What several ways make of a clause.
pub struct Ways {
    /// What becomes of the clause in each way.
    pub comparison: Comparison,
    /// For each way the first witnesses of the calls that its row names as incomplete, in that order.
    pub pictures: Vec<Vec<Shared<Picture>>>,
}

impl Ways {
    /// Takes over what a worker has sent.
    pub fn new(comparison: Comparison, pictures: Vec<Vec<Picture>>) -> Ways {
        let shared = |of: Vec<Picture>| of.into_iter().map(Shared::new).collect();
        Ways { comparison, pictures: pictures.into_iter().map(shared).collect() }
    }
}

/// How a comparison stands.
#[derive(Clone, PartialEq)]
pub enum Answer {
    /// It is being made.
    Waiting,
    /// It is there; the way that is chosen comes first.
    Done(Shared<Ways>),
    /// There is none, for this reason.
    Failed(String),
}

/// A comparison and how it stands.
#[derive(Clone, PartialEq)]
pub struct Compared {
    /// What was asked for.
    pub asked: Asked,
    /// What came of it.
    pub answer: Answer,
}

impl Compared {
    /// A comparison that is to be made, or that cannot be.
    pub fn begun(asked: Asked) -> Compared {
        let answer = asked.axis.unreadable().map_or(Answer::Waiting, Answer::Failed);
        Compared { asked, answer }
    }
}
