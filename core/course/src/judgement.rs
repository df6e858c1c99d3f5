//! The judgement of an answer to an exercise.

use crate::answer::AnswerProblem;
use hornbook_base::Diagnostic;
use serde::{Deserialize, Serialize};

/// Whether an exercise is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Solved {
    /// The condition holds: it was proved, or a run was replayed.
    Yes,
    /// It does not.
    No,
    /// There was no answer. That counts as not solved, and is said.
    Undecided,
}

impl Solved {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Solved::Yes => "solved",
            Solved::No => "not-solved",
            Solved::Undecided => "undecided",
        }
    }
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerJudgement {
    /// Whether the exercise is solved.
    pub solved: Solved,
    /// The reasons, each a sentence.
    pub reasons: Vec<String>,
    /// Texts that cannot stand in their blanks. Then nothing else was judged.
    pub problems: Vec<AnswerProblem>,
    /// Errors of the filled program. Then nothing else was judged.
    pub errors: Vec<Diagnostic>,
    /// The filled program.
    pub text: String,
}

impl AnswerJudgement {
    /// Says that the exercise is not solved, and why.
    pub fn refuse(&mut self, reason: &str) {
        self.solved = Solved::No;
        self.reasons.push(reason.to_owned());
    }

    /// Says that something is open, and what.
    pub fn leave_open(&mut self, reason: &str) {
        if self.solved == Solved::Yes {
            self.solved = Solved::Undecided;
        }
        self.reasons.push(reason.to_owned());
    }
}
