//! The parser: recursive descent from tokens to a syntax tree.
//!
//! The parser is total. Every text gives a tree and all diagnostics at once; a syntax error becomes an error node.
//! Depth and height of trees are bounded, so that this and every later recursive walk (and the drop of the
//! tree) fits on a small stack.
//!
//! Two rules keep one mistake from being reported twice: there is one report at a token, and after an error
//! inside a statement the rest of it is skipped in silence.

mod declare;
mod expr;
mod function;
mod inner_update;
mod list;
mod operator;
pub mod pragma;
mod stmt;

use super::ast::{Expr, Program, Stmt, StmtKind};
use super::token::{Token, TokenKind, lex};
use hornbook_base::text::with_line_feeds;
use hornbook_base::{Diagnostic, Span};
use inner_update::InnerUpdate;
use std::collections::BTreeSet;

/// The deepest nesting of statements and expressions.
const MAX_DEPTH: u32 = 256;
/// The largest height of an expression's tree; bounds chains such as `1 + 1 + 1 + ..`.
const MAX_HEIGHT: u32 = 300;
/// The longest text, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// Parses a text. Diagnostics come in the order in which they were found.
pub fn parse(text: &str) -> (Program, Vec<Diagnostic>) {
    let text = &*with_line_feeds(text);
    if text.len() > MAX_TEXT {
        let diagnostic = Diagnostic::error(Span::default(), "this text is too long (over 1 MiB)");
        return (Program::default(), vec![diagnostic]);
    }
    let (mut tokens, mut diagnostics) = lex(text);
    let pragmas = pragma::take(text, &mut tokens, &mut diagnostics);
    let functions = function::names(text, &tokens);
    let mut parser = Parser {
        text,
        functions,
        tokens,
        at: 0,
        depth: 0,
        diagnostics,
        last_error: None,
        trouble: false,
        too_long: false,
        behind: vec![],
        inside: vec![],
    };
    let body = parser.program();
    let span = Span::new(0, text.len());
    (Program { pragmas, body, span }, parser.diagnostics)
}

/// The names of the functions of a text.
pub(super) fn function_names(text: &str) -> BTreeSet<&str> {
    function::names(text, &lex(text).0)
}

/// Parses an expression that stands alone; `None` if the text is none. Its places mean nothing.
pub fn expression(text: &str) -> Option<Expr> {
    let (tree, problems) = parse(&format!("assume({text}\n);"));
    let [stmt] = tree.body.as_slice() else { return None };
    match &stmt.kind {
        StmtKind::Assume(expr) if problems.is_empty() => Some(expr.clone()),
        _ => None,
    }
}

struct Parser<'t> {
    text: &'t str,
    /// The names of the functions that the text seems to have.
    functions: BTreeSet<&'t str>,
    /// Ends with `End`.
    tokens: Vec<Token>,
    /// The current token; never beyond `End`.
    at: usize,
    depth: u32,
    diagnostics: Vec<Diagnostic>,
    /// The token of the last report.
    last_error: Option<usize>,
    /// Whether the current statement has an error.
    trouble: bool,
    /// Whether the current statement was reported for an expression that is too long.
    too_long: bool,
    /// The statements that follow the current one: those of a list of values.
    behind: Vec<Stmt>,
    /// The updates inside the expressions of the current statement.
    inside: Vec<InnerUpdate>,
}

/// Moving through the tokens.
impl<'t> Parser<'t> {
    fn token(&self, ahead: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    fn kind(&self) -> TokenKind {
        self.token(0).kind
    }

    fn span(&self) -> Span {
        self.token(0).span
    }

    fn token_text(&self) -> &'t str {
        self.span().slice(self.text)
    }

    fn bump(&mut self) {
        if self.kind() != TokenKind::End {
            self.at += 1;
        }
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// The place of the token before the current one.
    fn previous(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(before) => self.tokens[before].span,
            None => Span::default(),
        }
    }

