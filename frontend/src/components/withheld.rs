//! A sentence in the place of an invariant that the reader is to find.

use yew::prelude::*;

/// The sentence. It has nothing to copy.
pub const WITHHELD: &str = "Found invariants are not shown here: find one yourself, write it into the loop, and have it judged. \
                            The options have a switch for this.";

/// The sentence as a paragraph.
pub fn withheld() -> Html {
    html! { <p class="why" data-testid="withheld">{ WITHHELD }</p> }
}
