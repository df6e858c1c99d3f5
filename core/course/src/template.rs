//! Programs with blanks: text that is locked, and places that a student fills.
//!
//! A blank is a word that begins with three underscores, such as `___bound`; one without a name is numbered. A blank that
//! begins with some text is a region between lines `// ___name` and `// ___`. Blanks of one name have one answer.

use crate::answer::Answer;
use hornbook_base::{LineIndex, Span};
use hornbook_lang::token::{Token, TokenKind, lex};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The beginning of every blank.
pub const MARK: &str = "___";

/// The kind of text that a blank takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlankKind {
    /// An expression: a bound, a condition, an index, a claim.
    Expression,
    /// Statements.
    Statements,
    /// The one statement behind `if (c)`, `else` and the like.
    Statement,
    /// The first part of a `for`: a declaration, or updates.
    LoopStart,
    /// The last part of a `for`: updates.
    LoopStep,
    /// Lines such as `invariant c;` between a head and its body.
    Clauses,
    /// The value of a `#pragma`: an abstraction, tiles, rules of ghost variables.
    Setting,
}

impl BlankKind {
    /// A sentence without its full stop that asks for such a text.
    pub fn request(self) -> String {
        let verb = match self {
            BlankKind::Statements | BlankKind::Clauses => "belong",
            _ => "belongs",
        };
        format!("{} {verb} here", self.name())
    }

    /// The kind in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            BlankKind::Expression => "an expression",
            BlankKind::Statements => "statements",
            BlankKind::Statement => "one statement, or a block",
            BlankKind::LoopStart => "a start such as `int i = 0`",
            BlankKind::LoopStep => "a step such as `i++`",
            BlankKind::Clauses => "lines such as `invariant c;`",
            BlankKind::Setting => "the value of a setting",
        }
    }
}

/// A place of a template that is to be filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blank {
    /// Its name; blanks of one name have one answer.
    pub name: String,
    /// The kind of text that it takes.
    pub kind: BlankKind,
    /// Its range in the template.
    pub span: Span,
    /// The text that stands there at first: its mark, or that of its region.
    pub start: String,
}

/// A program with blanks. In records it is its text, from which the blanks are read again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Template {
    /// The text, marks of blanks included.
    pub text: String,
    /// The blanks, in the order of the text.
    pub blanks: Vec<Blank>,
}

/// A piece of a line of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplatePiece<'t> {
    /// Text of the program.
    Text(&'t str),
    /// A gap for the answer.
    Gap(&'t Blank),
}

/// The range of one answer in a filled template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The name of the blank.
    pub name: String,
    /// The range in the filled text.
    pub span: Span,
}

impl From<String> for Template {
    fn from(text: String) -> Template {
        Template::read(&text)
    }
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.text
    }
}

impl Template {
    /// Reads the blanks of a text.
    pub fn read(text: &str) -> Template {
        let mut blanks = regions(text);
        let is_in_region = |span: Span| {
            blanks.iter().any(|b| b.span.start <= span.start && span.end <= b.span.end)
        };
        let tokens = lex(text).0;
        let words = tokens.iter().enumerate().filter_map(|(at, token)| {
            let (span, kind) = match token.kind {
                TokenKind::Name => (token.span, kind_of_word(text, &tokens, at)),
                TokenKind::Pragma => (mark_in(text, token.span)?, BlankKind::Setting),
                _ => return None,
            };
            let name = span.slice(text).strip_prefix(MARK)?.trim_matches('_').to_owned();
            let start = span.slice(text).to_owned();
            (!is_in_region(span)).then_some(Blank { name, kind, span, start })
        });
        let words: Vec<Blank> = words.collect();
        blanks.extend(words);
        blanks.sort_by_key(|blank| blank.span.start);
        let unnamed = blanks.iter_mut().filter(|blank| blank.name.is_empty());
        unnamed.enumerate().for_each(|(n, blank)| blank.name = (n + 1).to_string());
        Template { text: text.to_owned(), blanks }
    }

