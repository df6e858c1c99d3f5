//! The labels of edges: texts of the program.

use hornbook_horn::{Clause, Instruction, System, cfg};
use hornbook_lang::typed::TypedProgram;

/// The labels of edges.
pub(super) struct EdgeLabels<'a> {
    pub(super) steps: Option<&'a System>,
    pub(super) program: Option<&'a TypedProgram>,
    pub(super) text: &'a str,
}

impl EdgeLabels<'_> {
    /// The statement or condition of a step.
    pub(super) fn label(&self, clause: &Clause, edge: &cfg::Edge) -> String {
        match clause.origin.instruction {
            Instruction::Block => self.block_label(clause).unwrap_or_else(|| edge.label.clone()),
            Instruction::Loop | Instruction::Given => edge.label.clone(),
            _ => self.step_text(clause),
        }
    }

    /// The label of a large block: its steps, in order.
    fn block_label(&self, clause: &Clause) -> Option<String> {
        let steps = self.steps?;
        let parts = clause.origin.parts.iter().map(|id| steps.clause(*id));
        let words: Option<Vec<String>> =
            parts.map(|part| part.map(|p| self.step_text(p))).collect();
        let mut words = words?;
        words.retain(|words| !words.is_empty());
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The piece of text that a clause comes from, on one line.
    fn step_text(&self, clause: &Clause) -> String {
        if let Some(words) = self.entry_text(clause) {
            return words;
        }
        let piece = clause.origin.span.slice(self.text).trim().trim_end_matches(';');
        let words = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        match clause.origin.instruction {
            Instruction::Start | Instruction::Skip => String::new(),
            Instruction::BranchFalse => format!("!({})", strip_parentheses(&words)),
            Instruction::BranchTrue => strip_parentheses(&words).to_owned(),
            _ => words,
        }
    }
}

impl EdgeLabels<'_> {
    /// The label of the choice whether the run begins with a function.
    fn entry_text(&self, clause: &Clause) -> Option<String> {
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
fn strip_parentheses(words: &str) -> &str {
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
