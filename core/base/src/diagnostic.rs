//! Diagnostics: problems of a text, with places and hints.

use super::{LineIndex, Span};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// The input can be used, but probably does not say what its author meant.
    Warning,
    /// The input cannot be used.
    Error,
}

/// A second place that explains a diagnostic, such as an earlier declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The text of the label.
    pub message: String,
}

/// One problem of an input: where it is, what is wrong, and what to try instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The place it is about.
    pub span: Span,
    /// The reason, in a student's words.
    pub message: String,
    /// Further places that explain it.
    pub labels: Vec<Label>,
    /// Suggestions of what to write.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, span, message)
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, span, message)
    }

    fn new(severity: Severity, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, span, message: message.into(), labels: vec![], hints: vec![] }
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hints.push(hint.into());
        self
    }

    /// Adds a labelled place.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// The form for a terminal: `file:line:column: error: message`, the source line with the
    /// range underlined, then labels and hints.
    pub fn render(&self, file: &str, lines: &LineIndex) -> String {
        let place = lines.line_column(self.span.start);
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = format!("{file}:{}:{}: {kind}: {}\n", place.line, place.column, self.message);
        underline(&mut out, self.span, lines);
        for label in &self.labels {
            let at = lines.line_column(label.span.start);
            let _ = writeln!(out, "  note: {}:{}: {}", at.line, at.column, label.message);
        }
        for hint in &self.hints {
            let _ = writeln!(out, "  hint: {hint}");
        }
        out
    }
}

/// Of longer lines only the surroundings of a place are shown.
const MAX_LINE: usize = 200;
/// The characters in front of a place in a line that is cut.
const BEFORE_PLACE: usize = 60;

fn underline(out: &mut String, span: Span, lines: &LineIndex) {
    let (start, end) = (lines.line_column(span.start), lines.line_column(span.end));
    let text = lines.line_text(start.line);
    let width = text.chars().count();
    let column = start.column as usize - 1;
    let first = if width > MAX_LINE { column.saturating_sub(BEFORE_PLACE) } else { 0 };
    let shown: String = text.chars().skip(first).take(MAX_LINE).collect();
    let stop = if end.line == start.line { end.column as usize - 1 } else { width };
    let stop = stop.min(first + MAX_LINE);
    let marks = stop.saturating_sub(column).max(1);
    // Tabs are repeated so that the marks stand below what they mark.
    let blank = |c| if c == '\t' { '\t' } else { ' ' };
    let lead: String = shown.chars().take(column - first).map(blank).collect();
    let (cut, gap) = if first > 0 { ("..", "  ") } else { ("", "") };
    let rest = if first + MAX_LINE < width { ".." } else { "" };
    let gutter = start.line.to_string();
    let _ = writeln!(out, "  {gutter} | {cut}{shown}{rest}");
    let _ = writeln!(out, "  {} | {gap}{lead}{}", " ".repeat(gutter.len()), "^".repeat(marks));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_the_line_and_marks_the_range() {
        let text = "int n;\nint m = k;\n";
        let shown = Diagnostic::error(Span::new(15, 16), "there is no variable `k`")
            .hint("did you mean `n`?")
            .label(Span::new(4, 5), "`n` is declared here")
            .render("t.hb", &LineIndex::new(text));
        assert_eq!(
            shown,
            "t.hb:2:9: error: there is no variable `k`\n  2 | int m = k;\n    |         ^\n  \
             note: 1:5: `n` is declared here\n  hint: did you mean `n`?\n"
        );
    }

    #[test]
    fn of_a_long_line_the_place_is_shown() {
        let text = format!("{}here{}", "x".repeat(1000), "y".repeat(1000));
        let lines = LineIndex::new(&text);
        let shown = Diagnostic::error(Span::new(1000, 1004), "no").render("t", &lines);
        let rows: Vec<&str> = shown.lines().collect();
        assert_eq!(rows[0], "t:1:1001: error: no");
        assert!(rows[1].starts_with("  1 | ..xxx") && rows[1].ends_with("yyy.."));
        let marked = rows[2].find("^^^^").expect("marks");
        assert_eq!((rows[1].find("here"), rows[2].len()), (Some(marked), marked + 4));
        let long = Diagnostic::error(Span::new(0, 2000), "no").render("t", &lines);
        assert!(long.lines().all(|row| row.len() < 220), "{long}");
    }
}
