//! Questions about a program that a reader answers before Hornbook does.

use crate::exercise::{Exercise, ExpectedVerdict, Goal, HiddenParts};
use crate::fact::AskedFact;
use crate::template::Template;
use hornbook_lang::ast::StmtKind;
use hornbook_lang::parse;
use hornbook_lang::token::{Token, lex};
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
    /// The question as an exercise of no course. There is none for the verdict, which the page itself asks for, and for an
    /// invariant of a program without loops.
    pub fn as_exercise(&self) -> Option<Exercise> {
        let goal = match &self.question {
            Question::Verdict => return None,
            Question::Inputs => Goal::Run(None),
            Question::Fact(fact) => Goal::Fact(fact.clone()),
            Question::Invariant => Goal::Invariants,
            Question::Tile => Goal::Tiles,
            Question::GhostRule => Goal::default(),
        };
        let own = Template::read(&self.text);
        let template = match self.question {
            _ if !own.blanks.is_empty() => own,
            Question::Invariant => Template::read(&with_invariant_blank(&self.text)?),
            Question::Tile => Template::read(&with_setting_blank(&self.text, "tiles")),
            Question::GhostRule => Template::read(&with_setting_blank(&self.text, "rules")),
            _ => own,
        };
        let (id, choices) = (self.id.clone(), self.choices.clone());
        let exercise = Exercise { id, template, choices, goal, ..Exercise::default() };
        Some(exercise.with_hidden(&HiddenParts::default()))
    }
}

/// The text with a blank for the value of a pragma, behind all its lines, which keep their numbers.
fn with_setting_blank(text: &str, pragma: &str) -> String {
    format!("{}\n#pragma {pragma} ___{pragma}\n", text.trim_end())
}

/// The text with a blank for invariants in front of the braces of its first loop, if it has some.
fn with_invariant_blank(text: &str) -> Option<String> {
    let mut found: Option<(u32, u32)> = None;
    for stmt in &parse(text).0.body {
        stmt.visit(&mut |stmt| {
            if let (None, StmtKind::While { body, .. } | StmtKind::For { body, .. }) =
                (found, &stmt.kind)
            {
                found =
                    Some((stmt.span.start, body.first().map_or(stmt.span.end, |s| s.span.start)));
            }
        });
    }
    let (start, end) = found?;
    let (tokens, _) = lex(text);
    let is_brace = |token: &&Token| {
        start <= token.span.start && token.span.end <= end && token.span.slice(text) == "{"
    };
    let brace = tokens.iter().find(is_brace)?.span.start as usize;
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
    /// A fact that Hornbook computes.
    Fact(AskedFact),
    /// An invariant that suffices.
    Invariant,
    /// The tile of a loop.
    Tile,
    /// The rule by which a ghost variable follows a sum, or the like.
    GhostRule,
}

impl Question {
    /// The question in words.
    pub fn in_words(&self) -> String {
        match self {
            Question::Verdict => "Do its claims always hold?".to_owned(),
            Question::Inputs => "For which inputs does a claim fail?".to_owned(),
            Question::Fact(fact) => fact.question(),
            Question::Invariant => "Which invariant suffices?".to_owned(),
            Question::Tile => "Which cells does a round own?".to_owned(),
            Question::GhostRule => "What must a ghost variable do in a round?".to_owned(),
        }
    }

    /// The stage of the page that shows the answer.
    pub const fn stage(&self) -> &'static str {
        match self {
            Question::Fact(fact) => fact.stage(),
            _ => "solve",
        }
    }
}

impl FromStr for Question {
    type Err = String;

    /// Reads a question: `verdict`, `inputs`, `invariant`, `tile`, `ghost-rule`, or that for a [fact](AskedFact::from_str).
    fn from_str(text: &str) -> Result<Question, String> {
        let word = text.split_whitespace().next().unwrap_or_default();
        if AskedFact::WORDS.contains(&word) {
            return text.parse().map(Question::Fact);
        }
        match text.trim() {
            "verdict" => Ok(Question::Verdict),
            "inputs" => Ok(Question::Inputs),
            "invariant" => Ok(Question::Invariant),
            "tile" => Ok(Question::Tile),
            "ghost-rule" => Ok(Question::GhostRule),
            other => Err(format!(
                "there is no question `{other}`; questions are `verdict`, `inputs`, `cells LINE`, `complete LINE`, \
                 `next LINE`, `strip ROUNDS`, `invariant`, `tile` and `ghost-rule`"
            )),
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
    fn questions_are_read() {
        for text in ["verdict", "inputs", "cells 5", "strip 3", "invariant", "tile", "ghost-rule"] {
            assert!(
                text.parse::<Question>().is_ok_and(|question| question.in_words().contains('?'))
            );
        }
        for text in ["", "why", "cells", "verdict 3"] {
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
        for without in ["int i;", "int a[2] = {1, 2};\nint i;\nwhile (i < 3) i++;"] {
            assert_eq!(asked("invariant", without), None, "{without}");
        }
        let comment = "int i = 0;\nwhile (i < 3) // { no brace\n{ i++; }";
        let comment = asked("invariant", comment).expect("an exercise");
        assert!(comment.template.text.contains("no brace\n___invariant {"));
        let tile = asked("tile", loops).expect("an exercise");
        assert!(tile.template.text.ends_with("}\n#pragma tiles ___tiles\n"));
        assert_eq!((tile.goal, tile.template.blanks.len()), (Goal::Tiles, 1));
        let own = asked("tile", "#pragma tiles ___\nint i;").expect("an exercise");
        assert_eq!(own.template.blanks.len(), 1);
        assert_eq!(asked("verdict", loops), None);
        let cells = asked("cells 3", loops).map(|exercise| exercise.goal);
        assert_eq!(cells, Some(Goal::Fact(AskedFact::Cells(3))));
        assert!(invariant.open().is_some() && invariant.course.is_empty());
    }
}
