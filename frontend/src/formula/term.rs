//! Terms.

use super::address::written;
use super::diff::FormulaDiff;
use super::name::{called, parts, variable};
use hornbook_abstraction::sigma::Abstraction;
use hornbook_horn::notation::{Level, NameParts, Notation, Piece};
use hornbook_horn::term::{Quantifier, Term, Var};
use hornbook_horn::{PredId, notation};
use std::rc::Rc;
use yew::prelude::*;

/// Sub-terms that are below this many others are drawn side by side, in the innermost element that
/// is left: a browser lays deeply nested elements out again and again.
const NESTED: usize = 32;

/// The style of a formula: its highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// Sub-terms shown as cells.
    pub cells: Rc<Vec<Term>>,
    /// The abstraction of the predicates, so that the arguments that make up a cell stand out.
    pub abstraction: Option<Rc<Abstraction>>,
    /// Sub-terms that belong to the topic under the pointer.
    pub lit: Rc<Vec<Term>>,
    /// The program point under the pointer.
    pub point: Option<PredId>,
    /// The difference from another version of the formula.
    pub change: FormulaDiff,
}

/// A term as a formula of its own.
pub fn term(t: &Term, setting: &Setting) -> Html {
    Drawing { root: t, setting, place: None }.notation(&notation::term(t))
}

/// A term of a clause, as a formula of its own.
pub(super) fn term_at(t: &Term, setting: &Setting, place: &[u32]) -> Html {
    Drawing { root: t, setting, place: Some(place) }.notation(&notation::term(t))
}

/// A term of a clause as an operand of a conjunction; `None` for a term without an address.
pub(super) fn conjunct(t: &Term, setting: &Setting, place: Option<&[u32]>) -> Html {
    Drawing { root: t, setting, place }.notation(&notation::operand(t, Level::And))
}

/// Terms separated by commas; a line may break after each comma.
pub fn list(terms: &[Term], setting: &Setting) -> Html {
    separated(terms.iter().map(|t| term(t, setting)))
}

/// Formulas separated by commas.
pub(super) fn separated(formulas: impl ExactSizeIterator<Item = Html>) -> Html {
    let last = formulas.len().saturating_sub(1);
    let parts = formulas.enumerate().map(|(i, formula)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ formula }{ comma }</> }
    });
    html! { <>{ for parts }</> }
}

/// `∀k, v.` with the colour of quantifiers.
pub(super) fn binder(q: Quantifier, vars: &[Var]) -> Html {
    quantified(q, vars.iter().map(|v| variable(&v.name)))
}

fn quantifier(q: Quantifier, names: &[NameParts]) -> Html {
    quantified(q, names.iter().map(|name| parts(name, "f-var")))
}

fn quantified(q: Quantifier, names: impl ExactSizeIterator<Item = Html>) -> Html {
    let sign = match q {
        Quantifier::Forall => "∀",
        Quantifier::Exists => "∃",
    };
    let last = names.len().saturating_sub(1);
    let names = names.enumerate().map(|(i, name)| {
        let comma = if i < last { ",\u{a0}" } else { "" };
        html! { <>{ name }{ comma }</> }
    });
    html! { <span class="f-q">{ sign }{ for names }{ "." }</span> }
}

/// The formula that is drawn.
struct Drawing<'d> {
    root: &'d Term,
    setting: &'d Setting,
    /// The root's address in its clause.
    place: Option<&'d [u32]>,
}

impl Drawing<'_> {
    /// A part of the root, with its highlights.
    fn notation(&self, notation: &Notation) -> Html {
        let innermost = notation.path.len() >= NESTED;
        let pieces = match innermost {
            true => self.flat(notation),
            false => notation.pieces.iter().map(|piece| self.piece(piece)).collect(),
        };
        let Some(here) = self.root.sub_term(&notation.path) else {
            return html! { <>{ for pieces }</> };
        };
        let name = here.as_var().and_then(|v| called(&v.name));
        let pieces = name.map_or(pieces, |name| vec![name]);
        let class = classes!(
            notation.tight.then_some("f-tight"),
            self.setting.cells.contains(here).then_some("f-cell"),
            self.setting.lit.contains(here).then_some("f-lit"),
            self.setting.change.class(here),
        );
        let address = self.place.map(|place| written(place, &notation.path));
        if class.is_empty() && address.is_none() {
            return html! { <>{ for pieces }</> };
        }
        html! { <span {class} data-at={address}>{ for pieces }</span> }
    }

    /// A part of the root as pieces side by side, in no elements of their own.
    fn flat(&self, notation: &Notation) -> Vec<Html> {
        let mut out = vec![];
        let mut open: Vec<&Piece> = notation.pieces.iter().rev().collect();
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Term(inner) => open.extend(inner.pieces.iter().rev()),
                other => out.push(self.piece(other)),
            }
        }
        out
    }

    fn piece(&self, piece: &Piece) -> Html {
        match piece {
            Piece::Term(inner) => self.notation(inner),
            Piece::Variable(name) => parts(name, "f-var"),
            Piece::Predicate(name) => parts(name, "f-pred"),
            Piece::Number(text) => html! { <span class="f-num">{ text }</span> },
            Piece::Word(text) | Piece::Function(text) => {
                html! { <span class="f-word">{ text }</span> }
            }
            Piece::Sign(sign) => html! { <span class="f-sign">{ sign.text() }</span> },
            Piece::Mark(mark) => html! { mark.to_string() },
            Piece::Binder(q, names) => quantifier(*q, names),
            Piece::Break => html! { " " },
            Piece::Space => html! { "\u{a0}" },
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct FormulaProps {
    pub term: Term,
    #[prop_or_default]
    pub setting: Setting,
}

/// A term as a piece of mathematics within a text.
#[component]
pub fn Formula(props: &FormulaProps) -> Html {
    html! {
        <span class="f" role="math" aria-label={props.term.to_string()}>
            { term(&props.term, &props.setting) }
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Sort;
    use yew::virtual_dom::VNode;

    /// The elements around the innermost one, and all pieces of text.
    fn measure(node: &Html, depth: usize, text: &mut String) -> usize {
        match node {
            VNode::VText(part) => {
                text.push_str(&part.text);
                depth
            }
            VNode::VList(parts) => {
                parts.iter().map(|p| measure(p, depth, text)).max().unwrap_or(depth)
            }
            VNode::VTag(tag) => {
                tag.children().map_or(depth + 1, |inner| measure(inner, depth + 1, text))
            }
            _ => depth,
        }
    }

    #[test]
    fn terms_within_terms_are_no_elements_within_elements_for_ever() {
        let array = Term::var(&Var::new("a", Sort::int_array()));
        let index = Term::var(&Var::int("i"));
        for levels in [10, 150, 300] {
            let read = |t: Term, _| Term::select(array.clone(), t);
            let t = (0..levels).fold(index.clone(), read);
            let mut text = String::new();
            let depth = measure(&term_at(&t, &Setting::default(), &[0]), 0, &mut text);
            assert!(depth <= 50, "{depth}");
            assert_eq!(text, format!("{}i{}", "a[".repeat(levels), "]".repeat(levels)));
        }
    }
}
