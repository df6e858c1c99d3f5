//! The search for relevant cells as a tree of calls.

use crate::formula::{Formula, variable};
use hornbook_core::abstraction::relevant::{Call, Cell};
use yew::prelude::*;

/// Properties of [`CallTree`].
#[derive(Clone, PartialEq, Properties)]
pub struct CallTreeProps {
    /// The first call.
    pub call: Call,
}

/// The widest expression, in nodes, that an inner call shows at once.
const WIDE: usize = 30;
/// Calls nested deeper than this start closed.
const OPEN_DEPTH: usize = 3;

/// The calls, nested as they were made. Calls that only pass on what one inner call found are left
/// out, so that the tree shows what matters first.
#[component]
pub fn CallTree(props: &CallTreeProps) -> Html {
    html! { <ul class="tree" role="tree" aria-label="Search for relevant cells">{ node(&props.call, 0) }</ul> }
}

fn node(call: &Call, depth: usize) -> Html {
    let line = html! {
        <span class="call">
            if depth == 0 {
                <span>{ "relevant(" }<span class="f">{ variable(&call.array.name) }</span>{ ")" }</span>
            } else {
                { expression(call) }
            }
            <span class="gives">{ " gives " }{ found(&call.found) }</span>
            <span class="rule">{ call.case.describe() }</span>
        </span>
    };
    if call.calls.is_empty() {
        return html! { <li role="treeitem">{ line }</li> };
    }
    html! {
        <li role="treeitem">
            <details open={depth < OPEN_DEPTH}>
                <summary>{ line }</summary>
                if depth == 0 { <div class="in">{ "in " }{ expression(call) }</div> }
                <ul role="group">{ for call.calls.iter().map(|inner| node(inner, depth + 1)) }</ul>
            </details>
        </li>
    }
}

fn expression(call: &Call) -> Html {
    let wide = (call.expr.size() > WIDE).then_some("wide");
    html! { <span class={classes!("expr", wide)}><Formula term={call.expr.clone()} /></span> }
}

/// What a call returned.
fn found(cells: &[Cell]) -> Html {
    if cells.is_empty() {
        return html! { <span class="soft">{ "nothing" }</span> };
    }
    let last = cells.len() - 1;
    let items = cells.iter().enumerate().map(|(i, cell)| {
        let comma = if i < last { ", " } else { "" };
        let shown = match cell {
            Cell::Index(index) => {
                html! { <b class="cell-ink"><Formula term={index.clone()} /></b> }
            }
            Cell::Top(_) => html! { <b class="weak-ink">{ "⊤" }</b> },
        };
        html! { <>{ shown }{ comma }</> }
    });
    html! { <>{ for items }</> }
}
