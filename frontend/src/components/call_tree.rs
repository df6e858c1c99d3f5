//! The search for relevant cells as a tree of calls.

use crate::formula::{Formula, predicate, variable};
use hornbook_abstraction::relevant::{Cell, MatchedCase, RelevantCall};
use hornbook_records::OmittedDetails;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CallTreeProps {
    /// The first call.
    pub call: RelevantCall,
}

/// The widest expression, in nodes, that is shown in the line of its call.
const WIDE: usize = 30;
/// Calls nested deeper than this start closed.
const OPEN_DEPTH: usize = 3;

/// The calls, nested as they were made. Calls that only pass on the result of a single inner call are left
/// out.
#[component]
pub fn CallTree(props: &CallTreeProps) -> Html {
    let call = &props.call;
    html! {
        <>
            <p class="why">{ "The search goes through the rest of the clause. The cells that it found stand behind “gives”." }</p>
            if call.expr.to_string().contains("Any(") {
                <p class="why"><span class="f">{ predicate("Any") }{ "(…)" }</span>{ ": these values have to stay as they are." }</p>
            }
            <ul class="tree" aria-label="Search for relevant cells">{ root(call) }</ul>
        </>
    }
}

fn root(call: &RelevantCall) -> Html {
    html! {
        <li>
            <details open=true>
                <summary>
                    { "relevant(" }<span class="f">{ variable(&call.array.name) }</span>{ ")" }
                    { result_label(call) }
                </summary>
                <div class="in">{ "in " }{ expression(call) }</div>
                <ul>{ for call.calls.iter().map(|inner| node(inner, 1)) }{ left_out(call) }</ul>
            </details>
        </li>
    }
}

fn node(call: &RelevantCall, depth: usize) -> Html {
    if let [inner] = call.calls.as_slice()
        && call.case == MatchedCase::Constructor
        && call.left_out == 0
    {
        return node(inner, depth);
    }
    let wide = call.expr.size() > WIDE;
    let line = html! {
        <span class="call">
            if wide { { call.case.describe() } } else { { expression(call) } }
            { result_label(call) }
            if !wide { <span class="rule">{ call.case.describe() }</span> }
        </span>
    };
    if call.calls.is_empty() && call.left_out == 0 {
        return html! { <li>{ line }</li> };
    }
    html! {
        <li>
            <details open={depth < OPEN_DEPTH}>
                <summary>{ line }</summary>
                if wide { <div class="in">{ "in " }{ expression(call) }</div> }
                <ul>{ for call.calls.iter().map(|inner| node(inner, depth + 1)) }{ left_out(call) }</ul>
            </details>
        </li>
    }
}

/// The calls that the record leaves out because they are too many.
fn left_out(call: &RelevantCall) -> Html {
    let left_out = OmittedDetails { steps: 0, calls: call.left_out };
    html! { if let Some(words) = left_out.describe() { <li class="soft">{ words }</li> } }
}

fn expression(call: &RelevantCall) -> Html {
    html! { <span class="expr"><Formula term={call.expr.clone()} /></span> }
}

fn result_label(call: &RelevantCall) -> Html {
    html! { <span class="gives">{ " gives " }{ cell_list(&call.found) }</span> }
}

/// The cells that a call returned.
fn cell_list(cells: &[Cell]) -> Html {
    if cells.is_empty() {
        return html! { <span class="soft">{ "nothing" }</span> };
    }
    let last = cells.len() - 1;
    let items = cells.iter().enumerate().map(|(i, cell)| {
        let comma = if i < last { ", " } else { "" };
        let shown = match cell {
            Cell::Index(path) => {
                let indices = path.iter().map(|t| html! { <Formula term={t.clone()} /> });
                html! { <b class="cell-ink">{ for indices }</b> }
            }
            Cell::Top(_) => html! { <b class="weak-ink">{ "⊤" }</b> },
        };
        html! { <>{ shown }{ comma }</> }
    });
    html! { <>{ for items }</> }
}