    /// The first blank of each name, in the order of the text.
    pub fn distinct_blanks(&self) -> Vec<&Blank> {
        let mut distinct: Vec<&Blank> = vec![];
        for blank in &self.blanks {
            if distinct.iter().all(|known| known.name != blank.name) {
                distinct.push(blank);
            }
        }
        distinct
    }

    /// The text with an answer in the places of the blanks, and their ranges. A blank without an answer keeps its text.
    pub fn fill(&self, answer: &Answer) -> (String, Vec<Filling>) {
        let (mut text, mut fillings) = (String::new(), vec![]);
        for (locked, blank) in self.locked_parts().zip(&self.blanks) {
            text.push_str(locked);
            let start = text.len();
            text.push_str(answer.blanks.get(&blank.name).unwrap_or(&blank.start));
            fillings.push(Filling { name: blank.name.clone(), span: Span::new(start, text.len()) });
        }
        text.push_str(self.last_part());
        (text, fillings)
    }

    /// The answer in a text that was made of the template, by the reverse of [`fill`](Template::fill). None if a locked
    /// part has changed, or two blanks of one name differ. Where an answer contains locked text it ends at its first
    /// occurrence.
    pub fn answer_in(&self, text: &str) -> Option<Answer> {
        let mut parts = self.locked_parts().chain([self.last_part()]);
        let mut rest = text.strip_prefix(parts.next()?)?;
        let mut blanks = BTreeMap::new();
        let ends: Vec<&str> = parts.collect();
        for (n, (blank, end)) in self.blanks.iter().zip(&ends).enumerate() {
            let is_last = n + 1 == ends.len();
            let at = if is_last { rest.strip_suffix(end)?.len() } else { rest.find(end)? };
            let said = rest[..at].to_owned();
            if blanks.insert(blank.name.clone(), said.clone()).is_some_and(|other| other != said) {
                return None;
            }
            rest = &rest[at + end.len()..];
        }
        rest.is_empty().then(|| Answer { blanks, ..Answer::default() })
    }

    /// The lines of the text with gaps for people to write in. A region keeps the text that it begins with; its name stands in
    /// the line before, and its gap in the line behind, so that lines keep their numbers.
    pub fn lines_with_gaps(&self) -> Vec<Vec<TemplatePiece<'_>>> {
        let (mut lines, mut line) = (vec![], vec![]);
        for piece in self.pieces_with_gaps() {
            let TemplatePiece::Text(text) = piece else {
                line.push(piece);
                continue;
            };
            for (n, part) in text.split('\n').enumerate() {
                if n > 0 {
                    lines.push(std::mem::take(&mut line));
                }
                line.extend((!part.is_empty()).then_some(TemplatePiece::Text(part)));
            }
        }
        lines.push(line);
        lines
    }

    /// The pieces of the whole text, which may go over several lines.
    fn pieces_with_gaps(&self) -> Vec<TemplatePiece<'_>> {
        let (mut pieces, mut region) = (vec![], None::<&Blank>);
        let last = (self.last_part().trim_end(), None);
        let parts = self.locked_parts().zip(self.blanks.iter().map(Some)).chain([last]);
        for (mut locked, blank) in parts {
            // The line that ends a region has its mark.
            if let (Some(ended), Some(at)) = (region.take(), locked.find(MARK)) {
                pieces.extend([TemplatePiece::Text(&locked[..at]), TemplatePiece::Gap(ended)]);
                locked = &locked[at + MARK.len()..];
            }
            match blank {
                Some(blank) if !blank.start.starts_with(MARK) => {
                    // So has the line that begins one, with its name behind it.
                    let at = locked.rfind(MARK).unwrap_or(locked.len());
                    let name = locked.get(at + MARK.len()..).unwrap_or_default();
                    pieces.extend([&locked[..at], name, &blank.start].map(TemplatePiece::Text));
                    region = Some(blank);
                }
                _ => {
                    pieces.push(TemplatePiece::Text(locked));
                    pieces.extend(blank.map(TemplatePiece::Gap));
                }
            }
        }
        pieces.extend(region.map(TemplatePiece::Gap));
        pieces
    }

    /// The line of a blank in the template, from 1.
    pub fn line(&self, blank: &Blank) -> u32 {
        LineIndex::new(&self.text).line(blank.span)
    }

    /// The locked text before each blank.
    fn locked_parts(&self) -> impl Iterator<Item = &str> {
        let ends = self.blanks.iter().map(|blank| blank.span.start as usize);
        let starts = self.blanks.iter().map(|blank| blank.span.end as usize);
        std::iter::once(0).chain(starts).zip(ends).map(|(start, end)| &self.text[start..end])
    }

    /// The locked text behind the last blank.
    fn last_part(&self) -> &str {
        &self.text[self.blanks.last().map_or(0, |blank| blank.span.end as usize)..]
    }
}

