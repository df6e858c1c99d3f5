//! Formats a program: one statement a line, two blanks for each level, blanks around operators.
//!
//! Only blanks and line ends change. The tokens and the comments between them stay, so the text means the
//! same, and formatting is idempotent. A line that was broken inside a statement stays broken; no line is
//! broken anew.

use super::parser::function_names;
use super::parser::parse;
use super::token::{TokenKind, lex, raw, starts_loop_clause};
use hornbook_base::text::with_line_feeds;
use hornbook_base::{Diagnostic, Severity};
use std::collections::BTreeSet;

const INDENT: &str = "  ";
/// Levels by which a continued line of a statement is indented.
const CONTINUED: usize = 2;

/// Formats a text.
///
/// # Errors
/// The syntax errors of the text: only a text that can be parsed is formatted. Names and types may be
/// wrong.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let text = &*with_line_feeds(text);
    let (_, mut diagnostics) = parse(text);
    diagnostics.retain(|d| d.severity == Severity::Error);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut layout = Layout::new(text);
    layout.program();
    Ok(layout.out)
}

/// The comments of a text in their order, without blanks behind them. Lines that begin with
/// `#pragma`, and hints in comments, are among them.
pub fn comments(text: &str) -> Vec<&str> {
    tokens(text).iter().flat_map(|token| &token.comments).map(|comment| comment.text).collect()
}

/// The number of lines at the head of a text that have only comments, or nothing.
pub fn count_head_lines(text: &str) -> usize {
    let (tokens, _) = lex(text);
    let begin = tokens.first().map_or(0, |token| token.span.start as usize);
    text.get(..begin).map_or(0, |head| head.matches('\n').count())
}

/// A comment, or a pragma or hint, which is laid out like one.
struct Comment<'t> {
    text: &'t str,
    /// Whether it always goes up to the end of its line.
    to_line_end: bool,
    /// Line ends before it.
    lines: usize,
}

/// A token with the comments before it.
struct CommentedToken<'t> {
    kind: TokenKind,
    text: &'t str,
    comments: Vec<Comment<'t>>,
    /// Line ends before it.
    lines: usize,
}

/// The tokens of a text; the last one is the end.
fn tokens(text: &str) -> Vec<CommentedToken<'_>> {
    let mut tokens = vec![];
    let mut comments = vec![];
    let mut lines = 0;
    let mut end = 0;
    for (kind, range) in raw(text).chain([(TokenKind::End, text.len()..text.len())]) {
        read_gap(&text[end..range.start], &mut comments, &mut lines);
        end = range.end;
        let token = &text[range];
        if matches!(kind, TokenKind::Pragma | TokenKind::HintComment) {
            comments.push(Comment { text: token.trim_end(), to_line_end: true, lines });
        } else {
            let comments = std::mem::take(&mut comments);
            tokens.push(CommentedToken { kind, text: token, comments, lines });
        }
        lines = 0;
    }
    tokens
}

/// Reads the blanks and comments between two tokens.
fn read_gap<'t>(gap: &'t str, comments: &mut Vec<Comment<'t>>, lines: &mut usize) {
    let mut rest = gap;
    while let Some(first) = rest.chars().next() {
        let to_line_end = rest.starts_with("//");
        let end = if to_line_end {
            rest.find('\n')
        } else if let Some(inner) = rest.strip_prefix("/*") {
            inner.find("*/").map(|at| at + "/**/".len())
        } else {
            *lines += usize::from(first == '\n');
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (comment, after) = rest.split_at(end.unwrap_or(rest.len()));
        let lines = std::mem::take(lines);
        comments.push(Comment { text: comment.trim_end(), to_line_end, lines });
        rest = after;
    }
}

/// The spacing between a token and the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// A new line: a statement begins, or a block ends.
    Line,
    /// A blank; if there has to be a line end, the token begins a line of the same level.
    Beside,
    /// A blank, or none.
    Inside { blank: bool },
    /// A blank, or none, but an existing line end stays.
    Loose { blank: bool },
}

/// The output so far, and the context for the spacing of the next token.
struct Layout<'t> {
    /// The names of the functions of the text.
    functions: BTreeSet<&'t str>,
    tokens: Vec<CommentedToken<'t>>,
    /// The number of the next token.
    at: usize,
    out: String,
    level: usize,
    /// Whether the last line has only comments so far.
    only_comments: bool,
    /// Whether a line end has to come next.
    must_break: bool,
    /// Whether the output ends with a `{`.
    opened: bool,
    /// Whether the output ends with a comment.
    commented: bool,
    /// Whether the last token is a prefix operator.
    prefix: bool,
    /// Whether the last token ends an operand.
    operand: bool,
    /// For each `:` to come in this statement, whether it belongs to a `?`.
    colons: Vec<bool>,
}

