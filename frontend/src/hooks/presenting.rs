//! Choices for a lecture, which the browser remembers: large type for a projector, and answers that are not covered.

use super::{remember, remembered, stacked};
use yew::prelude::*;

const KEY: &str = "hornbook.presenting";
/// The storage key of whether a presentation covers nothing.
const UNCOVERED: &str = "hornbook.uncovered";
/// The class of the root for which the style sheets make type large.
const CLASS: &str = "presenting";

/// Makes type large for as long as something is presented, unless the panes are stacked as on a phone.
#[hook]
pub fn use_large_type(is_presented: bool) {
    use_effect_with(is_presented, |&is_presented| {
        let root = gloo_utils::document().document_element().map(|root| root.class_list());
        let grown = root.filter(|_| is_presented && !stacked());
        if let Some(classes) = &grown {
            let _ = classes.add_1(CLASS);
        }
        move || {
            if let Some(classes) = grown {
                let _ = classes.toggle_with_force(CLASS, remembered(KEY).unwrap_or(false));
            }
        }
    });
}

/// Whether the answers of a presentation are covered until the speaker uncovers them, and a callback to change it; remembered.
#[hook]
pub fn use_covers() -> (bool, Callback<bool>) {
    let covers = use_state_eq(|| !remembered(UNCOVERED).unwrap_or(false));
    let set = {
        let covers = covers.clone();
        Callback::from(move |next: bool| {
            remember(UNCOVERED, &!next);
            covers.set(next);
        })
    };
    (*covers, set)
}

/// Whether type is large, and a callback to change it; remembered and applied. The page's head reads the
/// remembered value too, before the first paint.
#[hook]
pub fn use_presenting() -> (bool, Callback<bool>) {
    let presenting = use_state(|| remembered(KEY).unwrap_or(false));
    use_effect_with(*presenting, |&presenting| {
        if let Some(root) = gloo_utils::document().document_element() {
            let _ = root.class_list().toggle_with_force(CLASS, presenting);
        }
    });
    let set = {
        let presenting = presenting.clone();
        Callback::from(move |next: bool| {
            remember(KEY, &next);
            presenting.set(next);
        })
    };
    (*presenting, set)
}
