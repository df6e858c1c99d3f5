//! The parser of terms in the syntax in which [`Term`] is shown: for text that people type beside a
//! program, such as the formula of an abstraction or the cells of an array.

use super::term::{Node, Op, Sort, Term, Var};
use hornbook_base::{Int, Span};
use logos::Logos;
use std::fmt;

/// The tokens of such a text. Those that no term needs are for the syntax of abstractions.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0c\u{a0}\u{feff}]+")]
pub enum Token {
    /// A name; unlike in programs it may have primes and end in `#`.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*'*[0-9]*#?'*[0-9]*")]
    Name,
    /// A decimal integer.
    #[regex(r"[0-9]+")]
    Number,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
    /// `[`
    #[token("[")]
    OpenIndex,
    /// `]`
    #[token("]")]
    CloseIndex,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `=`
    #[token("=")]
    Is,
    /// `=>`
    #[token("=>")]
    #[token("↦")]
    MapsTo,
    /// `==>`
    #[token("==>")]
    Implies,
    /// `==`
    #[token("==")]
    Equal,
    /// `!=`
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    /// `<=`
    #[token("<=")]
    #[token("≤")]
    AtMost,
    /// `>=`
    #[token(">=")]
    #[token("≥")]
    AtLeast,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `&&`
    #[token("&&")]
    And,
    /// `||`
    #[token("||")]
    Or,
    /// `!`
    #[token("!")]
    Not,
    /// `?`
    #[token("?")]
    Question,
    /// `:`
    #[token(":")]
    Colon,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`, also `•`
    #[token("*")]
    #[token("•")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%`
    #[token("%")]
    Percent,
    /// `.`, also `⊙`
    #[token(".")]
    #[token("⊙")]
    Dot,
    /// `^`
    #[token("^")]
    Caret,
    /// `(+)`, also `⊕`
    #[token("(+)")]
    #[token("⊕")]
    CircledPlus,
    /// `(*)`, also `⊗`
    #[token("(*)")]
    #[token("⊗")]
    CircledTimes,
    /// The end of the text.
    End,
}

/// A syntax or sort error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The range of the text, in bytes.
    pub span: Span,
    /// The reason.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    /// The reason with its place in `text`, the text that was read.
    pub fn render_in(&self, text: &str) -> String {
        let before = text.get(..self.span.start as usize).unwrap_or(text);
        let column = before.chars().count() + 1;
        if text.len() < 2 || column == 1 {
            return self.message.clone();
        }
        format!("{} (column {column} of `{text}`)", self.message)
    }
}

/// A parser over the tokens of a text.
pub struct TermParser<'t> {
    text: &'t str,
    words: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

/// The deepest nesting of brackets: recursive walks over the result must fit on a small stack.
const DEPTH: usize = 64;

/// The variable that a name stands for.
pub type Meaning<'m> = &'m dyn Fn(&str) -> Option<Var>;

/// Parses one term that is the whole text.
///
/// # Errors
/// The first syntax or sort error.
pub fn term(text: &str, vars: Meaning<'_>) -> Result<Term, ReadError> {
    let mut reader = TermParser::new(text)?;
    let term = reader.term(vars)?;
    reader.expect(Token::End, "the end")?;
    Ok(term)
}

impl<'t> TermParser<'t> {
    /// Splits a text into tokens.
    ///
    /// # Errors
    /// A character that starts no token.
    pub fn new(text: &'t str) -> Result<TermParser<'t>, ReadError> {
        let mut words = vec![];
        for (word, range) in Token::lexer(text).spanned() {
            let span = Span::new(range.start, range.end);
            let unknown = |()| ReadError {
                span,
                message: format!("`{}` has no meaning here", &text[range.clone()]),
            };
            words.push((word.map_err(unknown)?, span));
        }
        words.push((Token::End, Span::new(text.len(), text.len())));
        Ok(TermParser { text, words, at: 0, depth: 0 })
    }

    /// The next token.
    pub fn peek(&self) -> Token {
        self.words[self.at].0
    }

    /// The token `n` tokens after the next one.
    pub fn peek_at(&self, n: usize) -> Token {
        self.words.get(self.at + n).map_or(Token::End, |w| w.0)
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        self.words[self.at].1
    }

    /// The text of the next token.
    pub fn slice(&self) -> &'t str {
        let span = self.span();
        &self.text[span.start as usize..span.end as usize]
    }