/// Statements.
impl<'t> Layout<'t> {
    fn new(text: &'t str) -> Layout<'t> {
        Layout {
            functions: function_names(text),
            tokens: tokens(text),
            at: 0,
            out: String::new(),
            level: 0,
            only_comments: false,
            must_break: false,
            opened: false,
            commented: false,
            prefix: false,
            operand: false,
            colons: vec![],
        }
    }

    fn kind(&self) -> TokenKind {
        self.tokens.get(self.at).map_or(TokenKind::End, |token| token.kind)
    }

    fn program(&mut self) {
        // A text without errors has no `}` too many, but the loop must end for any text.
        while self.kind() != TokenKind::End {
            self.statements();
            if self.kind() == TokenKind::RBrace {
                self.put(Spacing::Line);
            }
        }
        self.comments(Spacing::Line);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn statements(&mut self) {
        while !matches!(self.kind(), TokenKind::End | TokenKind::RBrace) {
            self.statement(Spacing::Line);
        }
    }

    fn statement(&mut self, gap: Spacing) {
        self.colons.clear();
        match self.kind() {
            _ if self.starts_function() => self.function(gap),
            _ if self.starts_operator() => self.operator(gap),
            TokenKind::LBrace => self.block(gap),
            TokenKind::If => {
                self.header(gap);
                let braces = self.body();
                if self.kind() == TokenKind::Else {
                    self.put(if braces { Spacing::Beside } else { Spacing::Line });
                    match self.kind() {
                        TokenKind::If => self.statement(Spacing::Beside),
                        _ => drop(self.body()),
                    }
                }
            }
            TokenKind::While | TokenKind::For => {
                self.header(gap);
                self.loop_body();
            }
            _ if self.starts_loop_clause() => self.loop_clause(gap),
            TokenKind::Do => {
                self.put(gap);
                let braces = self.loop_body();
                self.header(if braces { Spacing::Beside } else { Spacing::Line });
                self.put(Spacing::Inside { blank: false });
            }
            _ => self.simple(gap),
        }
    }

    /// Whether `invariant c` or `decreases e` comes next.
    fn starts_loop_clause(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map_or(TokenKind::End, |token| token.kind);
        let Some(word) = self.tokens.get(self.at).map(|token| token.text) else { return false };
        let is_call = next == TokenKind::LParen && self.functions.contains(word);
        self.kind() == TokenKind::Name && starts_loop_clause(word, next) && !is_call
    }

    /// A line about a loop, up to its `;`, to the body, or to the next such line.
    fn loop_clause(&mut self, gap: Spacing) {
        self.put(gap);
        // The word is no operand.
        self.operand = false;
        let mut gap = Spacing::Loose { blank: true };
        if self.kind() == TokenKind::LBrace {
            return self.braced_clause();
        }
        let first = self.at;
        loop {
            let kind = self.kind();
            let is_over = kind == TokenKind::LBrace || self.starts_loop_clause();
            if self.at > first && is_over || kind == TokenKind::End {
                return;
            }
            self.put(gap);
            if kind == TokenKind::Semicolon {
                return;
            }
            gap = self.spacing();
        }
    }

    /// `{ c }` behind the word, with a `;` if there is one.
    fn braced_clause(&mut self) {
        let mut gap = Spacing::Loose { blank: true };
        while self.kind() != TokenKind::End {
            let is_last = self.kind() == TokenKind::RBrace;
            self.put(if is_last { Spacing::Loose { blank: true } } else { gap });
            if is_last {
                break;
            }
            // Blanks stand inside of the braces.
            let is_first = self.before() == TokenKind::LBrace;
            gap = if is_first { Spacing::Loose { blank: true } } else { self.spacing() };
        }
        if self.kind() == TokenKind::Semicolon {
            self.put(Spacing::Inside { blank: false });
        }
    }

    /// The body of a loop; lines about it that stand in front have lines of their own. Returns whether it has braces.
    fn loop_body(&mut self) -> bool {
        if !self.starts_loop_clause() {
            return self.body();
        }
        self.level += 1;
        while self.starts_loop_clause() {
            self.colons.clear();
            self.loop_clause(Spacing::Line);
        }
        self.level -= 1;
        if self.kind() != TokenKind::LBrace {
            return self.body();
        }
        self.block(Spacing::Line);
        true
    }

    /// Whether `int f(` or `(int, bool) f(` comes next.
    fn starts_function(&self) -> bool {
        use TokenKind::{Bool, Comma, Int, LParen, Name, RParen, Void};
        let kind = |n: usize| self.tokens.get(self.at + n).map(|token| token.kind);
        let mut behind = 1;
        match self.kind() {
            Int | Bool | Void => {}
            LParen => {
                while matches!(kind(behind), Some(Int | Bool | Comma)) {
                    behind += 1;
                }
                if kind(behind) != Some(RParen) {
                    return false;
                }
                behind += 1;
            }
            _ => return false,
        }
        (kind(behind), kind(behind + 1)) == (Some(Name), Some(LParen))
    }

    /// A function: its contract has lines of its own.
    fn function(&mut self, mut gap: Spacing) {
        let (mut open, mut named) = (0usize, false);
        loop {
            match self.kind() {
                TokenKind::LParen => open += 1,
                TokenKind::RParen => open = open.saturating_sub(1),
                TokenKind::Name => named |= open == 0,
                TokenKind::End => return,
                _ => {}
            }
            let last = self.kind() == TokenKind::RParen && open == 0 && named;
            self.put(gap);
            if last {
                break;
            }
            gap = self.spacing();
        }
        let first = self.at;
        self.level += 1;
        while self.kind() == TokenKind::Name {
            self.colons.clear();
            self.put(Spacing::Line);
            // The word is no operand.
            self.operand = false;
            if self.kind() != TokenKind::Semicolon {
                self.simple(Spacing::Loose { blank: true });
            }
        }
        self.level -= 1;
        self.block(if self.at == first { Spacing::Beside } else { Spacing::Line });
    }

    /// Whether `operator name(` comes next.
    fn starts_operator(&self) -> bool {
        let kind = |n: usize| self.tokens.get(self.at + n).map(|token| token.kind);
        let word = self.tokens.get(self.at).is_some_and(|token| token.text == "operator");
        use TokenKind::{Exists, Forall, Name};
        word && matches!(kind(1), Some(Name | Forall | Exists))
            && kind(2) == Some(TokenKind::LParen)
    }

    /// An operator: ghost variables, the invariant and rules each have a line of their own.
    fn operator(&mut self, gap: Spacing) {
        self.up_to_brace(gap);
        self.put(Spacing::Beside);
        self.level += 1;
        while !matches!(self.kind(), TokenKind::End | TokenKind::RBrace) {
            self.colons.clear();
            let is_rule = self.tokens.get(self.at).is_some_and(|token| token.text == "rule");
            if is_rule {
                self.up_to_brace(Spacing::Line);
                self.block(Spacing::Beside);
            } else {
                self.put(Spacing::Line);
                // The word is no operand.
                self.operand = false;
                self.simple(Spacing::Loose { blank: true });
            }
        }
        self.comments(Spacing::Line);
        self.level -= 1;
        self.put(Spacing::Line);
    }

    /// All tokens before the next `{`.
    fn up_to_brace(&mut self, mut gap: Spacing) {
        while !matches!(self.kind(), TokenKind::LBrace | TokenKind::End) {
            self.put(gap);
            gap = self.spacing();
        }
    }

    /// A statement that ends with its first `;`.
    fn simple(&mut self, gap: Spacing) {
        let mut gap = gap;
        loop {
            let last = self.kind() == TokenKind::Semicolon;
            self.put(gap);
            if last || self.kind() == TokenKind::End {
                return;
            }
            gap = self.spacing();
        }
    }

    /// A word and the parentheses behind it.
    fn header(&mut self, gap: Spacing) {
        self.colons.clear();
        self.put(gap);
        let mut open = 0usize;
        let mut gap = Spacing::Inside { blank: true };
        loop {
            match self.kind() {
                TokenKind::LParen => open += 1,
                TokenKind::RParen => open = open.saturating_sub(1),
                TokenKind::End => return,
                _ => {}
            }
            self.put(gap);
            if open == 0 {
                return;
            }
            gap = self.spacing();
        }
    }

    /// The body of an `if` or a loop; returns whether it has braces.
    fn body(&mut self) -> bool {
        let braces = self.kind() == TokenKind::LBrace;
        if braces {
            self.block(Spacing::Beside);
        } else if self.kind() != TokenKind::End {
            self.level += 1;
            self.statement(Spacing::Line);
            self.level -= 1;
        }
        braces
    }

    fn block(&mut self, gap: Spacing) {
        self.put(gap);
        self.level += 1;
        let first = self.at;
        self.statements();
        let empty = self.at == first;
        let bare = self.opened && self.next_comments().is_empty();
        self.comments(Spacing::Line);
        self.level -= 1;
        let beside = empty && !self.only_comments && self.next_lines() == 0;
        self.token(match (empty, bare) {
            (true, true) => Spacing::Inside { blank: false },
            _ if beside => Spacing::Beside,
            _ => Spacing::Line,
        });
    }
}

/// Blanks between the tokens of a statement.
impl Layout<'_> {
    /// The spacing between the last token and the next one.
    fn spacing(&mut self) -> Spacing {
        use TokenKind::*;
        let next = self.kind();
        let before = self.before();
        let blank = match (before, next) {
            (_, Semicolon | Comma | RParen | RBracket) => return Spacing::Inside { blank: false },
            (LParen | LBracket | LBrace | DotDot, _) | (_, DotDot | LBracket | RBrace) => false,
            // `--x` would read as something else.
            _ if self.prefix => before == Minus && matches!(next, Minus | MinusMinus),
            (Name, LParen) => self.after_in(),
            (Nondet | Forall | Exists | Assume | Assert, LParen) => false,
            (_, PlusPlus | MinusMinus) => !self.operand,
            (_, Colon) => self.colons.last().is_some_and(|of_choice| *of_choice),
            _ => true,
        };
        Spacing::Loose { blank }
    }

    fn before(&self) -> TokenKind {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(TokenKind::Semicolon, |token| token.kind)
    }

    /// Whether the last token is the `in` of a range. No other name follows a name.
    fn after_in(&self) -> bool {
        let earlier = self.at.checked_sub(2).and_then(|at| self.tokens.get(at..at + 2));
        matches!(
            earlier,
            Some([first, second])
                if first.kind == TokenKind::Name
                    && second.kind == TokenKind::Name
                    && second.text == "in"
        )
    }

    /// Updates the context after the last token.
    fn learn(&mut self) {
        use TokenKind::*;
        let token = self.before();
        let sign = matches!(token, Minus | Not | PlusPlus | MinusMinus);
        self.prefix = sign && !self.operand;
        self.operand = match token {
            Name => !self.after_in(),
            Number | True | False | RParen | RBracket | RBrace => true,
            PlusPlus | MinusMinus => self.operand,
            _ => false,
        };
        match token {
            Question => self.colons.push(true),
            Forall | Exists if self.kind() != LParen => self.colons.push(false),
            Colon => drop(self.colons.pop()),
            _ => {}
        }
    }
}

/// Writing.
impl<'t> Layout<'t> {
    fn next_comments(&self) -> &[Comment<'t>] {
        self.tokens.get(self.at).map_or(&[], |token| &token.comments)
    }

