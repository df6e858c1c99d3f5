//! Exercises: a program to be filled in or changed, and the condition under which that is solved.

use crate::answer::Answer;
use crate::fact::AskedFact;
use crate::packed::{pack, unpack};
use crate::sealed::{seal, unseal};
use crate::template::Template;
use hornbook_tasks::choices::Choices;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The verdict of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectedVerdict {
    /// No run breaks an assertion.
    Certified,
    /// A run breaks one.
    Buggy,
    /// The abstraction is too weak.
    TooWeak,
    /// There is no answer.
    Unknown,
    /// The program claims nothing.
    NothingAsserted,
}

impl ExpectedVerdict {
    const ALL: [ExpectedVerdict; 5] = [
        ExpectedVerdict::Certified,
        ExpectedVerdict::Buggy,
        ExpectedVerdict::TooWeak,
        ExpectedVerdict::Unknown,
        ExpectedVerdict::NothingAsserted,
    ];

    /// Its name in options and records.
    pub const fn name(self) -> &'static str {
        match self {
            ExpectedVerdict::Certified => "certified",
            ExpectedVerdict::Buggy => "buggy",
            ExpectedVerdict::TooWeak => "too-weak",
            ExpectedVerdict::Unknown => "unknown",
            ExpectedVerdict::NothingAsserted => "nothing-asserted",
        }
    }

    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            ExpectedVerdict::TooWeak => "too weak",
            ExpectedVerdict::NothingAsserted => "nothing asserted",
            _ => self.name(),
        }
    }
}

impl FromStr for ExpectedVerdict {
    type Err = String;

    fn from_str(name: &str) -> Result<ExpectedVerdict, String> {
        let found = ExpectedVerdict::ALL.into_iter().find(|verdict| verdict.name() == name);
        found.ok_or_else(|| {
            let names = ExpectedVerdict::ALL.map(|verdict| format!("`{}`", verdict.name()));
            format!("there is no verdict `{name}`; the verdicts are {}", names.join(", "))
        })
    }
}

/// The condition under which an exercise is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The filled program has this verdict, by an abstraction to at most so many cells.
    Verdict(ExpectedVerdict, Option<usize>),
    /// The invariants in the text suffice as they are written.
    Invariants,
    /// A run breaks a claim within so many steps.
    Run(Option<usize>),
    /// The filled program computes the same values of these variables as the solution, for all inputs.
    Equal(Vec<String>),
    /// Like `Equal`, for small inputs only.
    EqualOnSmall(Vec<String>),
    /// The tiles in the text satisfy the conditions of all claims behind loops.
    Tiles,
    /// This fact about the program is said.
    Fact(AskedFact),
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::Verdict(ExpectedVerdict::Certified, None)
    }
}

impl Goal {
    /// The goal in a sentence.
    pub fn in_words(&self) -> String {
        match self {
            Goal::Verdict(ExpectedVerdict::Certified, None) => {
                "It is solved when Hornbook certifies the program.".to_owned()
            }
            Goal::Verdict(ExpectedVerdict::Certified, Some(1)) => {
                "It is solved when Hornbook certifies the program with one cell of each array."
                    .to_owned()
            }
            Goal::Verdict(ExpectedVerdict::Certified, Some(n)) => format!(
                "It is solved when Hornbook certifies the program with at most {n} cells of each array."
            ),
            Goal::Verdict(verdict, _) => {
                format!("It is solved when the verdict is {}.", verdict.words())
            }
            Goal::Invariants => {
                "It is solved when your invariants suffice as they are written.".to_owned()
            }
            Goal::Tiles => {
                "It is solved when your tiles satisfy the conditions of each claim.".to_owned()
            }
            Goal::Fact(fact) => fact.question(),
            Goal::Run(None) => "Find inputs for which a claim fails.".to_owned(),
            Goal::Run(Some(n)) => {
                format!("Find inputs for which a claim fails within {n} steps.")
            }
            Goal::Equal(names) => format!(
                "It is solved when, for all inputs, {} at the end.",
                have_right_values(names)
            ),
            Goal::EqualOnSmall(names) => format!(
                "It is solved when, for all small inputs that are tried, {} at the end.",
                have_right_values(names)
            ),
        }
    }
}

/// That variables have the values that they should have.
fn have_right_values(names: &[String]) -> String {
    match names {
        [only] => format!("`{only}` has the value that it should have"),
        several => {
            let several: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            format!("{} have the values that they should have", several.join(" and "))
        }
    }
}

impl FromStr for Goal {
    type Err = String;

