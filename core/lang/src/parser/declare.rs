//! Parsing declarations, also those in the style of other languages.

use super::Parser;
use super::list::List;
use crate::ast::{Declarator, Expr, Name, Stmt, StmtKind, TypeName};
use crate::token::TokenKind;
use hornbook_base::{Diagnostic, Span};

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

    /// A declaration; lists of values become statements behind it.
    pub(super) fn declaration_statement(&mut self) -> StmtKind {
        let mut cells = vec![];
        let kind = self.declaration_with(&mut cells);
        if kind != StmtKind::Error {
            self.finish();
            self.behind.append(&mut cells);
        }
        kind
    }

    /// A declaration without its `;`, or an error that has been skipped as a whole.
    pub(super) fn declaration(&mut self) -> StmtKind {
        let mut cells = vec![];
        let kind = self.declaration_with(&mut cells);
        if let Some(first) = cells.first() {
            let message = "a list of values cannot stand here";
            let hint = "declare the array in a statement of its own";
            self.diagnostics.push(Diagnostic::error(first.span, message).hint(hint));
        }
        kind
    }

    /// A declaration without its `;`. Behind a variable with a list of values come the statements for its
    /// cells, before the variables that are declared next.
    fn declaration_with(&mut self, behind: &mut Vec<Stmt>) -> StmtKind {
        let constant = self.starts_constant();
        if constant {
            self.bump();
        }
        let ty = match self.kind() {
            TokenKind::Name if constant && !self.looks_like_a_declaration() => self.missing_type(),
            _ => self.type_name(),
        };
        self.misplaced_constant(ty);
        let (mut first, mut more) = (None, vec![]);
        let declared = |declarators| StmtKind::Declare { constant, ty, declarators };
        loop {
            let Some((mut declarator, list)) = self.declarator_with_list() else {
                self.recover();
                return StmtKind::Error;
            };
            let mut cells = list.map_or(vec![], |list| self.cells(ty, &mut declarator, &list));
            more.push(declarator);
            let last = !self.eat(TokenKind::Comma);
            if last || !cells.is_empty() {
                let declarators = std::mem::take(&mut more);
                match first {
                    None => first = Some(declarators),
                    Some(_) => behind.push(declared_behind(declared(declarators))),
                }
                behind.append(&mut cells);
            }
            if last {
                return declared(first.unwrap_or_default());
            }
        }
    }

    /// Whether `const` and a type come next, or a misspelt type. `const` is a keyword only there.
    pub(super) fn starts_constant(&self) -> bool {
        self.kind() == TokenKind::Name
            && self.token_text() == "const"
            && matches!(self.token(1).kind, TokenKind::Int | TokenKind::Bool | TokenKind::Name)
    }

    /// Reports `const n = 5;`
    fn missing_type(&mut self) -> TypeName {
        let message = "a type is missing behind `const`";
        let is_list = matches!(self.token(2).kind, TokenKind::LBracket | TokenKind::LBrace);
        let hint = match is_list {
            true => format!("write `int {}[] = {{1, 2, 3}};` for an array", self.token_text()),
            false => format!("write `const int {}`", self.token_text()),
        };
        self.report(Diagnostic::error(self.span(), message).hint(hint));
        TypeName::Error
    }

    /// Reports `int const n = 5;`
    fn misplaced_constant(&mut self, ty: TypeName) {
        let is_name = self.kind() == TokenKind::Name && self.token(1).kind == TokenKind::Name;
        if is_name && self.token_text() == "const" {
            let message = "`const` stands in front of the type";
            let hint = format!("write `const {} ..`", crate::print::type_name(ty));
            self.report(Diagnostic::error(self.span(), message).hint(hint));
            self.bump();
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
        let (declarator, list) = self.declarator_with_list()?;
        if let Some(list) = list {
            let message = "a list of values cannot stand here";
            let hint = "only an array that is declared in a statement of its own has one";
            self.diagnostics.push(Diagnostic::error(list.span, message).hint(hint));
        }
        Some(declarator)
    }

    /// A declarator with the list of values behind the name, if there is one.
    fn declarator_with_list(&mut self) -> Option<(Declarator, Option<List>)> {
        let early_brackets = self.marks_before_the_name();
        let first = self.at;
        let name = self.name("the name of a variable is needed here")?;
        let mut dimensions = early_brackets;
        while self.eat(TokenKind::LBracket) {
            let empty = self.kind() == TokenKind::RBracket;
            dimensions.push((!empty).then(|| self.expr()));
            self.expect(TokenKind::RBracket, "a `]` is missing here");
        }
        let (mut init, mut list) = (None, None);
        if self.eat(TokenKind::Assign) {
            match self.kind() {
                TokenKind::LBrace => list = self.list(),
                _ => init = Some(self.expr()),
            }
        }
        let span = self.since(first);
        Some((Declarator { name, dimensions, init, span }, list))
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

/// A declaration that follows another one under the same type.
fn declared_behind(kind: StmtKind) -> Stmt {
    let span = match &kind {
        StmtKind::Declare { declarators, .. } => {
            let ends = declarators.first().zip(declarators.last());
            ends.map_or_else(Span::default, |(first, last)| first.span.join(last.span))
        }
        _ => Span::default(),
    };
    Stmt { kind, span }
}
