//! The lexer: splits a text into tokens, and reports characters that start none.
//!
//! **Invariant:** every text gives a token list that ends with [`TokenKind::End`]. An unreadable token has
//! its diagnostic already, so the parser is silent about [`TokenKind::Error`] tokens.

mod foreign;

use foreign::{diagnose_token, report_unreadable};
use hornbook_base::{Diagnostic, Span};
use logos::{FilterResult, Lexer, Logos};
use std::ops::Range;

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
// Pasted text often holds no-break spaces and byte order marks; they separate like spaces.
#[logos(skip r"[ \t\r\n\x0c\u{a0}\u{feff}]+")]
pub enum TokenKind {
    /// A name.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    /// A decimal integer.
    #[regex(r"[0-9]+")]
    Number,
    /// `int`
    #[token("int")]
    Int,
    /// `bool`
    #[token("bool")]
    Bool,
    /// `if`
    #[token("if")]
    If,
    /// `else`
    #[token("else")]
    Else,
    /// `while`
    #[token("while")]
    While,
    /// `for`
    #[token("for")]
    For,
    /// `assume`
    #[token("assume")]
    Assume,
    /// `assert`
    #[token("assert")]
    Assert,
    /// `nondet`
    #[token("nondet")]
    Nondet,
    /// `true`
    #[token("true")]
    True,
    /// `false`
    #[token("false")]
    False,
    /// `forall`
    #[token("forall")]
    Forall,
    /// `exists`
    #[token("exists")]
    Exists,
    /// `do`
    #[token("do")]
    Do,
    /// `break`
    #[token("break")]
    Break,
    /// `continue`
    #[token("continue")]
    Continue,
    /// `return`
    #[token("return")]
    Return,
    /// `havoc`
    #[token("havoc")]
    Havoc,
    /// `hint`
    #[token("hint")]
    Hint,
    /// `void`
    #[token("void")]
    Void,
    /// A word kept for statements that do not exist yet.
    #[token("switch")]
    #[token("goto")]
    Reserved,
    /// `(`
    #[token("(")]
    LParen,
    /// `)`
    #[token(")")]
    RParen,
    /// `[`
    #[token("[")]
    LBracket,
    /// `]`
    #[token("]")]
    RBracket,
    /// `{`
    #[token("{")]
    LBrace,
    /// `}`
    #[token("}")]
    RBrace,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `..`
    #[token("..")]
    DotDot,
    /// `?`
    #[token("?")]
    Question,
    /// `=`
    #[token("=")]
    Assign,
    /// `+=`
    #[token("+=")]
    PlusAssign,
    /// `-=`
    #[token("-=")]
    MinusAssign,
    /// `*=`
    #[token("*=")]
    StarAssign,
    /// `/=`
    #[token("/=")]
    SlashAssign,
    /// `%=`
    #[token("%=")]
    PercentAssign,
    /// `++`
    #[token("++")]
    PlusPlus,
    /// `--`
    #[token("--")]
    MinusMinus,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%`
    #[token("%")]
    Percent,
    /// `==`
    #[token("==")]
    EqEq,
    /// `!=`
    #[token("!=")]
    NotEq,
    /// `<`
    #[token("<")]
    Less,
    /// `<=`
    #[token("<=")]
    LessEq,
    /// `>`
    #[token(">")]
    Greater,
    /// `>=`
    #[token(">=")]
    GreaterEq,
    /// `&&`
    #[token("&&")]
    AndAnd,
    /// `||`
    #[token("||")]
    OrOr,
    /// `!`
    #[token("!")]
    Not,
    /// `==>`
    #[token("==>")]
    Implies,
    /// `->`, between the names and the formula of a function's last argument.
    #[token("->")]
    Arrow,
    /// `<==>`
    #[token("<==>")]
    Iff,
    /// A lookalike of a token, from another language or from mathematics; the token list holds the meant
    /// token instead.
    #[token("≤")]
    #[token("⩽")]
    #[token("=<")]
    #[token("≥")]
    #[token("⩾")]
    #[token("≠")]
    #[token("<>")]
    #[token("≡")]
    #[token("===")]
    #[token("!==")]
    #[token(":=")]
    #[token("←")]
    #[token("=>")]
    #[token("→")]
    #[token("⇒")]
    #[token("⟹")]
    #[token("<=>")]
    #[token("↔")]
    #[token("⇔")]
    #[token("&")]
    #[token("∧")]
    #[token("|")]
    #[token("∨")]
    #[token("¬")]
    #[token("∀")]
    #[token("∃")]
    #[token("−")]
    #[token("–")]
    #[token("×")]
    #[token("·")]
    #[token("÷")]
    #[token("…")]
    #[token("...")]
    Lookalike,
    /// A number that runs into a name.
    #[regex(r"[0-9]+[A-Za-z_][A-Za-z0-9_]*")]
    BadNumber,
    /// A number with a decimal point.
    #[regex(r"[0-9]+\.[0-9]+")]
    Decimal,
    /// A text in quotes.
    #[regex("\"[^\"\n]*\"?")]
    #[regex("'[^'\n]*'?")]
    Quoted,
    /// A line that sets a default; taken out of the list before it is parsed.
    #[regex(r"#pragma[^\n]*", allow_greedy = true)]
    Pragma,
    /// A line that C gives to its preprocessor.
    #[regex(
        r"#(include|import|define|undef|ifdef|ifndef|if|elif|else|endif)[^\n]*",
        allow_greedy = true
    )]
    Directive,
    /// A comment `//hint forall ..`; the list holds the tokens of a `hint` statement instead.
    #[token("//hint", hint_comment)]
    HintComment,
    /// A comment without an end. Other comments never become tokens.
    #[token("//", line_comment)]
    #[token("/*", block_comment)]
    OpenComment,
    /// Something unreadable; its diagnostic exists already.
    Error,
    /// The end of the text.
    End,
}

