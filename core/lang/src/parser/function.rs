//! Parsing functions.

use super::Parser;
use crate::ast::{Clause, Function, Owed, Param, ResultType, StmtKind};
use crate::token::{Token, TokenKind};
use hornbook_base::Diagnostic;
use std::collections::BTreeSet;

/// The names between a type and a parenthesis: those of functions, before anything is parsed.
pub(super) fn names<'t>(text: &'t str, tokens: &[Token]) -> BTreeSet<&'t str> {
    use TokenKind::{Bool, Int, LParen, Name, RBracket, RParen, Void};
    let named = |at: &[Token]| match at {
        [ty, name, open] if name.kind == Name && open.kind == LParen => {
            matches!(ty.kind, Int | Bool | Void | RParen | RBracket).then(|| name.span.slice(text))
        }
        _ => None,
    };
    tokens.windows(3).filter_map(named).collect()
}

impl Parser<'_> {
    /// Whether `int f(`, `int[] f(`, `void f(` or `(int, bool) f(` comes next; the type may be unknown.
    pub(super) fn starts_function(&self) -> bool {
        use TokenKind::{Bool, Comma, Int, LBracket, LParen, Name, RBracket, RParen, Void};
        let mut behind = 1;
        // A length is an error, but still belongs to a type.
        let brackets = |at: usize| {
            let closed = (at + 1..at + 3).find(|at| self.token(*at).kind == RBracket);
            closed.filter(|_| self.token(at).kind == LBracket)
        };
        match self.kind() {
            Int | Bool => {
                while let Some(last) = brackets(behind) {
                    behind = last + 1;
                }
            }
            Void => {}
            Name if self.looks_like_a_declaration() => {}
            LParen => {
                loop {
                    behind = match (self.token(behind).kind, brackets(behind)) {
                        (Int | Bool | Comma, _) => behind + 1,
                        (_, Some(last)) => last + 1,
                        _ => break,
                    };
                }
                if behind == 1 || self.token(behind).kind != RParen {
                    return false;
                }
                behind += 1;
            }
            _ => return false,
        }
        self.token(behind).kind == Name && self.token(behind + 1).kind == LParen
    }

    /// A function; its results come next.
    pub(super) fn function(&mut self) -> StmtKind {
        let results = self.results();
        let Some(name) = self.name("the name of a function is needed here") else {
            self.recover();
            return StmtKind::Error;
        };
        self.bump();
        let params = self.params();
        self.close_header("a `)` is missing after the parameters");
        let contract = self.contract();
        let body = match self.kind() {
            TokenKind::LBrace => self.block(),
            _ => {
                let message = format!("the body of `{}` is missing", name.text);
                let diagnostic = Diagnostic::error(self.previous().after(), message);
                self.report(diagnostic.hint(
                    "write it here, between `{` and `}`; if it stands elsewhere, leave this out: functions need not \
                     be declared before they are called",
                ));
                self.eat(TokenKind::Semicolon);
                return StmtKind::Error;
            }
        };
        StmtKind::Function(Box::new(Function { results, name, params, contract, body }))
    }

    /// `void`, `int`, `int[]` or `(int, bool)`
    fn results(&mut self) -> Vec<ResultType> {
        if self.eat(TokenKind::Void) {
            return vec![];
        }
        if !self.eat(TokenKind::LParen) {
            return vec![self.result_type()];
        }
        let mut results = vec![self.result_type()];
        while self.eat(TokenKind::Comma) {
            results.push(self.result_type());
        }
        self.expect(TokenKind::RParen, "a `)` is missing after the types");
        results
    }

    fn result_type(&mut self) -> ResultType {
        let (ty, mut dimensions) = (self.type_name(), 0);
        while self.eat(TokenKind::LBracket) {
            if self.kind() != TokenKind::RBracket {
                let here = self.token(0).span;
                let diagnostic = Diagnostic::error(here, "an array that is returned has no length");
                self.report(diagnostic.hint("leave it out, as in `int[] f(int n) { .. }`"));
                self.bump();
            }
            self.expect(TokenKind::RBracket, "a `]` is missing here");
            dimensions += 1;
        }
        ResultType { ty, dimensions }
    }

    fn params(&mut self) -> Vec<Param> {
        let mut params = vec![];
        if self.kind() == TokenKind::Void && self.token(1).kind == TokenKind::RParen {
            self.bump();
        }
        while !matches!(self.kind(), TokenKind::RParen | TokenKind::End | TokenKind::LBrace) {
            let first = self.at;
            let ty = self.type_name();
            if let Some(declarator) = self.declarator() {
                if let Some(value) = &declarator.init {
                    let message = "a parameter gets its value from the call";
                    self.diagnostics.push(Diagnostic::error(value.span, message));
                }
                params.push(Param { ty, declarator });
            }
            if !self.eat(TokenKind::Comma) || self.at == first {
                break;
            }
        }
        params
    }

    /// `requires` and `ensures`, which are keywords only here.
    fn contract(&mut self) -> Vec<Clause> {
        let mut contract = vec![];
        loop {
            let first = self.at;
            let word = if self.kind() == TokenKind::Name { self.token_text() } else { "" };
            let owed = [Owed::ByCaller, Owed::ByFunction].into_iter().find(|o| o.word() == word);
            let Some(owed) = owed else { return contract };
            self.bump();
            let cond = self.expr();
            let closed = "a `;` is missing after this line of the contract";
            self.expect(TokenKind::Semicolon, closed);
            contract.push(Clause { owed, cond, span: self.since(first) });
        }
    }
}
