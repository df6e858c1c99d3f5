//! Documents as plain text.

use super::document::{Block, Document, Inline};
use hornbook_horn::notation::Notation;
use std::fmt::Write;

/// The greatest width of a clause on one line, in characters.
const MAX_WIDTH: usize = 96;

/// The whole document.
pub fn write(document: &Document) -> String {
    let mut out = underlined(&document.title, '=');
    for block in &document.blocks {
        out.push('\n');
        out.push_str(&self::block(block));
    }
    out
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading { level: 1, words } => format!("\n{}", underlined(&line(words), '=')),
        Block::Heading { words, .. } => underlined(&line(words), '-'),
        Block::Paragraph(words) => line(words) + "\n",
        Block::Items(items) => items.iter().map(|item| format!("- {}\n", line(item))).collect(),
        Block::Listing { text, numbered } => listing(text, *numbered),
        Block::Clause { premises, goal } => clause(premises, goal),
    }
}

fn underlined(words: &str, sign: char) -> String {
    let rule: String = words.chars().map(|_| sign).collect();
    format!("{words}\n{rule}\n")
}

fn line(words: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Text(words) | Inline::Strong(words) => words.clone(),
        Inline::Code(words) => format!("`{words}`"),
        Inline::Formula(notation) => notation.text(),
    };
    let words: String = words.iter().map(one).collect();
    words.replace(['\n', '\r'], " ")
}

/// The lines of a listing, with their numbers if these are wanted.
pub(super) fn listing(text: &str, numbered: bool) -> String {
    let mut out = String::new();
    let count = text.lines().count();
    let width = count.to_string().len();
    for (n, line) in text.lines().enumerate() {
        let _ = match numbered {
            true => writeln!(out, "{:>width$}  {line}", n + 1),
            false => writeln!(out, "{line}"),
        };
    }
    out
}

/// A clause on one line, or with a line for each premise.
fn clause(premises: &[Notation], goal: &Notation) -> String {
    let premises: Vec<String> = premises.iter().map(Notation::text).collect();
    let goal = goal.text();
    if premises.is_empty() {
        return format!("    {goal}\n");
    }
    let whole = format!("    {} → {goal}\n", premises.join(" ∧ "));
    if whole.chars().count() <= MAX_WIDTH {
        return whole;
    }
    format!("      {}\n    → {goal}\n", premises.join("\n    ∧ "))
}
