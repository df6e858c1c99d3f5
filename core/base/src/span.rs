//! Places in a source text.

use crate::text::with_line_feeds;
use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into one source text.
///
/// Invariant: `start <= end`, both on character boundaries of the text they were made for.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte of the range.
    pub start: u32,
    /// First byte after the range.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`; an inverted range collapses to `start`.
    pub fn new(start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest range that holds both.
    pub fn join(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just after this one: where something is missing.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// The part of `text` that this range covers; empty when the range does not fit the text.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A place as people count: both numbers start at 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Answers "which line and column is this byte offset" for one text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    text: String,
    line_starts: Vec<u32>,
}

impl LineIndex {
    /// Indexes `text`. Lines end at `\n`, or at a `\r` without one.
    pub fn new(text: &str) -> LineIndex {
        let text = &*with_line_feeds(text);
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect();
        LineIndex { text: text.to_owned(), line_starts }
    }

    /// The line and column of a byte offset; offsets beyond the text give its end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&s| s as usize <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let column = self.text.get(start..offset).map_or(0, |s| s.chars().count());
        LineColumn { line: line as u32, column: column as u32 + 1 }
    }

    /// The line (from 1) on which `span` starts.
    pub fn line(&self, span: Span) -> u32 {
        self.line_column(span.start).line
    }

    /// The text of a line (from 1) without its line end; empty for a line that does not exist.
    pub fn line_text(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else {
            return "";
        };
        let Some(&start) = self.line_starts.get(index) else {
            return "";
        };
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let index = LineIndex::new("aé\nxy\n");
        assert_eq!(index.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(index.line_column(3), LineColumn { line: 1, column: 3 });
        assert_eq!(index.line_column(4), LineColumn { line: 2, column: 1 });
        assert_eq!(index.line_column(99), LineColumn { line: 3, column: 1 });
        assert_eq!(index.line_text(2), "xy");
        assert_eq!(index.line_text(9), "");
    }

    #[test]
    fn a_line_number_of_zero_is_no_line() {
        assert_eq!(LineIndex::new("a").line_text(0), "");
    }
}
