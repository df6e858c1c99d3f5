//! A button that goes away when it is pressed takes the keyboard with it, and the next Tab would begin
//! at the top of the page. Then the keyboard goes to the pane that the button was about.

use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

/// Whenever `what` has changed and nothing has the keyboard any more that had it before, gives it to
/// the element that the selector `pane` finds.
#[hook]
pub fn use_kept_keyboard<T: PartialEq + 'static>(what: T, pane: &'static str) {
    // What is drawn now is not in the page yet.
    let had = somewhere();
    use_effect_with(what, move |_| {
        if had && !somewhere() {
            let element = gloo_utils::document().query_selector(pane).ok().flatten();
            if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                let _ = element.focus_with_options(&options);
            }
        }
    });
}

/// Whether something has the keyboard.
fn somewhere() -> bool {
    gloo_utils::document().active_element().is_some_and(|element| element.tag_name() != "BODY")
}
