//! The title of a clause.

use hornbook_records::ClauseSummary;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ClauseTitleProps {
    pub summary: Rc<ClauseSummary>,
}

/// A clause's number, its line and its statement.
#[component]
pub fn ClauseTitle(props: &ClauseTitleProps) -> Html {
    let ClauseSummary { id, line, what, .. } = &*props.summary;
    html! {
        <p class="focus-of">
            <b>{ format!("Clause {}", id.0) }</b>
            <span class="chip from">{ format!("line {line} · {what}") }</span>
        </p>
    }
}
