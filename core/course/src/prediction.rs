//! Questions about a program that a reader answers before Hornbook does.

use crate::exercise::{Exercise, ExpectedVerdict, Goal, HiddenParts};
use crate::template::Template;
use hornbook_lang::ast::StmtKind;
use hornbook_lang::parse;
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

impl Prediction {
    /// The question as an exercise of no course, if Hornbook can judge the answer as one: inputs for which a claim fails, an
    /// invariant, or a tile or rule in a blank of the text.
    pub fn as_exercise(&self) -> Option<Exercise> {
        let template = Template::read(&self.text);
        let (template, goal) = match self.question {
            Question::Inputs => (template, Goal::Run(None)),
            Question::Invariant if template.blanks.is_empty() => {
                (Template::read(&with_invariant_blank(&self.text)?), Goal::Invariants)
            }
            Question::Invariant => (template, Goal::Invariants),
            Question::Tile | Question::GhostRule if !template.blanks.is_empty() => {
                (template, Goal::default())
            }
            _ => return None,
        };
        let (id, choices) = (self.id.clone(), self.choices.clone());
        let exercise = Exercise { id, template, choices, goal, ..Exercise::default() };
        Some(exercise.with_hidden(&HiddenParts::default()))
    }
}

/// The text with a blank for invariants at its first loop.
fn with_invariant_blank(text: &str) -> Option<String> {
    let mut body = None;
    for stmt in &parse(text).0.body {
        stmt.visit(&mut |stmt| {
            if body.is_none() && stmt.is_loop() {
                body = match &stmt.kind {
                    StmtKind::While { body, .. } | StmtKind::For { body, .. } => body.first(),
                    _ => None,
                }
                .map(|first| first.span.start as usize);
            }
        });
    }
    let brace = text[..body?].rfind('{')?;
    Some(format!("{}___invariant {}", &text[..brace], &text[brace..]))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &str, text: &str) -> Option<Exercise> {
        let (id, text) = ("asked".to_owned(), text.to_owned());
        let question = question.parse().expect("a question");
        let choices = Choices::default();
        Prediction { id, text, choices, question, expected: None }.as_exercise()
    }

    #[test]
    fn questions_are_read_and_written() {
        for text in ["verdict", "inputs", "cells 5", "strip 3", "invariant", "tile", "ghost-rule"] {
            let question: Question = text.parse().expect("a question");
            assert!(text.starts_with(question.name()));
        }
        for text in ["", "why", "cells", "cells x", "verdict 3", "strip 3 4"] {
            assert!(text.parse::<Question>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_can_be_judged_becomes_an_exercise() {
        let loops = "int i = 0;\nwhile (i < 3) {\n  for (int j = 0; j < 3; j++) { i++; }\n}\n";
        let invariant = asked("invariant", loops).expect("an exercise");
        assert!(invariant.template.text.contains("while (i < 3) ___invariant {"));
        assert_eq!(invariant.goal, Goal::Invariants);
        assert_eq!(asked("inputs", loops).map(|e| e.goal), Some(Goal::Run(None)));
        assert_eq!(asked("invariant", "int i;"), None);
        assert_eq!(asked("tile", loops), None);
        assert!(asked("tile", "#pragma tiles ___\nint i;").is_some());
        assert_eq!(asked("verdict", loops), None);
        assert!(invariant.open().is_some() && invariant.course.is_empty());
    }
}
