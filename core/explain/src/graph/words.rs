//! The words of the program on the arrows of its graph.

use hornbook_horn::{Clause, Instruction, System, cfg};
use hornbook_lang::typed::TypedProgram;

/// What steps are called.
pub(super) struct Words<'a> {
    pub(super) steps: Option<&'a System>,
    pub(super) program: Option<&'a TypedProgram>,
    pub(super) text: &'a str,
}

impl Words<'_> {
    /// The statement or condition of a step.
    pub(super) fn label(&self, clause: &Clause, edge: &cfg::Edge) -> String {
        match clause.origin.instruction {
            Instruction::Block => self.merged(clause).unwrap_or_else(|| edge.label.clone()),
            Instruction::Loop | Instruction::Given => edge.label.clone(),
            _ => self.step(clause),
        }
    }

    /// The steps of a merged clause, one after the other.
    fn merged(&self, clause: &Clause) -> Option<String> {
        let steps = self.steps?;
        let parts = clause.origin.parts.iter().map(|id| steps.clause(*id));
        let words: Option<Vec<String>> = parts.map(|part| part.map(|p| self.step(p))).collect();
        let mut words = words?;
        words.retain(|words| !words.is_empty());
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The piece of text that a clause comes from, on one line.
    fn step(&self, clause: &Clause) -> String {
        if let Some(words) = self.begins(clause) {
            return words;
        }
        let piece = clause.origin.span.slice(self.text).trim().trim_end_matches(';');
        let words = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        match clause.origin.instruction {
            Instruction::Start | Instruction::Skip => String::new(),
            Instruction::BranchFalse => format!("!({})", without_parentheses(&words)),
            Instruction::BranchTrue => without_parentheses(&words).to_owned(),
            _ => words,
        }
    }
}

impl Words<'_> {
    /// What is decided just before the name of a function: whether the run begins with it.
    fn begins(&self, clause: &Clause) -> Option<String> {
        let span = clause.origin.span;
        let function = self.program?.functions.iter().find(|f| f.entry_span() == span)?;
        match clause.origin.instruction {
            Instruction::BranchTrue => Some(format!("{} is first", function.name)),
            Instruction::BranchFalse => Some(format!("{} is not first", function.name)),
            _ => None,
        }
    }
}

/// A condition without the parentheses around it, if these are one pair.
fn without_parentheses(words: &str) -> &str {
    let Some(inner) = words.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return words;
    };
    let mut open = 0i32;
    for c in inner.chars() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open < 0 {
            return words;
        }
    }
    inner.trim()
}
