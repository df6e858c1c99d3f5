//! A button that goes away when it is pressed takes the keyboard with it, and the next Tab would begin
//! at the top of the page. Then the keyboard goes to the pane that the button was about.

use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

/// Whenever `what` has changed and nothing has the keyboard any more, gives it to the element that
/// the selector `pane` finds.
#[hook]
pub fn use_kept_keyboard<T: PartialEq + 'static>(what: T, pane: &'static str) {
    let drawn = use_mut_ref(|| false);
    use_effect_with(what, move |_| {
        let document = gloo_utils::document();
        let lost = document.active_element().is_none_or(|e| e.tag_name() == "BODY");
        // Nothing is lost when the page has only just been drawn.
        if drawn.replace(true) && lost {
            let element = document.query_selector(pane).ok().flatten();
            if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                let _ = element.focus_with_options(&options);
            }
        }
    });
}
