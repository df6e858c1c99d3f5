//! Requests to compare several ways to treat one clause.

use hornbook_abstraction::heuristic::{Heuristic, UnknownHeuristic};
use hornbook_abstraction::sigma::{Choice, SigmaError};
use hornbook_horn::ClauseId;
use serde::{Deserialize, Serialize};

/// The choice in which the compared ways differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ComparisonAxis {
    /// How cells are chosen.
    Heuristics,
    /// The abstraction.
    Abstractions,
    /// Anything: one other way.
    Other {
        /// Its abstraction.
        abstraction: Choice,
        /// Its heuristic.
        heuristic: Heuristic,
    },
    /// One other way that another Hornbook has written, and this one cannot read.
    Unread {
        /// Its abstraction and its heuristic, as they are written.
        words: [String; 2],
        /// The reason why they cannot be read.
        why: String,
    },
}

impl ComparisonAxis {
    /// The axis in one word.
    pub fn name(&self) -> &'static str {
        match self {
            ComparisonAxis::Heuristics => "heuristics",
            ComparisonAxis::Abstractions => "abstractions",
            ComparisonAxis::Other { .. } | ComparisonAxis::Unread { .. } => "other",
        }
    }

    /// The axis as links have it: its name, or the abstraction and the heuristic of the other way.
    pub fn words(&self) -> Vec<String> {
        match self {
            ComparisonAxis::Heuristics | ComparisonAxis::Abstractions => {
                vec![self.name().to_owned()]
            }
            ComparisonAxis::Other { abstraction, heuristic } => {
                vec![abstraction.to_string(), heuristic.to_string()]
            }
            ComparisonAxis::Unread { words, .. } => words.to_vec(),
        }
    }

    /// The axis that [`ComparisonAxis::words`] wrote. None if a newer page wrote it.
    pub fn from_words(words: &[String]) -> Option<ComparisonAxis> {
        match words {
            [name] => [ComparisonAxis::Heuristics, ComparisonAxis::Abstractions]
                .into_iter()
                .find(|a| a.name() == name),
            [abstraction, heuristic] => Some(ComparisonAxis::other(abstraction, heuristic)),
            _ => None,
        }
    }

    /// The other way that is written like this.
    pub fn other(abstraction: &str, heuristic: &str) -> ComparisonAxis {
        let way = || -> Result<ComparisonAxis, String> {
            let abstraction = abstraction.parse().map_err(|e: SigmaError| e.to_string())?;
            let heuristic = heuristic.parse().map_err(|e: UnknownHeuristic| e.to_string())?;
            Ok(ComparisonAxis::Other { abstraction, heuristic })
        };
        way().unwrap_or_else(|why| ComparisonAxis::Unread {
            words: [abstraction.to_owned(), heuristic.to_owned()],
            why,
        })
    }

    /// A message where the axis cannot be read, and so nothing can be compared.
    pub fn unreadable(&self) -> Option<String> {
        match self {
            ComparisonAxis::Unread { why, .. } => {
                Some(format!("The other choice cannot be compared: {why}."))
            }
            _ => None,
        }
    }
}

/// A comparison that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonRequest {
    /// The revision of the text and the choices.
    pub revision: u32,
    /// The clause.
    pub clause: ClauseId,
    /// The choice in which they differ.
    pub axis: ComparisonAxis,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_the_other_way_is_said() {
        let of = |abstraction: &str, heuristic: &str| {
            let axis = ComparisonAxis::other(abstraction, heuristic);
            assert_eq!(ComparisonAxis::from_words(&axis.words()), Some(axis.clone()));
            axis.unreadable()
        };
        assert_eq!(of("cell2,a=id", "mg16"), None);
        assert_eq!(ComparisonAxis::Heuristics.unreadable(), None);
        for (abstraction, heuristic, word) in
            [("cell2 @ tiling", "mg16", "@"), ("cell2", "newer2027", "newer2027")]
        {
            let said = of(abstraction, heuristic).expect("a reason");
            assert!(said.contains(word), "{said}");
        }
    }
}
