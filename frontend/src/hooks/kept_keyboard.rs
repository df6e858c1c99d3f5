//! A button that disappears when it is pressed loses the keyboard, and the next Tab would begin at the top
//! of the page. This hook moves the keyboard to the button's pane.

use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

/// The state of the hook between renders.
struct FocusRecord<T> {
    what: T,
    /// Whether an element had the keyboard when the page was last drawn. The new elements are not in the
    /// page yet.
    had: bool,
    /// Whether a change has not been handled. Until then the page may be drawn once more, without the
    /// button.
    pending: bool,
}

/// Whenever `what` has changed and the element with the keyboard has disappeared, moves the keyboard to the
/// element that the selector `pane` finds.
#[hook]
pub fn use_kept_keyboard<T: PartialEq + Clone + 'static>(what: T, pane: &'static str) {
    let state = use_mut_ref(|| FocusRecord { what: what.clone(), had: false, pending: false });
    {
        let mut state = state.borrow_mut();
        if !state.pending {
            state.had = somewhere();
        }
        if state.what != what {
            (state.what, state.pending) = (what.clone(), true);
        }
    }
    use_effect_with(what, move |_| {
        state.borrow_mut().pending = false;
        if state.borrow().had && !somewhere() {
            let element = gloo_utils::document().query_selector(pane).ok().flatten();
            if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                let _ = element.focus_with_options(&options);
            }
        }
    });
}

/// Whether some element has the keyboard.
fn somewhere() -> bool {
    gloo_utils::document().active_element().is_some_and(|element| element.tag_name() != "BODY")
}
