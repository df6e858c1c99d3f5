//! Terms.

use super::name::parts;
use hornbook_core::abstraction::sigma::Abstraction;
use hornbook_core::horn::notation::{self, Level, NameParts, Notation, Piece};
use hornbook_core::horn::term::{Quantifier, Term, Var};
use std::rc::Rc;
use yew::prelude::*;

/// How formulas are set: what is pointed out in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// Sub-terms shown as cells.
    pub cells: Rc<Vec<Term>>,
    /// The abstraction of the predicates, so that the arguments that make up a cell stand out.
    pub abstraction: Option<Rc<Abstraction>>,
}

/// A term as a formula of its own.
pub fn term(t: &Term, setting: &Setting) -> Html {
    draw(&notation::term(t), t, setting)
}

/// A term as an operand of a conjunction.
pub(super) fn conjunct(t: &Term, setting: &Setting) -> Html {
    draw(&notation::operand(t, Level::And), t, setting)
}

/// Terms separated by commas; a line may break after each comma.
pub fn list(terms: &[Term], setting: &Setting) -> Html {
    let last = terms.len().saturating_sub(1);
    let parts = terms.iter().enumerate().map(|(i, t)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ term(t, setting) }{ comma }</> }
    });
    html! { <>{ for parts }</> }
}

/// `∀k, v.` with the colour of quantifiers.
pub(super) fn binder(q: Quantifier, vars: &[Var]) -> Html {
    match notation::binder(q, vars) {
        Piece::Binder(q, names) => quantifier(q, &names),
        _ => html! {},
    }
}

fn quantifier(q: Quantifier, names: &[NameParts]) -> Html {
    let sign = match q {
        Quantifier::Forall => "∀",
        Quantifier::Exists => "∃",
    };
    let last = names.len().saturating_sub(1);
    let names = names.iter().enumerate().map(|(i, name)| {
        let comma = if i < last { ",\u{a0}" } else { "" };
        html! { <>{ parts(name, "f-var") }{ comma }</> }
    });
    html! { <span class="f-q">{ sign }{ for names }{ "." }</span> }
}

/// Draws a piece of `root`; sub-terms that are pointed out stand out.
fn draw(notation: &Notation, root: &Term, setting: &Setting) -> Html {
    let pieces = notation.pieces.iter().map(|piece| draw_piece(piece, root, setting));
    let body = if notation.tight {
        html! { <span class="f-tight">{ for pieces }</span> }
    } else {
        html! { <>{ for pieces }</> }
    };
    let here = root.sub_term(&notation.path);
    if here.is_some_and(|t| setting.cells.contains(t)) {
        html! { <span class="f-cell">{ body }</span> }
    } else {
        body
    }
}

fn draw_piece(piece: &Piece, root: &Term, setting: &Setting) -> Html {
    match piece {
        Piece::Term(inner) => draw(inner, root, setting),
        Piece::Variable(name) => parts(name, "f-var"),
        Piece::Predicate(name) => parts(name, "f-pred"),
        Piece::Number(text) => html! { <span class="f-num">{ text }</span> },
        Piece::Word(text) | Piece::Function(text) => html! { <span class="f-word">{ text }</span> },
        Piece::Sign(sign) => html! { <span class="f-sign">{ sign.text() }</span> },
        Piece::Mark(mark) => html! { mark.to_string() },
        Piece::Binder(q, names) => quantifier(*q, names),
        Piece::Break => html! { " " },
        Piece::Space => html! { "\u{a0}" },
    }
}

/// Properties of [`Formula`].
#[derive(Clone, PartialEq, Properties)]
pub struct FormulaProps {
    /// What to show.
    pub term: Term,
    /// How.
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
