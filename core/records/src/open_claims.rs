//! The claims without an answer: the question that is open, and what may help.

use hornbook_lang::typed::AssertId;
use serde::{Deserialize, Serialize};

/// A claim without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenClaim {
    /// The assertion; `None` for a clause that was read from a file.
    pub assert: Option<AssertId>,
    /// The line on which it starts, from 1.
    pub line: u32,
    /// The question that no strategy has answered, as a sentence.
    pub question: String,
    /// Changes that may lead to an answer, the simplest first.
    pub helps: Vec<Help>,
}

/// A change that may lead to an answer. None of them is known to suffice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Help {
    /// A larger budget: strategies were left that could go on.
    MoreTime,
    /// The method of this name.
    Method(String),
    /// A hint at the head of a loop.
    Hint {
        /// The line of the loop, from 1.
        line: u32,
        /// The form of the hint, as a statement.
        form: String,
        /// The offset in the text, in bytes, at which it can be put in; `None` where that takes more than a statement.
        place: Option<u32>,
    },
    /// An assumption that leaves only small cases. It answers less than was asked.
    SmallerBound {
        /// The line of the loop, from 1.
        line: u32,
        /// The assumption, as a statement in front of the loop.
        assumption: String,
        /// The offset in the text, in bytes, at which it can be put in; `None` where that takes more than a statement.
        place: Option<u32>,
    },
}

impl Help {
    /// The text with this change, if the change is a statement that can be put in.
    pub fn put_into(&self, text: &str) -> Option<String> {
        let (statement, place) = match self {
            Help::MoreTime | Help::Method(_) => return None,
            Help::Hint { form, place, .. } => (form, *place),
            Help::SmallerBound { assumption, place, .. } => (assumption, *place),
        };
        let place = usize::try_from(place?).ok()?;
        let (before, after) = (text.get(..place)?, text.get(place..)?);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let indent = &before[line..];
        let gap = if indent.trim().is_empty() { format!("\n{indent}") } else { " ".into() };
        Some(format!("{before}{statement}{gap}{after}"))
    }

    /// The change in words, for the command line.
    pub fn describe(&self) -> String {
        match self {
            Help::MoreTime => "more time (--budget-ms)".into(),
            Help::Method(name) => format!("the method {name} (--method {name})"),
            Help::Hint { line, form, .. } => {
                format!("a hint of this form, first in the loop of line {line}: {form}")
            }
            Help::SmallerBound { line, assumption, .. } => {
                format!(
                    "small cases only, by this in front of the loop of line {line}: {assumption}"
                )
            }
        }
    }
}
