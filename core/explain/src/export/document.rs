//! Documents independent of their format: headings, paragraphs, lists, listings, formulas.

use hornbook_base::text::split_code;
use hornbook_horn::notation::Notation;
use hornbook_horn::{Clause, System, Term, notation};

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The title.
    pub title: String,
    /// Its parts from top to bottom.
    pub blocks: Vec<Block>,
}

/// A block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// The level of the section: 1 or 2.
        level: u8,
        /// The words.
        words: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list of items.
    Items(Vec<Vec<Inline>>),
    /// Preformatted lines.
    Listing {
        /// The lines.
        text: String,
        /// Whether they are numbered, from 1.
        numbered: bool,
    },
    /// A clause on lines of its own.
    Clause {
        /// The premises.
        premises: Vec<Notation>,
        /// The goal.
        goal: Notation,
    },
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Text(String),
    /// Emphasised words.
    Strong(String),
    /// A text in the syntax of programs or of the command line.
    Code(String),
    /// A formula.
    Formula(Notation),
}

impl Inline {
    /// Words.
    pub fn text(words: impl Into<String>) -> Inline {
        Inline::Text(words.into())
    }

    /// A text in the syntax of programs.
    pub fn code(words: impl Into<String>) -> Inline {
        Inline::Code(words.into())
    }

    /// A sentence, in which backquotes enclose texts in the syntax of programs.
    pub fn prose(sentence: &str) -> Vec<Inline> {
        let inline =
            |(is_code, part)| if is_code { Inline::code(part) } else { Inline::text(part) };
        split_code(sentence).map(inline).collect()
    }

    /// A term.
    pub fn term(t: &Term) -> Inline {
        Inline::Formula(notation::term(t))
    }
}

impl Block {
    /// A clause of a system.
    pub fn clause(system: &System, clause: &Clause) -> Block {
        let (premises, goal) = notation::clause(system, clause);
        Block::Clause { premises, goal }
    }

    /// A paragraph of words.
    pub fn words(words: impl Into<String>) -> Block {
        Block::Paragraph(vec![Inline::text(words)])
    }
}
