//! Parsing declarations, and what people write when they come from other languages.

use super::Parser;
use crate::base::{Diagnostic, Span};
use crate::lang::ast::{Declarator, Expr, Name, StmtKind, TypeName};
use crate::lang::token::TokenKind;

impl Parser<'_> {
    /// Whether a name is used where a type stands: `float x = ..`, `const int n`.
    pub(super) fn looks_like_a_declaration(&self) -> bool {
        use TokenKind::*;
        let (second, third) = (self.token(1), self.token(2).kind);
        let gap = Span { start: self.span().end, end: second.span.start };
        let same_line = !gap.slice(self.text).contains('\n');
        match second.kind {
            Int | Bool => same_line,
            Name => same_line && matches!(third, Assign | Semicolon | Comma | LBracket | LParen),
            _ => false,
        }
    }

    pub(super) fn declaration_statement(&mut self) -> StmtKind {
        let kind = self.declaration();
        if kind != StmtKind::Error {
            self.finish();
        }
        kind
    }

    /// A declaration without its `;`, or an error that has been skipped as a whole.
    pub(super) fn declaration(&mut self) -> StmtKind {
        let ty = self.type_name();
        let mut declarators = vec![];
        loop {
            let Some(declarator) = self.declarator() else {
                self.recover();
                return StmtKind::Error;
            };
            declarators.push(declarator);
            if !self.eat(TokenKind::Comma) {
                return StmtKind::Declare { ty, declarators };
            }
        }
    }

    pub(super) fn type_name(&mut self) -> TypeName {
        let ty = match self.kind() {
            TokenKind::Int => TypeName::Int,
            TokenKind::Bool => TypeName::Bool,
            _ => TypeName::Error,
        };
        if ty == TypeName::Error {
            let message = format!("there is no type {}", self.found());
            self.report(
                Diagnostic::error(self.span(), message).hint("the types are `int` and `bool`"),
            );
            self.bump();
            if matches!(self.kind(), TokenKind::Int | TokenKind::Bool) {
                return self.type_name();
            }
            return ty;
        }
        self.bump();
        ty
    }

    /// A name with brackets and, for a variable, a value.
    pub(super) fn declarator(&mut self) -> Option<Declarator> {
        let early_brackets = self.marks_before_the_name();
        let first = self.at;
        let name = self.name("the name of a variable is needed here")?;
        let mut dimensions = early_brackets;
        while self.eat(TokenKind::LBracket) {
            let empty = self.kind() == TokenKind::RBracket;
            dimensions.push((!empty).then(|| self.expr()));
            self.expect(TokenKind::RBracket, "a `]` is missing here");
        }
        let init = if self.eat(TokenKind::Assign) { self.initial_value() } else { None };
        let span = self.since(first);
        Some(Declarator { name, dimensions, init, span })
    }

    /// `int[] a` and `int *p`, as other languages have them.
    fn marks_before_the_name(&mut self) -> Vec<Option<Expr>> {
        let mut dimensions = vec![];
        while matches!(self.kind(), TokenKind::LBracket | TokenKind::Star) {
            if self.kind() == TokenKind::LBracket {
                self.report(
                    Diagnostic::error(self.span(), "the brackets stand after the name")
                        .hint("write `int a[n];`"),
                );
                self.skip_group();
                dimensions.push(None);
            } else {
                self.report(
                    Diagnostic::error(self.span(), "there are no pointers")
                        .hint("an array is declared as `int a[n];`"),
                );
                self.bump();
            }
        }
        dimensions
    }

    fn initial_value(&mut self) -> Option<Expr> {
        if self.kind() != TokenKind::LBrace {
            return Some(self.expr());
        }
        self.report(
            Diagnostic::error(self.span(), "lists of values are not supported yet")
                .hint("assign the cells one by one: `a[0] = 1; a[1] = 2;`"),
        );
        self.skip_group();
        None
    }

    /// A name that is being introduced.
    pub(super) fn name(&mut self, needed: &str) -> Option<Name> {
        let span = self.span();
        if self.kind() == TokenKind::Name {
            let text = self.token_text().to_owned();
            self.bump();
            return Some(Name { text, span });
        }
        let word = self.token_text();
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
        let message = if is_word {
            format!("`{word}` is a word of the language and cannot be a name")
        } else {
            format!("{needed}, but this is {}", self.found())
        };
        self.report(Diagnostic::error(span, message));
        if is_word && self.same_line() {
            self.bump();
        }
        None
    }
}
