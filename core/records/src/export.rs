//! The export formats and the languages for formulas.

use serde::{Deserialize, Serialize};

/// A language for formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// Mathematical mode of LaTeX.
    Latex,
    /// SMT-LIB 2.
    Smtlib,
    /// Mathematical signs in plain text.
    Text,
}

/// An export format for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// The derivation, for LaTeX.
    Latex,
    /// The derivation, as one HTML file.
    Html,
    /// The derivation, as plain text.
    Text,
    /// The story of the verdict, as slides in one HTML file.
    Slides,
    /// The story of the verdict, as slides for LaTeX.
    LatexSlides,
    /// The story of the verdict on paper, with blanks in the place of its answers.
    Handout,
    /// The story of the verdict on paper, with its answers.
    HandoutAnswers,
    /// The clauses before abstraction, in SMT-LIB 2.
    SmtlibBefore,
    /// The final clauses, in SMT-LIB 2.
    SmtlibAfter,
}

impl Export {
    /// Whether the verdict is part of the export.
    pub fn has_verdict(self) -> bool {
        !matches!(self, Export::SmtlibBefore | Export::SmtlibAfter)
    }
}
