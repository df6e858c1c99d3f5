//! Formulas in HTML: italic names with superscripts and subscripts, for pages of their own.
//!
//! This is not MathML, which browsers set well only with certain fonts, and never break into lines.

use super::notation::{NameParts, Notation, Piece};
use super::term::Quantifier;
use hornbook_base::text::escaped;

/// The style sheet that formulas need.
pub const STYLE: &str = "
.f { font-family: 'STIX Two Text', 'Latin Modern Roman', Cambria, Georgia, serif; font-size: 1.08em; line-height: 1.7; }
.f sub, .f sup { font-size: 0.72em; line-height: 0; }
.f .both { display: inline-flex; flex-direction: column; vertical-align: middle; font-size: 0.7em; line-height: 1.05; }
.f .both sub, .f .both sup { font-size: 1em; line-height: 1.05; vertical-align: baseline; }
.f .tight { white-space: nowrap; }
.f.goal { display: block; padding-left: 2.5em; text-indent: -1.5em; }
.f.goal * { text-indent: 0; }
";

/// Premises and a goal, which has a line of its own behind the arrow.
pub fn implication(premises: &[Notation], goal: &Notation) -> String {
    if premises.is_empty() {
        return notation(goal);
    }
    let premises: Vec<String> = premises.iter().map(row).collect();
    let premises = premises.join(" ∧\u{a0}");
    format!(
        "<span class=\"f\">{premises}</span> <span class=\"f goal\">→\u{a0}{}</span>",
        row(goal)
    )
}

/// A row of pieces as a formula.
pub fn notation(notation: &Notation) -> String {
    format!("<span class=\"f\">{}</span>", row(notation))
}

fn row(notation: &Notation) -> String {
    let inner: String = notation.pieces.iter().map(piece).collect();
    if notation.tight { format!("<span class=\"tight\">{inner}</span>") } else { inner }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Term(inner) => row(inner),
        Piece::Variable(parts) | Piece::Predicate(parts) => name(parts),
        Piece::Number(text) | Piece::Word(text) | Piece::Function(text) => escaped(text),
        Piece::Sign(sign) => escaped(sign.text()),
        Piece::Mark(mark) => escaped(&mark.to_string()),
        Piece::Binder(q, names) => {
            let sign = if *q == Quantifier::Forall { '∀' } else { '∃' };
            let names: Vec<String> = names.iter().map(name).collect();
            format!("{sign}{}.", names.join(", "))
        }
        Piece::Break => " ".to_owned(),
        Piece::Space => "\u{a0}".to_owned(),
    }
}

/// Primes stand at the letter; superscript and subscript of one name stand above each other.
fn name(parts: &NameParts) -> String {
    let (below, above) = (below(&parts.below), escaped(&parts.above).replace("&#39;", "′"));
    let scripts = match (below.is_empty(), above.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("<sub>{below}</sub>"),
        (true, false) => format!("<sup>{above}</sup>"),
        (false, false) => {
            format!("<span class=\"both\"><sup>{above}</sup><sub>{below}</sub></span>")
        }
    };
    let named = format!("<i>{}</i>{}{scripts}", escaped(&parts.stem), "′".repeat(parts.primes));
    if scripts.is_empty() { named } else { format!("<span class=\"tight\">{named}</span>") }
}

/// The subscript of a name: in `k_a` the `a` is lower still, and nothing is lower than that.
fn below(name: &str) -> String {
    match name.split_once('_') {
        Some((stem, rest)) => format!("{}<sub>{}</sub>", escaped(stem), escaped(rest)),
        None => escaped(name),
    }
}

#[cfg(test)]
mod tests {
    use crate::notation;
    use crate::term::{Sort, Term, Var};

    fn shown(t: &Term) -> String {
        super::notation(&notation::term(t))
    }

    #[test]
    fn terms_are_elements() {
        let a = Term::var(&Var::new("a_2'", Sort::int_array()));
        let t = Term::lt(Term::select(a, Term::var(&Var::int("i"))), Term::int(-1));
        let expected = "<span class=\"f\"><span class=\"tight\"><span class=\"tight\"><span class=\"tight\">\
            <i>a</i>′<sub>2</sub></span>[<i>i</i>]</span> &lt;\u{a0}−1</span></span>";
        assert_eq!(shown(&t), expected);
    }

    #[test]
    fn names_are_escaped() {
        let t = Term::var(&Var::int("<script>&\"\u{0}"));
        let name = "&lt;script&gt;&amp;&quot;\u{fffd}";
        assert_eq!(shown(&t), format!("<span class=\"f\"><i>{name}</i></span>"));
    }

    #[test]
    fn what_is_below_a_name_can_have_something_below_it() {
        let t = Term::var(&Var::int("a_k_b"));
        let name = "<span class=\"tight\"><i>a</i><sub>k<sub>b</sub></sub></span>";
        assert_eq!(shown(&t), format!("<span class=\"f\">{name}</span>"));
    }
}
