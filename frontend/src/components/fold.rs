//! A part of the page that can be folded, and stays folded or open.

use crate::hooks::{remember, remembered};
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FoldProps {
    /// Its name, for the browser's storage and for tests.
    pub name: &'static str,
    /// Another name for the browser's storage, where it is not the same part at all times.
    #[prop_or_default]
    pub kept_as: Option<&'static str>,
    /// Whether it is open until the student folds it.
    #[prop_or_default]
    pub open: bool,
    pub summary: Html,
    /// The folded content, which is drawn once it is open.
    pub content: Callback<(), Html>,
}

/// A details element. All parts of one name start folded or open alike.
#[component]
pub fn Fold(props: &FoldProps) -> Html {
    let FoldProps { name, summary, content, .. } = props;
    let key = format!("hornbook.fold.{}", props.kept_as.unwrap_or(name));
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
