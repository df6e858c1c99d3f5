//! Invariants in the words of the program.

use hornbook_base::{LineIndex, Span};
use hornbook_horn::Term;
use hornbook_lang::rewrite::SourceMap;
use serde::{Deserialize, Serialize};
use std::fmt;

pub mod chains;
mod listed;
mod strip;

pub use listed::{Listed, are_alternatives};
pub use strip::{Extent, Fact, Strip, Tick};

/// What holds each time control is at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The point's name, such as `L5`.
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The statement that follows it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether a loop comes back to the point.
    pub loop_head: bool,
    /// The conjuncts, over program variables: `forall k: 0 <= k && k < i ==> a[k] == 0`. Those about
    /// scalars come first, then those about one array each, grouped, then those about several.
    pub parts: Vec<Term>,
    /// A picture of each array that parts say something of.
    pub strips: Vec<Strip>,
    /// What the search was not told by the clauses.
    #[serde(default)]
    pub suggested: Vec<Suggested>,
}

/// Something that an invariant says and that no clause mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// What it says, in the syntax of programs.
    pub said: String,
    /// What suggested it.
    pub by: Suggestion,
}

/// What suggested a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suggestion {
    /// So many states that small runs came to.
    Runs {
        /// How many.
        states: usize,
    },
    /// All states that may be there, as far as these variables tell them apart.
    Enumerated {
        /// How many.
        states: usize,
    },
    /// A way to violate an assertion that no run follows.
    Refutation {
        /// The line of the assertion, if it is in the text.
        line: Option<u32>,
    },
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Suggestion::Runs { states } => {
                write!(f, "suggested by {states} states that were seen there")
            }
            Suggestion::Enumerated { states } => {
                write!(f, "enumerated: no other state than these {states} is reached there")
            }
            Suggestion::Refutation { line: Some(line) } => {
                write!(
                    f,
                    "read off why no run violates line {line} in a way that the facts before it allowed"
                )
            }
            Suggestion::Refutation { line: None } => f.write_str(
                "read off why there is no contradiction that the facts before it allowed",
            ),
        }
    }
}

impl Invariant {
    /// The parts as text in the syntax of programs: `forall k: 0 <= k < i ==> a[k] == 0`.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        self.parts.iter().map(chains::text)
    }

    /// The parts for people to look at: states that a part lists are not all written.
    pub fn shown(&self) -> impl Iterator<Item = String> {
        self.parts.iter().map(|part| match Listed::of(part) {
            Some(states) => states.to_string(),
            None => chains::text(part),
        })
    }

    /// The invariant of a loop of a text that was made from another one, as one of that. `None` for other
    /// points, and for what the other text does not have.
    pub fn moved(&self, places: &SourceMap, lines: &LineIndex) -> Option<Invariant> {
        let span = places.to_original(self.span).filter(|_| self.loop_head)?;
        let line = lines.line(span);
        let title = format!("each time the loop of line {line} is at its condition");
        Some(Invariant { name: format!("L{line}"), title, span, line, ..self.clone() })
    }
}

/// A part as text in the syntax of programs.
pub fn sentence(part: &Term) -> String {
    chains::text(part)
}
