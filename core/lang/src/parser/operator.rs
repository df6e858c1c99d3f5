//! Parsing instrumentation operators. Their words are keywords only here.

use super::Parser;
use crate::ast::{Expr, ExprKind, Followed, Name, Operator, Rule, Stmt, StmtKind, Trigger};
use crate::token::TokenKind;
use hornbook_base::Diagnostic;

impl Parser<'_> {
    /// Whether `operator name(` comes next.
    pub(super) fn starts_operator(&self) -> bool {
        use TokenKind::{Exists, Forall, LParen, Name};
        let [first, second, third] = [0, 1, 2].map(|n| self.token(n).kind);
        let named = matches!(second, Name | Forall | Exists) && third == LParen;
        first == Name && named && self.token_text() == "operator"
    }

    /// An operator; `operator name(` comes next.
    pub(super) fn instrumentation(&mut self) -> StmtKind {
        self.bump();
        // It may have the name of a quantifier.
        let name = Name { text: self.token_text().to_owned(), span: self.span() };
        self.bump();
        self.bump();
        let params = self.followed();
        self.close_header("a `)` is missing after what the operator follows");
        let open = self.span();
        if !self
            .expect(TokenKind::LBrace, "the ghost variables and rules stand between `{` and `}`")
        {
            self.recover();
            return StmtKind::Error;
        }
        let (mut ghosts, mut invariant, mut rules) = (vec![], None, vec![]);
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::End) {
            let first = self.at;
            self.trouble = false;
            match self.word() {
                "ghost" => ghosts.push(self.ghost()),
                "invariant" if invariant.is_none() => invariant = Some(self.invariant()),
                "rule" => rules.extend(self.rule()),
                _ => {
                    let message = format!(
                        "an operator has lines `ghost ..;`, one line `invariant ..;`, and rules, but this is {}",
                        self.found()
                    );
                    self.report(Diagnostic::error(self.span(), message));
                    self.skip_statement();
                }
            }
            if self.at == first {
                self.bump();
            }
        }
        if !self.eat(TokenKind::RBrace) {
            let message = "a `}` is missing at the end of the program";
            let diagnostic = Diagnostic::error(self.span(), message);
            self.report(diagnostic.label(open, "this `{` is never closed"));
        }
        let Some(invariant) = invariant else {
            let message =
                format!("`{}` says nothing that always holds of its ghost variables", name.text);
            let diagnostic = Diagnostic::error(name.span, message);
            self.diagnostics.push(diagnostic.hint("write `invariant ..;`"));
            return StmtKind::Error;
        };
        StmtKind::Operator(Box::new(Operator { name, params, ghosts, invariant, rules }))
    }

    /// The current token, if it is a name.
    fn word(&self) -> &str {
        if self.kind() == TokenKind::Name { self.token_text() } else { "" }
    }

    /// `int a[], bool P(x, i)`
    fn followed(&mut self) -> Vec<Followed> {
        let mut params = vec![];
        while !matches!(self.kind(), TokenKind::RParen | TokenKind::End | TokenKind::LBrace) {
            let first = self.at;
            let ty = self.type_name();
            if let Some(declarator) = self.declarator() {
                let is_formula = self.eat(TokenKind::LParen);
                let formula = is_formula.then(|| self.names("a `)` is missing after the names"));
                params.push(Followed { ty, declarator, formula });
            }
            if !self.eat(TokenKind::Comma) || self.at == first {
                break;
            }
        }
        params
    }

    /// Names up to a `)`.
    fn names(&mut self, closed: &str) -> Vec<Name> {
        let mut names = vec![];
        while self.kind() == TokenKind::Name {
            names.extend(self.name("a name is needed here"));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, closed);
        names
    }

    /// `ghost int lo = 0, hi = 0;`
    fn ghost(&mut self) -> Stmt {
        self.bump();
        let first = self.at;
        let kind = self.declaration_statement();
        Stmt { kind, span: self.since(first) }
    }

    /// `invariant lo <= hi;`
    fn invariant(&mut self) -> Expr {
        self.bump();
        let cond = self.expr();
        self.finish();
        cond
    }

    /// `rule begin(e) { .. }`, `rule append: a[i] { .. }`
    fn rule(&mut self) -> Option<Rule> {
        let first = self.at;
        self.bump();
        let name = self.name("the name of a rule is needed here")?;
        let has_params = self.eat(TokenKind::LParen);
        let closed = "a `)` is missing after the names";
        let params = if has_params { self.names(closed) } else { vec![] };
        let on = if self.eat(TokenKind::Colon) { self.trigger() } else { Trigger::Anywhere };
        if self.kind() != TokenKind::LBrace {
            let message = format!("the body of `{}` is missing", name.text);
            let diagnostic = Diagnostic::error(self.previous().after(), message);
            self.report(diagnostic.hint("write it between `{` and `}`"));
            return None;
        }
        let body = self.block();
        Some(Rule { name, params, on, body, span: self.since(first) })
    }

    fn trigger(&mut self) -> Trigger {
        if self.eat(TokenKind::Havoc) {
            return Trigger::Change(self.expr());
        }
        if self.gives_a_value() {
            let target = self.target();
            self.expect(TokenKind::Assign, "a `=` is needed here");
            return Trigger::Write(target, self.expr());
        }
        let pattern = self.expr();
        match pattern.kind {
            ExprKind::Error => Trigger::Anywhere,
            _ => Trigger::Value(pattern),
        }
    }

    /// Whether a `=` comes before the next `{`.
    fn gives_a_value(&self) -> bool {
        use TokenKind::{Assign, End, LBrace, Semicolon};
        let mut kinds = (0..).map(|n| self.token(n).kind);
        kinds.find(|kind| matches!(kind, Assign | End | LBrace | Semicolon)) == Some(Assign)
    }
}
