//! A sentence in the place of an invariant that the reader is to find.

use crate::state::{Action, FoundDisplay, State};
use yew::prelude::*;

/// The sentence. It has nothing to copy.
pub const WITHHELD: &str = "Found invariants are not shown here: find one yourself, write it into the loop, and have it judged.";

/// The sentence beside lines of the reader's own of which some are not certified.
pub const FOLDED: &str =
    "Not all of your lines are certified, so the invariant that was found is not shown at once.";

/// The sentence in the place of found invariants, where they are not on view.
pub fn sentence(display: FoundDisplay) -> Option<&'static str> {
    match display {
        FoundDisplay::Shown => None,
        FoundDisplay::Folded => Some(FOLDED),
        FoundDisplay::Hidden => Some(WITHHELD),
    }
}

/// The sentence as a paragraph, with a button that shows them after all.
pub fn withheld(dispatch: &UseReducerDispatcher<State>) -> Html {
    let button = reveal_button("Show them", "show-found", || Action::HideFound(false), dispatch);
    html! { <p class="why" data-testid="withheld">{ WITHHELD }{ " " }{ button }</p> }
}

/// A paragraph in the place of found invariants, where they are not on view.
pub fn stand_in(display: FoundDisplay, dispatch: &UseReducerDispatcher<State>) -> Option<Html> {
    match display {
        FoundDisplay::Shown => None,
        FoundDisplay::Hidden => Some(withheld(dispatch)),
        FoundDisplay::Folded => {
            let words = "Show the invariant that was found";
            let button = reveal_button(words, "unfold-found", || Action::RevealFound, dispatch);
            Some(html! { <p class="why" data-testid="folded">{ FOLDED }{ " " }{ button }</p> })
        }
    }
}

/// A button with an action by which found invariants come to be on view.
fn reveal_button(
    words: &'static str,
    testid: &'static str,
    action: fn() -> Action,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(action()));
    html! { <button class="quiet" {onclick} data-testid={testid}>{ words }</button> }
}
