//! A part of the page that can be folded away, and stays as it was left.

use crate::hooks::{remember, remembered};
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FoldProps {
    /// Its name: what the browser keeps its state by, and what tests find it by.
    pub name: &'static str,
    /// Whether it is open until somebody folds it.
    #[prop_or_default]
    pub open: bool,
    /// What stays on view.
    pub summary: Html,
    /// What is folded away. Nothing is drawn of it until it is open.
    pub content: Callback<(), Html>,
}

/// A details element. All parts of one name are folded or open alike when they come on view.
#[component]
pub fn Fold(props: &FoldProps) -> Html {
    let FoldProps { name, summary, content, .. } = props;
    let key = format!("hornbook.fold.{name}");
    let open = use_state_eq(|| remembered(&key).unwrap_or(props.open));
    let details = use_node_ref();
    let ontoggle = {
        let (details, open) = (details.clone(), open.clone());
        Callback::from(move |_: Event| {
            if let Some(details) = details.cast::<HtmlDetailsElement>() {
                remember(&key, &details.open());
                open.set(details.open());
            }
        })
    };
    html! {
        <details class={classes!("fold", *name)} ref={details} open={*open} {ontoggle} data-testid={*name}>
            <summary>{ summary.clone() }</summary>
            if *open { { content.emit(()) } }
        </details>
    }
}
