//! An invitation to the guided tour, shown at a first visit.

use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct InvitationProps {
    pub accept: Callback<()>,
    pub decline: Callback<()>,
}

/// A line with two buttons. It covers nothing and takes no focus.
#[component]
pub fn Invitation(props: &InvitationProps) -> Html {
    html! {
        <aside class="invitation" aria-label="Invitation to the tour" data-testid="invitation">
            <span>{ "New here?" }</span>
            <button onclick={props.accept.reform(|_| ())} data-testid="tour-start">{ "Take the five-minute tour" }</button>
            <button class="plain" onclick={props.decline.reform(|_| ())} data-testid="tour-decline">{ "Skip" }</button>
        </aside>
    }
}
