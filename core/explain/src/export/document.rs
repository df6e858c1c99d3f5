//! What a text consists of, whatever the format: headings, paragraphs, lists, listings, formulas.

use hornbook_horn::notation::Notation;
use hornbook_horn::{Clause, System, Term, notation};

/// A text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// Its parts from top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// How deep the section is: 1 or 2.
        level: u8,
        /// The words.
        words: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// Points below each other.
    Items(Vec<Vec<Inline>>),
    /// Lines whose blanks count.
    Listing {
        /// The lines.
        text: String,
        /// Whether they are numbered, from 1.
        numbered: bool,
    },
    /// A clause on lines of its own.
    Clause {
        /// What stands before the arrow.
        premises: Vec<Notation>,
        /// What stands behind it.
        goal: Notation,
    },
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words.
    Text(String),
    /// Words that matter most.
    Strong(String),
    /// Something in the syntax of programs or of the command line.
    Code(String),
    /// A formula.
    Formula(Notation),
}

impl Inline {
    /// Words.
    pub fn text(words: impl Into<String>) -> Inline {
        Inline::Text(words.into())
    }

    /// Something in the syntax of programs.
    pub fn code(words: impl Into<String>) -> Inline {
        Inline::Code(words.into())
    }

    /// A sentence; what stands between backquotes in it is in the syntax of programs.
    pub fn prose(sentence: &str) -> Vec<Inline> {
        let parts = sentence.split('`').enumerate().filter(|(_, part)| !part.is_empty());
        let one = |(n, part): (usize, &str)| match n % 2 {
            0 => Inline::text(part),
            _ => Inline::code(part),
        };
        parts.map(one).collect()
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
