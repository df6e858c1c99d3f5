//! Parsing expressions: operators by precedence, everything else by descent.

use super::inner_update::InnerUpdate;
use super::{MAX_HEIGHT, Parser};
use crate::ast::{
    BinaryOp, COMPARE_PRECEDENCE, CompareOp, Expr, ExprKind, Lambda, Name, Quantifier, UnaryOp,
};
use crate::token::TokenKind;
use hornbook_base::{Diagnostic, Int, Span};

/// The longest number, in digits.
const MAX_DIGITS: usize = 1000;
/// The largest number of variables of a quantifier.
const MAX_BOUND: usize = 32;

/// An expression and the height of its tree.
struct Tree {
    expr: Expr,
    height: u32,
}

/// An infix operator.
#[derive(Clone, Copy)]
enum InfixOperator {
    Binary(BinaryOp),
    Compare(CompareOp),
}

impl InfixOperator {
    fn precedence(self) -> u8 {
        match self {
            InfixOperator::Binary(op) => op.precedence(),
            InfixOperator::Compare(_) => COMPARE_PRECEDENCE,
        }
    }
}

impl Parser<'_> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Expr {
        self.operators(0).expr
    }

    /// An expression of operators that bind at least as tightly as `weakest`.
    fn operators(&mut self, weakest: u8) -> Tree {
        if !self.enter() {
            let span = self.span();
            self.skip_expression();
            return self.error_tree(span);
        }
        let mut left = self.unary();
        while let Some(op) = self.operator().filter(|op| op.precedence() >= weakest) {
            left = match op {
                InfixOperator::Compare(_) => self.comparisons(left),
                InfixOperator::Binary(op) => self.binary(left, op),
            };
        }
        if weakest == 0 && self.kind() == TokenKind::Question {
            left = self.ternary(left);
        }
        self.leave();
        left
    }

    fn binary(&mut self, left: Tree, op: BinaryOp) -> Tree {
        self.take_operator();
        let groups_right = op == BinaryOp::Implies;
        let right = self.operators(op.precedence() + u8::from(!groups_right));
        let span = left.expr.span.join(right.expr.span);
        let height = left.height.max(right.height);
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        self.node(kind, span, height + 1)
    }

    fn comparisons(&mut self, first: Tree) -> Tree {
        let (mut span, mut height) = (first.expr.span, first.height);
        let mut rest = vec![];
        while let Some(InfixOperator::Compare(op)) = self.operator() {
            self.take_operator();
            let next = self.operators(COMPARE_PRECEDENCE + 1);
            span = span.join(next.expr.span);
            height = height.max(next.height);
            rest.push((op, next.expr));
        }
        // Each comparison of a chain later becomes a level of its own.
        height = height.saturating_add(u32::try_from(rest.len()).unwrap_or(u32::MAX));
        let kind = ExprKind::Compare(Box::new(first.expr), rest);
        self.node(kind, span, height)
    }

    /// The operator of the current token, also a misspelt one.
    fn operator(&self) -> Option<InfixOperator> {
        use TokenKind::*;
        Some(match self.kind() {
            Iff => InfixOperator::Binary(BinaryOp::Iff),
            Implies | Arrow => InfixOperator::Binary(BinaryOp::Implies),
            OrOr => InfixOperator::Binary(BinaryOp::Or),
            AndAnd => InfixOperator::Binary(BinaryOp::And),
            Plus => InfixOperator::Binary(BinaryOp::Add),
            Minus => InfixOperator::Binary(BinaryOp::Sub),
            Star => InfixOperator::Binary(BinaryOp::Mul),
            Slash => InfixOperator::Binary(BinaryOp::Div),
            Percent => InfixOperator::Binary(BinaryOp::Mod),
            EqEq | Assign => InfixOperator::Compare(CompareOp::Eq),
            NotEq => InfixOperator::Compare(CompareOp::Ne),
            Less => InfixOperator::Compare(CompareOp::Lt),
            LessEq => InfixOperator::Compare(CompareOp::Le),
            Greater => InfixOperator::Compare(CompareOp::Gt),
            GreaterEq => InfixOperator::Compare(CompareOp::Ge),
            Name if self.same_line() => InfixOperator::Binary(match self.token_text() {
                "and" => BinaryOp::And,
                "or" => BinaryOp::Or,
                "implies" => BinaryOp::Implies,
                "iff" => BinaryOp::Iff,
                "mod" => BinaryOp::Mod,
                "div" => BinaryOp::Div,
                _ => return None,
            }),
            _ => return None,
        })
    }

    /// Takes the current operator; reports a misspelt one.
    fn take_operator(&mut self) {
        if self.kind() == TokenKind::Assign {
            self.report(
                Diagnostic::error(self.span(), "`=` cannot stand inside an expression: it assigns")
                    .hint("use `==` to compare"),
            );
        } else if self.kind() == TokenKind::Arrow {
            self.report(
                Diagnostic::error(self.span(), "`->` is not an operator").hint("write `==>`"),
            );
        } else if self.kind() == TokenKind::Name
            && let Some(InfixOperator::Binary(op)) = self.operator()
        {
            let message = format!("`{}` is not an operator", self.token_text());
            self.report(
                Diagnostic::error(self.span(), message).hint(format!("write `{}`", op.text())),
            );
        }
        self.bump();
    }

    /// `cond ? then : els`; groups to the right.
    fn ternary(&mut self, cond: Tree) -> Tree {
        self.bump();
        let then = self.operators(0);
        self.expect(TokenKind::Colon, "a `:` is needed between the two values of `? :`");
        let els = self.operators(0);
        let span = cond.expr.span.join(els.expr.span);
        let height = cond.height.max(then.height).max(els.height);
        let kind = ExprKind::Ite(Box::new(cond.expr), Box::new(then.expr), Box::new(els.expr));
        self.node(kind, span, height + 1)
    }

    fn unary(&mut self) -> Tree {
        let op = match self.kind() {
            TokenKind::Minus => UnaryOp::Neg,
            TokenKind::Not => UnaryOp::Not,
            _ => return self.postfix_tree(),
        };
        let first = self.at;
        if !self.enter() {
            let span = self.span();
            self.skip_expression();
            return self.error_tree(span);
        }
        self.bump();
        let operand = self.unary();
        self.leave();
        let span = self.since(first);
        let kind = ExprKind::Unary(op, Box::new(operand.expr));
        self.node(kind, span, operand.height + 1)
    }

    /// An operand with its indices, such as `a[i]`.
    pub(super) fn postfix(&mut self) -> Expr {
        self.indexed().expr
    }

    fn postfix_tree(&mut self) -> Tree {
        let tree = self.indexed();
        if matches!(self.kind(), TokenKind::PlusPlus | TokenKind::MinusMinus) {
            let sign = self.update_in_expression();
            self.inside.push(InnerUpdate { sign, target: tree.expr.span, before: false });
        }
        tree
    }

    /// Reports `i++` or `++i` inside an expression and takes the sign; the suggestion is made when the
    /// whole statement is known.
    fn update_in_expression(&mut self) -> Span {
        let span = self.span();
        let message = format!("`{}` cannot stand inside an expression", self.token_text());
        self.report(Diagnostic::error(span, message));
        self.bump();
        span
    }

    fn indexed(&mut self) -> Tree {
        let first = self.at;
        let mut tree = self.primary();
        while self.eat(TokenKind::LBracket) {
            let index = self.operators(0);
            self.expect(TokenKind::RBracket, "a `]` is missing here");
            let height = tree.height.max(index.height) + 1;
            let kind = ExprKind::Index(Box::new(tree.expr), Box::new(index.expr));
            let span = self.since(first);
            tree = self.node(kind, span, height);
        }
        tree
    }

    fn primary(&mut self) -> Tree {
        let first = self.at;
        let kind = match self.kind() {
            TokenKind::Number => self.number(),
            TokenKind::True => ExprKind::Bool(true),
            TokenKind::False => ExprKind::Bool(false),
            TokenKind::Name => {
                if self.token(1).kind == TokenKind::LParen {
                    return self.call_tree();
                }
                ExprKind::Name(self.token_text().to_owned())
            }
            TokenKind::Nondet => return self.nondet(),
            TokenKind::LParen => return self.parentheses(),
            TokenKind::Forall | TokenKind::Exists if self.token(1).kind == TokenKind::LParen => {
                if matches!(self.token(2).kind, TokenKind::Int | TokenKind::Bool) {
                    return self.bound_in_parentheses();
                }
                return self.call_tree();
            }
            TokenKind::Forall => return self.quantifier(Quantifier::Forall),
            TokenKind::Exists => return self.quantifier(Quantifier::Exists),
            TokenKind::PlusPlus | TokenKind::MinusMinus => {
                let sign = self.update_in_expression();
                if self.kind() != TokenKind::Name {
                    let span = self.since(first);
                    self.inside.push(InnerUpdate { sign, target: span, before: true });
                    return self.error_tree(span);
                }
                let tree = self.indexed();
                self.inside.push(InnerUpdate { sign, target: tree.expr.span, before: true });
                return tree;
            }
            _ => return self.no_operand(),
        };
        self.bump();
        let span = self.since(first);
        self.node(kind, span, 1)
    }

    /// `forall (int k ..)`: the variables stand without parentheses. The rest is skipped.
    fn bound_in_parentheses(&mut self) -> Tree {
        let (first, word) = (self.at, self.token_text());
        self.bump();
        self.report(
            Diagnostic::error(self.span(), format!("`{word}` has no parentheses around variables"))
                .hint(format!("write `{word} k in 0..n: ..`")),
        );
        let span = self.since(first);
        self.skip_expression();
        self.error_tree(span)
    }

    fn no_operand(&mut self) -> Tree {
        let message = match self.kind() {
            TokenKind::End => "a value is missing at the end of the program".to_owned(),
            _ => format!("a value is missing before {}", self.found()),
        };
        self.report(Diagnostic::error(self.span(), message));
        let start = self.span().start;
        self.error_tree(Span { start, end: start })
    }

    fn number(&mut self) -> ExprKind {
        let digits = self.token_text();
        if digits.len() > MAX_DIGITS {
            let message = format!("this number has over {MAX_DIGITS} digits");
            self.report(Diagnostic::error(self.span(), message));
            return ExprKind::Error;
        }
        digits.parse::<Int>().map_or(ExprKind::Error, ExprKind::Int)
    }

    /// `name(arguments)`; the current token is the name.
    pub(super) fn call(&mut self) -> Expr {
        self.call_tree().expr
    }

    fn call_tree(&mut self) -> Tree {
        let first = self.at;
        let name = Name { text: self.token_text().to_owned(), span: self.span() };
        self.bump();
        self.bump();
        let (mut args, mut lambda, mut height) = (vec![], None, 0);
        while !matches!(self.kind(), TokenKind::RParen | TokenKind::End) {
            if self.starts_lambda() {
                let (found, inner) = self.lambda();
                (lambda, height) = (Some(Box::new(found)), height.max(inner));
                break;
            }
            let arg = self.operators(0);
            height = height.max(arg.height);
            args.push(arg.expr);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "a `)` is missing here");
        let span = self.since(first);
        // The bounds of a range and the binding of names later become levels of their own.
        self.node(ExprKind::Call { name, args, lambda }, span, height + 5)
    }

    /// Whether `(x) ->` or `(x, i) ->` comes next.
    fn starts_lambda(&self) -> bool {
        use TokenKind::*;
        let kinds: Vec<TokenKind> = (0..6).map(|n| self.token(n).kind).collect();
        kinds.starts_with(&[LParen, Name, RParen, Arrow])
            || kinds.starts_with(&[LParen, Name, Comma, Name, RParen, Arrow])
    }

    fn lambda(&mut self) -> (Lambda, u32) {
        let mut params = vec![];
        while self.kind() != TokenKind::Arrow {
            if self.kind() == TokenKind::Name {
                params.push(Name { text: self.token_text().to_owned(), span: self.span() });
            }
            self.bump();
        }
        self.bump();
        let body = self.operators(0);
        (Lambda { params, body: body.expr }, body.height)
    }

    fn nondet(&mut self) -> Tree {
        let first = self.at;
        self.bump();
        if !self.eat(TokenKind::LParen) {
            self.report(
                Diagnostic::error(self.previous(), "`nondet` needs its parentheses")
                    .hint("write `nondet()`"),
            );
            let span = self.since(first);
            return self.node(ExprKind::Nondet(None), span, 1);
        }
        if self.eat(TokenKind::RParen) {
            let span = self.since(first);
            return self.node(ExprKind::Nondet(None), span, 1);
        }
        let low = self.operators(0);
        let needed = "`nondet` takes nothing, or the two ends of a range: `nondet(low, high)`";
        self.expect(TokenKind::Comma, needed);
        let high = self.operators(0);
        self.expect(TokenKind::RParen, "a `)` is missing here");
        let span = self.since(first);
        let height = low.height.max(high.height) + 2;
        self.node(ExprKind::Nondet(Some(Box::new((low.expr, high.expr)))), span, height)
    }

    fn parentheses(&mut self) -> Tree {
        let first = self.at;
        self.bump();
        let mut inner = self.operators(0);
        self.expect(TokenKind::RParen, "a `)` is missing here");
        inner.expr.span = self.since(first);
        inner
    }

    /// `forall x, y in low..high: body`
    fn quantifier(&mut self, quantifier: Quantifier) -> Tree {
        let first = self.at;
        self.bump();
        let (mut vars, mut wrong_type) = (vec![], false);
        loop {
            wrong_type |= !self.bound_type(quantifier);
            let Some(name) = self.name("the name of a variable is needed here") else {
                let span = self.since(first);
                return self.error_tree(span);
            };
            vars.push(name);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if vars.len() > MAX_BOUND {
            let message = format!("a quantifier binds at most {MAX_BOUND} variables");
            self.report(Diagnostic::error(self.since(first), message));
            vars.truncate(MAX_BOUND);
        }
        let (range, range_height) = self.range();
        self.expect(TokenKind::Colon, "a `:` is needed before the formula");
        let body = self.operators(0);
        let span = self.since(first);
        if wrong_type {
            return self.error_tree(span);
        }
        // The range of each variable later becomes levels of its own.
        let levels = 2 + vars.len() as u32;
        let kind = ExprKind::Quant { quantifier, vars, range, body: Box::new(body.expr) };
        self.node(kind, span, body.height.max(range_height) + levels)
    }

    /// `int` in front of a bound variable is redundant. No other type can stand there: then the result is
    /// `false`.
    fn bound_type(&mut self, quantifier: Quantifier) -> bool {
        match self.kind() {
            TokenKind::Int => {
                self.bump();
                true
            }
            TokenKind::Bool => {
                let word = match quantifier {
                    Quantifier::Forall => "`.. true .. && .. false ..`",
                    Quantifier::Exists => "`.. true .. || .. false ..`",
                };
                let message = "a quantifier is about integers, not about truth values (bool)";
                self.report(
                    Diagnostic::error(self.span(), message)
                        .hint(format!("write the formula out for both values: {word}")),
                );
                self.bump();
                false
            }
            _ => true,
        }
    }

    fn range(&mut self) -> (Option<Box<(Expr, Expr)>>, u32) {
        // `in` is a keyword only here, so that programs may use it as a name.
        if self.kind() != TokenKind::Name || self.token_text() != "in" {
            return (None, 0);
        }
        self.bump();
        let low = self.operators(COMPARE_PRECEDENCE + 1);
        self.expect(TokenKind::DotDot, "a range is written `low..high`");
        let high = self.operators(COMPARE_PRECEDENCE + 1);
        let height = low.height.max(high.height);
        (Some(Box::new((low.expr, high.expr))), height)
    }

    /// A node, unless the tree gets too high.
    fn node(&mut self, kind: ExprKind, span: Span, height: u32) -> Tree {
        if height <= MAX_HEIGHT {
            let expr = Expr { kind, span };
            return Tree { expr, height };
        }
        if !self.too_long {
            self.too_long = true;
            let message =
                format!("this expression is too long (over {MAX_HEIGHT} operators in a row)");
            self.report(Diagnostic::error(span, message).hint("split it into several statements"));
        }
        self.error_tree(span)
    }

    fn error_tree(&mut self, span: Span) -> Tree {
        self.trouble = true;
        let expr = Expr { kind: ExprKind::Error, span };
        Tree { expr, height: 1 }
    }
}
