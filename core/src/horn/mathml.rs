//! Formulas in MathML (presentation), for pages of their own.

use super::clause::{Clause, System};
use super::notation::{self, NameParts, Notation, Piece};
use super::term::{Quantifier, Term};
use std::fmt::Write;

/// A term as an element `math`.
pub fn term(t: &Term) -> String {
    math(&[&row(&notation::term(t))])
}

/// A clause: an element `math` for each premise and for the goal, with blanks between them, since
/// browsers break no line inside of formulas.
pub fn clause(system: &System, clause: &Clause) -> String {
    let (premises, goal) = notation::clause(system, clause);
    implication(&premises, &goal)
}

/// Premises and a goal, each an element `math`, with the sign between two parts in the second one.
pub fn implication(premises: &[Notation], goal: &Notation) -> String {
    let mut parts: Vec<String> = vec![];
    for (n, premise) in premises.iter().enumerate() {
        let sign = if n > 0 { operator("∧") } else { String::new() };
        parts.push(math(&[&sign, &row(premise)]));
    }
    let arrow = if premises.is_empty() { String::new() } else { operator("→") };
    parts.push(math(&[&arrow, &row(goal)]));
    parts.join(" ")
}

/// A row of pieces as an element `math`.
pub fn notation(notation: &Notation) -> String {
    math(&[&row(notation)])
}

/// Text with the characters that mean something to XML escaped, also for attributes. Characters
/// that XML does not have are replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn math(parts: &[&str]) -> String {
    format!("<math>{}</math>", parts.concat())
}

fn row(notation: &Notation) -> String {
    let inner: String = notation.pieces.iter().map(piece).collect();
    format!("<mrow>{inner}</mrow>")
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Term(inner) => row(inner),
        Piece::Variable(parts) | Piece::Predicate(parts) => name(parts),
        Piece::Number(text) => element("mn", text),
        Piece::Word(text) => format!("{SPACE}{}{SPACE}", element("mtext", text)),
        Piece::Function(text) => element("mi", text),
        Piece::Sign(sign) => operator(sign.text()),
        // Signs are spaced by the browser.
        Piece::Break | Piece::Space => String::new(),
        Piece::Mark(',') => COMMA.to_owned(),
        Piece::Mark(mark) => {
            format!("<mo stretchy=\"false\">{}</mo>", escaped(&mark.to_string()))
        }
        Piece::Binder(q, names) => {
            let mut out = operator(if *q == Quantifier::Forall { "∀" } else { "∃" });
            for (n, parts) in names.iter().enumerate() {
                let comma = if n > 0 { COMMA } else { "" };
                let _ = write!(out, "{comma}{}", name(parts));
            }
            out + "<mo lspace=\"0\" rspace=\"0.3em\">.</mo>"
        }
    }
}

const COMMA: &str = "<mo lspace=\"0\" rspace=\"0.2em\" separator=\"true\">,</mo>";
const SPACE: &str = "<mspace width=\"0.3em\"/>";

fn element(tag: &str, text: &str) -> String {
    format!("<{tag}>{}</{tag}>", escaped(text))
}

fn operator(sign: &str) -> String {
    element("mo", sign)
}

fn name(parts: &NameParts) -> String {
    let stem = element("mi", &parts.stem);
    let below = element("mi", &parts.below);
    let above = format!("{}{}", "'".repeat(parts.primes), parts.above).replace('\'', "′");
    let above = element("mo", &above);
    match (parts.below.is_empty(), parts.primes == 0 && parts.above.is_empty()) {
        (true, true) => stem,
        (false, true) => format!("<msub>{stem}{below}</msub>"),
        (true, false) => format!("<msup>{stem}{above}</msup>"),
        (false, false) => format!("<msubsup>{stem}{below}{above}</msubsup>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::term::{Sort, Var};

    #[test]
    fn terms_are_elements() {
        let a = Term::var(&Var::new("a_2'", Sort::int_array()));
        let t = Term::lt(Term::select(a, Term::var(&Var::int("i"))), Term::int(-1));
        let expected = "<math><mrow><mrow><mrow><msubsup><mi>a</mi><mi>2</mi><mo>′</mo></msubsup></mrow>\
            <mo stretchy=\"false\">[</mo><mrow><mi>i</mi></mrow><mo stretchy=\"false\">]</mo></mrow>\
            <mo>&lt;</mo><mrow><mn>−1</mn></mrow></mrow></math>";
        assert_eq!(term(&t), expected);
    }

    #[test]
    fn names_are_escaped() {
        let t = Term::var(&Var::int("<script>&\"\u{0}"));
        let name = "&lt;script&gt;&amp;&quot;\u{fffd}";
        assert_eq!(term(&t), format!("<math><mrow><mi>{name}</mi></mrow></math>"));
    }
}
