//! Questions about a program that a reader answers before Hornbook does.

use crate::exercise::ExpectedVerdict;
use hornbook_tasks::choices::Choices;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A program and a question about it. The answer is computed, and never written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Its name, unique in its course.
    pub id: String,
    /// The program.
    pub text: String,
    /// The choices that are made with it.
    pub choices: Choices,
    /// The question.
    pub question: Question,
    /// The verdict, which is proved to be that one.
    pub expected: Option<ExpectedVerdict>,
}

/// A question about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether its claims always hold.
    Verdict,
    /// Inputs for which a claim fails.
    Inputs,
    /// The cells that decide about the step of a line.
    Cells(u32),
    /// Whether the cells that were taken at the step of a line lose nothing.
    Complete(u32),
    /// The next rule that simplifies the clause of a line.
    NextStep(u32),
    /// The cells of the array after so many rounds of the first loop.
    Strip(u32),
    /// An invariant that suffices.
    Invariant,
    /// The tile of a loop.
    Tile,
    /// The rule by which a ghost variable follows a sum, or the like.
    GhostRule,
}

impl Question {
    /// Its name in options.
    pub const fn name(&self) -> &'static str {
        match self {
            Question::Verdict => "verdict",
            Question::Inputs => "inputs",
            Question::Cells(_) => "cells",
            Question::Complete(_) => "complete",
            Question::NextStep(_) => "next",
            Question::Strip(_) => "strip",
            Question::Invariant => "invariant",
            Question::Tile => "tile",
            Question::GhostRule => "ghost-rule",
        }
    }
}

impl FromStr for Question {
    type Err = String;

    /// Reads a question: `verdict`, `inputs`, `cells 5`, `complete 5`, `next 5` with a line, `strip 3` with a number of rounds,
    /// `invariant`, `tile`, `ghost-rule`.
    fn from_str(text: &str) -> Result<Question, String> {
        let mut words = text.split_whitespace();
        let (word, number) = (words.next().unwrap_or_default(), words.next());
        let number =
            number.map(|said| said.parse::<u32>().map_err(|_| format!("`{said}` is no number")));
        let number = number.transpose()?;
        let needs =
            |what: &str| number.ok_or_else(|| format!("`{word}` needs {what}, as in `{word} 5`"));
        let question = match word {
            "verdict" => Question::Verdict,
            "inputs" => Question::Inputs,
            "cells" => Question::Cells(needs("a line")?),
            "complete" => Question::Complete(needs("a line")?),
            "next" => Question::NextStep(needs("a line")?),
            "strip" => Question::Strip(needs("a number of rounds")?),
            "invariant" => Question::Invariant,
            "tile" => Question::Tile,
            "ghost-rule" => Question::GhostRule,
            _ => {
                return Err(format!(
                    "there is no question `{word}`; questions are `verdict`, `inputs`, `cells LINE`, `complete LINE`, \
                     `next LINE`, `strip ROUNDS`, `invariant`, `tile` and `ghost-rule`"
                ));
            }
        };
        let takes_number = matches!(question, Question::Cells(_) | Question::Complete(_))
            || matches!(question, Question::NextStep(_) | Question::Strip(_));
        match words.next().is_none() && (takes_number || number.is_none()) {
            true => Ok(question),
            false => Err(format!("there is too much behind `{word}`")),
        }
    }
}