    /// Reads a goal: `certified`, `certified 2 cells`, `buggy`, `invariants`, `tiles`, `run`, `run 20 steps`, `equal a, n`,
    /// `equal-small a`, and [facts](AskedFact::from_str) such as `cells 5`.
    fn from_str(text: &str) -> Result<Goal, String> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |unit: &str| match words.as_slice() {
            [] => Ok(None),
            [number, said] if said.strip_suffix('s') == Some(unit) || *said == unit => {
                number.parse().map(Some).map_err(|_| format!("`{number}` is no number of {unit}s"))
            }
            _ => {
                Err(format!("behind `{word}` there can only be a number, as in `{word} 2 {unit}s`"))
            }
        };
        let names = || {
            let names = rest.split(',').map(str::trim).filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(str::to_owned).collect();
            match names.is_empty() {
                true => {
                    Err(format!("`{word}` needs the variables to compare, as in `{word} a, n`"))
                }
                false => Ok(names),
            }
        };
        Ok(match word {
            "invariants" if rest.is_empty() => Goal::Invariants,
            "tiles" if rest.is_empty() => Goal::Tiles,
            "run" => Goal::Run(number("step")?),
            "equal" => Goal::Equal(names()?),
            "equal-small" => Goal::EqualOnSmall(names()?),
            fact if AskedFact::WORDS.contains(&fact) => Goal::Fact(text.parse()?),
            _ => {
                let verdict = word.parse().map_err(|_| {
                    format!(
                        "there is no goal `{word}`; goals are a verdict such as `certified`, `invariants`, `tiles`, `run`, `equal`, \
                         `equal-small`, `cells`, `complete`, `next` and `strip`"
                    )
                })?;
                Goal::Verdict(verdict, number("cell")?)
            }
        })
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Goal::Verdict(verdict, None) => f.write_str(verdict.name()),
            Goal::Verdict(verdict, Some(n)) => write!(f, "{} {n} cells", verdict.name()),
            Goal::Invariants => f.write_str("invariants"),
            Goal::Tiles => f.write_str("tiles"),
            Goal::Run(None) => f.write_str("run"),
            Goal::Run(Some(n)) => write!(f, "run {n} steps"),
            Goal::Equal(names) => write!(f, "equal {}", names.join(", ")),
            Goal::EqualOnSmall(names) => write!(f, "equal-small {}", names.join(", ")),
            Goal::Fact(fact) => fact.fmt(f),
        }
    }
}

/// The parts of an exercise that are not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenParts {
    /// An answer that solves it.
    pub solution: Answer,
    /// Claims that are added at the end of each answer.
    #[serde(default)]
    pub claims: String,
}

impl HiddenParts {
    /// The parts as a sealed text.
    pub fn seal(&self) -> String {
        // Texts in a record always have a JSON form.
        seal(&serde_json::to_string(self).unwrap_or_default())
    }

    /// The parts in a sealed text; none if it was damaged.
    pub fn unseal(sealed: &str) -> Option<HiddenParts> {
        serde_json::from_str(&unseal(sealed).ok()?).ok()
    }
}

/// An exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exercise {
    /// The title of its course, under which answers are kept together.
    #[serde(default)]
    pub course: String,
    /// Its name in answers, unique in its course.
    pub id: String,
    /// The program.
    pub template: Template,
    /// The choices under which it is judged.
    pub choices: Choices,
    /// The condition for being solved.
    pub goal: Goal,
    /// Hints, from the first to the last stage: text with code between backquotes.
    pub hints: Vec<String>,
    /// The parts that are not shown, sealed. See [`Exercise::open`].
    pub sealed: String,
}

impl Exercise {
    /// Puts the hidden parts in.
    #[must_use]
    pub fn with_hidden(self, hidden: &HiddenParts) -> Exercise {
        Exercise { sealed: hidden.seal(), ..self }
    }

    /// The hidden parts; none if they were damaged.
    pub fn open(&self) -> Option<HiddenParts> {
        HiddenParts::unseal(&self.sealed)
    }

    /// The exercise as a text for links.
    pub fn to_packed(&self) -> String {
        // All parts of an exercise have a JSON form.
        pack(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// The exercise in such a text; none if it is damaged.
    pub fn from_packed(text: &str) -> Option<Exercise> {
        serde_json::from_slice(&unpack(text).ok()?).ok()
    }

    /// Whether the answer is said beside the program, and not in its blanks: the inputs of a run, or a fact.
    pub const fn is_answered_in_words(&self) -> bool {
        matches!(self.goal, Goal::Run(_) | Goal::Fact(_))
    }

    /// Whether the answer is a run.
    pub const fn asks_for_run(&self) -> bool {
        matches!(self.goal, Goal::Run(_))
    }

    /// The condition under which it is solved, in sentences.
    pub fn goal_in_words(&self) -> String {
        let fill = match self.template.distinct_blanks().len() {
            0 => String::new(),
            1 => "Fill the blank. ".to_owned(),
            n => format!("Fill the {n} blanks. "),
        };
        fill + &self.goal.in_words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_and_written() {
        for text in [
            "certified",
            "certified 2 cells",
            "too-weak",
            "invariants",
            "tiles",
            "run",
            "run 20 steps",
            "equal a, n",
            "equal-small a",
            "cells 5",
        ] {
            assert_eq!(text.parse::<Goal>().map(|goal| goal.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "solved", "equal", "run fast", "certified 2 steps", "cells a"] {
            assert!(text.parse::<Goal>().is_err(), "{text}");
        }
    }

    #[test]
    fn hidden_parts_are_not_readable_and_can_be_opened() {
        let hidden = HiddenParts { claims: "assert(m == 7);".to_owned(), ..HiddenParts::default() };
        let exercise = Exercise::default().with_hidden(&hidden);
        assert!(!serde_json::to_string(&exercise).expect("JSON").contains("m == 7"));
        assert_eq!(exercise.open(), Some(hidden));
        assert_eq!(Exercise::from_packed(&exercise.to_packed()), Some(exercise));
        assert_eq!(Exercise::from_packed("AAAAAAAA"), None);
    }
}
