//! What the page and its workers say to each other, as JSON.

use crate::picture::Picture;
use hornbook_core::explain::{ClauseStory, Outcome, Progress, Road};
use hornbook_core::horn::ClauseId;
use serde::{Deserialize, Serialize};

/// The student's choices, as the core's command line names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The data abstraction, for all arrays or per array.
    pub abstraction: String,
    /// How cells are chosen.
    pub heuristic: String,
    /// Whether accesses to arrays must lie within their declared lengths.
    #[serde(default)]
    pub check_bounds: bool,
    /// Whether the steps between two loop heads become one clause.
    #[serde(default)]
    pub large_blocks: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            abstraction: "cell1".to_owned(),
            heuristic: "relevant".to_owned(),
            check_bounds: false,
            large_blocks: false,
        }
    }
}

impl Options {
    /// The abstraction of one array: its own, or the one for all.
    pub fn abstraction_of(&self, array: &str) -> &str {
        self.own(array).unwrap_or_else(|| self.abstraction_of_all())
    }

    /// The abstraction of the arrays that have none of their own.
    pub fn abstraction_of_all(&self) -> &str {
        let mut parts = self.abstraction.rsplit(',');
        parts.find(|part| !part.contains('=')).unwrap_or("cell1")
    }

    /// Whether an array has an abstraction of its own.
    pub fn has_own(&self) -> bool {
        self.abstraction.contains('=')
    }

    /// The same choices with another abstraction for one array.
    #[must_use]
    pub fn with_abstraction_of(&self, array: &str, name: &str) -> Options {
        let entry = format!("{array}=");
        let mut parts: Vec<String> = self.abstraction.split(',').map(str::to_owned).collect();
        parts.retain(|part| !part.starts_with(&entry));
        if name != self.abstraction_of_all() {
            parts.push(format!("{entry}{name}"));
        }
        Options { abstraction: parts.join(","), ..self.clone() }
    }

    fn own(&self, array: &str) -> Option<&str> {
        self.abstraction.split(',').find_map(|part| {
            let (name, own) = part.split_once('=')?;
            (name == array).then_some(own)
        })
    }
}

/// Something that can be chosen.
#[derive(Debug, PartialEq, Eq)]
pub struct Offer {
    /// The core's name for it.
    pub name: &'static str,
    /// What the menu shows.
    pub title: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// The abstractions on offer.
pub const ABSTRACTIONS: &[Offer] = &[
    Offer {
        name: "cell1",
        title: "one cell: cell¹",
        help: "Every array is watched through one cell at a time.",
    },
    Offer {
        name: "cell2",
        title: "two cells: cell²",
        help: "Every array is watched through two cells at a time.",
    },
    Offer {
        name: "cell3",
        title: "three cells: cell³",
        help: "Every array is watched through three cells at a time.",
    },
    Offer {
        name: "id",
        title: "none: id",
        help: "Arrays are kept as they are; the solver may have to give up.",
    },
];

/// The ways to choose cells that are on offer.
pub const HEURISTICS: &[Offer] = &[Offer {
    name: "relevant",
    title: "relevant",
    help: "The cells that can matter to the rest of the clause.",
}];

/// What the page asks. Each request names the revision of the text that it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// All stages but solving.
    Analyse {
        /// The text's revision.
        revision: u32,
        /// The program.
        text: String,
        /// The choices.
        options: Options,
    },
    /// All that happened to one clause of the text that was analysed last.
    Story {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
    },
    /// A witness that a call of the text that was analysed last loses information.
    Witness {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// Which of its calls.
        call: usize,
    },
    /// All stages.
    Solve {
        /// The text's revision.
        revision: u32,
        /// The program.
        text: String,
        /// The choices.
        options: Options,
    },
}

/// What a worker answers.
#[derive(Serialize, Deserialize)]
pub enum Reply {
    /// The worker listens.
    Ready,
    /// The worker's last words.
    Broke(String),
    /// Every stage up to solving.
    Analysed {
        /// The revision that was asked about.
        revision: u32,
        /// What was found.
        road: Box<Road>,
    },
    /// All that happened to one clause.
    Story {
        /// The revision that was asked about.
        revision: u32,
        /// What happened.
        story: Box<ClauseStory>,
    },
    /// What the search for a witness has brought.
    Witness {
        /// The revision that was asked about.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// Which of its calls.
        call: usize,
        /// The witness, if one was found.
        picture: Option<Box<Picture>>,
    },
    /// The solver is still at it.
    Progress {
        /// The revision that is being solved.
        revision: u32,
        /// How far it is.
        progress: Progress,
    },
    /// The solver has finished.
    Solved {
        /// The revision that was solved.
        revision: u32,
        /// The verdicts.
        outcome: Box<Outcome>,
        /// How long it took.
        milliseconds: f64,
    },
    /// The text has errors and cannot be solved.
    Refused {
        /// The revision that was to be solved.
        revision: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::abstraction::sigma::Choice;

    #[test]
    fn an_array_may_have_an_abstraction_of_its_own() {
        let options = Options::default().with_abstraction_of("a", "cell2");
        assert_eq!(options.abstraction, "cell1,a=cell2");
        assert_eq!(options.abstraction_of("a"), "cell2");
        assert_eq!(options.abstraction_of("b"), "cell1");
        assert!(options.abstraction.parse::<Choice>().is_ok());
        let again = options.with_abstraction_of("a", "id").with_abstraction_of("b", "cell2");
        assert_eq!(again.abstraction, "cell1,a=id,b=cell2");
        assert_eq!(again.with_abstraction_of("a", "cell1").abstraction, "cell1,b=cell2");
    }

    #[test]
    fn every_abstraction_on_offer_is_one_of_the_core() {
        assert!(ABSTRACTIONS.iter().all(|offer| offer.name.parse::<Choice>().is_ok()));
    }
}
