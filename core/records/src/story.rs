//! A verdict in five sentences and pictures.

use crate::invariant::Strip;
use crate::sample::StripRow;
use hornbook_horn::{ClauseId, Term};
use serde::{Deserialize, Serialize};

/// The story of a verdict: its cards in order.
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
    /// The topic.
    pub topic: Topic,
    /// The sentence, or two; what stands between backquotes is program text.
    pub sentence: String,
    /// The picture.
    pub picture: CardPicture,
    /// The clause that says it with all details.
    pub clause: Option<ClauseId>,
}

/// The topic of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topic {
    /// The claim.
    Claim,
    /// The behaviour of a run that would violate it.
    Danger,
    /// The facts about calls.
    Calls,
    /// The information that the abstraction keeps.
    Remembered,
    /// The relevant cells.
    Cells,
    /// The reason why that suffices.
    Enough,
    /// The run that was found.
    Found,
    /// The information that the abstraction lost.
    Lost,
    /// The reason why there is no answer.
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

/// The picture of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardPicture {
    /// Lines of the program, with their numbers.
    Lines(Vec<(u32, String)>),
    /// The facts about arrays, on sampled cells where there are some.
    Strips(Vec<(Strip, Option<StripRow>)>),
    /// Single cells of arrays.
    Cells(Vec<ArrayCells>),
}

/// The relevant cells of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayCells {
    /// The array.
    pub array: Term,
    /// Their indices, each with the reason why it is relevant.
    pub cells: Vec<(Term, String)>,
}
