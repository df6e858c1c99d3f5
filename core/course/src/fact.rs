//! Facts about a program that a reader is asked for, and that Hornbook computes.

use hornbook_abstraction::simplify::SimplifyRule;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A fact that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedFact {
    /// The cells that decide about the step of a line.
    Cells(u32),
    /// Whether the cells that are taken at the step of a line lose nothing.
    Complete(u32),
    /// The rule that simplifies the clause of a line first.
    NextStep(u32),
    /// The cells of the arrays after so many rounds of the first loop.
    Strip {
        /// The number of rounds.
        rounds: u32,
        /// The inputs of the run; none where the program has no inputs.
        inputs: String,
    },
}

/// The words of a question about completeness for yes and no.
pub const YES_OR_NO: [&str; 2] = ["yes", "no"];

/// The form of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// A text, with an example of one.
    Text(&'static str),
    /// One of these words.
    OneOf(Vec<String>),
}

impl AskedFact {
    /// The words that begin such questions in a course.
    pub const WORDS: [&str; 4] = ["cells", "complete", "next", "strip"];

    /// The question in words.
    pub fn question(&self) -> String {
        match self {
            AskedFact::Cells(line) => format!(
                "Which cells decide about the step of line {line}? Call the indices of those that its goal speaks of k, l, m, p, \
                 in any order, without the names that the program has itself."
            ),
            AskedFact::Complete(line) => {
                format!("Do the cells that are taken at line {line} lose nothing?")
            }
            AskedFact::NextStep(line) => {
                format!("Which rule simplifies the clause of line {line} first?")
            }
            AskedFact::Strip { rounds, inputs } => {
                let of_run = match inputs.is_empty() {
                    true => String::new(),
                    false => format!(", for `{inputs}`"),
                };
                let rounds = match rounds {
                    1 => "1 round".to_owned(),
                    n => format!("{n} rounds"),
                };
                format!("Which values stand in the cells after {rounds} of the loop{of_run}?")
            }
        }
    }

    /// The form of its answer.
    pub fn form(&self) -> AnswerForm {
        match self {
            AskedFact::Cells(_) => AnswerForm::Text("a[i], a[k]"),
            AskedFact::Complete(_) => AnswerForm::OneOf(YES_OR_NO.map(str::to_owned).to_vec()),
            AskedFact::NextStep(_) => {
                let rules = SimplifyRule::ALL.into_iter().map(SimplifyRule::words);
                AnswerForm::OneOf(rules.collect())
            }
            AskedFact::Strip { .. } => AnswerForm::Text("{3, 1, 4}"),
        }
    }

    /// The stage of the page that shows it.
    pub const fn stage(&self) -> &'static str {
        match self {
            AskedFact::Cells(_) | AskedFact::Complete(_) => "eliminate",
            AskedFact::NextStep(_) => "simplify",
            AskedFact::Strip { .. } => "solve",
        }
    }
}

impl FromStr for AskedFact {
    type Err = String;

    /// Reads `cells 5`, `complete 5`, `next 5` with a line, or `strip 3` with a number of rounds, behind which there may be
    /// `with n = 3`.
    fn from_str(text: &str) -> Result<AskedFact, String> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let (number, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let behind = behind.trim();
        let number = |what: &str| {
            let number = number.parse::<u32>();
            number.map_err(|_| format!("`{word}` needs {what}, as in `{word} 5`"))
        };
        let alone = |fact: AskedFact| match behind {
            "" => Ok(fact),
            _ => Err(format!("there is too much behind `{word}`")),
        };
        match word {
            "cells" => alone(AskedFact::Cells(number("a line")?)),
            "complete" => alone(AskedFact::Complete(number("a line")?)),
            "next" => alone(AskedFact::NextStep(number("a line")?)),
            "strip" => {
                let rounds = number("a number of rounds")?;
                match behind.strip_prefix("with ") {
                    Some(inputs) => {
                        Ok(AskedFact::Strip { rounds, inputs: inputs.trim().to_owned() })
                    }
                    None => alone(AskedFact::Strip { rounds, inputs: String::new() }),
                }
            }
            _ => Err(format!("nothing is known of `{word}`")),
        }
    }
}

impl fmt::Display for AskedFact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            AskedFact::Cells(line) => write!(f, "cells {line}"),
            AskedFact::Complete(line) => write!(f, "complete {line}"),
            AskedFact::NextStep(line) => write!(f, "next {line}"),
            AskedFact::Strip { rounds, inputs } if inputs.is_empty() => write!(f, "strip {rounds}"),
            AskedFact::Strip { rounds, inputs } => write!(f, "strip {rounds} with {inputs}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_and_written() {
        for text in ["cells 5", "complete 12", "next 1", "strip 3", "strip 2 with n = 3, a = {1}"] {
            assert_eq!(text.parse::<AskedFact>().map(|fact| fact.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "cells", "cells x", "cells 3 4", "strip 3 n = 4", "rounds 3"] {
            assert!(text.parse::<AskedFact>().is_err(), "{text}");
        }
    }

    #[test]
    fn rules_are_named_in_words() {
        let fact = AskedFact::NextStep(1);
        let AnswerForm::OneOf(rules) = fact.form() else { panic!("rules") };
        assert!(rules.contains(&"goal definitions".to_owned()));
    }
}
