//! An array drawn as a strip of cells, the relevant ones marked.

use crate::formula::{Setting, term};
use hornbook_core::abstraction::relevant::{Call, Cell};
use hornbook_core::horn::Term;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`CellStrip`].
#[derive(Clone, PartialEq, Properties)]
pub struct CellStripProps {
    /// The array.
    pub array: Term,
    /// The indices of the relevant cells.
    pub indices: Vec<Term>,
    /// The search that found them, for their reasons.
    pub search: Call,
    /// No cell is relevant, so any one was taken.
    pub any: bool,
    /// Terms that belong to what is pointed at.
    pub lit: Rc<Vec<Term>>,
}

/// The relevant cells, with gaps between them: their order is not known.
#[component]
pub fn CellStrip(props: &CellStripProps) -> Html {
    let gap = || html! { <li class="gap" aria-hidden="true">{ "…" }</li> };
    let cells = props.indices.iter().map(|index| {
        let setting = Setting { lit: props.lit.clone(), ..Setting::default() };
        let why = if props.any { "any cell will do" } else { reason(&props.search, index) };
        let cell = Term::select(props.array.clone(), index.clone());
        html! {
            <>
                <li class="cell" data-testid="relevant-cell" aria-label={format!("{cell}: {why}")}>
                    <span class="cell-why">{ why }</span>
                    <span class="cell-box"><span class="f">{ term(&cell, &setting) }</span></span>
                    <span class="cell-index f">{ term(index, &setting) }</span>
                </li>
                { gap() }
            </>
        }
    });
    html! {
        <ul class="strip" aria-label="Relevant cells" data-testid="relevant-cells">{ gap() }{ for cells }</ul>
    }
}

/// Which case first found the cell, in a few words.
fn reason(call: &Call, index: &Term) -> &'static str {
    let has = |call: &&Call| {
        call.found.iter().any(|c| matches!(c, Cell::Index(path) if path.contains(index)))
    };
    match call.calls.iter().find(has) {
        Some(inner) => reason(inner, index),
        None => call.case.describe(),
    }
}
