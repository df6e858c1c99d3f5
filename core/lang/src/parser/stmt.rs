//! Parsing statements.

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UpdateOp};
use crate::similar::{edit_distance, suggest_keyword};
use crate::token::{TokenKind, starts_loop_clause};
use hornbook_base::Diagnostic;

/// The functions that may stand alone, as statements.
const ARRAY_STATEMENTS: [&str; 3] = ["insert", "erase", "fill"];

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort();
    letters
}

impl Parser<'_> {
    /// Statements up to a `}` or the end, neither of which is taken.
    pub(super) fn statements(&mut self, body: &mut Vec<Stmt>) {
        while !matches!(self.kind(), TokenKind::End | TokenKind::RBrace) {
            let first = self.at;
            body.push(self.statement());
            body.append(&mut self.behind);
            if self.at == first {
                // Each iteration takes a token, so this ends.
                self.bump();
            }
        }
    }

    fn statement(&mut self) -> Stmt {
        let first = self.at;
        self.trouble = false;
        self.too_long = false;
        // Statements may have others inside.
        let around = std::mem::take(&mut self.inside);
        let kind = if self.enter() {
            let kind = self.statement_kind();
            self.leave();
            kind
        } else {
            self.skip_statement();
            StmtKind::Error
        };
        let span = self.since(first);
        self.advise_on_updates(first, &kind);
        self.inside = around;
        Stmt { kind, span }
    }

    fn statement_kind(&mut self) -> StmtKind {
        match self.kind() {
            TokenKind::Semicolon => {
                self.bump();
                StmtKind::Empty
            }
            TokenKind::LBrace => StmtKind::Block(self.block()),
            _ if self.starts_loop_clause() => self.loop_clause(),
            _ if self.starts_operator() => self.instrumentation(),
            _ if self.starts_function() => self.function(),
            TokenKind::Int | TokenKind::Bool | TokenKind::Void => self.declaration_statement(),
            TokenKind::If
            | TokenKind::While
            | TokenKind::For
            | TokenKind::Assume
            | TokenKind::Assert => self.keyword_statement(self.kind()),
            TokenKind::Do => self.do_statement(),
            TokenKind::Break => self.jump(StmtKind::Break),
            TokenKind::Continue => self.jump(StmtKind::Continue),
            TokenKind::Return => self.return_statement(),
            TokenKind::Havoc => self.havoc(),
            TokenKind::Hint => self.hint(),
            TokenKind::Reserved => self.reserved_statement(),
            TokenKind::Name if self.starts_constant() || self.looks_like_a_declaration() => {
                self.declaration_statement()
            }
            TokenKind::Name if self.token(1).kind == TokenKind::LParen => match self.misspelt() {
                Some(kind) => self.keyword_statement(kind),
                None => self.call_statement(),
            },
            TokenKind::Name | TokenKind::PlusPlus | TokenKind::MinusMinus => {
                let kind = self.update();
                self.finish();
                kind
            }
            _ => self.no_statement(),
        }
    }

    /// A statement of the form `word (..) ..`; the current token is the word.
    fn keyword_statement(&mut self, word: TokenKind) -> StmtKind {
        match word {
            TokenKind::If => self.if_statement(),
            TokenKind::While => self.while_statement(),
            TokenKind::For => self.for_statement(),
            TokenKind::Assume => self.claim("assume", StmtKind::Assume),
            _ => self.claim("assert", StmtKind::Assert),
        }
    }

    /// The keyword that a name in front of `(` was probably meant to be.
    fn misspelt(&mut self) -> Option<TokenKind> {
        let found = self.token_text();
        let known = ARRAY_STATEMENTS.contains(&found) || self.functions.contains(found);
        if known || found.len() > 8 {
            return None;
        }
        let words = [
            ("if", TokenKind::If),
            ("while", TokenKind::While),
            ("for", TokenKind::For),
            ("assume", TokenKind::Assume),
            ("assert", TokenKind::Assert),
        ];
        let allowed = if found.len() <= 3 { 1 } else { 2 };
        let distance = |word: &str| {
            let same_letters = sorted(word) == sorted(found);
            if same_letters { 1 } else { edit_distance(found, word) }
        };
        let closest = words.into_iter().map(|(word, kind)| (distance(word), word, kind));
        let (distance, word, kind) = closest.min_by_key(|(distance, ..)| *distance)?;
        if distance > allowed || kind == TokenKind::For && !self.has_parts() {
            return None;
        }
        let message = format!("there is no statement `{found}`");
        let diagnostic = Diagnostic::error(self.span(), message);
        self.report(diagnostic.hint(format!("did you mean `{word}`?")));
        self.trouble = false;
        Some(kind)
    }

    /// Whether there is a `;` in the parentheses behind a word, as in those of a `for`.
    fn has_parts(&self) -> bool {
        let mut open = 0;
        for n in 1.. {
            match self.token(n).kind {
                TokenKind::LParen => open += 1,
                TokenKind::RParen => open -= 1,
                TokenKind::Semicolon => return open > 0,
                TokenKind::End => return false,
                _ => {}
            }
            if open == 0 {
                return false;
            }
        }
        false
    }

    fn no_statement(&mut self) -> StmtKind {
        let message = match self.kind() {
            TokenKind::Else => "this `else` has no `if` before it".to_owned(),
            _ => format!("no statement starts with {}", self.found()),
        };
        let is_else = self.kind() == TokenKind::Else;
        self.report(Diagnostic::error(self.span(), message));
        self.bump();
        if !is_else {
            self.recover();
        }
        StmtKind::Error
    }

    fn reserved_statement(&mut self) -> StmtKind {
        let word = self.token_text();
        let what = format!("`{word}` is not supported");
        self.report(Diagnostic::error(self.span(), what).hint("use `if` and `while`"));
        self.bump();
        self.skip_statement();
        StmtKind::Error
    }

    /// `return;`, `return x;`, `return (x, y);`
    fn return_statement(&mut self) -> StmtKind {
        self.bump();
        let mut values = vec![];
        let ends = self.kind() == TokenKind::Semicolon || self.starts_something_new();
        if !ends && self.same_line() {
            let tuple = self.starts_tuple() && self.eat(TokenKind::LParen);
            values.push(self.expr());
            while self.eat(TokenKind::Comma) {
                values.push(self.expr());
            }
            if tuple {
                self.expect(TokenKind::RParen, "a `)` is missing after the values");
            }
        }
        self.finish();
        StmtKind::Return(values)
    }

    /// Whether several values in parentheses come next, up to the end of the statement.
    fn starts_tuple(&self) -> bool {
        let (mut open, mut several) = (0, false);
        for n in 0.. {
            match self.token(n).kind {
                TokenKind::LParen | TokenKind::LBracket => open += 1,
                TokenKind::RParen | TokenKind::RBracket => open -= 1,
                TokenKind::Comma => several |= open == 1,
                TokenKind::End | TokenKind::Semicolon | TokenKind::LBrace => return false,
                _ => {}
            }
            if open == 0 {
                return several && self.token(n + 1).kind == TokenKind::Semicolon;
            }
        }
        false
    }

    /// `break;`, `continue;`
    fn jump(&mut self, kind: StmtKind) -> StmtKind {
        let word = self.token_text();
        self.bump();
        if self.kind() == TokenKind::Name && self.same_line() {
            self.report(
                Diagnostic::error(self.span(), format!("`{word}` has no label"))
                    .hint(format!("write `{word};`: it is about the innermost loop")),
            );
            self.bump();
        }
        self.finish();
        kind
    }

    fn do_statement(&mut self) -> StmtKind {
        self.bump();
        let body = self.loop_body();
        if self.kind() != TokenKind::While {
            let message =
                format!("`do` needs a `while (..);` behind its body, but this is {}", self.found());
            self.report(Diagnostic::error(self.span(), message));
            return StmtKind::Error;
        }
        let cond = self.condition("while");
        self.finish();
        StmtKind::DoWhile { body, cond }
    }

    fn havoc(&mut self) -> StmtKind {
        self.bump();
        let mut targets = vec![self.target()];
        while self.eat(TokenKind::Comma) {
            targets.push(self.target());
        }
        self.finish();
        StmtKind::Havoc(targets)
    }

    /// Whether `invariant c` or `decreases e` comes next.
    fn starts_loop_clause(&self) -> bool {
        let next = self.token(1).kind;
        let is_call = next == TokenKind::LParen && self.functions.contains(self.token_text());
        self.kind() == TokenKind::Name && starts_loop_clause(self.token_text(), next) && !is_call
    }

    /// `invariant c;`, `decreases e;`, also with braces as in `invariant { c }`. In front of a brace, or of another
    /// such line, the `;` may be missing.
    fn loop_clause(&mut self) -> StmtKind {
        let kind = match self.token_text() {
            "invariant" => StmtKind::Invariant,
            _ => StmtKind::Decreases,
        };
        self.bump();
        let has_braces = self.eat(TokenKind::LBrace);
        let e = self.expr();
        if has_braces {
            self.expect(TokenKind::RBrace, "a `}` is missing here");
        }
        let may_end = has_braces || self.kind() == TokenKind::LBrace || self.starts_loop_clause();
        if !may_end || self.trouble || self.kind() == TokenKind::Semicolon {
            self.finish();
        }
        kind(e)
    }

    /// The body of a loop, with the lines about it that stand in front.
    fn loop_body(&mut self) -> Vec<Stmt> {
        let mut clauses = vec![];
        while self.starts_loop_clause() {
            clauses.push(self.statement());
        }
        clauses.append(&mut self.body());
        clauses
    }

    fn hint(&mut self) -> StmtKind {
        self.bump();
        let cond = self.expr();
        self.finish();
        StmtKind::Hint(cond)
    }

    fn call_statement(&mut self) -> StmtKind {
        let call = self.call();
        self.finish();
        StmtKind::Call(call)
    }

    /// The `;` after a simple statement.
    pub(super) fn finish(&mut self) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        if self.trouble {
            self.recover();
            return;
        }
        let goes_on = self.same_line() && !self.starts_something_new();
        self.report(Diagnostic::error(self.previous().after(), "a `;` is missing here"));
        if goes_on {
            self.recover();
        }
    }

    fn starts_something_new(&self) -> bool {
        use TokenKind::*;
        matches!(
            self.kind(),
            End | LBrace
                | RBrace
                | If
                | Else
                | While
                | Do
                | For
                | Break
                | Continue
                | Return
                | Havoc
                | Hint
                | Assume
                | Assert
                | Int
                | Bool
                | Void
        )
    }

    /// The statements between braces; the current token is the `{`.
    pub(super) fn block(&mut self) -> Vec<Stmt> {
        let open = self.span();
        self.bump();
        let mut body = vec![];
        self.statements(&mut body);
        if !self.eat(TokenKind::RBrace) {
            self.report(
                Diagnostic::error(self.span(), "a `}` is missing at the end of the program")
                    .label(open, "this `{` is never closed"),
            );
        }
        body
    }

    /// The body of an `if` or a loop: a block or one statement.
    fn body(&mut self) -> Vec<Stmt> {
        match self.kind() {
            TokenKind::LBrace => self.block(),
            TokenKind::End | TokenKind::RBrace => {
                let message = format!("a statement is missing before {}", self.found());
                self.report(Diagnostic::error(self.span(), message));
                vec![]
            }
            _ => {
                let mut body = vec![self.statement()];
                body.append(&mut self.behind);
                body
            }
        }
    }

    /// `(cond)`
    fn condition(&mut self, word: &str) -> Expr {
        self.bump();
        let open =
            self.expect(TokenKind::LParen, &format!("`{word}` needs a condition in parentheses"));
        let cond = self.expr();
        if open {
            self.close_header("a `)` is missing after the condition");
        } else {
            self.eat(TokenKind::RParen);
        }
        cond
    }

    fn if_statement(&mut self) -> StmtKind {
        let cond = self.condition("if");
        let then = self.body();
        let els = self.eat(TokenKind::Else).then(|| self.body());
        StmtKind::If { cond, then, els }
    }

    fn while_statement(&mut self) -> StmtKind {
        let cond = self.condition("while");
        let body = self.loop_body();
        StmtKind::While { cond, body }
    }

    /// `assume(e);` and `assert(e);`
    fn claim(&mut self, word: &str, kind: fn(Expr) -> StmtKind) -> StmtKind {
        let cond = self.condition(word);
        self.finish();
        kind(cond)
    }

    fn for_statement(&mut self) -> StmtKind {
        self.bump();
        self.expect(TokenKind::LParen, "`for` needs a `(` after it");
        let init = match self.kind() {
            TokenKind::Semicolon => vec![],
            _ if self.starts_constant()
                || matches!(self.kind(), TokenKind::Int | TokenKind::Bool) =>
            {
                let first = self.at;
                let kind = self.declaration();
                let span = self.since(first);
                vec![Stmt { kind, span }]
            }
            _ => self.updates(),
        };
        self.header_semicolon("start");
        let cond = (self.kind() != TokenKind::Semicolon && self.kind() != TokenKind::RParen)
            .then(|| self.expr());
        self.header_semicolon("condition");
        let step = match self.kind() {
            TokenKind::RParen => vec![],
            _ => self.updates(),
        };
        self.close_header("a `)` is missing after the step of the `for`");
        let body = self.loop_body();
        StmtKind::For { init, cond, step, body }
    }

    /// A `;` between the parts of a `for`.
    fn header_semicolon(&mut self, part: &str) {
        use TokenKind::*;
        let found =
            self.expect(Semicolon, &format!("a `;` is missing after the {part} of the `for`"));
        if found {
            return;
        }
        while !matches!(self.kind(), End | LBrace | RBrace | RParen | Semicolon) {
            self.bump();
        }
        self.eat(Semicolon);
    }

    /// Updates with commas between them.
    fn updates(&mut self) -> Vec<Stmt> {
        let mut updates = vec![];
        loop {
            let first = self.at;
            let kind = self.update();
            let span = self.since(first);
            updates.push(Stmt { kind, span });
            if !self.eat(TokenKind::Comma) {
                return updates;
            }
        }
    }

    /// `x = e`, `a[i] += e`, `i++`, `++i` without the `;`.
    fn update(&mut self) -> StmtKind {
        let sign = self.kind();
        if matches!(sign, TokenKind::PlusPlus | TokenKind::MinusMinus) {
            self.bump();
            let target = self.target();
            let op = match sign {
                TokenKind::PlusPlus => UpdateOp::Increment,
                _ => UpdateOp::Decrement,
            };
            return StmtKind::Update { target, op };
        }
        let first = self.at;
        let target = self.target();
        if self.kind() == TokenKind::Comma && !self.trouble {
            return self.simultaneous(target);
        }
        match self.update_op(first) {
            Some(op) => StmtKind::Update { target, op },
            None => StmtKind::Error,
        }
    }

    /// `x, y = 1, 2`, behind the first target.
    fn simultaneous(&mut self, target: Expr) -> StmtKind {
        let first = self.at;
        let mut targets = vec![target];
        while self.eat(TokenKind::Comma) {
            targets.push(self.target());
        }
        if !self.expect(TokenKind::Assign, "a `=` is needed after the variables") {
            return StmtKind::Error;
        }
        let mut values = vec![self.expr()];
        while values.len() < targets.len() && self.eat(TokenKind::Comma) {
            values.push(self.expr());
        }
        // One call may give them all.
        let one_call = matches!(&*values, [Expr { kind: ExprKind::Call { .. }, .. }]);
        if values.len() < targets.len() && !self.trouble && !one_call {
            let message =
                format!("{} values are needed here, but there are {}", targets.len(), values.len());
            self.report(Diagnostic::error(self.since(first), message));
            return StmtKind::Error;
        }
        StmtKind::Assign { targets, values }
    }

    /// A name with any number of indices.
    pub(super) fn target(&mut self) -> Expr {
        if self.kind() == TokenKind::Name {
            return self.postfix();
        }
        let message =
            format!("the name of a variable is needed here, but this is {}", self.found());
        self.report(Diagnostic::error(self.span(), message));
        Expr { kind: ExprKind::Error, span: self.span() }
    }

    fn update_op(&mut self, first: usize) -> Option<UpdateOp> {
        use TokenKind::*;
        let op = match self.kind() {
            Assign => {
                self.bump();
                if self.kind() == LBrace {
                    self.list_in_assignment(first);
                    return None;
                }
                return Some(UpdateOp::Set(self.expr()));
            }
            PlusPlus => {
                self.bump();
                return Some(UpdateOp::Increment);
            }
            MinusMinus => {
                self.bump();
                return Some(UpdateOp::Decrement);
            }
            PlusAssign => BinaryOp::Add,
            MinusAssign => BinaryOp::Sub,
            StarAssign => BinaryOp::Mul,
            SlashAssign => BinaryOp::Div,
            PercentAssign => BinaryOp::Mod,
            _ => {
                self.no_update(first);
                return None;
            }
        };
        self.bump();
        Some(UpdateOp::Change(op, self.expr()))
    }

    /// Reports a name without an update, perhaps a keyword of another language.
    fn no_update(&mut self, first: usize) {
        if self.trouble {
            return;
        }
        let diagnostic = match self.kind() {
            TokenKind::EqEq => {
                Diagnostic::error(self.span(), "`==` compares; this statement does nothing")
                    .hint("use `=` to assign")
            }
            _ => {
                let word = self.since(first);
                let usual = "a statement changes a variable, as in `x = 1;`";
                Diagnostic::error(word, "this statement does nothing")
                    .hint(suggest_keyword(word.slice(self.text)).unwrap_or(usual))
            }
        };
        self.report(diagnostic);
    }
}
