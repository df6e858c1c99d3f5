//! A sentence in the place of an invariant that the reader is to find.

use crate::state::{Action, State};
use yew::prelude::*;

/// The sentence. It has nothing to copy.
pub const WITHHELD: &str = "Found invariants are not shown here: find one yourself, write it into the loop, and have it judged.";

/// The sentence as a paragraph, with a button that shows them after all.
pub fn withheld(dispatch: &UseReducerDispatcher<State>) -> Html {
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::HideFound(false)))
    };
    html! {
        <p class="why" data-testid="withheld">
            { WITHHELD }{ " " }<button class="quiet" {onclick} data-testid="show-found">{ "Show them" }</button>
        </p>
    }
}
