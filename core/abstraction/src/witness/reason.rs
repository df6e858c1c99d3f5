//! The reasons why the completeness of a call is open.

use serde::{Deserialize, Serialize};

/// A reason why the completeness of a call is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// It is about numbers of occurrences.
    Counts,
    /// Arrays are stored in arrays, moved or chosen in a way that has no cells of its own.
    Cells,
    /// A quantifier ranges over arrays.
    BoundArray,
    /// No pattern has values that keep the instances and violate the context.
    NoPattern,
    /// Patterns had values, but none of them was a loss: other values, or none at all, may be.
    NoLoss,
    /// The search ran out of steps.
    Steps,
}

impl Reason {
    /// The reason in words.
    pub fn describe(self) -> &'static str {
        match self {
            Reason::Counts => "numbers of occurrences are not searched",
            Reason::Cells => "an array has no cells that the search could name",
            Reason::BoundArray => "a quantifier over arrays is not understood",
            Reason::NoPattern => {
                "no model of the kinds that are tried keeps the instances and breaks the clause"
            }
            Reason::NoLoss => "models were found, but none could be shown to lose anything",
            Reason::Steps => "the search ran out of steps",
        }
    }
}
