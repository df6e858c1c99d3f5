//! A verdict in five sentences and pictures.

use crate::invariant::Strip;
use crate::sample::StripRow;
use hornbook_horn::{ClauseId, Term};
use serde::{Deserialize, Serialize};

/// The notes for the speaker beside the question that comes before the story.
pub const QUESTION_NOTES: &str = "Let the class vote before you turn the page: the next one tells the verdict. \
                                  Ask both sides for a reason.";

/// The heading of a card, as long as its own would tell the verdict.
pub const ANSWER_TITLE: &str = "The answer";

/// The notes beside the question on exported slides, where the verdict comes last.
pub const FIRST_NOTES: &str = "Let the class read the program, and vote on its claim once you have turned the page. Hornbook answers on the last slide.";

/// The notes beside the verdict on exported slides.
pub const VERDICT_NOTES: &str = "Compare the verdict with the vote of the class.";

/// The story of a verdict: its cards in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// The name of the verdict on the assertion that it is about.
    pub verdict: String,
    /// Three of them to six.
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

    /// Whether such cards come with some verdicts only, so that already the heading tells it.
    pub fn tells_verdict(self) -> bool {
        matches!(self, Topic::Enough | Topic::Found | Topic::Lost | Topic::Open)
    }

    /// The heading for readers who do not know the verdict yet.
    pub fn covered_title(self) -> &'static str {
        if self.tells_verdict() { ANSWER_TITLE } else { self.title() }
    }

    /// A question that the card answers. It is the same for all verdicts.
    pub fn question(self) -> &'static str {
        match self {
            Topic::Claim => "Of which cells and of which runs does the claim speak?",
            Topic::Danger => "Which run would break the claim?",
            Topic::Calls => "What may a caller rely on without a look inside of the function?",
            Topic::Remembered => {
                "What has to be remembered of the arrays, and what may be forgotten?"
            }
            Topic::Cells => "Which cells does one have to look at, and why these?",
            Topic::Enough | Topic::Found | Topic::Lost | Topic::Open => {
                "Does the claim hold in every run? Give an invariant, or a run that breaks it."
            }
        }
    }

    /// The notes for the speaker beside the card, where `verdict` is the name of the story's verdict.
    pub fn speaker_notes(self, verdict: &str) -> &'static str {
        match self {
            Topic::Claim => {
                "Read the claim aloud, and ask of which cells and which inputs it speaks."
            }
            Topic::Danger => {
                "Let the class describe a run that would break the claim. Ask for values before you go on."
            }
            Topic::Calls => {
                "Point at the call. Ask what the caller may rely on without a look inside of the function."
            }
            Topic::Remembered if verdict == "buggy" => {
                "Ask why a proof may forget cells and a failing run may not."
            }
            Topic::Remembered => {
                "Draw two arrays that look the same to the abstraction. Ask what this forgets, and whether the claim needs it."
            }
            Topic::Cells if verdict == "buggy" => {
                "Point at the cells that the claim reads. Ask which line has written each of them last."
            }
            Topic::Cells => {
                "Point at the marked line. Ask which cells one must know before it to know one after it."
            }
            Topic::Enough => {
                "Ask three questions: is it true before the first round, does a round keep it true, and does the claim follow?"
            }
            Topic::Found => {
                "Have the class play the run by hand, line by line, with these values. Ask which change mends the program."
            }
            Topic::Lost => {
                "Compare what really happens with what is remembered. Ask which fact would forbid the last step if it \
                 were remembered, too."
            }
            Topic::Open => {
                "Say that no answer is no verdict: the claim may be right or wrong. Ask what a person would try next."
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const TOPICS: [Topic; 9] = [
        Topic::Claim,
        Topic::Danger,
        Topic::Calls,
        Topic::Remembered,
        Topic::Cells,
        Topic::Enough,
        Topic::Found,
        Topic::Lost,
        Topic::Open,
    ];

    #[test]
    fn covered_cards_of_all_verdicts_look_alike() {
        let last = TOPICS.iter().filter(|topic| topic.tells_verdict());
        let seen: BTreeSet<_> =
            last.map(|topic| (topic.covered_title(), topic.question())).collect();
        assert_eq!(seen.len(), 1);
        assert!(TOPICS.iter().all(|topic| topic.question().ends_with(['?', '.'])));
        assert_eq!(Topic::Danger.covered_title(), Topic::Danger.title());
    }

    #[test]
    fn notes_are_one_or_two_sentences() {
        for said in TOPICS
            .iter()
            .flat_map(|topic| [topic.speaker_notes("buggy"), topic.speaker_notes("certified")])
        {
            let ends = said.matches(['.', '?']).count();
            assert!((1..=2).contains(&ends), "{said}");
        }
    }
}
