//! An array drawn as a strip of cells, the relevant ones marked.

use crate::formula::{Setting, term};
use hornbook_abstraction::relevant::{Cell, RelevantCall};
use hornbook_horn::Term;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CellStripProps {
    pub array: Term,
    /// The indices of the cells that are taken.
    pub indices: Vec<Term>,
    /// The search for relevant cells, for their reasons.
    pub search: RelevantCall,
    /// The indices of the cells that the goal speaks of.
    pub of_goal: Vec<Term>,
    /// The indices of the cells that are tried besides, unless cells were named by hand.
    pub tried: Vec<Term>,
    /// No cell is relevant, so any one was taken.
    pub any: bool,
    /// Whether the heuristic left out cells that can matter.
    pub leaves_out: bool,
    /// Terms that belong to the topic under the pointer.
    pub lit: Rc<Vec<Term>>,
    /// Called with the cells to take when one is clicked; none where they cannot be chosen.
    pub take: Option<Callback<Vec<Term>>>,
}

/// The cells that were found, tried or named besides, with gaps between them, as their
/// order is not known. A click takes a cell or leaves it out; it stays where it is, and so does the
/// keyboard.
#[component]
pub fn CellStrip(props: &CellStripProps) -> Html {
    let gap = || html! { <li class="gap" aria-hidden="true">{ "…" }</li> };
    let mut cells = found_indices(&props.search);
    cells.extend(props.tried.iter().cloned());
    let named = props.indices.iter().filter(|index| !cells.contains(index));
    let named: Vec<Term> = named.cloned().collect();
    cells.extend(named);
    let cells = cells.iter().map(|index| {
        let taken = props.indices.contains(index);
        html! { <key={index.to_string()}>{ cell(props, index, taken) }{ gap() }</> }
    });
    html! {
        <ul class="strip" aria-label="Relevant cells" data-testid="relevant-cells">{ gap() }{ for cells }</ul>
    }
}

fn cell(props: &CellStripProps, index: &Term, taken: bool) -> Html {
    let setting = Setting { lit: props.lit.clone(), ..Setting::default() };
    let why = match (taken, props.any) {
        (false, _) => "left out",
        // Where the search gave up, the relevant cells are not known.
        (true, true) if props.search.found.iter().any(|c| matches!(c, Cell::Top(_))) => {
            "any cell, as none was found"
        }
        (true, true) if props.leaves_out => "any cell, as none was taken",
        (true, true) => "any cell will do",
        (true, false) if props.of_goal.contains(index) => "the goal speaks of it",
        (true, false) if found_indices(&props.search).contains(index) => {
            reason(&props.search, index)
        }
        (true, false) if props.tried.contains(index) => "tried, as any cell may be meant",
        (true, false) => "named by hand",
    };
    let cell = Term::select(props.array.clone(), index.clone());
    let shown = html! { <span class="f">{ term(&cell, &setting) }</span> };
    let others: Vec<Term> = props.indices.iter().filter(|i| *i != index).cloned().collect();
    // At least one cell stays: with none, the search chooses again.
    let take = props.take.as_ref().filter(|_| !(props.any || taken && others.is_empty()));
    let body = match take {
        Some(take) => {
            let next = if taken {
                others
            } else {
                [props.indices.as_slice(), std::slice::from_ref(index)].concat()
            };
            let onclick = take.reform(move |_: MouseEvent| next.clone());
            let title = if taken { "Leave this cell out" } else { "Take this cell" };
            html! {
                <button class="cell-box" {onclick} {title} aria-pressed={taken.to_string()} data-testid="cell">{ shown }</button>
            }
        }
        None => html! { <span class="cell-box">{ shown }</span> },
    };
    let testid = if taken { "relevant-cell" } else { "left-out-cell" };
    html! {
        <li class={classes!("cell", (!taken).then_some("left-out"))} data-testid={testid} aria-label={format!("{cell}: {why}")}>
            <span class="cell-why">{ why }</span>
            { body }
            <span class="cell-index f">{ term(index, &setting) }</span>
        </li>
    }
}

/// The indices that the search found.
fn found_indices(search: &RelevantCall) -> Vec<Term> {
    let mut out: Vec<Term> = vec![];
    for cell in &search.found {
        if let Cell::Index(path) = cell
            && let [index] = path.as_slice()
            && !out.contains(index)
        {
            out.push(index.clone());
        }
    }
    out
}

/// Which case first found the cell, in a few words.
fn reason(call: &RelevantCall, index: &Term) -> &'static str {
    let has = |call: &&RelevantCall| {
        call.found.iter().any(|c| matches!(c, Cell::Index(path) if path.contains(index)))
    };
    match call.calls.iter().find(has) {
        Some(inner) => reason(inner, index),
        None => call.case.describe(),
    }
}