    /// The range of all tokens since number `first`.
    fn since(&self, first: usize) -> Span {
        if self.at == first {
            let start = self.tokens[first].span.start;
            return Span { start, end: start };
        }
        self.tokens[first].span.join(self.previous())
    }

    /// Whether the current token stands on the line on which the one before ended.
    fn same_line(&self) -> bool {
        let gap = Span { start: self.previous().end, end: self.span().start };
        self.kind() != TokenKind::End && !gap.slice(self.text).contains('\n')
    }

    /// The current token as a message names it.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the program".to_owned(),
            _ => format!("`{}`", self.token_text()),
        }
    }
}

/// Reporting and recovering.
impl Parser<'_> {
    /// Reports an error at the current token, unless there is a report already.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.trouble = true;
        let known = self.kind() == TokenKind::Error || self.last_error == Some(self.at);
        self.last_error = Some(self.at);
        if !known {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Takes a token that must come next; reports its absence.
    fn expect(&mut self, kind: TokenKind, message: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            let message = format!("{message}, but this is {}", self.found());
            self.report(Diagnostic::error(self.span(), message));
        }
        found
    }

    /// Goes one level down, unless that is too deep; to be followed by [`Parser::leave`].
    fn enter(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            return true;
        }
        let message = format!("this is nested too deeply (over {MAX_DEPTH} levels)");
        self.report(
            Diagnostic::error(self.span(), message).hint("split it into several statements"),
        );
        false
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Skips to where the next statement probably starts.
    fn recover(&mut self) {
        use TokenKind::*;
        loop {
            match self.kind() {
                End | LBrace | RBrace | If | Else | While | Do | For | Break | Continue
                | Return | Havoc | Hint | Assume | Assert | Int | Bool | Void => {
                    return;
                }
                Semicolon => {
                    self.bump();
                    return;
                }
                _ => self.bump(),
            }
        }
    }

    /// Skips the rest of a wrong expression.
    fn skip_expression(&mut self) {
        use TokenKind::*;
        while !matches!(self.kind(), End | Semicolon | LBrace | RBrace) {
            self.bump();
        }
        // Brackets that were skipped are not missing.
        self.last_error = Some(self.at);
    }

    /// Skips a bracketed group whose opening bracket is the current token.
    fn skip_group(&mut self) {
        use TokenKind::*;
        let mut open = 0usize;
        loop {
            match self.kind() {
                LParen | LBracket | LBrace => open += 1,
                RParen | RBracket | RBrace => open = open.saturating_sub(1),
                End => return,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// Skips the whole of a wrong statement: up to its `;` or block.
    fn skip_statement(&mut self) {
        use TokenKind::*;
        loop {
            match self.kind() {
                End | RBrace => return,
                Semicolon => {
                    self.bump();
                    return;
                }
                LBrace => {
                    self.skip_group();
                    return;
                }
                LParen => self.skip_group(),
                _ => self.bump(),
            }
        }
    }

    /// Takes the `)` that ends a header. When another token comes first, skips to it, but not out of the
    /// statement.
    fn close_header(&mut self, message: &str) {
        use TokenKind::*;
        if self.expect(RParen, message) {
            return;
        }
        let mut open = 0usize;
        loop {
            match self.kind() {
                End | LBrace | RBrace | Semicolon => return,
                LParen => open += 1,
                RParen if open == 0 => {
                    self.bump();
                    return;
                }
                RParen => open -= 1,
                // A new line begins a new statement.
                _ if !self.same_line() => return,
                _ => {}
            }
            self.bump();
        }
    }
}

/// Whole texts.
impl Parser<'_> {
    fn program(&mut self) -> Vec<Stmt> {
        let mut body = vec![];
        loop {
            self.statements(&mut body);
            if self.kind() == TokenKind::End {
                return body;
            }
            self.report(Diagnostic::error(self.span(), "this `}` has no `{` that it could close"));
            self.bump();
        }
    }
}
