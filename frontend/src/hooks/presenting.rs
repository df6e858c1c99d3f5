//! Large type, for a projector.

use super::{remember, remembered};
use yew::prelude::*;

const KEY: &str = "hornbook.presenting";

/// Whether type is large, and a callback to change it; remembered and applied. The page's head reads the
/// remembered value too, before the first paint.
#[hook]
pub fn use_presenting() -> (bool, Callback<bool>) {
    let presenting = use_state(|| remembered(KEY).unwrap_or(false));
    use_effect_with(*presenting, |&presenting| {
        if let Some(root) = gloo_utils::document().document_element() {
            let _ = root.class_list().toggle_with_force("presenting", presenting);
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
