//! A verdict in five sentences and pictures.

use crate::invariant::Strip;
use crate::sample::Row;
use hornbook_horn::{ClauseId, Term};
use serde::{Deserialize, Serialize};

/// The cards in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// The name of the verdict on the assertion that it is about.
    pub verdict: String,
    /// Five of them, or six.
    pub cards: Vec<Card>,
}

/// One sentence and one picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// What it is about.
    pub topic: Topic,
    /// The sentence, or two; what stands between backquotes is program text.
    pub sentence: String,
    /// The picture.
    pub picture: Picture,
    /// The clause that says it with all details.
    pub clause: Option<ClauseId>,
}

/// What a card is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// What is claimed.
    Claim,
    /// What a run would have to do.
    Danger,
    /// What is known of calls.
    Calls,
    /// What the abstraction keeps.
    Remembered,
    /// The relevant cells.
    Cells,
    /// Why that is enough.
    Enough,
    /// The run that was found.
    Found,
    /// What was lost.
    Lost,
    /// Why there is no answer.
    Open,
}

impl Topic {
    /// The heading of the card.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Claim => "The claim",
            Topic::Danger => "The danger",
            Topic::Calls => "What is known of calls",
            Topic::Remembered => "What is remembered",
            Topic::Cells => "Which cells decide",
            Topic::Enough => "Why that is enough",
            Topic::Found => "What happens",
            Topic::Lost => "What was lost",
            Topic::Open => "What is open",
        }
    }
}

/// What a card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Picture {
    /// Lines of the program, with their numbers.
    Lines(Vec<(u32, String)>),
    /// What is known of arrays, on their cells where there are some.
    Strips(Vec<(Strip, Option<Row>)>),
    /// Single cells of arrays.
    Cells(Vec<Cells>),
}

/// Cells of one array that are looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cells {
    /// The array.
    pub array: Term,
    /// Their indices, and why each is looked at.
    pub cells: Vec<(Term, String)>,
}
