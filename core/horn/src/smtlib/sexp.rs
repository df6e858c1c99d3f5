//! S-expressions with places: the outer form of every SMT-LIB text.

use hornbook_base::{Diagnostic, Int, Span};
use std::rc::Rc;

/// The deepest nesting of lists. No walk through them recurses; what is deeper is no formula.
pub(super) const MAX_DEPTH: usize = 1_000_000;

/// A piece of text: a token or a list.
#[derive(Clone, Debug)]
pub(super) struct Sexp {
    /// Its place.
    pub span: Span,
    /// Its kind.
    pub kind: SexpKind,
}

/// The kinds of S-expressions.
#[derive(Clone, Debug)]
pub(super) enum SexpKind {
    /// A symbol, without the bars around it.
    Symbol(Rc<str>),
    /// `:word`, without the colon.
    Keyword(Rc<str>),
    /// A string, without the quotes around it.
    Text(Rc<str>),
    /// A numeral.
    Numeral(Int),
    /// A constant of a theory that is not supported here, such as a number with a fraction.
    Foreign,
    /// A list.
    List(Vec<Sexp>),
}

impl Sexp {
    /// The symbol, if this is one.
    pub fn symbol(&self) -> Option<&Rc<str>> {
        match &self.kind {
            SexpKind::Symbol(s) => Some(s),
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn list(&self) -> Option<&[Sexp]> {
        match &self.kind {
            SexpKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The symbol at the head of a list.
    pub fn head(&self) -> Option<&Rc<str>> {
        self.list()?.first()?.symbol()
    }
}

impl Drop for Sexp {
    /// Takes the elements of nested lists out first, so that dropping a deep one needs no recursion.
    fn drop(&mut self) {
        let take = |s: &mut Sexp| match &mut s.kind {
            SexpKind::List(items) => std::mem::take(items),
            _ => vec![],
        };
        let mut open = take(self);
        while let Some(mut s) = open.pop() {
            open.append(&mut take(&mut s));
        }
    }
}

/// Reads all S-expressions of a text; errors go to `diagnostics`, also for lists that are nested more than
/// [`MAX_DEPTH`] deep.
pub(super) fn parse(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Sexp> {
    let (top, open) = (vec![], vec![]);
    let mut reader = SexpReader { text, at: 0, top, open, skipped: 0, diagnostics };
    reader.run();
    std::mem::take(&mut reader.top)
}

struct SexpReader<'t> {
    text: &'t str,
    at: usize,
    /// The finished expressions of the outermost level.
    top: Vec<Sexp>,
    /// The lists that are not closed yet, with their first byte.
    open: Vec<(usize, Vec<Sexp>)>,
    /// Lists open below the deepest level; they are read but not kept.
    skipped: usize,
    diagnostics: &'t mut Vec<Diagnostic>,
}

impl SexpReader<'_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            let start = self.at;
            match c {
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                ';' => self.take_while(|c| c != '\n'),
                '(' => self.open_list(),
                ')' => self.close_list(),
                '|' => self.quoted_symbol(),
                '"' => self.string(),
                ':' => {
                    self.at += 1;
                    self.take_while(is_symbol_char);
                    let word = Rc::from(&self.text[start + 1..self.at]);
                    self.push(start, SexpKind::Keyword(word));
                }
                '#' => {
                    self.at += 1;
                    self.take_while(|c| c.is_ascii_alphanumeric());
                    self.push(start, SexpKind::Foreign);
                }
                _ if is_symbol_char(c) => self.word(),
                _ => {
                    self.at += c.len_utf8();
                    self.error(start, self.at, format!("the character `{c}` has no meaning here"));
                }
            }
        }
        // The outermost one is named; the content of a foreign list may be anything.
        let open = std::mem::take(&mut self.open);
        if let Some((start, _)) = open.first() {
            let span = Span::new(*start, *start + 1);
            let diagnostic = Diagnostic::error(span, "this `(` is never closed");
            self.diagnostics.push(match open.len() {
                1 => diagnostic,
                n => diagnostic.hint(format!("{n} are open at the end of the text")),
            });
        }
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(Span::new(start, end), message));
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
    }

    fn push(&mut self, start: usize, kind: SexpKind) {
        let item = Sexp { span: Span::new(start, self.at), kind };
        if self.skipped == 0 {
            self.open.last_mut().map_or(&mut self.top, |(_, items)| items).push(item);
        }
    }

    fn open_list(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.skipped > 0 || self.open.len() == MAX_DEPTH {
            if self.skipped == 0 {
                let message = format!("this is nested too deeply (over {MAX_DEPTH} levels)");
                self.error(start, self.at, message);
            }
            self.skipped += 1;
            return;
        }
        self.open.push((start, vec![]));
    }

    fn close_list(&mut self) {
        let at = self.at;
        self.at += 1;
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match self.open.pop() {
            Some((start, items)) => self.push(start, SexpKind::List(items)),
            None => self.error(at, at + 1, "this `)` has no `(`"),
        }
    }

    fn quoted_symbol(&mut self) {
        let start = self.at;
        self.at += 1;
        self.take_while(|c| c != '|');
        if self.at == self.text.len() {
            self.error(start, start + 1, "this `|` has no second `|`");
            return;
        }
        let name = Rc::from(&self.text[start + 1..self.at]);
        self.at += 1;
        self.push(start, SexpKind::Symbol(name));
    }

    fn string(&mut self) {
        let start = self.at;
        let mut value = String::new();
        loop {
            self.at += 1;
            let from = self.at;
            self.take_while(|c| c != '"');
            value.push_str(&self.text[from..self.at]);
            if self.at == self.text.len() {
                self.error(start, start + 1, "this string has no end");
                return;
            }
            self.at += 1;
            // Two quotes stand for one.
            if !self.text[self.at..].starts_with('"') {
                break;
            }
            value.push('"');
        }
        self.push(start, SexpKind::Text(value.into()));
    }

    /// A symbol or a number.
    fn word(&mut self) {
        let start = self.at;
        self.take_while(is_symbol_char);
        let word = &self.text[start..self.at];
        let kind = if !word.starts_with(|c: char| c.is_ascii_digit()) {
            SexpKind::Symbol(word.into())
        } else if let Some(whole) = whole_number(word) {
            whole.parse().map_or(SexpKind::Foreign, SexpKind::Numeral)
        } else {
            SexpKind::Foreign
        };
        self.push(start, kind);
    }
}

/// The digits of a whole number, which may be a decimal such as `10.0`.
fn whole_number(word: &str) -> Option<&str> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, "0"));
    let is_whole = whole.bytes().all(|b| b.is_ascii_digit())
        && !fraction.is_empty()
        && fraction.bytes().all(|b| b == b'0');
    is_whole.then_some(whole)
}

/// Whether a character may stand in a symbol without bars. Letters of all scripts may: bars would
/// only make them harder to read.
pub(super) fn is_symbol_char(c: char) -> bool {
    c.is_alphanumeric() || "~!@$%^&*_-+=<>.?/'".contains(c)
}