    fn next_lines(&self) -> usize {
        self.tokens.get(self.at).map_or(0, |token| token.lines)
    }

    /// Writes the next token with the comments before it.
    fn put(&mut self, gap: Spacing) {
        self.comments(gap);
        self.token(gap);
    }

    /// Writes the comments before the next token.
    fn comments(&mut self, gap: Spacing) {
        let Some(token) = self.tokens.get_mut(self.at) else { return };
        for comment in std::mem::take(&mut token.comments) {
            if comment.lines > 0 || self.out.is_empty() {
                self.new_line(comment.lines > 1, gap);
                self.only_comments = true;
            } else {
                self.out.push(' ');
            }
            self.out.push_str(comment.text);
            self.must_break = comment.to_line_end;
            self.opened = false;
            self.commented = true;
        }
    }

    /// Writes the next token itself.
    fn token(&mut self, gap: Spacing) {
        let Some(token) = self.tokens.get(self.at) else { return };
        let (kind, text, lines) = (token.kind, token.text, token.lines);
        let after_comment = std::mem::take(&mut self.commented);
        let beside_comment = self.only_comments && lines == 0;
        let breaks = match gap {
            Spacing::Line => !beside_comment || kind == TokenKind::RBrace,
            Spacing::Loose { .. } => lines > 0,
            Spacing::Beside | Spacing::Inside { .. } => false,
        };
        let closes = gap == Spacing::Inside { blank: false };
        if self.must_break || breaks {
            self.new_line(lines > 1 && gap == Spacing::Line && kind != TokenKind::RBrace, gap);
        } else if after_comment && !closes || gap.blank() {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.must_break = false;
        self.only_comments = false;
        self.opened = kind == TokenKind::LBrace;
        self.at += 1;
        if gap == Spacing::Line {
            self.operand = false;
        }
        self.learn();
    }

    /// Begins a line, after an empty one if there is to be one.
    fn new_line(&mut self, empty: bool, gap: Spacing) {
        if !self.out.is_empty() {
            self.out.push_str(if empty && !self.opened { "\n\n" } else { "\n" });
        }
        let more = match gap {
            Spacing::Line | Spacing::Beside => 0,
            Spacing::Inside { .. } | Spacing::Loose { .. } => CONTINUED,
        };
        self.out.push_str(&INDENT.repeat(self.level + more));
    }
}

impl Spacing {
    fn blank(self) -> bool {
        match self {
            Spacing::Line | Spacing::Beside => true,
            Spacing::Inside { blank } | Spacing::Loose { blank } => blank,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_both_kinds_are_no_part_of_the_program() {
        assert_eq!(count_head_lines("// One.\n\n/* Two,\n   three. */\nint n;\n"), 4);
        assert_eq!(count_head_lines("/* One. */ int n;\n"), 0);
        assert_eq!(count_head_lines("#pragma method auto\n// One.\nint n;\n"), 0);
    }
}
