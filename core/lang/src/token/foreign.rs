//! Diagnostics for tokens of other languages, and for characters that start no token.

use super::TokenKind;
use hornbook_base::{Diagnostic, Span};

/// Replaces a token that the parser does not know, with the diagnostic that explains it.
pub(super) fn diagnose_token(
    kind: TokenKind,
    span: Span,
    text: &str,
) -> (TokenKind, Option<Diagnostic>) {
    let found = span.slice(text);
    let error = |message: String| Diagnostic::error(span, message);
    match kind {
        TokenKind::Lookalike => {
            let (kind, written) = meant_token(found);
            let mut diagnostic = error(format!("`{found}` is not part of the language"))
                .hint(format!("write `{written}`"));
            if found == "=>" {
                diagnostic = diagnostic.hint("\"greater or equal\" is written `>=`");
            }
            (kind, Some(diagnostic))
        }
        TokenKind::BadNumber => {
            let diagnostic = error(format!("`{found}` is neither a number nor a name"));
            let hint = if found.starts_with("0x") {
                "numbers are written in decimal"
            } else {
                "a name starts with a letter, and a product needs its `*`"
            };
            (TokenKind::Error, Some(diagnostic.hint(hint)))
        }
        TokenKind::Decimal => {
            (TokenKind::Error, Some(error("there are only whole numbers".to_owned())))
        }
        TokenKind::Quoted => (
            TokenKind::Error,
            Some(error("there are no texts or characters, only int and bool".to_owned())),
        ),
        TokenKind::Directive => {
            let word = found.trim_start_matches('#');
            let include = ["include", "import"].iter().any(|name| word.starts_with(name));
            let (message, hint) = match include {
                true => (
                    "there are no includes: of C only a part is read here",
                    "all that there is can be used without one",
                ),
                false => (
                    "there is no preprocessor",
                    "lines that begin with `#` set defaults only, as in `#pragma abstraction cell2`",
                ),
            };
            (TokenKind::Error, Some(error(message.to_owned()).hint(hint)))
        }
        TokenKind::OpenComment => {
            let open = Span { start: span.start, end: span.start + 2 };
            let diagnostic = Diagnostic::error(open, "this comment has no end")
                .hint("a comment that starts with `/*` ends with `*/`");
            (TokenKind::Error, Some(diagnostic))
        }
        kind => (kind, None),
    }
}

/// The token that a lookalike was probably meant to be.
fn meant_token(lookalike: &str) -> (TokenKind, &'static str) {
    match lookalike {
        "≤" | "⩽" | "=<" => (TokenKind::LessEq, "<="),
        "≥" | "⩾" => (TokenKind::GreaterEq, ">="),
        "≠" | "<>" | "!==" => (TokenKind::NotEq, "!="),
        "≡" | "===" => (TokenKind::EqEq, "=="),
        ":=" | "←" => (TokenKind::Assign, "="),
        "=>" | "→" | "⇒" | "⟹" => (TokenKind::Implies, "==>"),
        "<=>" | "↔" | "⇔" => (TokenKind::Iff, "<==>"),
        "&" | "∧" => (TokenKind::AndAnd, "&&"),
        "|" | "∨" => (TokenKind::OrOr, "||"),
        "¬" => (TokenKind::Not, "!"),
        "∀" => (TokenKind::Forall, "forall"),
        "∃" => (TokenKind::Exists, "exists"),
        "−" | "–" => (TokenKind::Minus, "-"),
        "×" | "·" => (TokenKind::Star, "*"),
        "÷" => (TokenKind::Slash, "/"),
        _ => (TokenKind::DotDot, ".."),
    }
}

/// The diagnostic for a run of characters that start no token.
pub(super) fn report_unreadable(found: &str, span: Span) -> Diagnostic {
    let shown: String = found.chars().take(20).map(visible).collect();
    let diagnostic = Diagnostic::error(span, format!("`{shown}` is not part of the language"));
    match found.chars().next() {
        Some(c) if is_invisible(c) => diagnostic.hint("this character cannot be seen; remove it"),
        Some('“' | '”' | '„' | '‘' | '’' | '«' | '»') => diagnostic
            .hint("there are no quoted texts; these quotes may come from a word processor"),
        Some('.') => diagnostic.hint("the length of an array `a` is written `len(a)`"),
        Some('^') => diagnostic.hint("there are no powers and no operators on bits"),
        Some('#') => diagnostic.hint("comments start with `//`"),
        Some(c) if c.is_alphabetic() => {
            diagnostic.hint("names are made of the letters a to z, digits and `_`")
        }
        _ => diagnostic,
    }
}

/// A character, or its number if it is invisible or changes the direction of writing.
fn visible(c: char) -> String {
    if is_invisible(c) { format!("U+{:04X}", u32::from(c)) } else { c.to_string() }
}

/// Controls, blanks without width, signs that set the direction of writing, and private characters.
fn is_invisible(c: char) -> bool {
    let listed = matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}'
    );
    listed || c.is_control()
}
