//! The button from the stage down to the details, where the panes are stacked.

use crate::hooks::go_to_focus;
use yew::prelude::*;

/// A button that is there only where the panes are stacked.
#[component]
pub fn LookCloser() -> Html {
    let onclick = Callback::from(|event: MouseEvent| {
        event.stop_propagation();
        go_to_focus();
    });
    html! {
        <button class="quiet stacked-only look-closer" {onclick} data-testid="look-closer">{ "Look closer ↓" }</button>
    }
}