fn line_comment(lexer: &mut Lexer<'_, TokenKind>) -> FilterResult<(), ()> {
    let rest = lexer.remainder();
    lexer.bump(rest.find('\n').unwrap_or(rest.len()));
    FilterResult::Skip
}

/// Whether a word, with the kind of the token behind it, begins a line about a loop. A variable may have such a name.
pub fn starts_loop_clause(word: &str, next: TokenKind) -> bool {
    use TokenKind::*;
    let is_variable = matches!(
        next,
        Assign
            | PlusAssign
            | MinusAssign
            | StarAssign
            | SlashAssign
            | PercentAssign
            | PlusPlus
            | MinusMinus
            | LBracket
            | Comma
            | Semicolon
            | End
    );
    matches!(word, "invariant" | "decreases") && !is_variable
}

/// Only a quantified formula makes a comment a hint; other comments may start with that word.
fn hint_comment(lexer: &mut Lexer<'_, TokenKind>) -> FilterResult<(), ()> {
    let rest = lexer.remainder();
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    lexer.bump(line.len());
    let formula = line.trim_start();
    let quantified = ["forall", "exists"].iter().any(|word| {
        let after = formula.strip_prefix(word);
        after.is_some_and(|rest| rest.starts_with([' ', '\t']))
    });
    if quantified && line.starts_with([' ', '\t']) {
        FilterResult::Emit(())
    } else {
        FilterResult::Skip
    }
}

fn block_comment(lexer: &mut Lexer<'_, TokenKind>) -> FilterResult<(), ()> {
    let rest = lexer.remainder();
    match rest.find("*/") {
        Some(end) => {
            lexer.bump(end + 2);
            FilterResult::Skip
        }
        None => {
            lexer.bump(rest.len());
            FilterResult::Emit(())
        }
    }
}

/// The tokens as they are written, with pragmas and hints in comments, but without unreadable ones. Between
/// them are blanks and other comments.
pub(super) fn raw(text: &str) -> impl Iterator<Item = (TokenKind, Range<usize>)> {
    TokenKind::lexer(text).spanned().filter_map(|(kind, range)| Some((kind.ok()?, range)))
}

/// Cuts a text into tokens; the last one is always [`TokenKind::End`].
pub fn lex(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut tokens: Vec<Token> = vec![];
    let mut diagnostics = vec![];
    let mut unread: Option<Span> = None;
    for (kind, range) in TokenKind::lexer(text).spanned() {
        let span = Span::new(range.start, range.end);
        let Ok(kind) = kind else {
            // Neighbours are reported together: one diagnostic per run of strange characters.
            unread = match unread {
                Some(run) if run.end == span.start => Some(run.join(span)),
                earlier => {
                    flush(text, earlier, &mut tokens, &mut diagnostics);
                    Some(span)
                }
            };
            continue;
        };
        flush(text, unread.take(), &mut tokens, &mut diagnostics);
        if kind == TokenKind::HintComment {
            if starts_statement(tokens.last()) {
                let (hint, found) = hint_tokens(text, span);
                tokens.extend(hint);
                diagnostics.extend(found);
            }
            continue;
        }
        let (kind, diagnostic) = diagnose_token(kind, span, text);
        diagnostics.extend(diagnostic);
        tokens.push(Token { kind, span });
    }
    flush(text, unread, &mut tokens, &mut diagnostics);
    tokens.push(Token { kind: TokenKind::End, span: Span::new(text.len(), text.len()) });
    (tokens, diagnostics)
}

/// Whether a statement may start behind a token.
fn starts_statement(before: Option<&Token>) -> bool {
    use TokenKind::{LBrace, RBrace, Semicolon};
    before.is_none_or(|token| matches!(token.kind, Semicolon | LBrace | RBrace))
}