/// The regions between lines `// ___name` and `// ___`.
fn regions(text: &str) -> Vec<Blank> {
    let (mut found, mut open, mut at) = (vec![], None::<(String, usize)>, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let comment = line.trim().strip_prefix("//").map(str::trim);
        let mark = comment.and_then(|comment| comment.strip_prefix(MARK));
        open = match (mark, open) {
            (Some(""), Some((name, from))) => {
                let start = &text[from..at];
                let start = start.strip_suffix('\n').unwrap_or(start).to_owned();
                let span = Span::new(from, from + start.len());
                found.push(Blank { name, kind: kind_of_region(&start), span, start });
                None
            }
            (Some(name), None) if name.chars().all(is_of_name) => {
                Some((name.trim_matches('_').to_owned(), end))
            }
            (_, open) => open,
        };
        at = end;
    }
    found
}

/// The kind of a region, by the text that it begins with.
fn kind_of_region(start: &str) -> BlankKind {
    match start.split_whitespace().next() {
        Some("invariant" | "decreases" | "requires" | "ensures") => BlankKind::Clauses,
        _ => BlankKind::Statements,
    }
}

/// The mark of a blank in a line `#pragma`, up to the next blank.
fn mark_in(text: &str, line: Span) -> Option<Span> {
    let start = line.start as usize + line.slice(text).find(MARK)?;
    let rest = &text[start..line.end as usize];
    let length = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
    Some(Span::new(start, start + length))
}

