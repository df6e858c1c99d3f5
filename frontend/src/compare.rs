//! Comparisons of several choices for one clause.

use crate::records::Shared;
use hornbook_protocol::compare::Asked;
use hornbook_protocol::picture::Picture;
use hornbook_records::Comparison;

/// A finished comparison with its witnesses.
pub struct Ways {
    /// The clause in each way.
    pub comparison: Comparison,
    /// For each way the first witnesses of the calls that its row names as incomplete, in that order.
    pub pictures: Vec<Vec<Shared<Picture>>>,
}

impl Ways {
    /// Shares the records that a worker has sent.
    pub fn new(comparison: Comparison, pictures: Vec<Vec<Picture>>) -> Ways {
        let shared = |of: Vec<Picture>| of.into_iter().map(Shared::new).collect();
        Ways { comparison, pictures: pictures.into_iter().map(shared).collect() }
    }
}

/// The status of a comparison.
#[derive(Clone, PartialEq)]
pub enum Answer {
    /// The worker is making it.
    Waiting,
    /// It is finished; the chosen way comes first.
    Done(Shared<Ways>),
    /// It failed, for this reason.
    Failed(String),
}

/// A comparison and its status.
#[derive(Clone, PartialEq)]
pub struct Compared {
    /// The request.
    pub asked: Asked,
    /// The status.
    pub answer: Answer,
}

impl Compared {
    /// A comparison that is to be made, or that cannot be read.
    pub fn begun(asked: Asked) -> Compared {
        let answer = asked.axis.unreadable().map_or(Answer::Waiting, Answer::Failed);
        Compared { asked, answer }
    }
}