/// The statement that a comment `//hint forall k, (..) -> (..)` stands for (T Sec. 7.2). In it
/// `->` is an implication and the list of variables may end with a comma.
fn hint_tokens(text: &str, comment: Span) -> (Vec<Token>, Vec<Diagnostic>) {
    let start = comment.start as usize + "//hint".len();
    let formula = text[start..comment.end as usize].trim_end().trim_end_matches(';');
    let (mut tokens, mut diagnostics) = lex(formula);
    let shift = |span: &mut Span| {
        span.start += start as u32;
        span.end += start as u32;
    };
    tokens.iter_mut().for_each(|token| shift(&mut token.span));
    diagnostics.iter_mut().for_each(|d| shift(&mut d.span));
    for token in &mut tokens {
        if token.kind == TokenKind::Arrow {
            token.kind = TokenKind::Implies;
        }
    }
    for at in 0..tokens.len() {
        if matches!(tokens[at].kind, TokenKind::Forall | TokenKind::Exists) {
            end_variables(&mut tokens[at + 1..], text);
        }
    }
    let keyword = Token { kind: TokenKind::Hint, span: Span::new(comment.start as usize, start) };
    if let Some(end) = tokens.last_mut() {
        end.kind = TokenKind::Semicolon;
    }
    tokens.insert(0, keyword);
    (tokens, diagnostics)
}

/// Makes the comma behind the last variable of a quantifier a colon.
fn end_variables(tokens: &mut [Token], text: &str) {
    let mut at = 0;
    while tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name) {
        let Some(comma) = tokens.get(at + 1).filter(|t| t.kind == TokenKind::Comma) else { return };
        let (first, second) = (tokens.get(at + 2), tokens.get(at + 3));
        let is_in = |token: &Token| token.span.slice(text) == "in";
        let goes_on = first.is_some_and(|t| t.kind == TokenKind::Name)
            && second
                .is_some_and(|t| matches!(t.kind, TokenKind::Comma | TokenKind::Colon) || is_in(t));
        if !goes_on {
            let span = comma.span;
            tokens[at + 1] = Token { kind: TokenKind::Colon, span };
            return;
        }
        at += 2;
    }
}

/// Ends a run of characters that start no token.
fn flush(
    text: &str,
    run: Option<Span>,
    tokens: &mut Vec<Token>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(span) = run {
        diagnostics.push(report_unreadable(span.slice(text), span));
        tokens.push(Token { kind: TokenKind::Error, span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        lex(text).0.iter().map(|t| t.kind).collect()
    }

    #[test]
    fn the_longest_operator_wins() {
        use TokenKind::*;
        assert_eq!(
            kinds("a==>b<==>c==d<=e--1"),
            [Name, Implies, Name, Iff, Name, EqEq, Name, LessEq, Name, MinusMinus, Number, End]
        );
        assert_eq!(kinds("0..n"), [Number, DotDot, Name, End]);
    }

    #[test]
    fn a_hint_in_a_comment_is_a_statement() {
        use TokenKind::*;
        let hint = "{ //hint forall k, (0 <= k) -> p;\n}";
        assert_eq!(
            kinds(hint),
            [
                LBrace, Hint, Forall, Name, Colon, LParen, Number, LessEq, Name, RParen, Implies,
                Name, Semicolon, RBrace, End
            ]
        );
        assert_eq!(kinds("; //hint forall j, k, a"), kinds("; hint forall j, k: a;")[..]);
        assert_eq!(kinds("x //hint forall k, p"), [Name, End]);
        assert_eq!(kinds("; //hint: look at forall\n"), [Semicolon, End]);
    }

    #[test]
    fn comments_leave_no_token() {
        use TokenKind::*;
        assert_eq!(kinds("a // b\n/* c */ d /**/"), [Name, Name, End]);
        assert_eq!(kinds("a // to the end"), [Name, End]);
    }

    #[test]
    fn lookalikes_become_what_was_meant() {
        use TokenKind::*;
        let (tokens, diagnostics) = lex("a ≤ b & c");
        let kinds: Vec<_> = tokens.iter().map(|t| t.kind).collect();
        assert_eq!(kinds, [Name, LessEq, Name, AndAnd, Name, End]);
        assert_eq!(diagnostics[0].hints, ["write `<=`"]);
        assert_eq!(diagnostics[1].hints, ["write `&&`"]);
    }

    #[test]
    fn a_run_of_strange_characters_is_one_diagnostic() {
        let (tokens, diagnostics) = lex(&"@".repeat(1000));
        assert_eq!((tokens.len(), diagnostics.len()), (2, 1));
    }

    #[test]
    fn characters_that_cannot_be_seen_are_named() {
        let (_, diagnostics) = lex("x = \u{202e}1;");
        assert_eq!(diagnostics[0].message, "`U+202E` is not part of the language");
        assert_eq!(diagnostics[0].hints, ["this character cannot be seen; remove it"]);
        let (_, diagnostics) = lex("x \u{200b}@\u{7}");
        assert_eq!(diagnostics[0].message, "`U+200B@U+0007` is not part of the language");
    }

    #[test]
    fn an_open_comment_is_reported_at_its_start() {
        let (tokens, diagnostics) = lex("x /* y");
        assert_eq!(tokens.len(), 3);
        assert_eq!(diagnostics[0].span, Span::new(2, 4));
    }
}