/// Whether a character can be part of a name.
fn is_of_name(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// The kind of a blank that is one word, by the tokens around it.
fn kind_of_word(text: &str, tokens: &[Token], at: usize) -> BlankKind {
    use TokenKind::{Do, Else, LBrace, LParen, Name, RBrace, RParen, Semicolon};
    let opened = tokens[..at].iter().filter(|token| token.kind == LParen).count();
    let closed = tokens[..at].iter().filter(|token| token.kind == RParen).count();
    if opened > closed {
        return kind_in_parentheses(tokens, at);
    }
    let kind = |n: usize| tokens.get(n).map(|token| token.kind);
    let before = at.checked_sub(1).and_then(kind);
    // A blank before stands for something that ends where this one begins.
    let is_blank = |n: usize| tokens[n].span.slice(text).starts_with(MARK);
    let follows_blank = before == Some(Name) && is_blank(at - 1);
    match (before, kind(at + 1)) {
        (Some(RParen | Semicolon), Some(LBrace)) => BlankKind::Clauses,
        (None | Some(Semicolon | LBrace | RBrace), _) => BlankKind::Statements,
        (Some(Else | Do | RParen), _) => BlankKind::Statement,
        _ if follows_blank => BlankKind::Statements,
        _ => BlankKind::Expression,
    }
}

/// The kind of a blank in parentheses: a whole part of a `for` that is no condition, or an expression.
fn kind_in_parentheses(tokens: &[Token], at: usize) -> BlankKind {
    use TokenKind::{For, LParen, RParen, Semicolon};
    let kind = |n: usize| tokens.get(n).map(|token| token.kind);
    let mut depth = 0;
    let opening = (0..at).rev().find(|n| {
        depth += match tokens[*n].kind {
            LParen => 1,
            RParen => -1,
            _ => 0,
        };
        depth == 1
    });
    let head = opening.filter(|n| n.checked_sub(1).and_then(kind) == Some(For));
    let semicolons =
        head.map(|head| tokens[head..at].iter().filter(|token| token.kind == Semicolon).count());
    match (semicolons, kind(at - 1), kind(at + 1)) {
        (Some(0), Some(LParen), Some(Semicolon)) => BlankKind::LoopStart,
        (Some(2), Some(Semicolon), Some(RParen)) => BlankKind::LoopStep,
        _ => BlankKind::Expression,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LOOP: &str = "#pragma abstraction ___sigma\n\
                        int n = nondet(0, ___bound); // not ___this\n\
                        int i = 0;\n\
                        while (i < n) ___inv {\n\
                        // ___body\n\
                        i = i + 2;\n\
                        // ___\n\
                        if (i > 3) ___then else ___\n\
                        }\n\
                        ___end\n\
                        assert(___claim && i <= ___bound);\n";

    #[test]
    fn blanks_have_the_kind_of_their_places() {
        use BlankKind::{Clauses, Expression, Setting, Statement, Statements};
        let template = Template::read(LOOP);
        let found: Vec<(&str, BlankKind)> =
            template.blanks.iter().map(|blank| (blank.name.as_str(), blank.kind)).collect();
        let expected = [
            ("sigma", Setting),
            ("bound", Expression),
            ("inv", Clauses),
            ("body", Statements),
            ("then", Statement),
            ("1", Statement),
            ("end", Statements),
            ("claim", Expression),
            ("bound", Expression),
        ];
        assert_eq!(found, expected);
        assert_eq!(template.distinct_blanks().len(), 8);
        assert_eq!(template.blanks[3].start, "i = i + 2;");
        assert_eq!(template.line(&template.blanks[8]), 11);
    }

    #[test]
    fn a_template_without_an_answer_is_its_text() {
        let template = Template::read(LOOP);
        assert_eq!(template.fill(&Answer::default()).0, LOOP);
    }

    #[test]
    fn gaps_stand_in_the_places_of_blanks() {
        let template = Template::read(LOOP);
        let lines = template.lines_with_gaps();
        let shown = |line: &Vec<TemplatePiece>| -> String {
            let piece = |piece: &TemplatePiece| match piece {
                TemplatePiece::Text(text) => (*text).to_owned(),
                TemplatePiece::Gap(blank) => format!("[{}]", blank.name),
            };
            line.iter().map(piece).collect()
        };
        let shown: Vec<String> = lines.iter().map(shown).collect();
        assert_eq!(shown.len(), LOOP.lines().count());
        assert_eq!(shown[1], "int n = nondet(0, [bound]); // not ___this");
        assert_eq!(shown[4..7], ["// body", "i = i + 2;", "// [body]"]);
        assert_eq!(shown[10], "assert([claim] && i <= [bound]);");
    }

    #[test]
    fn a_changed_locked_part_has_no_answer() {
        let template = Template::read("int n = ___a;\nassert(n > ___b);\n");
        for text in [
            "int m = 3;\nassert(n > 2);\n",
            "int n = 3;\nassert(n > 2);\nassert(true); //\n",
            "int n = 3;\n",
            "",
        ] {
            assert_eq!(template.answer_in(text), None, "{text}");
        }
        let twice = Template::read("x = ___a + ___a;");
        assert!(twice.answer_in("x = 1 + 1;").is_some());
        assert_eq!(twice.answer_in("x = 1 + 2;"), None);
        assert_eq!(Template::read("int n;").answer_in("int n;"), Some(Answer::default()));
        assert_eq!(Template::read("int n;").answer_in("int n;;"), None);
    }

    proptest! {
        #[test]
        fn what_was_filled_in_is_found(a in "[a-z0-9+ ]{0,8}", b in "[a-z0-9+\n]{0,8}") {
            let template = Template::read("int n = ___a;\nassert(n > ___b);\n");
            let blanks = BTreeMap::from([("a".to_owned(), a.clone()), ("b".to_owned(), b)]);
            let answer = Answer { blanks, ..Answer::default() };
            let (text, fillings) = template.fill(&answer);
            prop_assert_eq!(fillings[0].span.slice(&text), a);
            prop_assert_eq!(template.answer_in(&text), Some(answer));
        }
    }
}