    /// Goes on by one token, never beyond the end.
    pub fn bump(&mut self) {
        self.at = (self.at + 1).min(self.words.len() - 1);
    }

    /// Goes on if the next token is `token`.
    pub fn eat(&mut self, word: Token) -> bool {
        let found = self.peek() == word;
        if found {
            self.bump();
        }
        found
    }

    /// Goes on if the next token is the name `name`.
    pub fn eat_name(&mut self, name: &str) -> bool {
        let found = self.peek() == Token::Name && self.slice() == name;
        if found {
            self.bump();
        }
        found
    }

    /// Goes on past `token`.
    ///
    /// # Errors
    /// When another token is next; `what` says what was expected.
    pub fn expect(&mut self, word: Token, what: &str) -> Result<(), ReadError> {
        if self.eat(word) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// The error that something else was expected here.
    pub fn expected(&self, what: &str) -> ReadError {
        let found = match self.peek() {
            Token::End => "the text ends".to_owned(),
            _ => format!("there is `{}`", self.slice()),
        };
        self.error(format!("{what} is expected where {found}"))
    }

    /// An error at the next token.
    pub fn error(&self, message: String) -> ReadError {
        ReadError { span: self.span(), message }
    }

    /// Goes one level deeper into brackets.
    ///
    /// # Errors
    /// When that is too deep.
    pub fn enter(&mut self) -> Result<(), ReadError> {
        if self.depth >= DEPTH {
            return Err(self.error("this is nested too deeply".into()));
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back from the level that [`TermParser::enter`] went to.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        self.enter()?;
        let result = inner(self);
        self.leave();
        result
    }

    /// A term, from the next token on.
    ///
    /// # Errors
    /// The first syntax or sort error.
    pub fn term(&mut self, vars: Meaning<'_>) -> Result<Term, ReadError> {
        self.nested(|r| r.infix(0, vars))
    }

    /// Operators that bind at least as tightly as `level`.
    fn infix(&mut self, level: u8, vars: Meaning<'_>) -> Result<Term, ReadError> {
        let mut left = self.prefix(vars)?;
        loop {
            let span = self.span();
            let Some((op, binds)) = infix(self.peek()).filter(|(_, binds)| *binds >= level) else {
                break;
            };
            self.bump();
            // Implications lean to the right, all else to the left.
            let right =
                self.nested(|r| r.infix(if op == Op::Implies { 1 } else { binds + 1 }, vars))?;
            left = applied(op, left, right, span)?;
        }
        if level == 0 && self.peek() == Token::Question {
            let span = self.span();
            self.bump();
            let then = self.term(vars)?;
            self.expect(Token::Colon, "`:`")?;
            let other = self.term(vars)?;
            if left.sort() != Sort::Bool || then.sort() != other.sort() {
                let message = "a choice needs a condition and two values of one sort".to_owned();
                return Err(ReadError { span, message });
            }
            left = Term::ite(left, then, other);
        }
        Ok(left)
    }

    fn prefix(&mut self, vars: Meaning<'_>) -> Result<Term, ReadError> {
        let span = self.span();
        let op = match self.peek() {
            Token::Minus => Op::Neg,
            Token::Not => Op::Not,
            _ => return self.postfix(vars),
        };
        self.bump();
        let inner = self.nested(|r| r.prefix(vars))?;
        let wanted = if op == Op::Neg { Sort::Int } else { Sort::Bool };
        if inner.sort() != wanted {
            return Err(ReadError { span, message: "the operand has the wrong sort".into() });
        }
        Ok(match (op, inner.as_int()) {
            (Op::Neg, Some(n)) => Term::int(-n),
            (Op::Neg, None) => Term::app(op, vec![inner]),
            _ => Term::not(inner),
        })
    }

    fn postfix(&mut self, vars: Meaning<'_>) -> Result<Term, ReadError> {
        let mut term = self.atom(vars)?;
        while self.peek() == Token::OpenIndex {
            if !term.sort().is_array() {
                return Err(self.error(format!("`{term}` is no array")));
            }
            self.bump();
            let index = self.term(vars)?;
            if index.sort() != Sort::Int {
                return Err(self.error("an index must be an integer".into()));
            }
            self.expect(Token::CloseIndex, "`]`")?;
            term = Term::select(term, index);
        }
        Ok(term)
    }

    fn atom(&mut self, vars: Meaning<'_>) -> Result<Term, ReadError> {
        let text = self.slice();
        match self.peek() {
            Token::Number => {
                let n: Int = text.parse().map_err(|_| self.expected("a number"))?;
                self.bump();
                Ok(Term::int(n))
            }
            Token::Name if text == "true" || text == "false" => {
                self.bump();
                Ok(Term::bool(text == "true"))
            }
            Token::Name => {
                let unknown = || self.error(format!("there is no variable `{text}`"));
                let var = vars(text).ok_or_else(unknown)?;
                self.bump();
                Ok(Term::var(&var))
            }
            Token::Open => {
                self.bump();
                let term = self.term(vars)?;
                self.expect(Token::Close, "`)`")?;
                Ok(term)
            }
            _ => Err(self.expected("a value")),
        }
    }
}

/// The infix operator of a token, and how tightly it binds.
fn infix(word: Token) -> Option<(Op, u8)> {
    Some(match word {
        Token::Implies => (Op::Implies, 1),
        Token::Or => (Op::Or, 2),
        Token::And => (Op::And, 3),
        Token::Equal => (Op::Eq, 4),
        Token::NotEqual => (Op::Ne, 4),
        Token::Less => (Op::Lt, 4),
        Token::AtMost => (Op::Le, 4),
        Token::Greater => (Op::Gt, 4),
        Token::AtLeast => (Op::Ge, 4),
        Token::Plus => (Op::Add, 5),
        Token::Minus => (Op::Sub, 5),
        Token::Star => (Op::Mul, 6),
        Token::Slash => (Op::Div, 6),
        Token::Percent => (Op::Mod, 6),
        _ => return None,
    })
}

fn applied(op: Op, left: Term, right: Term, span: Span) -> Result<Term, ReadError> {
    let operands = match op {
        Op::And | Op::Or | Op::Implies => Some(Sort::Bool),
        Op::Eq | Op::Ne => None,
        _ => Some(Sort::Int),
    };
    let (l, r) = (left.sort(), right.sort());
    if l != r || operands.is_some_and(|sort| sort != l) {
        return Err(ReadError { span, message: "the operands have the wrong sorts".into() });
    }
    let constant = |t: &Term| matches!(t.node(), Node::Int(_));
    if op == Op::Mul && !constant(&left) && !constant(&right) {
        let message = "a product needs a number on one side".to_owned();
        return Err(ReadError { span, message });
    }
    if matches!(op, Op::Div | Op::Mod) && right.as_int().is_none_or(|n| n.is_zero()) {
        let message = "the divisor must be a number other than zero".to_owned();
        return Err(ReadError { span, message });
    }
    Ok(match op {
        Op::And => Term::and([left, right]),
        Op::Or => Term::or([left, right]),
        _ => Term::app(op, vec![left, right]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(name: &str) -> Option<Var> {
        match name {
            "a" => Some(Var::new("a", Sort::int_array())),
            "p" => Some(Var::new("p", Sort::Bool)),
            "missing" => None,
            _ => Some(Var::int(name)),
        }
    }

    #[test]
    fn what_is_shown_can_be_read() {
        for text in [
            "k_a'",
            "i + 1",
            "x - (y - 1)",
            "a[a[i] - 1]",
            "0 <= k && k < n ==> a[k] == 0",
            "(p ? x : -3)",
            "!(x == y) || p",
            "2 * x % 3",
        ] {
            let t = term(text, &meaning).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(t.to_string(), text);
        }
    }

    #[test]
    fn errors_have_a_place_and_a_reason() {
        let error = |text: &str| {
            let e = term(text, &meaning).expect_err(text);
            format!("{}: {}", e.span.start, e.message)
        };
        assert_eq!(error("x +"), "3: a value is expected where the text ends");
        assert_eq!(error("x + p"), "2: the operands have the wrong sorts");
        assert_eq!(error("missing"), "0: there is no variable `missing`");
        assert_eq!(error("x y"), "2: the end is expected where there is `y`");
        assert_eq!(error("x[0]"), "1: `x` is no array");
        assert_eq!(error("x * y"), "2: a product needs a number on one side");
        assert_eq!(error("x @ y"), "2: `@` has no meaning here");
        let deep = format!("{}x", "(".repeat(4000));
        assert!(term(&deep, &meaning).is_err());
        let unary = format!("{}x", "-".repeat(4000));
        assert!(term(&unary, &meaning).is_err());
    }
}
