//! Comparisons of several choices for one clause.

use crate::records::Shared;
use hornbook_protocol::compare::ComparisonRequest;
use hornbook_protocol::witness_table::WitnessTable;
use hornbook_records::Comparison;

/// A finished comparison with its witnesses.
pub struct FinishedComparison {
    /// The clause in each way.
    pub comparison: Comparison,
    /// For each way the first witnesses of the calls that its row names as incomplete, in that order.
    pub pictures: Vec<Vec<Shared<WitnessTable>>>,
}

impl FinishedComparison {
    /// Shares the records that a worker has sent.
    pub fn new(comparison: Comparison, pictures: Vec<Vec<WitnessTable>>) -> FinishedComparison {
        let shared = |of: Vec<WitnessTable>| of.into_iter().map(Shared::new).collect();
        FinishedComparison { comparison, pictures: pictures.into_iter().map(shared).collect() }
    }
}

/// The status of a comparison.
#[derive(Clone, PartialEq)]
pub enum ComparisonStatus {
    /// The worker is making it.
    Waiting,
    /// It is finished; the chosen way comes first.
    Done(Shared<FinishedComparison>),
    /// It failed, for this reason.
    Failed(String),
}

/// A comparison and its status.
#[derive(Clone, PartialEq)]
pub struct TrackedComparison {
    /// The request.
    pub asked: ComparisonRequest,
    /// The status.
    pub answer: ComparisonStatus,
}

impl TrackedComparison {
    /// A comparison that is to be made, or that cannot be read.
    pub fn begun(asked: ComparisonRequest) -> TrackedComparison {
        let answer =
            asked.axis.unreadable().map_or(ComparisonStatus::Waiting, ComparisonStatus::Failed);
        TrackedComparison { asked, answer }
    }
}
